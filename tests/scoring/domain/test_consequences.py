"""What an act would change is told as it then is, before it is done; telling leaves nothing behind."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from django.test import override_settings

from scoring.comparison import Advance, Rows
from scoring.models import HandEntry, Ruling
from scoring.services.consequences import Consequences, Ground, consequences
from scoring.services.presence import enter_late, leave
from scoring.services.progress import close_round
from scoring.services.rivals import choose_entry
from scoring.services.rulings import adjust_match, cancel_ruling, close_match, fine, forfeit_match
from scoring.services.standings import compute
from tests.make import SWEEP_B, Evening, add_stage, correct, counted, enter, evening, hand, new_pair, void
from tests.support.kept import Kept, kept
from tests.support.rows import all_rows
from tournaments.errors import Conflict, Invalid
from tournaments.models import Entrant, Match, Participation

pytestmark = pytest.mark.django_db


@override_settings(WORKERS=False)
def _third_round() -> Evening:
    made = evening(6, match={"hands": 2})
    for points in ({1: 60, 2: 70, 3: 80}, {1: 55, 2: 40, 3: 90}):
        made.play_round(points, hands=2)
    fine(made.dora, made.entrants[3], made.round, reason="Late.", match_points=Fraction(-1))
    made.next_round()
    enter(made.match(1), 1, counted(60), made.tablet(1))
    enter(made.match(2), 1, counted(80), made.phone("A", 2))
    with pytest.raises(Conflict):
        enter(made.match(2), 1, SWEEP_B, made.phone("B", 2))
    return made


kept_ev = kept(_third_round)


@pytest.fixture
def ev(kept_ev: Kept[Evening], db: None) -> Evening:
    """Six pairs, two rounds played, the third posted with one hand at the first table and rivals at the second."""
    return kept_ev.again()


def old_match(ev: Evening, table: int, number: int = 1) -> Match:
    """The match at a table of an earlier round."""
    found = Match.objects.filter(round__stage=ev.stage, round__number=number, table__number=table)
    return found.select_related("round__stage__event__club").get()


def on_side(match: Match, side: str) -> Entrant:
    return Participation.objects.select_related("entrant__event").get(match=match, side=side).entrant


def rival(ev: Evening) -> Any:
    entry = HandEntry.objects.get(hand__match=ev.match(2), revision=None)
    return choose_entry(ev.dora, hand(ev.match(2), 1), entry.submission)


ACTS: dict[str, Callable[[Evening], Any]] = {
    "correction of the round in play": lambda ev: correct(ev.match(1), 1, counted(10), ev.dora),
    "correction of an earlier round": lambda ev: correct(old_match(ev, 2), 1, counted(-25), ev.dora),
    "void": lambda ev: void(ev.match(1), 1, ev.dora),
    "choice": rival,
    "adjusted": lambda ev: adjust_match(
        ev.dora, old_match(ev, 1, 2), {"A": Fraction(0), "B": Fraction(3, 2)}, reason="Played wrong cards."
    ),
    "forfeit": lambda ev: forfeit_match(ev.dora, ev.match(3), [on_side(ev.match(3), "A")], reason="Gone."),
    "end": lambda ev: close_match(ev.dora, ev.match(1), reason="Time."),
    "fine": lambda ev: fine(ev.dora, ev.entrants[0], ev.round, reason="Late.", game_points=Fraction(-300)),
    "bonus of an earlier round": lambda ev: fine(
        ev.dora, ev.entrants[5], old_match(ev, 1).round, reason="Given.", match_points=Fraction(2)
    ),
    "cancelling": lambda ev: cancel_ruling(ev.dora, Ruling.objects.get(), reason="Was there."),
    "leaving": lambda ev: leave(ev.dora, ev.entrants[1], reason="Ill."),
    "leaving now": lambda ev: leave(ev.dora, ev.entrants[1], reason="Ill.", now=True),
}


def table_of(found: Consequences[Any]) -> list[tuple[Any, ...]]:
    """The later table as it was told."""
    return [
        (each.entrant, each.after.rank, each.after.tied, dict(each.after.values), each.after.decided_by)
        for each in found.table.entrants
        if each.after is not None
    ]


def as_told(rows: Rows) -> list[tuple[Any, ...]]:
    return [(row["entrant"], row["rank"], row["tied"], row["values"], row["decided_by"]) for row in rows]


@pytest.mark.parametrize("name", ACTS)
def test_what_is_told_is_what_comes_and_nothing_is_left_of_the_telling(ev: Evening, name: str) -> None:
    before = all_rows()
    found = consequences(ev.stage, lambda: ACTS[name](ev))
    assert all_rows() == before
    assert [(each.entrant, each.before) for each in found.table.entrants if each.before] != []
    ACTS[name](ev)
    assert all_rows() != before
    assert table_of(found) == as_told(compute(ev.stage, 2, provisional=True))


def test_ranks_are_told_with_the_criterion_before_and_after(ev: Evening) -> None:
    before = {row["entrant"]: row for row in compute(ev.stage, 2, provisional=True)}
    found = consequences(ev.stage, lambda: ACTS["correction of an earlier round"](ev))
    assert found.table.moves
    for each in found.table.moves:
        assert each.before is not None
        row = before[each.entrant]
        assert (each.before.rank, each.before.decided_by) == (row["rank"], row["decided_by"])
    assert (found.after, found.provisional) == (3, True)


def test_a_match_stands_before_and_after(ev: Evening) -> None:
    match = old_match(ev, 2)
    found = consequences(ev.stage, lambda: ACTS["correction of an earlier round"](ev), match)
    assert found.match is not None
    was, will_be = found.match
    assert (was.totals, will_be.totals) == ({"A": 140, "B": 60}, {"A": 45, "B": 155})
    assert (was.winner, will_be.winner) == ("A", "B")
    assert found.outcome.rescored == []


def test_a_posted_round_stands_on_old_standings_only_where_these_change(ev: Evening) -> None:
    grounds = {
        name: [each.ground for each in consequences(ev.stage, lambda act=act: act(ev)).posted]
        for name, act in ACTS.items()
    }
    old = {name for name, found in grounds.items() if found == [Ground.OLD_STANDINGS]}
    earlier = {
        "correction of an earlier round",
        "adjusted",
        "bonus of an earlier round",
        "cancelling",
    }
    assert old == earlier
    assert {name for name, found in grounds.items() if found == [Ground.SAME]} == grounds.keys() - old


def test_the_tables_of_a_posted_round_that_have_begun_are_counted(ev: Evening) -> None:
    (posted,) = consequences(ev.stage, lambda: ACTS["cancelling"](ev)).posted
    assert (posted.round.number, posted.is_draft, posted.tables, posted.begun) == (3, False, 3, 2)


def test_a_draft_is_told_when_somebody_in_it_goes(db: None) -> None:
    made = evening(6)
    made.play_round({1: 60, 2: 70, 3: 80})
    made.drawn()
    (posted,) = consequences(made.stage, lambda: leave(made.dora, made.entrants[0], reason="Ill.")).posted
    assert posted.is_draft and posted.ground == Ground.OTHER_FIELD
    (same,) = consequences(made.stage, lambda: None).posted
    assert same.ground == Ground.SAME


def test_the_last_closed_table_is_compared_while_no_round_is_played(db: None) -> None:
    made = evening(6)
    played = made.play_round({1: 60, 2: 70, 3: 80})
    found = consequences(
        made.stage,
        lambda: fine(made.dora, made.entrants[0], played, reason="Late.", match_points=Fraction(-2)),
    )
    assert (found.after, found.provisional, found.posted) == (1, False, ())
    assert found.is_any and found.table.moves


def test_an_act_that_changes_nothing_is_told_to_change_nothing(ev: Evening) -> None:
    match = old_match(ev, 2)
    found = consequences(ev.stage, lambda: correct(match, 1, counted(70), ev.dora), match)
    assert not found.is_any


@pytest.mark.parametrize("points", [None, Fraction(3)])
def test_who_comes_late_is_told_a_place_that_the_next_draw_gives_it(ev: Evening, points: Any) -> None:
    ev.play({3: 60}, hands=2)
    for table in (1, 2):
        close_match(ev.dora, ev.match(table), reason="Time.")
    rival(ev)
    close_round(ev.dora, ev.round)

    def join() -> Entrant:
        return enter_late(ev.dora, ev.stage, [new_pair(9)], match_points=points)[0]

    before = all_rows()
    found = consequences(ev.stage, join, joining=True)
    assert all_rows() == before
    (late,) = (each for each in found.table.entrants if each.before is None)
    assert late.after is not None and late.entrant == found.outcome.pk
    assert late.after.values["match_points"] == str(points or 0)
    assert late.is_move


def test_who_goes_on_to_the_next_stage_is_told_and_whether_that_is_too_late(db: None) -> None:
    made = evening(6)
    played = made.play_round({1: 60, 2: 70, 3: 80})
    final = add_stage(made.event, 2, slots=[{"from": "s1", "ranks": [1, 2]}])
    first, second, third = (row["entrant"] for row in compute(made.stage, 1)[:3])
    winner = Entrant.objects.get(pk=first)

    def act() -> Ruling:
        return fine(made.dora, winner, played, reason="Late.", match_points=Fraction(-2))

    found = consequences(made.stage, act)
    told = {
        each.entrant: (each.before.advance, each.after.advance)
        for each in found.table.advances
        if each.before and each.after
    }
    assert told == {first: (Advance.IN, Advance.OUT), third: (Advance.OUT, Advance.IN)}
    assert second not in told and not found.later
    final.status = "running"
    final.save()
    assert consequences(made.stage, act).later


def test_the_errors_of_the_act_pass_and_leave_nothing(ev: Evening) -> None:
    before = all_rows()
    with pytest.raises(Invalid, match=r"^reason_needed$"):
        consequences(ev.stage, lambda: leave(ev.dora, ev.entrants[1], reason=" ", now=True))
    with pytest.raises(Conflict, match=r"^outdated$"):
        consequences(ev.stage, lambda: correct(ev.match(1), 1, counted(10), ev.dora, seen=7))
    assert all_rows() == before


@pytest.mark.parametrize("pairs", [4, 12])
def test_it_takes_as_many_queries_for_any_field(pairs: int, django_assert_num_queries: Any) -> None:
    made = evening(pairs)
    made.play_round(dict.fromkeys(range(1, pairs // 2 + 1), 60))
    made.next_round()
    match = old_match(made, 1)
    with django_assert_num_queries(25):
        consequences(made.stage, lambda: None, match)
