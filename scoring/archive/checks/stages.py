"""Checks of stages and the order of their rounds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.problems import Problem, pointer, shown
from scoring.archive.canonical import Part
from scoring.archive.checks.source import Source
from scoring.decide import read_limits
from scoring.ranking import parse_ranking
from scoring.scales import Linear, Steps
from scoring.stage_points import read_points
from scoring.table import exact
from tournaments.pairing import METHODS

ONE_AFTER_THE_OTHER = frozenset({"swiss", "knockout", "double_elimination"})
"""Methods that draw a round from the results of the one before."""


OPTION_CODES = {"unknown_option": "unknown_criterion_option", "bad_option": "bad_criterion_option"}
POINTS = ("points", "scale", "draw_game_points", "bye_game_points")


def stage_problems(source: Source) -> Iterator[Problem]:
    """Points, rankings, entrants named in settings, boards and rounds of every stage."""
    for place, stage in source.parts("", source.document, "stages", sound=False):
        if all(source.is_sound(place + pointer(key)) for key in POINTS):
            yield from _points_problems(source, place, stage)
        if source.is_sound(place + "/ranking") and "ranking" in stage:
            yield from _ranking_problems(place, stage)
        if "match" in stage and source.is_sound(place + "/match"):
            limits = read_limits(stage["match"], counts_games_itself=source.counts_games)
            if isinstance(limits, tuple):
                yield from (problem.below(place) for problem in limits)
        yield from _entrant_problems(source, place, stage)
        yield from _numbers_twice(source, place, stage, "boards")
        yield from _numbers_twice(source, place, stage, "rounds")
        yield from _draw_problems(source, place, stage)
        if stage.get("method") in ONE_AFTER_THE_OTHER and not source.document.get("log"):
            yield from _order_problems(source, place, stage)


def _points_problems(source: Source, place: str, stage: Part) -> Iterator[Problem]:
    """Win, draw and loss are needed unless the points go by a scale or by places; none can be odd.

    A scale of differences needs two sides.
    """
    points = stage.get("points")
    if points is not None and "scale" not in stage and "places" not in points:
        for key in ("win", "draw", "loss"):
            if key not in points:
                yield Problem("missing_key", place + "/points", {"key": key})
    even = exact(stage.get("draw_game_points", 0))
    read = read_points(points, stage.get("scale"), even, stage.get("bye_game_points"))
    if isinstance(read, tuple):
        yield from (problem.below(place) for problem in read)
    elif isinstance(read.scale, Linear | Steps) and len(source.sides) > 2:
        yield Problem("scale_of_two_sides", place + "/scale", {"sides": len(source.sides)})


def _ranking_problems(place: str, stage: Part) -> Iterator[Problem]:
    """Criteria twice, options that a criterion does not have; a key that is not computed yet may stand."""
    for problem in parse_ranking(stage.get("ranking"), place + "/ranking"):
        if isinstance(problem, Problem) and problem.code != "unknown_criterion":
            yield replace(problem, code=OPTION_CODES.get(problem.code, problem.code))


def _entrant_problems(source: Source, place: str, stage: Part) -> Iterator[Problem]:
    for key in ("lots", "playoffs", "groups"):
        if source.is_sound(place + pointer(key)):
            for entrant in sorted(set(stage.get(key, ())) - set(source.entrants)):
                where = place + pointer(key, entrant)
                yield Problem("unknown_entrant", where, {"entrant": shown(entrant)})
    for index, entrant in enumerate(stage.get("entrants", ())):
        if entrant is not None and entrant not in source.entrants:
            yield Problem("unknown_entrant", place + pointer("entrants", index), {"entrant": shown(entrant)})
    options = place + "/method_options"
    if stage.get("method") not in METHODS or not source.is_sound(options):
        return
    for index, pair in enumerate(stage.get("method_options", {}).get("forbidden_pairs", ())):
        for inner, entrant in enumerate(pair):
            if entrant not in source.entrants:
                where = options + pointer("forbidden_pairs", index, inner)
                yield Problem("unknown_entrant", where, {"entrant": shown(entrant)})


def _draw_problems(source: Source, place: str, stage: Part) -> Iterator[Problem]:
    """Entrants whose bye is explained must exist."""
    for where, one in source.parts(place, stage, "rounds"):
        for at, bye in source.parts(where + "/why", one.get("why"), "byes"):
            if bye["entrant"] not in source.entrants:
                yield Problem("unknown_entrant", at + "/entrant", {"entrant": shown(bye["entrant"])})


def _numbers_twice(source: Source, place: str, stage: Part, key: str) -> Iterator[Problem]:
    seen: set[int | None] = set()
    for where, part in source.parts(place, stage, key, sound=False):
        number = part.get("number")
        if number is not None and number in seen:
            yield Problem("twice", where + "/number", {"value": number})
        seen.add(number)


def _order_problems(source: Source, place: str, stage: Part) -> Iterator[Problem]:
    """Only the last round that was drawn may be open; drafts come after all others.

    Not so in an event with a history: there an earlier round may have been opened again.
    """
    rounds = sorted(
        (one["number"], where, one["status"])
        for where, one in source.parts(place, stage, "rounds", sound=False)
        if "number" in one and "status" in one
    )
    open_before = False
    draft_before = False
    for _, where, status in rounds:
        if draft_before or (open_before and status != "draft"):
            yield Problem("earlier_round_open", where + "/status", {"status": status})
        draft_before = draft_before or status == "draft"
        open_before = open_before or status != "closed"
