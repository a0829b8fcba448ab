"""From a stage as it stands in the database to the question that a pairing method answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from engine.core.options import parse
from engine.core.problems import Problem
from scoring.facts import entrant_infos
from scoring.models import StandingsSnapshot
from scoring.pairing_input import StageFacts, is_there, pairing_input
from scoring.services.standings import last_closed, result_table
from scoring.setup import stage_setup
from tournaments.errors import Conflict, Invalid, Misuse, NotFound
from tournaments.models import (
    EntrantStatus,
    EventStatus,
    Outcome,
    Participation,
    PlannedAbsence,
    Round,
    RoundStatus,
    Stage,
    StageStatus,
)
from tournaments.pairing import METHODS
from tournaments.pairing.base import Draw, FixedTable, PairingInput, Seating
from tournaments.pairing.method import Method
from tournaments.settings import event_settings


@dataclass(frozen=True, slots=True)
class DrawOptions:
    """What the director may allow when a round cannot be drawn otherwise; `attempt` counts redraws."""

    allow_rematches: bool = False
    second_bye: bool = False
    attempt: int = 0
    seed: int | None = None


DEFAULTS = DrawOptions()


def method_of(stage: Stage) -> Method:
    """The pairing method of the stage; raises Invalid where the director makes the rounds by hand.

    `method_not_drawn` for a format of that kind, `sides_not_drawn` where other than its tables are played.
    """
    method, sides = METHODS.get(stage.method), sides_of(stage)
    if method is None:
        raise Invalid.of("method_not_drawn", "/method", method=stage.method)
    if method.sides != sides:
        raise Invalid.of("sides_not_drawn", "/method", method=method.title, sides=sides)
    return method


def sides_of(stage: Stage) -> int:
    """How many meet at a table of the stage."""
    return len(stage_setup(stage).sides)


def drawing_method(stage: Stage) -> Method | None:
    """The method that draws the rounds of the stage; None where the director makes them."""
    method = METHODS.get(stage.method)
    return method if method is not None and method.sides == sides_of(stage) else None


def judge_of(stage: Stage) -> Method:
    """The method by which the rounds of the stage are judged: its own, else one for tables like its own.

    Raises Invalid `method_not_drawn` where there is none.
    """
    found = drawing_method(stage) or next(
        (each for each in METHODS.values() if each.sides == sides_of(stage)), None
    )
    if found is None:
        raise Invalid.of("method_not_drawn", "", method=stage.method)
    return found


def next_number(stage: Stage) -> int:
    """The number of the round to be drawn next."""
    return last_closed(stage) + 1


def question(stage: Stage, options: DrawOptions = DEFAULTS) -> PairingInput:
    """Everything that decides the next round of a stage."""
    number = next_number(stage)
    table = result_table(stage, number - 1, joined_by=number + 1)
    draft = stage.rounds.filter(number=number).first()
    facts = _facts(stage, number, draft, options)
    return pairing_input(table, number, facts)


def propose(stage: Stage, options: DrawOptions = DEFAULTS) -> Draw | tuple[Problem, ...]:
    """The next round as it would be drawn, or what keeps it from being drawn; nothing is stored."""
    return method_of(stage).draw(question(stage, options))


def fresh_round(stage: Stage, known: Round) -> Round:
    """The round, read again under the lock of its stage; raises NotFound when it is gone."""
    found = stage.rounds.filter(pk=known.pk).first()
    if found is None:
        raise NotFound
    found.stage = stage
    return found


def there_already(stage: Stage, number: int | None) -> Round | None:
    """The round that a draw finds instead of making one: the draft, or the very round that was asked for.

    Raises Conflict `stage_closed`, `event_finished` or `round_open` where none is drawn now, and
    `round_not_next` for the number of another round than the next.
    """
    wanted = number or next_number(stage)
    there = stage.rounds.filter(number=wanted).first()
    drawn = there is not None and (there.status != RoundStatus.DRAFT or there.drawn_at is not None)
    if there is not None and drawn and (number or there.status == RoundStatus.DRAFT):
        return there
    if has_open_round(stage) is not None:
        raise Conflict("round_open")
    if stage.status == StageStatus.CLOSED:
        raise Conflict("stage_closed")
    if stage.event.status == EventStatus.FINISHED:
        raise Conflict("event_finished")
    if wanted != next_number(stage):
        raise Conflict("round_not_next", params={"round": wanted, "next": next_number(stage)})
    return None


def seed_for(stage: Stage, number: int, options: DrawOptions) -> int:
    """The seed of a draw: the event's own, moved on by stage, round and attempt."""
    if options.seed is not None:
        return options.seed
    return (stage_seed(stage) + number * 101 + options.attempt) % 2**53


