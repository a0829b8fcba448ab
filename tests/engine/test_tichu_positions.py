"""The worked positions and records of the rules of Tichu (sections 5.9 and 10), from their data file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.core.play import Fault, Replayed
from engine.core.problems import Problem
from engine.games.tichu import cards, state
from engine.games.tichu.combinations import readings
from engine.games.tichu.play import apply
from engine.games.tichu.record import replay
from engine.games.tichu.rules import read_rules
from engine.games.tichu.view import legal_actions

DATA = json.loads(
    (Path(state.__file__).parent / "positions.json").read_text(encoding="utf-8"),
)
RULES = read_rules({})
SEATS = (1, 2, 3, 4)
NEXT, OWNER = 1, 4


def position(example: dict[str, Any]) -> state.State:
    """Seat 1 is on turn, seat 4 has laid the top; seats whose cards are not told hold three that matter not."""
    told = {OWNER: ["2P", "4R", "6P"], 2: ["2R", "4P", "6R"], 3: ["3R", "5R", "7R"], NEXT: example["hand"]}
    told |= {int(seat): held for seat, held in example.get("other", {}).items()}
    hands = (0, *(cards.mask_of(told[seat]) for seat in SEATS))
    made = state.State(RULES, (0, 0, 0, 0, 0), hands)
    made.phase, made.turn = state.LEAD, NEXT
    for seat in SEATS:
        if not hands[seat]:
            made.go_out(seat)
    made.wish = cards.RANK_VALUES.get(example.get("wish") or "", 0)
    if "top" in example:
        made.laid = cards.mask_of(example["top"])
        (made.top,) = readings(made.laid)
        made.owner, made.phase, made.waiting = OWNER, state.FOLLOW, made.active - bool(hands[OWNER])
    if example.get("phase") == state.WON:
        made.phase, made.turn = state.WON, state.NOBODY if made.is_dragon_top else made.leader
    return made


@pytest.mark.parametrize("example", [pytest.param(each, id=each["id"]) for each in DATA["positions"]])
def test_worked_position_is_judged_as_the_rules_say(example: dict[str, Any]) -> None:
    before = position(example)
    after = apply(before, {"seat": NEXT, **example["event"]})
    if example["result"] != "legal":
        assert isinstance(after, Problem), after.phase
        assert after.code == example["result"]
        return
    assert isinstance(after, state.State), after
    if "wish_after" in example:
        assert cards.RANK_OF_VALUE.get(after.wish) == example["wish_after"]
    if "phase_after" in example:
        assert (after.phase, after.owner) == (example["phase_after"], example["event"]["seat"])
        assert not after.is_dragon_top
    if "lone_phoenix" in example:
        assert after.top is not None
        assert after.top.weight / 2 == float(example["lone_phoenix"])
    if "rank" in example:
        assert after.top is not None
        assert cards.RANK_OF_VALUE[after.top.rank] == example["rank"]
    if "kind" in example:
        assert after.top is not None
        assert after.top.kind == example["kind"]


@pytest.mark.parametrize("example", DATA["dog_led_by_seat_1"], ids=lambda each: f"out {each['out']}")
def test_dog_gives_the_lead_to_the_partner_or_the_next_active_seat_after_him(example: dict[str, Any]) -> None:
    others = {str(seat): [] for seat in example["out"]}
    led = apply(position({"hand": ["DG", "9S"], "other": others}), play(NEXT, "DG"))
    assert isinstance(led, state.State), led
    assert (led.phase, led.turn, led.top) == (state.LEAD, example["leader"], None)


@pytest.mark.parametrize("example", [pytest.param(each, id=each["article"]) for each in DATA["records"]])
def test_worked_record_gives_its_points_or_its_fault(example: dict[str, Any]) -> None:
    outcome = replay(example["record"])
    if "refused" in example:
        assert isinstance(outcome, Fault)
        assert outcome.problem.code == example["refused"]
        return
    assert isinstance(outcome, Replayed), outcome
    assert outcome.summary["points"] == example["points"]
    typed = example["record"].get("summary")
    if typed is not None:
        assert outcome.summary == typed
        assert outcome.score.as_json() == example["record"]["score"]


def test_every_position_of_the_rules_is_there() -> None:
    numbers = {each["id"].split(",")[0] for each in DATA["positions"]}
    assert numbers == {f"L{number}" for number in range(1, 36)}


def play(seat: int, *codes: str) -> dict[str, Any]:
    return {"e": "play", "seat": seat, "cards": list(codes)}


def test_bomb_out_of_turn_lets_play_go_on_behind_the_bomber() -> None:
    before = position({"top": ["6G"], "hand": ["9S", "TS"], "other": {"3": ["5G", "5S", "5P", "5R", "QS"]}})
    after = apply(before, {"e": "bomb", "seat": 3, "cards": ["5G", "5S", "5P", "5R"]})
    assert isinstance(after, state.State), after
    assert (after.owner, after.turn, after.waiting) == (3, 4, 3)


def test_owner_of_the_top_who_is_out_leaves_the_lead_to_the_next_active_seat() -> None:
    before = position({"top": ["AG"], "hand": ["9S"], "other": {"4": [], "1": []}})
    before.turn, before.waiting = 2, 2
    for seat in (2, 3):
        passed = apply(before, {"e": "pass", "seat": seat})
        assert isinstance(passed, state.State), passed
        before = passed
    assert (before.phase, before.turn) == (state.WON, 2)


@pytest.mark.parametrize("number", ["L21", "L28", "L29"])
def test_bombs_of_every_seat_are_listed(number: str) -> None:
    example = next(each for each in DATA["positions"] if each["id"] == number)
    assert {"seat": NEXT, **example["event"]} in list(legal_actions(position(example)))


SIX = read_rules({"variant": "tientsin"})


def led_by_six(target: object, *out: int) -> state.State | Problem:
    """Seat 1 of six leads the Dog, perhaps to somebody; the seats in `out` have no cards."""
    held = (
        0,
        cards.mask_of(["DG", "9S"]),
        *(cards.mask_of([code]) for code in ("2G", "3G", "4G", "5G", "6G")),
    )
    made = state.State(SIX, (0,) * 7, [0 if seat in out else held[seat] for seat in range(7)])
    made.phase, made.turn = state.LEAD, NEXT
    for seat in out:
        made.go_out(seat)
    return apply(made, {**play(NEXT, "DG"), **({} if target is None else {"to": target})})


@pytest.mark.parametrize(
    ("target", "out", "leader"),
    [(3, (), 3), (5, (), 5), (None, (3,), 5), (5, (3,), 5), (None, (3, 5), 2), (None, (2, 3, 5), 4)],
)
def test_dog_of_six_goes_to_the_named_or_only_partner_or_on(
    target: int | None, out: tuple[int, ...], leader: int
) -> None:
    led = led_by_six(target, *out)
    assert isinstance(led, state.State), led
    assert (led.phase, led.turn) == (state.LEAD, leader)


@pytest.mark.parametrize(
    ("target", "out"),
    [
        (None, ()),
        (2, ()),
        (1, ()),
        (7, ()),
        ("3", ()),
        (True, ()),
        (3.0, ()),
        (3, (3,)),
        (3, (3, 5)),
        (2, (3, 5)),
    ],
)
def test_dog_of_six_goes_to_nobody_else(target: object, out: tuple[int, ...]) -> None:
    refused = led_by_six(target, *out)
    assert isinstance(refused, Problem), refused.turn
    assert refused.code == "dog_target_invalid"
