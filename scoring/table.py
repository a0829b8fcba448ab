"""The results of a stage as one frozen value: what every criterion of the standings reads.

Pure data: no Django, no models. Entrants are opaque hashable ids; points are exact (``int`` or ``Fraction``).
Inside, entrants are their positions in ``ResultTable.entrants`` and match points whole multiples of 1/unit,
so that the usual event is computed with small integers alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import IntEnum, StrEnum
from fractions import Fraction
from functools import cached_property, wraps
from itertools import pairwise, starmap
from types import MappingProxyType
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from engine.core.numbers import exact_number
from scoring.score import Score

EntrantId = Hashable
Points = int | Fraction
NOBODY: Mapping[EntrantId, int] = MappingProxyType({})

P = ParamSpec("P")
T = TypeVar("T")
N = TypeVar("N", bound=NamedTuple)


class Outcome(StrEnum):
    """What became of an entrant's match in a round (tournament.md section 1)."""

    PLAYED = "played"
    PAIRING_BYE = "pairing_bye"
    REQUESTED_BYE = "requested_bye"
    ABSENCE = "absence"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    DOUBLE_FORFEIT = "double_forfeit"
    UNPLAYED = "unplayed"


PLAYED = Outcome.PLAYED
CANCELLED = Outcome.UNPLAYED
BYES = frozenset({Outcome.PAIRING_BYE, Outcome.REQUESTED_BYE})
FORFEITS = frozenset({Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS, Outcome.DOUBLE_FORFEIT})
VOLUNTARY = frozenset({Outcome.REQUESTED_BYE, Outcome.ABSENCE, Outcome.FORFEIT_LOSS, Outcome.DOUBLE_FORFEIT})


class Unplayed(StrEnum):
    """The rule by which rounds without a played match count for opponents and for the entrant itself."""

    FIDE_2026 = "fide_2026"
    FIDE_2023 = "fide_2023"
    PLAYED_ONLY = "played_only"
    VIRTUAL_OPPONENT = "virtual_opponent"


class Verdict(IntEnum):
    """A match for one side, in half wins: Sonneborn-Berger multiplies by it."""

    LOST = 0
    DRAWN = 1
    WON = 2


class EntrantInfo(NamedTuple):
    """Who is ranked. ``left_after_round`` of a withdrawn entrant is the last round it was there for."""

    id: EntrantId
    number: int
    rating: Points | None = None
    joined_round: int = 1
    left_after_round: int | None = None
    carried: Points = 0


class Result(NamedTuple):
    """One entrant in one round: a match, an encounter at several tables, a bye or an absence.

    ``opponents`` are those met, or scheduled where nothing was played. ``opponent_game_points`` holds one
    number for each opposing side: two at a table of three. ``verdict`` is the match as a whole.
    """

    entrant: EntrantId
    round: int
    outcome: Outcome
    opponents: tuple[EntrantId, ...] = ()
    match_points: Points = 0
    game_points: Points = 0
    opponent_game_points: tuple[Points, ...] = ()
    verdict: Verdict = Verdict.LOST
    games_won: int = 0
    hands_won: int = 0
    victory_points: Points | None = None

    @property
    def is_played(self) -> bool:
        """Whether a match took place."""
        return self.outcome == PLAYED

    @property
    def is_three_sided(self) -> bool:
        """Whether the table had three sides, so that each of the two others is a meeting of its own."""
        return len(self.opponent_game_points) > 1

    @property
    def opposition(self) -> Points:
        """Game points of the other side; at a table of three the mean of the two others."""
        others = self.opponent_game_points
        if len(others) == 1:
            return others[0]
        return simple(Fraction(sum(others), len(others))) if others else 0

    def meeting(self, place: int) -> Verdict:
        """The meeting with ``opponents[place]``: by the game points at a table of three."""
        if not self.is_three_sided:
            return self.verdict
        return compare(self.game_points, self.opponent_game_points[place])


class Fine(NamedTuple):
    """A penalty (negative) or bonus in force, by ruling: changes the own score from ``round`` on."""

    entrant: EntrantId
    round: int
    match_points: Points = 0
    game_points: Points = 0


