"""What a ruling does to the summary of a hand (rules section 8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.infractions import Reach
from engine.core.problems import Problem, RulesError, shown
from engine.games.thunee.check import valid
from engine.games.thunee.infractions import BY_CODE, CAUGHT, DECIDING, EFFECTS, FOUR_BALL, PUNISHING, REDEAL
from engine.games.thunee.rules import Rules
from engine.games.thunee.summary import CAUGHT as IS_CAUGHT
from engine.games.thunee.summary import is_played
from engine.games.thunee.table import BLIND, BLIND_THUNEE, CANCELLED, INFRACTION, SIDES

KEPT = ("balls_before", "target", "note")
"""What stays of a summary that a ruling replaces."""


def rule(
    summary: Mapping[str, Any], ruling: Mapping[str, Any], rules: Rules
) -> dict[str, Any] | tuple[Problem, ...]:
    """Return the summary as the ruling leaves it, or the problems of the ruling.

    A ruling has `code`, `side` (the offender) and, where the director departs from the catalogue, `effect`.
    Where it decides the hand no more need be known of it. RulesError for an effect that goes beyond the hand,
    and for a summary that is not valid where its play counts.
    """
    problems = _problems(ruling, rules)
    if problems:
        return problems
    code, side = str(ruling["code"]), ruling.get("side")
    effect = ruling.get("effect") or BY_CODE[code].effect
    if effect not in DECIDING:
        valid(summary, rules)
    if EFFECTS[effect] is Reach.NOTE:
        return dict(summary)
    if EFFECTS[effect] is not Reach.SUMMARY:
        raise RulesError(f"effect {effect!r} goes beyond the summary of a hand")
    kept = {name: summary[name] for name in KEPT if summary.get(name) is not None}
    if effect == REDEAL:
        return {"kind": CANCELLED, "reason": "misdeal", **kept}
    if effect == CAUGHT:
        kind = summary.get("kind") if summary.get("kind") in tuple(BLIND) else BLIND_THUNEE
        return {"kind": kind, "side": side, "result": IS_CAUGHT, **kept}
    return {"kind": INFRACTION, "side": side, "code": code, **kept}


def _problems(ruling: Mapping[str, Any], rules: Rules) -> tuple[Problem, ...]:
    """Return what is wrong with a ruling, the first thing alone."""
    code, effect, side = (ruling.get(name) for name in ("code", "effect", "side"))
    if not isinstance(code, str) or code not in BY_CODE:
        return (Problem("infraction_unknown", "/code", {"code": shown(code)}),)
    infraction = BY_CODE[code]
    if effect is not None and effect not in tuple(EFFECTS):
        return (Problem("value_out_of_range", "/effect", {"field": "effect", "value": shown(effect)}),)
    follows = effect or infraction.effect
    if not infraction.exists(rules) or (follows == CAUGHT and not is_played(BLIND_THUNEE, rules)):
        return (Problem("infraction_not_penalised", "/code", {"code": code}),)
    if follows == FOUR_BALL and infraction.effect != FOUR_BALL:
        return (Problem("infraction_unknown", "/code", {"code": code}),)
    is_nobodys = infraction.nobodys and follows not in PUNISHING
    if side not in SIDES and not (side is None and is_nobodys):
        return (Problem("field_missing", "/side", {"field": "side"}),)
    return ()
