"""What a game is to the rest of the product: one value, `GAME`, made of data and plain functions.

Nothing here knows how many seats or sides there are: both come from `Game.seats(rules)` and
`Game.sides(rules)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol

from engine.core.kinds import Scope
from engine.core.problems import Problem, RulesError, sentence, shown
from engine.core.text import Translate, untranslated

Seat = int
"""1..n in the order of play; after seat n comes seat 1."""

Side = str
""" "A" (odd seats) and "B" (even seats); in three-handed games "P1", "P2", "P3"."""

DRAW = "draw"
"""The winner of a match that nobody won."""

Problems = tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Variant:
    """One of the games that a game's rules cover, such as the six-handed form."""

    key: str
    title: str


@dataclass(frozen=True, slots=True)
class Profile:
    """A named set of options: `options` holds what differs from the declared defaults.

    `source` says whose rules they are, `dated` the year in which they were last compared with it.
    """

    key: str
    title: str
    source: str
    dated: str
    options: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class HandContext:
    """What is known about a hand before it is typed; `filled` is what the system adds to the summary."""

    number: int
    dealer: Seat | None
    board: int | None
    filled: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Line:
    """One reason for points of one side."""

    code: str
    side: Side
    points: int
    params: Mapping[str, object]

    def as_json(self) -> dict[str, object]:
        """Return the line as a JSON object."""
        return {"code": self.code, "side": self.side, "points": self.points, "params": dict(self.params)}


@dataclass(frozen=True, slots=True)
class HandScore:
    """The score of a hand. The points of a side are the sum of its lines, always."""

    sides: Mapping[Side, int]
    lines: tuple[Line, ...]
    details: Mapping[str, object]

    def __post_init__(self) -> None:
        """Refuse a score that its lines do not explain (RulesError)."""
        if self.sides != _sums(self.sides, self.lines):
            raise RulesError(f"lines {self.lines} do not add up to {self.sides}")

    @classmethod
    def of_lines(
        cls, sides: Iterable[Side], lines: Iterable[Line], details: Mapping[str, object] | None = None
    ) -> HandScore:
        """Return the score that the lines make for these sides."""
        lines = tuple(lines)
        return cls(_sums(sides, lines), lines, details or {})

    def as_json(self) -> dict[str, object]:
        """Return the sides with their points, and the details where the game has any."""
        return {**self.sides, **({"details": self.details} if self.details else {})}


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState:
    """A match after some entries: the value that `open_match`, `add` and `close` hand on.

    `hands` counts scored hands; `running` has the totals after each entry; `games` is None where the game has
    no games inside a match; `filled` is what the system knows about the next hand; `own` belongs to the game
    alone. `own_end` false means that the stage ends the match, not the rules of the game.
    """

    rules: Any
    hands: int
    totals: Mapping[Side, int]
    running: tuple[Mapping[Side, int], ...] = ()
    games: Mapping[Side, int] | None = None
    next_dealer: Seat | None = None
    finished: bool = False
    winner: Side | None = None
    reason: str | None = None
    own: Any = None
    own_end: bool = True
    filled: Mapping[str, object] = field(default_factory=dict)

    def context(self, board: int | None = None) -> HandContext:
        """Return the context of the next hand."""
        return HandContext(self.hands + 1, self.next_dealer, board, self.filled)

    def as_json(self) -> dict[str, object]:
        """Return what `python -m engine match` prints."""
        games = {} if self.games is None else {"games": dict(self.games)}
        return {
            "running": [dict(totals) for totals in self.running],
            "totals": dict(self.totals),
            **games,
            "next_dealer": self.next_dealer,
            "finished": self.finished,
            "winner": self.winner,
            "reason": self.reason,
        }


class Reach(StrEnum):
    """How far an effect of a ruling goes, so that those who apply it need not know the game."""

    NOTE = "note"
    SUMMARY = "summary"
    VOID = "void"
    MATCH = "match"
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class Consequence:
    """What follows from an infraction; `points` where the effect has a value."""

    effect: str
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Infraction:
    """An offence of the game's catalogue with its usual effect, and the one when it is repeated."""

    code: str
    title: str
    effect: str
    points: int | None = None
    repeated: Consequence | None = None

    def consequence(self, *, repeated: bool = False) -> Consequence:
        """Return what follows the first time, or the next times."""
        if repeated and self.repeated is not None:
            return self.repeated
        return Consequence(self.effect, self.points)


class CheckSummary(Protocol):
    """Every problem of a summary, in the order of the rules; total over any JSON value."""

    def __call__(self, raw: object, rules: Any, context: HandContext | None = None) -> Problems: ...


