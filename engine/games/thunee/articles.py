"""Where the rules speak of what is wrong with a record; the numbers are those of the rules specification."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.showing import Article
from engine.core.text import gettext_noop

_CODES: Mapping[Article, tuple[str, ...]] = {
    Article("1", gettext_noop("The table")): ("seat_unknown", "dealer_unknown", "no_partner"),
    Article("2", gettext_noop("The cards")): ("card_unknown", "card_duplicated", "suit_unknown"),
    Article("4", gettext_noop("The order of a hand")): ("wrong_phase", "hand_over", "cancel_reason"),
    Article("4.2", gettext_noop("The cut")): ("wrong_cutter", "cut_too_thin"),
    Article("4.4", gettext_noop("The deal")): (
        "not_dealer",
        "wrong_batch",
        "not_default_trumper",
        "deal_seats",
        "deal_count",
    ),
    Article("4.5", gettext_noop("The auction")): (
        "already_passed",
        "partner_is_highest",
        "own_team_is_highest",
        "bid_not_on_ladder",
        "bid_too_low",
        "bid_too_high",
        "bid_not_higher",
        "bid_skips_a_step",
        "both_call_amount",
        "no_double_call_in_turns",
        "no_pass_in_free_auction",
        "auction_not_finished",
    ),
    Article("4.8", gettext_noop("Trumps")): ("not_trump_maker", "trump_not_held", "last_card_not_allowed"),
    Article("4.9", gettext_noop("Thunee and the blind calls")): (
        "call_disabled",
        "call_unknown",
        "thunee_too_early",
        "thunee_too_late",
        "blind_too_late",
        "thunee_one_suit",
    ),
    Article("4.11", gettext_noop("A called card")): ("called_card_own", "called_card_not_high"),
    Article("4.13", gettext_noop("Jodhi")): (
        "jodhi_out_of_window",
        "jodhi_wrong_team",
        "jodhi_in_thunee",
        "jodhi_not_held",
        "jodhi_suit_already_called",
        "jodhi_value",
    ),
    Article("4.14", gettext_noop("Double Thunee")): ("already_doubled", "double_thunee_out_of_window"),
    Article("4.15", gettext_noop("Double and Khanaak")): (
        "final_call_not_last_trick",
        "final_call_twice",
        "final_call_in_thunee",
        "double_after_lost_trick",
        "double_on_corner_house",
        "khanaak_without_opponent_trick",
    ),
    Article("5", gettext_noop("Which cards may be played")): (
        "not_your_turn",
        "card_not_in_hand",
        "blind_card_not_available",
        "must_follow_suit",
        "illegal_undertrump",
        "must_play_called_card",
    ),
    Article("6", gettext_noop("Scoring a hand")): ("score_mismatch",),
    Article("8", gettext_noop("Infractions")): ("infraction_unknown", "infraction_not_penalised"),
    Article("10", gettext_noop("The record of a hand")): (
        "bad_record",
        "bad_event",
        "hand_incomplete",
        "summary_mismatch",
    ),
}


def _by_code() -> Iterator[tuple[str, Article]]:
    for article, codes in _CODES.items():
        for code in codes:
            yield code, article


ARTICLES: Mapping[str, Article] = dict(_by_code())
