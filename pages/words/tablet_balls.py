"""What the tablet says of a hand that is worth balls: Thunee."""

from __future__ import annotations

from django.utils.translation import gettext_noop

BALLS_TEXTS = {
    "game_to_balls": gettext_noop("{game}, to {target} balls"),
    "balls": gettext_noop("balls: {n}"),
    "balls_of": gettext_noop("{n} of {of} balls"),
    "of_balls": gettext_noop("of {of}"),
    "kind_played": gettext_noop("Played"),
    "kind_thunee": gettext_noop("Thunee"),
    "kind_four_ball": gettext_noop("Four-ball"),
    "kind_void": gettext_noop("Dealt again"),
    "deals_now": gettext_noop("{name} deals"),
    "last_trick": gettext_noop("Last trick"),
    "counts_of": gettext_noop("counts {total} of {needed}"),
    "jodhi": gettext_noop("Jodhi"),
    "jodhi_of": gettext_noop("Jodhi of {side}: {values}"),
    "corner_house": gettext_noop("{side}: one ball short, in the corner house. No Double."),
    "four_ball_help": gettext_noop("A claim stops play: call the director, then tap what was ruled."),
    "who_called": gettext_noop("Which side called?"),
    "trumps_with": gettext_noop("{side} made trumps with {call}"),
    "trumps_without": gettext_noop("{side} made trumps without a call"),
    "say_trumps": gettext_noop("Say which side made trumps."),
    "say_call": gettext_noop("Now the call."),
    "say_points_of": gettext_noop("Now the card points of {side}."),
    "say_last_of_call": gettext_noop("Say who took the last trick after that call."),
    "say_caller": gettext_noop("Say which side called."),
    "say_result": gettext_noop("Now how it went."),
    "say_offence": gettext_noop("Now what was ruled."),
    "say_reason": gettext_noop("Say why the cards are dealt again."),
    "doubt_help": gettext_noop(
        "An earlier hand was corrected, and this one does not fit any more. It counts nothing until the "
        "director has decided."
    ),
}
