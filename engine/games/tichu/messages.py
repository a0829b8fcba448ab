"""The sentences for the codes of Tichu, as message ids with places (rules sections 3, 7.5, 8 and 9.2)."""

from __future__ import annotations

from engine.core.text import gettext_noop

MESSAGES = {
    "unknown_option": gettext_noop("There is no option {field}."),
    "bad_option_value": gettext_noop("{value} is not possible for {field}."),
    "grand_not_above_small": gettext_noop("A Grand Tichu must be worth more than a small one."),
    "hands_mode_needs_hands": gettext_noop("Say how many hands a match has (1 to 100)."),
    "hands_only_in_hands_mode": gettext_noop("A match to a target has no fixed number of hands."),
    "margin_only_in_target_mode": gettext_noop("Only a match to a target can end by a lead."),
    "target_mode_needs_target": gettext_noop("Give the target: 100 to 10000, in steps of 5."),
    "target_only_in_target_mode": gettext_noop("A match over a number of hands has no target."),
    "match_over": gettext_noop("Hand {n}: the match ended with hand {m}."),
    "unknown_infraction": gettext_noop("{code} is not in the list of infractions: say its effect."),
    "unknown_effect": gettext_noop("{effect} is not an effect of a ruling."),
    "ruling_side_missing": gettext_noop("Say which side offended."),
    "ruling_seat_missing": gettext_noop("Say whose call is void."),
    "ruling_without_call": gettext_noop("{seat} has made no such call."),
    "bad_ruling_points": gettext_noop("{value}: points must be 0 or negative, in steps of 5."),
    "unknown_field": gettext_noop("Unknown field {field}."),
    "bad_type": gettext_noop("{field} cannot be read."),
    "first_out_missing": gettext_noop("Say who went out first."),
    "bad_seat": gettext_noop("{value} is not a seat at this table."),
    "bad_call": gettext_noop("{value} is not a call."),
    "grand_disabled": gettext_noop("Grand Tichu is not played in this event ({seat})."),
    "too_many_calls_on_side": gettext_noop("Only one call per side is allowed; {side} has {n}."),
    "result_missing": gettext_noop("Say whether it was a double victory or a count."),
    "bad_result": gettext_noop("{value} is not a result of this game."),
    "points_missing": gettext_noop("Enter the card points of one side."),
    "bad_side": gettext_noop("{value} is not a side."),
    "points_not_integer": gettext_noop("{side}: {value} is not a whole number."),
    "points_not_multiple_of_5": gettext_noop("{side}: {value} cannot occur; card points are multiples of 5."),
    "points_out_of_range": gettext_noop("{side}: {value} cannot occur; card points lie between −25 and 125."),
    "points_sum_not_100": gettext_noop("{a} + {b} = {sum}; the card points of both sides must make 100."),
    "points_with_sweep": gettext_noop("No card points are counted after a double victory."),
    "out_order_duplicate": gettext_noop("{seat} is listed twice."),
    "out_order_first_mismatch": gettext_noop("{seat} is listed first, but {first} went out first."),
    "out_order_length": gettext_noop("List between 1 and {max} seats."),
    "count_but_sweep": gettext_noop(
        "{first} and {second} are partners and went out first and second: this is a double victory."
    ),
    "sweep_not_partners": gettext_noop("{first} and {second} are not partners: this is no double victory."),
    "bad_penalty": gettext_noop("Penalty {code} for {side}: points must be 0 or negative, in steps of 5."),
    "bad_claim": gettext_noop("The claimed total of {side} is not usable."),
    "claimed_total_mismatch": gettext_noop("{side}: slip says {claimed}, the rules give {computed}."),
}
