"""Events and their stages as they are set up: checked like an archive, created in one act, fixed by results.

The parts have the shapes of the event archive (its `event` and `stage`), so that there is one validation of
points, rankings, limits and options, whoever asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.core.problems import Problem, pointer
from scoring.archive.canonical import Part, moment
from scoring.archive.columns import event_part, stage_columns, stage_part
from scoring.archive.read import Archive, read_archive
from scoring.archive.schema import FORMAT, VERSION
from scoring.models import Ruling
from scoring.services.seat_draw import is_being_drawn
from tournaments.access import Actor
from tournaments.errors import Invalid
from tournaments.locks import lock, lock_all, writing
from tournaments.models import (
    Club,
    Event,
    EventStatus,
    Match,
    Participation,
    Round,
    RoundStatus,
    Stage,
    StageEntrant,
    Verb,
)
from tournaments.services.audit import act
from tournaments.services.events import create_event

FREE_OF_EVENT = ("name", "starts_at", "time_zone", "status", "slug", "seed")
FREE_OF_STAGE = ("id", "name", "rounds_planned", "status", "rounds")
"""What may change after the first result: it enters no score and no order."""
SEATS_BY = ("/event/game", "/event/options/variant")
"""What says how many meet at a table, and how many sit on a side: it stays as soon as a round is drawn."""
DRAWN_BY = ("/event/game", "/event/profile", "/event/options", "/event/entrant_kind", "/stages/0/rules")
"""What says how cards decide seats and the first deal: it stays as soon as a table has begun to draw."""


def has_results(event: Event) -> bool:
    """Return whether something was played or ruled, so that rules and points are fixed."""
    begun = Round.objects.filter(stage__event=event, status__in=[RoundStatus.PLAYING, RoundStatus.CLOSED])
    return begun.exists() or Ruling.objects.filter(event=event).exists()


def check_parts(event: Part, stage: Part, people: Part | None = None) -> Archive | tuple[Problem, ...]:
    """Return the checked event with its one stage, or every problem by its place in an archive."""
    document = {
        "format": FORMAT,
        "version": VERSION,
        "event": event,
        **(people or {"players": [], "entrants": []}),
        "stages": [{"id": "s1", "method_options": {}, **stage, "rounds": []}],
        "rulings": [],
    }
    return read_archive(document)


def create_event_with_stage(actor: Actor, club: Club, event: Part, stage: Part) -> Event:
    """Return a new event in state draft with its first stage, both made in one act.

    Raises Invalid with every problem of both, by its place in an archive (`/event/…`, `/stages/0/…`).
    """
    event = {"status": EventStatus.DRAFT.value, **event}
    checked = check_parts(event, stage)
    problems = () if isinstance(checked, Archive) else checked
    slug = str(event.get("slug", ""))
    if Event.objects.filter(club=club, slug=slug).exists():
        problems += (Problem("slug_taken", "/event/slug", {"slug": slug}),)
    if problems or not isinstance(checked, Archive):
        raise Invalid("invalid_event", problems)
    part = checked.document["event"]
    with writing():
        made = create_event(
            actor,
            club,
            slug=part["slug"],
            name=part["name"],
            game=part["game"],
            profile=part["profile"],
            options=part["options"],
            entrant_kind=part["entrant_kind"],
            starts_at=moment(part["starts_at"]) if part["starts_at"] else None,
            time_zone=part["time_zone"],
            seed=part["seed"],
            settings=part.get("settings", {}),
        )
        _store(actor, made, checked.document["stages"][0])
    return made


def free_slug(club: Club, wanted: str) -> str:
    """Return the address, or with a number behind it the first of its kind that the club has not used."""
    taken = set(Event.objects.filter(club=club, slug__startswith=wanted).values_list("slug", flat=True))
    numbered = (f"{wanted}-{number}" for number in range(2, len(taken) + 3))
    return wanted if wanted not in taken else next(each for each in numbered if each not in taken)


def _store(actor: Actor, event: Event, part: Part) -> Stage:
    with act(event, actor) as journal:
        order = (event.stages.order_by("-order").values_list("order", flat=True).first() or 0) + 1
        taken = set(event.stages.values_list("ref", flat=True))
        ref = part["id"] if part["id"] not in taken else f"s{order}x{len(taken)}"
        stage = Stage.objects.create(event=event, ref=ref, order=order, **stage_columns(part))
        wanted = part.get("entrants")
        field = event.entrants.all() if wanted is None else event.entrants.filter(ref__in=wanted)
        if order == 1 or wanted is not None:
            StageEntrant.objects.bulk_create(
                StageEntrant(stage=stage, entrant=each, seed=each.number) for each in field
            )
        journal.add(Verb.STAGE_CREATED, f"stage:{order}", name=stage.name, method=stage.method)
    return stage


def change_event_with_stage(actor: Actor, event: Event, wanted: Part, stage: Part) -> Event:
    """Return the event as it is wanted now, with its first stage.

    Raises Invalid with every problem, and with `settings_fixed` at each setting that differs although a
    result is there, `seats_drawn` at each that a draw begun at a table goes by, `tables_drawn` at what gives
    a table other seats than those for which a round is drawn. Address, state and seed stay what they are.
    """
    with act(event, actor) as journal:
        event = lock(event)
        row = lock_all(event.stages.order_by("order").filter(order=1))[0]
        posted = Match.objects.filter(round__stage__event=event, round__status=RoundStatus.PUBLISHED)
        tables = lock_all(posted)  # a first result that is being stored is one that fixes the settings
        people = people_of(event)
        fixed = {key: getattr(event, key) for key in ("slug", "status", "seed")}
        checked = check_parts({**wanted, **fixed}, stage, people)
        if not isinstance(checked, Archive):
            raise Invalid("invalid_event", checked)
        before = check_parts(event_part(event), stage_part(row), people)
        if isinstance(before, Archive):
            differing = tuple(_differing(before.document, checked.document))
            _require_free(event, tables, differing)
            if _seats(before) != _seats(checked):
                _require_undrawn(event, differing)
        part = checked.document["event"]
        _update(event, part, row, checked.document["stages"][0])
        journal.add(Verb.EVENT_CHANGED, event.slug, name=event.name)
    return event


def _require_free(event: Event, tables: Sequence[Match], differing: Sequence[Problem]) -> None:
    """Raise Invalid for settings that may not differ any more: something was played or drawn by them."""
    if differing and has_results(event):
        raise Invalid("settings_fixed", differing)
    by_these = [replace(each, code="seats_drawn") for each in differing if each.path.startswith(DRAWN_BY)]
    if by_these and any(map(is_being_drawn, tables)):
        raise Invalid("seats_drawn", by_these)


def _seats(checked: Archive) -> tuple[object, ...]:
    """The seats of a table, each with its side."""
    game, rules = checked.game, checked.rules
    return tuple((seat, game.side_of(rules, seat)) for seat in game.seats(rules))


def _require_undrawn(event: Event, differing: Sequence[Problem]) -> None:
    """Raise Invalid for tables with other seats, where a round is drawn for those that there are."""
    if Participation.objects.filter(round__stage__event=event, outcome="").exists():
        by_these = [replace(each, code="tables_drawn") for each in differing if each.path in SEATS_BY]
        raise Invalid("tables_drawn", by_these)


def _update(event: Event, part: Part, row: Stage, stage: Part) -> None:
    """Write the event and its stage anew."""
    for key in ("name", "game", "profile", "options", "entrant_kind", "time_zone"):
        setattr(event, key, part[key])
    event.settings = part.get("settings", {})
    event.starts_at = moment(part["starts_at"]) if part["starts_at"] else None
    event.save()
    for key, value in stage_columns(stage).items():
        setattr(row, key, value)
    row.save()
    event.entrants.update(kind=event.entrant_kind)


def _differing(before: Part, after: Part) -> Iterator[Problem]:
    """A problem for every setting of two checked documents that differs and enters a score or an order."""
    parts = (
        ("/event", before["event"], after["event"], FREE_OF_EVENT),
        ("/stages/0", before["stages"][0], after["stages"][0], FREE_OF_STAGE),
    )
    for place, old, new, free in parts:
        for key in sorted((old.keys() | new.keys()) - set(free)):
            yield from _difference(place + pointer(key), old.get(key), new.get(key))


def _difference(place: str, old: object, new: object) -> Iterator[Problem]:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in sorted(old.keys() | new.keys()):
            yield from _difference(place + pointer(key), old.get(key), new.get(key))
    elif old != new:
        yield Problem("settings_fixed", place)


def people_of(event: Event) -> dict[str, Any]:
    """Return the people and entrants of an event as far as a check of its stages needs them."""
    roster = event.roster.filter(to_round=None, substitute=False).order_by("slot", "pk")
    players: list[dict[str, Any]] = []
    members: dict[int | None, list[str]] = {}
    for ref, entrant in roster.values_list("ref", "entrant_id"):
        players.append({"id": ref, "name": ref})
        members.setdefault(entrant, []).append(ref)
    entrants = [
        {"id": ref, "number": number, "name": name, "players": members.get(pk, [])}
        for pk, ref, number, name in event.entrants.values_list("pk", "ref", "number", "name")
    ]
    return {"players": players, "entrants": entrants}