class ScoreSummary(Protocol):
    """The score of a valid summary; RulesError for any other."""

    def __call__(
        self, summary: Mapping[str, Any], rules: Any, context: HandContext | None = None
    ) -> HandScore: ...


class OpenMatch(Protocol):
    """A match without hands."""

    def __call__(self, rules: Any, *, dealer: Seat | None = None, own_end: bool = True) -> MatchState: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """Everything the product knows about a game; `rules` is always a value of `Rules`.

    - `read_rules(raw)`: rules, or the problems of an option set `{"profile"?, option: value...}`;
    - `canonical(summary, rules)`: summaries that say the same become equal; RulesError for an invalid one;
    - `add(state, entry)`: the next state, or the problems of the entry (`match_over` once it is finished);
    - `close(state, reason)`: the match as the game's rules decide it when it is ended early;
    - `forfeit(state, offender)`: the match when one side forfeits it;
    - `rule(summary, ruling, rules)`: the summary as a ruling leaves it, or the problems of the ruling;
      only for effects whose `effects[effect]` is `Reach.SUMMARY` or `Reach.NOTE`, RulesError for others;
    - `victory_points(summary, rules)`: per hand, where the rules know them;
    - `tie_break(last_summary, last_score, rules)`: the side that the game's own match tie-break prefers;
    - `messages`, `line_texts`: English templates by code of a problem or a line;
    - `value_texts`: words for the values that the params of a line may have.
    """

    key: str
    title: str
    variants: tuple[Variant, ...]
    profiles: tuple[Profile, ...]
    Rules: type[Any]
    Summary: type[Any]
    read_rules: Callable[[object], Any]
    seats: Callable[[Any], tuple[Seat, ...]]
    sides: Callable[[Any], tuple[Side, ...]]
    side_of: Callable[[Any, Seat], Side]
    seat_names: Callable[[Any], Mapping[Seat, str]]
    check: CheckSummary
    canonical: Callable[[Mapping[str, Any], Any], dict[str, Any]]
    score: ScoreSummary
    open_match: OpenMatch
    add: Callable[[MatchState, Any], MatchState | Problems]
    close: Callable[[MatchState, str], MatchState]
    forfeit: Callable[[MatchState, Side], MatchState]
    infractions: tuple[Infraction, ...]
    effects: Mapping[str, Reach]
    rule: Callable[[Mapping[str, Any], Mapping[str, Any], Any], dict[str, Any] | Problems]
    victory_points: Callable[[Mapping[str, Any], Any], Mapping[Side, Fraction] | None]
    tie_break: Callable[[Mapping[str, Any], HandScore, Any], Side | None]
    messages: Mapping[str, str]
    line_texts: Mapping[str, str]
    value_texts: Mapping[str, str]
    examples: Path

    def scope(self, rules: Any) -> Scope:
        """Return what the declaration of a summary may depend on under these rules."""
        return Scope(rules, self.seats(rules), self.sides(rules))

    def profile(self, key: str) -> Profile:
        """Return the profile with this key; RulesError when there is none."""
        for profile in self.profiles:
            if profile.key == key:
                return profile
        raise RulesError(f"{self.key} has no profile {key!r}")

    def line_in_words(
        self, code: str, params: Mapping[str, Any], rules: Any, translate: Translate = untranslated
    ) -> str:
        """Return the reason of a line as it is shown: seats and values by their names.

        A text with the key `code/variant` goes before that of the code, where the rules have a variant.
        """
        of_variant = f"{code}/{getattr(rules, 'variant', '')}"
        code = of_variant if of_variant in self.line_texts else code
        words = {
            name: translate(self.value_texts[value]) if value in self.value_texts else shown(value)
            for name, value in params.items()
        }
        return sentence(Problem(code, "", words), self.line_texts, translate, self.seat_names(rules))

    def infraction(self, code: str) -> Infraction | None:
        """Return the infraction with this code, if the catalogue has it."""
        return next((infraction for infraction in self.infractions if infraction.code == code), None)


def no_victory_points(summary: Mapping[str, Any], rules: Any) -> None:
    """Stand in for `Game.victory_points` where the rules give none for a hand."""


def no_tie_break(summary: Mapping[str, Any], score: HandScore, rules: Any) -> None:
    """Stand in for `Game.tie_break` where the rules know none."""


def _sums(sides: Iterable[Side], lines: Iterable[Line]) -> dict[Side, int]:
    sums = dict.fromkeys(sides, 0)
    for line in lines:
        sums[line.side] += line.points
    return sums
