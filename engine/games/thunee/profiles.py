"""The two profiles, and how an option set is read and named (rules section 3)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.game import Profile
from engine.core.options import as_json, bad_values, parse, unknown_names
from engine.core.problems import Problem, each_once, shown
from engine.core.text import gettext_noop
from engine.games.thunee.cards import COUNT
from engine.games.thunee.rules import Rules

PROFILES = (
    Profile(
        "seed",
        gettext_noop("The rule sheet, to the letter"),
        gettext_noop("a rule sheet in Spanish, read literally and completed"),
        "2026",
        {},
    ),
    Profile(
        "club",
        gettext_noop("South African clubs"),
        gettext_noop("what clubs and tournaments in South Africa play"),
        "2026",
        {
            "scheme": COUNT,
            "dealer_rotation": "while_behind",
            "cutter": "left",
            "cut_min": 1,
            "auction_mode": "free",
            "bid_min": 10,
            "call_104": True,
            "jump_calls": False,
            "overbid_partner": False,
            "all_pass": "default_trumper",
            "weak_hand_redeal": True,
            "trump_choice": "first_batch",
            "last_card_trump": "four_suits",
            "first_lead": "trumper_right",
            "no_trump_redeal": True,
            "thunee_side_card": True,
            "thunee_success": 4,
            "thunee_partner_catch": 8,
            "blind_thunee": False,
            "blind_success": 6,
            "blind_fail": 6,
            "royals_mode": "off",
            "jodhi_window": "team_1_3",
            "backward_double_success": 4,
            "corner_house_ban": True,
            "backward_khanaak_success": 6,
            "final_call_winner": "caller",
            "call_scoring": "replace",
            "last_trick_bonus": 10,
            "call_loss_balls": 2,
            "strict_silence": True,
            "wrong_challenge_penalty": True,
            "both_reach_rule": "more_balls",
            "best_of": 3,
        },
    ),
)
_OPTIONS_OF = {profile.key: profile.options for profile in PROFILES}


def read_rules(raw: object) -> Rules | tuple[Problem, ...]:
    """Return the rules of an option set, or its problems in the order of section 3, each code once.

    Unknown names come before bad values, and only without either are the options held against each other.
    """
    if not isinstance(raw, Mapping):
        return (Problem("bad_option_value", "", {"field": "options", "value": shown(raw)}),)
    given = {name: value for name, value in raw.items() if name != "profile"}
    found = [*unknown_names(Rules, given), *bad_values(Rules, given)]
    profile = raw.get("profile", "seed")
    if not isinstance(profile, str) or profile not in _OPTIONS_OF:
        params = {"field": "profile", "value": shown(profile)}
        found.append(Problem("bad_option_value", "/profile", params))
    if found:
        return each_once(found)
    rules = parse(Rules, given, {**_OPTIONS_OF[profile], "profile": profile})
    return each_once(rules) if isinstance(rules, tuple) else rules


def naming(rules: Rules) -> tuple[str, Mapping[str, object]]:
    """Return the profile of these rules, and the options that differ from it."""
    usual = {**as_json(Rules()), **_OPTIONS_OF[rules.profile]}
    changed = {name: value for name, value in as_json(rules).items() if value != usual[name]}
    return rules.profile, changed
