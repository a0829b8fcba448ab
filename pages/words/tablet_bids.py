"""What the tablet says of a hand with a bid: Twenty-Eight, Twenty-Nine, Fifty-Six."""

from __future__ import annotations

from django.utils.translation import gettext_noop

BIDS_TEXTS = {
    "who_bid": gettext_noop("Who bid?"),
    "all_passed": gettext_noop("All passed: deal again"),
    "lower_bids": gettext_noop("Lower bids"),
    "higher_bids": gettext_noop("Higher bids"),
    "near_bid": gettext_noop("Back to the numbers near the bid"),
    "with_last_trick": gettext_noop("last trick: +1"),
    "from_made": gettext_noop("{n} or more: made"),
    "to_failed": gettext_noop("{n} or less: failed"),
    "solo_made": gettext_noop("All {n} tricks: made"),
    "other_number": gettext_noop("Another number: {n}"),
    "more_of_this_hand": gettext_noop("More of this hand"),
    "solo_call": gettext_noop("Alone, for all 8 tricks"),
    "deal_again": gettext_noop("The deal does not count: deal again"),
    "deals_next": gettext_noop("{name} deals"),
    "warned": gettext_noop("{side} is warned: {code}"),
    "wins_match": gettext_noop("{side} wins the match: {score}"),
    "match_drawn": gettext_noop("The match is drawn: {score}"),
}