def stage_seed(stage: Stage) -> int:
    """The seed of a stage, from which those of its rounds follow."""
    return stage.event.seed * 1_000_003 + stage.order * 10_007


def _facts(stage: Stage, number: int, draft: Round | None, options: DrawOptions) -> StageFacts:
    refs = dict(stage.event.entrants.values_list("ref", "pk"))
    settings = event_settings(stage.event.settings)
    places = stage.event.entrants.filter(stages__stage=stage)
    last = stage.rounds.filter(number=number - 1).first()
    preset = draft if draft is not None and draft.drawn_at is None else None
    return StageFacts(
        options=_method_options(stage, refs),
        seed=seed_for(stage, number, options),
        stage_seed=stage_seed(stage),
        rounds=stage.rounds_planned,
        ranks=_ranks(stage, number - 1),
        clubs={pk: club.casefold() for pk, club in places.exclude(club="").values_list("pk", "club")},
        groups=dict(stage.places.exclude(group="").values_list("entrant_id", "group")),
        sides=_sides(stage, number),
        tables=dict(places.filter(fixed_table__isnull=False).values_list("pk", "fixed_table__number")),
        last_tables=_tables(last),
        set_byes=_set_byes(stage, number, preset),
        fixed=_fixed_tables(preset),
        allow_rematches=options.allow_rematches,
        allow_second_bye=options.second_bye,
        seating=Seating(settings.seat_draw),
    )


def _method_options(stage: Stage, refs: dict[str, int]) -> Any:
    """The method's options, entrants named by the ids of the database.

    Where another method judges the rounds, it takes of the stage's options what it knows.
    """
    declared, said = judge_of(stage).options, stage.method_options
    if drawing_method(stage) is None:
        said = _understood(declared, said, refs)
    read = parse(declared, said)
    if isinstance(read, tuple):
        raise Misuse(f"stored options of a stage are not valid: {read}")
    pairs = tuple((refs[first], refs[second]) for first, second in read.forbidden_pairs)
    values: dict[str, Any] = {name: getattr(read, name) for name in read.__slots__}
    return declared(**{**values, "forbidden_pairs": pairs})


def _understood(declared: type[Any], said: Mapping[str, Any], refs: Mapping[str, int]) -> dict[str, Any]:
    """Of the options of a stage that nothing draws, those that the method which judges its rounds has too."""
    names = [each.name for each in fields(declared) if each.name in said]
    found = {name: said[name] for name in names if not isinstance(parse(declared, {name: said[name]}), tuple)}
    pairs = [pair for pair in found.pop("forbidden_pairs", ()) if {*pair} <= refs.keys()]
    return {**found, "forbidden_pairs": pairs}


def closed_table(stage: Stage, number: int) -> StandingsSnapshot | None:
    """The last kept table after a closed round."""
    tables = StandingsSnapshot.objects.filter(stage=stage, after_round=number, final=True)
    return tables.order_by("-version").first()


def is_outdated(drawn: Round) -> bool:
    """Whether a round was drawn from a table that has been corrected since."""
    used = drawn.why.get("standings")
    table = closed_table(drawn.stage, drawn.number - 1) if used is not None else None
    return table is not None and table.version != used


def come_and_gone(stage: Stage, drawn: Round) -> set[int]:
    """Who stands in the draft and is not there any more, or is there and does not stand in it."""
    listed = set(drawn.participations.values_list("entrant_id", flat=True))
    drawn_into = drawn.participations.filter(outcome__in=["", Outcome.PAIRING_BYE])
    seated = set(drawn_into.values_list("entrant_id", flat=True))
    active = set(stage.event.entrants.filter(status=EntrantStatus.ACTIVE).values_list("pk", flat=True))
    there: set[Any] = {info.id for info in entrant_infos(stage, drawn.number) if is_there(info, drawn.number)}
    return (listed - there) | (seated & _not_here(stage)) | ((there & active) - listed)


def _not_here(stage: Stage) -> set[int]:
    """Who is on the list and not in the hall."""
    others = stage.event.entrants.exclude(status=EntrantStatus.ACTIVE).filter(left_after_round__isnull=True)
    return set(others.values_list("pk", flat=True))


