"""Numbers that no game needs are refused at every door, by their place."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from engine.core.problems import Problem
from scoring.archive.read import read_archive
from scoring.submissions import parse_submission
from tests.scoring.archive.samples import add_round, count, hand, pairs
from tournaments.errors import Invalid

LARGEST = 10**9


def submitted(**fields: Any) -> list[tuple[str, str]]:
    raw = {"submission": str(uuid4()), "hand": 1, "summary": count(1, 60), **fields}
    try:
        parse_submission(raw)
    except Invalid as refused:
        return [(each.code, each.path) for each in refused.problems]
    return []


def penalty(points: object) -> dict[str, Any]:
    return {**count(1, 60), "penalties": [{"side": "A", "points": points}]}


@pytest.mark.parametrize("points", [LARGEST + 1, -LARGEST - 1, -(10**30), 1e300])
def test_a_submission_with_a_number_too_large_is_refused_with_its_place(points: object) -> None:
    assert submitted(summary=penalty(points)) == [("number_too_large", "/summary/penalties/0/points")]
    assert submitted(record={"play": [[1, points]]}) == [("number_too_large", "/record/play/0/1")]


@pytest.mark.parametrize("points", [LARGEST, -LARGEST, 0, True, None, "9" * 40])
def test_anything_else_is_for_the_game_to_judge(points: object) -> None:
    assert submitted(summary=penalty(points)) == []


def test_an_archive_with_a_number_too_large_is_refused_with_its_place() -> None:
    played = hand(1, penalty(-(10**30)), record={"note": {"deep": LARGEST + 1}})
    document = add_round(pairs(2), "playing", {"table": 1, "sides": ["e1", "e2"], "hands": [played]})
    problems = read_archive(document)
    assert isinstance(problems, tuple)
    place = "/stages/0/rounds/0/matches/0/hands/0"
    assert places(problems) == [f"{place}/summary/penalties/0/points", f"{place}/record/note/deep"]


def places(problems: tuple[Problem, ...]) -> list[str]:
    return [each.path for each in problems if each.code == "number_too_large"]
