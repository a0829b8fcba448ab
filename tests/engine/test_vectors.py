"""Every line of the vectors of each game, as the command line answers it."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from engine.__main__ import main
from tests.engine import vectors

LINES = {
    "malilla": {"options": 178, "summaries": 1413, "matches": 316, "records": 408, "illegal": 828},
    "thunee": {"options": 559, "summaries": 5110, "matches": 1147, "records": 685, "illegal": 2273},
    "tichu": {"options": 254, "summaries": 2164, "matches": 437, "records": 545, "illegal": 1015},
    "twenty_eight": {"options": 288, "summaries": 2346, "matches": 422, "records": 390, "illegal": 1128},
}
every_game = pytest.mark.parametrize("game", LINES)


def answers(arguments: list[str], inputs: list[Any]) -> list[dict[str, Any]]:
    out = io.StringIO()
    lines = io.BytesIO("".join(json.dumps(one) + "\n" for one in inputs).encode())
    assert main(arguments, lines, out) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]


def codes(answer: dict[str, Any]) -> list[str]:
    return [problem["code"] for problem in answer.get("problems", [])]


def differences(arguments: list[str], lines: list[dict[str, Any]]) -> list[Any]:
    """The lines whose codes, or whose other documented keys, are not what the vectors say."""
    found = answers(arguments, [line["in"] for line in lines])
    assert len(found) == len(lines) > 0
    return [
        (line, answer)
        for line, answer in zip(lines, found, strict=True)
        if codes(answer) != line["out"].get("problems", [])
        or not vectors.holds({key: value for key, value in line["out"].items() if key != "problems"}, answer)
    ]


@every_game
@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("options", ("options", "--check")),
        ("summaries", ("score",)),
        ("matches", ("match",)),
        ("records", ("replay",)),
        ("illegal", ("replay",)),
    ],
)
def test_every_line_is_answered_as_the_independent_model_answers_it(
    game: str, name: str, command: tuple[str, ...]
) -> None:
    lines = vectors.read(game, name)
    assert len(lines) == LINES[game][name]
    assert differences([command[0], game, *command[1:]], lines) == []


@every_game
def test_check_and_score_find_the_same_problems(game: str) -> None:
    lines = vectors.read(game, "summaries")
    checked = answers(["check", game], [line["in"] for line in lines])
    assert [codes(answer) for answer in checked] == [line["out"]["problems"] for line in lines]


@every_game
def test_the_summary_of_every_record_gives_its_score(game: str) -> None:
    lines = vectors.read(game, "records")
    assert len(lines) == LINES[game]["records"]
    as_summaries = [
        {
            "in": {"options": options_in_force(line["in"]), "summary": line["out"]["summary"]},
            "out": {"score": line["out"]["score"]},
        }
        for line in lines
    ]
    assert differences(["score", game], as_summaries) == []


def options_in_force(given: dict[str, Any]) -> dict[str, Any]:
    """Those of the line, else those that the record names; the two are never mixed."""
    if "options" in given:
        return given["options"]
    record = given["record"]
    named = {key: record[key] for key in ("profile", "variant") if key in record}
    return {**record.get("options", {}), **named}


def test_a_wrong_answer_would_be_noticed() -> None:
    line = vectors.read("tichu", "summaries")[0]
    line["out"]["score"]["A"] += 5
    assert len(differences(["score", "tichu"], [line])) == 1
