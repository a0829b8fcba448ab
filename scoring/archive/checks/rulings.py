"""Checks of rulings: what they refer to exists."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.problems import Problem, shown
from scoring.archive.canonical import Part, everybody_in
from scoring.archive.checks.source import Source


def ruling_problems(source: Source) -> Iterator[Problem]:
    """Every reference of a ruling that leads nowhere."""
    replaced: set[int] = set()
    for place, ruling in source.parts("", source.document, "rulings"):
        yield from _subject_problems(source, place, ruling)
        yield from _place_problems(source, place, ruling)
        if "replaces" in ruling:
            yield from _replacing_problems(place, ruling["replaces"], replaced)


def _subject_problems(source: Source, place: str, ruling: Part) -> Iterator[Problem]:
    if "entrant" in ruling and ruling["entrant"] not in source.entrants:
        yield Problem("unknown_entrant", place + "/entrant", {"entrant": shown(ruling["entrant"])})
    if "player" in ruling and ruling["player"] not in source.players:
        yield Problem("unknown_player", place + "/player", {"player": shown(ruling["player"])})


def _place_problems(source: Source, place: str, ruling: Part) -> Iterator[Problem]:
    """Stage, round, table and hand of a ruling; the first that is missing ends the search."""
    stage = source.stages.get(ruling["stage"]) if "stage" in ruling else _first(source)
    if stage is None:
        yield Problem("unknown_stage", place + "/stage", {"stage": shown(ruling.get("stage"))})
        return
    matches = _matches(source, stage, ruling["round"])
    if matches is None:
        yield Problem("unknown_round", place + "/round", {"round": ruling["round"]})
        return
    if "table" in ruling:
        matches = [each for each in matches if each[1].get("table") == ruling["table"]]
        if not matches:
            yield Problem("unknown_table", place + "/table", {"table": ruling["table"]})
            return
    if "match" in ruling:
        matches = [each for each in matches if source.addresses[each[0]][2] == ruling["match"]]
        if not matches:
            yield Problem("unknown_match", place + "/match", {"match": ruling["match"]})
            return
    if "hand" in ruling:
        yield from _hand_problems(source, place, ruling, matches)


def _hand_problems(
    source: Source, place: str, ruling: Part, matches: list[tuple[str, Part]]
) -> Iterator[Problem]:
    """The hand is one of the match; who is meant may have been recorded at another table since."""
    own = matches
    if "entrant" in ruling and not {"table", "match"} & ruling.keys():
        own = [each for each in matches if ruling["entrant"] in everybody_in(each[1])]
    hands = {hand.get("number", 0) for _, match in own for hand in match.get("hands", ())}
    hands = hands.union(*(source.told(where) for where, _ in own))
    if ruling.get("effect") != "hand" and own:
        hands.add(max(hands, default=0) + 1)  # the one that was being played
    if ruling["hand"] not in hands:
        yield Problem("unknown_hand", place + "/hand", {"hand": ruling["hand"]})


def _replacing_problems(place: str, index: int, replaced: set[int]) -> Iterator[Problem]:
    if index >= int(place.rpartition("/")[2]):
        yield Problem("replaces_a_later_one", place + "/replaces", {"index": index})
    elif index in replaced:
        yield Problem("replaced_twice", place + "/replaces", {"index": index})
    replaced.add(index)


def _first(source: Source) -> Part | None:
    return next((stage for _, stage in source.parts("", source.document, "stages", sound=False)), None)


def _matches(source: Source, stage: Part, number: int) -> list[tuple[str, Part]] | None:
    """The sound matches of a round of a stage with their pointers; None where it has no such round."""
    for _, other, place, one in source.rounds(sound=False):
        if other is stage and one.get("number") == number:
            return list(source.parts(place, one, "matches"))
    return None
