"""What a log does not say and a record must: whose turn it is, who is out, and whose trick lies there.

A light following of the play, enough to tell a bomb from a play and a closing pass from a pass. Whether the
play was legal is for the state machine to say: nothing is refused here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

SEATS = (1, 2, 3, 4)
BOMB = 4
"""Cards of the smallest bomb."""

ORDER = "23456789TJQKA"


def partner_of(seat: int) -> int:
    """Return the seat on the other side of the table."""
    return (seat + 1) % 4 + 1


def is_bomb(cards: Sequence[str]) -> bool:
    """Tell whether cards are four of a rank, or five and more in a row of one suit (rules section 5.1)."""
    ranks = {card[0] for card in cards}
    if not ranks <= set(ORDER) or "DR" in cards or len(set(cards)) < len(cards):
        return False
    if len(cards) == BOMB:
        return len(ranks) == 1
    places = sorted(ORDER.index(card[0]) for card in cards)
    in_a_row = bool(places) and places == list(range(places[0], places[0] + len(places)))
    return len(cards) > BOMB and in_a_row and len({card[1] for card in cards}) == 1


@dataclass(slots=True)
class Table:
    """A hand after the exchange: what each seat holds, and how the trick stands.

    `owner` has laid the top, 0 on an empty table; `waiting` are the seats that have not passed since;
    `closed` says that the owner's own pass has been read, so that what comes from him next is a lead; `top`
    are the cards that were laid last.
    """

    hands: Mapping[int, set[str]]
    turn: int = 0
    owner: int = 0
    waiting: set[int] = field(default_factory=set)
    closed: bool = False
    out: list[int] = field(default_factory=list)
    top: Sequence[str] = ()

    def __post_init__(self) -> None:
        """Let the holder of the Mah Jong lead."""
        self.turn = next((seat for seat, hand in self.hands.items() if "MJ" in hand), 0)

    @property
    def is_over(self) -> bool:
        """Whether the hand has ended: two partners out before anybody else, or three seats out."""
        return len(self.out) > 2 or self.is_swept

    @property
    def is_swept(self) -> bool:
        """Whether two partners went out before anybody else: what lies there counts for nobody."""
        return len(self.out) == 2 and partner_of(self.out[0]) == self.out[1]

    @property
    def is_won(self) -> bool:
        """Whether everybody but the owner has passed."""
        return bool(self.owner) and not self.waiting

    def lay(self, seat: int, cards: Sequence[str]) -> str:
        """Lay cards, and return the event that this is: `play` in turn, else `bomb`.

        The owner of a won trick whose closing pass is missing bombs himself, if it is a bomb at all.
        """
        on_himself = self.is_won and seat == self.owner and not self.closed and is_bomb(cards)
        event = "play" if seat == self.turn and not on_himself else "bomb"
        self.hands[seat].difference_update(cards)
        if not self.hands[seat] and seat not in self.out:
            self.out.append(seat)
        self.closed, self.top = False, cards
        if list(cards) == ["DG"]:
            self.owner, self.turn = 0, self._from(partner_of(seat))
        else:
            self.owner, self.turn = seat, self._from(seat % 4 + 1)
            self.waiting = {each for each in SEATS if each != seat and each not in self.out}
        return event

    def passes(self, seat: int) -> bool:
        """Take a pass, and return whether it is one: the owner's, or one on a won trick, only closes it."""
        if not self.owner:
            return True
        if self.is_won or self.is_over or seat == self.owner:
            self.closed = self.closed or self.is_won
            return False
        self.waiting.discard(seat)
        self.turn = self._from(self.owner if self.is_won else seat % 4 + 1)
        return True

    @property
    def is_gift_idle(self) -> bool:
        """Whether giving the Dragon away changes nothing any more (rules section 4.3)."""
        return self.is_swept and list(self.top) == ["DR"]

    def give(self) -> int:
        """Give the trick away, and return its owner, who leads next; 0 where no trick lies."""
        giver = self.owner
        if giver:
            self.owner, self.turn, self.closed = 0, self._from(giver), False
        return giver

    def _from(self, seat: int) -> int:
        """The seat itself, or the next one that is not out."""
        steps = ((seat - 1 + step) % 4 + 1 for step in range(4))
        return next((each for each in steps if each not in self.out), 0)
