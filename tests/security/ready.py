"""What has to be so before a route can be asked for: each changes the world and tells places."""

from __future__ import annotations

import contextlib
import json
from typing import Any
from uuid import uuid4

from pages.event_form import values_of
from scoring.intake import record_hand
from scoring.models import Hand
from scoring.services.exchange import exchange_of_two, posted_sheet
from scoring.services.release import release_hands
from scoring.services.rulings import fine, forfeit_match
from scoring.services.seat_draw import take_card
from scoring.services.standings import rebuild
from tests.api.world import OTHER, STARTS
from tests.make import enter, void
from tests.security.world import Scene
from tests.support.recorded import recorded
from tournaments.access import SYSTEM, Actor
from tournaments.errors import Conflict
from tournaments.models import Device, Event, Match, Round, RoundStatus, Stage
from tournaments.services.calls import raise_call
from tournaments.services.devices import create_device


def as_draft(scene: Scene) -> dict[str, Any]:
    """The round is a draft."""
    Round.objects.filter(pk=scene.world.round.pk).update(status=RoundStatus.DRAFT)
    Match.objects.filter(round=scene.world.round).update(status="scheduled")
    Hand.objects.filter(match__round=scene.world.round).update(current=None)
    return {}


def as_draft_of_two(scene: Scene) -> dict[str, Any]:
    """A draft, and two who may change places in it."""
    one, other = (each.participations.all()[0].entrant_id for each in scene.world.matches[1:3])
    return {**as_draft(scene), "one": one, "other": other}


def as_closed(scene: Scene) -> dict[str, Any]:
    """The round is closed."""
    Round.objects.filter(pk=scene.world.round.pk).update(status=RoundStatus.CLOSED, closed_at=STARTS)
    return {}


def as_closed_stage(scene: Scene) -> dict[str, Any]:
    """The stage has ended."""
    Stage.objects.filter(pk=scene.world.stage.pk).update(status="closed")
    return as_closed(scene)


def as_finished(scene: Scene) -> dict[str, Any]:
    """Every match of the round has its end."""
    for match in scene.world.matches:
        forfeit_match(SYSTEM, match, [match.participations.all()[0].entrant], reason="nobody came")
    return {}


def with_fine(scene: Scene) -> dict[str, Any]:
    """There is a ruling."""
    world = scene.world
    ruling = fine(SYSTEM, world.entrants[0], world.round, reason="late", match_points=None, game_points=-10)
    return {"ruling": ruling.pk, "position": ruling.position}


def with_code(scene: Scene) -> dict[str, Any]:
    """A tablet waits for its code."""
    world = scene.world
    return {"code": create_device(SYSTEM, world.event, label="new", table=world.tables[2])[1]}


def with_table(scene: Scene) -> dict[str, Any]:
    """There are standings."""
    rebuild(scene.world.stage.pk)
    return {}


def with_offenders(scene: Scene) -> dict[str, Any]:
    """Who did not come."""
    return {"offenders": [scene.world.match.participations.all()[0].entrant_id]}


def with_sides(scene: Scene) -> dict[str, Any]:
    """The two of the table, the other way round."""
    one, other = (each.entrant_id for each in scene.world.match.participations.order_by("side"))
    return {"sides": {"A": [other], "B": [one]}, "sat-A-0": str(other), "sat-B-0": str(one)}


def with_entry(scene: Scene) -> dict[str, Any]:
    """What was typed about hand 1."""
    return {"submission": str(scene.world.match.hands.get().entries.get().submission)}


def with_rival(scene: Scene) -> dict[str, Any]:
    """The phone typed something else."""
    with contextlib.suppress(Conflict):
        enter(scene.world.match, 1, OTHER, Actor(device=scene.world.devices["phone"]))
    rival = scene.world.match.hands.get().entries.get(revision=None)
    return {"submission": str(rival.submission)}


def with_void(scene: Scene) -> dict[str, Any]:
    """Hand 1 does not count."""
    void(scene.world.match, 1, SYSTEM)
    return {"submission": str(uuid4())}


def with_call(scene: Scene) -> dict[str, Any]:
    """Table 1 calls."""
    call, _ = raise_call(Actor(device=scene.world.devices["tablet"]), uuid4())
    return {"call": call.pk}


def with_draw(scene: Scene) -> dict[str, Any]:
    """Cards are drawn for seats at table 1, where nothing has been entered: the match of table 2 moved there."""
    world = scene.world
    begun, other = world.matches[0], world.matches[1]
    Event.objects.filter(pk=world.event.pk).update(settings={**world.event.settings, "seat_draw": "cards"})
    Match.objects.filter(pk=begun.pk).update(table=None)
    Match.objects.filter(pk=other.pk).update(table=begun.table)
    phone = world.devices["phone"]
    Device.objects.filter(pk=phone.pk).update(match=other)
    return {"match": other.pk, "seat": 1 if phone.side == "A" else 2}


def with_card(scene: Scene) -> dict[str, Any]:
    """Somebody has drawn a card."""
    made = with_draw(scene)
    take_card(SYSTEM, Match.objects.select_related("round__stage__event").get(pk=made["match"]), 1, 1)
    return made


def with_dealer_to_name(scene: Scene) -> dict[str, Any]:
    """The rules leave it to the organiser who deals first."""
    made = with_draw(scene)
    rules = {"game": "malilla", "profile": "seed", "options": {"first_dealer": "assigned"}, "settings": {}}
    Event.objects.filter(pk=scene.world.event.pk).update(**rules)
    return made


def with_record(scene: Scene) -> dict[str, Any]:
    """Hand 1 has its cards."""
    record, summary = recorded(3)
    match = Match.objects.select_related("round__stage__event__club").get(pk=scene.world.match.pk)
    record_hand(
        match=match,
        number=1,
        kind="correct",
        payload=summary,
        record=record,
        seen_revision=1,
        submission=uuid4(),
        actor=SYSTEM,
        source="import",
    )
    return {}


def with_release(scene: Scene) -> dict[str, Any]:
    """Everybody may see the cards of hand 1."""
    with_record(scene)
    release_hands(SYSTEM, Match.objects.select_related("round__stage__event").get(pk=scene.world.match.pk))
    return {}


def with_pasted_record(scene: Scene) -> dict[str, Any]:
    """A record that can be pasted."""
    return {"text": json.dumps(recorded(5)[0])}


def with_exchange(scene: Scene) -> dict[str, Any]:
    """Two of the posted round change places, as the form sends it."""
    tables = posted_sheet(scene.world.round).sheet.tables
    wanted = exchange_of_two(scene.world.round, tables[2][0], tables[3][0]).wanted
    return {f"table-{table}": f"{pair[0]},{pair[1]}" for table, pair in wanted.tables.items()}


def with_answers(scene: Scene) -> dict[str, Any]:
    """The answers with which the event was made."""
    return values_of(scene.world.event, scene.world.stage)