def is_by_standings(stage: Stage) -> bool:
    """Whether who meets whom in a round of the stage follows from the standings."""
    method = drawing_method(stage)
    return method is not None and method.by_standings


def stands_on_old(drawn: Round) -> bool:
    """Whether a round was drawn by a table in which somebody had another score or place than now."""
    if not is_by_standings(drawn.stage) or not is_outdated(drawn):
        return False
    used = StandingsSnapshot.objects.filter(
        stage=drawn.stage, after_round=drawn.number - 1, version=drawn.why["standings"]
    ).first()
    now = closed_table(drawn.stage, drawn.number - 1)
    return used is None or now is None or _drawn_by(used) != _drawn_by(now)


def _drawn_by(table: StandingsSnapshot) -> dict[int, tuple[object, ...]]:
    """What a draw takes from a table: the rank of everybody, and the score."""
    return {
        row["entrant"]: (row["rank"], row["values"].get("match_points", row["values"])) for row in table.rows
    }


def _ranks(stage: Stage, number: int) -> dict[Any, int]:
    """Ranks in the standings after a closed round."""
    table = closed_table(stage, number)
    return {row["entrant"]: row["rank"] for row in table.rows} if table is not None else {}


def _sides(stage: Stage, number: int) -> dict[Any, tuple[str, ...]]:
    """Where each entrant sat in its played matches, oldest first."""
    sides: dict[int, list[str]] = {}
    rows = Participation.objects.filter(
        round__stage=stage, round__number__lt=number, match__side_results__outcome=Outcome.PLAYED
    )
    for entrant, side in (
        rows.order_by("round__number", "leg")
        .values_list("entrant_id", "side", "pk")
        .distinct()
        .values_list("entrant_id", "side")
    ):
        sides.setdefault(entrant, []).append(side)
    return {entrant: tuple(names) for entrant, names in sides.items()}


def _tables(last: Round | None) -> dict[Any, int]:
    if last is None:
        return {}
    return dict(
        last.participations.filter(match__table__isnull=False).values_list(
            "entrant_id", "match__table__number"
        )
    )


def _set_byes(stage: Stage, number: int, preset: Round | None) -> dict[Any, str]:
    """Who sits this round out, by its own word, the director's, or since it is not there (any more)."""
    byes: dict[Any, str] = planned_absences(stage, number)
    byes |= dict.fromkeys(_not_here(stage), str(Outcome.ABSENCE))
    if preset is not None:
        byes |= dict(preset.participations.exclude(outcome="").values_list("entrant_id", "outcome"))
    return byes


def planned_absences(stage: Stage, number: int) -> dict[Any, str]:
    """Who has said beforehand that it will not play the next round; spent once the round is published."""
    planned = PlannedAbsence.objects.filter(entrant__stages__stage=stage, round=number)
    return dict(planned.values_list("entrant_id", "kind"))


def _fixed_tables(preset: Round | None) -> tuple[FixedTable, ...]:
    """The tables that the director set in a draft before it was drawn."""
    if preset is None:
        return ()
    sides: dict[int, list[Any]] = {}
    for match, entrant, table in (
        preset.participations.filter(outcome="")
        .order_by("match", "side")
        .values_list("match_id", "entrant_id", "match__table__number")
    ):
        sides.setdefault(match, [table]).append(entrant)
    size = sides_of(preset.stage)
    return tuple(FixedTable(tuple(seated), table) for table, *seated in sides.values() if len(seated) == size)


def has_open_round(stage: Stage) -> Round | None:
    """The round that is published or playing, if there is one."""
    return stage.rounds.filter(status__in=[RoundStatus.PUBLISHED, RoundStatus.PLAYING]).first()


def draw_json(draw: Draw) -> dict[str, Any]:
    """A draw as it is stored with its round: costs, reasons and what is proven, entrants by their ids."""
    return {
        "seed": draw.seed,
        "costs": draw.costs.as_json(),
        "certificate": {
            "method": draw.certificate.method,
            "proven": list(draw.certificate.proven),
            "gap": draw.certificate.gap,
        },
        "next_round_possible": draw.next_round_possible,
        "tables": [
            {"table": each.table, "code": each.why.code, "params": dict(each.why.params)}
            for each in draw.tables
        ],
        "byes": [
            {"entrant": bye.entrant, "code": bye.why.code, "params": dict(bye.why.params)}
            for bye in draw.byes
        ],
    }
