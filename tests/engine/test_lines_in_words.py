"""The reason of a line as people read it."""

from __future__ import annotations

from engine.games.tichu import GAME


def test_a_call_names_the_seat_and_the_call() -> None:
    rules = GAME.read_rules({})
    assert GAME.line_in_words("call_made", {"seat": 1, "call": "grand"}, rules) == "North: Grand Tichu made"


def test_seats_are_named_by_the_way_round_the_table() -> None:
    rules = GAME.read_rules({"turn_direction": "clockwise"})
    assert GAME.line_in_words("call_failed", {"seat": 2, "call": "small"}, rules) == "East: Tichu failed"


def test_a_penalty_names_the_offence_of_the_catalogue_and_keeps_one_of_its_own() -> None:
    rules = GAME.read_rules({})
    assert GAME.line_in_words("penalty", {"code": "peeking"}, rules).startswith("Penalty: ")
    assert "peeking" not in GAME.line_in_words("penalty", {"code": "peeking"}, rules)
    assert GAME.line_in_words("penalty", {"code": "spilled_tea"}, rules) == "Penalty: spilled_tea"


def test_words_of_a_line_are_translated() -> None:
    rules = GAME.read_rules({})
    spanish = {"{seat}: {call} made": "{seat}: {call} cumplido", "South": "Sur", "Tichu": "Tichu chico"}
    said = GAME.line_in_words("call_made", {"seat": 3, "call": "small"}, rules, lambda text: spanish[text])
    assert said == "Sur: Tichu chico cumplido"


def test_a_sweep_is_called_by_the_name_that_it_has_in_the_variant() -> None:
    said = [GAME.line_in_words("sweep", {}, GAME.read_rules({"variant": v})) for v in ("nanking", "tientsin")]
    assert said == ["Double victory", "Triple victory"]
