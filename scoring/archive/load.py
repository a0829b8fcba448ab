"""Storing an event archive: one transaction, through the same doors as every other result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.archive.canonical import (
    Part,
    moment,
    named_tables,
    usual_entrant_status,
    usual_event_status,
    usual_field,
    usual_stage_status,
)
from scoring.archive.columns import stage_columns
from scoring.archive.erase import erase_event
from scoring.archive.load_log import restore_log
from scoring.archive.load_rounds import RoundLoader
from scoring.archive.load_rulings import load_rulings
from scoring.archive.read import Archive
from scoring.models import Ruling
from scoring.services.standings import compute, rebuild, store
from scoring.table import exact
from tournaments.access import SYSTEM, Actor
from tournaments.errors import Invalid
from tournaments.locks import writing
from tournaments.models import (
    Board,
    Club,
    Entrant,
    EntrantPlayer,
    Event,
    EventMember,
    EventVersion,
    PlannedAbsence,
    Player,
    Role,
    RoundStatus,
    Stage,
    StageEntrant,
    Table,
    Verb,
)
from tournaments.services.audit import act

OUTDATED = -1
"""Version of no table: a round that was drawn from one that has been corrected since."""


@dataclass(slots=True)
class Loaded:
    """The rows of an event by their names in the archive."""

    event: Event
    actor: Actor
    archive: Archive
    players: dict[str, Player] = field(default_factory=dict)
    entrants: dict[str, Entrant] = field(default_factory=dict)
    tables: dict[int, Table] = field(default_factory=dict)
    stages: dict[str, Stage] = field(default_factory=dict)

    @property
    def document(self) -> Part:
        """The canonical document."""
        return self.archive.document


def import_archive(archive: Archive, club: Club, actor: Actor = SYSTEM, *, replace: bool = False) -> Event:
    """Store the event of an archive in a club, whole or not at all; returns it.

    Hands and totals go through the intake; with a history they are stored as they were typed, and scored
    by the same projection. Raises Invalid `slug_taken` where the club has an event with this slug, unless
    `replace` removes that one first, and `log_is_here` where the history stands in this database already.
    """
    with writing():
        _make_room(archive, club, replace=replace)
        loaded = Loaded(_store_event(archive, club, actor), actor, archive)
        _store_people(loaded)
        _store_tables(loaded)
        for order, part in enumerate(loaded.document["stages"], start=1):
            loaded.stages[part["id"]] = _store_stage(loaded, order, part)
        loader = RoundLoader(loaded.event, actor, archive, loaded.entrants, loaded.players, loaded.tables)
        for part in loaded.document["stages"]:
            loader.store_rounds(loaded.stages[part["id"]], part)
        with act(loaded.event, actor) as journal:
            rulings: dict[int, Ruling] = {}
            places = (loaded.event, loaded.document, loaded.stages, loaded.entrants, loaded.players)
            load_rulings(*places, stored=rulings, of_hands=True)
            loader.enter_results()
            load_rulings(*places, stored=rulings)
            in_order = [rulings[position] for position in sorted(rulings)]
            restore_log(loaded.event, loaded.document, loader.addressed, in_order)
            loader.release_hands()
            loader.settle_matches()
            _store_standings(loaded)
            journal.entries = []  # one act: the file says what was entered
            journal.add(Verb.EVENT_IMPORTED, loaded.event.slug)
    return loaded.event


def _make_room(archive: Archive, club: Club, *, replace: bool) -> None:
    slug = archive.document["event"]["slug"]
    standing = Event.objects.filter(club=club, slug=slug).first()
    if standing is None:
        return
    if not replace:
        raise Invalid.of("slug_taken", "/event/slug", slug=slug)
    erase_event(standing)


def _store_event(archive: Archive, club: Club, actor: Actor) -> Event:
    part = archive.document["event"]
    event = Event.objects.create(
        club=club,
        slug=part["slug"],
        name=part["name"],
        game=part["game"],
        profile=part["profile"],
        options=part["options"],
        entrant_kind=part["entrant_kind"],
        status=part.get("status", usual_event_status(archive.document["stages"])),
        starts_at=None if part["starts_at"] is None else moment(part["starts_at"]),
        time_zone=part["time_zone"],
        seed=part["seed"],
        settings=part.get("settings", {}),
    )
    EventVersion.objects.create(event=event)
    if actor.user is not None:
        EventMember.objects.create(event=event, user=actor.user, role=Role.OWNER)
    return event


def _store_people(loaded: Loaded) -> None:
    """People of the club with the same name are the same person, as long as the file has only one of them."""
    event, document = loaded.event, loaded.document
    names = [part["name"] for part in document["players"]]
    known = Player.objects.filter(club=event.club, name__in=set(names), anonymised_at=None).order_by("-pk")
    standing = {player.name: player for player in known if names.count(player.name) == 1}
    for part in document["players"]:
        player = standing.get(part["name"]) or Player(club=event.club, name=part["name"])
        loaded.players[part["id"]] = player
    Player.objects.bulk_create([player for player in loaded.players.values() if player.pk is None])
    for part in document["entrants"]:
        loaded.entrants[part["id"]] = _entrant(event, part)
    Entrant.objects.bulk_create(loaded.entrants.values())
    EntrantPlayer.objects.bulk_create(_roster(loaded))
    PlannedAbsence.objects.bulk_create(
        PlannedAbsence(entrant=loaded.entrants[part["id"]], round=int(number), kind=kind)
        for part in document["entrants"]
        for number, kind in part.get("absences", {}).items()
    )


def _entrant(event: Event, part: Part) -> Entrant:
    return Entrant(
        event=event,
        ref=part["id"],
        kind=event.entrant_kind,
        number=part["number"],
        name=part["name"],
        club=part.get("club", ""),
        rating=_number(part.get("rating")),
        status=part.get("status", usual_entrant_status(part)),
        joined_round=part.get("joined_round", 1),
        left_after_round=part.get("left_after_round"),
    )


def _roster(loaded: Loaded) -> list[EntrantPlayer]:
    """Everybody on the event's list, each with the place in their entrant."""
    rows = {
        part["id"]: EntrantPlayer(
            event=loaded.event,
            player=loaded.players[part["id"]],
            ref=part["id"],
            club=part.get("club", ""),
            rating=_number(part.get("rating")),
        )
        for part in loaded.document["players"]
    }
    for part in loaded.document["entrants"]:
        for slot, player in enumerate(part["players"]):
            rows[player].entrant, rows[player].slot = loaded.entrants[part["id"]], slot
        for member in part.get("line_up", ()):
            row = rows[member["player"]]
            row.entrant, row.slot = loaded.entrants[part["id"]], member.get("slot", 0)
            row.substitute = member.get("substitute", False)
            row.from_round, row.to_round = member.get("from_round"), member.get("to_round")
    return list(rows.values())


