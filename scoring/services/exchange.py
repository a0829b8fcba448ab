"""A posted round changed: the smallest exchange that betters it, or two who change places.

Published pairings stand. What is possible is this one act: explicit, with a reason, logged, and only at
tables that nobody has begun. A table that is stopped gets a match of its own, so that a result typed for the
old one can never count for the new one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q

from scoring.models import Hand, Ruling
from scoring.services.drawing import closed_table, fresh_round, judge_of, next_number, sides_of
from scoring.services.editing import (
    PAIRING_BYE,
    Beside,
    Change,
    Seated,
    Sheet,
    asked,
    changed,
    judged,
    question_about,
    store_change,
)
from scoring.services.progress import prepare_matches
from scoring.services.publish import publish_later
from tournaments.access import Actor
from tournaments.errors import Conflict, Invalid
from tournaments.locks import lock, lock_all
from tournaments.models import (
    EntrantStatus,
    Match,
    MatchStatus,
    Participation,
    Round,
    RoundStatus,
    Verb,
)
from tournaments.pairing.base import RoundPlan
from tournaments.services.audit import act

POSTED = (RoundStatus.PUBLISHED, RoundStatus.PLAYING)


@dataclass(frozen=True, slots=True)
class Exchange(Beside):
    """An exchange in a posted round; `proven`: none that betters it stops fewer tables."""

    proven: bool = False

    @property
    def wanted(self) -> Wanted:
        """The exchange as somebody asks for it."""
        tables = self.after.sheet.tables
        old, new = self.before.sheet.byes, self.after.sheet.byes
        return Wanted(
            {table: tables[table] for table in sorted(self.moved)},
            next((each for each, kind in new.items() if kind == PAIRING_BYE and each not in old), None),
        )


@dataclass(frozen=True, slots=True)
class Wanted:
    """Who sits where instead: the tables that are stopped, and who has the bye of the draw from now on."""

    tables: Mapping[int, Seated]
    bye: int | None = None


@dataclass(frozen=True, slots=True)
class PostedSheet:
    """A posted round: who sits where, the tables at which something has happened, who has left with a bye."""

    sheet: Sheet
    begun: frozenset[int]
    left: frozenset[int]

    @property
    def plan(self) -> RoundPlan:
        """The round of those who can still be called to a table."""
        byes = tuple(each for each in self.sheet.plan.byes if each not in self.left)
        return self.sheet.plan._replace(byes=byes)


def posted_sheet(posted: Round) -> PostedSheet:
    """The tables of a posted round, in three queries; raises Invalid where a side has several entrants."""
    touched = set(Hand.objects.filter(match__round=posted).values_list("match_id", flat=True))
    touched |= set(Ruling.objects.filter(match__round=posted).values_list("match_id", flat=True))
    rows: Iterable[Any] = (
        Participation.objects.filter(round=posted)
        .order_by("match", "side", "slot")
        .values_list(
            "match_id", "match__status", "match__table__number", "entrant_id", "outcome", "entrant__status"
        )
    )
    tables: dict[int, list[int]] = {}
    byes: dict[int, str] = {}
    begun: set[int] = set()
    left: set[int] = set()
    for match, status, table, entrant, outcome, presence in rows:
        if table is None and outcome:
            byes[entrant] = outcome
            if presence != EntrantStatus.ACTIVE:
                left.add(entrant)
            continue
        tables.setdefault(table or 0, []).append(entrant)
        if match in touched or outcome or status != MatchStatus.SCHEDULED:
            begun.add(table or 0)
    everybody = [each for seated in tables.values() for each in seated]
    size = sides_of(posted.stage)
    if any(len(seated) != size for seated in tables.values()) or len(set(everybody)) < len(everybody):
        raise Invalid.of("method_not_drawn", "", method=posted.stage.method)
    seated_at = {table: tuple(seated) for table, seated in tables.items()}
    return PostedSheet(Sheet(seated_at, byes, size), frozenset(begun), frozenset(left))


def smallest_exchange(posted: Round) -> Exchange | None:
    """The exchange that stops the fewest tables and betters the round as things stand now; None if none does.

    Raises Conflict for a round that is not posted, or while the round before is open again.
    """
    _require_posted(posted)
    now = posted_sheet(posted)
    sheet, given, method = now.sheet, asked(posted), judge_of(posted.stage)
    begun = [sheet.tables[table] for table in now.begun]
    repair = method.repair(now.plan, question_about(sheet, given), begun)
    if repair is None:
        return None
    instead: dict[Any, Any] = {move.posted: move.instead for move in repair.moves}
    bye: Any = repair.bye_after  # ids of any kind to the pairing, here those of the database
    tables = {table: instead.get(seated, seated) for table, seated in sheet.tables.items()}
    byes = {each: kind for each, kind in sheet.byes.items() if each not in repair.bye_before}
    after = replace(sheet, tables=tables, byes=byes | dict.fromkeys(bye, PAIRING_BYE))
    return Exchange(judged(method, sheet, given), judged(method, after, given), repair.proven)


def exchange_of_two(posted: Round, one: int, other: int) -> Exchange:
    """Two change places in a posted round; raises Invalid for who is not in it, Conflict for begun tables."""
    _require_posted(posted)
    now, given, method = posted_sheet(posted), asked(posted), judge_of(posted.stage)
    after = changed(now.sheet, Change("exchange", one, other))
    found = Exchange(judged(method, now.sheet, given), judged(method, after, given))
    _require_untouched(found, now)
    return found


def exchange_posted(actor: Actor, posted: Round, wanted: Wanted, reason: str) -> Exchange:
    """Change a posted round as it was shown.

    Raises Invalid without a reason, Conflict `pairings_changed` where others sit there than those who were
    seen, `table_has_begun` as soon as one of the tables has a result or a ruling, `wrong_state` for a round
    that is not posted.
    """
    if not reason.strip():
        raise Invalid.of("reason_needed", "/reason")
    with act(posted.stage.event, actor) as journal:
        stage = lock(posted.stage)
        fresh = fresh_round(stage, posted)
        _require_posted(fresh)
        stopped = Q(table__number__in=list(wanted.tables)) | Q(table=None)
        lock_all(Match.objects.filter(stopped, round=fresh))
        now, given, method = posted_sheet(fresh), asked(fresh), judge_of(stage)
        after = judged(method, _seated(now.sheet, wanted), given)
        found = Exchange(judged(method, now.sheet, given), after)
        _require_untouched(found, now)
        if not found.moved and found.wanted.bye is None:
            return found
        store_change(fresh, found)
        table = closed_table(stage, fresh.number - 1)
        fresh.why = {**fresh.why, "standings": table and table.version}
        fresh.save(update_fields=["why"])
        prepare_matches(stage, fresh)
        name = f"stage:{stage.order}/round:{fresh.number}"
        journal.add(Verb.ROUND_EXCHANGED, name, reason=reason, tables=_said(fresh, found))
        publish_later(journal, stage)
    return found


def _require_posted(posted: Round) -> None:
    if posted.status not in POSTED:
        raise Conflict("wrong_state", params={"state": posted.status, "wanted": RoundStatus.PUBLISHED})
    if next_number(posted.stage) != posted.number:
        raise Conflict("earlier_standings")


def _require_untouched(found: Exchange, now: PostedSheet) -> None:
    begun = sorted(found.moved & now.begun)
    if begun:
        raise Conflict("table_has_begun", params={"tables": ", ".join(map(str, begun))})


def _seated(sheet: Sheet, wanted: Wanted) -> Sheet:
    """The sheet with the wanted tables; raises Conflict where they are not of those who sit there now."""
    sizes = {len(seated) for seated in wanted.tables.values()}
    if not wanted.tables.keys() <= sheet.tables.keys() or sizes - {sheet.size}:
        raise Conflict("pairings_changed")
    old = sorted(each for table in wanted.tables for each in sheet.tables[table])
    byes = dict(sheet.byes)
    if wanted.bye is not None and wanted.bye not in byes:
        called = {each for seated in wanted.tables.values() for each in seated}
        spare = next((each for each in sheet.spares(wanted.bye) if each in called), None)
        if spare is None:
            raise Conflict("pairings_changed")
        del byes[spare]
        byes[wanted.bye] = PAIRING_BYE
        old = sorted([*old, spare])
    new = [each for seated in wanted.tables.values() for each in seated]
    if sorted([*new, *(byes.keys() - sheet.byes.keys())]) != old:
        raise Conflict("pairings_changed")
    return replace(sheet, tables={**sheet.tables, **wanted.tables}, byes=byes)


def _said(posted: Round, found: Exchange) -> list[list[object]]:
    """The exchange as the log keeps it: each table with the numbers of who sat there and who sits there."""
    numbers = dict(posted.stage.event.entrants.values_list("pk", "number"))
    old, new = found.before.sheet.tables, found.after.sheet.tables
    return [
        [table, [numbers[each] for each in old[table]], [numbers[each] for each in new[table]]]
        for table in sorted(found.moved)
    ]
