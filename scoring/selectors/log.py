"""Reads of the log of an event: what was done lately, and the names of whom and what it is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tournaments.models import AuditEntry, Device, Entrant, Event, Match, Stage, User

SIZE = 50
SCAN = 3000
"""How many entries a search looks through at once; then it asks whether to go on."""

KINDS: Mapping[str, tuple[str, ...]] = {
    "rounds": ("round.", "stage."),
    "results": ("hand.", "match."),
    "rulings": ("ruling.",),
    "entrants": ("entrant.",),
    "calls": ("call.",),
    "helpers": ("member.", "invitation.", "device."),
    "event": ("event.",),
}
"""What the log can be narrowed to, by the beginnings of its verbs."""


@dataclass(frozen=True, slots=True)
class LogNames:
    """Names by the labels under which the log keeps them; what is gone has none."""

    actors: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[int, Entrant] = field(default_factory=dict)
    tables: Mapping[tuple[int, int, int], str] = field(default_factory=dict)
    stages: Mapping[int, Stage] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LogPage:
    """Some entries, the latest first; `older` is where the next page begins, None at the end."""

    entries: tuple[AuditEntry, ...]
    older: int | None
    actors: tuple[str, ...]


def log_page(
    event: Event,
    *,
    kind: str = "",
    who: str = "",
    before: int | None = None,
    wanted: Callable[[AuditEntry], bool] | None = None,
) -> LogPage:
    """The latest entries before one, of a kind, by somebody, and with `wanted` those that it likes."""
    entries = event.log.order_by("-number")
    if kind in KINDS:
        entries = entries.filter(verb__regex=rf"^({'|'.join(each[:-1] for each in KINDS[kind])})\.")
    if who:
        entries = entries.filter(actor=who)
    if before is not None:
        entries = entries.filter(number__lt=before)
    actors = event.log.order_by().values_list("actor", flat=True).distinct()
    looked = list(entries[: SIZE + 1] if wanted is None else entries[: SCAN + 1])
    limit = SIZE if wanted is None else SCAN
    found = [each for each in looked[:limit] if wanted is None or wanted(each)]
    older = looked[limit - 1].number if len(looked) > limit else None
    if len(found) > SIZE:
        found, older = found[:SIZE], found[SIZE - 1].number
    return LogPage(tuple(found), older, tuple(sorted(actors)))


def log_names(event: Event) -> LogNames:
    """The names of everybody and everything of the event, in five queries."""
    users = User.objects.filter(pk__in=_ids(event, "user"))
    actors = {f"user:{each.pk}": each.get_username() for each in users}
    actors |= {f"device:{each.pk}": each.label for each in Device.objects.filter(event=event)}
    matches = Match.objects.filter(round__stage__event=event, table__isnull=False).select_related("table")
    rows = matches.values_list(
        "round__stage__order", "round__number", "number", "table__number", "table__label"
    )
    return LogNames(
        actors,
        {each.number: each for each in event.entrants.all()},
        {(order, number, match): label or str(table) for order, number, match, table, label in rows},
        {each.order: each for each in event.stages.all()},
    )


def _ids(event: Event, kind: str) -> list[int]:
    """The people who acted in the event or are named in its log."""
    labels = set(event.log.filter(actor__startswith=f"{kind}:").values_list("actor", flat=True).distinct())
    labels |= set(event.log.filter(target__startswith=f"{kind}:").values_list("target", flat=True).distinct())
    numbers = (each.partition(":")[2] for each in labels)
    return [int(each) for each in numbers if each.isdecimal()]
