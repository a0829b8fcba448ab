"""The games of logs as an event archive: one stage, one match for each game, whoever stood in recorded.

An archive takes the way of every other import, so a log can bring nothing that a file could not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from engine.core.game import Game, MatchState
from engine.core.logs import LoggedGame, LoggedHand
from scoring.stage_points import TWO_FOR_A_WIN
from tournaments.names import LONGEST_NAME, is_one_line, same_name

STAGE = "s1"

Part = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Head:
    """What an event is called, and where."""

    slug: str
    name: str
    time_zone: str


@dataclass(slots=True)
class Pair:
    """Two people of the logs as an entrant; `people` are the ids by place in the pair (0, 1) and name.

    `seats` are those in which it began its first game.
    """

    ref: str
    number: int
    name: str
    members: tuple[str, str]
    seats: tuple[int, ...]
    people: dict[tuple[int, str], str] = field(default_factory=dict)
    rounds: dict[str, list[int]] = field(default_factory=dict)

    def person(self, place: int, name: str) -> str:
        """The id of who is called this in this seat of the pair; a name that is new there is a new person."""
        key = (place, name)
        if key not in self.people:
            self.people[key] = f"{self.ref}p{len(self.people) + 1}"
        return self.people[key]

    @property
    def own(self) -> tuple[str, str]:
        """The ids of the two themselves."""
        first, second = self.members
        return self.people[0, first], self.people[1, second]


@dataclass(frozen=True, slots=True)
class Played:
    """A game of a log, the pair of each seat with the place in it, and the round that the game is put in.

    `hands` are those that count.
    """

    game: LoggedGame
    hands: tuple[LoggedHand, ...]
    places: Mapping[int, tuple[Pair, int]]
    round: int

    @property
    def sides(self) -> list[str]:
        """The ids of the pairs, in the order of the sides."""
        return list(dict.fromkeys(pair.ref for _seat, (pair, _place) in sorted(self.places.items())))

    @property
    def is_whole(self) -> bool:
        """Whether the game has come to its end and every hand of it counts."""
        return self.game.is_finished and not self.left_out

    @property
    def left_out(self) -> tuple[LoggedHand, ...]:
        """The other hands: they cannot be replayed, or stand behind the end because one is missing."""
        kept = {hand.number for hand in self.hands}
        return tuple(hand for hand in self.game.hands if hand.number not in kept)

    @property
    def own(self) -> dict[str, str]:
        """The ids by seat of the four who make the pairs."""
        return {str(seat): pair.own[place] for seat, (pair, place) in sorted(self.places.items())}


@dataclass(slots=True)
class Drawer:
    """Puts match after match of a game into the first round in which neither of its pairs has a table."""

    game: Game
    pairs: list[Pair] = field(default_factory=list)
    played: list[Played] = field(default_factory=list)

    def take(self, game: LoggedGame) -> Played:
        """Find the pairs of a game, or make them, and a round for it."""
        places: dict[int, tuple[Pair, int]] = {}
        for seats in seats_by_side(self.game, len(game.seats)):
            sitting = next((pair for pair, _place in places.values()), None)
            places |= self._pair(game, seats, taken=sitting)
        refs = {pair.ref for pair, _place in places.values()}
        taken = {one.round for one in self.played if refs & set(one.sides)}
        number = next(each for each in range(1, len(self.played) + 2) if each not in taken)
        self.played.append(Played(game, entered(self.game, game), places, number))
        for seat, (pair, place) in places.items():
            for name, _hand in game.seats[seat]:
                pair.rounds.setdefault(pair.person(place, name), []).append(number)
        return self.played[-1]

    def _pair(
        self, game: LoggedGame, seats: tuple[int, ...], taken: Pair | None
    ) -> dict[int, tuple[Pair, int]]:
        """The pair that began the game in these seats, in any order; `taken` sits at the table already."""
        first, second = (game.seats[seat][0][0] for seat in seats)
        for pair in self.pairs:
            if pair is not taken and pair.members in {(first, second), (second, first)}:
                places = (0, 1) if pair.members == (first, second) else (1, 0)
                return {seat: (pair, place) for seat, place in zip(seats, places, strict=True)}
        number = len(self.pairs) + 1
        name = self._free_name(" – ".join(map(shown_name, (first, second), seats)))
        made = Pair(f"e{number}", number, name, (first, second), seats)
        for place, member in enumerate(made.members):
            made.person(place, member)
        self.pairs.append(made)
        return {seat: (made, place) for place, seat in enumerate(seats)}

    def _free_name(self, name: str) -> str:
        """The name, with a number behind it where another pair of the event is called the same."""
        taken = {same_name(pair.name) for pair in self.pairs}
        name = name[: LONGEST_NAME - 8]
        counted = (f"{name} ({number})" for number in range(2, len(taken) + 3))
        return next(each for each in (name, *counted) if same_name(each) not in taken)


def shown_name(name: str, seat: int) -> str:
    """The name as a list can print it; who has none is called after the seat."""
    kept = "".join(sign if is_one_line(sign) else " " for sign in name).strip()[:LONGEST_NAME]
    return kept or _("Seat %(seat)s") % {"seat": seat}


def seats_by_side(game: Game, number: int) -> list[tuple[int, ...]]:
    """Return the seats of each side of a table of so many; the players of a side take them in this order."""
    rules = game.read_rules({})
    seats = range(1, number + 1)
    return [tuple(seat for seat in seats if game.side_of(rules, seat) == side) for side in game.sides(rules)]


def archive_of(game: Game, head: Head, games: Sequence[LoggedGame]) -> tuple[Part, tuple[Played, ...]]:
    """Return the archive of an event of a game with these matches, and where each of them is put."""
    drawer = Drawer(game)
    played = tuple(drawer.take(each) for each in games)
    pairs = drawer.pairs
    stage = {
        "id": STAGE,
        "name": _("Game logs"),
        "method": "manual",
        "method_options": {},
        "match": {"target": True},
        "points": TWO_FOR_A_WIN,
        "ranking": ["match_points", "difference"],
        "unplayed": "fide_2026",
        "rounds": list(_rounds(played)),
    }
    event: Part = {
        "slug": head.slug,
        "name": head.name,
        "game": game.key,
        "profile": "seed",
        "options": {},
        "entrant_kind": "pair",
        "time_zone": head.time_zone,
        "starts_at": None,
        "seed": 0,
    }
    document = {
        "format": "baza-event",
        "version": 1,
        "event": event,
        "players": [player for pair in pairs for player in _players(pair)],
        "entrants": [_entrant(pair) for pair in pairs],
        "stages": [stage],
        "rulings": [],
    }
    return document, played


def _players(pair: Pair) -> Iterator[Part]:
    for (place, name), ref in pair.people.items():
        yield {"id": ref, "name": shown_name(name, pair.seats[place])}


def _entrant(pair: Pair) -> Part:
    """The pair with those who stood in for it, and in which rounds."""
    others = [
        {"player": ref, "substitute": True, "from_round": min(rounds), "to_round": max(rounds)}
        for ref, rounds in pair.rounds.items()
        if ref not in pair.own
    ]
    line_up = {"line_up": others} if others else {}
    return {"id": pair.ref, "number": pair.number, "name": pair.name, "players": list(pair.own), **line_up}


def _rounds(played: Sequence[Played]) -> Iterator[Part]:
    for number in sorted({one.round for one in played}):
        own = [one for one in played if one.round == number]
        yield {
            "number": number,
            "status": "closed" if all(one.is_whole for one in own) else "playing",
            "matches": [_match(table, one) for table, one in enumerate(own, start=1)],
        }


def _match(table: int, played: Played) -> Part:
    hands = [_hand(hand, played) for hand in played.hands]
    outcome = {"outcome": "played"} if played.is_whole else {}
    return {"table": table, "sides": played.sides, "seats": played.own, **outcome, "hands": hands}


def entered(game: Game, logged: LoggedGame) -> tuple[LoggedHand, ...]:
    """The hands of a match that count: those whose result the rules give, up to the end that they make."""
    kept: list[LoggedHand] = []
    state = game.open_match(game.read_rules({}))
    for hand in logged.hands:
        following = state if hand.summary is None else game.add(state, dict(hand.summary))
        if isinstance(following, MatchState) and following is not state:
            kept.append(hand)
            state = following
    return tuple(kept)


def _hand(hand: LoggedHand, played: Played) -> Part:
    """A hand with its record, which says who played it where others than the pairs themselves sat down."""
    part: Part = {"number": hand.number, "summary": dict(hand.summary or {})}
    people = {
        str(seat): pair.person(place, hand.players[seat][-1])
        for seat, (pair, place) in sorted(played.places.items())
    }
    if hand.record is not None:
        part["record"] = {**hand.record, **({"players": people} if people != played.own else {})}
    return part
