"""Reading an event archive: everything is checked first, and every fault is named by JSON pointer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.core.game import Game
from engine.core.problems import Problem
from engine.registry import UnknownGame, get_game
from scoring.archive.canonical import Part, canonical
from scoring.archive.checks.draws import draw_problems
from scoring.archive.checks.hands import HandReport, check_hands
from scoring.archive.checks.history import history_problems
from scoring.archive.checks.matches import match_problems
from scoring.archive.checks.people import event_problems, people_problems
from scoring.archive.checks.rulings import ruling_problems
from scoring.archive.checks.source import Source
from scoring.archive.checks.stages import stage_problems
from scoring.archive.checks.texts import number_problems, text_problems
from scoring.archive.exact import is_too_deep, made_exact
from scoring.archive.line_up import with_matches, without_usual_seats
from scoring.archive.reading import read_text
from scoring.archive.schema import schema_problems

CHECKS = (
    text_problems,
    number_problems,
    event_problems,
    people_problems,
    stage_problems,
    match_problems,
    draw_problems,
    ruling_problems,
    history_problems,
)


@dataclass(frozen=True, slots=True)
class Archive:
    """A valid event archive: its canonical document, and the game and rules that it names."""

    document: Part
    game: Game
    rules: Any


def read_archive(raw: object) -> Archive | tuple[Problem, ...]:
    """Return the archive in a JSON value; or all of its problems, by place in the value."""
    if is_too_deep(raw):
        return (Problem("too_deep"),)
    document = made_exact(raw)
    faults = schema_problems(document)
    if not isinstance(document, Mapping) or _is_foreign(faults):
        return faults
    source, of_rules = _with_game(Source.of(document, faults))
    problems = [*faults, *of_rules]
    for check in CHECKS:
        problems += check(source)
    hands = check_hands(source)
    problems += hands.problems
    if problems or source.game is None:
        return tuple(problems)
    return Archive(canonical(_plainly(document, source.game, source.rules, hands)), source.game, source.rules)


def read_archive_file(data: bytes) -> Archive | tuple[Problem, ...]:
    """Return the archive in the bytes of a file; or all of its problems."""
    raw = read_text(data)
    if isinstance(raw, tuple):
        return raw
    return read_archive(raw)


def _plainly(document: Part, game: Game, rules: Any, hands: HandReport) -> Part:
    """The document with what its parts say together: usual line-ups left out, ended matches finished."""
    finished = with_matches(
        document,
        lambda place, match: {**match, "outcome": "played"} if place in hands.ended else match,
    )
    return without_usual_seats(finished, game, rules)


def _is_foreign(faults: tuple[Problem, ...]) -> bool:
    return any(fault.code in {"not_an_archive", "unknown_version"} for fault in faults)


def _with_game(source: Source) -> tuple[Source, tuple[Problem, ...]]:
    """The source with its game and rules, as far as they can be known, and what is wrong with them."""
    key, profile, options = source.event("game"), source.event("profile"), source.event("options")
    if key is None:
        return source, ()
    try:
        game = get_game(key)
    except UnknownGame:
        return source, (Problem("unknown_game", "/event/game", {"game": key}),)
    if profile is None or options is None:
        return source, ()
    rules = game.read_rules({**options, "profile": profile})
    if isinstance(rules, tuple):
        return source, tuple(_place_of_option(problem) for problem in rules)
    return replace(source, game=game, rules=rules), ()


def _place_of_option(problem: Problem) -> Problem:
    """The profile of an archive stands beside the options."""
    return problem.below("/event" if problem.path == "/profile" else "/event/options")
