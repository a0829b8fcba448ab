"""The sentences for the codes of Thunee, as message ids with places (rules sections 3.2, 4.16, 7 and 9.3)."""

from __future__ import annotations

from engine.core.text import gettext_noop

_OPTIONS = {
    "bad_option_value": gettext_noop("{value} is not possible for {field}."),
    "unknown_option": gettext_noop("There is no option {field}."),
    "deck32_needs_four_players": gettext_noop("32 cards are for four players."),
    "bid_range": gettext_noop(
        "The lowest call is above the highest, or the highest is above 100 where the other side counts."
    ),
    "declare_needs_redeal": gettext_noop(
        "Where the bidding side needs its bid, the cards are dealt again when nobody bids."
    ),
    "declare_has_no_104": gettext_noop("104 can be called only where the other side counts."),
    "counting_target_only_count304": gettext_noop(
        "The points that the counting side needs matter only where the other side counts."
    ),
    "call_loss_only_count304": gettext_noop(
        "Two balls for a call lost exist only where the other side counts."
    ),
    "surplus_only_declare154": gettext_noop(
        "Balls for points over the bid exist only where the bidding side needs its bid."
    ),
    "call_104_needs_max_100": gettext_noop("104 comes after 100, so the highest call must be 100."),
    "last_card_needs_first_batch_and_default_trumper": gettext_noop(
        "The last card can make trumps only where they are named on the first cards, and somebody makes "
        "trumps when nobody calls."
    ),
    "weak_hand_needs_default_trumper": gettext_noop(
        "A weak hand can be thrown in only where somebody makes trumps when nobody calls."
    ),
    "free_auction_no_partner_overbid": gettext_noop("In a free auction nobody calls over the own side."),
    "blind_needs_thunee": gettext_noop("Blind Thunee needs Thunee."),
    "blind_royals_needs_both": gettext_noop("Blind Royals needs Royals as a call, and Blind Thunee."),
    "target_raise_needs_khanaak": gettext_noop("A Khanaak cannot make a game longer where it is not played."),
    "call_partner_needs_partner": gettext_noop("Two players have no partners to call a card of."),
}
_SUMMARY = {
    "bad_type": gettext_noop("{field} cannot be read."),
    "unknown_field": gettext_noop("Unknown field {field}."),
    "kind_unknown": gettext_noop("There is no kind of hand {kind}."),
    "field_missing": gettext_noop("Enter {field}."),
    "field_not_allowed": gettext_noop("{field} does not belong to this hand."),
    "value_out_of_range": gettext_noop("{value} is not possible for {field}."),
    "kind_disabled": gettext_noop("{kind} is not played in this event."),
    "royals_disabled": gettext_noop("Royals are not agreed in this event."),
    "double_thunee_disabled": gettext_noop("Double Thunee is not played in this event."),
    "cancel_reason_disabled": gettext_noop("No hand is dealt again for {reason} in this event."),
    "infraction_unknown": gettext_noop("{code} is no four-ball."),
    "infraction_not_penalised": gettext_noop("{code} costs nothing in this event."),
    "partner_catch_without_partner": gettext_noop("There is no partner."),
    "call_required": gettext_noop("A hand needs a call."),
    "call_not_on_ladder": gettext_noop("{call} is not a possible call."),
    "points_sum": gettext_noop("{points} and {other} do not make {total}."),
    "points_unreachable": gettext_noop("No tricks are worth {points} points."),
    "points_tricks_mismatch": gettext_noop("{tricks} tricks are not worth {points} points."),
    "last_trick_missing": gettext_noop("Enter who won the last trick."),
    "last_trick_conflict": gettext_noop("Side {side} cannot have won the last trick like this."),
    "final_call_disabled": gettext_noop("{call} is not played in this event."),
    "double_after_lost_trick": gettext_noop("No Double: side {side} had lost a trick."),
    "double_on_corner_house": gettext_noop("No Double: side {side} is one ball short."),
    "khanaak_without_opponent_trick": gettext_noop("No Khanaak: side {side} had no trick."),
    "jodhi_disabled": gettext_noop("Jodhi is not played in this event."),
    "jodhi_value": gettext_noop("{value} is not the value of this Jodhi."),
    "jodhi_two_trump": gettext_noop("There is only one Jodhi in trumps."),
    "jodhi_too_many_plain": gettext_noop("There are only three suits beside trumps."),
    "jodhi_too_many_cards": gettext_noop("Side {side} cannot have held the cards of all these Jodhi."),
    "jodhi_top_trump": gettext_noop(
        "Side {side} held the highest trump after a trick won, so it has won that trick too."
    ),
    "jodhi_without_trick": gettext_noop("Side {side} had won no trick after which to call a Jodhi."),
    "balls_claim_mismatch": gettext_noop("The hand gives {a}–{b}, but {c}–{d} was announced."),
}
_MATCH = {
    "match_over": gettext_noop("Hand {n}: the match ended with hand {m}."),
    "bad_entry": gettext_noop("This entry between two hands cannot be read: {value}"),
    "total_out_of_range": gettext_noop("{side}: a match gives 0 to {most} balls, not {value}."),
    "totals_not_of_a_match": gettext_noop("{a}–{b}: both sides cannot have so many balls."),
    "time_end_on_equal_balls": gettext_noop("The balls are equal: one more hand is played."),
}
_DRAW = {
    "draw_not_finished": gettext_noop("Nobody has got the Jack yet."),
}
_RECORD = {
    "bad_record": gettext_noop("This is not a record of a hand of Thunee."),
    "bad_event": gettext_noop("This is no event of a hand: {value}"),
    "hand_incomplete": gettext_noop("The record stops before the hand is over, after {n} events."),
    "dealer_unknown": gettext_noop("There is no dealer {dealer}."),
    "deal_seats": gettext_noop("The record does not give a hand to each seat."),
    "deal_count": gettext_noop("A hand of the record has too few, too many or the wrong batches."),
    "card_unknown": gettext_noop("{card} is not a card of this deck."),
    "card_duplicated": gettext_noop("The card {card} is there twice."),
    "summary_mismatch": gettext_noop("The result that was written down is not the one that was played."),
    "score_mismatch": gettext_noop("The score that was written down is not the one that the rules give."),
}
_AUCTION = {
    "already_passed": gettext_noop("{seat} has passed and is out of the auction."),
    "not_your_turn": gettext_noop("It is the turn of {seat}."),
    "partner_is_highest": gettext_noop("{seat}: the own side holds the highest call."),
    "own_team_is_highest": gettext_noop("{seat}: the own side holds the highest call, or may not open."),
    "bid_not_on_ladder": gettext_noop("{amount} is not a possible call."),
    "bid_too_low": gettext_noop("The lowest call is {min}."),
    "bid_too_high": gettext_noop("The highest call is {max}."),
    "bid_not_higher": gettext_noop("A call must be above {current}."),
    "bid_skips_a_step": gettext_noop("The next call is {next}."),
    "both_call_amount": gettext_noop("A joint call must be {amount} now."),
    "no_double_call_in_turns": gettext_noop("Nobody calls jointly where calls go by turns."),
    "no_partner": gettext_noop("{seat} has no partner to call with."),
    "no_pass_in_free_auction": gettext_noop("Nobody passes in a free auction."),
    "auction_not_finished": gettext_noop("The auction is still open."),
}
_PLAY = {
    "wrong_phase": gettext_noop("This is not possible now: {event} ({state})"),
    "hand_over": gettext_noop("The hand is over."),
    "seat_unknown": gettext_noop("{value} is not a seat at this table."),
    "wrong_cutter": gettext_noop("{seat} cuts."),
    "cut_too_thin": gettext_noop("Each part of the cut needs {cut_min} cards or more."),
    "not_dealer": gettext_noop("Only the dealer can do this."),
    "wrong_batch": gettext_noop("Batch {batch} is dealt now."),
    "not_default_trumper": gettext_noop("Only {seat} may throw in the hand."),
    "not_trump_maker": gettext_noop("Only the trump maker can do this."),
    "trump_not_held": gettext_noop("The trump maker holds no card of this suit."),
    "suit_unknown": gettext_noop("{value} is not a suit."),
    "last_card_not_allowed": gettext_noop("The last card cannot make trumps in this hand."),
    "call_disabled": gettext_noop("{call} is not played in this event."),
    "call_unknown": gettext_noop("{value} is not a call of this game."),
    "thunee_too_early": gettext_noop("{call} is called only when all cards have been dealt."),
    "thunee_too_late": gettext_noop("{call} is called only before the first lead."),
    "blind_too_late": gettext_noop("{call} is called only before the last cards are dealt."),
    "thunee_one_suit": gettext_noop("{seat} has a hand of one suit and may not call this."),
    "called_card_own": gettext_noop("The trump maker holds this card: {card}"),
    "called_card_not_high": gettext_noop("This is not one of the two highest cards of its suit: {card}"),
    "card_not_in_hand": gettext_noop("{seat} does not hold this card: {card}"),
    "blind_card_not_available": gettext_noop("{seat} has not picked up this card yet: {card}"),
    "must_follow_suit": gettext_noop("{seat} must follow suit."),
    "illegal_undertrump": gettext_noop("{seat} must not play a lower trump while holding another suit."),
    "must_play_called_card": gettext_noop("{seat} must play the called card now."),
    "jodhi_out_of_window": gettext_noop("No Jodhi can be called now."),
    "jodhi_wrong_team": gettext_noop("Only the side that has just won the trick may call a Jodhi."),
    "jodhi_in_thunee": gettext_noop("There is no Jodhi in such a hand."),
    "jodhi_not_held": gettext_noop("{seat} does not hold the cards of this Jodhi."),
    "jodhi_suit_already_called": gettext_noop("A Jodhi in this suit has been called already."),
    "already_doubled": gettext_noop("The hand has been doubled already."),
    "double_thunee_out_of_window": gettext_noop("Double Thunee is called only after half of the tricks."),
    "final_call_not_last_trick": gettext_noop("Double and Khanaak are called only in the last trick."),
    "final_call_twice": gettext_noop("Double or Khanaak has been called already."),
    "final_call_in_thunee": gettext_noop("There is no Double and no Khanaak in such a hand."),
    "cancel_reason": gettext_noop("A hand is cancelled only for a misdeal."),
}
MESSAGES = {**_OPTIONS, **_SUMMARY, **_MATCH, **_DRAW, **_RECORD, **_AUCTION, **_PLAY}
