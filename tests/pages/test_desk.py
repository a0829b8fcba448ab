"""The director's desk: who may sit there, the board of a round, the next step."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.make import SWEEP_B, Evening, add_stage, counted, enter, evening
from tournaments.access import Actor
from tournaments.models import Event, EventMember, Role, Round, RoundStatus, User

HTMX = {"hx-request": "true"}


def at(event: Event, rest: str = "") -> str:
    """An address of the desk."""
    return f"/{event.club.slug}/{event.slug}/desk/{rest}"


def client_of(actor: Actor) -> Client:
    """The browser of somebody who is logged in."""
    client = Client(headers={"accept-language": "en"})
    assert actor.user is not None
    client.force_login(actor.user)
    return client


def member(event: Event, role: str, name: str) -> Actor:
    """Somebody else with a role in the event."""
    user = User.objects.create_user(name)
    EventMember.objects.create(event=event, user=user, role=role)
    return Actor(user=user)


@pytest.fixture
def evening_of_six(db: None) -> Evening:
    return evening(6, match={"hands": 2}, rounds_planned=2)


@pytest.fixture
def dora(evening_of_six: Evening) -> Client:
    """The director's browser."""
    return client_of(evening_of_six.dora)


def step(client: Client, ev: Evening, kind: str, number: int, **more: str) -> object:
    """Press the big button."""
    data = {"kind": kind, "stage": "1", "number": str(number), **more}
    return client.post(at(ev.event, "step/"), data, follow=True)


def test_the_board_leads_from_the_draw_to_the_end(evening_of_six: Evening, dora: Client) -> None:
    ev = evening_of_six
    for number in (1, 2):
        assert f"Draw round {number}" in dora.get(at(ev.event)).text
        draft = step(dora, ev, "draw", number)
        assert f"Draft of round {number}" in draft.text  # type: ignore[attr-defined]
        step(dora, ev, "publish", number)
        ev.play({1: 50, 2: 60, 3: 70}, hands=2)
        assert "All tables are in." in dora.get(at(ev.event)).text
        step(dora, ev, "close", number)
        assert ev.round.status == RoundStatus.CLOSED
        printed = f'print/standings/?stage=1&amp;after={number}"'
        assert printed in dora.get(at(ev.event), {"round": str(number)}).text
    assert "End the stage" in dora.get(at(ev.event)).text
    step(dora, ev, "close_stage", 0)
    assert "Finish the event" in dora.get(at(ev.event)).text
    step(dora, ev, "finish", 0)
    assert Event.objects.get(pk=ev.event.pk).status == "finished"


def test_the_button_says_which_tables_are_missing(evening_of_six: Evening, dora: Client) -> None:
    ev = evening_of_six
    ev.next_round()
    ev.play({2: 60}, hands=2)
    text = dora.get(at(ev.event)).text
    assert "2 tables missing: 1, 3 · 1 to confirm: 2" in text
    assert "1 to confirm: 2" in dora.get(at(ev.event), {"show": "playing"}).text
    assert re.search(r'<button[^>]*id="next-step"[^>]*disabled', text)
    refused = step(dora, ev, "close", 1)
    assert refused.status_code == 422  # type: ignore[attr-defined]
    assert "Table 1 has not finished." in refused.text  # type: ignore[attr-defined]
    assert ev.round.status != RoundStatus.CLOSED


def test_conflicts_stand_first_and_say_which_hand(evening_of_six: Evening, dora: Client) -> None:
    ev = evening_of_six
    ev.next_round()
    ev.play({1: 60, 2: 50}, hands=2)
    enter(ev.match(3), 1, counted(60), ev.phone("A", 3))
    with pytest.raises(Exception, match="rival"):
        enter(ev.match(3), 1, SWEEP_B, ev.phone("B", 3))
    text = dora.get(at(ev.event)).text
    first = text.index("board-row")
    assert text[first:].index("hand 1: two different results") < text[first:].index("to be confirmed")
    only = dora.get(at(ev.event), {"show": "attention"}).text
    assert only.count("board-row") == 1


def test_every_filter_shows_its_tables(evening_of_six: Evening, dora: Client) -> None:
    ev = evening_of_six
    ev.next_round()
    ev.play({1: 60}, hands=2)
    enter(ev.match(2), 1, counted(50), ev.tablet(2))
    counts = {
        show: dora.get(at(ev.event), {"show": show}).text.count("board-row")
        for show in ("", "playing", "scheduled", "done", "to_confirm")
    }
    assert counts == {"": 3, "playing": 1, "scheduled": 1, "done": 0, "to_confirm": 1}
    assert "No table is in this state." in dora.get(at(ev.event), {"show": "done"}).text


