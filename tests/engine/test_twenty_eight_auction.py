"""What may be said in a hand of Twenty-Eight and its family before its first trick, option by option."""

from __future__ import annotations

import pytest

from tests.engine.twenty_eight import PLAY
from tests.engine.twenty_eight_hands import (
    JACKS,
    SHORT,
    SIX,
    after,
    cards,
    four,
    may,
    opened,
    refusal,
    six,
    summary,
)

# ---- the auction ----


def test_bids_rise_from_the_lowest_to_all_points_and_the_highest_ends_the_auction() -> None:
    state = four()
    assert refusal(state, "1 b13") == "bid_too_low"
    assert refusal(state, "1 b29") == "bid_too_high"
    assert refusal(state, "2 b14") == "not_your_turn"
    state = after(state, "1 b14")
    assert refusal(state, "2 b14") == "bid_too_low"
    over = after(state, "2 b28")
    assert (over.phase, over.turn) == ("trump1", 2)


def test_final_passes_keep_a_player_out_and_count_again() -> None:
    state = after(four(), "1 p, 2 b14, 3 p")
    assert refusal(state, "1 b15") == "already_passed"
    assert after(state, "4 p").phase == "trump1"
    alone = after(four(), "1 p, 2 p, 3 p, 4 b20")
    assert (alone.phase, alone.bidder, alone.bid) == ("trump1", 4, 20)
    again = after(four(pass_is_final=False), "1 p, 2 b14, 3 p, 4 p, 1 b15, 2 p, 3 p")
    assert again.phase == "auction1"
    assert after(again, "4 p").bidder == 1


@pytest.mark.parametrize(
    ("all_pass", "phase", "void"),
    [
        ("redeal_same_dealer", "done", "all_pass"),
        ("redeal_next_dealer", "done", "all_pass"),
        ("first_player_forced", "trump1", ""),
    ],
)
@pytest.mark.parametrize("final", [True, False])
def test_when_nobody_bids(all_pass: str, phase: str, void: str, final: bool) -> None:
    state = after(four(all_pass=all_pass, pass_is_final=final), "1 p, 2 p, 3 p, 4 p")
    assert (state.phase, state.void) == (phase, void)
    if phase == "trump1":
        assert (state.turn, state.bidder, state.bid) == (1, 1, 14)
    else:
        assert summary(state) == {"kind": "void", "reason": "all_pass"}


def test_a_first_speaker_who_must_open_may_pass_later() -> None:
    state = four(opening="forced_first", pass_is_final=False)
    assert refusal(state, "1 p") == "pass_not_allowed"
    assert "pass" not in may(state)
    assert after(state, "1 b14, 2 b15, 3 p, 4 p, 1 p").phase == "trump1"


def test_a_dealer_who_must_open_bids_the_least_and_that_ends_the_auction() -> None:
    state = after(four(opening="forced_dealer"), "1 p, 2 p, 3 p")
    assert refusal(state, "4 p") == "pass_not_allowed"
    assert refusal(state, "4 b15") == "forced_bid_is_minimum"
    assert refusal(state, "4 b13") == "bid_too_low"
    assert [action["amount"] for action in PLAY.legal_actions(state)] == [14]
    assert after(state, "4 b14").phase == "trump1"
    standing = after(four(opening="forced_dealer"), "1 p, 2 b14, 3 p")
    assert {"pass", "bid"} <= may(standing)
    assert after(four(opening="forced_dealer", pass_is_final=False), "1 p, 2 p, 3 p, 4 b14").phase == "trump1"


def test_over_the_partners_bid_honours_are_needed() -> None:
    state = after(four(partner_overbid="honours_only"), "1 b14, 2 p")
    assert refusal(state, "3 b19") == "partner_overbid_too_low"
    assert refusal(state, "3 b14") == "bid_too_low"
    assert min(action["amount"] for action in PLAY.legal_actions(state) if action["e"] == "bid") == 20
    assert after(state, "3 b20").bid == 20
    assert after(four(partner_overbid="honours_only"), "1 b14, 2 b15").bid == 15
    six = after(opened(SIX, 6, profile="club", variant="56", partner_overbid="honours_only"), "1 b28S, 2 p")
    assert refusal(six, "3 b39S") == "partner_overbid_too_low"
    assert after(six, "3 b40S").bid == 40


