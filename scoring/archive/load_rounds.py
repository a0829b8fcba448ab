"""The rounds of an event archive: matches and seats as rows, results through the intake."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from scoring.archive.canonical import Part, entrants_of, moment, numbered
from scoring.archive.checks.matches import BYES
from scoring.archive.line_up import usual_seats
from scoring.archive.read import Archive
from scoring.intake import Submission, submit_first
from scoring.models import EntryKind, EntrySource, MatchResult, Ruling
from scoring.services.loading import SLIP
from scoring.services.project import project_match
from scoring.services.release import restore_release
from scoring.table import exact
from tournaments.access import Actor
from tournaments.models import (
    Entrant,
    Event,
    Match,
    MatchStatus,
    Outcome,
    Participation,
    Player,
    Round,
    RoundStatus,
    Seat,
    Stage,
    Table,
)

Address = tuple[str, int, int]
"""A match in an archive: stage, number of the round, number in the round."""

PLAYED = {None, Outcome.PLAYED}
FORFEIT = "forfeit"
ROUND_TIMES = ("drawn_at", "published_at", "started_at", "closed_at")


@dataclass(slots=True)
class RoundLoader:
    """Stores the rounds of the stages one after the other, then everything that was entered in them."""

    event: Event
    actor: Actor
    archive: Archive
    entrants: Mapping[str, Entrant]
    players: Mapping[str, Player]
    tables: Mapping[int, Table]
    addressed: dict[Address, tuple[Match, Part]] = field(default_factory=dict)
    numbers: dict[str, int] = field(init=False)
    told: frozenset[tuple[Address, int]] = field(init=False)
    people: dict[str, list[str]] = field(init=False)
    sides: Sequence[str] = field(init=False)

    def __post_init__(self) -> None:
        """Look up what every match needs."""
        self.people = {part["id"]: part["players"] for part in self.archive.document["entrants"]}
        self.numbers = {part["id"]: part["number"] for part in self.archive.document["entrants"]}
        self.sides = self.archive.game.sides(self.archive.rules)
        self.told = hands_of_log(self.archive.document)

    def store_rounds(self, stage: Stage, part: Part) -> None:
        """Store the rounds of a stage with their matches, sides and seats, without results."""
        for one in part["rounds"]:
            row = self._round(stage, one)
            matches = [
                (self._match(row, number, match), match)
                for number, match in numbered(one["matches"], self.numbers)
            ]
            Match.objects.bulk_create(match for match, _ in matches)
            Participation.objects.bulk_create(
                participation
                for match, part in matches
                for participation in self._participations(match, part)
            )
            if one["status"] != RoundStatus.DRAFT:
                Seat.objects.bulk_create(seat for match, part in matches for seat in self._seats(match, part))
                self.addressed |= {(part["id"], row.number, each[0].number): each for each in matches}

    def enter_results(self) -> None:
        """Enter every hand and every total of which no history tells, match by match."""
        for address, (match, part) in self.addressed.items():
            queue = [
                _typed(hand["number"], hand["summary"], hand.get("board"), hand.get("record"))
                for hand in part.get("hands", ())
                if (address, hand["number"]) not in self.told
            ]
            if is_slip(part) and (address, SLIP) not in self.told:
                queue.append(_typed(SLIP, totals(part, self.sides)))
            if queue:
                submit_first(match, queue, self.actor, EntrySource.IMPORT)

    def release_hands(self) -> None:
        """Let everybody see the records that everybody could see, once all entries are there."""
        for match, part in self.addressed.values():
            restore_release(match, [hand["number"] for hand in part.get("hands", ()) if "released" in hand])

    def settle_matches(self) -> None:
        """Bring each match to the outcome that it has, once its hands and rulings are there."""
        ruled = set(Ruling.objects.filter(event=self.event).values_list("match", flat=True))
        complete = set(
            MatchResult.objects.filter(match__round__stage__event=self.event, complete=True).values_list(
                "match", flat=True
            )
        )
        restored = {address for address, _ in self.told}
        for address, (match, part) in self.addressed.items():
            stands = match.pk in complete if "outcome" in part else "hands" in part
            is_set = match.pk in ruled or part.get("outcome") not in PLAYED
            if address in restored or is_set or not stands:
                self._settle(match, part)

    def _settle(self, match: Match, part: Part) -> None:
        """Set what did not come from play; a match that is said to be finished is, whatever its hands say."""
        if "hands" in part and part.get("outcome") not in PLAYED:
            for index, side in enumerate(self.sides):
                match.participations.filter(side=side).update(**_without_play(part, index))
        result = project_match(match, settle=True).result
        if part.get("outcome") == Outcome.PLAYED and not result.complete:
            match.participations.update(outcome=Outcome.PLAYED)
            project_match(match, settle=True)

    def _round(self, stage: Stage, part: Part) -> Round:
        times = {key: moment(part[key]) for key in ROUND_TIMES if key in part}
        seed = part.get("seed", self.event.seed)
        return Round.objects.create(
            stage=stage, number=part["number"], status=part["status"], seed=seed, why=self._why(part), **times
        )

    def _why(self, part: Part) -> dict[str, Any]:
        """How the round was drawn, entrants by the ids of the database."""
        why = dict(part.get("why", {}))
        if "byes" in why:
            why["byes"] = [{**bye, "entrant": self.entrants[bye["entrant"]].pk} for bye in why["byes"]]
        return why

    def _match(self, row: Round, number: int, part: Part) -> Match:
        return Match(
            round=row,
            table=self.tables[part["table"]] if "table" in part else None,
            number=number,
            leg=part.get("leg", 1),
            status=MatchStatus.COMPLETE if part.get("outcome") in BYES else MatchStatus.SCHEDULED,
            first_dealer=part.get("first_dealer"),
            draw=part.get("draw"),
            posted=part.get("posted"),
            scheduled_at=moment(part["scheduled_at"]) if "scheduled_at" in part else None,
        )

    def _participations(self, match: Match, part: Part) -> Iterator[Participation]:
        for index, side in enumerate(part["sides"]):
            own = {} if "hands" in part else _without_play(part, index)
            for slot, entrant in enumerate(entrants_of(side)):
                yield Participation(
                    match=match,
                    round=match.round,
                    side=self.sides[index],
                    entrant=self.entrants[entrant],
                    leg=match.leg,
                    slot=slot,
                    match_points=_match_points(part, index),
                    **own,
                )

    def _seats(self, match: Match, part: Part) -> Iterator[Seat]:
        """Who sits where: as the file says, else the people of each side in its seats."""
        if len(part["sides"]) < len(self.sides):
            return
        game, rules = self.archive.game, self.archive.rules
        people = [
            [player for entrant in entrants_of(side) for player in self.people[entrant]]
            for side in part["sides"]
        ]
        named = {int(seat): player for seat, player in part.get("seats", {}).items()}
        for seat, player in (named or usual_seats(game, rules, people)).items():
            side = game.side_of(rules, seat)
            yield Seat(match=match, position=seat, side=side, player=self.players[player])


def _typed(number: int, payload: Part, board: int | None = None, record: Part | None = None) -> Submission:
    return Submission(uuid4(), number, EntryKind.ENTER, payload, board, record)


def is_slip(part: Part) -> bool:
    """Return whether a match has only totals."""
    return "hands" not in part and part.get("outcome") == Outcome.PLAYED


def totals(part: Part, sides: Sequence[str]) -> dict[str, Any]:
    """Return the totals of a match without hands, as a paper slip."""
    return {key: dict(zip(sides, part[key], strict=True)) for key in ("score", "games") if key in part}


def hands_of_log(document: Part) -> frozenset[tuple[Address, int]]:
    """Return the hands of which the history tells, each with the address of its match."""
    first = document["stages"][0]["id"]
    return frozenset(
        ((item.get("stage", first), item["round"], item["match"]), item["hand"])
        for item in document.get("log", ())
        if item["what"] == "entry"
    )


def _match_points(part: Part, index: int) -> Any:
    """The match points that were set for a side."""
    given = part.get("match_points")
    if given is None:
        return None
    return exact(given[index] if isinstance(given, list) else given)


def _without_play(part: Part, index: int) -> dict[str, Any]:
    """Outcome and own points of a side that did not come from play: byes, forfeits, cancelled matches."""
    outcome = part.get("outcome")
    if outcome in PLAYED:
        return {}
    if outcome == FORFEIT:
        was_there = not set(entrants_of(part["winner"])).isdisjoint(entrants_of(part["sides"][index]))
        outcome = Outcome.FORFEIT_WIN if was_there else Outcome.FORFEIT_LOSS
    own: dict[str, Any] = {"outcome": outcome}
    if "score" in part:
        points = [exact(value) for value in part["score"]]
        others = points[:index] + points[index + 1 :]
        own |= {"game_points": points[index], "game_points_against": sum(others)}
    return own
