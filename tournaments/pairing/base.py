"""The words of pairing: what a method is told about a round, and the draft it hands back.

Pure data. Ids are opaque; points are exact; everything the draw knows stands in `PairingInput`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Protocol

from engine.core.compounds import ListOf
from engine.core.kinds import Choice, ChoiceValue, Flag, Integer, Text
from engine.core.options import option
from engine.core.problems import Problem
from engine.core.text import gettext_noop as _

EntrantId = Hashable
Points = int | Fraction
IdPair = tuple[EntrantId, EntrantId]

BYE = "bye"
"""The free seat, where it stands among entrants in the obstacle of a round that cannot be drawn."""


class Pattern(StrEnum):
    """Who is ideally drawn against whom inside a score group (criterion 8)."""

    SLIDE = "slide"
    FOLD = "fold"
    ADJACENT = "adjacent"
    RANDOM = "random"


class Float(IntEnum):
    """What an entrant did in the round before: met a higher score, nothing of the kind, met a lower one."""

    UP = -1
    NONE = 0
    DOWN = 1


class Seating(StrEnum):
    """How the two entrants of a table get their sides; until cards are drawn at the table, by lot too."""

    BALANCED = "balanced"
    RANDOM = "random"
    FIXED = "fixed"
    CARDS = "cards"


class TableOrder(StrEnum):
    """How matches get their tables: by the rank of the match, or where an entrant sat before."""

    RANK = "rank"
    KEPT = "kept"


@dataclass(frozen=True, kw_only=True, slots=True)
class SwissOptions:
    """`method_options` of a Swiss stage."""

    pattern: str = option(
        Choice(
            (
                ChoiceValue("slide", _("top half against bottom half")),
                ChoiceValue("fold", _("first against last")),
                ChoiceValue("adjacent", _("neighbours")),
                ChoiceValue("random", _("drawn by lot")),
            )
        ),
        default="slide",
        label=_("Pattern"),
        help=_("Who is ideally drawn against whom among those of the same score."),
    )
    same_club_rounds: int = option(
        Integer(minimum=0),
        default=0,
        label=_("Rounds that keep clubs apart"),
        help=_("In the first rounds, up to this one, clubs and groups are kept apart where possible."),
    )
    forbidden_pairs: tuple[tuple[str, ...], ...] = option(
        ListOf(ListOf(Text(), 2, 2)),
        default=(),
        label=_("Forbidden pairs"),
        help=_("Entrants that are never drawn against each other."),
    )
    accelerate_rounds: int = option(
        Integer(minimum=0),
        default=0,
        label=_("Accelerated rounds"),
        help=_(
            "In the first rounds, up to this one, the top half by number is drawn as if it had one win more."
        ),
    )
    forfeit_is_meeting: bool = option(
        Flag(),
        default=False,
        label=_("A forfeit is a meeting"),
        help=_("Entrants whose match was forfeited are not drawn against each other again."),
    )
    forfeit_win_counts_as_bye: bool = option(
        Flag(),
        default=False,
        label=_("A forfeit win counts as a bye"),
        help=_("Who has won by forfeit gets no bye while others have had none."),
    )
    seeding: str = option(
        Choice((ChoiceValue("number", _("by number")), ChoiceValue("draw", _("drawn by lot")))),
        default="number",
        label=_("Order of the first round"),
        help=_("The places of entrants before anything was played."),
    )


@dataclass(frozen=True, slots=True)
class PairingEntrant:
    """One entrant as the pairing of a round sees it.

    `score`: match points so far, fines included, `virtual` ones (acceleration) apart. `rank`: in the last
    closed standings. `met`: opponents of criterion 3. `byes`: those that count when a bye is given. `missed`:
    rounds so far without a played match. `floated`: what it did in the round before. `sides`: where it sat,
    oldest first. `table`: the only table it can use. `set_bye`: outcome set beforehand (bye, absence), which
    keeps it out of this round. `returns`: it is expected in the round after.
    """

    id: EntrantId
    number: int
    score: Points = 0
    virtual: Points = 0
    rank: int | None = None
    met: frozenset[EntrantId] = frozenset()
    byes: int = 0
    missed: int = 0
    floated: Float = Float.NONE
    club: Hashable | None = None
    group: Hashable | None = None
    sides: tuple[str, ...] = ()
    table: int | None = None
    last_table: int | None = None
    set_bye: str | None = None
    returns: bool = True


class FixedTable(NamedTuple):
    """A table set by the director: who sits N-S, who E-W, and where, if that is set too."""

    first: EntrantId
    second: EntrantId
    table: int | None = None


@dataclass(frozen=True, slots=True)
class PairingInput:
    """Everything that decides a round.

    `entrants`: those in the stage who have not left. `fixed`: tables set by the director.
    `continuous`: scores come from a scale or are game points, so their differences mean little.
    """

    round: int
    entrants: tuple[PairingEntrant, ...]
    seed: int = 0
    options: SwissOptions = field(default_factory=SwissOptions)
    fixed: tuple[FixedTable, ...] = ()
    forbidden: tuple[IdPair, ...] = ()
    continuous: bool = False
    allow_rematches: bool = False
    allow_second_bye: bool = False
    seating: Seating = Seating.BALANCED
    table_order: TableOrder = TableOrder.RANK


class RoundPlan(NamedTuple):
    """A round as a person may put it together: who meets whom, and who has the bye."""

    pairs: tuple[IdPair, ...]
    byes: tuple[EntrantId, ...] = ()


class ByeCost(NamedTuple):
    """Criterion 4 in its order: score without virtual points, rounds missed, active entrants placed below."""

    score: Points
    missed: int
    below: int


class CostVector(NamedTuple):
    """What a round costs, the gravest criterion first: the smaller vector is the better round."""

    rematches: int
    bye: ByeCost | tuple[()]
    soft_bans: int
    squares: Points
    height: Points
    floats: int
    pattern: int

    def as_json(self) -> list[Any]:
        """The vector as it is printed: points as exact text, the bye's three numbers or an empty list."""
        bye = [str(self.bye.score), self.bye.missed, self.bye.below] if isinstance(self.bye, ByeCost) else []
        return [
            self.rematches,
            bye,
            self.soft_bans,
            str(self.squares),
            str(self.height),
            self.floats,
            self.pattern,
        ]


