"""What a ruling does to the summary of a hand (rules section 8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.core.infractions import Reach, without_penalty
from engine.core.kinds import Integer
from engine.core.options import option
from engine.core.problems import Problem, RulesError, shown
from engine.core.text import gettext_noop
from engine.games.twenty_eight.bounds import BIDDERS, DEFENDERS
from engine.games.twenty_eight.check import check, valid
from engine.games.twenty_eight.infractions import (
    BY_CODE,
    DECIDES,
    EFFECTS,
    HAND_LOST,
    MOST_POINTS,
    POINTS,
    VOID,
)
from engine.games.twenty_eight.rules import Rules, table_of
from engine.games.twenty_eight.summary import CONCEDED, CONCESSION, VOID_REASONS
from engine.games.twenty_eight.summary import VOID as VOID_DEAL

Entered = dict[str, Any]
Ruled = Entered | tuple[Problem, ...]

DETAILS_OF = {POINTS: ("points",), HAND_LOST: ("points",)}
"""A hand that is lost already is not lost again: a further offence costs points."""

OF_THE_CONTRACT = ("bidder", "bid", "doubled", "pair", "solo")
"""What stays of a hand that is lost by a ruling."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """What a ruling may say beside offence, side and effect."""

    points: int | None = option(
        Integer(minimum=1, maximum=MOST_POINTS),
        default=None,
        label=gettext_noop("Points of the penalty"),
        help=gettext_noop("Only where they are not the usual ones."),
    )


def rule(summary: Mapping[str, Any], ruling: Mapping[str, Any], rules: Rules) -> Ruled:
    """Return the summary as the ruling leaves it, or the problems of the ruling.

    A ruling has `code` and `side` (the offender); `effect` and `points` where the director departs from the
    catalogue, `repeated` for a repeated offence. When both sides offend, the first hand that is lost decides
    and the second offence costs points. RulesError for an effect that goes beyond the summary, and for a
    summary that is not valid, unless the ruling decides the hand: then only its contract need be known.
    """
    effect = _effect(ruling)
    if isinstance(effect, Problem):
        return (effect,)
    if effect not in DECIDES:
        valid(summary, rules)
    if EFFECTS[effect] is Reach.NOTE:
        return dict(summary)
    if EFFECTS[effect] is not Reach.SUMMARY:
        raise RulesError(f"effect {effect!r} goes beyond the summary of a hand")
    entered = {name: value for name, value in summary.items() if value is not None}
    if effect == VOID:
        return _void(entered, str(ruling["code"]))
    if ruling.get("side") not in table_of(rules).sides:
        return (Problem("ruling_side_missing", "/side"),)
    if effect == HAND_LOST and not _is_lost_already(entered):
        return _lost(entered, ruling, rules)
    return _penalised(entered, ruling)


def lift(summary: Mapping[str, Any], ruling: Mapping[str, Any], rules: Rules) -> Entered | None:
    """Return the summary without the penalty of a ruling; None where it holds none.

    What a hand had been before it was lost, or did not count, does not show in a summary.
    """
    if _effect(ruling) != POINTS:
        return None
    return without_penalty(summary, _penalty(ruling))


def _effect(ruling: Mapping[str, Any]) -> str | Problem:
    """Return the effect asked for, else that of the catalogue."""
    code, effect = ruling.get("code"), ruling.get("effect")
    if not isinstance(code, str) or code not in BY_CODE:
        return Problem("unknown_infraction", "/code", {"code": shown(code)})
    if effect is None:
        return BY_CODE[code].consequence(repeated=ruling.get("repeated") is True).effect
    if effect not in tuple(EFFECTS):
        return Problem("unknown_effect", "/effect", {"effect": shown(effect)})
    return str(effect)


def _void(entered: Entered, code: str) -> Entered:
    """`void`: the deal does not count, and the same dealer deals again; penalties stand."""
    reason = code if code in VOID_REASONS else "director"
    return {"kind": VOID_DEAL, "reason": reason, **_penalties(entered)}


def _is_lost_already(entered: Entered) -> bool:
    """Whether an offence has decided the hand before."""
    return bool(entered.get("kind") == CONCEDED and entered.get("reason") != CONCESSION)


def _lost(entered: Entered, ruling: Mapping[str, Any], rules: Rules) -> Ruled:
    """`hand_lost`: scored as given up by the offending side."""
    if entered.get("kind") == VOID_DEAL:
        return (Problem("ruling_without_hand", "/code"),)
    kept = {name: entered[name] for name in OF_THE_CONTRACT if name in entered}
    bidder = kept.get("bidder")
    is_seat = type(bidder) is int and bidder in table_of(rules).seats
    by_bidders = is_seat and ruling["side"] == table_of(rules).side_of[int(str(bidder))]
    lost = {
        "kind": CONCEDED,
        **kept,
        "conceded_by": BIDDERS if by_bidders else DEFENDERS,
        "reason": ruling["code"],
        **_penalties(entered),
    }
    return check(lost, rules) or lost


def _penalised(entered: Entered, ruling: Mapping[str, Any]) -> Ruled:
    """`points`: a penalty of the size that was ruled, else of the usual one."""
    points = ruling.get("points")
    if points is not None and (type(points) is not int or not 1 <= points <= MOST_POINTS):
        return (Problem("bad_ruling_points", "/points", {"value": shown(points)}),)
    return {**entered, "penalties": [*entered.get("penalties", ()), _penalty(ruling)]}


def _penalty(ruling: Mapping[str, Any]) -> Entered:
    points = ruling.get("points")
    size = {} if points is None else {"points": points}
    return {"code": ruling["code"], "side": ruling.get("side"), "effect": POINTS, **size}


def _penalties(entered: Entered) -> Entered:
    return {"penalties": entered["penalties"]} if entered.get("penalties") else {}
