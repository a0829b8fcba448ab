"""A posted round is changed by one explicit act, at tables that nobody has begun, or not at all."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from scoring.models import MatchResult, Ruling, SideResult
from scoring.services.drawing import is_outdated, stands_on_old
from scoring.services.exchange import (
    Exchange,
    Wanted,
    exchange_of_two,
    exchange_posted,
    posted_sheet,
    smallest_exchange,
)
from scoring.services.progress import reopen_round
from scoring.services.rulings import fine, forfeit_match
from scoring.services.standings import rebuild
from tests.make import Evening, correct, counted, enter, evening
from tests.support.rows import all_rows
from tournaments.errors import Conflict, Invalid
from tournaments.models import AuditEntry, EventVersion, Match, Round, Verb

pytestmark = pytest.mark.django_db


@pytest.fixture
def ev() -> Evening:
    """Eight pairs; round 1 is corrected after round 2 was posted: the winner of table 1 has lost."""
    return corrected(8)


@pytest.fixture
def nine() -> Evening:
    """The same with nine, so that one has the bye."""
    return corrected(9)


def corrected(pairs: int) -> Evening:
    made = evening(pairs)
    made.play_round({1: 60, 2: 70, 3: 80, 4: 90})
    made.next_round()
    first = Match.objects.filter(round__stage=made.stage, round__number=1, table__number=1)
    correct(first.select_related("round__stage__event__club").get(), 1, counted(0), made.dora)
    rebuild(made.stage.pk)
    return made


def pairs_of(posted: Round) -> dict[int, tuple[int, int]]:
    return dict(posted_sheet(posted).sheet.tables)


def smallest(ev: Evening) -> Exchange:
    found = smallest_exchange(ev.round)
    assert found is not None
    return found


def test_the_smallest_exchange_is_proposed_and_stores_nothing(ev: Evening) -> None:
    before = all_rows()
    found = smallest(ev)
    assert all_rows() == before
    assert found.before.costs is not None and found.after.costs is not None
    assert found.after.costs < found.before.costs
    assert len(found.moved) == 2 and found.proven
    assert found.before.sheet.tables == pairs_of(ev.round)


def test_the_exchange_is_made_as_it_was_shown_and_logged(ev: Evening) -> None:
    found = smallest(ev)
    kept = {each.pk: each.table_id for each in ev.round.matches.exclude(table__number__in=found.moved)}
    exchange_posted(ev.dora, ev.round, found.wanted, "Table 1 of round 1 was typed wrong.")
    now = ev.round
    assert pairs_of(now) == found.after.sheet.tables
    assert kept.items() <= {each.pk: each.table_id for each in now.matches.all()}.items()
    assert all(each.seats.count() == 4 for each in now.matches.filter(table__isnull=False))
    note = AuditEntry.objects.get(event=ev.event, verb=Verb.ROUND_EXCHANGED)
    assert note.target == "stage:1/round:2"
    assert {table for table, _old, _new in note.data["tables"]} == found.moved
    assert now.why["costs"] == found.after.costs.as_json()  # type: ignore[union-attr]
    assert now.why["edited"]


def test_a_round_is_on_the_new_standings_once_it_is_exchanged(ev: Evening) -> None:
    assert stands_on_old(ev.round)
    exchange_posted(ev.dora, ev.round, smallest(ev).wanted, "Corrected.")
    assert not is_outdated(ev.round) and not stands_on_old(ev.round)
    version = EventVersion.objects.get(event=ev.event).number
    assert AuditEntry.objects.filter(event=ev.event).order_by("-number")[0].verb == Verb.ROUND_EXCHANGED
    assert version == EventVersion.objects.get(event=ev.event).number


def test_a_result_typed_for_the_table_that_was_stopped_counts_for_nobody(ev: Evening) -> None:
    found = smallest(ev)
    table = min(found.moved)
    stopped = ev.match(table)
    exchange_posted(ev.dora, ev.round, found.wanted, "Corrected.")
    assert ev.match(table).pk != stopped.pk and ev.match(table).number != stopped.number
    with pytest.raises(Exception, match="not_found"):
        enter(stopped, 1, counted(60), ev.dora)


@pytest.mark.parametrize("happening", ["a hand", "a forfeit", "a fine of the match"])
def test_it_is_refused_as_soon_as_a_table_has_begun(ev: Evening, happening: str) -> None:
    found = smallest(ev)
    match = ev.match(max(found.moved))
    if happening == "a hand":
        enter(match, 1, counted(60), ev.tablet(max(found.moved)))
    elif happening == "a forfeit":
        forfeit_match(ev.dora, match, [match.participations.all()[0].entrant], reason="Gone.")
    else:
        entrant = match.participations.all()[0].entrant
        fine(ev.dora, entrant, ev.round, reason="Late.", match_points=Fraction(-1), match=match)
    before = all_rows()
    with pytest.raises(Conflict) as refused:
        exchange_posted(ev.dora, ev.round, found.wanted, "Corrected.")
    assert (refused.value.code, refused.value.params) == (
        "table_has_begun",
        {"tables": str(max(found.moved))},
    )
    assert all_rows() == before
    other = smallest_exchange(ev.round)
    assert other is None or max(found.moved) not in other.moved


def test_it_is_refused_where_others_sit_than_those_who_were_seen(ev: Evening) -> None:
    found = smallest(ev)
    one, other = sorted(found.moved)
    elsewhere = next(table for table in pairs_of(ev.round) if table not in found.moved)
    first, second = pairs_of(ev.round)[one][0], pairs_of(ev.round)[elsewhere][0]
    exchange_posted(ev.dora, ev.round, exchange_of_two(ev.round, first, second).wanted, "Asked for.")
    with pytest.raises(Conflict, match=r"^pairings_changed$"):
        exchange_posted(ev.dora, ev.round, found.wanted, "Corrected.")
    stranger = Wanted({one: (first, 10**9), other: pairs_of(ev.round)[other]})
    with pytest.raises(Conflict, match=r"^pairings_changed$"):
        exchange_posted(ev.dora, ev.round, stranger, "Corrected.")
    with pytest.raises(Conflict, match=r"^pairings_changed$"):
        exchange_posted(ev.dora, ev.round, Wanted({99: (first, second)}), "Corrected.")
    alone, *three = (*pairs_of(ev.round)[one], *pairs_of(ev.round)[other])
    with pytest.raises(Conflict, match=r"^pairings_changed$"):
        exchange_posted(ev.dora, ev.round, Wanted({one: (alone,), other: tuple(three)}), "Corrected.")


def test_the_bye_changes_hands_with_what_it_is_worth(nine: Evening) -> None:
    sheet = posted_sheet(nine.round).sheet
    (had,) = sheet.byes
    one = sheet.tables[3][0]
    found = exchange_of_two(nine.round, one, had)
    assert found.wanted.bye == one and found.moved == {3}
    exchange_posted(nine.dora, nine.round, found.wanted, "Unwell.")
    assert posted_sheet(nine.round).sheet.byes == {one: "pairing_bye"}
    worth = SideResult.objects.filter(match__round=nine.round, outcome="pairing_bye")
    assert [(each.match_points, each.match.participations.get().entrant_id) for each in worth] == [(2, one)]


def test_the_smallest_exchange_may_be_one_of_the_bye(nine: Evening) -> None:
    found = smallest(nine)
    assert len(found.moved) == 1 and found.wanted.bye is not None
    exchange_posted(nine.dora, nine.round, found.wanted, "Corrected.")
    assert posted_sheet(nine.round).sheet.byes == found.after.sheet.byes
    assert smallest_exchange(nine.round) is None or smallest(nine).before.costs == found.after.costs


def test_it_takes_a_reason_and_a_round_that_is_posted(ev: Evening) -> None:
    found = smallest(ev)
    with pytest.raises(Invalid, match=r"^reason_needed$"):
        exchange_posted(ev.dora, ev.round, found.wanted, " ")
    first = Round.objects.select_related("stage__event__club").get(stage=ev.stage, number=1)
    with pytest.raises(Conflict, match=r"^wrong_state$"):
        exchange_posted(ev.dora, first, found.wanted, "Corrected.")
    reopen_round(ev.dora, first, "One more slip.")
    for act in (smallest_exchange, lambda it: exchange_posted(ev.dora, it, found.wanted, "Corrected.")):
        with pytest.raises(Conflict, match=r"^earlier_standings$"):
            act(ev.round)


def test_a_round_that_is_still_the_best_is_left_alone(db: None) -> None:
    made = evening(6)
    made.play_round({1: 60, 2: 70, 3: 80})
    made.next_round()
    assert smallest_exchange(made.round) is None
    assert not stands_on_old(made.round)


def test_a_table_with_a_forfeit_stays_a_table(ev: Evening) -> None:
    match = ev.match(2)
    forfeit_match(ev.dora, match, [match.participations.all()[0].entrant], reason="Gone.")
    now = posted_sheet(ev.round)
    assert 2 in now.sheet.tables and now.begun == {2} and not now.sheet.byes


def test_a_fine_of_the_bye_outlives_it(nine: Evening) -> None:
    bye = nine.round.participations.get(outcome="pairing_bye")
    points = Fraction(-1)
    made = fine(nine.dora, bye.entrant, nine.round, reason="Late.", match_points=points, match=bye.match)
    one = posted_sheet(nine.round).sheet.tables[3][0]
    wanted = exchange_of_two(nine.round, one, bye.entrant_id).wanted
    exchange_posted(nine.dora, nine.round, wanted, "Unwell.")
    kept = Ruling.objects.get()
    assert (kept.pk, kept.entrant_id, kept.match_points) == (made.pk, bye.entrant_id, points)
    assert kept.match is None


def test_results_of_other_tables_are_not_written(ev: Evening) -> None:
    """Their matches are not locked: what a ruling makes of them at the same time would be written over."""
    match = ev.match(2)
    forfeit_match(ev.dora, match, [match.participations.all()[0].entrant], reason="Gone.")
    sheet = posted_sheet(ev.round).sheet
    wanted = exchange_of_two(ev.round, sheet.tables[3][0], sheet.tables[4][0]).wanted
    MatchResult.objects.filter(match=match).update(reason="meanwhile")
    exchange_posted(ev.dora, ev.round, wanted, "Corrected.")
    assert MatchResult.objects.get(match=match).reason == "meanwhile"


@pytest.mark.parametrize("pairs", [5, 13])
def test_the_proposal_takes_as_many_queries_for_any_field(pairs: int, django_assert_num_queries: Any) -> None:
    made = evening(pairs)
    made.play_round(dict.fromkeys(range(1, pairs // 2 + 1), 60))
    made.next_round()
    posted = made.round
    with django_assert_num_queries(20):
        smallest_exchange(posted)
