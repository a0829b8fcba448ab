"""The examples of docs/api.md are what the API takes and answers."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.api.world import World, pair

PAGE = Path(__file__).resolve().parents[2] / "docs" / "api.md"
BLOCK = re.compile(r"```\{code-block\} json\n:name: ([a-z-]+)\n\n(.*?)\n```", re.DOTALL)
EXAMPLES: dict[str, Any] = {name: json.loads(text) for name, text in BLOCK.findall(PAGE.read_text())}
ONE = "/matches/{match}/submissions"


@pytest.fixture
def tablet(world: World) -> Any:
    pair(world, "tablet", table=world.tables[0])
    return world.client("tablet")


def test_a_device_is_prepared_and_paired_as_written(world: World) -> None:
    answer = world.client("director").post(
        world.address("/events/{event}/devices"), EXAMPLES["new-device"], format="json"
    )
    assert answer.status_code == 201
    code = answer.json()["code"]
    written = EXAMPLES["pair"]["code"]
    assert len(written.replace("-", "")) == len(code)
    paired = world.client().post("/api/v1/devices/pair", EXAMPLES["pair"] | {"code": code}, format="json")
    assert paired.json()["token"]


def test_a_result_is_answered_as_written(world: World, tablet: Any) -> None:
    answer = tablet.post(world.address(ONE), EXAMPLES["submission"], format="json")
    assert answer.status_code == 201
    assert answer.json() == EXAMPLES["receipt"]


def test_a_result_is_corrected_and_confirmed_as_written(world: World, tablet: Any) -> None:
    tablet.post(world.address(ONE), EXAMPLES["submission"], format="json")
    confirmed = tablet.post(
        world.address("/matches/{match}/hands/1/confirmations"), EXAMPLES["confirmation"], format="json"
    )
    assert (confirmed.status_code, confirmed.json()["status"]) == (200, "confirmed")
    corrected = tablet.post(world.address(ONE), EXAMPLES["correction"], format="json")
    assert (corrected.status_code, corrected.json()["revision"]) == (201, 2)


def test_a_refusal_reads_as_written(world: World, tablet: Any) -> None:
    example = EXAMPLES["submission"]
    wrong = example | {"summary": example["summary"] | {"points": {"A": 61}}}
    answer = tablet.post(world.address(ONE), wrong, format="json")
    assert answer.json() == EXAMPLES["problem"]


def test_the_director_is_called_as_written(world: World, tablet: Any) -> None:
    answers = [
        tablet.post("/api/v1/devices/me/calls", EXAMPLES["call-for-help"], format="json") for _ in "12"
    ]
    assert [each.status_code for each in answers] == [201, 200]
    assert answers[0].json()["subject"] == "rules"


def test_every_path_that_is_named_exists() -> None:
    from api.pages import DESCRIPTION

    known = re.sub(r"\{[^}]*\}", "{}", DESCRIPTION.read_text())
    named = re.findall(r"`(GET|POST) (?:/api/v1/)?([a-z/{}-]+)", PAGE.read_text())
    assert len(named) > 15
    for _, path in named:
        assert f"/api/v1/{re.sub(r'{[^}]*}', '{}', path)}:" in known, path
