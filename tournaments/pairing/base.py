"""The words of pairing: what a method is told about a round, and the draft it hands back.

Pure data. Ids are opaque; points are exact; everything the draw knows stands in `PairingInput`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from engine.core.compounds import ListOf
from engine.core.kinds import Choice, ChoiceValue, Flag, Integer, Text
from engine.core.options import option
from engine.core.text import gettext_noop as _

EntrantId = Hashable
Ids = tuple[EntrantId, ...]
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


class MethodOptions(Protocol):
    """What the `method_options` of every stage say, whatever its method."""

    @property
    def forbidden_pairs(self) -> tuple[tuple[EntrantId, ...], ...]:
        """Entrants that never meet, two and two."""

    @property
    def forfeit_is_meeting(self) -> bool:
        """Whether a match that was forfeited is a meeting."""

    @property
    def forfeit_win_counts_as_bye(self) -> bool:
        """Whether a win by forfeit is as good as a bye when one is given."""


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
    keeps it out of this round. `returns`: it is expected in the round after. `met_in`: each meeting of `met`
    with its round, a second one again.
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
    met_in: tuple[tuple[EntrantId, int], ...] = ()


class FixedTable(NamedTuple):
    """A table set by the director: who sits there by side, and where, if that is set too."""

    entrants: Ids
    table: int | None = None


@dataclass(frozen=True, slots=True)
class PairingInput:
    """Everything that decides a round.

    `entrants`: those in the stage who have not left. `fixed`: tables set by the director.
    `continuous`: scores come from a scale or are game points, so their differences mean little.
    `rounds`: how many are planned, if that is known. `stage_seed`: the same in all rounds of the stage.
    """

    round: int
    entrants: tuple[PairingEntrant, ...]
    seed: int = 0
    options: MethodOptions = field(default_factory=SwissOptions)
    fixed: tuple[FixedTable, ...] = ()
    forbidden: tuple[IdPair, ...] = ()
    continuous: bool = False
    allow_rematches: bool = False
    allow_second_bye: bool = False
    seating: Seating = Seating.BALANCED
    table_order: TableOrder = TableOrder.RANK
    rounds: int | None = None
    stage_seed: int = 0

    @property
    def swiss(self) -> SwissOptions:
        """The options of a Swiss stage; raises TypeError for those of another method."""
        if not isinstance(self.options, SwissOptions):
            raise TypeError(f"no options of a Swiss stage: {self.options}")
        return self.options


class RoundPlan(NamedTuple):
    """A round as a person may put it together: who meets whom by side, and who sits out."""

    tables: tuple[Ids, ...]
    byes: Ids = ()


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


class Costs(Protocol):
    """What a round costs by its method, the gravest criterion first: the smaller is the better round."""

    def as_json(self) -> list[Any]:
        """The vector as it is printed."""

    def __lt__(self, other: Any, /) -> bool:
        """Whether it is the better one."""

    def __le__(self, other: Any, /) -> bool:
        """Whether the other one is not better."""


LEVELS = ("rematches", "bye", "soft_bans", "squares", "height", "floats", "pattern")
"""The criteria of the cost vector by name, in their order."""


@dataclass(frozen=True, slots=True)
class Why:
    """The reason for a table or a bye; `WHY_TEXTS` has the sentence of each code."""

    code: str
    params: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """One table of the draft: its number, and who sits there in the order of the sides (A first, or P1)."""

    table: int
    entrants: Ids
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
    `levels`: all criteria of the method.
    """

    method: str
    proven: tuple[str, ...] = LEVELS
    gap: int = 0
    levels: tuple[str, ...] = LEVELS

    @property
    def is_complete(self) -> bool:
        """Whether the whole cost vector is proven to be the least."""
        return len(self.proven) == len(self.levels)


@dataclass(frozen=True, slots=True)
class Draw:
    """A drafted round, in table order, with what it costs and why each table is as it is."""

    tables: tuple[DrawnTable, ...]
    byes: tuple[Bye, ...]
    costs: Costs
    certificate: Certificate
    next_round_possible: bool
    seed: int

    @property
    def plan(self) -> RoundPlan:
        """Who meets whom, without the reasons."""
        return RoundPlan(
            tuple(each.entrants for each in self.tables), tuple(bye.entrant for bye in self.byes)
        )
