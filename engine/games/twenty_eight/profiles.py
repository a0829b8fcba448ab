"""The two profiles and their defaults for each variant (rules section 3.2)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.game import Profile
from engine.core.options import as_json
from engine.core.text import gettext_noop
from engine.games.twenty_eight.options import Rules
from engine.games.twenty_eight.variants import TABLES, USUAL

SEED, CLUB = "seed", "club"
Options = Mapping[str, object]

_SEED: Mapping[str, Options] = {
    "28": {},
    "29": {"min_bid": 16, "last_trick_bonus": 1},
    "28_3p": {},
    "29_3p": {"min_bid": 16, "last_trick_bonus": 1},
    "56": {"min_bid": 28, "second_auction_min": 48, "match_deals": 18},
}
"""What differs from the column `seed` of the variant 28."""

_CLUB_28: Options = {
    "opening": "forced_first",
    "pass_is_final": False,
    "partner_overbid": "honours_only",
    "second_auction": True,
    "pointless_redeal": "first_player",
    "bidder_reveal_plays": "indicator",
    "bidder_lead_trump": "only_if_no_other",
    "redouble_by": "bidding_side",
    "solo": True,
    "solo_failure": 4,
    "failure_loss": "success_plus_1",
    "settlement": "award",
    "match_end": "deals",
    "tie_extra_deals": 6,
    "concession": True,
    "penalty_mode": "award",
}
"""What differs from the column `seed` of the variant 28."""

_OF_29: Options = {
    "min_bid": 16,
    "opening": "forced_dealer",
    "second_auction": False,
    "partner_overbid": "free",
    "four_jacks_redeal": True,
    "pre_reveal_trumps": "same_trick_live",
    "doubling": "after_auction",
    "pair": True,
    "success_award": "flat1",
    "failure_loss": "flat1",
    "tie_extra_deals": 0,
    "penalty_mode": "deduct",
}
_OF_THREE: Options = {
    "partner_overbid": "free",
    "solo": False,
    "solo_failure": 4,
    "settlement": "transfer",
    "match_end": "deals",
    "match_deals": 18,
    "negative_limit": "none",
    "penalty_mode": "deduct",
}
_CLUB: Mapping[str, Options] = {
    "28": {},
    "29": {
        **_OF_29,
        "solo_failure": 3,
        "settlement": "bidders_only",
        "match_end": "target",
        "negative_limit": "mirror",
    },
    "28_3p": {**_OF_THREE, "min_bid": 12, "second_auction_min": 22},
    "29_3p": {**_OF_29, **_OF_THREE},
    "56": {
        "min_bid": 28,
        "trump_mode": "open_bid",
        "first_batch": 8,
        "partner_overbid": "free",
        "second_auction": False,
        "second_auction_min": 48,
        "pointless_redeal": "off",
        "doubling": "in_auction",
        "double_effect": "add",
        "solo": False,
        "success_award": "quarters",
        "match_deals": 18,
    },
}
"""What differs from the column club 28."""

PROFILES = (
    Profile(
        SEED,
        gettext_noop("The rule sheet, to the letter"),
        gettext_noop("a rule sheet in Spanish without a name, read literally"),
        "2026",
        {},
    ),
    Profile(
        CLUB,
        gettext_noop("Club evening"),
        gettext_noop("what the rule pages and tournaments of the family agree on"),
        "2026",
        _CLUB_28,
    ),
)

_DECLARED = as_json(Rules())
DEFAULTS: Mapping[tuple[str, str], Options] = {
    **{(SEED, key): {**_DECLARED, "variant": key, **_SEED[key]} for key in TABLES},
    **{(CLUB, key): {**_DECLARED, "variant": key, **_CLUB_28, **_CLUB[key]} for key in TABLES},
}
"""Every option by profile and variant."""


def defaults(profile: object, variant: object) -> Options:
    """Return what an option set does not have to name; what is none counts as the usual one."""
    key = (profile if isinstance(profile, str) else SEED, variant if isinstance(variant, str) else USUAL)
    return DEFAULTS.get(key, DEFAULTS[SEED, USUAL])
