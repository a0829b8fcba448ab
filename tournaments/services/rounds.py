"""Rounds as rows: matches, sides and seats of a draft, before and after it is seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match to be added: the entrants of each side; one side with an `outcome` is a bye or an absence."""

    sides: Sides
    table: int | None = None
    outcome: str = ""
    leg: int = 1


def tables_numbered(event_id: int, numbers: Iterable[int]) -> dict[int, Table]:
    """The tables with these numbers; those that the hall did not have are put up."""
    wanted = set(numbers)
    known = set(Table.objects.filter(event=event_id, number__in=wanted).values_list("number", flat=True))
    Table.objects.bulk_create(
        (Table(event_id=event_id, number=number) for number in sorted(wanted - known)), ignore_conflicts=True
    )
    return {table.number: table for table in Table.objects.filter(event=event_id, number__in=wanted)}


def add_matches(round_: Round, names: Sequence[str], new: Sequence[NewMatch], first: int = 1) -> list[Match]:
    """Matches of a round, numbered from `first` on, their sides under the names of the game's sides."""
    tables = tables_numbered(round_.stage.event_id, (each.table for each in new if each.table is not None))
    matches = [
        Match(
            round=round_,
            number=number,
            leg=each.leg,
            table=None if each.table is None else tables[each.table],
            status=MatchStatus.COMPLETE if each.outcome else MatchStatus.SCHEDULED,
        )
        for number, each in enumerate(new, start=first)
    ]
    Match.objects.bulk_create(matches)
    Participation.objects.bulk_create(
        Participation(
            match=match,
            round=round_,
            side=name,
            entrant_id=entrant,
            leg=each.leg,
            slot=slot,
            outcome=each.outcome,
        )
        for match, each in zip(matches, new, strict=True)
        for name, side in zip(names, each.sides, strict=False)
        for slot, entrant in enumerate(side)
    )
    return matches


def add_bye(round_: Round, number: int, entrant: int, side: str, outcome: str = Outcome.PAIRING_BYE) -> Match:
    """A round without an opponent: a match with one side."""
    return add_matches(round_, [side], [NewMatch([[entrant]], outcome=outcome)], number)[0]


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
