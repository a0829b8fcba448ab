"""What a ruling does to the summary of a hand (rules section 8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.game import HandContext
from engine.core.infractions import Reach
from engine.core.problems import Problem, RulesError, shown
from engine.games.malilla.check import valid
from engine.games.malilla.infractions import BY_CODE, DECIDING, EFFECTS, NOBODYS, PUNISHING
from engine.games.malilla.rules import SIDES, Rules
from engine.games.malilla.summary import effect_of

PLAYED = frozenset({"points", "tricks"})
"""What nobody types where a ruling decides."""


def rule(
    summary: Mapping[str, Any], ruling: Mapping[str, Any], rules: Rules
) -> dict[str, Any] | tuple[Problem, ...]:
    """Return the summary with the ruling in it, or the problems of the ruling.

    A ruling has `code`, `side` (the offender) and, where the director departs from the catalogue, `effect`.
    Where it decides the hand, points and tricks are taken out, and no more need be known of the hand than
    what the ruling leaves. RulesError for an effect that goes beyond the hand, and for a summary that is not
    valid where its play counts.
    """
    problems = _problems(ruling, rules)
    if problems:
        return problems
    misdeals = summary.get("consecutive_misdeals") or 0
    effect = effect_of(ruling, misdeals, rules)
    if effect not in DECIDING:
        valid(summary, rules)
    if EFFECTS[effect] is Reach.NOTE:
        return dict(summary)
    if EFFECTS[effect] is not Reach.SUMMARY:
        raise RulesError(f"effect {effect!r} goes beyond the summary of a hand")
    kept = {name: value for name, value in summary.items() if not (effect in DECIDING and name in PLAYED)}
    names = ("code", "side", "effect")
    return {**kept, "ruling": {name: ruling[name] for name in names if ruling.get(name) is not None}}


def is_repeated(code: str, earlier: int, context: HandContext) -> bool:
    """Return whether an offence follows another one: section 8 asks only for a void deal just before."""
    misdeals: object = context.filled.get("consecutive_misdeals", 0)
    return isinstance(misdeals, int) and misdeals > 0


def _problems(ruling: Mapping[str, Any], rules: Rules) -> tuple[Problem, ...]:
    """Return what is wrong with a ruling, the first thing alone."""
    code, effect, side = (ruling.get(name) for name in ("code", "effect", "side"))
    if not isinstance(code, str) or code not in BY_CODE:
        return (Problem("unknown_ruling", "/code", {"code": shown(code)}),)
    if effect is not None and effect not in tuple(EFFECTS):
        return (Problem("unknown_effect", "/effect", {"effect": shown(effect)}),)
    if not BY_CODE[code].exists(rules):
        return (Problem("ruling_not_applicable", "/code"),)
    may_lack = code in NOBODYS and effect_of(ruling, 0, rules) not in PUNISHING and side is None
    if side not in SIDES and not may_lack:
        return (Problem("ruling_side_missing", "/side"),)
    return ()
