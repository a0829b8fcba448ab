"""The smallest exchange that makes a posted round better, once what it was drawn from has changed.

People are on their way to their tables, so what counts is how many of these are stopped. Any other round
differs from the posted one in closed chains: a table is broken up, one of its two meets one of the next, and
so on until the first. Each chain changes the costs for itself, so a round that is better holds a chain that
is better alone: the smallest exchange is one chain. The best round tells whether there is any; `chains` finds
the shortest.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from tournaments.pairing.base import Costs, FixedTable, Ids, PairingInput, RoundPlan
from tournaments.pairing.chains import Chain, Posted, differing, shortest
from tournaments.pairing.cost import cost_of
from tournaments.pairing.exact import best_round
from tournaments.pairing.legal import best_legal_round
from tournaments.pairing.lineup import Lineup, Table


@dataclass(frozen=True, slots=True)
class Move:
    """A table that is stopped, and who sits there instead: in a Swiss one of the two stays."""

    posted: Ids
    instead: Ids


@dataclass(frozen=True, slots=True)
class Repair:
    """The exchange: tables that are stopped, who has the bye before and after, and what the round costs.

    `proven`: no exchange stops fewer tables, and none of as many is better. Beyond the fields that are looked
    at as a whole it is a chain on the way to the best round.
    """

    moves: tuple[Move, ...]
    bye_before: Ids
    bye_after: Ids
    before: Costs
    after: Costs
    proven: bool = True


def smallest_repair(plan: RoundPlan, given: PairingInput, begun: Collection[Ids] = ()) -> Repair | None:
    """Return the exchange that stops the fewest tables and betters criteria 3 to 6; None if none does.

    `plan` is the posted round, `given` what is known now, `begun` the tables that stay as they are. Among
    exchanges of as many tables it is the one with the least costs. Raises KeyError for somebody in the round
    who is not there.
    """
    posted, own = _posted(plan, given, begun)
    if not posted.tables:
        return None
    best = _best(posted.lineup)
    if best is None:
        return None
    found, proven = shortest(posted, differing(posted, *best))
    return None if found is None else _repair(plan, own, posted, found, proven=proven)


def _posted(plan: RoundPlan, given: PairingInput, begun: Collection[Ids]) -> tuple[Posted, PairingInput]:
    """The round by places, and the question about it: who is in it, and what stays."""
    kept = {frozenset(pair) for pair in begun}
    seated = {each for pair in plan.tables for each in pair}
    fewest = min((one.byes for one in given.entrants if one.id in {*seated, *plan.byes}), default=0)
    entrants = tuple(
        replace(
            one,
            set_bye=None if one.id in seated or one.id in plan.byes[:1] else one.set_bye or "not_in_round",
            byes=fewest if one.id in plan.byes else one.byes,
        )
        for one in given.entrants
    )
    fixed = tuple(FixedTable(pair) for pair in plan.tables if frozenset(pair) in kept)
    own = replace(given, entrants=entrants, fixed=fixed)
    lineup = Lineup.of(own)
    places = lineup.places
    tables = [(places[first], places[second]) for first, second in plan.tables if {first, second} not in kept]
    bye = places[plan.byes[0]] if plan.byes and lineup.is_odd else None
    return Posted(lineup, tuple(tables), bye), own


def _best(lineup: Lineup) -> tuple[list[Table], int | None] | None:
    """The best round in which the tables that have begun stay: tables and bye by places."""
    found = best_legal_round(lineup) or best_round(lineup, lineup.bye_candidates, with_rematches=True)
    return None if found is None else (found.tables, found.bye)


def _repair(plan: RoundPlan, own: PairingInput, posted: Posted, found: Chain, *, proven: bool) -> Repair:
    """The chain as an exchange of entrants; of several byes the first takes part."""
    ids = [entrant.id for entrant in posted.lineup.entrants]
    moves = tuple(
        Move((ids[old[0]], ids[old[1]]), (ids[new[0]], ids[new[1]])) for old, new in found.moves(posted)
    )
    instead = {move.posted: move.instead for move in moves}
    before = RoundPlan(plan.tables, plan.byes[:1])
    byes = (ids[found.bye],) if found.with_bye else before.byes
    after = RoundPlan(tuple(instead.get(pair, pair) for pair in plan.tables), byes)
    return Repair(moves, before.byes, byes, cost_of(before, own), cost_of(after, own), proven)
