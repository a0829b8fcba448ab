"""Cards by their codes, and decks that find, order and shuffle them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

from engine.core.problems import RulesError


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit: the letter of its codes and its name (a message id)."""

    letter: str
    name: str


@dataclass(frozen=True, slots=True)
class Rank:
    """A rank: the letter of its codes and its name (a message id)."""

    letter: str
    name: str


@dataclass(frozen=True, slots=True)
class Card:
    """A card; special cards have neither rank nor suit. `str(card)` is its code."""

    code: str
    rank: Rank | None = None
    suit: Suit | None = None

    def __str__(self) -> str:
        """Return the code."""
        return self.code


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of a game in a fixed order, each once."""

    cards: tuple[Card, ...]
    _by_code: dict[str, Card] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Index the cards by code; RulesError when two share one."""
        by_code = {card.code: card for card in self.cards}
        if len(by_code) != len(self.cards):
            raise RulesError(f"a code stands twice in {[card.code for card in self.cards]}")
        object.__setattr__(self, "_by_code", by_code)

    @classmethod
    def of(cls, ranks: Iterable[Rank], suits: Iterable[Suit], specials: Iterable[Card] = ()) -> Deck:
        """Return a deck with every rank in every suit (rank letter first), then the special cards."""
        ranks = tuple(ranks)
        natural = (Card(rank.letter + suit.letter, rank, suit) for suit in suits for rank in ranks)
        return cls((*natural, *specials))

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes in the order of the deck."""
        return tuple(self._by_code)

    @property
    def suits(self) -> tuple[Suit, ...]:
        """The suits in the order of the deck."""
        return tuple(dict.fromkeys(card.suit for card in self.cards if card.suit is not None))

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks in the order of the deck."""
        return tuple(dict.fromkeys(card.rank for card in self.cards if card.rank is not None))

    def find(self, code: str) -> Card | None:
        """Return the card with this code, if there is one."""
        return self._by_code.get(code)

    def shuffled(self, source: Random) -> tuple[Card, ...]:
        """Return the cards in an order drawn from `source`: the same source, the same order."""
        cards = list(self.cards)
        source.shuffle(cards)
        return tuple(cards)
