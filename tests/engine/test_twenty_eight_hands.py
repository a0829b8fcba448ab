"""What may be played in a hand of Twenty-Eight and its family, option by option."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.play import Fault
from tests.engine.twenty_eight import PLAY, rules_of
from tests.engine.twenty_eight_hands import (
    JACKS,
    SIX,
    SUITS,
    after,
    cards,
    event,
    four,
    may,
    opened,
    refusal,
    six,
    summary,
)

# ---- the hidden trump ----


def led(hands: Any = SUITS, **options: Any) -> Any:
    """Seat 2 holds the contract with a face-down heart, and seat 1 has led a spade."""
    return after(four(hands=hands, **options), "1 p, 2 b28, 2 t7H, 1 7S")


@pytest.mark.parametrize(
    ("reveal_by", "bidder", "defender", "partner"),
    [
        ("any_player", True, True, True),
        ("any_but_bidder", False, True, True),
        ("defenders", False, True, False),
    ],
)
def test_who_may_have_the_trump_turned(reveal_by: str, bidder: bool, defender: bool, partner: bool) -> None:
    state = led(reveal_by=reveal_by)
    assert ("reveal" in may(state)) is bidder
    assert refusal(state, "2 ask") == "bidder_reveals_himself"
    if not bidder:
        assert refusal(state, "2 reveal") == "ask_not_allowed"
    third = after(state, "2 8H")
    assert ("ask" in may(third)) is defender
    assert refusal(third, "3 reveal") == "only_bidder_reveals"
    fourth = after(third, "3 7D")
    assert ("ask" in may(fourth)) is partner


def test_nobody_asks_who_leads_or_follows_or_knows_the_trump() -> None:
    start = after(four(), "1 p, 2 b28, 2 t7H")
    assert refusal(start, "1 ask") == "cannot_ask_when_leading"
    assert refusal(start, "1 reveal") == "only_bidder_reveals"
    mixed = {**SUITS, "3": {"first": ["KD", "QD", "8D", "AS"], "second": SUITS["3"]["second"]}}
    mixed["1"] = {"first": SUITS["1"]["first"], "second": ["JS", "9S", "7D", "TS"]}
    following = after(led(hands=mixed), "2 8H")
    assert refusal(following, "3 ask") == "cannot_ask_can_follow"
    turned = after(led(), "2 reveal, 2 7H")
    assert refusal(turned, "3 ask") == "trump_already_open"
    assert refusal(led(), "2 7H") == "indicator_face_down"
    assert refusal(led(), "2 7C") == "card_not_in_hand"


def test_what_a_bidder_plays_who_turns_the_trump() -> None:
    assert cards(after(led(), "2 reveal")) == {rank + "H" for rank in "J9ATKQ87"}
    strict = after(led(bidder_reveal_plays="indicator"), "2 reveal")
    assert cards(strict) == {"7H"}
    assert refusal(strict, "2 8H") == "must_play_indicator"


def test_who_asked_must_trump_if_that_is_asked() -> None:
    hands = {**SUITS, "3": {"first": ["KD", "QD", "8D", "AH"], "second": SUITS["3"]["second"]}}
    hands["2"] = {"first": SUITS["2"]["first"], "second": ["JH", "9H", "7D", "TH"]}
    asked = after(led(hands=hands), "2 7D, 3 ask")
    assert cards(asked) == {"AH"}
    assert refusal(asked, "3 8D") == "must_trump_after_ask"
    free = after(led(hands=hands, must_trump_after_ask=False), "2 7D, 3 ask")
    assert {"AH", "8D"} <= cards(free)


def test_trumps_laid_before_are_dead_or_live_in_the_trick_of_the_turning() -> None:
    state = after(led(), "2 JH, 3 7D")
    assert after(state, "4 ask, 4 8C").owner == 1
    live = after(led(pre_reveal_trumps="same_trick_live"), "2 JH, 3 7D")
    assert after(live, "4 ask, 4 8C").owner == 2
    assert after(live, "4 8C").owner == 1


MIXED = {
    **SUITS,
    "2": {"first": ["KD", "QH", "8H", "7H"], "second": SUITS["2"]["second"]},
    "3": {"first": ["KH", "QD", "8D", "7D"], "second": SUITS["3"]["second"]},
}
"""Seat 3 holds a heart, and seat 2 a diamond."""


def test_of_trumps_that_come_alive_the_highest_wins_whoever_laid_it() -> None:
    live = led(hands=MIXED, pre_reveal_trumps="same_trick_live")
    assert after(live, "2 JH, 3 KH, 4 ask").owner == 2
    assert after(live, "2 QH, 3 KH, 4 ask").owner == 3
    assert after(live, "2 KD, 3 KH, 4 ask").owner == 3
    assert after(live, "2 KD, 3 8D, 4 ask").owner == 1


def test_who_has_nothing_but_lower_trumps_plays_one_of_them() -> None:
    state = after(led(hands=MIXED, undertrump="forbidden"), "2 reveal, 2 JH").copy()
    state.hands[3] = state.table.pack.cards.mask(["KH", "QH"])
    assert cards(state) == {"KH", "QH"}


def test_only_the_bidder_who_turned_the_card_has_to_play_it() -> None:
    asked = after(led(hands=MIXED, bidder_reveal_plays="indicator"), "2 KD, 3 ask")
    assert cards(asked) == {"KH"}


def test_a_bidder_who_is_held_back_is_so_in_every_trick() -> None:
    hands = {**SUITS, "2": {"first": ["JH", "9H", "8H", "TS"], "second": ["9S", "KH", "QH", "TH"]}}
    hands["1"] = {"first": ["JS", "8S", "7S", "KS"], "second": ["QS", "AS", "7H", "AH"]}
    options = {"bidder_lead_trump": "only_if_no_other"}
    record = {"dealer": 1, "hands": hands, "options": options}
    start = after(four(dealer=1, hands=hands, **options), "2 b28, 2 t8H, 2 9S, 3 7D, 4 7C, 1 8S")
    assert cards(start) == {"TS"}
    told = "2 b28, 2 t8H, 2 9S, 3 7D, 4 7C, 1 8S, 2 JH"
    outcome = PLAY.replay({**record, "events": [event(one) for one in told.split(", ")]}, None)
    assert isinstance(outcome, Fault) and outcome.problem.code == "bidder_cannot_lead_trump"


def test_a_bidder_may_be_held_back_from_leading_the_hidden_suit() -> None:
    hands = {**SUITS, "1": {"first": SUITS["1"]["first"], "second": ["JS", "9S", "AS", "7H"]}}
    hands["2"] = {"first": ["KH", "QH", "8H", "TS"], "second": SUITS["2"]["second"]}
    start = after(four(dealer=1, hands=hands, bidder_lead_trump="only_if_no_other"), "2 b28, 2 t8H")
    assert cards(start) == {"TS"}
    assert refusal(start, "2 JH") == "bidder_cannot_lead_trump"
    free = after(four(dealer=1, hands=hands), "2 b28, 2 t8H")
    assert len(cards(free)) == 7
    alone = after(four(dealer=1, bidder_lead_trump="only_if_no_other"), "2 b28, 2 t8H")
    assert len(cards(alone)) == 7


def test_undertrumping_may_be_forbidden() -> None:
    hands = {**SUITS, "3": {"first": ["KD", "QD", "8D", "AH"], "second": ["JD", "9D", "KH", "TD"]}}
    hands["2"] = {"first": ["AD", "QH", "8H", "7H"], "second": ["JH", "9H", "7D", "TH"]}
    free = after(led(hands=hands), "2 reveal, 2 TH")
    assert cards(free) == {"KD", "QD", "8D", "AH", "JD", "9D", "KH", "TD"}
    strict = after(led(hands=hands, undertrump="forbidden"), "2 reveal, 2 TH")
    assert cards(strict) == {"KD", "QD", "8D", "AH", "JD", "9D", "TD"}
    assert refusal(strict, "3 KH") == "undertrump_forbidden"
    above = after(led(hands=hands, undertrump="forbidden"), "2 reveal, 2 JH")
    assert "AH" not in cards(above)
    asking = {"undertrump": "forbidden", "pre_reveal_trumps": "same_trick_live"}
    asked = after(led(hands=hands, **asking), "2 TH, 3 ask")
    assert cards(asked) == {"AH"}
    assert refusal(asked, "3 KH") == "undertrump_forbidden"
    assert refusal(asked, "3 8D") == "must_trump_after_ask"
    assert cards(after(led(hands=hands, **asking), "2 JH, 3 ask")) == {"AH", "KH"}


def test_an_unasked_bidder_turns_the_card_in_the_last_trick_whatever_the_option_says() -> None:
    tricks = [f"1 {r}S, 2 {s}H, 3 {r}D, 4 {r}C" for r, s in zip("KQ87J9A", "KQ8J9AT", strict=True)]
    state = after(four(reveal_by="defenders", concession=True), "1 p, 2 b28, 2 t7H", *tricks, "1 TS")
    assert may(state) == {"reveal", "concede"}
    assert refusal(state, "2 7H") == "must_reveal_first"
    assert refusal(state, "2 TH") == "must_reveal_first"
    over = after(state, "2 reveal, 2 7H, 3 TD, 4 TC")
    assert summary(over) == {"kind": "played", "bidder": 2, "bid": 28, "bidder_tricks": 1, "bidder_points": 3}


def test_of_identical_cards_the_first_wins_also_when_trumps_come_alive() -> None:
    state = after(six(), "1 b56N, 2 p, 3 p, 4 p, 5 p, 6 p")
    assert after(state, "1 JS, 2 JS, 3 JD, 4 JD, 5 KS, 6 KS").owner == 1
    hidden = opened(SIX, 6, variant="56", first_batch=8, pre_reveal_trumps="same_trick_live")
    begun = after(hidden, "1 p, 2 p, 3 b56, 3 tTD, 1 AS, 2 TS, 3 9D, 4 9D, 5 KS, 6 KS")
    assert begun.owner == 1
    live = after(hidden, "1 p, 2 p, 3 b56, 3 tTD, 1 AS, 2 TS, 3 AD, 4 AD, 5 KS")
    assert live.owner == 1
    asking = after(hidden, "1 p, 2 p, 3 b56, 3 tTD, 1 AS, 2 TS, 3 AD, 4 ask, 4 AD")
    assert asking.owner == 3


# ---- the pair, giving up ----


def test_the_pair_needs_a_known_trump_a_trick_with_it_and_both_cards() -> None:
    state = led(pair=True)
    assert refusal(state, "2 pair") == "pair_not_allowed"
    turned = after(state, "2 reveal")
    assert refusal(turned, "2 pair") == "pair_not_allowed"
    won = after(turned, "2 7H, 3 7D, 4 7C")
    assert "pair" in may(won)
    declared = after(won, "2 pair")
    assert (declared.pair, declared.turn) == (2, 2)
    assert refusal(declared, "2 pair") == "pair_not_allowed"
    assert refusal(after(won, "2 KH"), "3 pair") == "pair_not_allowed"
    assert "pair" not in may(after(led(), "2 reveal, 2 7H, 3 7D, 4 7C"))
    partner = after(won, "2 8H, 3 8D")
    assert refusal(partner, "4 pair") == "pair_not_allowed"


def test_the_pair_needs_a_trick_of_the_own_side() -> None:
    hands = {**SUITS, "1": {"first": ["KS", "QS", "8S", "7C"], "second": SUITS["1"]["second"]}}
    hands["4"] = {"first": ["KC", "QC", "8C", "7S"], "second": SUITS["4"]["second"]}
    state = after(
        four(hands=hands, pair=True, trump_mode="open"),
        "1 b28, 1 t7C, 1 JS, 2 7H, 3 7D, 4 7S, 1 9S, 2 8H, 3 8D",
    )
    assert refusal(state, "4 pair") == "pair_not_allowed"
    assert after(state, "4 8C, 4 pair").pair == 4


def test_a_trick_before_the_trump_is_known_does_not_allow_the_pair() -> None:
    hands = {
        **SUITS,
        "2": {"first": ["KD", "QD", "8H", "7H"], "second": SUITS["2"]["second"]},
        "3": {"first": ["KH", "QH", "8D", "7D"], "second": SUITS["3"]["second"]},
    }
    state = after(led(hands=hands, pair=True), "2 KD, 3 7D, 4 7C, 1 8S, 2 reveal, 2 JH")
    assert refusal(state, "3 pair") == "pair_not_allowed"
    again = after(state, "3 8D, 4 8C, 2 9H")
    assert refusal(again, "3 pair") == "pair_not_allowed"


def test_a_pair_is_told_in_the_summary() -> None:
    rules = {"pair": True, "concession": True, "doubling": "after_auction"}
    state = after(led_doubled(**rules), "2 reveal, 2 7H, 3 7D, 4 7C, 2 pair, 2 concede")
    assert summary(state) == {
        "kind": "conceded",
        "bidder": 2,
        "bid": 28,
        "doubled": "double",
        "pair": "bidders",
        "conceded_by": "bidders",
        "reason": "concession",
    }


def led_doubled(**options: Any) -> Any:
    return after(four(**options), "1 p, 2 b28, 2 t7H, 3 double, 2 p, 1 7S")


def test_a_hand_is_given_up_on_turn_but_not_after_having_the_trump_turned() -> None:
    assert refusal(led(), "2 concede") == "concede_not_allowed"
    state = led(concession=True)
    assert refusal(state, "3 concede") == "not_your_turn"
    assert refusal(after(state, "2 reveal"), "2 concede") == "concede_not_allowed"
    assert summary(after(state, "2 8H, 3 concede"))["conceded_by"] == "defenders"
    assert summary(after(state, "2 concede"))["conceded_by"] == "bidders"


def test_jacks_are_counted_for_the_bidding_side() -> None:
    def claim(**options: Any) -> str:
        state = after(four(hands=JACKS, honours=True, **options), "1 b28, 1 tJS")
        while not state.is_over:
            state = after(
                state, next(f"{a['seat']} {a.get('card', a['e'])}" for a in PLAY.legal_actions(state))
            )
        return str(summary(state)["all_jacks"])

    assert claim() == "bidders"
    other = after(four(dealer=1, hands=JACKS, honours=True), "2 b28, 2 tAS")
    while not other.is_over:
        other = after(other, next(f"{a['seat']} {a.get('card', a['e'])}" for a in PLAY.legal_actions(other)))
    assert summary(other)["all_jacks"] == "defenders"


def test_the_last_trick_counts_for_its_winner() -> None:
    rules = rules_of({"variant": "29"})
    assert rules.last_trick_bonus == 1
    state = after(four(variant="29"), "1 b29, 1 t7S")
    for rank in "KQ8J9AT":
        state = after(state, f"1 {rank}S, 2 {rank}H, 3 {rank}D, 4 {rank}C")
    over = after(state, "1 reveal, 1 7S, 2 7H, 3 7D, 4 7C")
    assert summary(over) == {
        "kind": "played",
        "bidder": 1,
        "bid": 29,
        "bidder_tricks": 8,
        "bidder_points": 29,
    }
