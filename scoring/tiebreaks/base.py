"""What a criterion of the standings is: one frozen object with one pure function over a ResultTable."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from fractions import Fraction
from typing import Any, NamedTuple

from scoring.score import Score
from scoring.table import EntrantId, Points, ResultTable


class Unbounded(Enum):
    """More than any number: the quotient of one whose opponents made nothing."""

    BEST = "∞"


Value = Points | Unbounded | None


class Of(StrEnum):
    """The kind of points that an option of a criterion chooses."""

    MATCH_POINTS = "match_points"
    GAME_POINTS = "game_points"


class By(StrEnum):
    """What Sonneborn-Berger multiplies the score of an opponent with."""

    RESULT = "result"
    MATCH_POINTS = "match_points"
    GAME_POINTS = "game_points"


@dataclass(frozen=True, slots=True)
class Options:
    """Options of a criterion in a ranking list; each criterion names those that it knows."""

    of: Of = Of.MATCH_POINTS
    by: By = By.RESULT
    limit: Points = Fraction(1, 2)


class Column(NamedTuple):
    """A criterion for the whole field, in the order of the table's entrants.

    ``values`` are multiples of 1/``unit``. Higher ``keys`` are better; without them the values decide.
    """

    values: Sequence[Any]
    unit: int = 1
    keys: Sequence[Any] | None = None


class Part(NamedTuple):
    """One summand of a value: ``points × factor``, and whether it was counted or cut.

    ``opponent`` is None for a dummy and for what has no opponent; ``round`` is 0 where none is meant.
    """

    round: int
    opponent: EntrantId | None
    points: Points
    factor: Points = 1
    counted: bool = True
    outcome: str = "played"

    @property
    def amount(self) -> Points:
        """What the part adds to the value."""
        return self.points * self.factor if self.counted else 0


Groups = Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A criterion. Its texts are message ids.

    ``column`` gives the values of the whole field; ``groups`` are those still tied, by their places in the
    table, given to a criterion ``among_tied``, which may be used again when others have split them.
    ``parts`` explains one value.
    """

    key: str
    name: str
    abbreviation: str
    help: str
    source: str
    column: Callable[[ResultTable, Options, Groups], Column]
    parts: Callable[[ResultTable, Options, int], tuple[Part, ...]] | None = None
    lower_is_better: bool = False
    among_tied: bool = False
    options: frozenset[str] = frozenset()


def score_of(table: ResultTable, of: Of | By) -> Score:
    """The points that an option means."""
    return table.game_score if of == "game_points" else table.match_score


def ratio(value: Points, unit: int) -> Points:
    """``value / unit`` exactly, as an ``int`` where it is whole."""
    if unit == 1:
        return value
    if isinstance(value, int):
        whole, rest = divmod(value, unit)
        return Fraction(value, unit) if rest else whole
    return value / unit


Compute = Callable[[ResultTable, Options], Column]
Explain = Callable[[ResultTable, Options, int], tuple[Part, ...]]


def whole_field(compute: Compute) -> Callable[[ResultTable, Options, Groups], Column]:
    """A criterion that does not ask who is tied."""

    def column(table: ResultTable, options: Options, groups: Groups) -> Column:
        return compute(table, options)

    return column


def summed(
    *,
    key: str,
    name: str,
    abbreviation: str,
    help: str,
    source: str,
    parts: Explain,
    options: frozenset[str] = frozenset(),
) -> TieBreak:
    """A criterion whose values are the sums of their parts."""

    def column(table: ResultTable, options: Options) -> Column:
        places = range(len(table.entrants))
        return Column([sum(part.amount for part in parts(table, options, place)) for place in places])

    return TieBreak(
        key=key,
        name=name,
        abbreviation=abbreviation,
        help=help,
        source=source,
        column=whole_field(column),
        parts=parts,
        options=options,
    )
