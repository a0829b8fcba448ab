"""The cards that were drawn at a table, as they are stored with its match: whose, what for, what follows.

Stored is `{"for", "seed", "rounds": [{chair: code}], "turned"?, "by_hand"?}`: a chair is the seat in which
somebody sat when the round was posted, the seed gives the order of the cards that lie face down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from engine.core.draw import FirstDealer, Purpose, SeatDraw, Standing, Step, Terms
from engine.core.game import Game
from engine.core.problems import Problem
from tournaments.errors import Misuse
from tournaments.settings import CARDS

Stored = Mapping[str, Any]


def purpose_of(declared: SeatDraw, rules: Any, seat_draw: str, *, individuals: bool) -> Purpose | None:
    """What cards are drawn for under a setting: pairs and teams keep their partners; None for nothing."""
    if seat_draw == CARDS:
        return Purpose.PARTNERS if individuals else Purpose.SEATS
    return None if declared.first_dealer(rules) is None else Purpose.DEALER


def terms_of(game: Game, rules: Any, purpose: str) -> Terms | None:
    """What a draw with this purpose is about; None where the game knows no such draw."""
    declared = game.seat_draw(rules)
    if declared is None or purpose not in list(Purpose):
        return None
    dealer = declared.first_dealer(rules)
    if dealer is None and purpose == Purpose.DEALER:
        return None
    suits_decide = declared.suits_decide(rules)
    return Terms(
        declared,
        game.seats(rules),
        Purpose(purpose),
        dealer or FirstDealer.HIGHEST,
        suits_decide,
        declared.wanted(rules),
    )


@dataclass(frozen=True)
class Drawing:
    """The draw at a table; `named` is the dealer whom somebody named."""

    terms: Terms
    seed: int
    rounds: tuple[Mapping[int, str], ...] = ()
    turned: str | None = None
    by_hand: bool = False
    named: int | None = None

    @classmethod
    def read(cls, terms: Terms, stored: Stored, dealer: int | None) -> Drawing:
        """The stored draw of a match whose first dealer is known, or not yet."""
        named = dealer if terms.dealer is FirstDealer.NAMED else None
        return cls(
            terms,
            stored["seed"],
            rounds_of(stored["rounds"]),
            stored.get("turned"),
            stored.get("by_hand", False),
            named,
        )

    def as_json(self) -> dict[str, Any]:
        """The draw as it is stored."""
        rounds = [{str(chair): drawn[chair] for chair in sorted(drawn)} for drawn in self.rounds]
        made: dict[str, Any] = {"for": self.terms.purpose.value, "seed": self.seed, "rounds": rounds}
        if self.turned is not None:
            made["turned"] = self.turned
        return made | {"by_hand": True} if self.by_hand else made

    def stand(self, *, whole: bool = False) -> Standing | tuple[Problem, ...]:
        """Where it stands, or what is wrong with it."""
        return self.terms.stand(self.rounds, self.turned, self.named, whole=whole)

    @cached_property
    def standing(self) -> Standing:
        """Where it stands; raises Misuse for one that nobody could have drawn."""
        found = self.stand()
        if isinstance(found, tuple):
            raise Misuse(f"a stored draw is not valid: {found}")
        return found

    @property
    def is_begun(self) -> bool:
        """Whether a card was drawn, or the dealer is known."""
        return bool(self.rounds) or self.turned is not None or self.named is not None

    @property
    def is_seated(self) -> bool:
        """Whether everybody has the seat that the cards give."""
        return self.terms.purpose is not Purpose.DEALER and self.standing.step is not Step.DRAW

    @cached_property
    def face_down(self) -> tuple[str, ...]:
        """The cards as they lie, the first at place 1."""
        return self.terms.declared.face_down(self.seed)

    @property
    def taken(self) -> tuple[str, ...]:
        """The cards that lie there no more, in the order of the rounds."""
        drawn = tuple(card for one in self.rounds for card in one.values())
        return drawn if self.turned is None else (*drawn, self.turned)

    def last_of(self, chair: int) -> str | None:
        """The last card that a chair took."""
        return next((one[chair] for one in reversed(self.rounds) if chair in one), None)

    def with_card(self, chair: int, card: str) -> Drawing:
        """The draw with one more card, drawn or turned by a chair that is due."""
        if self.standing.step is Step.TURN:
            return replace(self, turned=card)
        rounds = [dict(one) for one in self.rounds]
        if self._is_full():
            rounds.append({})
        rounds[-1][chair] = card
        return replace(self, rounds=tuple(rounds))

    def _is_full(self) -> bool:
        """Whether nobody is left to draw in the last round, so that the next card begins another."""
        if not self.rounds:
            return True
        before = self.terms.stand(self.rounds[:-1])
        return isinstance(before, Standing) and set(before.due) <= set(self.rounds[-1])


def rounds_of(stored: Sequence[Mapping[str, str]]) -> tuple[dict[int, str], ...]:
    """Rounds as they are stored, by the numbers of the chairs."""
    return tuple({int(chair): card for chair, card in one.items()} for one in stored)
