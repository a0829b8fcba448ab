"""A position of a hand of Malilla (rules section 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.games.malilla.cards import CARDS, POINTS, trump_of
from engine.games.malilla.rules import SEATS, SIDES, Rules, right_of, side_at

PLAY, COUNT = "play", "count"
NOBODY = 0
FULL = len(SEATS)
RIGHT = (NOBODY, *(right_of(seat) for seat in SEATS))
"""The next seat by the number of a seat; place 0 is not used."""

BEATERS = {trump: CARDS.beaters(trump) for trump in CARDS.suits.values()}
"""For each trump suit the cards that beat a card while it is winning."""


class State:
    """A position. Lists go by seat number, place 0 is not used; cards are bits and masks.

    A position that has been handed out is never changed: whoever wants to go on takes a copy.
    """

    __slots__ = (
        "beaters", "best", "dealer", "game_score", "hands", "led", "owner", "pinta", "rules", "table",
        "taken", "tricks", "trump", "turn",
    )  # fmt: skip

    def __init__(
        self, rules: Rules, dealer: int, pinta: str, hands: Sequence[int], game_score: Mapping[str, int]
    ) -> None:
        """Open a hand after the turn-up: `hands` are masks in the order of the seats."""
        self.rules = rules
        self.dealer = dealer
        self.pinta = pinta
        self.trump = trump_of(pinta)
        self.beaters = BEATERS[self.trump]
        self.game_score = game_score
        """Before the deal; what a record says of it is checked at its end."""
        self.hands = [0, *hands]
        self.turn = RIGHT[dealer]
        self.led = 0
        """The suit of the trick, 0 before its first card."""
        self.best = 0
        """The card that is winning the trick, or has won it."""
        self.owner = NOBODY
        """The seat that laid it."""
        self.table: list[int] = []
        """The cards of the trick in their order; a full trick lies until the next card is led."""
        self.taken = [0] * (FULL + 1)
        """Points of the tricks that each seat has won, one for each trick and those of its cards."""
        self.tricks = [0] * (FULL + 1)

    def copy(self) -> State:
        """Return a position of its own that equals this one."""
        twin = object.__new__(State)
        twin.rules, twin.dealer, twin.pinta = self.rules, self.dealer, self.pinta
        twin.trump, twin.beaters, twin.game_score = self.trump, self.beaters, self.game_score
        twin.turn, twin.led, twin.best, twin.owner = self.turn, self.led, self.best, self.owner
        twin.hands, twin.table = self.hands.copy(), self.table.copy()
        twin.taken, twin.tricks = self.taken.copy(), self.tricks.copy()
        return twin

    @property
    def phase(self) -> str:
        """The name of the state in the rules (section 4)."""
        return PLAY if self.turn else COUNT

    @property
    def is_over(self) -> bool:
        """Whether all 48 cards have been played."""
        return not self.turn

    @property
    def leads(self) -> bool:
        """Whether the next card is led."""
        return not self.led

    @property
    def held(self) -> int:
        """All cards that nobody has played."""
        return self.hands[1] | self.hands[2] | self.hands[3] | self.hands[4]

    @property
    def is_bound(self) -> bool:
        """Section 5, `bound`: the winning card is to be beaten, since it is not the partner's."""
        return (self.owner - self.turn) % 2 == 1 or not self.rules.partner_relief

    @property
    def is_closing(self) -> bool:
        """4.4: whether the turned card would win the game and is held back."""
        points = POINTS[self.pinta] if self.rules.pinta_scoring else 0
        before = self.game_score.get(side_at(self.dealer), 0)
        return points > 0 and before + points >= self.rules.game_target

    def by_side(self, counted: Sequence[int]) -> dict[str, int]:
        """Return the sums of both sides of what is counted by seat."""
        return {side: counted[at + 1] + counted[at + 3] for at, side in enumerate(SIDES)}
