"""Rounds as rows: matches, sides and seats of a draft, before and after it is seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core.game import Game
from tournaments.models import (
    EntrantPlayer,
    Match,
    MatchStatus,
    Outcome,
    Participation,
    Round,
    Seat,
    Table,
)

Sides = Sequence[Sequence[int]]


def tables_numbered(event_id: int, numbers: Iterable[int]) -> dict[int, Table]:
    """The tables with these numbers, each put up if the hall had none."""
    wanted = set(numbers)
    there = {each.number: each for each in Table.objects.filter(event_id=event_id, number__in=wanted)}
    new = [Table(event_id=event_id, number=number) for number in sorted(wanted - there.keys())]
    return there | {each.number: each for each in Table.objects.bulk_create(new)}


def add_match(
    round_: Round,
    number: int,
    sides: Sides,
    names: Sequence[str],
    *,
    table: Table | None = None,
    leg: int = 1,
) -> Match:
    """A match of a round: the entrants of each side, under the names of the game's sides."""
    match = Match.objects.create(round=round_, number=number, leg=leg, table=table)
    Participation.objects.bulk_create(
        Participation(match=match, round=round_, side=name, entrant_id=entrant, leg=leg, slot=slot)
        for name, side in zip(names, sides, strict=True)
        for slot, entrant in enumerate(side)
    )
    return match


def add_bye(round_: Round, number: int, entrant: int, side: str, outcome: str = Outcome.PAIRING_BYE) -> Match:
    """A round without an opponent: a match with one side."""
    match = Match.objects.create(round=round_, number=number, status=MatchStatus.COMPLETE)
    Participation.objects.create(match=match, round=round_, side=side, entrant_id=entrant, outcome=outcome)
    return match


def seat_players(matches: Iterable[Match], game: Game, rules: object) -> None:
    """Give the players of each side its seats in their order, in every match that has nobody seated yet."""
    open_matches = [match for match in matches if not match.seats.all()]
    entrants = {each.entrant_id for match in open_matches for each in match.participations.all()}
    players: dict[int, list[int]] = {}
    for entrant, player in EntrantPlayer.objects.filter(
        entrant__in=entrants, substitute=False, to_round__isnull=True
    ).values_list("entrant_id", "player_id"):
        players.setdefault(entrant or 0, []).append(player)
    Seat.objects.bulk_create(seat for match in open_matches for seat in _seats(match, players, game, rules))


def _seats(match: Match, players: dict[int, list[int]], game: Game, rules: object) -> Iterable[Seat]:
    sides: dict[str, list[int]] = {}
    for each in match.participations.all():
        sides.setdefault(each.side, []).extend(players.get(each.entrant_id, []))
    if len(sides) < len(game.sides(rules)):
        return
    for side, people in sides.items():
        positions = [seat for seat in game.seats(rules) if game.side_of(rules, seat) == side]
        for position, player in zip(positions, people, strict=False):
            yield Seat(match=match, position=position, side=side, player_id=player)
