"""Every line of the vectors of Tichu, as the command line answers it."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from engine.__main__ import main
from tests.engine import vectors

LINES = {"options": 254, "summaries": 2164, "matches": 437, "records": 545}


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


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("options", ["options", "tichu", "--check"]),
        ("summaries", ["score", "tichu"]),
        ("matches", ["match", "tichu"]),
    ],
)
def test_every_line_is_answered_as_the_independent_model_answers_it(name: str, arguments: list[str]) -> None:
    lines = vectors.read("tichu", name)
    assert len(lines) == LINES[name]
    assert differences(arguments, lines) == []


def test_check_and_score_find_the_same_problems() -> None:
    lines = vectors.read("tichu", "summaries")
    checked = answers(["check", "tichu"], [line["in"] for line in lines])
    assert [codes(answer) for answer in checked] == [line["out"]["problems"] for line in lines]


def test_the_summary_of_every_record_gives_its_score() -> None:
    lines = vectors.read("tichu", "records")
    assert len(lines) == LINES["records"]
    as_summaries = [
        {
            "in": {"options": options_in_force(line["in"]), "summary": line["out"]["summary"]},
            "out": {"score": line["out"]["score"]},
        }
        for line in lines
    ]
    assert differences(["score", "tichu"], as_summaries) == []


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
