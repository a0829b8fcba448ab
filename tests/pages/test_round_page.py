"""A round as people read it: pairings, reasons, states, scores, and the list by name."""

from __future__ import annotations

import re
from uuid import UUID

import pytest
from django.test import Client

from scoring.demo import open_matches
from scoring.intake import record_hand
from scoring.models import Hand, HandStatus, MatchResult
from scoring.selectors.rounds import TableState, round_page, table_state
from tests.pages.conftest import address
from tournaments.access import Actor
from tournaments.models import Event, Match, MatchStatus, Round, User


def test_each_table_has_its_reason_state_and_score(evening: Event, vic: Client) -> None:
    page = round_page(evening, None, 3)
    assert [line.state for line in page.tables] == [TableState.DONE, TableState.SCHEDULED]
    assert all(line.reason for line in page.tables)
    text = vic.get(address(evening, "rounds/3/")).text
    assert "1 of 2 tables finished" in text
    assert "not started" in text
    for line in page.tables:
        for side in line.sides:
            assert side.name in text
    result = MatchResult.objects.get(match=page.tables[0].match)
    for points in result.totals.values():
        assert re.search(rf'class="score">\s*{str(points).replace("-", "−")}<', text)


def test_scores_show_as_they_come(evening: Event, vic: Client) -> None:
    path = address(evening, "rounds/3/")
    assert "1 of 2 tables finished" in vic.get(path).text
    playing = Round.objects.get(stage__event=evening, number=3)
    record_hand(
        match=open_matches(playing)[1],
        number=1,
        kind="enter",
        payload={"first_out": 1, "result": "double"},
        submission=UUID(int=7),
        actor=Actor(user=User.objects.create_user("sam")),
        source="user",
    )
    text = vic.get(path).text
    assert "to be confirmed" in text
    assert "not started" not in text


def test_who_does_not_play_stands_below_with_the_kind_and_points(evening: Event, vic: Client) -> None:
    page = round_page(evening, None, 3)
    assert [line.sides[0].entrants[0].number for line in page.byes] == [5]
    text = vic.get(address(evening, "rounds/3/")).text
    below = text[text.index("Not playing this round") :]
    assert "bye on request" in below
    assert "Points: 1" in below


def test_the_cost_vector_of_the_draw_is_shown(evening: Event, vic: Client) -> None:
    text = vic.get(address(evening, "rounds/2/")).text
    assert "How this round was drawn" in text
    assert "Rematches" in text
    seed = Round.objects.get(stage__event=evening, number=2).seed
    assert f"seed {seed}" in text


def test_by_name_everybody_is_listed_once_in_order(evening: Event, vic: Client) -> None:
    page = round_page(evening, None, 3, by_name=True)
    names = [sitting.name for sitting in page.sittings]
    playing = evening.roster.exclude(entrant__number=6)
    assert sorted(names) == sorted(each.player.name for each in playing.select_related("player"))
    assert names == sorted(names)
    text = vic.get(address(evening, "rounds/3/?by=name")).text
    assert text.count('class="who"') == len(names) == 10


@pytest.mark.parametrize(
    ("status", "hands", "complete", "confirmed", "state"),
    [
        (MatchStatus.SCHEDULED, [], False, False, TableState.SCHEDULED),
        (MatchStatus.PLAYING, [HandStatus.SUBMITTED], False, False, TableState.PLAYING),
        (MatchStatus.PLAYING, [HandStatus.CONFLICT], False, False, TableState.CONFLICT),
        (MatchStatus.COMPLETE, [HandStatus.DISPUTED], True, False, TableState.CONFLICT),
        (MatchStatus.COMPLETE, [HandStatus.SUBMITTED], True, False, TableState.TO_CONFIRM),
        (MatchStatus.COMPLETE, [HandStatus.CONFIRMED], True, True, TableState.DONE),
        (MatchStatus.FORFEITED, [], True, True, TableState.FORFEITED),
        (MatchStatus.VOID, [HandStatus.CONFLICT], True, True, TableState.VOID),
    ],
)
def test_the_state_of_a_table(
    status: str, hands: list[str], complete: bool, confirmed: bool, state: TableState
) -> None:
    result = MatchResult(hands=len(hands), complete=complete, confirmed=confirmed)
    assert table_state(Match(status=status), result, hands) == state


@pytest.mark.parametrize(
    ("change", "words"),
    [("conflict", "two different results"), ("forfeited", "forfeited"), ("void", "void")],
)
def test_every_state_has_a_sign_and_a_word(evening: Event, vic: Client, change: str, words: str) -> None:
    match = round_page(evening, None, 3).tables[0].match
    if change == "conflict":
        Hand.objects.filter(match=match).update(status=HandStatus.CONFLICT)
    else:
        Match.objects.filter(pk=match.pk).update(status=change)
    text = vic.get(address(evening, "rounds/3/")).text
    assert re.search(rf'class="sign plate \w*"><svg[^>]*aria-hidden="true".*?</svg> {words}</span>', text)
