"""Builders: events as clubs play them, made through the services; shared by all tests.

Dora directs, Sam scores, Tab is the tablet of a table; a phone belongs to one side of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any
from uuid import UUID, uuid4

from scoring.intake import record_hand
from scoring.models import EntrySource, Hand, HandScore, MatchResult, SideResult
from scoring.receipts import Receipt
from scoring.services.confirm import confirm_hand
from scoring.services.drawing import DrawOptions
from scoring.services.progress import close_round, draw_round, publish_round
from tests.support.usual import POINTS
from tournaments.access import SYSTEM, Actor
from tournaments.models import (
    Club,
    Device,
    Entrant,
    Event,
    EventMember,
    Match,
    Participation,
    Role,
    Round,
    Stage,
    Table,
    User,
)
from tournaments.services.devices import create_device
from tournaments.services.entrants import NewEntrant, add_entrants
from tournaments.services.events import create_event

SIX: dict[str, Any] = {"kind": "team", "options": {"variant": "tientsin"}}
"""An evening of the game for six."""
SWEEP_B: dict[str, Any] = {"first_out": 2, "result": "double"}
_slugs = count(1)


def counted(points: int, **more: Any) -> dict[str, Any]:
    """A counted Tichu hand in which side A took so many card points."""
    return {"first_out": 1, "result": "count", "points": {"A": points}, **more}


def turned(dealer: int, pinta: str, points: int) -> dict[str, Any]:
    """A hand of Malilla: who dealt, the card turned up, what side A took of the 72 points."""
    return {"dealer": dealer, "pinta": pinta, "points": {"A": points, "B": 72 - points}}


def ruled(dealer: int, code: str, side: str | None = None) -> dict[str, Any]:
    """A deal of Malilla that a ruling decides."""
    return {"dealer": dealer, "ruling": {"code": code, **({"side": side} if side else {})}}


@dataclass
class Evening:
    """An event with one Swiss stage, and the people who may act in it."""

    event: Event
    stage: Stage
    entrants: list[Entrant]
    dora: Actor
    sam: Actor

    def drawn(self, **options: Any) -> Round:
        """The next round as a draft."""
        return draw_round(self.dora, self.stage, options=DrawOptions(**options))[0]

    def next_round(self, **options: Any) -> Round:
        """The next round, published."""
        return publish_round(self.dora, self.drawn(**options))

    def match(self, table: int = 1) -> Match:
        """The match at a table in the last round, read again."""
        matches = Match.objects.filter(round__stage=self.stage, table__number=table)
        return matches.select_related("round__stage__event__club").order_by("-round__number")[0]

    def table(self, number: int = 1) -> Table:
        """A table of the hall."""
        return Table.objects.get_or_create(event=self.event, number=number)[0]

    def tablet(self, table: int = 1) -> Actor:
        """The tablet of a table."""
        return Actor(device=self._device(label=f"table {table}", table=self.table(table)))

    def phone(self, side: str, table: int = 1) -> Actor:
        """A phone of one side of a table."""
        wanted = {"label": f"{side} at {table}", "table": self.table(table), "profile": "side", "side": side}
        return Actor(device=self._device(**wanted))

    def _device(self, **wanted: Any) -> Device:
        return create_device(SYSTEM, self.event, **wanted)[0]

    def play(self, score: Mapping[int, int], hands: int = 1) -> None:
        """Every table's match: so many card points for side A in each hand, agreed to by Dora."""
        for table, points in score.items():
            for number in range(1, hands + 1):
                enter(self.match(table), number, counted(points), self.dora)

    def close(self) -> Round:
        """Close the last round."""
        return close_round(self.dora, self.round)

    @property
    def round(self) -> Round:
        """The last round, read again."""
        rounds = Round.objects.filter(stage=self.stage).select_related("stage__event__club")
        return rounds.order_by("-number")[0]

    def play_round(self, score: Mapping[int, int], hands: int = 1) -> Round:
        """A whole round: drawn, published, played, closed."""
        self.next_round()
        self.play(score, hands)
        return self.close()


