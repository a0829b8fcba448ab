"""Checks of matches: who plays whom, where, and whether the outcome fits what is said about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.problems import Problem, pointer, shown
from scoring.archive.canonical import Part, entrants_of, everybody_in
from scoring.archive.checks.source import Source, sides_with_places

BYES = frozenset({"pairing_bye", "requested_bye", "absence"})
NOT_PLAYED = frozenset({"double_forfeit", "unplayed"})


def match_problems(source: Source) -> Iterator[Problem]:
    """Every fault of every match of sound shape."""
    for _, _, place, one in source.rounds(sound=False):
        yield from _round_problems(source, place, one)
        yield from _number_problems(source, place, one)
        for where, match in source.parts(place, one, "matches"):
            yield from _side_problems(source, where, match)
            yield from _result_problems(where, match)
            yield from _state_problems(where, match, one.get("status"))
            yield from _seat_problems(source, where, match)


def _round_problems(source: Source, place: str, one: Part) -> Iterator[Problem]:
    """Nobody plays at two tables of a round (at several legs of one encounter, yes), no table has two."""
    seats: set[tuple[str, int]] = set()
    tables: set[int | None] = set()
    for where, match in source.parts(place, one, "matches", sound=False):
        if source.is_sound(where + "/sides"):
            for at, entrant in sides_with_places(where + "/sides", match.get("sides", [])):
                if (entrant, match.get("leg", 1)) in seats:
                    yield Problem("at_two_tables", at, {"entrant": shown(entrant)})
                seats.add((entrant, match.get("leg", 1)))
        table = match.get("table")
        if table is not None and table in tables:
            yield Problem("table_twice", where + "/table", {"table": table})
        tables.add(table)


def _number_problems(source: Source, place: str, one: Part) -> Iterator[Problem]:
    """Numbers of matches are given once, those that follow from their places included."""
    seen: set[int] = set()
    for number, where, match in source.numbered(place, one):
        if number in seen:
            yield Problem("twice", where + ("/number" if "number" in match else ""), {"value": number})
        seen.add(number)


def _side_problems(source: Source, place: str, match: Part) -> Iterator[Problem]:
    for key in ("sides", "posted"):
        for at, entrant in sides_with_places(place + pointer(key), match.get(key, [])):
            if entrant not in source.entrants:
                yield Problem("unknown_entrant", at, {"entrant": shown(entrant)})
    yield from _side_count_problems(source, place, match)
    if match.get("leg", 1) > 1 and source.event("entrant_kind") != "team":
        yield Problem("leg_without_teams", place + "/leg")
    winners = entrants_of(match.get("winner", ()))
    for winner in winners:
        if winner not in everybody_in(match):
            yield Problem("winner_not_in_match", place + "/winner", {"entrant": shown(winner)})
    if len(winners) >= len(match["sides"]):
        yield Problem("bad_length", place + "/winner")


def _side_count_problems(source: Source, place: str, match: Part) -> Iterator[Problem]:
    """One side in a bye, else as many as the game has, each of as many individuals as it has seats."""
    sides, outcome = match["sides"], match.get("outcome")
    if outcome in BYES or (outcome is None and len(sides) == 1):
        if len(sides) != 1 or not isinstance(sides[0], str):
            yield Problem("bye_is_for_one", place + "/sides")
        elif outcome is None:
            yield Problem("missing_key", place, {"key": "outcome"})
        return
    if not source.sides:
        return
    if len(sides) != len(source.sides):
        yield Problem("wrong_number_of_sides", place + "/sides", {"sides": len(source.sides)})
    partners = len(source.seats) // len(source.sides) if source.event("entrant_kind") == "individual" else 1
    for index, side in enumerate(sides):
        if len(entrants_of(side)) != partners:
            yield Problem("wrong_number_of_partners", place + pointer("sides", index), {"partners": partners})


def _result_problems(place: str, match: Part) -> Iterator[Problem]:
    """Score, games, hands and match points stand only where the outcome has room for them."""
    outcome = match.get("outcome")
    sides = len(match["sides"])
    numbers = 2 if outcome in BYES else sides
    for key in ("score", "games"):
        if key in match and len(match[key]) != numbers:
            yield Problem("one_number_a_side", place + pointer(key), {"sides": numbers})
    if "match_points" in match:
        yield from _match_points_problems(place, match["match_points"], outcome in BYES, sides)
    if "score" in match and "hands" not in match and outcome is None:
        yield Problem("missing_key", place, {"key": "outcome"})
    for key in _out_of_place(match, outcome):
        yield Problem("key_out_of_place", place + pointer(key), {"key": key})


def _match_points_problems(place: str, points: Any, is_bye: bool, sides: int) -> Iterator[Problem]:
    fits = not isinstance(points, list) if is_bye else isinstance(points, list) and len(points) == sides
    if not fits:
        yield Problem("one_number_a_side", place + "/match_points", {"sides": 1 if is_bye else sides})


def _out_of_place(match: Part, outcome: str | None) -> Iterator[str]:
    """The keys for which this outcome has no room."""
    if outcome in BYES | NOT_PLAYED and "games" in match:
        yield "games"
    if outcome in BYES:
        others = ("hands", "seats", "table", "leg", "first_dealer", "draw", "posted")
        yield from (key for key in others if key in match)
    if outcome == "unplayed":
        yield from (key for key in ("score", "match_points") if key in match)
    if "games" in match and "score" not in match and "hands" not in match:
        yield "games"
    if outcome is None and "match_points" in match:
        yield "match_points"


def _state_problems(place: str, match: Part, status: Any) -> Iterator[Problem]:
    """A closed round has no open match, a draft no results, a round that is only published none either."""
    outcome = match.get("outcome")
    if status == "closed" and outcome is None and len(match["sides"]) > 1:
        yield Problem("open_match_in_closed_round", place)
    if status in {"draft", "published"} and ("hands" in match or outcome == "played"):
        yield Problem("result_before_play", place, {"status": str(status)})


def _seat_problems(source: Source, place: str, match: Part) -> Iterator[Problem]:
    """Seats and first dealer exist in the game; who sits there belongs to the side of the seat."""
    if source.game is None:
        return
    if "first_dealer" in match and match["first_dealer"] not in source.seats:
        yield Problem("unknown_seat", place + "/first_dealer", {"seat": match["first_dealer"]})
    if "seats" not in match or len(match["sides"]) != len(source.sides):
        return
    seats = match["seats"]
    for seat in sorted(set(seats) - {str(seat) for seat in source.seats}):
        yield Problem("unknown_seat", place + pointer("seats", seat), {"seat": seat})
    if any(str(seat) not in seats for seat in source.seats):
        yield Problem("seat_empty", place + "/seats")
    if len(set(seats.values())) < len(seats):
        yield Problem("in_two_seats", place + "/seats")
    for seat in source.seats:
        yield from _person_problems(source, place, match, seat)


def _person_problems(source: Source, place: str, match: Part, seat: int) -> Iterator[Problem]:
    player = match["seats"].get(str(seat))
    if player is None or source.game is None:
        return
    where = place + pointer("seats", seat)
    if player not in source.players:
        yield Problem("unknown_player", where, {"player": shown(player)})
        return
    side = match["sides"][source.sides.index(source.game.side_of(source.rules, seat))]
    entrants = [source.entrants[entrant] for entrant in entrants_of(side) if entrant in source.entrants]
    if not any(player in _people_of(entrant) for entrant in entrants):
        yield Problem("not_on_this_side", where, {"player": shown(player)})


def _people_of(entrant: Part) -> set[str]:
    """Everybody who may sit for an entrant: those who stand in for others too."""
    others = (part for part in entrant.get("line_up", ()) if isinstance(part, Mapping))
    return {*entrant.get("players", ()), *(part["player"] for part in others if "player" in part)}
