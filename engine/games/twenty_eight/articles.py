"""Where the rules speak of what is wrong with a record; the numbers are those of the rules specification."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.showing import Article
from engine.core.text import gettext_noop

_OPTIONS = Article("3", gettext_noop("Options"))
_DEAL = Article("4.0", gettext_noop("Deal"))
_AUCTION = Article("4.1", gettext_noop("The auction"))
_TRUMP = Article("4.2", gettext_noop("Fixing the trump"))
_POLL = Article("4.4", gettext_noop("Solo and new deal"))
_DOUBLE = Article("4.5", gettext_noop("Double and redouble"))
_PLAY = Article("4.6", gettext_noop("The play"))
_GIVING_UP = Article("4.7", gettext_noop("Giving up, and the pair"))
_HIDDEN = Article("5.1", gettext_noop("The hidden trump"))
_TURNING = Article("5.2", gettext_noop("Turning the trump"))
_CARDS = Article("5.3", gettext_noop("Which cards may be played"))
_RECORD = Article("10", gettext_noop("The record of a hand"))

ARTICLES: Mapping[str, Article] = {
    "bad_record": _RECORD,
    "bad_option_value": _OPTIONS,
    "unknown_option": _OPTIONS,
    "option_conflict": _OPTIONS,
    "bad_dealer": _DEAL,
    "dealer_out_of_rotation": _DEAL,
    "bad_deal": _DEAL,
    "bad_deck": _DEAL,
    "hand_over": _PLAY,
    "unknown_action": _RECORD,
    "wrong_phase": _RECORD,
    "unknown_seat": _RECORD,
    "already_passed": _AUCTION,
    "sits_out": _PLAY,
    "not_your_turn": _PLAY,
    "bad_bid": _AUCTION,
    "denom_missing": _TRUMP,
    "denom_not_in_use": _AUCTION,
    "bid_too_high": _AUCTION,
    "partner_overbid_too_low": _AUCTION,
    "bid_too_low": _AUCTION,
    "forced_bid_is_minimum": _AUCTION,
    "pass_not_allowed": _AUCTION,
    "claim_not_allowed": _POLL,
    "double_not_allowed": _DOUBLE,
    "redouble_not_allowed": _DOUBLE,
    "solo_not_allowed": _POLL,
    "pair_not_allowed": _GIVING_UP,
    "concede_not_allowed": _GIVING_UP,
    "trump_already_open": _TURNING,
    "bidder_reveals_himself": _TURNING,
    "only_bidder_reveals": _TURNING,
    "cannot_ask_when_leading": _HIDDEN,
    "cannot_ask_can_follow": _HIDDEN,
    "ask_not_allowed": _HIDDEN,
    "must_reveal_first": _HIDDEN,
    "indicator_face_down": _HIDDEN,
    "card_not_in_hand": _CARDS,
    "bidder_cannot_lead_trump": _CARDS,
    "must_follow_suit": _CARDS,
    "must_play_indicator": _CARDS,
    "must_trump_after_ask": _CARDS,
    "undertrump_forbidden": _CARDS,
    "hand_incomplete": _RECORD,
    "summary_mismatch": _RECORD,
}