def test_a_hand_without_points_may_annul_the_deal_at_its_first_turn() -> None:
    assert refusal(four(), "1 claim_redeal") == "claim_not_allowed"
    first = four(pointless_redeal="first_player", pass_is_final=False)
    assert summary(after(first, "1 claim_redeal")) == {"kind": "void", "reason": "pointless_hand"}
    assert refusal(after(first, "1 p"), "2 claim_redeal") == "claim_not_allowed"
    later = after(four(pointless_redeal="any_player", pass_is_final=False), "1 b14, 2 b15, 3 b16, 4 b17")
    assert refusal(later, "1 claim_redeal") == "claim_not_allowed"
    assert after(four(pointless_redeal="any_player"), "1 b14, 2 claim_redeal").void == "pointless_hand"
    worth = four(pointless_redeal="any_player", first_batch=8)
    assert refusal(worth, "1 claim_redeal") == "claim_not_allowed"


def test_doubles_between_bids_are_for_opponents_and_end_with_a_redouble() -> None:
    state = after(six(), "1 b30S")
    assert "redouble" not in may(state)
    doubled = after(state, "2 double")
    assert refusal(doubled, "3 double") == "double_not_allowed"
    assert refusal(after(state, "2 p"), "3 double") == "double_not_allowed"
    redoubled = after(doubled, "3 redouble")
    assert (redoubled.phase, redoubled.doubled, redoubled.bidder) == ("play", 2, 1)
    assert refusal(after(doubled, "3 p"), "4 redouble") == "redouble_not_allowed"
    passed = after(state, "2 p, 3 p, 4 p, 5 p, 6 double, 1 p, 2 p, 3 p, 4 p")
    assert (passed.phase, after(passed, "5 p").phase) == ("auction1", "play")
    cancelled = after(doubled, "3 b31H")
    assert (cancelled.doubled, cancelled.bidder) == (0, 3)
    assert after(doubled, "3 p, 4 p, 5 p, 6 p, 1 p").phase == "play"
    assert after(doubled, "3 p, 4 p, 5 p, 6 p, 1 b31N").bidder == 1


def test_a_bid_of_all_points_may_still_be_doubled_in_the_auction() -> None:
    state = after(six(), "1 b56N")
    assert state.phase == "auction1"
    over = after(state, "2 double, 3 p, 4 p, 5 p, 6 p, 1 p")
    assert (over.phase, over.doubled, over.trump) == ("play", 1, 0)
    assert refusal(four(), "1 double") == "double_not_allowed"


def test_bids_name_the_trump_only_where_they_do() -> None:
    assert refusal(six(), "1 b30") == "denom_missing"
    assert refusal(four(), "1 b20S") == "denom_not_in_use"
    forced = six(opening="free", all_pass="first_player_forced")
    named = after(forced, "1 p, 2 p, 3 p, 4 p, 5 p, 6 p")
    assert (named.phase, named.bidder, named.bid) == ("trump1", 1, 28)
    assert refusal(named, "1 tX") == "denom_missing"
    assert after(named, "1 tH").phase == "play"


# ---- the trump and the second auction ----


def test_an_indicator_leaves_the_hand_and_an_open_trump_does_not() -> None:
    hidden = after(four(), "1 b28, 1 t7S")
    assert hidden.is_hidden and PLAY.view_for(hidden, None)["held"]["1"] == 7
    shown = after(four(trump_mode="open"), "1 b28, 1 t7S")
    assert shown.revealed and PLAY.view_for(shown, None)["held"]["1"] == 8
    assert refusal(after(four(), "1 b28"), "1 tJS") == "card_not_in_hand"
    assert refusal(after(four(), "1 b28"), "2 t7H") == "not_your_turn"


def test_a_second_auction_may_bring_a_new_bidder_and_a_new_trump() -> None:
    state = after(four(second_auction=True), "1 b14, 2 p, 3 p, 4 p, 1 t7S")
    assert (state.phase, state.turn) == ("auction2", 1)
    assert refusal(state, "1 b23") == "bid_too_low"
    kept = after(state, "1 p, 2 p, 3 p, 4 p")
    assert (kept.phase, kept.bid, kept.is_hidden) == ("play", 14, True)
    raised = after(state, "1 p, 2 b24, 3 p, 4 p")
    assert (raised.phase, raised.turn, raised.indicator) == ("trump2", 2, 0)
    view = PLAY.view_for(raised, None)
    assert view["held"] == {"1": 8, "2": 8, "3": 8, "4": 8}
    assert cards(raised) == {rank + "H" for rank in "J9ATKQ87"}
    assert after(raised, "2 tJH").phase == "play"
    highest = after(state, "1 b28")
    assert (highest.phase, highest.turn) == ("trump2", 1)
    assert "7S" in cards(highest)
    assert refusal(after(state, "1 p"), "2 claim_redeal") == "wrong_phase"


