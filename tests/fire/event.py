"""The event under fire, made and looked through in a process of its own: `python -m tests.fire.event ACT`.

The harness itself touches nothing but HTTP; what stands in the database is told here, as JSON.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from typing import Any

SLUG = "fire"


def make(tables: int, hands: int) -> dict[str, Any]:
    """An event with its first round published and a tablet at every table."""
    from django.core.management import call_command

    from scoring.services.progress import draw_round, publish_round
    from tests.events.setting_up import store_event
    from tournaments.access import SYSTEM
    from tournaments.models import Event, Match, Stage
    from tournaments.services.devices import create_device, pair_device

    call_command("migrate", verbosity=0)
    event = Event.objects.get(pk=store_event(SLUG, 2 * tables, match={"hands": hands}))
    event.settings |= {"confirmation": "none"}
    event.save(update_fields=["settings"])
    stage = Stage.objects.select_related("event__club", "event__version").get(event=event)
    drawn = publish_round(SYSTEM, draw_round(SYSTEM, stage)[0])
    tablets = []
    for match in Match.objects.filter(round=drawn).select_related("table").order_by("number"):
        _, code = create_device(SYSTEM, event, label=f"Tablet {match.number}", table=match.table)
        tablets.append({"match": match.pk, "token": pair_device(code)[1]})
    return {"event": event.pk, "stage": stage.pk, "tablets": tablets}


def check() -> dict[str, Any]:
    """What is stored: how often each submission, and whether results, table and log are what they must be."""
    from scoring.models import HandEntry, StandingsSnapshot
    from scoring.services.standings import compute
    from scoring.services.verify import verify_event
    from tournaments.models import Event

    event = Event.objects.select_related("club", "version").get(slug=SLUG)
    entries = HandEntry.objects.filter(hand__match__round__stage__event=event)
    table = StandingsSnapshot.objects.get(stage__event=event, final=False)
    return {
        "entries": Counter(str(each) for each in entries.values_list("submission", flat=True)),
        "problems": [str(each) for each in verify_event(event).problems],
        "is_fresh": table.version == event.version.number,
        "equals_a_rebuild": table.rows == compute(table.stage, table.after_round - 1, provisional=True),
    }


def compute() -> dict[str, Any]:
    """Seconds of CPU that the table of the round in play takes, once everything has been done before."""
    from scoring.services.standings import compute as table_of
    from tournaments.models import Stage

    stage = Stage.objects.select_related("event").get(event__slug=SLUG)
    table_of(stage, 0, provisional=True)
    began = time.process_time()
    table_of(stage, 0, provisional=True)
    return {"seconds": time.process_time() - began}


ACTS = {"make": make, "check": check, "compute": compute}

if __name__ == "__main__":
    import django

    django.setup()
    act, *numbers = sys.argv[1:]
    print(json.dumps(ACTS[act](*map(int, numbers))))
