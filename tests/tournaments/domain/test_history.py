"""What is history is written once, and the log is one chain in which every change shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import models

from scoring.models import Confirmation, HandEntry, Repetition, Ruling
from scoring.services.rulings import fine
from tests.make import Evening, confirm, counted, enter, evening
from tests.support.kept import Kept, kept
from tournaments.access import SYSTEM
from tournaments.errors import AppendOnly, Conflict
from tournaments.models import AuditEntry, EventVersion, Verb
from tournaments.services.audit import act, entry_hash

pytestmark = pytest.mark.django_db


def _lived() -> Evening:
    made = evening(2)
    made.next_round()
    enter(made.match(), 1, counted(60), made.phone("A"))
    enter(made.match(), 1, counted(60), made.phone("B"))
    confirm(made.match(), 1, made.dora)
    fine(made.dora, made.entrants[0], made.round, reason="Late.", match_points=-1)
    return made


kept_life = kept(_lived)


@pytest.fixture
def lived(kept_life: Kept[Evening], db: None) -> Evening:
    """An evening in which each kind of history has a row."""
    return kept_life.again()


CHANGES: dict[str, Callable[[type[models.Model], Any], object]] = {
    "save": lambda model, row: row.save(),
    "save one column": lambda model, row: row.save(update_fields=["id"]),
    "delete": lambda model, row: row.delete(),
    "update": lambda model, row: model._default_manager.update(id=99),
    "update some": lambda model, row: model._default_manager.filter(pk=row.pk).update(id=99),
    "delete some": lambda model, row: model._default_manager.filter(pk=row.pk).delete(),
    "bulk update": lambda model, row: model._default_manager.bulk_update([row], ["id"]),
    "update or create": lambda model, row: model._default_manager.update_or_create(pk=row.pk),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("model", [HandEntry, Confirmation, Repetition, Ruling, AuditEntry])
def test_history_is_never_changed(lived: Evening, model: type[models.Model], change: str) -> None:
    row = model._default_manager.first()
    assert row is not None
    with pytest.raises(AppendOnly):
        CHANGES[change](model, row)
    assert model._default_manager.filter(pk=row.pk).exists()


def chain_holds(made: Evening) -> bool:
    head, number = "", 0
    for number, entry in enumerate(AuditEntry.objects.filter(event=made.event).order_by("number"), start=1):
        if (entry.number, entry.hash) != (number, entry_hash(entry, head)):
            return False
        head = entry.hash
    version = EventVersion.objects.get(event=made.event)
    return (version.log_count, version.log_head) == (number, head)


def raw(model: type[models.Model]) -> models.QuerySet[Any]:
    """What SQL could do behind our back."""
    return models.QuerySet(model)


def test_the_log_is_one_chain(lived: Evening) -> None:
    assert chain_holds(lived)


@pytest.mark.parametrize("column", ["actor", "verb", "target", "number"])
def test_a_changed_entry_shows(lived: Evening, column: str) -> None:
    entry = AuditEntry.objects.filter(event=lived.event).order_by("number")[2]
    raw(AuditEntry).filter(pk=entry.pk).update(**{column: 99 if column == "number" else "other"})
    assert not chain_holds(lived)


def test_changed_data_and_a_missing_entry_show(lived: Evening) -> None:
    entries = AuditEntry.objects.filter(event=lived.event).order_by("-number")
    last = entries[0]
    raw(AuditEntry).filter(pk=last.pk).update(data={"other": 1})
    assert not chain_holds(lived)
    raw(AuditEntry).filter(pk=last.pk).delete()
    assert not chain_holds(lived)


def test_logs_of_two_events_are_two_chains(lived: Evening) -> None:
    other = evening(2)
    other.next_round()
    assert chain_holds(lived)
    assert chain_holds(other)


def test_an_act_without_notes_is_no_version(lived: Evening) -> None:
    before = EventVersion.objects.get(event=lived.event).number
    with act(lived.event, SYSTEM) as journal:
        pass
    assert EventVersion.objects.get(event=lived.event).number == before
    assert journal.version == 0


def test_an_act_inside_an_act_is_a_part_of_it(lived: Evening) -> None:
    before = EventVersion.objects.get(event=lived.event)
    with act(lived.event, lived.dora) as outer:
        outer.add(Verb.EVENT_CHANGED, "outer")
        with act(lived.event, SYSTEM) as inner:
            inner.add(Verb.EVENT_CHANGED, "inner")
        outer.add(Verb.EVENT_CHANGED, "outer again")
    after = EventVersion.objects.get(event=lived.event)
    assert (after.number, after.log_count) == (before.number + 1, before.log_count + 3)
    assert outer.version == inner.version == after.number
    actors = (
        AuditEntry.objects.filter(event=lived.event).order_by("-number").values_list("actor", flat=True)[:3]
    )
    assert list(actors) == [lived.dora.label, "system", lived.dora.label]
    assert chain_holds(lived)


def test_what_fails_inside_an_act_leaves_no_note(lived: Evening) -> None:
    with act(lived.event, lived.dora) as outer:
        with pytest.raises(Conflict), act(lived.event, SYSTEM) as inner:
            inner.add(Verb.EVENT_CHANGED, "inner")
            raise Conflict("wrong_state")
        outer.add(Verb.EVENT_CHANGED, "outer")
    assert AuditEntry.objects.filter(target="inner").count() == 0
    assert AuditEntry.objects.filter(target="outer").count() == 1


def test_an_act_that_fails_changes_nothing(lived: Evening) -> None:
    before = EventVersion.objects.get(event=lived.event).number
    with pytest.raises(Conflict), act(lived.event, SYSTEM) as journal:
        journal.add(Verb.EVENT_CHANGED, "x")
        raise Conflict("wrong_state")
    assert EventVersion.objects.get(event=lived.event).number == before
    with act(lived.event, SYSTEM) as journal:  # nothing of the one that failed is left in force
        journal.add(Verb.EVENT_CHANGED, "y")
    assert EventVersion.objects.get(event=lived.event).number == before + 1
