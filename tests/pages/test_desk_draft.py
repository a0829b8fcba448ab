"""The draft of a round at the desk: reasons, warnings, changes by plain forms, and what they cost."""

from __future__ import annotations

import pytest
from django.test import Client

from pages.event_form import values_of
from scoring.services.editing import sheet_of
from scoring.services.standings import rebuild
from tests.make import Evening, correct, counted, evening
from tests.pages.test_desk import at, client_of, step
from tournaments.models import Match, Round, RoundStatus

DRAFT = "stages/1/rounds/2/draft/"


@pytest.fixture
def ev(db: None) -> Evening:
    """Five pairs, one round played, the second a draft."""
    made = evening(5)
    made.play_round({1: 60, 2: 70})
    made.drawn()
    return made


@pytest.fixture
def dora(ev: Evening) -> Client:
    return client_of(ev.dora)


def test_the_draft_shows_reasons_costs_and_forms(ev: Evening, dora: Client) -> None:
    text = dora.get(at(ev.event, DRAFT)).text
    for words in ("same score", "Rematches", "Exchange two", "Give a bye", "Let somebody play", "bye:"):
        assert words in text, words
    assert "Publish round 2" in text
    assert "Nothing speaks against this round." in text


def test_the_first_round_says_how_it_is_drawn_and_how_it_would_be_by_lot(db: None) -> None:
    made = evening(8)
    made.drawn()
    dora, path = client_of(made.dora), at(made.event, "stages/1/rounds/1/draft/")
    text = dora.get(path).text
    assert "Nobody has points yet: the top half of the list plays against the bottom half." in text
    setup = f"/{made.event.club.slug}/{made.event.slug}/setup/event/"
    assert f'href="{setup}#pattern"' in text and 'id="pattern"' in dora.get(setup).text
    changed = dora.post(setup, {**values_of(made.event, made.stage), "pattern": "random"})
    assert changed.status_code == 303
    again = dora.post(at(made.event, "stages/1/rounds/1/draft/redraw/"), follow=True).text
    assert "Nobody has points yet: the tables were drawn by lot." in again
    assert f'href="{setup}#pattern"' not in again


def test_later_rounds_do_not_speak_of_the_list(ev: Evening, dora: Client) -> None:
    assert "Nobody has points yet" not in dora.get(at(ev.event, DRAFT)).text


def test_an_exchange_is_shown_before_it_is_saved(ev: Evening, dora: Client) -> None:
    drawn = ev.round
    tables = sheet_of(drawn).tables
    asked = {"kind": "exchange", "entrant": str(tables[1][0]), "other": str(tables[2][0])}
    page = dora.get(at(ev.event, f"{DRAFT}change/"), asked)
    assert page.status_code == 200
    for words in ("Nothing is saved yet.", "after the change", "Rematches"):
        assert words in page.text, words
    assert sheet_of(drawn).tables == tables
    saved = dora.post(at(ev.event, f"{DRAFT}change/"), {**asked, "reason": "asked"}, follow=True)
    assert "The draft is changed." in saved.text
    assert "set by the director" in saved.text
    assert "changed by hand" in saved.text
    assert sheet_of(drawn).tables[1][0] == tables[2][0]


def test_a_forbidden_change_asks_for_the_reason_and_says_why(ev: Evening, dora: Client) -> None:
    first = Round.objects.get(stage=ev.stage, number=1)
    had_bye = next(iter(sheet_of(first).byes))
    change = {"kind": "sit_out", "entrant": str(had_bye), "bye": "pairing_bye"}
    shown = dora.get(at(ev.event, f"{DRAFT}change/"), change).text
    assert "has had 1 byes, others only 0" in shown
    assert "The rules of the draw forbid this." in shown
    refused = dora.post(at(ev.event, f"{DRAFT}change/"), change)
    assert refused.status_code == 422 and "A reason is needed." in refused.text
    saved = dora.post(at(ev.event, f"{DRAFT}change/"), {**change, "reason": "unwell"}, follow=True)
    assert "The draft is changed." in saved.text
    assert sheet_of(ev.round).byes == {had_bye: "pairing_bye"}
    assert "forbidden" in saved.text