@dataclass(frozen=True, slots=True)
class Settings:
    """What the stage says about its points and standings.

    ``win``, ``draw`` and ``loss`` are the most, the even and the least match points of one match, under a
    scale or places at the table too. ``scaled``: match points come from a scale. ``bounded``: no match gives
    more than a win (false where the game points themselves are the score). ``plan``: a movement or individual
    plan, in which a round without a match counts for nothing.
    """

    win: Points = 2
    draw: Points = 1
    loss: Points = 0
    absence: Points = 0
    unplayed: Unplayed = Unplayed.FIDE_2026
    difference_cap: Points | None = None
    draw_game_points: Points = 0
    fines_count_for_opponents: bool = False
    lots: Mapping[EntrantId, int] = field(default_factory=lambda: NOBODY)
    playoffs: Mapping[EntrantId, int] = field(default_factory=lambda: NOBODY)
    round_robin: bool = False
    scaled: bool = False
    bounded: bool = True
    plan: bool = False


def simple(value: Fraction) -> Points:
    """The same number, as an ``int`` where it is whole."""
    return value.numerator if value.denominator == 1 else value


def exact(raw: int | str | Decimal | Fraction) -> Points:
    """A number as archives write it (``2``, ``"1/2"``, ``"0.5"``), exactly; ValueError when it is none."""
    if type(raw) is int:
        return raw
    return simple(exact_number(raw) if isinstance(raw, str) else Fraction(raw))


def compare(own: Points, other: Points) -> Verdict:
    """Who has more: WON, DRAWN or LOST for ``own``."""
    if own == other:
        return Verdict.DRAWN
    return Verdict.WON if own > other else Verdict.LOST


View = Callable[Concatenate["ResultTable", P], T]


def view(look: View[P, T]) -> View[P, T]:
    """Compute ``look(table, ...)`` once for a table; further arguments must be hashable."""

    @wraps(look)
    def remembered(table: ResultTable, /, *arguments: P.args, **named: P.kwargs) -> T:
        key = (look, arguments, *named.items())
        if key not in table.views:
            table.views[key] = look(table, *arguments, **named)
        found: T = table.views[key]
        return found

    return remembered


