"""Checks of the history: what it names exists, each thing is told once, every result was valid there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.core.problems import Problem, pointer, shown
from scoring.archive.canonical import Part
from scoring.archive.checks.source import Address, Source
from scoring.services.loading import SLIP, context_of
from scoring.slips import check_slip

ADDRESS = ("stage", "round", "match", "hand")
TYPED = ("board", "summary", "record", "context", "revision", "kind", "state", "rules", "ruling", "played_at")
KEYS = {
    "entry": {"submission", "body", "side", "by", "reason", *ADDRESS, *TYPED},
    "confirmation": {"of", "side", "by"},
    "repetition": {"of", "submission", "body"},
    "act": {"number", "verb", "actor", "target", "data", "hash"},
}
"""What each kind of item may say, beside what it is and when it was."""


def history_problems(source: Source) -> Iterator[Problem]:
    """Every fault of the log, in its order."""
    told = _Told()
    for place, item in source.parts("", source.document, "log"):
        for key in sorted(set(item) - KEYS[item["what"]] - {"what", "at"}):
            yield Problem("key_out_of_place", place + pointer(key), {"key": key})
        if item["what"] == "act":
            yield from _act_problems(place, item, told)
            continue
        yield from _reference_problems(source, place, item, told)
        if item["what"] == "entry":
            yield from _entry_problems(source, place, item, told)
    for hand, place in told.hands.items():
        if hand not in told.standing:
            yield Problem("missing_key", place, {"key": "state"})


class _Told:
    """What the log has told so far."""

    def __init__(self) -> None:
        self.act = 0
        self.submissions: set[str] = set()
        self.entries: set[str] = set()
        self.agreed: set[tuple[str, str]] = set()
        self.revisions: set[tuple[Address, int, int]] = set()
        self.hands: dict[tuple[Address, int], str] = {}
        self.standing: set[tuple[Address, int]] = set()


def _act_problems(place: str, item: Part, told: _Told) -> Iterator[Problem]:
    if item["number"] <= told.act:
        yield Problem("log_out_of_order", place + "/number", {"value": item["number"]})
    told.act = item["number"]


def _reference_problems(source: Source, place: str, item: Part, told: _Told) -> Iterator[Problem]:
    """Submissions once, agreements once and to something that was entered before, sides of the game."""
    if "submission" in item:
        if item["submission"] in told.submissions:
            yield Problem("twice", place + "/submission", {"value": item["submission"]})
        told.submissions.add(item["submission"])
    if "of" in item and item["of"] not in told.entries:
        yield Problem("unknown_entry", place + "/of", {"value": item["of"]})
    if item["what"] == "confirmation":
        word = item.get("of", ""), item.get("side", "")
        if word in told.agreed:
            yield Problem("twice", place, {"value": shown(item.get("of"))})
        told.agreed.add(word)
    if "side" in item and source.sides and item["side"] not in source.sides:
        yield Problem("unknown_side", place + "/side", {"value": shown(item["side"])})


def _entry_problems(source: Source, place: str, item: Part, told: _Told) -> Iterator[Problem]:
    told.entries.add(item["submission"])
    address = source.address(item)
    where = source.places.get(address)
    if where is None:
        yield Problem("unknown_match", place + "/match", {"match": item["match"]})
        return
    yield from _place_problems(place, item, (address, item["hand"]), told)
    rulings: Any = source.document.get("rulings") or ()
    if item.get("ruling", -1) >= len(rulings):
        yield Problem("unknown_ruling", place + "/ruling", {"index": item["ruling"]})
    yield from _telling_problems(source, place, item, where)
    yield from _play_problems(source, place, item)


def _place_problems(place: str, item: Part, hand: tuple[Address, int], told: _Told) -> Iterator[Problem]:
    """A revision and the entry that stands are there once; only a revision can stand."""
    told.hands.setdefault(hand, place)
    if "revision" in item:
        if (*hand, item["revision"]) in told.revisions:
            yield Problem("twice", place + "/revision", {"value": item["revision"]})
        told.revisions.add((*hand, item["revision"]))
    if "state" in item:
        if hand in told.standing:
            yield Problem("twice", place + "/state", {"value": item["state"]})
        elif "revision" not in item:
            yield Problem("missing_key", place, {"key": "revision"})
        told.standing.add(hand)


def _telling_problems(source: Source, place: str, item: Part, where: str) -> Iterator[Problem]:
    """A result stands in the list of its match or here, never in both, and nowhere only if it is void."""
    state = item.get("state")
    is_listed = state is not None and item["hand"] in _listed(source, where)
    is_void = item["kind"] == "void" or state == "void" or (item["kind"] == "choose" and state is None)
    if is_listed and state in {"conflict", "void"}:
        yield Problem("key_out_of_place", place + "/state", {"key": "state"})
    elif "summary" in item and (is_listed or item["kind"] == "void" or state == "void"):
        yield Problem("key_out_of_place", place + "/summary", {"key": "summary"})
    elif "summary" not in item and not is_listed and not is_void:
        yield Problem("missing_key", place, {"key": "summary"})


def _listed(source: Source, where: str) -> set[int]:
    """The hands that a match lists; 0 for its totals."""
    match: Any = source.document
    for step in where.split("/")[1:]:
        match = match[int(step) if isinstance(match, list) else step]
    if "hands" in match:
        return {hand["number"] for _, hand in source.parts(where, match, "hands")}
    return {SLIP} if match.get("outcome") == "played" else set()


def _play_problems(source: Source, place: str, item: Part) -> Iterator[Problem]:
    """A result that is told here must be valid in the context in which it was accepted."""
    context = item.get("context", {})
    for key in sorted({"number", "dealer", "board", "filled"} - set(context)):
        if context:
            yield Problem("missing_key", place + "/context", {"key": key})
            return
    if "summary" not in item or source.game is None:
        return
    if item["hand"] == SLIP:
        for each in check_slip(item["summary"], source.sides):
            yield Problem(each.code, place + each.path, each.params)
        return
    found = source.game.check(item["summary"], source.rules, context_of(dict(context)))
    yield from (each.below(place + "/summary") for each in found)
