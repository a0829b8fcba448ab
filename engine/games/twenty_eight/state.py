"""A position of a hand (rules section 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.games.twenty_eight.cards import DOUBLE, SHORT, WHOLE, Pack
from engine.games.twenty_eight.rules import Rules, highest_bid, table_of
from engine.games.twenty_eight.variants import Table

AUCTION1, TRUMP1, AUCTION2, TRUMP2 = "auction1", "trump1", "auction2", "trump2"
PREPLAY, DOUBLE_POLL, REDOUBLE_POLL = "preplay", "double", "redouble"
PLAY, DONE = "play", "done"
"""The states of a hand, by their names in the rules."""

NOBODY = 0
NO_SUIT = 0
NOT_ASKED, ASKED, TURNED = 0, 1, 2
"""What the seat on turn has done about a hidden trump in this turn."""

JACK, TRICK = 1 << 8, 1 << 16
"""What a seat has won is one number: its points, then each Jack and each trick as units of their own."""


def _beaters(pack: Pack) -> Mapping[int, Mapping[int, int]]:
    return {trump: dict(pack.cards.beaters(trump)) for trump in (NO_SUIT, *pack.cards.suits.values())}


BEATERS = {id(pack): _beaters(pack) for pack in (WHOLE, SHORT, DOUBLE)}
"""For each pack and trump suit the cards that beat a card while it is winning."""


def points(won: int) -> int:
    """Return the points in what was won, by one seat or by several together."""
    return won % JACK


def jacks(won: int) -> int:
    """Return the Jacks in what was won."""
    return won % TRICK // JACK


def tricks(won: int) -> int:
    """Return the tricks in what was won."""
    return won // TRICK


@dataclass(slots=True)
class State:
    """A position. Lists go by seat number, place 0 is not used; cards are bits and masks.

    It opens after the first batch: `hands` and `seconds` are both batches by seat number. A position that has
    been handed out is never changed: whoever wants to go on takes a copy.
    """

    rules: Rules
    dealer: int
    hands: list[int]
    seconds: Sequence[int]
    table: Table = field(init=False)
    total: int = field(init=False)
    """T, the points of the deal and the highest bid."""
    phase: str = AUCTION1
    turn: int = NOBODY
    bid: int = 0
    bidder: int = NOBODY
    denom: str | None = None
    """What the contract names as trump, where bids do."""
    doubled: int = 0
    """How often: 1 for a double, 2 for a redouble."""
    raised: bool = False
    """Whether anybody has bid in this auction."""
    passes: int = 0
    """Passes one after the other, those of seats that are out included."""
    out: int = 0
    """A bit for each seat that has passed for good."""
    spoken: int = 0
    """A bit for each seat that has had a turn in this auction."""
    waiting: tuple[int, ...] = ()
    """Who is still to be asked in a poll, after the seat on turn."""
    indicator: int = 0
    trump: int = NO_SUIT
    revealed: bool = False
    beaters: Mapping[int, int] = field(init=False, repr=False)
    """The cards that beat a card while it is winning, as far as the trump is known."""
    solo: int = NOBODY
    pair: int = NOBODY
    """The seat that has declared it."""
    after: tuple[int, ...] = field(init=False)
    """The next seat to act after each seat; in a solo the partners are left out."""
    size: int = field(init=False)
    """How many cards make a trick."""
    asked: int = NOT_ASKED
    first: int = NOBODY
    """The seat that led to the trick."""
    led: int = NO_SUIT
    """The suit of the trick, none before its first card."""
    best: int = 0
    """The card that is winning the trick, or has won it."""
    owner: int = NOBODY
    """The seat that laid it."""
    laid: list[int] = field(default_factory=list)
    """The cards of the trick in their order; a full trick lies until the next card is led."""
    pile: int = 0
    """What is won with the trick."""
    played: int = 0
    """How many tricks are complete."""
    won: list[int] = field(init=False)
    won_open: int = 0
    """A bit for each seat that has won a trick which ended with the trump revealed."""
    void: str = ""
    """Why the deal does not count."""
    conceded_by: int = NOBODY
    """The seat that has given up the hand for its side."""

    def __post_init__(self) -> None:
        """Begin at the right of the dealer."""
        self.table = table = table_of(self.rules)
        self.total = highest_bid(self.rules)
        self.turn, self.after, self.size = table.after[self.dealer], table.after, len(table.seats)
        self.beaters = BEATERS[id(table.pack)][NO_SUIT]
        self.won = [0] * len(self.hands)

    def copy(self) -> State:
        """Return a position of its own that equals this one."""
        twin = object.__new__(State)
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.hands, twin.laid, twin.won = self.hands.copy(), self.laid.copy(), self.won.copy()
        return twin

    @property
    def is_over(self) -> bool:
        """Whether no event is legal any more."""
        return self.phase == DONE

    @property
    def is_hidden(self) -> bool:
        """Whether an indicator lies face down."""
        return self.indicator != 0 and not self.revealed

    @property
    def open_trump(self) -> int:
        """The trump suit as far as everybody knows it."""
        return self.trump if self.revealed else NO_SUIT

    @property
    def must_reveal(self) -> bool:
        """5.1: whether the bidder is on turn with no card but the face-down indicator."""
        return self.is_hidden and self.turn == self.bidder and not self.hands[self.turn]

    def are_partners(self, one: int, other: int) -> bool:
        """Tell whether two seats are of one side; a seat is of its own."""
        return self.table.side_of[one] == self.table.side_of[other]

    def bids(self, seat: int) -> bool:
        """Tell whether a seat belongs to the bidding side."""
        return self.are_partners(seat, self.bidder)

    def whole_hand(self, seat: int) -> int:
        """Return the cards of a seat with a face-down indicator of its own."""
        return self.hands[seat] + (self.indicator if self.is_hidden and seat == self.bidder else 0)

    def open(self, trump: int) -> None:
        """Make a trump suit known to all, or that there is none."""
        self.trump, self.revealed = trump, True
        self.beaters = BEATERS[id(self.table.pack)][trump]

    def close(self) -> None:
        """Take back what was known of the trump."""
        self.trump, self.revealed = NO_SUIT, False
        self.beaters = BEATERS[id(self.table.pack)][NO_SUIT]

    def end(self, *, void: str = "") -> None:
        """End the hand, as a void deal if there is a reason for one."""
        self.phase, self.turn, self.void = DONE, NOBODY, void
