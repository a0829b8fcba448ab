"""What `manage.py event` says where it refuses: sentences, and the same for a dry run as for the act."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils.translation import override

from scoring.services.progress import close_stage, draw_round
from tests.make import Evening, counted, enter, evening
from tests.scoring.archive.samples import evening as archive
from tournaments.errors import Invalid
from tournaments.models import EntrantStatus, Event, EventStatus, Round
from tournaments.services.events import move_event
from tournaments.texts import sentence

pytestmark = pytest.mark.django_db


def event(*arguments: object) -> Any:
    """What the command prints."""
    out = io.StringIO()
    try:
        call_command("event", *map(str, arguments), stdout=out)
    except SystemExit as end:
        assert end.code == 1
    return json.loads(out.getvalue())


def pair_codes(made: Evening) -> list[list[str]]:
    """What a dry run and a real draw are refused for."""
    answers = [event("pair", made.event.slug, *extra) for extra in (["--dry-run"], [])]
    return [[each["code"] for each in answer["problems"]] for answer in answers]


def test_a_dry_run_refuses_while_a_round_is_played(four: Evening) -> None:
    assert pair_codes(four) == [["round_open"]] * 2
    assert Round.objects.count() == 1


def test_no_round_is_drawn_in_a_stage_or_an_event_that_has_ended(four: Evening) -> None:
    four.play({1: 60, 2: 50}, hands=2)
    four.close()
    close_stage(four.dora, four.stage)
    assert pair_codes(four) == [["stage_closed"]] * 2
    move_event(four.dora, Event.objects.get(pk=four.event.pk), EventStatus.FINISHED)
    type(four.stage).objects.filter(pk=four.stage.pk).update(status="running")
    assert pair_codes(four) == [["event_finished"]] * 2


def test_a_dry_run_shows_the_draft_that_a_draw_would_return(db: None) -> None:
    made = evening()
    drawn = made.drawn()
    assert "problems" not in event("pair", made.event.slug, "--dry-run")
    assert draw_round(made.dora, made.stage)[0] == drawn


def test_nobody_is_no_round_and_one_alone_has_a_bye(db: None) -> None:
    made = evening(1)
    made.event.entrants.update(status=EntrantStatus.WITHDRAWN)
    assert pair_codes(made) == [["nobody_to_pair"]] * 2
    made.event.entrants.update(status=EntrantStatus.ACTIVE)
    assert event("pair", made.event.slug)["byes"] != []


def test_a_refused_hand_of_an_archive_is_refused_in_the_words_of_its_game(tmp_path: Path) -> None:
    document = archive()
    rounds = document["stages"][0]["rounds"]
    matches = [match for each in rounds for match in each["matches"] if match.get("hands")]
    matches[0]["hands"][0]["summary"] = {"first_out": 9, "result": "count"}
    file = tmp_path / "event.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    found = [each for each in event("import", file)["problems"] if "/summary" in each["path"]]
    assert "bad_seat" in [each["code"] for each in found]
    assert all(each["message"] not in ("", each["code"]) for each in found)


def test_a_faulty_row_of_a_file_of_entrants_says_why(
    tmp_path: Path, db: None, capsys: pytest.CaptureFixture[str]
) -> None:
    made = evening(2)
    file = tmp_path / "pairs.csv"
    file.write_text("name,player_1,player_2\nPair 1,A,B\nNew,,C\n", encoding="utf-8")
    found = event("import-entrants", made.event.slug, file)["errors"]
    assert [each["kind"] for each in found] == ["duplicate", "missing_value"]
    assert capsys.readouterr().err.splitlines() == [
        "2, name: It is on the list already, or in an earlier line.",
        "3, player_1: A value is missing.",
    ]
    file.write_text("name\nX\n", encoding="utf-8")
    event("import-entrants", made.event.slug, file)
    assert capsys.readouterr().err == "player_1: The column is missing.\n"
    file.write_text("name,player_1,player_2\n", encoding="utf-8")
    assert event("import-entrants", made.event.slug, file)["entrants"] == []
    assert capsys.readouterr().err == "The file has no rows.\n"


def test_what_keeps_a_round_open_is_said_in_words(db: None) -> None:
    made = evening(match={"hands": 4})
    made.next_round()
    made.play({2: 50}, hands=4)
    enter(made.match(), 3, counted(60), made.dora)
    with pytest.raises(Invalid, match=r"^round_not_complete$") as caught:
        made.close()
    problem = caught.value.problems[0]
    assert problem.params["obstacle"] == "missing_hand:1, missing_hand:2"
    assert sentence(problem) == (
        "The match at table 1 is not finished. Hand 1 is missing. Hand 2 is missing."
    )
    with override("es"):
        assert "missing" not in sentence(problem)
        assert "2" in sentence(problem)


def test_a_state_is_named_in_words(four: Evening) -> None:
    with pytest.raises(Exception, match=r"^wrong_state$") as caught:
        move_event(four.dora, four.event, EventStatus.REGISTRATION)
    words = sentence(caught.value.problems[0])
    assert words == "This is not possible now (state: running, wanted: registration)."
    with override("es"):
        assert "registration" not in sentence(caught.value.problems[0])