def test_pressing_twice_makes_one_round(evening_of_six: Evening, dora: Client) -> None:
    ev = evening_of_six
    step(dora, ev, "draw", 1)
    step(dora, ev, "draw", 1)
    step(dora, ev, "publish", 1)
    assert step(dora, ev, "publish", 1).status_code == 200  # type: ignore[attr-defined]
    assert Round.objects.filter(stage=ev.stage).count() == 1


def test_a_refused_draw_names_the_obstacle_and_its_ways_out(db: None) -> None:
    ev = evening(2, match={"hands": 1})
    ev.play_round({1: 60})
    dora = client_of(ev.dora)
    refused = step(dora, ev, "draw", 2)
    assert refused.status_code == 422  # type: ignore[attr-defined]
    text = refused.text  # type: ignore[attr-defined]
    assert "Why the round cannot be drawn" in text
    assert "Draw with 1 rematch, the fewest possible" in text
    assert "second bye" not in text
    drawn = step(dora, ev, "draw", 2, allow_rematches="1")
    assert "rematch: no round is possible without" in drawn.text  # type: ignore[attr-defined]


def test_a_closed_round_is_opened_again_for_a_reason(evening_of_six: Evening, dora: Client) -> None:
    ev = evening_of_six
    ev.play_round({1: 50, 2: 60, 3: 70}, hands=2)
    assert "Open this round again" in dora.get(at(ev.event), {"round": "1"}).text
    data = {"stage": "1", "number": "1"}
    assert dora.post(at(ev.event, "reopen/"), data).status_code == 422
    dora.post(at(ev.event, "reopen/"), {**data, "reason": "wrong table"})
    assert ev.round.status == RoundStatus.PLAYING


def test_nothing_new_is_answered_304_by_one_query_for_the_event(
    evening_of_six: Evening, dora: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ev = evening_of_six
    ev.next_round()
    monkeypatch.setattr("pages.views.desk.minute", lambda: 7)
    tag = dora.get(at(ev.event), headers=HTMX)["ETag"]
    assert dora.get(at(ev.event), headers={**HTMX, "if-none-match": tag}).status_code == 304
    enter(ev.match(1), 1, counted(50), ev.tablet(1))
    assert dora.get(at(ev.event), headers={**HTMX, "if-none-match": tag}).status_code == 200


@pytest.mark.parametrize("pairs", [4, 12])
def test_the_board_takes_as_many_queries_for_any_number_of_tables(
    db: None, pairs: int, django_assert_num_queries: object
) -> None:
    ev = evening(pairs, match={"hands": 1})
    ev.next_round()
    ev.play(dict.fromkeys(range(1, pairs // 2 + 1), 60))
    dora = client_of(ev.dora)
    with django_assert_num_queries(13):  # type: ignore[operator]
        dora.get(at(ev.event))


@pytest.mark.parametrize(
    "rest", ["", "stages/1/rounds/1/draft/", "stages/1/rounds/1/draft/change/?entrant=1&other=2"]
)
def test_nobody_else_sits_at_the_desk(evening_of_six: Evening, rest: str) -> None:
    ev = evening_of_six
    ev.drawn()
    other = evening(4)
    assert Client().get(at(ev.event, rest)).status_code == 302
    sam, vera = client_of(ev.sam), client_of(member(ev.event, Role.VIEWER, "vera"))
    # Who enters results sees the board, who looks at drafts the draft as well; test_desk_helpers has the rest.
    shut_out = [sam, vera] if "change" in rest else [sam] if "draft" in rest else []
    for client in (*shut_out, client_of(other.dora)):
        assert client.get(at(ev.event, rest)).status_code in (403, 404)
    for verb in ("step/", "reopen/", "stages/1/rounds/1/draft/discard/"):
        data = {"kind": "publish", "stage": "1", "number": "1", "reason": "x"}
        assert client_of(other.dora).post(at(ev.event, verb), data).status_code in (403, 404)
    assert ev.round.status == RoundStatus.DRAFT


def test_an_assistant_looks_on_and_the_director_publishes(evening_of_six: Evening) -> None:
    ev = evening_of_six
    ev.drawn()
    asis = client_of(member(ev.event, Role.ASSISTANT, "asis"))
    assert "This is for the director." in asis.get(at(ev.event)).text
    assert step(asis, ev, "publish", 1).status_code == 403  # type: ignore[attr-defined]
    assert ev.round.status == RoundStatus.DRAFT


def test_a_second_stage_has_its_own_board(evening_of_six: Evening, dora: Client) -> None:
    ev = evening_of_six
    add_stage(ev.event, 2)
    ev.next_round()
    assert "Stage 2" in dora.get(at(ev.event), {"stage": "2"}).text
    assert dora.get(at(ev.event), {"stage": "9"}).status_code == 404
    assert dora.get(at(ev.event), {"round": "9"}).status_code == 404
    assert dora.get(at(ev.event), {"round": "x"}).status_code == 404
