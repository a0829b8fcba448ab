"""Why a table of the draft is as it is, and why somebody has the bye: one sentence each, as data."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engine.core.text import gettext_noop as _
from tournaments.pairing.base import Pattern, Points, Why
from tournaments.pairing.cost import bye_cost, pattern_of
from tournaments.pairing.lineup import Lineup, Table

WHY_TEXTS: Mapping[str, str] = MappingProxyType(
    {
        "fixed": _("set by the director"),
        "rematch": _("rematch: no round is possible without"),
        "same_score": _("{score}-{other_score}, same score"),
        "avoids_rematch": _("{score}-{other_score}, same score; avoids the rematch with {avoided}"),
        "avoids_ban": _("{score}-{other_score}, same score; {number} and {avoided} may not meet"),
        "avoids_club": _("{score}-{other_score}, same score; keeps {number} and {avoided} of one club apart"),
        "best_for_all": _("{score}-{other_score}, same score; makes room for the tables of others"),
        "odd_group": _("{score}-{other_score}, {number} plays down: odd group of {score}"),
        "no_opponent_left": _("{score}-{other_score}, {number} plays down: has met all others with {score}"),
        "plays_down": _("{score}-{other_score}, {number} plays down: the best for all tables"),
        "near_places": _("places {place} and {other_place}"),
        "bye_lowest": _("bye: the lowest of those with the fewest byes ({score})"),
        "bye_passed_on": _("bye: {passed} could not have it, the others could not all have been drawn"),
        "bye_again": _("another bye: no round is possible without"),
        "all_new": _("none of them has met"),
        "meets_again": _("{number} meets {other} again: met in round {rounds}"),
        "meet_again": _("meet again, in brackets the round before: {pairs}"),
        "sits_out_first": _("sits out: has not done so yet"),
        "sits_out": _("sits out: nobody has done so less often ({times})"),
        "sits_out_again": _("sits out once more: all others are needed for the tables"),
    }
)
"""Message ids by code; the places are filled from `Why.params`."""


def why_table(lineup: Lineup, table: Table) -> Why:
    """Return the reason for a table, the gravest first."""
    upper, lower = table
    params = _params(lineup, upper, lower)
    if table in lineup.fixed:
        return Why("fixed", params)
    if lower in lineup.met[upper]:
        return Why("rematch", params)
    if lineup.given.continuous:
        return Why("near_places", params)
    if lineup.scores[upper] == lineup.scores[lower]:
        return _why_in_group(lineup, table, params)
    return Why(_why_float(lineup, upper), params)


def why_bye(lineup: Lineup, place: int) -> Why:
    """Return the reason for the bye of an entrant."""
    entrant = lineup.entrants[place]
    params: dict[str, Any] = {"number": entrant.number, "score": str(entrant.score)}
    if place not in lineup.bye_candidates:
        return Why("bye_again", params)
    own = bye_cost(lineup, place)
    passed = [one for one in lineup.bye_candidates if bye_cost(lineup, one) < own]
    if not passed:
        return Why("bye_lowest", params)
    numbers = sorted(lineup.entrants[one].number for one in passed)
    return Why("bye_passed_on", {**params, "passed": ", ".join(map(str, numbers))})


def _params(lineup: Lineup, upper: int, lower: int) -> dict[str, Any]:
    one, other = lineup.entrants[upper], lineup.entrants[lower]
    return {
        "number": one.number,
        "other": other.number,
        "score": _text(one.score + one.virtual),
        "other_score": _text(other.score + other.virtual),
        "place": upper + 1,
        "other_place": lower + 1,
    }


def _text(points: Points) -> str:
    return str(points)


def _why_in_group(lineup: Lineup, table: Table, params: dict[str, Any]) -> Why:
    """Same score: the ideal opponent, or what stood between the better placed and its ideal opponent."""
    upper, _lower = table
    if pattern_of(lineup, *table) == 0:
        return Why("same_score", params)
    ideal = _ideal_opponent(lineup, upper)
    if ideal is None:
        return Why("best_for_all", params)
    params = {**params, "avoided": lineup.entrants[ideal].number}
    if ideal in lineup.met[upper]:
        return Why("avoids_rematch", params)
    if ideal in lineup.banned[upper]:
        return Why("avoids_ban", params)
    one, other = lineup.entrants[upper], lineup.entrants[ideal]
    if lineup.keeps_clubs_apart and one.club is not None and one.club == other.club:
        return Why("avoids_club", params)
    return Why("best_for_all", params)


def _ideal_opponent(lineup: Lineup, place: int) -> int | None:
    """The place against which the pattern would draw this one; None where there is none below."""
    group = lineup.group_of[place]
    pattern = lineup.given.swiss.pattern
    if pattern == Pattern.FOLD:
        ideal = 2 * group.start + len(group) - 1 - place
    elif pattern == Pattern.ADJACENT:
        ideal = place + 1
    else:
        ideal = place + len(group) // 2
    return ideal if ideal in group and ideal != place else None


def _why_float(lineup: Lineup, upper: int) -> str:
    """Different scores: why the higher one plays down."""
    group = lineup.group_of[upper]
    if len(group) % 2:
        return "odd_group"
    if all(other == upper or not lineup.is_legal(upper, other) for other in group):
        return "no_opponent_left"
    return "plays_down"
