"""A position of a hand of Thunee, and the order of its states (rules section 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.games.thunee.cards import BITS, CARDS, NO_SUIT, beaters, points
from engine.games.thunee.deal import Deal
from engine.games.thunee.rules import Rules
from engine.games.thunee.table import (
    BLIND,
    BLIND_ROYALS,
    NOBODY,
    NORMAL,
    ROYALS,
    SIDES,
    rungs,
    side_at,
    sizes,
)

CUT, AGREE, DEAL1, WEAK, AUCTION = "cut", "royals", "deal1", "weak", "auction"
WINDOW_BLIND, TRUMP, DEAL2, WINDOW_THUNEE = "blind", "trump", "deal2", "thunee"
CALLED, PLAY, DEAL3, OVER = "called", "play", "deal3", "over"

WINDOWS = frozenset({AGREE, WEAK, WINDOW_BLIND, WINDOW_THUNEE, CALLED})
"""States in which nobody has to act: what may be done in the next one may be done at once."""

NO_RUNG = -1


class State:
    """A position. Lists go by seat number, place 0 is not used; cards are bits and masks.

    A position that has been handed out is never changed: whoever wants to go on takes a copy.
    """

    __slots__ = (
        "balls_before", "beaters", "best", "bidder", "called", "caller", "deal", "done", "doubled",
        "final", "first_tricks", "hands", "jodhi", "kind", "ladder", "led", "maker", "offence", "owner",
        "passed", "phase", "reason", "result", "royals_agreed", "rules", "rung", "size", "table",
        "taken", "target", "tricks", "trump", "turn", "worth",
    )  # fmt: skip

    def __init__(self, rules: Rules, deal: Deal, balls_before: Mapping[str, int], target: int) -> None:
        """Open a hand before the cut."""
        self.rules, self.deal = rules, deal
        self.size = size = sizes(rules)
        self.ladder = rungs(rules)
        self.balls_before, self.target = balls_before, target
        self.phase = CUT
        self.hands = [0] * (size.players + 1)
        """What each seat holds of the batches that have been dealt."""
        self.turn = size.right[deal.dealer]
        """Who is on turn in the auction by turns, and in the play."""
        self.reason = self.result = ""
        """Why the hand was cancelled; how a Thunee-type call ended."""
        self.offence: tuple[str, str] | None = None
        """Side and code of a four-ball that ended the hand."""
        self._open_auction()
        self._open_tricks()
        self._open_calls()

    def _open_auction(self) -> None:
        """Nobody has said anything: `rung` is where on the ladder the highest call stands."""
        self.passed: frozenset[int] = frozenset()
        self.rung = NO_RUNG
        self.bidder = self.maker = NOBODY
        self.trump = NO_SUIT
        self.royals_agreed = False

    def _open_tricks(self) -> None:
        """No card has been played: a full trick lies on the `table` until the next card is led."""
        none = [0] * (self.size.players + 1)
        self.led = self.best = self.done = 0
        self.owner = NOBODY
        self.table: list[int] = []
        self.taken, self.tricks = none, none.copy()
        self.first_tricks: Sequence[int] = tuple(none)
        """Tricks of each seat before the deal in progress."""
        self.beaters: Mapping[int, int] = {}
        self.worth: Mapping[int, int] = {}

    def _open_calls(self) -> None:
        """No Thunee by a `caller`, no `called` card, no Jodhi, and no Double or Khanaak by a seat."""
        self.kind = NORMAL
        self.caller = NOBODY
        self.called = 0
        self.jodhi: tuple[tuple[int, str, int], ...] = ()
        """Seat, suit and value of each."""
        self.doubled = False
        self.final: tuple[int, str] | None = None

    def copy(self) -> State:
        """Return a position of its own that equals this one."""
        twin = object.__new__(State)
        for name in State.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.hands, twin.table = self.hands.copy(), self.table.copy()
        twin.taken, twin.tricks = self.taken.copy(), self.tricks.copy()
        return twin

    @property
    def is_over(self) -> bool:
        """Whether nothing can happen any more."""
        return self.phase == OVER

    @property
    def dealer(self) -> int:
        """The seat that deals."""
        return self.deal.dealer

    @property
    def cutter(self) -> int:
        """4.2: the seat that cuts."""
        right = self.size.right
        return right[self.dealer] if self.rules.cutter == "right" else right.index(self.dealer)

    @property
    def default_trumper(self) -> int:
        """The dealer's right, who makes trumps where nobody calls."""
        return self.size.right[self.dealer]

    @property
    def call(self) -> int:
        """The highest call so far, 0 without one."""
        return 0 if self.rung == NO_RUNG else self.ladder[self.rung]

    @property
    def is_blind(self) -> bool:
        """Whether the caller plays his first cards without having seen the others."""
        return self.kind in BLIND

    @property
    def is_royal(self) -> bool:
        """Whether the whole hand is played in Royals."""
        return self.royals_agreed or self.kind in (ROYALS, BLIND_ROYALS)

    @property
    def length(self) -> int:
        """How many tricks the hand has at most: a Thunee-type call uses the first deal alone."""
        return self.size.tricks if self.kind == NORMAL else self.size.hand

    @property
    def is_between_tricks(self) -> bool:
        """4.13: a trick of the deal in progress is complete, and the next card of it not played yet."""
        return self.phase == PLAY and not self.led and self.done % self.size.hand != 0

    def sees_first_batch_alone(self, seat: int) -> bool:
        """4.12: a blind caller picks up the rest after as many tricks as his first batch had cards."""
        return self.is_blind and seat == self.caller and self.done < self.size.batches[0]

    def of_side(self, counted: Sequence[int], side: str) -> int:
        """Return the sum of a side of what is counted by seat."""
        return sum(counted[1 if side == SIDES[0] else 2 :: 2])

    def tricks_of(self, side: str) -> int:
        """Return the tricks of a side."""
        return self.of_side(self.tricks, side)

    def tricks_of_deal(self, side: str) -> int:
        """Return the tricks of a side in the deal in progress."""
        return self.tricks_of(side) - self.of_side(self.first_tricks, side)

    def opponents_hold(self, cards: int, seat: int) -> bool:
        """Tell whether an opponent of a seat holds one of some cards."""
        held = 0
        for hand in self.hands[2 if seat % 2 else 1 :: 2]:
            held |= hand
        return bool(held & cards)

    def chain(self) -> tuple[str, ...]:
        """4, windows: the state, and those that its windows lead to up to the first that is no window."""
        phases = [self.phase]
        while phases[-1] in WINDOWS:
            phases.append(after_window(phases[-1], self.rules))
        return tuple(phases)

    def begin_play(self, leader: int) -> None:
        """Let somebody lead to the first trick, the cards ranking as the trump suit says."""
        self.turn = leader
        self.beaters = beaters(self.rules.scheme, self.is_royal, self.trump)
        self.worth = points(self.rules.scheme, self.trump)

    def first_leader(self) -> int:
        """4.12: the first leader of a normal hand."""
        if self.rules.first_lead == "trump_maker":
            return self.maker
        return self.size.right[self.dealer if self.rules.first_lead == "dealer_right" else self.maker]

    def cancel(self, reason: str) -> None:
        """End the hand without a score."""
        self.reason, self.phase = reason, OVER


def after_window(window: str, rules: Rules) -> str:
    """Return the state that follows a window in which nothing was said."""
    if window == WINDOW_BLIND:
        return TRUMP if rules.trump_choice == "first_batch" else DEAL2
    if window == WINDOW_THUNEE:
        return CALLED if rules.call_partner else PLAY
    return {AGREE: DEAL1, WEAK: AUCTION, CALLED: PLAY}[window]


def side_of_highest(state: State) -> str:
    """Return the side that holds the highest call; no side before the first."""
    return side_at(state.bidder) if state.bidder else ""


def suit_mask(letter: str) -> int:
    """Return all cards of a suit; none of no suit."""
    return CARDS.suits[letter] if letter else 0


def bit_of(card: object) -> int:
    """Return the bit of a card, 0 for what is none; total over any JSON value."""
    return BITS.get(card, 0) if isinstance(card, str) else 0
