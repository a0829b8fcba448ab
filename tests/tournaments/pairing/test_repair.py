"""The smallest exchange in a posted round: against every other round, and in cases that can be read.

More events, from a shell: ``python -m tests.tournaments.pairing.test_repair 0 500``.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from tests.tournaments.pairing.events import input_of
from tests.tournaments.pairing.posted import LEADING, Looking, Posted, random_posted
from tournaments.pairing.base import PairingEntrant, PairingInput, RoundPlan, SwissOptions
from tournaments.pairing.repair import Repair, smallest_repair


def repair_of(posted: Posted) -> Repair | None:
    """What the product proposes."""
    plan = RoundPlan(tuple(posted.pairs), () if posted.bye is None else (posted.bye,))
    return smallest_repair(plan, input_of(posted.event), posted.begun)


def as_found(repair: Repair) -> tuple[object, ...]:
    rematches, bye, *others = repair.after
    return (rematches, tuple(bye), *others)


def compare(seed: int) -> str:
    """Look for the exchange twice, by the product and among all rounds; return what was found."""
    posted = random_posted(seed)
    if posted is None:
        return "not drawn"
    repair, best = repair_of(posted), Looking(posted).best()
    if best is None:
        assert repair is None, f"event {seed}: {repair}"
        return "none"
    assert repair is not None, f"event {seed}: {best} was not found"
    assert (len(repair.moves), as_found(repair)) == (best.stopped, best.costs), f"event {seed}"
    check(posted, repair)
    return f"{len(repair.moves)} tables"


def check(posted: Posted, repair: Repair) -> None:
    """Everybody still sits once, tables that have begun stay, and somebody of each table stays at it."""
    moved = {move.posted: move.instead for move in repair.moves}
    assert moved.keys() <= set(posted.pairs) - set(posted.begun)
    now = [moved.get(pair, pair) for pair in posted.pairs]
    seated = sorted([*(one for pair in now for one in pair), *repair.bye_after])
    assert seated == sorted([*(one for pair in posted.pairs for one in pair), *repair.bye_before])
    for old, new in moved.items():
        assert sum(one == other for one, other in zip(old, new, strict=True)) == 1
    assert repair.after[:LEADING] < repair.before[:LEADING]
    assert repair.proven


@pytest.mark.parametrize("first", range(0, 300, 50))
def test_no_exchange_stops_fewer_tables_or_is_better(first: int) -> None:
    seen = Counter(compare(seed) for seed in range(first, first + 50))
    assert seen["2 tables"] > 3 and seen["none"] > 3


def level_field(size: int, met: set[frozenset[int]], allowed: set[frozenset[int]]) -> PairingInput:
    """Entrants of one score, of whom only some may meet: what an exchange betters is rematches alone."""
    numbers = range(1, size + 1)
    entrants = tuple(
        PairingEntrant(one, one, met=frozenset(other for other in numbers if frozenset((one, other)) in met))
        for one in numbers
    )
    banned = tuple(pair for pair in combinations(numbers, 2) if frozenset(pair) not in allowed)
    return PairingInput(2, entrants, options=SwissOptions(pattern="random"), forbidden=banned)


def table(first: int) -> tuple[int, int]:
    return (first, first + 1)


@pytest.mark.parametrize("length", [2, 3, 4, 5, 6])
def test_a_chain_is_as_long_as_it_has_to_be_and_no_longer(length: int) -> None:
    size = 2 * length + 4
    posted = tuple(table(first) for first in range(1, size, 2))
    around = [(first + 1, first + 2) for first in range(1, 2 * length - 1, 2)] + [(2 * length, 1)]
    allowed = {frozenset(pair) for pair in (*posted, *around, (size - 3, size), (size - 2, size - 1))}
    repair = smallest_repair(RoundPlan(posted), level_field(size, {frozenset((1, 2))}, allowed))
    assert repair is not None and repair.proven
    assert {move.posted for move in repair.moves} == {table(first) for first in range(1, 2 * length, 2)}
    assert {frozenset(move.instead) for move in repair.moves} == set(map(frozenset, around))
    assert (repair.before.rematches, repair.after.rematches) == (1, 0)


def rounds(left: list[int], allowed: set[frozenset[int]]) -> Iterator[set[frozenset[int]]]:
    if not left:
        yield set()
        return
    one, *others = left
    for other in others:
        if frozenset((one, other)) in allowed:
            for rest in rounds([each for each in others if each != other], allowed):
                yield rest | {frozenset((one, other))}


def compare_in_few_tables(seed: int) -> int:
    """Where few may meet, walks that pass a table twice are cheaper than chains: those must not be taken."""
    lots = random.Random(seed)
    size = lots.choice((8, 10, 12, 14))
    posted = tuple(table(first) for first in range(1, size, 2))
    kept = {frozenset(pair) for pair in posted}
    share = lots.choice((0.12, 0.2, 0.3))
    allowed = kept | {
        frozenset(pair) for pair in combinations(range(1, size + 1), 2) if lots.random() < share
    }
    met = {pair for pair in allowed if lots.random() < (0.6 if pair in kept else 0.3)}
    before = len(kept & met)
    better = [
        (len(kept - pairs), len(pairs & met))
        for pairs in rounds(list(range(1, size + 1)), allowed)
        if len(pairs & met) < before
    ]
    repair = smallest_repair(RoundPlan(posted), level_field(size, met, allowed))
    if not better:
        assert repair is None, f"field {seed}"
        return 0
    assert repair is not None and repair.proven, f"field {seed}"
    assert (len(repair.moves), repair.after.rematches) == min(better), f"field {seed}"
    return len(repair.moves)


def test_a_table_is_stopped_once_where_few_may_meet() -> None:
    seen = Counter(compare_in_few_tables(seed) for seed in range(400))
    assert all(seen[tables] > 2 for tables in (0, 2, 3, 4, 5)), seen


def test_tables_that_have_begun_are_not_touched() -> None:
    posted = (table(1), table(3), table(5))
    everybody = {frozenset(pair) for pair in combinations(range(1, 7), 2)}
    field = level_field(6, {frozenset((1, 2))}, everybody)
    for begun in ([], [table(3)], [table(3), table(5)], [table(1)]):
        repair = smallest_repair(RoundPlan(posted), field, begun)
        if len(begun) == 2 or table(1) in begun:
            assert repair is None
        else:
            assert repair is not None and not {move.posted for move in repair.moves} & set(begun)


def test_who_needs_a_table_stays_at_it() -> None:
    posted = (table(1), table(3))
    allowed = {frozenset(pair) for pair in (*posted, (1, 3), (2, 4))}
    field = level_field(4, {frozenset((1, 2))}, allowed)
    for needs in (1, 2, 3, 4):
        entrants = tuple(
            PairingEntrant(one.id, one.number, met=one.met, table=7 if one.id == needs else None)
            for one in field.entrants
        )
        given = PairingInput(2, entrants, options=field.options, forbidden=field.forbidden)
        repair = smallest_repair(RoundPlan(posted), given)
        assert repair is not None
        at = next(move for move in repair.moves if needs in move.posted)
        assert needs in at.instead


def test_a_field_too_large_for_the_search_takes_a_chain_to_the_best_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from tournaments.pairing import chains

    monkeypatch.setattr(chains, "LARGEST", 4)
    posted = tuple(table(first) for first in range(1, 9, 2))
    everybody = {frozenset(pair) for pair in combinations(range(1, 9), 2)}
    repair = smallest_repair(RoundPlan(posted), level_field(8, {frozenset((1, 2))}, everybody))
    assert repair is not None and not repair.proven
    assert repair.after.rematches == 0


if __name__ == "__main__":
    start, stop = map(int, sys.argv[1:3])
    print(dict(Counter(compare(seed) for seed in range(start, stop))))