def _number(value: int | str | None) -> Any:
    return None if value is None else exact(value)


def _store_tables(loaded: Loaded) -> None:
    labels = {part["number"]: part.get("label", "") for part in loaded.document.get("tables", ())}
    fixed = {part["id"]: part["fixed_table"] for part in loaded.document["entrants"] if "fixed_table" in part}
    for number in sorted(named_tables(loaded.document) | set(labels)):
        loaded.tables[number] = Table(event=loaded.event, number=number, label=labels.get(number, ""))
    Table.objects.bulk_create(loaded.tables.values())
    for ref, number in fixed.items():
        loaded.entrants[ref].fixed_table = loaded.tables[number]
        loaded.entrants[ref].save(update_fields=["fixed_table"])


def _store_stage(loaded: Loaded, order: int, part: Part) -> Stage:
    stage = Stage.objects.create(
        event=loaded.event,
        ref=part["id"],
        order=order,
        status=part.get("status", usual_stage_status(part)),
        **stage_columns(part),
    )
    everybody = list(loaded.entrants)
    places = part.get("entrants", everybody if order == 1 else usual_field(part, everybody))
    groups: Mapping[str, str] = part.get("groups", {})
    StageEntrant.objects.bulk_create(
        StageEntrant(
            stage=stage,
            entrant=loaded.entrants[ref],
            seed=loaded.entrants[ref].number,
            group=groups.get(ref, ""),
        )
        for ref in places
    )
    Board.objects.bulk_create(_boards(stage, part, _boards_of_log(loaded, part["id"])))
    return stage


def _boards_of_log(loaded: Loaded, stage: str) -> set[int]:
    """The boards of hands that stand in the history alone."""
    first = loaded.document["stages"][0]["id"]
    log = loaded.document.get("log", ())
    return {item["board"] for item in log if "board" in item and item.get("stage", first) == stage}


def _boards(stage: Stage, part: Part, others: set[int]) -> list[Board]:
    """The boards that the stage lists, and those that are only played."""
    listed = {board["number"]: board for board in part.get("boards", [])}
    played = {
        hand["board"]
        for one in part["rounds"]
        for match in one["matches"]
        for hand in match.get("hands", [])
        if "board" in hand
    }
    return [
        Board(
            stage=stage,
            number=number,
            dealer=listed.get(number, {}).get("dealer"),
            deal=listed.get(number, {}).get("deal"),
        )
        for number in sorted(played | set(listed) | others)
    ]


def _store_standings(loaded: Loaded) -> None:
    """The table after each closed round, and the provisional one of the round in play."""
    version = EventVersion.objects.get(event=loaded.event).number
    for stage in loaded.stages.values():
        closed = stage.rounds.filter(status=RoundStatus.CLOSED)
        for number in closed.values_list("number", flat=True):
            store(stage, number, version, compute(stage, number), final=True)
        closed.update(stale=False)
        _date_draws(stage, version)
        rebuild(stage.pk)


def _date_draws(stage: Stage, version: int) -> None:
    """Say from which table each round was drawn: the one that is stored now, or one that is no more."""
    for drawn in stage.rounds.filter(number__gt=1).exclude(why={}):
        outdated = drawn.why.pop("outdated", False)
        drawn.why["standings"] = OUTDATED if outdated else version
        drawn.save(update_fields=["why"])
