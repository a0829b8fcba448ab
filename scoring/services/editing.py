"""A draft changed by hand: what a change would cost, judged beforehand, and the act that makes it.

`Sheet` and `changed` are pure: who sits where, and what it comes to when two entrants change places, one sits
out or plays after all. Everybody stays in the round exactly once, whatever is changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Max

from scoring.services.drawing import DrawOptions, fresh_round, judge_of, question, sides_of
from scoring.setup import stage_setup
from tournaments.access import Actor
from tournaments.errors import Conflict, Invalid
from tournaments.locks import lock
from tournaments.models import Outcome, Participation, Round, RoundStatus, Stage, Verb
from tournaments.pairing.base import Costs, PairingInput, RoundPlan
from tournaments.pairing.judge import Grade, Warned
from tournaments.pairing.method import Method
from tournaments.services.audit import act
from tournaments.services.rounds import NewMatch, add_matches

PAIRING_BYE = str(Outcome.PAIRING_BYE)
BYES = (PAIRING_BYE, str(Outcome.REQUESTED_BYE), str(Outcome.ABSENCE))


Seated = tuple[int, ...]
"""Who sits at a table, in the order of its sides."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A draft: each table with its entrants by side, and who does not play, with the kind of it.

    `size`: how many meet at a table.
    """

    tables: Mapping[int, Seated]
    byes: Mapping[int, str]
    size: int = 2

    @property
    def plan(self) -> RoundPlan:
        """The round as the pairing judges it: the byes that it gave itself, not those set beforehand."""
        given = tuple(each for each, kind in self.byes.items() if kind == PAIRING_BYE)
        return RoundPlan(tuple(self.tables.values()), given)

    def table_of(self, entrant: int) -> int | None:
        """The table at which the entrant sits."""
        return next((table for table, seated in self.tables.items() if entrant in seated), None)

    def spares(self, besides: int) -> list[int]:
        """The others who have a bye of the draw, and could play instead."""
        return [each for each, kind in self.byes.items() if kind == PAIRING_BYE and each != besides]


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be changed: two entrants change places, one sits out, or plays after all."""

    kind: str
    entrant: int
    other: int | None = None
    bye: str = PAIRING_BYE


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a draft costs and what speaks against it; no costs where somebody in it does not play."""

    sheet: Sheet
    costs: Costs | None
    warnings: tuple[Warned, ...]
    next_round_possible: bool

    @property
    def forbidden(self) -> frozenset[tuple[str, str]]:
        """The warnings that need a reason."""
        return frozenset(
            (each.code, str(sorted(each.params.items())))
            for each in self.warnings
            if each.grade is Grade.FORBIDDEN
        )


@dataclass(frozen=True, slots=True)
class Beside:
    """A round as it is and as it would be."""

    before: Judgement
    after: Judgement

    @property
    def needs_reason(self) -> bool:
        """Whether the change brings something that the rules of the draw forbid."""
        return bool(self.after.forbidden - self.before.forbidden)

    @property
    def moved(self) -> frozenset[int]:
        """The tables that are others than before."""
        old, new = self.before.sheet.tables, self.after.sheet.tables
        return frozenset(table for table in {*old, *new} if old.get(table) != new.get(table))


@dataclass(frozen=True, slots=True)
class Preview(Beside):
    """A change with the draft before and after it."""

    change: Change


def changed(sheet: Sheet, change: Change) -> Sheet:
    """The sheet after the change; raises Invalid for an entrant that is not in it."""
    listed = {each for seated in sheet.tables.values() for each in seated} | sheet.byes.keys()
    wanted = {change.entrant} if change.kind != "exchange" else {change.entrant, change.other}
    if not wanted <= listed or (change.kind == "exchange" and len(wanted) < 2):
        raise Invalid.of("unknown_entrant", "/entrant")
    step = _CHANGES.get(change.kind)
    if step is None or change.bye not in BYES:
        raise Invalid.of("unknown_kind", "/kind")
    return step(sheet, change)


def _exchange(sheet: Sheet, change: Change) -> Sheet:
    """Each takes the place of the other, be it a seat or the bye of the draw."""
    places = {change.entrant: change.other or 0, change.other or 0: change.entrant}
    fixed = [sheet.byes.get(each, PAIRING_BYE) for each in places]
    if any(kind != PAIRING_BYE for kind in fixed):
        raise Invalid.of("unknown_entrant", "/other")
    return replace(
        sheet,
        tables={
            table: tuple(places.get(each, each) for each in seated) for table, seated in sheet.tables.items()
        },
        byes={places.get(each, each): kind for each, kind in sheet.byes.items()},
    )


def _sit_out(sheet: Sheet, change: Change) -> Sheet:
    """The entrant gets a bye; who had one of the draw takes its seat, else the others of its table get it."""
    entrant, table = change.entrant, sheet.table_of(change.entrant)
    byes = {**sheet.byes, entrant: change.bye}
    if table is None:
        return replace(sheet, byes=byes)
    tables = dict(sheet.tables)
    seated = tables.pop(table)
    spares = sheet.spares(entrant)
    if not spares:
        others = [each for each in seated if each != entrant]
        return replace(sheet, tables=tables, byes=byes | dict.fromkeys(others, PAIRING_BYE))
    del byes[spares[0]]
    tables[table] = tuple(spares[0] if each == entrant else each for each in seated)
    return replace(sheet, tables=dict(sorted(tables.items())), byes=byes)


def _play(sheet: Sheet, change: Change) -> Sheet:
    """An entrant that sat out plays: against those with a bye of the draw, else it has that itself."""
    entrant = change.entrant
    if entrant not in sheet.byes:
        return sheet
    seated = (entrant, *sheet.spares(entrant)[: sheet.size - 1])
    if len(seated) < sheet.size:
        return replace(sheet, byes={**sheet.byes, entrant: PAIRING_BYE})
    byes = {each: kind for each, kind in sheet.byes.items() if each not in seated}
    table = next(number for number in range(1, len(sheet.tables) + 2) if number not in sheet.tables)
    return replace(sheet, tables={**sheet.tables, table: seated}, byes=byes)


_CHANGES: Mapping[str, Callable[[Sheet, Change], Sheet]] = {
    "exchange": _exchange,
    "sit_out": _sit_out,
    "play": _play,
}


def judged(method: Method, sheet: Sheet, given: PairingInput) -> Judgement:
    """What a sheet costs and what speaks against it, by the question that the draw was an answer to."""
    own = question_about(sheet, given)
    known = {each.id for each in own.entrants if each.set_bye is None}
    there = all(each in known for seated in sheet.tables.values() for each in seated)
    there = there and all(each in known for each in sheet.plan.byes)
    return Judgement(
        sheet,
        method.cost(sheet.plan, own) if there else None,
        method.judge(sheet.plan, own),
        method.next_round_possible(sheet.plan, own),
    )


def question_about(sheet: Sheet, given: PairingInput) -> PairingInput:
    """The question with the byes that the director has set, and without those taken back."""
    seated = {each for table in sheet.tables.values() for each in table} | set(sheet.plan.byes)
    entrants = []
    for each in given.entrants:
        kind = sheet.byes.get(int(str(each.id)), each.set_bye)
        entrants.append(replace(each, set_bye=None if each.id in seated and kind in BYES else kind))
    return replace(given, entrants=tuple(entrants))


def sheet_of(drawn: Round) -> Sheet:
    """The sheet of a draft; raises Invalid where its sides are not of one entrant each."""
    rows = Participation.objects.filter(round=drawn).order_by("match", "side", "slot")
    sides: dict[tuple[int, int | None], list[int]] = {}
    byes: dict[int, str] = {}
    for match, table, entrant, outcome in rows.values_list(
        "match_id", "match__table__number", "entrant_id", "outcome"
    ):
        if outcome:
            byes[entrant] = outcome
        else:
            sides.setdefault((match, table), []).append(entrant)
    size = sides_of(drawn.stage)
    if any(len(seated) != size or table is None for (_match, table), seated in sides.items()):
        raise Invalid.of("method_not_drawn", "", method=drawn.stage.method)
    return Sheet({table or 0: tuple(seated) for (_m, table), seated in sides.items()}, byes, size)


def asked(drawn: Round) -> PairingInput:
    """The question whose answer the draft is."""
    return question(drawn.stage, DrawOptions(seed=drawn.seed))


def preview(drawn: Round, change: Change) -> Preview:
    """What the change would come to; nothing is stored."""
    sheet, given, method = sheet_of(drawn), asked(drawn), judge_of(drawn.stage)
    return Preview(judged(method, sheet, given), judged(method, changed(sheet, change), given), change)


def edit_round(actor: Actor, drawn: Round, change: Change, reason: str = "") -> Preview:
    """Change a draft by hand.

    Raises Invalid for an entrant that is not in it, or without a reason for what the rules of the draw
    forbid; Conflict once the round is published or before it is drawn.
    """
    with act(drawn.stage.event, actor) as journal:
        stage = lock(drawn.stage)
        fresh = fresh_round(stage, drawn)
        if fresh.status != RoundStatus.DRAFT:
            raise Conflict("wrong_state", params={"state": fresh.status, "wanted": RoundStatus.DRAFT})
        if fresh.drawn_at is None:
            raise Conflict("round_not_drawn")
        found = preview(fresh, change)
        if found.needs_reason and not reason.strip():
            raise Invalid.of("reason_needed", "/reason")
        if found.before.sheet == found.after.sheet:
            return found
        store_change(fresh, found)
        name = f"stage:{stage.order}/round:{fresh.number}"
        journal.add(Verb.ROUND_EDITED, name, reason=reason, **_said(stage, change))
    return found


def _said(stage: Stage, change: Change) -> dict[str, object]:
    """A change as the log keeps it: entrants by number, which an archive carries to another database."""
    about = [change.entrant]
    if change.kind == "exchange" and change.other is not None:
        about.append(change.other)
    numbers = dict(stage.event.entrants.filter(pk__in=about).values_list("pk", "number"))
    said: dict[str, object] = {"kind": change.kind, "numbers": [numbers[each] for each in about]}
    if change.kind == "sit_out":
        said["bye"] = change.bye
    return said


def store_change(drawn: Round, found: Beside) -> None:
    """Write the tables and byes that are others than before, with what the draft costs now."""
    old, new = found.before.sheet, found.after.sheet
    byes = [each for each, kind in new.byes.items() if old.byes.get(each) != kind]
    gone = [each for each, kind in old.byes.items() if new.byes.get(each) != kind]
    drawn.matches.filter(table__number__in=found.moved).delete()
    drawn.matches.filter(participations__entrant__in=gone, table__isnull=True).delete()
    first = (drawn.matches.aggregate(last=Max("number"))["last"] or 0) + 1
    add = [
        NewMatch([[one] for one in seated], table)
        for table, seated in sorted(new.tables.items())
        if table in found.moved
    ]
    add += [NewMatch([[each]], outcome=new.byes[each]) for each in byes]
    add_matches(drawn, stage_setup(drawn.stage).sides, add, first)
    drawn.why = _why(drawn.why, found, set(byes))
    drawn.save(update_fields=["why"])


def _why(why: Mapping[str, Any], found: Beside, byes: set[int]) -> dict[str, Any]:
    """The reasons of the draft: what the director has set is said so, the rest keeps its own."""
    after = found.after
    tables = [each for each in why.get("tables", ()) if each["table"] not in found.moved]
    there = after.sheet.tables
    tables += [
        {"table": each, "code": "fixed", "params": {}} for each in sorted(found.moved) if each in there
    ]
    kept = [each for each in why.get("byes", ()) if after.sheet.byes.get(each["entrant"]) == PAIRING_BYE]
    kept = [each for each in kept if each["entrant"] not in byes]
    set_now = [each for each in sorted(byes) if after.sheet.byes[each] == PAIRING_BYE]
    return {
        **why,
        "costs": after.costs.as_json() if after.costs is not None else [],
        "certificate": {"method": "by_hand", "proven": [], "gap": 0},
        "next_round_possible": after.next_round_possible,
        "tables": sorted(tables, key=lambda each: each["table"]),
        "byes": [*kept, *({"entrant": each, "code": "fixed", "params": {}} for each in set_now)],
        "edited": True,
    }
