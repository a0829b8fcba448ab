"""The sentences for the codes of Malilla, as message ids with places (rules sections 3, 4.1, 5, 9 and 10)."""

from __future__ import annotations

from engine.core.text import gettext_noop

_OPTIONS = {
    "bad_option_value": gettext_noop("{value} is not possible for {field}."),
    "unknown_option": gettext_noop("There is no option {field}."),
    "closing_pinta_without_pinta": gettext_noop(
        "Where the turned card does not score, nothing can be said about one that would win the game."
    ),
    "closing_pinta_missing": gettext_noop("Say what happens to a turned card that would win the game."),
    "max_hands_too_small": gettext_noop("A match of {games} games won needs at least as many hands."),
    "bad_options": gettext_noop("The options do not fit together."),
}
_SUMMARY = {
    "unknown_field": gettext_noop("Unknown field {field}."),
    "bad_type": gettext_noop("{field} cannot be read."),
    "missing_dealer": gettext_noop("Enter who dealt."),
    "unknown_seat": gettext_noop("{value} is not a seat at this table."),
    "wrong_dealer": gettext_noop("It was the deal of {first}, not of {second}."),
    "before_out_of_range": gettext_noop("A game score of {value} cannot stand before a deal."),
    "unknown_ruling": gettext_noop("{code} is not in the list of infractions."),
    "unknown_effect": gettext_noop("{effect} is not an effect of a ruling."),
    "ruling_not_applicable": gettext_noop("Signals are allowed in this event."),
    "ruling_side_missing": gettext_noop("Say which side offended."),
    "missing_pinta": gettext_noop("Enter the turned card."),
    "unknown_card": gettext_noop("{card} is not a card of this deck."),
    "points_with_ruling": gettext_noop("The ruling decides; leave points and tricks empty."),
    "missing_points": gettext_noop("Enter the points of both sides."),
    "points_out_of_range": gettext_noop("{side}: {value} is not possible; a hand has 72 points."),
    "points_sum_not_72": gettext_noop("{a} + {b} = {sum}; the points of both sides must make 72."),
    "tricks_out_of_range": gettext_noop("{value} is not possible; there are 12 tricks."),
    "tricks_sum_not_12": gettext_noop("{a} + {b} = {sum} tricks; both sides together have 12."),
    "pinta_nine_lost": gettext_noop("{side}: the nine of trumps wins its trick, so it has {least} or more."),
    "points_tricks_impossible": gettext_noop("{side}: {tricks} tricks cannot give {points} points."),
}
_MATCH = {
    "match_over": gettext_noop("Hand {n}: the match ended with hand {m}."),
    "invalid_summary": gettext_noop("This hand has faults: {codes}"),
}
_DRAW = {
    "draw_card_repeated": gettext_noop("The card {card} has been drawn already."),
    "draw_wrong_players": gettext_noop(
        "In the first round everybody draws, in each later one those with equal cards, and nobody else."
    ),
    "draw_not_finished": gettext_noop("The draw is not finished: those with equal cards draw again."),
}
_RECORD = {
    "bad_record": gettext_noop("This is not a record of a hand of Malilla."),
    "deal_expected": gettext_noop("The record has no deal."),
    "hands_or_deck": gettext_noop("A deal has either the four hands or the cards in their order."),
    "bad_deal_count": gettext_noop("The deal does not give 12 cards to each of the four seats."),
    "duplicate_card": gettext_noop("The card {card} is there twice."),
    "pinta_not_with_dealer": gettext_noop("The turned card {card} belongs to the hand of the dealer."),
    "pinta_not_last_card": gettext_noop("The turned card {card} is not the last card of the deal."),
    "incomplete_hand": gettext_noop("The record stops before the hand is over: {n} of 48 cards are played."),
    "summary_mismatch": gettext_noop("The result that was written down is not the one that was played."),
    "score_mismatch": gettext_noop("The score that was written down is not the one that the rules give."),
}
_PLAY = {
    "wrong_event": gettext_noop("Only cards are played now."),
    "hand_over": gettext_noop("The hand is over."),
    "not_your_turn": gettext_noop("{seat} is not on turn."),
    "card_already_played": gettext_noop("{seat}: this card has been played already: {card}"),
    "card_not_in_hand": gettext_noop("{seat} does not hold this card: {card}"),
    "must_follow_suit": gettext_noop("{seat} must follow suit."),
    "must_beat": gettext_noop("{seat} must beat the winning card in its suit."),
    "must_trump": gettext_noop("{seat} must ruff."),
    "must_overtrump": gettext_noop("{seat} must overtrump."),
    "must_not_undertrump": gettext_noop("{seat} must not play a lower trump."),
    "must_discard_worthless": gettext_noop("{seat} must discard a card without value."),
}
MESSAGES = {**_OPTIONS, **_SUMMARY, **_MATCH, **_DRAW, **_RECORD, **_PLAY}
