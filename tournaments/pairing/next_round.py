"""Look-ahead: whether the round after a draft can be drawn without a rematch."""

from __future__ import annotations

from dataclasses import replace

from tournaments.pairing.base import EntrantId, PairingEntrant, PairingInput, RoundPlan
from tournaments.pairing.graph import can_be_paired
from tournaments.pairing.lineup import Lineup

PAIRING_BYE = "pairing_bye"


def next_round_possible(plan: RoundPlan, given: PairingInput) -> bool:
    """Tell whether the round after `plan` has a legal draw, if all tables are played and the expected come.

    True as well when nobody is expected.
    """
    lineup = Lineup.of(after(plan, given))
    return can_be_paired(lineup, lineup.bye_candidates)


def after(plan: RoundPlan, given: PairingInput) -> PairingInput:
    """Return what is known about the round after `plan`: who has met whom, and who has had the bye."""
    opponent: dict[EntrantId, EntrantId] = {}
    for first, second in plan.tables:
        opponent[first], opponent[second] = second, first
    return replace(
        given,
        round=given.round + 1,
        fixed=(),
        entrants=tuple(_after(one, opponent, plan.byes) for one in given.entrants if one.returns),
    )


def _after(
    entrant: PairingEntrant, opponent: dict[EntrantId, EntrantId], byes: tuple[EntrantId, ...]
) -> PairingEntrant:
    had_bye = entrant.id in byes or entrant.set_bye == PAIRING_BYE
    met = entrant.met | {opponent[entrant.id]} if entrant.id in opponent else entrant.met
    return replace(entrant, met=met, byes=entrant.byes + had_bye, set_bye=None)
