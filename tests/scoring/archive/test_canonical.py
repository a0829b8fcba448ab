"""The one spelling of an archive."""

from __future__ import annotations

import json
import random
from typing import Any

from scoring.archive.canonical import dumps
from scoring.archive.read import Archive, read_archive, read_archive_file
from tests.scoring.archive.samples import add_round, changed, count, evening, hand, pairs, slip


def canonical(raw: object) -> Any:
    found = read_archive(raw)
    assert isinstance(found, Archive), found
    return found.document


def shuffled(part: Any, rng: random.Random) -> Any:
    """The same document with the keys of its objects in another order."""
    if isinstance(part, dict):
        keys = list(part)
        rng.shuffle(keys)
        return {key: shuffled(part[key], rng) for key in keys}
    return [shuffled(inner, rng) for inner in part] if isinstance(part, list) else part


def test_reading_its_own_spelling_changes_nothing() -> None:
    first = dumps(canonical(evening()))
    again = read_archive_file(first)
    assert isinstance(again, Archive)
    assert dumps(again.document) == first


def test_the_order_in_the_file_does_not_matter() -> None:
    document = evening()
    first = dumps(canonical(document))
    rng = random.Random(4)
    for part in (document["players"], document["entrants"], document["stages"][0]["rounds"]):
        rng.shuffle(part)
    for one in document["stages"][0]["rounds"]:
        rng.shuffle(one["matches"])
    assert dumps(canonical(shuffled(document, rng))) == first


def test_what_is_usual_is_left_out() -> None:
    plain = add_round(pairs(2), "closed", slip(1, "e1", "e2", 3, 4))
    wordy = changed(plain, "/entrants/0/joined_round", 1)
    wordy = changed(wordy, "/entrants/0/left_after_round", None)
    wordy = changed(wordy, "/event/settings", {})
    wordy = changed(wordy, "/stages/0/match/target", False)
    wordy = changed(wordy, "/stages/0/method_options", {"pattern": "slide", "forbidden_pairs": []})
    wordy = changed(wordy, "/stages/0/lots", {})
    match = "/stages/0/rounds/0/matches/0"
    wordy = changed(wordy, f"{match}/leg", 1)
    wordy = changed(wordy, f"{match}/seats", {"1": "p1a", "3": "p1b", "2": "p2a", "4": "p2b"})
    assert dumps(canonical(wordy)) == dumps(canonical(plain))


def test_what_the_format_asks_for_stays_even_if_empty() -> None:
    document = canonical(pairs(2))
    assert document["rulings"] == []
    assert document["event"]["options"] == {}
    assert document["stages"][0]["method_options"] == {}


def test_a_score_that_follows_from_the_hands_is_left_out() -> None:
    match = {"table": 1, "sides": ["e1", "e2"], "outcome": "played", "hands": [hand(1, count(1, 60))]}
    document = add_round(pairs(2), "closed", {**match, "score": [60, 40]})
    assert canonical(document) == canonical(changed(document, "/stages/0/rounds/0/matches/0/score", ...))


def test_moments_are_spelled_in_utc() -> None:
    assert canonical(evening())["rulings"][0]["at"] == "2026-05-08T19:30:00Z"


def test_the_first_stage_of_a_ruling_is_left_out_and_its_effect_written() -> None:
    first, second, third = canonical(evening())["rulings"]
    assert "stage" not in second
    assert [ruling["effect"] for ruling in (first, second, third)] == ["fine", "fine", "warning"]


def test_keys_stand_in_the_order_of_the_format() -> None:
    text = dumps(canonical(shuffled(evening(), random.Random(1)))).decode()
    assert list(json.loads(text)) == [
        "format",
        "version",
        "event",
        "players",
        "entrants",
        "stages",
        "rulings",
    ]
    assert list(json.loads(text)["stages"][0])[:5] == ["id", "name", "method", "method_options", "match"]
    assert text.endswith("}\n")
