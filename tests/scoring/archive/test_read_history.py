"""Every fault of a history is named by its place, and nothing of it is guessed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scoring.archive.canonical import dumps
from scoring.archive.dump import export_event
from scoring.archive.load import import_archive
from scoring.archive.read import Archive, read_archive
from tests.scoring.archive.samples import Document, add_round, changed, count, hand, pairs
from tournaments.models import Club

ONE, TWO, THREE, FOUR, FIVE = (f"{n}0000000-0000-4000-8000-000000000000" for n in range(1, 6))
ADDRESS = {"round": 1, "match": 1}
AT = "2026-05-08T20:00:0{}Z"


def entry(number: int, submission: str, second: int, **more: Any) -> Document:
    given = {"what": "entry", **ADDRESS, "hand": number, "submission": submission, "kind": "enter"}
    return {**given, "rules": "ab12", "body": "0" * 64, "at": AT.format(second), **more}


def told() -> Document:
    """A match whose first hand was corrected; of the second there are two results, nobody has chosen."""
    match = {"table": 1, "sides": ["e1", "e2"], "hands": [hand(1, count(1, 60))]}
    document = add_round(pairs(2), "playing", match)
    context = {"number": 2, "dealer": None, "board": None, "filled": {}}
    document["log"] = [
        entry(1, ONE, 0, revision=1, summary=count(1, 50), side="A", by="device:4"),
        {"what": "confirmation", "of": ONE, "side": "B", "by": "device:5", "at": AT.format(1)},
        entry(1, TWO, 2, revision=2, kind="correct", state="confirmed", by="user:1", reason="Miscounted."),
        entry(2, THREE, 3, revision=1, state="conflict", summary=count(2, 50), context=context),
        entry(2, FOUR, 4, summary=count(2, 55), side="B", played_at=AT.format(0)),
        {"what": "repetition", "of": FOUR, "submission": FIVE, "body": "1" * 64, "at": AT.format(5)},
        {
            "what": "act",
            "number": 1,
            "verb": "hand.entered",
            "actor": "user:1",
            "hash": "c0",
            "at": AT.format(6),
        },
        {
            "what": "act",
            "number": 2,
            "verb": "hand.chosen",
            "actor": "user:1",
            "hash": "c1",
            "at": AT.format(7),
        },
    ]
    return document


@pytest.mark.django_db
def test_a_history_written_by_another_program_comes_back() -> None:
    archive = read_archive(told())
    assert isinstance(archive, Archive), archive
    event = import_archive(archive, Club.objects.create(name="Baza Club", slug="baza"))
    assert dumps(export_event(event)).decode() == dumps(archive.document).decode()


FAULTS = [
    ("/log/0/what", "word", "bad_choice", "/log/0/what"),
    ("/log/0/round", 7, "unknown_match", "/log/0/match"),
    ("/log/0/match", 7, "unknown_match", "/log/0/match"),
    ("/log/0/stage", "s9", "unknown_match", "/log/0/match"),
    ("/log/0/submission", "ONE", "bad_text", "/log/0/submission"),
    ("/log/0/summary", ..., "missing_key", "/log/0"),
    ("/log/0/side", "C", "unknown_side", "/log/0/side"),
    ("/log/0/by", "Jo Doe", "bad_text", "/log/0/by"),
    ("/log/0/at", "yesterday", "bad_moment", "/log/0/at"),
    ("/log/0/data", {}, "key_out_of_place", "/log/0/data"),
    ("/log/0/ruling", 0, "unknown_ruling", "/log/0/ruling"),
    ("/log/0/summary/points/A", 61, "points_not_multiple_of_5", "/log/0/summary/points/A"),
    ("/log/0/summary/points/A", 10**12, "number_too_large", "/log/0/summary/points/A"),
    ("/log/1/of", TWO, "unknown_entry", "/log/1/of"),
    ("/log/1/summary", {}, "key_out_of_place", "/log/1/summary"),
    ("/log/2/submission", ONE, "twice", "/log/2/submission"),
    ("/log/2/revision", 1, "twice", "/log/2/revision"),
    ("/log/2/revision", ..., "missing_key", "/log/2"),
    ("/log/2/summary", count(1, 60), "key_out_of_place", "/log/2/summary"),
    ("/log/2/state", ..., "missing_key", "/log/0"),
    ("/log/2/state", "conflict", "key_out_of_place", "/log/2/state"),
    ("/log/2/state", "void", "key_out_of_place", "/log/2/state"),
    ("/log/3/summary", ..., "missing_key", "/log/3"),
    ("/log/3/kind", "void", "key_out_of_place", "/log/3/summary"),
    ("/log/3/context/filled", ..., "missing_key", "/log/3/context"),
    ("/log/4/state", "submitted", "twice", "/log/4/state"),
    ("/log/4/played_at", "2026-05-08", "bad_moment", "/log/4/played_at"),
    ("/log/5/submission", THREE, "twice", "/log/5/submission"),
    ("/log/5/body", ..., "missing_key", "/log/5"),
    ("/log/7/number", 1, "log_out_of_order", "/log/7/number"),
    ("/log/7/hash", "no hash", "bad_text", "/log/7/hash"),
    ("/stages/0/rounds/0/matches/0/number", 3, "unknown_match", "/log/0/match"),
    ("/stages/0/rounds/0/why", {"byes": [{"entrant": "e9", "code": "a", "params": {}}]}, "unknown_entrant",
     "/stages/0/rounds/0/why/byes/0/entrant"),
    ("/tables", [{"number": 1}, {"number": 1}], "twice", "/tables/1/number"),
    ("/entrants/0/line_up", [{"player": "p2a", "substitute": True}], "in_two_entrants",
     "/entrants/0/line_up/0/player"),
    ("/entrants/0/line_up", [{"player": "nobody"}], "unknown_player", "/entrants/0/line_up/0/player"),
]  # fmt: skip


@pytest.mark.parametrize(("place", "value", "code", "named"), FAULTS)
def test_each_fault_is_named_at_its_place(place: str, value: object, code: str, named: str) -> None:
    problems = read_archive(changed(told(), place, value))
    assert isinstance(problems, tuple)
    assert (code, named) in [(each.code, each.path) for each in problems]


def test_numbers_of_matches_are_given_once() -> None:
    document = add_round(
        pairs(4),
        "playing",
        {"table": 1, "sides": ["e1", "e2"], "number": 2},
        {"table": 2, "sides": ["e3", "e4"]},
    )
    problems = read_archive(document)
    assert isinstance(problems, tuple)
    assert [(each.code, each.path) for each in problems] == [("twice", "/stages/0/rounds/0/matches/1")]


def test_the_first_stage_and_what_is_usual_is_left_out() -> None:
    document = told()
    for item in document["log"][:1]:
        item |= {"stage": "s1", "context": {}}
    document["tables"] = [{"number": 1}, {"number": 9}, {"number": 2, "label": "Window"}]
    archive = read_archive(document)
    assert isinstance(archive, Archive)
    assert not {"stage", "context"} & set(archive.document["log"][0])
    assert archive.document["tables"] == [{"number": 2, "label": "Window"}, {"number": 9}]
    assert json.loads(dumps(archive.document)) == archive.document
