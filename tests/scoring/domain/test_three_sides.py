"""Tables of three, played by the toy game of the tests: each of the two others is an opponent of its own."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from engine.registry import also_searching
from scoring.archive.dump import export_event
from scoring.archive.load import import_archive
from scoring.archive.read import Archive, read_archive
from scoring.models import SideResult
from scoring.services.progress import close_round, draw_round
from scoring.services.rulings import cancel_ruling, forfeit_match
from scoring.services.standings import compute
from tests.make import add_stage, enter, side_points
from tournaments.access import SYSTEM
from tournaments.errors import Invalid
from tournaments.models import Club, Entrant, Event, Match, MatchStatus, Round, Stage
from tournaments.services.entrants import NewEntrant, add_entrants
from tournaments.services.events import create_event
from tournaments.services.rounds import NewMatch, add_matches

pytestmark = pytest.mark.django_db

SIDES = ("P1", "P2", "P3")


@pytest.fixture
def trio(db: None) -> Iterator[Match]:
    """Three people at one table of a published round."""
    with also_searching("tests.data.toy"):
        club = Club.objects.create(name="Toy club", slug="toy-club")
        event = create_event(
            SYSTEM, club, slug="trio", name="Trio", game="trio", profile="seed", entrant_kind="individual"
        )
        stage = add_stage(
            event, method="manual", points={"places": [2, 1, 0]}, ranking=["match_points", "wins"]
        )
        people = add_entrants(SYSTEM, event, [NewEntrant(f"One {n}", (f"One {n}",)) for n in (1, 2, 3)])
        playing = Round.objects.create(stage=stage, number=1, status="published")
        (made,) = add_matches(playing, SIDES, [NewMatch([[each.pk] for each in people], 1)])
        yield read_again(made)


def read_again(match: Match) -> Match:
    return Match.objects.select_related("round__stage__event__club").get(pk=match.pk)


def who(match: Match, *sides: str) -> list[Entrant]:
    rows = match.participations.filter(side__in=sides).select_related("entrant")
    return [each.entrant for each in rows]


def outcomes(match: Match) -> dict[str, str]:
    return dict(SideResult.objects.filter(match=match).values_list("side", "outcome"))


def wins(stage: Stage) -> dict[int, tuple[str, str]]:
    """Match points and wins by entrant's number."""
    rows = compute(stage, 1)
    return {row["number"]: (row["values"]["match_points"], row["values"]["wins"]) for row in rows}


def test_what_draws_tables_of_two_is_not_asked_for_tables_of_three(trio: Match) -> None:
    stage = trio.round.stage
    trio.round.delete()
    stage.method = "swiss"
    stage.save()
    with pytest.raises(Invalid) as refused:
        draw_round(SYSTEM, stage)
    assert [(each.code, each.path) for each in refused.value.problems] == [("sides_not_drawn", "/method")]


def test_of_three_the_two_who_were_there_have_won_by_forfeit(trio: Match) -> None:
    forfeit_match(SYSTEM, trio, who(trio, "P2"), reason="Not there.")
    assert outcomes(trio) == {"P1": "forfeit_win", "P2": "forfeit_loss", "P3": "forfeit_win"}
    assert side_points(trio) == {"P1": 2, "P2": 0, "P3": 2}
    close_round(SYSTEM, read_again(trio).round)
    assert wins(trio.round.stage) == {1: ("2", "1"), 2: ("0", "0"), 3: ("2", "1")}


def test_of_three_one_may_be_left(trio: Match) -> None:
    made = forfeit_match(SYSTEM, trio, who(trio, "P1", "P3"), reason="Both left.")
    assert outcomes(trio) == {"P1": "forfeit_loss", "P2": "forfeit_win", "P3": "forfeit_loss"}
    cancel_ruling(SYSTEM, made, reason="They were back.")
    assert (read_again(trio).status, outcomes(trio)) == (MatchStatus.SCHEDULED, {})


def test_a_forfeit_at_a_table_of_three_comes_back_with_its_archive(trio: Match) -> None:
    forfeit_match(SYSTEM, trio, who(trio, "P2"), reason="Not there.")
    document = export_event(trio.round.stage.event)
    assert document["stages"][0]["rounds"][0]["matches"][0]["winner"] == ["e1", "e3"]
    document.pop("log", None)
    archive = read_archive(document)
    assert isinstance(archive, Archive), archive
    copy = import_archive(archive, Club.objects.create(name="Copy", slug="copy"))
    again = Match.objects.get(round__stage__event=Event.objects.get(pk=copy.pk))
    assert (outcomes(again), side_points(again)) == (outcomes(trio), side_points(trio))


def test_who_has_won_by_forfeit_plays_in_the_match(trio: Match) -> None:
    forfeit_match(SYSTEM, trio, who(trio, "P2"), reason="Not there.")
    document = export_event(trio.round.stage.event)
    document["stages"][0]["rounds"][0]["matches"][0]["winner"] = ["e1", "e9"]
    found = read_archive(document)
    assert not isinstance(found, Archive)
    assert [each.code for each in found] == ["winner_not_in_match"]


def test_half_points_are_shared_by_place(trio: Match) -> None:
    enter(trio, 0, {"score": {"P1": 3, "P2": 3, "P3": 0}})
    assert side_points(trio) == {"P1": Fraction(3, 2), "P2": Fraction(3, 2), "P3": 0}
