"""The list of entrants while it is made: who is here, what was mistyped, who was entered by mistake."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Max, ProtectedError, QuerySet

from engine.core.problems import Problem
from tournaments.access import Actor
from tournaments.errors import Conflict, Invalid
from tournaments.locks import lock, lock_all
from tournaments.models import (
    Entrant,
    EntrantPlayer,
    EntrantStatus,
    Event,
    Participation,
    PlannedAbsence,
    Player,
    Round,
    RoundStatus,
    Seat,
    Stage,
    StageEntrant,
    StageStatus,
    Verb,
)
from tournaments.names import PLAYERS, same_name
from tournaments.services.audit import act
from tournaments.services.entrants import NewEntrant, text_problems

HERE = {True: EntrantStatus.ACTIVE, False: EntrantStatus.REGISTERED}


def check_in(actor: Actor, entrant: Entrant, *, here: bool = True) -> Entrant:
    """Note that an entrant is in the hall, or is not: only who is here is drawn into a round.

    Saying it twice changes nothing; raises Conflict for one that waits, has left or was expelled.
    """
    with act(entrant.event, actor) as journal:
        lock(entrant.event)
        entrant = lock(entrant)
        if entrant.status not in HERE.values():
            raise Conflict("wrong_state", params={"state": entrant.status, "wanted": HERE[here]})
        if entrant.status != HERE[here]:
            entrant.status = HERE[here]
            entrant.save(update_fields=["status"])
            journal.add(Verb.ENTRANT_CHANGED, f"entrant:{entrant.number}", status=entrant.status)
    return entrant


def check_in_all(actor: Actor, event: Event, *, here: bool = True) -> int:
    """Note it of everybody who is on the list and has not left; returns of how many it was not known."""
    with act(event, actor) as journal:
        event = lock(event)
        others = event.entrants.filter(status=HERE[not here])
        numbers = sorted(others.values_list("number", flat=True))
        if numbers:
            others.update(status=HERE[here])
            journal.add(Verb.ENTRANT_CHANGED, "entrants", numbers=numbers, status=HERE[here])
    return len(numbers)


def change_entrant(actor: Actor, entrant: Entrant, new: NewEntrant) -> Entrant:
    """Correct what was typed about an entrant; people are renamed, or where their number differs come and go.

    The number stays once a round was drawn, since draws refer to it. Raises Invalid with every fault.
    """
    with act(entrant.event, actor) as journal:
        event = lock(entrant.event)
        entrant = lock(entrant)
        problems = list(_faults(event, entrant, new))
        if problems:
            raise Invalid("invalid_entrants", problems)
        entrant.name, entrant.club, entrant.rating = new.name, new.club, new.rating
        if new.number is not None and new.number != entrant.number:
            entrant.number = new.number
            StageEntrant.objects.filter(entrant=entrant).update(seed=new.number)
        entrant.save(update_fields=["name", "club", "rating", "number"])
        _rename_people(event, entrant, new.players)
        journal.add(Verb.ENTRANT_CHANGED, f"entrant:{entrant.number}", name=new.name)
    return entrant


def _faults(event: Event, entrant: Entrant, new: NewEntrant) -> Iterator[Problem]:
    others = event.entrants.exclude(pk=entrant.pk)
    names = {same_name(name) for name in others.values_list("name", flat=True)}
    if not new.name.strip():
        yield Problem("missing_value", "/name")
    elif same_name(new.name) in names:
        yield Problem("duplicate", "/name", {"value": new.name})
    yield from text_problems(new)
    if new.number is not None and new.number != entrant.number:
        if Round.objects.filter(stage__event=event).exists():
            yield Problem("number_in_use", "/number")
        elif others.filter(number=new.number).exists():
            yield Problem("duplicate", "/number", {"value": new.number})
    yield from _faults_of_people(event, entrant, new.players)


def _faults_of_people(event: Event, entrant: Entrant, players: tuple[str, ...]) -> Iterator[Problem]:
    low, high = PLAYERS[event.entrant_kind]
    if not low <= len(players) <= high:
        yield Problem("wrong_number_of_players", "/players", {"low": low, "high": high})
    others = event.roster.exclude(entrant=entrant).values_list("player__name", flat=True)
    taken = {same_name(name) for name in others}
    for slot, player in enumerate(players):
        if same_name(player) in taken:
            yield Problem("duplicate", f"/players/{slot}", {"value": player})
        taken.add(same_name(player))


def _rename_people(event: Event, entrant: Entrant, names: tuple[str, ...]) -> None:
    """People keep their slot; somebody who plays in other events too is not renamed there."""
    rows = list(entrant.line_up.filter(to_round=None, substitute=False).select_related("player"))
    refs = set(event.roster.values_list("ref", flat=True))
    for slot, name in enumerate(names):
        row = rows[slot] if slot < len(rows) else None
        if row is not None and row.player.name == name:
            continue
        if row is not None and not row.player.entries.exclude(pk=row.pk).exists():
            row.player.name = name
            row.player.save(update_fields=["name"])
            continue
        player = Player.objects.create(club=event.club, name=name)
        if row is not None:
            _seats(event, row).update(player=player)
            row.player = player
            row.save(update_fields=["player"])
        else:
            ref = _free(f"{entrant.ref}p{slot + 1}", refs)
            EntrantPlayer.objects.create(event=event, entrant=entrant, player=player, slot=slot, ref=ref)
    for row in rows[len(names) :]:
        _leave(event, row)


def _seats(event: Event, row: EntrantPlayer) -> QuerySet[Seat]:
    """Where the person has sat in this event."""
    return Seat.objects.filter(match__round__stage__event=event, player=row.player_id)


def _leave(event: Event, row: EntrantPlayer) -> None:
    """Who has sat at a table stays on the list for the rounds until then; anybody else was never there."""
    row.to_round = _seats(event, row).aggregate(last=Max("match__round__number"))["last"]
    if row.to_round is None:
        row.delete()
    else:
        row.save(update_fields=["to_round"])


def _free(ref: str, taken: set[str]) -> str:
    while ref in taken:
        ref += "x"
    taken.add(ref)
    return ref


def remove_entrant(actor: Actor, entrant: Entrant) -> None:
    """Take off the list who was entered by mistake; raises Conflict once it stands in a round or a table.

    Who was on the list when a round was published stands in its table, be it as absent; and a ruling about it
    stays for ever.
    """
    with act(entrant.event, actor) as journal:
        event = lock(entrant.event)
        stages = lock_all(event.stages.exclude(status=StageStatus.CLOSED))
        if _is_known(entrant):
            raise Conflict("entrant_in_round", params={"entrant": entrant.name})
        for stage in stages:
            _forget(stage, entrant.ref)
        people = list(entrant.line_up.values_list("player_id", flat=True))
        journal.add(Verb.ENTRANT_REMOVED, f"entrant:{entrant.number}")
        try:
            entrant.delete()
        except ProtectedError as error:
            raise Conflict("entrant_in_round", params={"entrant": entrant.name}) from error
        Player.objects.filter(pk__in=people, entries__isnull=True, seats__isnull=True).delete()


def _forget(stage: Stage, ref: str) -> None:
    """Take the entrant out of what the stage says of single ones: who may not meet, and who comes first."""
    options, settings = dict(stage.method_options), dict(stage.settings)
    if "forbidden_pairs" in options:
        options["forbidden_pairs"] = [pair for pair in options["forbidden_pairs"] if ref not in pair]
    for key in settings.keys() & {"lots", "playoffs"}:
        settings[key] = {each: place for each, place in settings[key].items() if each != ref}
    if (options, settings) != (stage.method_options, stage.settings):
        stage.method_options, stage.settings = options, settings
        stage.save(update_fields=["method_options", "settings"])


def _is_known(entrant: Entrant) -> bool:
    """Whether the public has seen it in a round or in the table of one."""
    seen = Round.objects.filter(stage__places__entrant=entrant, number__gte=entrant.joined_round)
    if seen.exclude(status=RoundStatus.DRAFT).exists():
        return True
    return Participation.objects.filter(entrant=entrant).exists()


def cancel_absence(actor: Actor, entrant: Entrant, round_number: int) -> None:
    """Take back that the entrant will not play a round; raises Conflict once that round is drawn."""
    with act(entrant.event, actor) as journal:
        event = lock(entrant.event)
        stages = lock_all(event.stages.filter(status=StageStatus.RUNNING))
        if Round.objects.filter(stage__in=stages, number=round_number).exists():
            raise Conflict("round_already_drawn", params={"round": round_number})
        if PlannedAbsence.objects.filter(entrant=entrant, round=round_number).delete()[0]:
            journal.add(Verb.ABSENCE_TAKEN_BACK, f"entrant:{entrant.number}", round=round_number)
