"""Tricks to which each seat gives one card: following, beating, trumping, and who wins.

For every game of this kind, whatever its deck. A card is one bit, a set of cards a mask. The bits of a suit
stand together, and inside a suit the stronger card has the higher bit; so the strongest of some cards of one
suit is simply the largest number. `led` and `trump` are masks of a whole suit; a trump of 0 means that no
suit is trump (yet).

Where two packs are played together each card has two bits, which count its copies: one copy is the lower bit,
two are the upper one. Cards are added and taken away by `+` and `-`, which with one pack are `|` and `^`.
Two copies are the same number, so neither beats the other: the one that was laid first stays the best.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from engine.core.cards import Card, Deck
from engine.core.problems import RulesError

NO_TRUMP = 0


@dataclass(frozen=True, slots=True)
class TrickCards:
    """A deck without special cards as bits.

    `bits` by code and `codes_of` by bit; `suits` are the masks of the suits by letter, `suit_of` the suit of
    a bit; `above` are the stronger cards of its suit; `copies` is where a mask counts the card, so that
    `mask & copies[bit]` tells whether it is there; `all` is the whole deck.
    """

    bits: Mapping[str, int]
    codes_of: Mapping[int, str]
    suits: Mapping[str, int]
    suit_of: Mapping[int, int]
    above: Mapping[int, int]
    copies: Mapping[int, int]
    all: int
    packs: int

    @classmethod
    def of(cls, deck: Deck, weakest_first: str, packs: int = 1) -> TrickCards:
        """Return the bits of a deck, or of two of the same together.

        `weakest_first` are the letters of its ranks. RulesError for others, and for more packs than two.
        """
        if packs not in (1, 2):
            raise RulesError(f"no tricks with {packs} packs")
        order = {letter: strength for strength, letter in enumerate(weakest_first)}
        letters = tuple(dict.fromkeys(_suit(card) for card in deck.cards))
        bits = {
            card.code: 1 << packs * (letters.index(_suit(card)) * len(order) + order[_rank(card, order)])
            for card in deck.cards
        }
        copies = {bit: bit * (2**packs - 1) for bit in bits.values()}
        suits = {
            letter: sum(copies[bits[card.code]] for card in deck.cards if _suit(card) == letter)
            for letter in letters
        }
        suit_of = {bits[card.code]: suits[_suit(card)] for card in deck.cards}
        return cls(
            MappingProxyType(bits),
            MappingProxyType({bit: code for code, bit in bits.items()}),
            MappingProxyType(suits),
            MappingProxyType(suit_of),
            MappingProxyType({bit: suit & ~((bit << packs) - 1) for bit, suit in suit_of.items()}),
            MappingProxyType(copies),
            packs * sum(bits.values()),
            packs,
        )

    def mask(self, codes: Iterable[str]) -> int:
        """Return the cards with these codes as a mask; KeyError for a code of another deck."""
        return sum(self.bits[code] for code in codes)

    def codes(self, mask: int) -> list[str]:
        """Return the codes of a mask, suit by suit, the strongest card of each first."""
        found: list[str] = []
        for suit in self.suits.values():
            held = mask & suit
            while held:
                place = held.bit_length() - 1
                bit = 1 << place - place % self.packs
                found.append(self.codes_of[bit])
                held -= bit
        return found

    def beaters(self, trump: int) -> Mapping[int, int]:
        """Return for each card the cards that beat it while it is winning a trick.

        Those are the stronger ones of its suit and, unless it is a trump itself, all trumps.
        """
        return {
            bit: above if self.suit_of[bit] & trump else above | trump for bit, above in self.above.items()
        }


def follow(hand: int, led: int) -> int:
    """Return the cards of a hand that follow suit, or the whole hand where it has none of the suit led."""
    return hand & led or hand


def beat(choice: int, beaters: int) -> int:
    """Return those of some cards that beat, where any do; else all of them."""
    return choice & beaters or choice


def best_card(cards: Iterable[int], led: int, trump: int = NO_TRUMP) -> int:
    """Return the card that wins: the highest trump or, without any, the highest card of the suit led."""
    laid = 0
    for card in cards:
        laid |= card
    ranked = laid & trump or laid & led
    if not ranked:
        raise RulesError(f"no card of {laid:#x} is of the suit led ({led:#x})")
    return 1 << (ranked.bit_length() - 1)


def winner(cards: Sequence[int], led: int, trump: int = NO_TRUMP) -> int:
    """Return which of the cards of a trick, in the order of play, wins it: 0 for the card that led."""
    return cards.index(best_card(cards, led, trump))


def _suit(card: Card) -> str:
    if card.suit is None:
        raise RulesError(f"{card} has no suit")
    return card.suit.letter


def _rank(card: Card, order: Mapping[str, int]) -> str:
    if card.rank is None or card.rank.letter not in order:
        raise RulesError(f"{card} has no place in the order of the ranks")
    return card.rank.letter


class Range(NamedTuple):
    """Least and most points; no points at all where `least` is greater than `most`."""

    least: int
    most: int

    def holds(self, points: int) -> bool:
        """Tell whether the points are possible."""
        return self.least <= points <= self.most


IMPOSSIBLE = Range(1, 0)
"""What a number of tricks cannot be: it has no points at all."""
