"""A match at the desk: revisions, rivals, corrections with their consequences, and what ends a match."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils.timezone import now

from scoring.models import Hand, HandEntry, HandStatus, MatchResult, Ruling
from tests.make import SWEEP_B, Evening, counted, enter, evening, result, side_points, void
from tests.pages.test_desk import at, client_of, member
from tournaments.errors import Conflict
from tournaments.models import Match, Role


@pytest.fixture
def ev(db: None) -> Evening:
    """Four pairs in their first round, two hands a match."""
    made = evening(4, match={"hands": 2})
    made.next_round()
    return made


@pytest.fixture
def dora(ev: Evening) -> Client:
    return client_of(ev.dora)


def page(match: Match, rest: str = "") -> str:
    """An address of the match at the desk."""
    return at(match.round.stage.event, f"matches/{match.pk}/{rest}")


def typed(points: int, **more: Any) -> dict[str, Any]:
    """A counted hand as the form sends it."""
    return {
        "submission": str(uuid4()),
        "first_out": "1",
        "result": "count",
        "points-A": str(points),
        "points-B": "",
        **more,
    }


def test_the_form_of_a_hand_says_who_sits_where(ev: Evening, dora: Client) -> None:
    match = ev.match(1)
    form = dora.get(page(match, "hands/1/")).text
    for side in ("A", "B"):
        entrant = match.participations.get(side=side).entrant
        assert f"{entrant.number} {entrant.name}" in form
    for seat, name in enumerate(("North", "West", "South", "East"), start=1):
        assert f"{name}: {match.seats.get(position=seat).player.display_name()}" in form


def test_a_hand_is_entered_by_the_form_of_the_game(ev: Evening, dora: Client) -> None:
    match = ev.match(1)
    form = dora.get(page(match, "hands/1/")).text
    for words in ("First out", "Card points", "Grand Tichu", "North–South", "Penalties"):
        assert words in form, words
    data = typed(80, **{"calls-2": "small", "action": "save"})
    saved = dora.post(page(match, "hands/1/"), data, follow=True)
    assert "Hand 1 is saved." in saved.text
    entry = HandEntry.objects.get(hand__match=match)
    assert entry.payload == {
        "first_out": 1,
        "result": "count",
        "points": {"A": 80},
        "calls": {"2": "small"},
    }
    assert dora.post(page(match, "hands/1/"), data, follow=True).status_code == 200
    assert HandEntry.objects.filter(hand__match=match).count() == 1


def test_impossible_values_are_refused_beside_their_field(ev: Evening, dora: Client) -> None:
    match = ev.match(1)
    for action in ("save", "preview"):
        refused = dora.post(page(match, "hands/1/"), typed(83, action=action))
        assert refused.status_code == 422
        assert "field-error" in refused.text
    assert not Hand.objects.filter(match=match).exists()


def test_a_correction_shows_its_consequences_and_stores_nothing(ev: Evening, dora: Client) -> None:
    match = ev.match(1)
    for number in (1, 2):
        enter(match, number, counted(80), ev.dora)
    data = typed(0, seen="1", action="preview")
    shown = dora.post(page(match, "hands/1/"), data)
    assert shown.status_code == 200
    assert "What it changes" in shown.text and "Match points" in shown.text
    assert "2 : 0" in shown.text and "0 : 2" in shown.text
    assert result(match).totals == {"A": 160, "B": 40}
    assert HandEntry.objects.filter(hand__match=match).count() == 2


def test_a_correction_becomes_a_revision_and_the_old_one_stays(ev: Evening, dora: Client) -> None:
    match = ev.match(1)
    enter(match, 1, counted(80), ev.tablet(1))
    data = typed(60, seen="1", action="save", reason="misread")
    saved = dora.post(page(match, "hands/1/"), data, follow=True)
    assert "Revision 1" in saved.text and "Revision 2" in saved.text and "misread" in saved.text
    assert result(match).totals == {"A": 60, "B": 40}
    late = dora.post(page(match, "hands/1/"), typed(70, seen="1", action="save"))
    assert late.status_code == 409 and "changed since you saw it" in late.text


def test_a_hand_is_declared_void(ev: Evening, dora: Client) -> None:
    match = ev.match(1)
    enter(match, 1, counted(80), ev.tablet(1))
    data = {"submission": str(uuid4()), "kind": "void", "seen": "1", "action": "save", "reason": "card lost"}
    assert "the hand does not count" in dora.post(page(match, "hands/1/"), data, follow=True).text
    assert Hand.objects.get(match=match).status == HandStatus.VOID


def test_rivals_stand_side_by_side_and_one_is_chosen(ev: Evening, dora: Client) -> None:
    match = ev.match(1)
    enter(match, 1, counted(80), ev.phone("A"))
    with pytest.raises(Conflict):
        enter(match, 1, SWEEP_B, ev.phone("B"))
    text = dora.get(page(match)).text
    assert text.count("Choose this one") == 2
    assert "None of these counts until one is chosen." in text
    rival = HandEntry.objects.get(hand__match=match, revision=None)
    data = {"number": "1", "submission": str(rival.submission)}
    assert "Hand 1 is saved." in dora.post(page(match, "choose/"), data, follow=True).text
    assert result(match).totals == {"A": 0, "B": 200}
    assert Hand.objects.get(match=match).status == HandStatus.CONFIRMED


def test_the_director_confirms_a_hand(ev: Evening, dora: Client) -> None:
    match = ev.match(1)
    enter(match, 1, counted(80), ev.tablet(1))
    data = {"number": "1", "revision": "1"}
    assert "is confirmed" in dora.post(page(match, "confirm/"), data, follow=True).text
    assert Hand.objects.get(match=match).status == HandStatus.CONFIRMED


def test_a_paper_slip_stands_for_the_hands(ev: Evening, dora: Client) -> None:
    match = ev.match(1)
    data = {"submission": str(uuid4()), "score-A": "320", "score-B": "180", "action": "save"}
    assert "The paper slip is saved." in dora.post(page(match, "hands/0/"), data, follow=True).text
    found = MatchResult.objects.get(match=match)
    assert (found.totals, found.verified) == ({"A": "320", "B": "180"}, False)


def test_a_match_is_ended_forfeited_and_adjusted(ev: Evening, dora: Client) -> None:
    match = ev.match(1)
    enter(match, 1, counted(80), ev.tablet(1))
    dora.post(page(match, "end/"), {"reason": "time"})
    assert side_points(match) == {"A": 2, "B": 0}
    dora.post(page(match, "adjust/"), {"points-A": "1,5", "points-B": "1/2", "reason": "both late"})
    assert [str(side_points(match)[side]) for side in ("A", "B")] == ["3/2", "1/2"]
    other = ev.match(2)
    dora.post(page(other, "forfeit/"), {"lost": ["A"], "reason": "left"})
    assert side_points(other) == {"A": 0, "B": 2}
    assert Ruling.objects.count() == 3
    text = dora.get(page(match)).text
    assert "Rulings on this match" in text and "both late" in text


@pytest.mark.parametrize(
    ("verb", "data"),
    [
        ("end/", {"reason": " "}),
        ("forfeit/", {"reason": "left"}),
        ("adjust/", {"points-A": "x", "points-B": "1", "reason": "both late"}),
        ("adjust/", {"points-A": "9" * 30, "points-B": "1", "reason": "both late"}),
    ],
)
def test_half_a_decision_is_refused_in_words(
    ev: Evening, dora: Client, verb: str, data: dict[str, str]
) -> None:
    refused = dora.post(page(ev.match(1), verb), data)
    assert refused.status_code == 422
    assert 'role="alert"' in refused.text
    assert not Ruling.objects.exists()


def test_nobody_else_reaches_a_match_of_the_desk(ev: Evening) -> None:
    match = ev.match(1)
    enter(match, 1, counted(80), ev.tablet(1))
    other = evening(4)
    other.next_round()
    assert client_of(other.dora).get(page(match)).status_code in (403, 404)
    for client in (client_of(ev.sam), client_of(member(ev.event, Role.VIEWER, "v")), client_of(other.dora)):
        assert client.get(page(match, "hands/1/")).status_code in (403, 404)
        data = typed(60, seen="1", action="save")
        assert client.post(page(match, "hands/1/"), data).status_code in (403, 404)
        for verb in ("choose/", "end/", "forfeit/", "adjust/"):
            assert client.post(page(match, verb), {"reason": "x"}).status_code in (403, 404)
    mixed = at(other.event, f"matches/{match.pk}/")
    assert client_of(other.dora).get(mixed).status_code == 404
    assert not Ruling.objects.exists()
    assert HandEntry.objects.filter(hand__match=match).count() == 1


def test_an_assistant_corrects_and_does_not_rule(ev: Evening) -> None:
    match = ev.match(1)
    enter(match, 1, counted(80), ev.tablet(1))
    asis = client_of(member(ev.event, Role.ASSISTANT, "asis"))
    assert "Decide about the match" not in asis.get(page(match)).text
    data = typed(60, seen="1", action="save")
    assert asis.post(page(match, "hands/1/"), data, follow=True).status_code == 200
    assert asis.post(page(match, "forfeit/"), {"lost": "A", "reason": "x"}).status_code == 403


def test_a_match_takes_as_many_queries_for_any_number_of_hands(
    ev: Evening, dora: Client, django_assert_num_queries: object
) -> None:
    for table, hands in ((1, 1), (2, 2)):
        for number in range(1, hands + 1):
            enter(ev.match(table), number, counted(80), ev.tablet(table))
        with django_assert_num_queries(18):  # type: ignore[operator]
            dora.get(page(ev.match(table)))


def test_a_forfeited_match_asks_for_nothing_that_would_be_refused(ev: Evening, dora: Client) -> None:
    match = ev.match(2)
    assert "Enter the totals of a paper slip" in dora.get(page(match)).text
    dora.post(page(match, "forfeit/"), {"lost": ["A"], "reason": "left"})
    text = dora.get(page(match)).text
    assert "The match was decided without play." in text
    assert "Enter the totals of a paper slip" not in text and "Enter hand 1" not in text


def test_a_round_that_has_just_begun_counts_no_minutes(ev: Evening, dora: Client) -> None:
    rounds = ev.stage.rounds
    rounds.update(started_at=now())
    text = dora.get(at(ev.event)).text
    assert "just begun" in text and "since the start" not in text
    rounds.update(started_at=now() - timedelta(minutes=7))
    assert "7 minutes since the start" in dora.get(at(ev.event)).text


@pytest.mark.parametrize("page_of_hand", ["", "record/", "ruling/"])
def test_a_hand_that_the_match_cannot_have_has_no_page(ev: Evening, dora: Client, page_of_hand: str) -> None:
    match = ev.match(1)

    def status(number: int) -> int:
        return dora.get(page(match, f"hands/{number}/{page_of_hand}")).status_code

    assert [status(number) for number in (1, 2, 3, 77)] == [200, 200, 404, 404]
    void(enter_two(match, ev), 2, ev.dora)
    assert [status(number) for number in (1, 2, 3, 4)] == [200, 200, 200, 404]
    enter(match, 3, counted(80), ev.dora)
    assert [status(number) for number in (3, 4)] == [200, 404]


def enter_two(match: Match, ev: Evening) -> Match:
    """The match with as many hands as it has."""
    for number in (1, 2):
        enter(match, number, counted(80), ev.dora)
    return match


def test_what_is_sent_for_a_hand_that_cannot_be_is_refused_in_words(ev: Evening, dora: Client) -> None:
    enter_two(ev.match(1), ev)
    refused = dora.post(page(ev.match(1), "hands/3/"), typed(60, action="save"))
    assert refused.status_code == 422 and "the match ended with hand 2" in refused.text


@pytest.mark.parametrize("agreed", [{"agreed": "1"}, {}])
def test_a_hand_typed_at_the_desk_computes_the_standings_once(
    ev: Evening,
    dora: Client,
    agreed: dict[str, str],
    computed: list[int],
    django_capture_on_commit_callbacks: Any,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        dora.post(page(ev.match(1), "hands/1/"), typed(60, action="save", **agreed))
    wanted = HandStatus.CONFIRMED if agreed else HandStatus.SUBMITTED
    assert (Hand.objects.get().status, computed) == (wanted, [ev.stage.pk])


def test_a_different_result_typed_at_the_desk_is_kept_though_both_agree(ev: Evening, dora: Client) -> None:
    match = ev.match(1)
    form = {**typed(60), "action": "save", "agreed": "1"}
    enter(match, 1, counted(80), ev.tablet(1))
    answer = dora.post(page(match, "hands/1/"), form)
    assert answer.status_code == 409
    assert [each.payload["points"] for each in HandEntry.objects.order_by("pk")] == [{"A": 80}, {"A": 60}]
    assert Hand.objects.get().status == HandStatus.CONFLICT


def test_where_nobody_sits_at_a_table_nothing_is_entered_or_decided_without_play(db: None) -> None:
    made = evening(5, match={"hands": 2})
    made.next_round()
    match = Match.objects.select_related("round__stage__event__club").get(table=None)
    dora = client_of(made.dora)
    text = dora.get(page(match)).text
    assert "Nobody sits at a table here: there is nothing to enter." in text
    for name in ("enter-next", "rule-next", "enter-record", "end", "forfeit"):
        assert f'id="{name}"' not in text, name
    assert 'id="adjust"' in text and "paper slip" not in text
    assert [dora.get(page(match, f"hands/{number}/")).status_code for number in (0, 1)] == [404, 404]
