"""The sentences for the codes of the family, as message ids with places (rules sections 3, 5.6, 7, 8, 9)."""

from __future__ import annotations

from engine.core.text import gettext_noop

_OPTIONS = {
    "bad_option_value": gettext_noop("{value} is not possible for {field}."),
    "unknown_option": gettext_noop("There is no option {field}."),
    "option_conflict": gettext_noop("The options do not fit together."),
    "option_conflict/1": gettext_noop("Only in Twenty-Nine the last trick can be worth a point."),
    "option_conflict/2": gettext_noop("Three players have no partners to overbid or to leave out."),
    "option_conflict/3": gettext_noop("Bids that name the trump need all eight cards in hand."),
    "option_conflict/4": gettext_noop(
        "A second auction needs a second batch of cards, and a trump that is fixed after the first."
    ),
    "option_conflict/5": gettext_noop(
        "The second auction must begin above the first, and within the points of the deal."
    ),
    "option_conflict/6": gettext_noop(
        "Doubles in the auction need all eight cards in hand, and passes that are not final."
    ),
    "option_conflict/7": gettext_noop("In Fifty-Six there are eight Jacks."),
    "option_conflict/8": gettext_noop(
        "The pair counts neither in Fifty-Six nor where the bids name the trump."
    ),
    "option_conflict/9": gettext_noop(
        "Where every failure costs the full value of the bid, bhangi adds nothing."
    ),
    "option_conflict/10": gettext_noop(
        "A limit below 0 needs two sides, a match to a target, and totals that may fall below 0."
    ),
    "option_conflict/11": gettext_noop(
        "Where one side wins what the other loses, totals must be able to fall below 0."
    ),
}
_SUMMARY = {
    "unknown_field": gettext_noop("Unknown field {field}."),
    "bad_kind": gettext_noop("Unknown result kind {kind}."),
    "bad_type": gettext_noop("{field} has a wrong value."),
    "missing_field": gettext_noop("Please enter {field}."),
    "missing_field/bidder": gettext_noop("Please enter who was the bidder."),
    "missing_field/bid": gettext_noop("Please enter the bid."),
    "missing_field/bidder_points": gettext_noop("Please enter the points of the bidding side."),
    "missing_field/bidder_tricks": gettext_noop("Please enter the tricks of the soloist."),
    "missing_field/all_jacks": gettext_noop("Please enter which side captured every Jack."),
    "missing_field/conceded_by": gettext_noop("Please enter who gave up the hand."),
    "missing_field/reason": gettext_noop("Please enter the reason."),
    "bad_penalty": gettext_noop("Penalty {n} is not valid."),
    "bad_reason": gettext_noop("Unknown reason {reason}."),
    "void_with_result": gettext_noop("A void deal has no result."),
    "bidder_out_of_range": gettext_noop("There is no seat {bidder} in this game."),
    "bid_out_of_range": gettext_noop("Bids go from {min} to {T}."),
    "solo_not_in_use": gettext_noop("Solo is not played in this event."),
    "double_not_in_use": gettext_noop("Doubling is not played in this event."),
    "pair_not_in_use": gettext_noop("The pair does not count in this event."),
    "honours_not_in_use": gettext_noop("Honours do not count in this event."),
    "concession_not_in_use": gettext_noop("Hands may not be conceded here."),
    "solo_fields_conflict": gettext_noop("A solo has no bid, points, double, pair or Jacks."),
    "tricks_out_of_range": gettext_noop("There are 8 tricks."),
    "conceded_with_result": gettext_noop("A conceded hand has no count."),
    "played_with_concession": gettext_noop("Was this hand conceded or played?"),
    "points_out_of_range": gettext_noop("There are only {T} points in a deal."),
    "points_sum_wrong": gettext_noop("{p} + {q} is not {T}."),
    "tricks_points_impossible": gettext_noop("{t} tricks hold {lo} to {hi} points."),
    "jacks_points_impossible": gettext_noop("With these Jacks: {lo} to {hi} points."),
    "jacks_tricks_impossible": gettext_noop("With these Jacks {t} tricks hold {lo} to {hi}."),
    "jacks_tricks_impossible/never": gettext_noop("Nobody can have these Jacks with {t} tricks."),
    "made_mismatch": gettext_noop("The contract was not what was entered."),
    "made_mismatch/made": gettext_noop("Target {target}, points {points}: that is made."),
    "made_mismatch/failed": gettext_noop("Target {target}, points {points}: that is failed."),
    "made_mismatch/solo": gettext_noop("A solo is made with all 8 tricks, not with {points}, and only so."),
    "pair_needs_trick": gettext_noop("A pair needs a trick first."),
}
_MATCH = {
    "match_over": gettext_noop("Hand {n}: the match ended with hand {m}."),
    "total_below_zero": gettext_noop("{side}: {value}. Here only a penalty brings a total below 0."),
    "totals_not_balanced": gettext_noop(
        "The totals make {sum} together; without penalties what one side wins another loses."
    ),
}
_RULINGS = {
    "unknown_infraction": gettext_noop("{code} is not in the list of infractions."),
    "unknown_effect": gettext_noop("{effect} is not an effect of a ruling."),
    "ruling_side_missing": gettext_noop("Say which side offended."),
    "bad_ruling_points": gettext_noop("{value} is not possible; a penalty has 1 to 10 points."),
    "ruling_without_hand": gettext_noop("A deal that does not count cannot be lost."),
}
_RECORD = {
    "bad_record": gettext_noop("This is not a record of a hand of this game."),
    "bad_dealer": gettext_noop("{value} is not a seat that can deal at this table."),
    "bad_deal": gettext_noop("The deal does not give every seat its batches of cards."),
    "bad_deck": gettext_noop("The dealt cards are not exactly the deck."),
    "dealer_out_of_rotation": gettext_noop("It was the deal of {first}, not of {second}."),
    "hand_incomplete": gettext_noop("The record stops before the hand is over."),
    "summary_mismatch": gettext_noop("The result that was written down is not the one that was played."),
}
_EVENTS = {
    "hand_over": gettext_noop("The hand is over."),
    "unknown_action": gettext_noop("There is no action {value}."),
    "wrong_phase": gettext_noop("This is not the time for that: {value}"),
    "unknown_seat": gettext_noop("{value} is not a seat at this table."),
    "already_passed": gettext_noop("{seat} has passed and is out of the auction."),
    "sits_out": gettext_noop("{seat} sits out: the partner plays alone."),
    "not_your_turn": gettext_noop("{seat} is not on turn."),
}
_AUCTION = {
    "bad_bid": gettext_noop("{value} is not a bid."),
    "denom_missing": gettext_noop("Say which suit is trump, or that there is none."),
    "denom_not_in_use": gettext_noop("Bids do not name the trump here."),
    "bid_too_high": gettext_noop("{value} is too much: the highest bid is {most}."),
    "partner_overbid_too_low": gettext_noop("Over the partner’s bid it takes {least}, not {value}."),
    "bid_too_low": gettext_noop("{value} is too little: at least {least} must be bid."),
    "forced_bid_is_minimum": gettext_noop("All others have passed: the dealer bids {least}, not {value}."),
    "pass_not_allowed": gettext_noop("{seat} must bid."),
    "claim_not_allowed": gettext_noop("{seat} cannot ask for a new deal."),
    "double_not_allowed": gettext_noop("{seat} cannot double now."),
    "redouble_not_allowed": gettext_noop("{seat} cannot redouble now."),
    "solo_not_allowed": gettext_noop("Solo is not played in this event."),
    "pair_not_allowed": gettext_noop("{seat} cannot declare the pair now."),
    "concede_not_allowed": gettext_noop("{seat} cannot give up the hand now."),
}
_PLAY = {
    "trump_already_open": gettext_noop("There is no hidden trump any more."),
    "bidder_reveals_himself": gettext_noop("{seat} is the bidder and does not ask, but turns the card."),
    "only_bidder_reveals": gettext_noop("Only the bidder turns the card; {seat} may ask."),
    "cannot_ask_when_leading": gettext_noop("{seat} leads and cannot have the trump turned."),
    "cannot_ask_can_follow": gettext_noop("{seat} holds the suit led and cannot have the trump turned."),
    "ask_not_allowed": gettext_noop("{seat} may not have the trump turned in this event."),
    "must_reveal_first": gettext_noop("{seat} must turn the face-down card before playing it."),
    "indicator_face_down": gettext_noop("{seat}: this card lies face down and cannot be played: {card}"),
    "card_not_in_hand": gettext_noop("{seat} does not hold this card: {card}"),
    "bidder_cannot_lead_trump": gettext_noop(
        "{seat} may lead the hidden trump suit only with nothing else in hand."
    ),
    "must_follow_suit": gettext_noop("{seat} must follow suit."),
    "must_play_indicator": gettext_noop("{seat} must play the very card that was face down."),
    "must_trump_after_ask": gettext_noop("{seat} had the trump turned and must trump."),
    "undertrump_forbidden": gettext_noop("{seat} must not play a lower trump."),
}
MESSAGES = {
    **_OPTIONS,
    **_SUMMARY,
    **_MATCH,
    **_RULINGS,
    **_RECORD,
    **_EVENTS,
    **_AUCTION,
    **_PLAY,
}
