"""Hands as they were written down, whatever the game: under which rules one is judged, what a score says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from engine.core.game import HandScore
from engine.core.play import Fault, Opening
from engine.core.problems import Problem, pointer

R = TypeVar("R")
Advance = Callable[[Any, object], Problem | None]
Run = Callable[[Any, Sequence[Any], int], int]


def whole(code: str, path: str = "", params: Mapping[str, Any] | None = None) -> Fault:
    """Return the fault of a record as a whole."""
    return Fault(Problem(code, path, params or {}))


def rules_in_force(
    record: object,
    options: object,
    *,
    game: str,
    kind: type[R],
    read_rules: Callable[[object], R | tuple[Problem, ...]],
    named: Sequence[str] = ("profile",),
    refused: str = "bad_options",
    reads_idle: bool = True,
) -> R | Fault:
    """Return the rules that count for a record of a game, or the fault of its frame.

    `options` are rules or an option set; with None those count that the record names: its `options` and what
    stands beside them (`named`). The two are never mixed. `refused` is the code of an option set that is
    refused, "" for the first code of what is wrong with it. Without `reads_idle` the options of a record are
    not even looked at where others are given.
    """
    if not isinstance(record, dict):
        return whole("bad_record")
    own = record.get("options")
    if record.get("game") not in (None, game):
        return whole("bad_record", "/game")
    if not isinstance(record.get("events"), list):
        return whole("bad_record", "/events")
    if own is not None and not isinstance(own, dict) and (reads_idle or options is None):
        return whole("bad_record", "/options")
    if options is None:
        options = {**(own or {}), **{name: record[name] for name in named if record.get(name) is not None}}
    rules = options if isinstance(options, kind) else read_rules(options)
    if isinstance(rules, tuple):
        return whole(refused, "/options") if refused else Fault(rules[0].below("/options"))
    return rules


def play_out(opened: Opening, advance: Advance, run: Run | None, *, unfinished: str) -> Fault | None:
    """Let all events of a record happen in its opening position; return the first fault, if there is one.

    `advance` judges one event. `run` lets what is plain happen at a glance from an index on and returns the
    index of the first event that is not; with None each event is judged by itself. `unfinished` is the code
    of a record that stops before its hand does.
    """
    state, events = opened.state, opened.events
    at = run(state, events, 0) if run else 0
    while at < len(events):
        problem = advance(state, events[at])
        if problem is not None:
            return Fault(problem.below(pointer("events", at)), at)
        at = run(state, events, at + 1) if run else at + 1
    return None if state.is_over else whole(unfinished, "/events", {"n": at})


def is_score(given: object, made: HandScore) -> bool:
    """Tell whether a score that was written down is the one that was made, with or without its details."""
    if not isinstance(given, dict):
        return False
    wanted = {name: value for name, value in made.as_json().items() if name in made.sides or name in given}
    return is_exactly(given, wanted)


def is_exactly(given: object, wanted: object) -> bool:
    """Compare as JSON does: `true` and 1.0 are not the number 1."""
    if isinstance(given, dict) and isinstance(wanted, Mapping):
        return given.keys() == wanted.keys() and all(is_exactly(given[key], wanted[key]) for key in wanted)
    return type(given) is type(wanted) and given == wanted