def test_there_is_no_second_auction_over_all_points_and_its_bids_need_more_than_the_first() -> None:
    assert after(four(second_auction=True), "1 b28, 1 t7S").phase == "play"
    state = after(four(second_auction=True, pass_is_final=False), "1 b25, 2 p, 3 p, 4 p, 1 t7S, 1 p, 2 p")
    assert refusal(state, "3 b25") == "bid_too_low"
    assert after(state, "3 b26, 4 p, 1 p, 2 p").phase == "trump2"
    opened_trump = four(second_auction=True, trump_mode="open")
    again = after(opened_trump, "1 b14, 2 p, 3 p, 4 p, 1 t7S, 1 b24")
    assert (again.revealed, again.trump) == (False, 0)


# ---- polls ----


def test_four_jacks_annul_the_deal_the_face_down_one_included() -> None:
    state = after(four(hands=JACKS, four_jacks_redeal=True), "1 b28, 1 tJS")
    assert (state.phase, state.turn) == ("preplay", 1)
    assert summary(after(state, "1 claim_redeal")) == {"kind": "void", "reason": "four_jacks"}
    assert refusal(after(state, "1 p"), "2 claim_redeal") == "claim_not_allowed"
    assert refusal(state, "1 solo") == "solo_not_allowed"
    assert after(state, "1 p, 2 p, 3 p, 4 p").phase == "play"
    shown = after(four(hands=JACKS, four_jacks_redeal=True, trump_mode="open"), "1 b28, 1 tJS")
    assert after(shown, "1 claim_redeal").void == "four_jacks"
    assert (
        refusal(after(four(hands=JACKS, solo=True), "1 b28, 1 tJS"), "1 claim_redeal") == "claim_not_allowed"
    )


def test_a_solo_is_played_without_trump_and_partner_and_ends_with_the_first_trick_lost() -> None:
    state = after(four(solo=True, doubling="after_auction"), "1 b28, 1 t7S, 1 p, 2 solo")
    assert (state.phase, state.turn, state.bid, state.trump, state.bidder) == ("play", 2, 0, 0, 2)
    assert PLAY.view_for(state, None)["held"]["1"] == 8
    assert refusal(after(state, "2 JH"), "4 7C") == "sits_out"
    assert refusal(after(state, "2 JH"), "3 ask") == "trump_already_open"
    won = after(state, "2 JH, 3 7D, 1 7S, 2 9H, 3 8D, 1 8S")
    assert (won.turn, won.phase) == (2, "play")
    lost = after(four(hands=JACKS, solo=True), "1 b28, 1 tJS, 1 p, 2 solo, 2 AS, 3 KS, 1 JS")
    assert summary(lost) == {"kind": "played", "bidder": 2, "solo": True, "bidder_tricks": 0}
    assert summary(
        after(four(hands=JACKS, solo=True, concession=True), "1 b28, 1 tJS, 1 solo, 1 concede")
    ) == {
        "kind": "conceded",
        "bidder": 1,
        "solo": True,
        "conceded_by": "bidders",
        "reason": "concession",
    }


def test_defenders_double_in_turn_and_the_bidders_redouble() -> None:
    state = after(four(doubling="after_auction"), "1 b28, 1 t7S")
    assert (state.phase, state.turn) == ("double", 2)
    assert refusal(state, "3 p") == "not_your_turn"
    assert after(state, "2 p, 4 p").phase == "play"
    doubled = after(state, "2 double")
    assert (doubled.phase, doubled.turn) == ("redouble", 1)
    assert after(doubled, "1 p").phase == "play"
    assert after(doubled, "1 redouble").doubled == 2
    partner = after(
        four(doubling="after_auction", redouble_by="bidding_side"), "1 b28, 1 t7S, 2 p, 4 double, 1 p"
    )
    assert (partner.phase, partner.turn) == ("redouble", 3)
    assert after(partner, "3 redouble").doubled == 2
    assert after(partner, "3 p").doubled == 1
    three = after(opened(SHORT, 3, variant="28_3p", doubling="after_auction"), "1 b28, 1 tQS, 2 p")
    assert (three.phase, three.turn) == ("double", 3)
