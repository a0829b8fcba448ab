"""Before something grave is saved the desk sees what was, what will be, and what follows from it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.models import Hand, HandEntry, HandStatus, Ruling
from scoring.services.rulings import forfeit_match
from tests.make import SWEEP_B, Evening, counted, enter, evening, result, side_points, void
from tests.pages.markup import faults
from tests.pages.test_desk import at, client_of, member
from tests.pages.test_desk_match import page, typed
from tests.support.rows import all_rows
from tournaments.errors import Conflict
from tournaments.models import Match, Role


@pytest.fixture
def ev(db: None) -> Evening:
    """Six pairs, one round played, the second posted."""
    made = evening(6)
    made.play_round({1: 60, 2: 70, 3: 80})
    made.next_round()
    return made


@pytest.fixture
def dora(ev: Evening) -> Client:
    return client_of(ev.dora)


def first_match(ev: Evening) -> Match:
    found = Match.objects.filter(round__stage=ev.stage, round__number=1, table__number=1)
    return found.select_related("round__stage__event__club").get()


def test_a_correction_shows_who_moves_and_which_round_is_posted(ev: Evening, dora: Client) -> None:
    before = all_rows()
    shown = dora.post(page(first_match(ev), "hands/1/"), typed(0, seen="1", action="preview"))
    for words in ("What it changes", "Standings during round 2", "Who moves", "2 : 0", "0 : 2"):
        assert words in shown.text, words
    assert "Round 2 is posted from the old standings and nobody has begun" in shown.text
    assert "<strong>MP</strong> Match points" in shown.text and "place shared with others" in shown.text
    assert all_rows() == before


def test_a_correction_that_changes_nothing_says_so(ev: Evening, dora: Client) -> None:
    shown = dora.post(page(first_match(ev), "hands/1/"), typed(60, seen="1", action="preview"))
    assert "This changes nothing." in shown.text
    assert "Who moves" not in shown.text


@pytest.mark.parametrize(
    ("verb", "data", "words"),
    [
        (
            "forfeit/",
            {"lost": "A", "reason": "left"},
            '<span class="line">lost by forfeit</span><span class="line">won by forfeit</span>',
        ),
        ("adjust/", {"points-A": "1,5", "points-B": "1/2", "reason": "both late"}, "1½ : ½"),
        ("end/", {"reason": "time"}, "finished"),
    ],
)
def test_a_decision_is_weighed_and_then_made_from_the_same_page(
    ev: Evening, dora: Client, verb: str, data: dict[str, str], words: str
) -> None:
    match = ev.match(1)
    before = all_rows()
    shown = dora.post(page(match, verb), {**data, "action": "preview"})
    assert shown.status_code == 200 and faults(shown.text) == []
    assert words in shown.text and "Nothing is saved yet." in shown.text
    assert "It becomes a ruling, which can be cancelled." in shown.text
    assert all_rows() == before
    sent = {key: value for key, value in data.items() if key != "reason"}
    for name, value in sent.items():
        assert f'<input type="hidden" name="{name}" value="{value}">' in shown.text
    assert data["reason"] in shown.text
    dora.post(page(match, verb), data)
    assert Ruling.objects.get().reason == data["reason"]


def test_half_a_decision_is_refused_before_it_is_weighed(ev: Evening, dora: Client) -> None:
    refused = dora.post(page(ev.match(1), "forfeit/"), {"reason": "left", "action": "preview"})
    assert refused.status_code == 422 and 'role="alert"' in refused.text


def test_a_choice_between_rivals_is_weighed(ev: Evening, dora: Client) -> None:
    match = ev.match(1)
    enter(match, 1, counted(80), ev.phone("A"))
    with pytest.raises(Conflict):
        enter(match, 1, SWEEP_B, ev.phone("B"))
    rival = HandEntry.objects.get(hand__match=match, revision=None)
    data = {"number": "1", "submission": str(rival.submission)}
    shown = dora.post(page(match, "choose/"), {**data, "action": "preview"})
    assert "0 : 200" in shown.text
    assert Hand.objects.get(match=match).status == HandStatus.CONFLICT


def test_a_ruling_is_weighed_with_whom_it_is_about(ev: Evening, dora: Client) -> None:
    data = {
        "entrant": str(ev.entrants[0].pk),
        "round": str(first_match(ev).round_id),
        "code": "late",
        "effect": "fine",
        "match_points": "2",
        "reason": "came at nine",
    }
    shown = dora.post(at(ev.event, "rulings/"), {**data, "code": "phone", "action": "preview"})
    assert "1 Pair 1, fine: −2 match points" in shown.text
    assert "Who moves" in shown.text and faults(shown.text) == []
    assert not Ruling.objects.exists()


def test_taking_a_ruling_back_is_weighed_where_it_was_made(ev: Evening, dora: Client) -> None:
    match = ev.match(1)
    forfeit_match(ev.dora, match, [match.participations.all()[0].entrant], reason="left")
    assert "Take it back" in dora.get(page(match)).text
    before = all_rows()
    shown = dora.get(at(ev.event, "rulings/0/cancel/"))
    assert faults(shown.text) == []
    assert (
        "Cancel this ruling: forfeit" in shown.text
        and '<span class="line">lost by forfeit</span><span class="line">won by forfeit</span>' in shown.text
    )
    assert all_rows() == before
    dora.post(at(ev.event, "rulings/0/cancel/"), {"reason": "they came"})
    assert "Take it back" not in dora.get(page(match)).text
    assert dora.get(at(ev.event, "rulings/0/cancel/")).status_code == 409


def test_a_void_hand_counts_again_as_it_was_typed(ev: Evening, dora: Client) -> None:
    match = ev.match(1)
    enter(match, 1, counted(80), ev.tablet(1))
    void(match, 1, ev.dora)
    assert "Let it count again" in dora.get(page(match)).text
    shown = dora.post(page(match, "restore/"), {"number": "1", "action": "preview"})
    assert "80 : 20" in shown.text and Hand.objects.get(match=match).status == HandStatus.VOID
    again = dora.post(page(match, "restore/"), {"number": "1", "reason": "was in order"}, follow=True)
    assert "Hand 1 counts again." in again.text and "Let it count again" not in again.text
    assert result(match).totals == {"A": 80, "B": 20}
    assert [each.kind for each in HandEntry.objects.filter(hand__match=match).order_by("revision")] == [
        "enter", "void", "correct"
    ]  # fmt: skip
    twice = dora.post(page(match, "restore/"), {"number": "1", "reason": "was in order"})
    assert twice.status_code == 409


def test_a_deal_that_was_void_from_the_start_has_nothing_to_count_again(ev: Evening, dora: Client) -> None:
    void(ev.match(1), 1, ev.dora, seen=None)
    assert "Let it count again" not in dora.get(page(ev.match(1))).text
    assert dora.post(page(ev.match(1), "restore/"), {"number": "1", "reason": "x"}).status_code == 409


def test_who_may_not_decide_is_shown_nothing(ev: Evening) -> None:
    match = ev.match(1)
    forfeit_match(ev.dora, match, [match.participations.all()[0].entrant], reason="left")
    asis = client_of(member(ev.event, Role.ASSISTANT, "asis"))
    data = {"lost": "A", "reason": "x", "action": "preview"}
    assert asis.post(page(ev.match(2), "forfeit/"), data).status_code == 403
    assert asis.get(at(ev.event, "rulings/0/cancel/")).status_code == 403
    assert "Take it back" not in asis.get(page(match)).text


@pytest.mark.parametrize("pairs", [4, 12])
def test_weighing_takes_as_many_queries_for_any_field(
    db: None, pairs: int, django_assert_max_num_queries: Any
) -> None:
    made = evening(pairs)
    made.play_round(dict.fromkeys(range(1, pairs // 2 + 1), 60))
    made.next_round()
    dora = client_of(made.dora)
    data = {"lost": "A", "reason": "left", "action": "preview"}
    with django_assert_max_num_queries(80):
        assert dora.post(page(made.match(1), "forfeit/"), data).status_code == 200
    assert side_points(made.match(1)) == {}
