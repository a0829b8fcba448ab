"""A draft changed by hand: judged beforehand, made in one act, impossible once it is published."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scoring.services.drawing import judge_of
from scoring.services.editing import Change, Sheet, changed, edit_round, judged, preview, sheet_of
from scoring.services.editing import asked as question_of
from scoring.services.progress import publish_round
from tests.make import Evening, evening
from tournaments.errors import Conflict, Invalid
from tournaments.models import AuditEntry, Participation, Round, Verb
from tournaments.pairing.judge import Grade

SHEET = Sheet({1: (11, 12), 2: (13, 14)}, {15: "pairing_bye"})


@pytest.mark.parametrize(
    ("change", "tables", "byes"),
    [
        (Change("exchange", 11, 13), {1: (13, 12), 2: (11, 14)}, {15: "pairing_bye"}),
        (Change("exchange", 11, 12), {1: (12, 11), 2: (13, 14)}, {15: "pairing_bye"}),
        (Change("exchange", 15, 14), {1: (11, 12), 2: (13, 15)}, {14: "pairing_bye"}),
        (
            Change("sit_out", 12, bye="requested_bye"),
            {1: (11, 15), 2: (13, 14)},
            {12: "requested_bye"},
        ),
        (Change("sit_out", 15, bye="absence"), {1: (11, 12), 2: (13, 14)}, {15: "absence"}),
        (Change("play", 15), {1: (11, 12), 2: (13, 14)}, {15: "pairing_bye"}),
    ],
)
def test_everybody_stays_in_the_round_once(
    change: Change, tables: dict[int, tuple[int, int]], byes: dict[int, str]
) -> None:
    assert changed(SHEET, change) == Sheet(tables, byes)


def test_without_a_spare_entrant_the_opponent_gets_the_bye() -> None:
    even = Sheet({1: (11, 12), 2: (13, 14)}, {})
    out = changed(even, Change("sit_out", 13, bye="absence"))
    assert out == Sheet({1: (11, 12)}, {13: "absence", 14: "pairing_bye"})
    assert changed(out, Change("play", 13)) == Sheet({1: (11, 12), 2: (13, 14)}, {})


@pytest.mark.parametrize(
    "change",
    [
        Change("exchange", 11, 99),
        Change("exchange", 11, 11),
        Change("exchange", 11),
        Change("sit_out", 99),
        Change("sit_out", 11, bye="played"),
        Change("break", 11),
    ],
)
def test_a_change_that_means_nothing_is_refused(change: Change) -> None:
    with pytest.raises(Invalid):
        changed(SHEET, change)


def test_nobody_takes_a_bye_that_was_asked_for() -> None:
    sheet = Sheet({1: (11, 12)}, {13: "requested_bye"})
    with pytest.raises(Invalid):
        changed(sheet, Change("exchange", 11, 13))


@pytest.fixture
def second(db: None) -> tuple[Evening, Round]:
    """Six pairs, one round played, the second one a draft."""
    ev = evening(6)
    ev.play_round({1: 60, 2: 70, 3: 80})
    return ev, ev.drawn()


def pairs(drawn: Round) -> set[frozenset[int]]:
    """Who meets whom by number."""
    rows = Participation.objects.filter(round=drawn, outcome="").values_list("match", "entrant__number")
    tables: dict[int, set[int]] = {}
    for match, number in rows:
        tables.setdefault(match, set()).add(number)
    return {frozenset(each) for each in tables.values()}


def seated(drawn: Round, table: int) -> tuple[int, int]:
    """The entrants of a table by id."""
    return sheet_of(drawn).tables[table]


def test_the_best_round_gets_dearer_by_a_change(second: tuple[Evening, Round]) -> None:
    _ev, drawn = second
    found = preview(drawn, Change("exchange", seated(drawn, 1)[0], seated(drawn, 3)[0]))
    assert found.before.costs is not None and found.after.costs is not None
    assert found.before.costs.as_json() == drawn.why["costs"]
    assert found.before.costs < found.after.costs
    assert found.moved == {1, 3}


def test_a_preview_stores_nothing(second: tuple[Evening, Round]) -> None:
    _ev, drawn = second
    before = pairs(drawn)
    preview(drawn, Change("exchange", seated(drawn, 1)[0], seated(drawn, 2)[0]))
    assert pairs(drawn) == before


def test_a_change_is_stored_with_its_cost_and_noted(second: tuple[Evening, Round]) -> None:
    ev, drawn = second
    one, other = seated(drawn, 1)[0], seated(drawn, 3)[0]
    expected = preview(drawn, Change("exchange", one, other))
    edit_round(ev.dora, drawn, Change("exchange", one, other), "asked for")
    fresh = ev.round
    assert seated(fresh, 1)[0] == other and seated(fresh, 3)[0] == one
    assert expected.after.costs is not None
    assert fresh.why["costs"] == expected.after.costs.as_json()
    assert [each["code"] for each in fresh.why["tables"] if each["table"] in (1, 3)] == ["fixed", "fixed"]
    note = AuditEntry.objects.filter(event=ev.event, verb=Verb.ROUND_EDITED).get()
    numbers = [ev.event.entrants.get(pk=each).number for each in (one, other)]
    assert note.data == {"reason": "asked for", "kind": "exchange", "numbers": numbers}
    assert publish_round(ev.dora, fresh).status == "published"


def test_a_rematch_by_hand_needs_a_reason(second: tuple[Evening, Round]) -> None:
    ev, drawn = second
    first = Round.objects.get(stage=ev.stage, number=1)
    met = [sheet_of(first).tables[table] for table in (1, 2, 3)]
    one, old = met[0]
    table = sheet_of(drawn).table_of(one)
    assert table is not None
    now = next(each for each in seated(drawn, table) if each != one)
    change = Change("exchange", now, old)
    found = preview(drawn, change)
    assert found.needs_reason
    assert "rematch" in {each.code for each in found.after.warnings if each.grade is Grade.FORBIDDEN}
    with pytest.raises(Invalid) as refused:
        edit_round(ev.dora, drawn, change)
    assert refused.value.code == "reason_needed"
    edit_round(ev.dora, drawn, change, "both want it")
    assert sheet_of(drawn).table_of(one) == sheet_of(drawn).table_of(old)


def test_a_bye_is_set_and_taken_back(second: tuple[Evening, Round]) -> None:
    ev, drawn = second
    before = pairs(drawn)
    one, other = seated(drawn, 2)
    edit_round(ev.dora, drawn, Change("sit_out", one, bye="requested_bye"))
    outcomes = dict(
        Participation.objects.filter(round=drawn).exclude(outcome="").values_list("entrant_id", "outcome")
    )
    assert outcomes == {one: "requested_bye", other: "pairing_bye"}
    judgement = judged(judge_of(drawn.stage), sheet_of(drawn), question_of(drawn))
    assert {each.grade for each in judgement.warnings} <= {Grade.NOTICE, Grade.WARNING}
    edit_round(ev.dora, drawn, Change("play", one))
    assert pairs(drawn) == before


def test_the_requested_bye_is_worth_what_the_stage_says(second: tuple[Evening, Round]) -> None:
    ev, drawn = second
    one, other = seated(drawn, 2)
    edit_round(ev.dora, drawn, Change("sit_out", one, bye="requested_bye"))
    publish_round(ev.dora, ev.round)
    worth = dict(
        Participation.objects.filter(round=drawn, entrant__in=[one, other]).values_list(
            "entrant_id", "match__side_results__match_points"
        )
    )
    assert worth == {one: Fraction(1), other: Fraction(2)}


def test_a_published_round_cannot_be_edited(second: tuple[Evening, Round]) -> None:
    ev, drawn = second
    before = pairs(drawn)
    publish_round(ev.dora, drawn)
    with pytest.raises(Conflict) as refused:
        edit_round(ev.dora, drawn, Change("exchange", seated(drawn, 1)[0], seated(drawn, 2)[0]), "late")
    assert refused.value.code == "wrong_state"
    assert pairs(drawn) == before
    assert not AuditEntry.objects.filter(event=ev.event, verb=Verb.ROUND_EDITED).exists()


def test_a_change_that_changes_nothing_leaves_no_trace(second: tuple[Evening, Round]) -> None:
    ev, drawn = second
    edit_round(ev.dora, drawn, Change("play", seated(drawn, 1)[0]))
    assert not AuditEntry.objects.filter(event=ev.event, verb=Verb.ROUND_EDITED).exists()