def test_a_strange_change_is_refused_above_the_draft(ev: Evening, dora: Client) -> None:
    for asked in ({"entrant": "999999", "other": "1"}, {"entrant": ""}, {"kind": "exchange"}):
        page = dora.get(at(ev.event, f"{DRAFT}change/"), asked)
        assert page.status_code == 422
        assert "Nobody like this is on the list" in page.text
    assert dora.get(at(ev.event, f"{DRAFT}change/"), {"entrant": "x"}).status_code == 404


def test_a_published_round_is_no_draft_any_more(ev: Evening, dora: Client) -> None:
    tables = sheet_of(ev.round).tables
    asked = {"kind": "exchange", "entrant": str(tables[1][0]), "other": str(tables[2][0]), "reason": "late"}
    step(dora, ev, "publish", 2)
    assert dora.get(at(ev.event, DRAFT)).status_code == 302
    refused = dora.post(at(ev.event, f"{DRAFT}change/"), asked, follow=True)
    assert "not possible now" in refused.text
    for verb in ("redraw/", "discard/"):
        dora.post(at(ev.event, f"{DRAFT}{verb}"))
    assert sheet_of(ev.round).tables == tables
    assert ev.round.status == RoundStatus.PUBLISHED


def test_drawn_again_and_thrown_away(ev: Evening, dora: Client) -> None:
    seed = ev.round.seed
    dora.post(at(ev.event, f"{DRAFT}redraw/"))
    assert ev.round.seed != seed
    gone = dora.post(at(ev.event, f"{DRAFT}discard/"), follow=True)
    assert "thrown away" in gone.text and "Draw round 2" in gone.text
    assert not Round.objects.filter(stage=ev.stage, number=2).exists()


def test_a_draft_thrown_away_by_mistake_is_drawn_again_as_it_was(ev: Evening, dora: Client) -> None:
    dora.post(at(ev.event, f"{DRAFT}redraw/"))
    was, tables = ev.round.seed, sheet_of(ev.round).tables
    assert "it can be drawn again with the same lots" in dora.get(at(ev.event, DRAFT)).text
    gone = dora.post(at(ev.event, f"{DRAFT}discard/"), follow=True)
    assert "Draw it again with the same lots" in gone.text and f'name="seed" value="{was}"' in gone.text
    step(dora, ev, "draw", 2, seed=str(was))
    assert (ev.round.seed, sheet_of(ev.round).tables) == (was, tables)
    assert "Draw it again" not in dora.get(at(ev.event), {"again": str(was)}).text
    for strange in ("x", "9" * 17, "-1"):
        assert dora.get(at(ev.event), {"again": strange}).status_code == 200


def test_a_draft_on_old_standings_says_so(ev: Evening, dora: Client) -> None:
    first = Match.objects.filter(round__stage=ev.stage, round__number=1, table__number=1)
    correct(first.select_related("round__stage__event__club").get(), 1, counted(0), ev.dora)
    rebuild(ev.stage.pk)
    words = "The standings have changed since this round was drawn: draw it again."
    assert words in dora.get(at(ev.event, DRAFT)).text
    dora.post(at(ev.event, f"{DRAFT}redraw/"))
    assert words not in dora.get(at(ev.event, DRAFT)).text


def test_the_look_ahead_warns_in_the_round_before(db: None) -> None:
    made = evening(4, rounds_planned=5)
    for _ in range(2):
        made.play_round({1: 60, 2: 70})
    made.drawn()
    text = client_of(made.dora).get(at(made.event, "stages/1/rounds/3/draft/")).text
    assert "After this round no further round without a rematch is possible." in text


@pytest.mark.parametrize("pairs", [5, 13])
def test_the_draft_takes_as_many_queries_for_any_field(
    db: None, pairs: int, django_assert_num_queries: object
) -> None:
    made = evening(pairs)
    made.drawn()
    dora = client_of(made.dora)
    with django_assert_num_queries(28):  # type: ignore[operator]
        dora.get(at(made.event, "stages/1/rounds/1/draft/"))
