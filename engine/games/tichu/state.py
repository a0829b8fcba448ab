"""A position of a hand of Tichu (rules section 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.games.tichu.cards import MAH_JONG
from engine.games.tichu.combinations import THE_DRAGON, Combination
from engine.games.tichu.rules import TABLES, Rules, side_of

GRAND, EXCHANGE, LEAD, FOLLOW = "grand", "exchange", "lead", "follow"
WON, FINAL_GIFT, OVER = "won", "final_gift", "over"

NOBODY = 0
"""Stands for a seat where there is none: nobody is on turn, nobody owns a top."""


@dataclass(frozen=True, slots=True)
class Ring:
    """What a variant fixes about the seats; sequences and maps go by seat number."""

    seats: tuple[int, ...]
    after: tuple[int, ...]
    """The next seat in the order of play; place 0 is not used."""
    partners: Mapping[int, tuple[int, ...]]
    opponents: Mapping[int, tuple[int, ...]]
    receivers: Mapping[int, Mapping[str, int]]
    """To whom a seat pushes, one card each (4.2, section 14), by the key that stands for him in a record."""
    sweep_length: int
    is_six: bool
    """Whether section 14 holds: a partner is named with the Dog, and the last tricks go to other hands."""


def _ring(variant: str, is_six: bool) -> Ring:
    table = TABLES[variant]
    others = {seat: tuple(other for other in table.seats if other != seat) for seat in table.seats}
    partners = {seat: tuple(each for each in others[seat] if (each - seat) % 2 == 0) for seat in table.seats}
    return Ring(
        seats=table.seats,
        after=(NOBODY, *table.seats[1:], table.seats[0]),
        partners=partners,
        opponents={seat: tuple(each for each in others[seat] if (each - seat) % 2) for seat in table.seats},
        receivers={
            seat: {str(each): each for each in (partners if is_six else others)[seat]} for seat in table.seats
        },
        sweep_length=table.sweep_length,
        is_six=is_six,
    )


RINGS = {variant: _ring(variant, is_six=variant == "tientsin") for variant in TABLES}


class State:
    """A position. Lists go by seat number, place 0 is not used; cards are masks (see `cards.py`).

    A position that has been handed out is never changed: whoever wants to go on takes a copy.
    """

    __slots__ = (
        "active", "after", "calls", "firsts", "hands", "laid", "out", "owner", "phase", "pile", "played",
        "pushes", "ring", "rules", "taken", "top", "turn", "waiting", "wish",
    )  # fmt: skip

    def __init__(self, rules: Rules, firsts: Sequence[int], hands: Sequence[int]) -> None:
        """Open a hand: `firsts` are the first cards of each seat, `hands` all of them."""
        places = len(hands)
        self.rules = rules
        self.ring = RINGS[rules.variant]
        self.phase = GRAND
        self.firsts = tuple(firsts)
        self.hands = list(hands)
        self.pushes: dict[int, dict[int, int]] = {}
        """What each seat has pushed, by receiver."""
        self.calls: dict[int, str] = {}
        self.played = [False] * places
        """Who has laid a card: the right to a small Tichu ends with it (4.4)."""
        self.turn = NOBODY
        """The seat that may play or pass; nobody while a Dragon has to be given."""
        self.owner = NOBODY
        self.top: Combination | None = None
        self.laid = 0
        """The cards of the top."""
        self.pile = 0
        """Points of the trick on the table."""
        self.taken = [0] * places
        """Points of the tricks that each seat has collected."""
        self.waiting = 0
        """How many seats still have to pass before the trick is won."""
        self.active = places - 1
        self.after = list(self.ring.after)
        """The next active seat after each seat, in the order of play, also after one that is out."""
        self.out: list[int] = []
        self.wish = 0
        """The rank value of the open wish, 0 for none."""

    def copy(self) -> State:
        """Return a position of its own that equals this one."""
        twin = object.__new__(State)
        twin.rules, twin.ring, twin.firsts = self.rules, self.ring, self.firsts
        twin.phase, twin.turn, twin.owner, twin.waiting = self.phase, self.turn, self.owner, self.waiting
        twin.top, twin.laid, twin.pile, twin.wish = self.top, self.laid, self.pile, self.wish
        twin.hands, twin.played, twin.taken = self.hands.copy(), self.played.copy(), self.taken.copy()
        twin.pushes, twin.calls = self.pushes.copy(), self.calls.copy()
        twin.active, twin.after, twin.out = self.active, self.after.copy(), self.out.copy()
        return twin

    @property
    def is_over(self) -> bool:
        """Whether no event is legal any more."""
        return self.phase == OVER

    @property
    def is_dragon_top(self) -> bool:
        """Whether the lone Dragon lies on the table: its trick is given away."""
        return self.top is THE_DRAGON

    @property
    def leader(self) -> int:
        """4.2: who leads after a trick: the owner of the top, or the next active seat after it."""
        return self.owner if self.hands[self.owner] else self.after[self.owner]

    def go_out(self, seat: int) -> None:
        """Note that a seat has laid its last card; who was before it in the order is now before the next."""
        self.out.append(seat)
        self.active -= 1
        following = self.after[seat]
        self.after = [following if each == seat else each for each in self.after]

    def holder_of_mah_jong(self) -> int:
        """Return the seat that leads first."""
        return next(seat for seat in self.ring.seats if self.hands[seat] & MAH_JONG)

    def side(self, seat: int) -> str:
        """Return the side of a seat."""
        return side_of(self.rules, seat)
