"""Tricks as every game has them: the bits of a deck, following, beating, who wins."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.cards import Card, Deck, Rank, Suit
from engine.core.problems import RulesError
from engine.core.tricks import NO_TRUMP, TrickCards, beat, best_card, follow, winner

ORDER = "78QKT A9J".replace(" ", "")
DECK = Deck.of([Rank(letter, letter) for letter in "J9ATKQ87"], [Suit(letter, letter) for letter in "CDHS"])
CARDS = TrickCards.of(DECK, ORDER)
tricks = st.lists(st.sampled_from(DECK.codes), min_size=4, max_size=4, unique=True)
trumps = st.sampled_from(["", "C", "D", "H", "S"])


def strength(code: str, led: str, trump: str) -> int:
    """How strong a card is in a trick; below 0 it cannot win."""
    if code[1] == trump:
        return 100 + ORDER.index(code[0])
    return ORDER.index(code[0]) if code[1] == led else -1


@given(tricks, trumps)
def test_the_winner_is_the_highest_trump_or_the_highest_of_the_suit_led(trick: list[str], trump: str) -> None:
    bits = [CARDS.bits[code] for code in trick]
    led = CARDS.suit_of[bits[0]]
    expected = max(range(4), key=lambda at: strength(trick[at], trick[0][1], trump))
    assert winner(bits, led, CARDS.suits.get(trump, NO_TRUMP)) == expected


@given(tricks, trumps)
def test_beating_card_by_card_comes_to_the_winner(trick: list[str], trump: str) -> None:
    mask = CARDS.suits.get(trump, NO_TRUMP)
    beaters = CARDS.beaters(mask)
    bits = [CARDS.bits[code] for code in trick]
    best = bits[0]
    for bit in bits[1:]:
        best = bit if bit & beaters[best] else best
    assert best == best_card(bits, CARDS.suit_of[bits[0]], mask)


@given(st.sets(st.sampled_from(DECK.codes), min_size=1))
def test_a_mask_and_its_codes_are_the_same_cards(codes: set[str]) -> None:
    assert set(CARDS.codes(CARDS.mask(codes))) == codes
    assert len(CARDS.codes(CARDS.mask(codes))) == len(codes)


def test_codes_come_suit_by_suit_the_strongest_first() -> None:
    assert CARDS.codes(CARDS.mask(["7C", "JC", "8S", "AC", "9S"])) == ["JC", "AC", "7C", "9S", "8S"]
    assert CARDS.codes(CARDS.all)[:8] == ["JC", "9C", "AC", "TC", "KC", "QC", "8C", "7C"]


def test_who_has_the_suit_follows_and_who_has_not_plays_anything() -> None:
    hand = CARDS.mask(["7C", "JD", "8D"])
    assert CARDS.codes(follow(hand, CARDS.suits["D"])) == ["JD", "8D"]
    assert follow(hand, CARDS.suits["S"]) == hand


def test_who_can_beat_beats_and_who_cannot_is_free() -> None:
    choice = CARDS.mask(["JD", "8D"])
    assert CARDS.codes(beat(choice, CARDS.above[CARDS.bits["QD"]])) == ["JD"]
    assert beat(choice, CARDS.above[CARDS.bits["JD"]]) == choice


def test_a_trump_beats_every_other_suit_and_only_a_higher_trump_beats_it() -> None:
    beaters = CARDS.beaters(CARDS.suits["H"])
    assert CARDS.codes(beaters[CARDS.bits["JC"]]) == CARDS.codes(CARDS.suits["H"])
    assert CARDS.codes(beaters[CARDS.bits["9H"]]) == ["JH"]
    assert CARDS.beaters(NO_TRUMP)[CARDS.bits["JC"]] == 0


def test_a_trick_without_a_card_of_the_suit_led_and_a_deck_that_does_not_fit_are_misuse() -> None:
    with pytest.raises(RulesError, match="suit led"):
        best_card([CARDS.bits["7C"]], CARDS.suits["D"])
    with pytest.raises(RulesError, match="order of the ranks"):
        TrickCards.of(DECK, "7")
    with pytest.raises(RulesError, match="no suit"):
        TrickCards.of(Deck((Card("X"),)), ORDER)
    with pytest.raises(KeyError):
        CARDS.mask(["2C"])


TWICE = TrickCards.of(DECK, ORDER, packs=2)


@given(st.lists(st.sampled_from([*DECK.codes, *DECK.codes]), max_size=12))
def test_two_packs_are_counted_card_by_card(codes: list[str]) -> None:
    drawn = [code for at, code in enumerate(codes) if codes[:at].count(code) < 2]
    mask = TWICE.mask(drawn)
    assert sorted(TWICE.codes(mask)) == sorted(drawn)
    for code, bit in TWICE.bits.items():
        assert bool(mask & TWICE.copies[bit]) == (code in drawn)
    for code in drawn:
        mask -= TWICE.bits[code]
    assert mask == 0


def test_of_two_copies_the_first_wins_and_neither_beats_the_other() -> None:
    jack, nine = TWICE.bits["JC"], TWICE.bits["9C"]
    assert winner([nine, jack, jack], TWICE.suits["C"]) == 1
    beaters = TWICE.beaters(TWICE.suits["H"])
    assert not jack & beaters[jack] and jack & beaters[nine] and TWICE.bits["7H"] & beaters[jack]
    assert TWICE.all == 2 * sum(TWICE.bits.values())
    assert follow(TWICE.mask(["JC", "JC", "7D"]), TWICE.suits["C"]) == 2 * jack
    with pytest.raises(RulesError, match="3 packs"):
        TrickCards.of(DECK, ORDER, packs=3)