LEVELS = ("rematches", "bye", "soft_bans", "squares", "height", "floats", "pattern")
"""The criteria of the cost vector by name, in their order."""


@dataclass(frozen=True, slots=True)
class Why:
    """The reason for a table or a bye; `WHY_TEXTS` has the sentence of each code."""

    code: str
    params: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Pair:
    """One table of the draft: `first` sits N-S (side A), `second` E-W (side B)."""

    table: int
    first: EntrantId
    second: EntrantId
    why: Why


@dataclass(frozen=True, slots=True)
class Bye:
    """Who has the bye, and why."""

    entrant: EntrantId
    why: Why


@dataclass(frozen=True, slots=True)
class Certificate:
    """What is known about the draft being the best one.

    `proven`: the criteria, from the first on, in which no legal round is better. `gap`: the most that a
    better round could save in the first criterion that is not proven, in its units; 0 when all are.
    """

    method: str
    proven: tuple[str, ...] = LEVELS
    gap: int = 0

    @property
    def is_complete(self) -> bool:
        """Whether the whole cost vector is proven to be the least."""
        return len(self.proven) == len(LEVELS)


@dataclass(frozen=True, slots=True)
class Draw:
    """A drafted round, in table order, with what it costs and why each table is as it is."""

    pairs: tuple[Pair, ...]
    byes: tuple[Bye, ...]
    costs: CostVector
    certificate: Certificate
    next_round_possible: bool
    seed: int

    @property
    def plan(self) -> RoundPlan:
        """Who meets whom, without the reasons."""
        return RoundPlan(
            tuple((pair.first, pair.second) for pair in self.pairs), tuple(bye.entrant for bye in self.byes)
        )


class Method(Protocol):
    """A way to draw rounds; `METHODS` has those that are known by key. `sides`: how many meet at a table."""

    key: ClassVar[str]
    title: ClassVar[str]
    options: ClassVar[type[Any]]
    sides: ClassVar[int]
    needs_results: ClassVar[bool]

    def rounds_possible(self, entrants: int) -> int:
        """Return the most rounds that so many entrants can play without a rematch."""

    def draw(self, given: PairingInput) -> Draw | tuple[Problem, ...]:
        """Return the round, or the problems that keep it from being drawn."""
