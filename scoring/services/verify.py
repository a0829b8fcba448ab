"""Proof of an event: everything computed again from what was entered, and compared with what is stored.

Nothing is changed: the projections are dropped and rebuilt by the services that write them, inside a
transaction that is then rolled back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import models, transaction
from django.db.models import Exists, OuterRef

from engine.core.draw import Standing
from scoring.models import Hand, HandScore, MatchResult, SideResult
from scoring.services.project import TIE_BREAK_LATER, project_match
from scoring.services.seat_draw import drawing_of
from scoring.services.standings import compute, latest_snapshot
from tournaments.errors import Conflict
from tournaments.models import AuditEntry, Event, EventVersion, Match, Round, RoundStatus
from tournaments.services.audit import entry_hash

ADDRESS = frozenset({"id", "match", "hand", "side", "version"})
"""Columns of projections that say whose a row is or when it was written, not what was computed."""

MISSING = "missing"

AT_ONCE = 500
"""Ids in one statement."""

Row = Mapping[str, Any]
Place = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """A stored value that what was entered does not give; `place` says whose it is."""

    kind: str
    place: Mapping[str, object]
    field: str
    stored: object
    computed: object

    def as_json(self) -> dict[str, object]:
        """Return the difference as `manage.py event verify` prints it."""
        return {
            "code": f"changed_{self.kind}",
            **self.place,
            "field": self.field,
            "stored": _printable(self.stored),
            "computed": _printable(self.computed),
        }


@dataclass(slots=True)
class Proof:
    """How much was computed again, and every stored value that differs."""

    counted: dict[str, int] = field(default_factory=dict)
    problems: list[Difference] = field(default_factory=list)

    def as_json(self) -> dict[str, object]:
        """Return what `manage.py event verify` prints."""
        return {
            "ok": not self.problems,
            "counted": self.counted,
            "problems": [problem.as_json() for problem in self.problems],
        }


def verify_event(event: Event) -> Proof:
    """Return the proof of an event: draws for seats, hand scores, match results, tables, log."""
    proof = Proof()
    with transaction.atomic():
        matches, projected = _matches(event), _Projected.of(event)
        stored = projected.rows()
        stale = set(Round.objects.filter(stage__event=event, stale=True).values_list("pk", flat=True))
        proof.problems += _verify_draws(matches, proof)
        proof.problems += _project_again(projected, matches, stored)
        computed = projected.rows()
        places = {match.pk: _place_of_match(match) for match in matches}
        for kind, rows in stored.items():
            proof.counted[kind] = len(computed[kind])
            proof.problems += _compare(kind, rows, computed[kind], places)
        _verify_tables(event, proof, stale)
        transaction.set_rollback(True)
    _verify_log(event, proof)
    return proof


def _matches(event: Event) -> list[Match]:
    rows = Match.objects.filter(round__stage__event=event).exclude(round__status=RoundStatus.DRAFT)
    return list(
        rows.select_related("round__stage__event", "table").order_by(
            "round__stage__order", "round__number", "number"
        )
    )


@dataclass(frozen=True, slots=True)
class _Projected:
    """Everything that `project_match` writes for an event: its matches, and of whose match each hand is.

    Rows are read and dropped by ids. By a join they would be as well, but where the database has no
    statistics yet of what one transaction wrote, it may compare every row with every other.
    """

    matches: Sequence[int]
    hands: Mapping[int, Place]

    @classmethod
    def of(cls, event: Event) -> _Projected:
        """Those of an event, drafts with them."""
        rounds = _ids(Round.objects.filter(stage__in=_ids(event.stages.all())))
        matches = [pk for ids in _chunks(rounds) for pk in _ids(Match.objects.filter(round__in=ids))]
        hands = (Hand.objects.filter(match__in=ids) for ids in _chunks(matches))
        places = (row for rows in hands for row in rows.values_list("pk", "match_id", "number"))
        return cls(matches, {pk: (match, number) for pk, match, number in places})

    def rows(self) -> dict[str, dict[Place, Row]]:
        """The computed columns, by match and hand or side."""
        scores = _rows(HandScore, "hand_id", list(self.hands))
        results = _rows(MatchResult, "match_id", self.matches)
        sides = _rows(SideResult, "match_id", self.matches, "side")
        return {
            "hand_score": {self.hands[hand]: row for (hand,), row in scores},
            "match_result": dict(results),
            "side_result": dict(sides),
        }

    def drop(self) -> None:
        """Delete them."""
        for ids in _chunks(list(self.hands)):
            HandScore.objects.filter(hand__in=ids).delete()
        for ids in _chunks(self.matches):
            SideResult.objects.filter(match__in=ids).delete()
            MatchResult.objects.filter(match__in=ids).delete()


def _chunks(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    return (ids[first : first + AT_ONCE] for first in range(0, len(ids), AT_ONCE))


def _ids(rows: models.QuerySet[Any]) -> list[int]:
    return list(rows.values_list("pk", flat=True))


def _rows(
    model: type[models.Model], owner: str, owners: Sequence[int], *more: str
) -> Iterator[tuple[Place, Row]]:
    """The computed columns of the rows of these owners, behind the values of `owner` and `more`."""
    names = [each.attname for each in model._meta.concrete_fields if each.name not in ADDRESS]
    for ids in _chunks(owners):
        for row in model._default_manager.filter(**{f"{owner}__in": ids}).values(owner, *more, *names):
            yield tuple(row[key] for key in (owner, *more)), {name: row[name] for name in names}


def _project_again(
    projected: _Projected, matches: list[Match], stored: Mapping[str, Mapping[Place, Row]]
) -> Iterator[Difference]:
    """Drop the projections and rebuild them; a match that waits for its tie-break goes on waiting."""
    projected.drop()
    for match in matches:
        result = stored["match_result"].get((match.pk,), {})
        status = match.status
        try:
            project_match(match, settle=TIE_BREAK_LATER not in (result.get("obstacles") or ()))
        except Conflict as conflict:  # the stored state is one that cannot lead to the computed one
            match.status = str(conflict.params.get("wanted"))
        if match.status != status:
            yield Difference("match", _place_of_match(match), "status", status, match.status)


def _verify_draws(matches: list[Match], proof: Proof) -> Iterator[Difference]:
    """The cards that were drawn for seats: they can have been drawn, and name the first dealer."""
    drawn = [match for match in matches if match.draw is not None]
    proof.counted["draws"] = len(drawn)
    for match in drawn:
        drawing = drawing_of(match)
        standing = drawing.stand() if drawing is not None else ()
        if not isinstance(standing, Standing):
            codes = ", ".join(each.code for each in standing)
            yield Difference("draw", _place_of_match(match), "cards", codes, "")
        elif standing.dealer != match.first_dealer:
            yield Difference("draw", _place_of_match(match), "dealer", match.first_dealer, standing.dealer)


def _place_of_match(match: Match) -> dict[str, object]:
    place: dict[str, object] = {"stage": match.round.stage.ref, "round": match.round.number}
    return place | ({"table": match.table.number} if match.table is not None else {"match": match.number})


def _compare(
    kind: str,
    stored: Mapping[Place, Row],
    computed: Mapping[Place, Row],
    places: Mapping[int, Mapping[str, object]],
) -> Iterator[Difference]:
    name = {"hand_score": "hand", "side_result": "side"}.get(kind)
    order = {match: index for index, match in enumerate(places)}
    for key in sorted({*stored, *computed}, key=lambda key: (order[key[0]], key[1:])):
        place = dict(places[key[0]])
        if name is not None:
            place[name] = key[1]
        yield from _compare_rows(kind, place, stored.get(key), computed.get(key))


def _compare_rows(
    kind: str, place: Mapping[str, object], stored: Row | None, computed: Row | None
) -> Iterator[Difference]:
    if stored is None or computed is None:
        there = (MISSING if row is None else "there" for row in (stored, computed))
        yield Difference(kind, place, "row", *there)
        return
    for name, value in computed.items():
        if stored[name] != value:
            yield Difference(kind, place, name, stored[name], value)


def _verify_tables(event: Event, proof: Proof, stale: set[int]) -> None:
    """The last kept table of each closed round; one that is waiting to be computed again is left out.

    So is one behind a round that was opened again, which waits until that is closed.
    """
    names = dict(event.entrants.values_list("pk", "ref"))
    proof.counted["tables"] = proof.counted["ranks"] = 0
    closed = Round.objects.filter(stage__event=event, status=RoundStatus.CLOSED).exclude(pk__in=stale)
    before = Round.objects.filter(stage=OuterRef("stage"), number__lt=OuterRef("number"))
    closed = closed.exclude(Exists(before.exclude(status=RoundStatus.CLOSED)))
    for one in closed.select_related("stage__event").order_by("stage__order", "number"):
        place = {"stage": one.stage.ref, "round": one.number}
        snapshot = latest_snapshot(one.stage, one.number)
        rows = compute(one.stage, one.number)
        proof.counted["tables"] += 1
        proof.counted["ranks"] += len(rows)
        if snapshot is None:
            proof.problems.append(Difference("table", place, "row", MISSING, "there"))
            continue
        proof.problems += _compare_tables(place, snapshot.rows, rows, names.__getitem__)


def _compare_tables(
    place: Mapping[str, object], stored: Sequence[Row], computed: Sequence[Row], name: Callable[[int], str]
) -> Iterator[Difference]:
    by_entrant = {row["entrant"]: row for row in stored}
    for row in computed:
        where = {**place, "entrant": name(row["entrant"])}
        yield from _compare_rows("rank", where, by_entrant.pop(row["entrant"], None), row)
    for entrant in by_entrant:
        yield Difference("rank", {**place, "entrant": entrant}, "row", "there", MISSING)
    if [row["entrant"] for row in stored] != [row["entrant"] for row in computed]:
        order = [[row["number"] for row in rows] for rows in (stored, computed)]
        yield Difference("table", place, "order", *order)


def _verify_log(event: Event, proof: Proof) -> None:
    """Each entry's hash covers it and the one before; the event's version knows the last."""
    before, expected = "", 0
    for entry in AuditEntry.objects.filter(event=event).order_by("number"):
        expected += 1
        if entry.number != expected:
            proof.problems.append(Difference("log", {"entry": expected}, "number", entry.number, expected))
            expected = entry.number
        computed = entry_hash(entry, before)
        if entry.hash != computed:
            proof.problems.append(Difference("log", {"entry": entry.number}, "hash", entry.hash, computed))
        before = entry.hash
    version = EventVersion.objects.get(event=event)
    proof.counted["log"] = expected
    if (version.log_count, version.log_head) != (expected, before):
        proof.problems.append(Difference("log", {"entry": expected}, "head", version.log_head, before))


def _printable(value: object) -> object:
    """A value as JSON: exact numbers as text."""
    return value if isinstance(value, bool | int | str | list | dict) or value is None else str(value)
