"""Checks of the event, its people and its entrants."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from engine.core.problems import Problem, pointer, shown
from scoring.archive.canonical import Part, moment
from scoring.archive.checks.source import Source
from tournaments.names import PLAYERS, can_fill, same_name
from tournaments.settings import read_event_settings

MOMENTS = ("at", "drawn_at", "published_at", "started_at", "closed_at", "scheduled_at", "played_at")


def event_problems(source: Source) -> Iterator[Problem]:
    """Moments, the time zone and the settings, which the schema leaves open."""
    zone, starts = source.event("time_zone"), source.event("starts_at")
    if isinstance(zone, str) and not _is_time_zone(zone):
        yield Problem("unknown_time_zone", "/event/time_zone", {"value": shown(zone)})
    if isinstance(starts, str):
        yield from moment_problems("/event/starts_at", starts)
    kind = source.event("entrant_kind")
    if source.game is not None and kind in PLAYERS:
        seats = source.game.side_size(source.rules)
        if not can_fill(kind, seats):
            yield Problem("kind_too_small", "/event/entrant_kind", {"seats": seats})
    settings = read_event_settings(source.event("settings") or {})
    if isinstance(settings, tuple):
        yield from (problem.below("/event/settings") for problem in settings)
    for place, part in source.parts("", source.document, "rulings"):
        yield from _moments_problems(place, part)
    for place, item in source.parts("", source.document, "log"):
        yield from _moments_problems(place, item)
    for _, _, place, one in source.rounds():
        yield from _moments_problems(place, one)
        for where, match in source.parts(place, one, "matches"):
            yield from _moments_problems(where, match)


def _moments_problems(place: str, part: Part) -> Iterator[Problem]:
    for key in MOMENTS:
        if key in part:
            yield from moment_problems(place + pointer(key), part[key])


def moment_problems(place: str, text: str) -> Iterator[Problem]:
    """A moment that is none, or that names no offset from UTC."""
    try:
        moment(text)
    except (ValueError, OverflowError):
        yield Problem("bad_moment", place, {"value": shown(text)})


def people_problems(source: Source) -> Iterator[Problem]:
    """Ids, numbers and names given twice, unknown people, people in two entrants, wrong numbers of people."""
    for key in ("players", "entrants", "stages"):
        yield from _twice(source, key, "id", lambda part: part["id"])
    yield from _twice(source, "entrants", "number", lambda part: part["number"])
    yield from _twice(source, "entrants", "name", lambda part: same_name(part["name"]))
    taken: set[str] = set()
    for place, entrant in source.parts("", source.document, "entrants"):
        yield from _line_up_problems(source, place, entrant, taken)
    yield from _member_problems(source, taken)
    yield from _twice(source, "tables", "number", lambda part: part["number"])


def _member_problems(source: Source, taken: set[str]) -> Iterator[Problem]:
    """Who stands in for others is in no other entrant; who belongs to one for some rounds may be its own."""
    seen: set[str] = set()
    for place, entrant in source.parts("", source.document, "entrants"):
        for where, member in source.parts(place, entrant, "line_up"):
            player, is_own = member["player"], member["player"] in entrant["players"]
            is_open = not member.get("substitute") and "to_round" not in member
            if player not in source.players:
                yield Problem("unknown_player", where + "/player", {"player": shown(player)})
            elif player in seen or is_own is not is_open or (player in taken and not is_own):
                yield Problem("in_two_entrants", where + "/player", {"player": shown(player)})
            if member.get("from_round", 1) > member.get("to_round", member.get("from_round", 1)):
                yield Problem("out_of_range", where + "/to_round", {"value": member["to_round"]})
            seen.add(player)


def _line_up_problems(source: Source, place: str, entrant: Part, taken: set[str]) -> Iterator[Problem]:
    for index, player in enumerate(entrant["players"]):
        where = place + pointer("players", index)
        if player not in source.players:
            yield Problem("unknown_player", where, {"player": shown(player)})
        elif player in taken:
            yield Problem("in_two_entrants", where, {"player": shown(player)})
        taken.add(player)
    fewest, most = PLAYERS.get(source.event("entrant_kind"), (1, 8))
    if not fewest <= len(entrant["players"]) <= most:
        yield Problem("wrong_number_of_players", place + "/players", {"fewest": fewest, "most": most})


def _twice(source: Source, key: str, name: str, value_of: Callable[[Part], Any]) -> Iterator[Problem]:
    seen: set[Any] = set()
    for place, part in source.parts("", source.document, key, sound=False):
        if not source.is_sound(place + pointer(name)) or name not in part:
            continue
        value = value_of(part)
        if value in seen:
            yield Problem("twice", place + pointer(name), {"value": shown(part[name])})
        seen.add(value)


def _is_time_zone(key: str) -> bool:
    try:
        ZoneInfo(key)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True