def evening(
    pairs: int = 4,
    *,
    match: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
    profile: str = "club",
    options: Mapping[str, Any] | None = None,
    kind: str = "pair",
    game: str = "tichu",
    **stage: Any,
) -> Evening:
    """A running event of pairs, or of teams of three, with a Swiss stage; of Tichu with one hand a match
    unless `game` and `match` say otherwise.
    """
    number = next(_slugs)
    dora = User.objects.create_user(f"dora{number}")
    sam = User.objects.create_user(f"sam{number}")
    event = create_event(
        Actor(user=dora),
        Club.objects.create(name=f"Club {number}", slug=f"club-{number}"),
        slug="evening",
        name="Evening",
        game=game,
        profile=profile,
        entrant_kind=kind,
        options=options,
        settings=settings,
        seed=7,
    )
    EventMember.objects.create(event=event, user=sam, role=Role.SCORER)
    made = add_stage(event, match=match, **stage)
    new = new_pair if kind == "pair" else new_team
    entrants = add_entrants(SYSTEM, event, [new(n) for n in range(1, pairs + 1)])
    return Evening(event, made, entrants, Actor(user=dora), Actor(user=sam))


def add_stage(event: Event, order: int = 1, *, match: Mapping[str, Any] | None = None, **more: Any) -> Stage:
    """A Swiss stage of the event."""
    columns: dict[str, Any] = {
        "points": dict(POINTS),
        "ranking": ["match_points", "buchholz", "difference"],
        "method": "swiss",
        **more,
    }
    return Stage.objects.create(
        event=event,
        ref=f"s{order}",
        order=order,
        name=f"Stage {order}",
        match=dict(match or {"hands": 1}),
        **columns,
    )


def new_pair(number: int) -> NewEntrant:
    """A pair with two people."""
    return NewEntrant(f"Pair {number}", (f"North {number}", f"South {number}"))


def new_team(number: int) -> NewEntrant:
    """A team with three people."""
    return NewEntrant(f"Team {number}", tuple(f"{name} {number}" for name in ("Ana", "Bo", "Cleo")))


def enter(
    match: Match,
    number: int,
    summary: Mapping[str, Any] | None,
    actor: Actor = SYSTEM,
    *,
    kind: str = "enter",
    seen: int | None = None,
    submission: UUID | None = None,
    **more: Any,
) -> Receipt:
    """One submission through the one path of a result."""
    source = EntrySource.DEVICE if actor.device else EntrySource.USER if actor.user else EntrySource.IMPORT
    return record_hand(
        match=match,
        number=number,
        kind=kind,
        payload=summary,
        submission=submission or uuid4(),
        actor=actor,
        source=source,
        seen_revision=seen,
        **more,
    )


def correct(match: Match, number: int, summary: Mapping[str, Any], actor: Actor, seen: int = 1) -> Receipt:
    """A correction of what was seen."""
    return enter(match, number, summary, actor, kind="correct", seen=seen)


def void(match: Match, number: int, actor: Actor, seen: int | None = 1) -> Receipt:
    """A hand declared void."""
    return enter(match, number, None, actor, kind="void", seen=seen)


def confirm(match: Match, number: int, actor: Actor, revision: int = 1, side: str = "") -> Receipt:
    """Agreement to a revision."""
    return confirm_hand(actor, match, number, revision, side)


def result(match: Match) -> MatchResult:
    """How the match stands in the database."""
    return MatchResult.objects.get(match=match)


def side_points(match: Match) -> dict[str, Any]:
    """Match points by side as they stand in the database."""
    return {each.side: each.match_points for each in SideResult.objects.filter(match=match)}


def hand(match: Match, number: int) -> Hand:
    """A hand, read again."""
    return Hand.objects.select_related("current", "match__round__stage__event").get(
        match=match, number=number
    )


def states(match: Match) -> dict[int, str]:
    """What each hand's score counts for, by number."""
    return dict(HandScore.objects.filter(hand__match=match).values_list("hand__number", "state"))


def sides(match: Match) -> dict[str, int]:
    """The number of the entrant on each side."""
    rows = Participation.objects.filter(match=match).values_list("side", "entrant__number")
    return dict(rows)
