"""`manage.py event import-log`: the games of log files as an event, everything that was left out named."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.utils.text import slugify

from engine.core.game import Game
from engine.core.logs import GameLog, LoggedGame, LoggedHand, LogReader
from engine.core.problems import Problem, RulesError, pointer
from engine.registry import all_games
from scoring.archive.load import import_archive
from scoring.archive.messages import archive_sentence
from scoring.archive.read import Archive, read_archive
from scoring.management.answers import Answer
from scoring.services.logs.archive import Head, Played, archive_of
from tournaments.access import SYSTEM
from tournaments.errors import DomainError
from tournaments.models import Club

LONGEST_SLUG = 80


@dataclass(frozen=True, slots=True)
class Found:
    """A match of a file; `number` counts the matches of the file."""

    file: str
    number: int
    game: LoggedGame


def import_logs(files: Sequence[tuple[Path, bytes]], club: Callable[[], Club], slug: str | None) -> Answer:
    """Make an event of the games of these files and say what it is; `club` is asked if there is one to make.

    Nothing is stored where the files have no finished hand; what else is wrong is named, and left out alone.
    """
    game, reader, logs = _read(files)
    seat_names = game.seat_names(game.read_rules({}))
    found = [Found(name, at, one) for name, log in logs for at, one in enumerate(log.games, start=1)]
    answer: Answer = {"imported": None, "counted": _counted(len(logs), []), "games": []}
    problems = [
        {"file": name, **_as_json(fault, reader.sentence(fault, seat_names=seat_names))}
        for name, log in logs
        for fault in log.faults
    ]
    if found:
        owner, name = club(), files[0][0].stem
        head = Head(slug or _slug_of(name), name, owner.time_zone)
        document, played = archive_of(game, head, [one.game for one in found])
        both = list(zip(found, played, strict=True))
        for one, match in both:
            for fault in _behind(one, match):
                problems.append({"file": one.file, **_as_json(fault, archive_sentence(fault))})
        refused = _store(document, owner)
        problems += [_as_json(each, archive_sentence(each)) for each in refused]
        answer |= {"imported": None if refused else head.slug, "club": owner.slug}
        answer |= {"counted": _counted(len(logs), played), "games": [_told(*each) for each in both]}
    answer["unfinished"] = [
        {"file": name, "game": each.game, "hand": each.number, "line": each.line}
        for name, log in logs
        for each in log.unfinished
    ]
    return answer | {"problems": problems}


def _read(files: Sequence[tuple[Path, bytes]]) -> tuple[Game, LogReader, list[tuple[str, GameLog]]]:
    """The files as the first game reads them that finds anything, else as the first that reads logs."""
    tried = [
        (game, game.logs, [(path.name, game.logs.read(data)) for path, data in files])
        for game in all_games()
        if game.logs is not None
    ]
    if not tried:
        raise RulesError("no game reads logs")
    return next((each for each in tried if any(log.games for _name, log in each[2])), tried[0])


def _slug_of(name: str) -> str:
    """An address made of the name of a file."""
    return slugify(name.replace("_", " "))[:LONGEST_SLUG].strip("-") or "log"


def _counted(files: int, played: Sequence[Played]) -> Answer:
    hands = [hand for one in played for hand in one.hands]
    return {
        "files": files,
        "games": len(played),
        "hands": len(hands),
        "records": sum(hand.record is not None for hand in hands),
    }


def _store(document: dict[str, Any], club: Club) -> Sequence[Problem]:
    """Store the archive; returns why it is refused."""
    archive = read_archive(document)
    if not isinstance(archive, Archive):
        return archive
    try:
        import_archive(archive, club, SYSTEM)
    except DomainError as error:
        return error.problems
    return ()


def _behind(found: Found, played: Played) -> Iterator[Problem]:
    """Hands that the rules allow and that are left out all the same."""
    for hand in played.left_out:
        if hand.summary is not None:
            params = {"game": found.number, "hand": hand.number, "line": hand.line}
            yield Problem("log_hand_behind", pointer("lines", hand.line), params)


def _told(found: Found, played: Played) -> Answer:
    """A game and the round of its match: who sat there from which hand on, and what was left out."""
    game = found.game
    return {
        "file": found.file,
        "game": found.number,
        "round": played.round,
        "hands": [_hand(hand) for hand in game.hands],
        "totals": game.totals,
        "finished": game.is_finished,
        "players": {
            str(seat): [{"name": name, "from_hand": hand} for name, hand in names]
            for seat, names in game.seats.items()
        },
        "left_out": [{"hand": hand.number, "line": hand.line} for hand in played.left_out],
    }


def _hand(hand: LoggedHand) -> Answer:
    """A hand with its result in the log and by the rules."""
    return {
        "hand": hand.number,
        "line": hand.line,
        "printed": dict(hand.printed),
        "computed": hand.computed and dict(hand.computed),
        "record": hand.record is not None,
    }


def _as_json(problem: Problem, message: str) -> Answer:
    return {"code": problem.code, "path": problem.path, "params": dict(problem.params), "message": message}
