"""What a game is to the rest of the product: one value, `GAME`, made of data and plain functions.

Nothing here knows how many seats or sides there are: both come from `Game.seats(rules)` and
`Game.sides(rules)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from engine.core.doors import (
    CheckSummary,
    OpenMatch,
    ScoreSummary,
    no_doubt,
    no_way_back,
    nothing_between,
    was_there_before,
)
from engine.core.draw import TABLE_OF, SeatDraw
from engine.core.explain import ExplainRules, no_sections
from engine.core.infractions import REACHES, Consequence, Infraction, Reach
from engine.core.kinds import Scope
from engine.core.logs import LogReader
from engine.core.paper import PLAIN, Slip
from engine.core.play import CardPlay
from engine.core.problems import Problem, RulesError, sentence, shown
from engine.core.text import Translate, untranslated

Seat = int
"""1..n in the order of play; after seat n comes seat 1."""

Side = str
""" "A" (odd seats) and "B" (even seats); in three-handed games "P1", "P2", "P3"."""

DRAW = "draw"
"""The winner of a match that nobody won."""

FIRST_CODE = "first"
"""No code of a problem: the command line names the first thing that is wrong and no more."""

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
    """The score of a hand. The points of a side are the sum of its lines, always.

    `inline` says that in JSON the details stand beside the sides, as the rules of the game write them down.
    """

    sides: Mapping[Side, int]
    lines: tuple[Line, ...]
    details: Mapping[str, object]
    inline: bool = False

    def __post_init__(self) -> None:
        """Refuse a score that its lines do not explain (RulesError)."""
        if self.sides != _sums(self.sides, self.lines):
            raise RulesError(f"lines {self.lines} do not add up to {self.sides}")

    @classmethod
    def of_lines(
        cls,
        sides: Iterable[Side],
        lines: Iterable[Line],
        details: Mapping[str, object] | None = None,
        *,
        inline: bool = False,
    ) -> HandScore:
        """Return the score that the lines make for these sides."""
        lines = tuple(lines)
        return cls(_sums(sides, lines), lines, details or {}, inline)

    def as_json(self) -> dict[str, object]:
        """Return the sides with their points, and the details where the game has any."""
        if self.inline:
            return {**self.sides, **self.details}
        return {**self.sides, **({"details": self.details} if self.details else {})}


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState:
    """A match after some entries: the value that `open_match`, `add` and `close` hand on.

    `hands` counts scored hands; `running` has the totals after each entry; `games` is None where the game has
    no games inside a match; `filled` is what the system knows about the next hand; `own` belongs to the game
    alone, and `details` is what it tells of the match beyond the rest, as JSON. `own_end` false means that
    the stage ends the match, not the rules of the game; a side that forfeits it in a hand (`forfeited_by`)
    ends it all the same.
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
    forfeited_by: Side | None = None
    filled: Mapping[str, object] = field(default_factory=dict)
    details: Mapping[str, object] = field(default_factory=dict)

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
            **self.details,
        }


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
    - `between(ruling, rules)`: the entry of a match that a ruling with an effect between hands, or on the
      whole match, makes; None where the game has none for it;
    - `decides`: effects with which nothing of the play counts: for these `rule` takes what is known of the
      hand, be that a valid summary or not;
    - `ruled_whole`: whatever a ruling changes in a hand, it decides it, and nothing need be known of that;
    - `Details`: what a ruling may say beside offence, side and effect, declared as a summary is;
    - `details_of`: the names of those that an effect uses; the others use none;
    - `is_repeated(code, earlier, context)`: whether an offence is a repeated one, after so many `earlier`
      rulings of the same code against the same side in the match;
    - `lift(summary, ruling, rules)`: the summary without what a ruling did to it; None where that does not
      show;
    - `doubt_totals(totals, rules)`: what the totals of a whole match, typed without its hands, can hardly be:
      a reason to ask again, never to refuse; paths lead into the totals;
    - `victory_points(summary, rules)`: per hand, where the rules know them;
    - `tie_break(last_summary, last_score, rules)`: the side that the game's own match tie-break prefers;
    - `play`: how it is played card by card;
    - `logs`: how logs of another program are read;
    - `messages`, `line_texts`: English templates by code of a problem or a line;
    - `value_texts`: words for the values that the params of a line may have;
    - `effect_texts`: words for effects of rulings, with a place for `points`; others speak by their reach;
    - `refused_options`, `refused_entry`: the code under which the command line answers a rejected option set,
      or a faulty entry of a match; "" for the codes of what is wrong with it, `FIRST_CODE` for the first;
    - `as_given`: the command line folds the summaries of a match as they stand, without filling in what the
      match knows;
    - `explain(rules)`: the rules in sentences for those who play;
    - `draw`: how its cards decide who sits where and who deals first; None where they do not;
    - `slip`: how a match is written down on paper, its games included.
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
    play: CardPlay | None
    logs: LogReader | None
    messages: Mapping[str, str]
    line_texts: Mapping[str, str]
    value_texts: Mapping[str, str]
    examples: Path
    decides: frozenset[str] = frozenset()
    Details: type[Any] | None = None
    details_of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ruled_whole: bool = False
    is_repeated: Callable[[str, int, HandContext], bool] = was_there_before
    lift: Callable[[Mapping[str, Any], Mapping[str, Any], Any], dict[str, Any] | None] = no_way_back
    doubt_totals: Callable[[Mapping[Side, int], Any], Problems] = no_doubt
    effect_texts: Mapping[str, str] = field(default_factory=dict)
    refused_options: str = ""
    refused_entry: str = ""
    as_given: bool = False
    explain: ExplainRules = no_sections
    between: Callable[[Mapping[str, Any], Any], dict[str, Any] | None] = nothing_between
    draw: SeatDraw | None = None
    slip: Slip = PLAIN

    def scope(self, rules: Any) -> Scope:
        """Return what the declaration of a summary may depend on under these rules."""
        return Scope(rules, self.seats(rules), self.sides(rules))

    def side_size(self, rules: Any) -> int:
        """Return how many sit on a side of the table."""
        return len(self.seats(rules)) // len(self.sides(rules))

    def seat_draw(self, rules: Any) -> SeatDraw | None:
        """Return how cards are drawn for seats; None where they are not, or not at tables of this size."""
        four = len(self.seats(rules)) == TABLE_OF and len(self.sides(rules)) * 2 == TABLE_OF
        return self.draw.under(rules) if self.draw is not None and four else None

    def profile(self, key: str) -> Profile:
        """Return the profile with this key; RulesError when there is none."""
        for profile in self.profiles:
            if profile.key == key:
                return profile
        raise RulesError(f"{self.key} has no profile {key!r}")

    def line_in_words(
        self, code: str, params: Mapping[str, Any], rules: Any, translate: Translate = untranslated
    ) -> str:
        """Return the reason of a line as it is shown: seats, cards and values by their names.

        A text with the key `code/variant` goes before that of the code, where the rules have a variant.
        """
        of_variant = f"{code}/{getattr(rules, 'variant', '')}"
        code = of_variant if of_variant in self.line_texts else code
        words = {name: self._in_words(name, value, translate) for name, value in params.items()}
        return sentence(Problem(code, "", words), self.line_texts, translate, self.seat_names(rules))

    def _in_words(self, name: str, value: Any, translate: Translate) -> int | str:
        """Return a param of a line by its name, where it has one."""
        if value in self.value_texts:
            return translate(self.value_texts[value])
        showing = self.play.showing if self.play is not None and name == "card" else None
        return shown(value) if showing is None else showing.called(value, translate)

    def effect_in_words(
        self, consequence: Consequence, rules: Any, translate: Translate = untranslated
    ) -> str:
        """Return what follows from an infraction as it is read; an effect without a text by its reach.

        A text with the key `effect/variant` goes before that of the effect, where the rules have a variant.
        """
        effect = consequence.effect
        usual = self.effect_texts.get(effect, REACHES[self.effects[effect]])
        text = self.effect_texts.get(f"{effect}/{getattr(rules, 'variant', '')}", usual)
        value = consequence.value(rules)
        points = "…" if value is None else str(value).replace("-", "−")
        return translate(text).format(points=points)

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
