"""Laws that hold for every event: sums, relabelling, shared ranks, and that more points never cost a rank."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.ranking import Row, rank, ranking
from scoring.table import Fine, ResultTable, Unplayed
from scoring.tiebreaks import TIEBREAKS
from tests.scoring.pure.events import table

EVERYTHING = ranking(*TIEBREAKS)
ORDER = ranking(
    "match_points", "direct_encounter", "buchholz_cut1", "buchholz", "sonneborn_berger", "difference"
)
GAPS = ["pairing_bye", "requested_bye", "absence"]


@st.composite
def events(
    draw: st.DrawFn, with_gaps: bool = True, even: bool = False
) -> tuple[list[list[str]], dict[str, Any]]:
    """Random pairings, re-matches and every kind of outcome included."""
    size = draw(st.sampled_from([2, 4, 6, 8]) if even else st.integers(2, 8))
    rounds = []
    for _ in range(draw(st.integers(1, 5))):
        order = draw(st.permutations(range(1, size + 1)))
        matches = []
        for first, second in zip(order[::2], order[1::2], strict=False):
            kind = (
                draw(st.sampled_from(["played"] * 6 + ["forfeit", "double_forfeit", "unplayed", "apart"]))
                if with_gaps
                else "played"
            )
            score = draw(st.sampled_from(["60:40", "40:60", "50:50", "100:0", "-20:120"]))
            if kind == "apart":
                matches += [
                    f"{first} {draw(st.sampled_from(GAPS))}",
                    f"{second} {draw(st.sampled_from(GAPS))}",
                ]
            elif kind == "forfeit":
                matches.append(f"{first}-{second} forfeit {first}")
            else:
                matches.append(f"{first}-{second} {kind if kind != 'played' else ''} {score}")
        rounds.append(matches)
    rule = draw(st.sampled_from(list(Unplayed)))
    return rounds, {"entrants": size, "unplayed": rule, "round_robin": draw(st.booleans())}


def values(rows: tuple[Row, ...]) -> dict[Any, tuple[Any, ...]]:
    return {row.entrant: row.cells for row in rows}


def relabelled(told: ResultTable, names: dict[Any, Any]) -> ResultTable:
    """The same event with other ids, its results in another order."""
    return replace(
        told,
        entrants=tuple(reversed([entrant._replace(id=names[entrant.id]) for entrant in told.entrants])),
        results=tuple(
            reversed(
                [
                    result._replace(
                        entrant=names[result.entrant],
                        opponents=tuple(names[other] for other in result.opponents),
                    )
                    for result in told.results
                ]
            )
        ),
    )


@given(events(with_gaps=False, even=True))
@settings(max_examples=60, deadline=None)
def test_sums_over_the_field(event: tuple[list[list[str]], dict[str, Any]]) -> None:
    rounds, told = event
    found = rank(table(rounds, **told), ranking("match_points", "difference", "buchholz", "kashdan"))
    points, differences, buchholz, _ = (
        sum(column) for column in zip(*(row.cells for row in found), strict=True)
    )
    assert points == len(rounds) * told["entrants"]
    assert differences == 0
    assert buchholz == len(rounds) * points


@given(events())
@settings(max_examples=50, deadline=None)
def test_names_and_order_of_the_input_do_not_matter(event: tuple[list[list[str]], dict[str, Any]]) -> None:
    rounds, told = event
    first = table(rounds, **told)
    names = {entrant.id: f"x{99 - entrant.number}" for entrant in first.entrants}
    second = rank(relabelled(first, names), EVERYTHING)
    expected = rank(first, EVERYTHING)
    assert [row.rank for row in second] == [row.rank for row in expected]
    assert values(second) == {names[entrant]: cells for entrant, cells in values(expected).items()}


@given(events())
@settings(max_examples=60, deadline=None)
def test_rank_is_one_more_than_the_number_of_those_ahead(
    event: tuple[list[list[str]], dict[str, Any]],
) -> None:
    rounds, told = event
    rows = rank(table(rounds, **told), ORDER)
    shared = [row.rank for row in rows]
    assert all(row.rank == 1 + sum(other < row.rank for other in shared) for row in rows)
    assert [row.tied for row in rows] == [shared.count(row.rank) > 1 for row in rows]
    starts = [at == 0 or shared[at] != shared[at - 1] for at in range(len(shared))]
    assert [row.decided_by is not None for row in rows] == [
        start and at > 0 for at, start in enumerate(starts)
    ]
    assert all(row.number < below.number for row, below in pairwise(rows) if row.rank == below.rank)


@given(events(), st.integers(1, 3))
@settings(max_examples=60, deadline=None)
def test_a_bonus_never_costs_a_rank(event: tuple[list[list[str]], dict[str, Any]], bonus: int) -> None:
    rounds, told = event
    before = table(rounds, **told)
    after = replace(before, fines=(Fine(1, 1, Fraction(bonus, 2)),))
    ranks = [{row.entrant: row.rank for row in rank(which, ORDER)} for which in (before, after)]
    assert ranks[1][1] <= ranks[0][1]


@given(events())
@settings(max_examples=50, deadline=None)
def test_the_table_of_an_earlier_round_is_that_of_its_matches_alone(
    event: tuple[list[list[str]], dict[str, Any]],
) -> None:
    rounds, told = event
    whole = table(rounds, **told)
    for last in range(1, len(rounds)):
        alone = table(rounds, after=last, **told)
        assert rank(whole.up_to(last), EVERYTHING) == rank(alone, EVERYTHING)


@given(events(with_gaps=False, even=True))
@settings(max_examples=30, deadline=None)
def test_rules_for_unplayed_rounds_agree_where_everything_was_played(
    event: tuple[list[list[str]], dict[str, Any]],
) -> None:
    rounds, told = event
    tables = {rank(table(rounds, **{**told, "unplayed": rule}), EVERYTHING) for rule in Unplayed}
    assert len(tables) == 1


@given(events())
@settings(max_examples=50, deadline=None)
def test_scaling_all_values_scales_what_they_give(event: tuple[list[list[str]], dict[str, Any]]) -> None:
    """Halves take the way over fractions, whole numbers that over small integers."""
    rounds, told = event
    order = ranking("match_points", "buchholz", "buchholz_cut1", "progressive", "fore_buchholz", "koya")
    whole = rank(table(rounds, **told), order)
    thirds = {"win": "2/3", "draw": "1/3", "loss": 0}
    small = rank(table(rounds, points=thirds, **told), order)
    assert [(row.entrant, row.rank) for row in whole] == [(row.entrant, row.rank) for row in small]
    assert [tuple(3 * value for value in row.cells) for row in small] == [row.cells for row in whole]
