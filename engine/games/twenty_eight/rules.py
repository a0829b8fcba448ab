"""Reading an option set, and what its variant makes of the table (rules sections 1 and 3)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from engine.core.options import as_json, bad_values, parse, unknown_names
from engine.core.problems import Problem, shown
from engine.core.seats import COUNTERCLOCKWISE, NUMBERED
from engine.games.twenty_eight.conflicts import conflict, highest_bid
from engine.games.twenty_eight.options import Rules
from engine.games.twenty_eight.profiles import DEFAULTS, PROFILES, defaults
from engine.games.twenty_eight.variants import TABLES, VARIANTS, Table

__all__ = [
    "PROFILES",
    "VARIANTS",
    "Rules",
    "highest_bid",
    "naming",
    "read_rules",
    "seat_names",
    "seats",
    "side_of",
    "sides",
    "table_of",
]

PROFILE_KEYS = tuple(profile.key for profile in PROFILES)


def read_rules(raw: object) -> Rules | tuple[Problem, ...]:
    """Return the rules of an option set, or the one problem that it has (section 3).

    An unknown name comes before a bad value, and only without either are the options held against each other.
    """
    if not isinstance(raw, Mapping):
        return (Problem("bad_option_value", "", {"field": "options", "value": shown(raw)}),)
    given = {name: value for name, value in raw.items() if name != "profile"}
    profile = raw.get("profile", PROFILE_KEYS[0])
    unknown = unknown_names(Rules, given)
    if unknown:
        return unknown[:1]
    if not isinstance(profile, str) or profile not in PROFILE_KEYS:
        return (_bad("profile", profile),)
    bad = bad_values(Rules, given)
    if bad:
        return bad[:1]
    rules = parse(Rules, given, defaults(profile, given.get("variant", VARIANTS[0].key)))
    if isinstance(rules, tuple):
        return rules
    table = table_of(rules)
    if not table.lowest <= rules.min_bid <= table.highest:
        return (_bad("min_bid", rules.min_bid),)
    problem = conflict(rules)
    return rules if problem is None else (problem,)


@cache
def naming(rules: Rules) -> tuple[str, Mapping[str, object]]:
    """Return the profile that needs the fewest other options to say these rules, and those options.

    The variant is not among them: a record names it beside its options.
    """
    values = as_json(rules)
    named = []
    for profile in PROFILE_KEYS:
        usual = DEFAULTS[profile, rules.variant]
        named.append((profile, {name: value for name, value in values.items() if value != usual[name]}))
    return min(named, key=lambda one: len(one[1]))


def table_of(rules: Rules) -> Table:
    """Return what the variant fixes."""
    return TABLES[rules.variant]


def seats(rules: Rules) -> tuple[int, ...]:
    """Return the seats in the order of play, which is counter-clockwise."""
    return TABLES[rules.variant].seats


def sides(rules: Rules) -> tuple[str, ...]:
    """Return the sides: two, or with three players each one."""
    return TABLES[rules.variant].sides


def side_of(rules: Rules, seat: int) -> str:
    """Return the side of a seat."""
    return TABLES[rules.variant].side_of[seat]


def seat_names(rules: Rules) -> Mapping[int, str]:
    """Return the names of the seats (message ids); only among four they are points of the compass."""
    found = seats(rules)
    return (
        COUNTERCLOCKWISE if len(found) == len(COUNTERCLOCKWISE) else {seat: NUMBERED[seat] for seat in found}
    )


def _bad(name: str, value: object) -> Problem:
    return Problem("bad_option_value", f"/{name}", {"field": name, "value": shown(value)})
