"""Who sits where unless a line-up says otherwise: the players of a side take its seats in their order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.core.game import Game, Seat
from scoring.archive.canonical import Part, entrants_of


def usual_seats(game: Game, rules: Any, sides: Sequence[Sequence[str]]) -> dict[Seat, str]:
    """Return the players by seat; `sides` holds the players of each side in the order of the sides.

    Seats that a side has no player for stay empty; players without a seat watch.
    """
    seats: dict[Seat, str] = {}
    for side, players in zip(game.sides(rules), sides, strict=False):
        own = [seat for seat in game.seats(rules) if game.side_of(rules, seat) == side]
        seats |= dict(zip(own, players, strict=False))
    return seats


def without_usual_seats(document: Part, game: Game, rules: Any) -> Part:
    """Return a valid archive without the line-ups that say what would hold anyway."""
    players = {entrant["id"]: entrant["players"] for entrant in document["entrants"]}

    def is_usual(match: Part) -> bool:
        sides = [
            [one for entrant in entrants_of(side) for one in players[entrant]] for side in match["sides"]
        ]
        usual = usual_seats(game, rules, sides)
        return match.get("seats") == {str(seat): player for seat, player in usual.items()}

    return with_matches(document, lambda _, match: _without(match, "seats") if is_usual(match) else match)


def with_matches(document: Part, change: Callable[[str, Part], Part]) -> Part:
    """Return a valid archive with `change(pointer, match)` in place of each match."""
    stages = [
        {
            **stage,
            "rounds": [
                {**one, "matches": _changed(f"/stages/{s}/rounds/{r}/matches", one["matches"], change)}
                for r, one in enumerate(stage["rounds"])
            ],
        }
        for s, stage in enumerate(document["stages"])
    ]
    return {**document, "stages": stages}


def _changed(place: str, matches: Sequence[Part], change: Callable[[str, Part], Part]) -> list[Part]:
    return [change(f"{place}/{index}", match) for index, match in enumerate(matches)]


def _without(part: Part, key: str) -> Part:
    return {name: value for name, value in part.items() if name != key}