@dataclass(frozen=True, eq=False)
class ResultTable:
    """Results up to a round, with the views that criteria share.

    ``rounds`` counts the rounds of the table; ``closed`` those in which an entrant without a match is absent
    (all of them unless a running round is shown provisionally). Its views raise ValueError for two results of
    an entrant in one round and for a round beyond the table, KeyError for an entrant not in ``entrants``.
    """

    entrants: tuple[EntrantInfo, ...]
    rounds: int
    results: tuple[Result, ...]
    fines: tuple[Fine, ...] = ()
    settings: Settings = Settings()
    closed: int | None = None
    views: dict[Any, Any] = field(default_factory=dict, init=False, repr=False)

    @classmethod
    def from_rows(
        cls,
        entrants: Iterable[tuple[Any, ...]],
        rounds: int,
        results: Iterable[tuple[Any, ...]],
        *,
        fines: Iterable[tuple[Any, ...]] = (),
        settings: Settings | None = None,
        closed: int | None = None,
    ) -> ResultTable:
        """A table from plain tuples in the order of the fields of EntrantInfo, Result and Fine."""
        return cls(
            _made(EntrantInfo, entrants),
            rounds,
            _made(Result, results),
            _made(Fine, fines),
            settings or Settings(),
            closed,
        )

    def up_to(self, last: int) -> ResultTable:
        """The table as it stood after round ``last``; this one where nothing is later."""
        if last >= self.rounds:
            return self
        return replace(
            self,
            rounds=last,
            results=tuple(result for result in self.results if result.round <= last),
            fines=tuple(fine for fine in self.fines if fine.round <= last),
            closed=None if self.closed is None else min(last, self.closed),
        )

    @cached_property
    def index(self) -> dict[EntrantId, int]:
        """Place of each entrant in ``entrants``."""
        return {entrant.id: place for place, entrant in enumerate(self.entrants)}

    @cached_property
    def lines(self) -> list[list[Result]]:
        """For each entrant its rounds in order, implied absences filled in, cancelled matches left out."""
        lines: list[list[Result]] = [[] for _ in self.entrants]
        index = self.index
        for result in self.results:
            lines[index[result.entrant]].append(result)
        expected = list(range(1, self.last_closed + 1))
        for place, line in enumerate(lines):
            rounds = [result.round for result in line]
            if rounds != expected or CANCELLED in {result.outcome for result in line}:
                lines[place] = self._complete(self.entrants[place], line)
        return lines

    @property
    def last_closed(self) -> int:
        """The last round in which an entrant without a match is absent."""
        return self.rounds if self.closed is None else self.closed

    def _complete(self, entrant: EntrantInfo, line: list[Result]) -> list[Result]:
        """The results of one entrant in order, with its absences and without cancelled matches."""
        rounds = [result.round for result in line]
        if rounds != sorted(set(rounds)):
            line = _in_order(line)
        if rounds and not 1 <= min(rounds) <= max(rounds) <= self.rounds:
            raise ValueError(f"entrant {entrant.id!r} has rounds {rounds} in a table of {self.rounds}")
        if not self.settings.plan:
            line = self._with_absences(entrant, line)
        if CANCELLED in {result.outcome for result in line}:
            line = [result for result in line if result.outcome != CANCELLED]
        return line

    def _with_absences(self, entrant: EntrantInfo, line: list[Result]) -> list[Result]:
        """The line with an absence in each round without a match: no points once the entrant has left."""
        there = {result.round for result in line}
        left = self.rounds if entrant.left_after_round is None else entrant.left_after_round
        missed = (
            Result(entrant.id, number, Outcome.ABSENCE, (), self.settings.absence if number <= left else 0)
            for number in range(1, self.last_closed + 1)
            if number not in there
        )
        return sorted([*line, *missed], key=lambda result: result.round)

    @cached_property
    def gaps(self) -> dict[int, list[int]]:
        """Of those who have any, the places in their line of the rounds without a played match."""
        return {
            place: [at for at, result in enumerate(line) if result.outcome != PLAYED]
            for place, line in enumerate(self.lines)
            if {result.outcome for result in line} - {PLAYED}
        }

    @cached_property
    def played(self) -> list[list[Result]]:
        """For each entrant the rounds with a match."""
        played = list(self.lines)
        for place in self.gaps:
            played[place] = [result for result in played[place] if result.outcome == PLAYED]
        return played

    @cached_property
    def opponents(self) -> list[list[int]]:
        """For each entrant the places of those it met in played matches, once for each meeting."""
        index = self.index
        return [[index[opponent] for result in line for opponent in result.opponents] for line in self.played]

    @cached_property
    def verdicts(self) -> list[list[Verdict]]:
        """For each entrant how each played meeting ended, parallel to ``opponents``."""
        return [
            [result.verdict for result in line]
            if len(met) == len(line)
            else [result.meeting(seat) for result in line for seat in range(len(result.opponents))]
            for line, met in zip(self.played, self.opponents, strict=True)
        ]

    @cached_property
    def last_round_drawn(self) -> ResultTable:
        """The same table with every played match of the last round taken as drawn (fore-Buchholz)."""
        even = self.settings.draw
        level = self.settings.draw_game_points
        drawn = tuple(
            result._replace(verdict=Verdict.DRAWN, match_points=even, game_points=level)
            if result.round == self.rounds and result.is_played
            else result
            for result in self.results
        )
        return replace(self, results=drawn)

    @cached_property
    def match_points(self) -> list[list[Points]]:
        """For each entrant what it got in each round of its line."""
        return [[result.match_points for result in line] for line in self.lines]

    @cached_property
    def match_score(self) -> Score:
        """Match points of all entrants in whole units."""
        settings = self.settings
        return Score.of(
            self.match_points,
            [entrant.carried for entrant in self.entrants],
            self._fines(lambda fine: fine.match_points),
            (settings.win, settings.draw, settings.loss),
        )

    @cached_property
    def game_score(self) -> Score:
        """Game points of all entrants in whole units; a draw is worth the stage's ``draw_game_points``."""
        even = self.settings.draw_game_points
        return Score.of(
            [[result.game_points for result in line] for line in self.lines],
            [0] * len(self.entrants),
            self._fines(lambda fine: fine.game_points),
            (2 * even, even, 0),
        )

    def _fines(self, amount: Callable[[Fine], Points]) -> list[Points]:
        """What rulings add to each entrant, in all."""
        sums: list[Points] = [0] * len(self.entrants)
        for fine in self.fines:
            if not 1 <= fine.round <= self.rounds:
                raise ValueError(f"{fine!r} in a table of {self.rounds} rounds")
            sums[self.index[fine.entrant]] += amount(fine)
        return sums


def _made(kind: type[N], rows: Iterable[tuple[Any, ...]]) -> tuple[N, ...]:
    """Named tuples from rows that may leave out the last fields."""
    return tuple(starmap(kind, rows))


def _in_order(line: list[Result]) -> list[Result]:
    """The results of one entrant by round; ValueError when a round has two."""
    ordered = sorted(line, key=lambda result: result.round)
    for earlier, later in pairwise(ordered):
        if earlier.round == later.round:
            raise ValueError(f"two results of entrant {later.entrant!r} in round {later.round}")
    return ordered
