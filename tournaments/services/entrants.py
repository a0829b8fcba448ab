"""Entrants: enter, come late, stay away, leave, come back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Max, Q

from engine.core.problems import Problem
from tournaments.access import Actor
from tournaments.errors import Conflict, Invalid
from tournaments.locks import lock, lock_all
from tournaments.models import (
    Entrant,
    EntrantPlayer,
    EntrantStatus,
    Event,
    EventStatus,
    PlannedAbsence,
    Player,
    Round,
    RoundStatus,
    StageEntrant,
    StageStatus,
    Verb,
)
from tournaments.names import LONGEST_NAME, PLAYERS, is_one_line, same_name
from tournaments.services.audit import act


@dataclass(frozen=True, slots=True)
class NewEntrant:
    """What is typed about an entrant; `players` in the order of their seats."""

    name: str
    players: tuple[str, ...]
    club: str = ""
    rating: Fraction | None = None
    number: int | None = None


def add_entrants(
    actor: Actor, event: Event, new: Sequence[NewEntrant], *, joined_round: int = 1
) -> list[Entrant]:
    """Enter all of them or, with every fault named by its index, none.

    An entrant joins every stage that is not closed and takes nobody from another stage; a running one from
    `joined_round` on, or from its next round if that one has been played or published. Raises Invalid, and
    Conflict `entries_over` for an event that is finished.
    """
    with act(event, actor) as journal:
        event = lock(event)
        if event.status == EventStatus.FINISHED:
            raise Conflict("entries_over")
        problems = _problems(event, new)
        if problems:
            raise Invalid("invalid_entrants", problems)
        joined_round = max(joined_round, _published(event) + 1)
        entrants = _store(event, new, joined_round)
        for entrant in entrants:
            journal.add(Verb.ENTRANT_ADDED, f"entrant:{entrant.number}", joined_round=joined_round)
    return entrants


def _published(event: Event) -> int:
    """The last round that people have seen of a stage in play."""
    rounds = Round.objects.filter(stage__event=event, stage__status=StageStatus.RUNNING)
    return rounds.exclude(status=RoundStatus.DRAFT).aggregate(last=Max("number"))["last"] or 0


def _problems(event: Event, new: Sequence[NewEntrant]) -> list[Problem]:
    names = {same_name(name) for name in event.entrants.values_list("name", flat=True)}
    numbers = set(event.entrants.values_list("number", flat=True))
    people = {same_name(name) for name in event.roster.values_list("player__name", flat=True)}
    low, high = PLAYERS[event.entrant_kind]
    problems: list[Problem] = []
    for index, each in enumerate(new):
        problems += text_problems(each, f"/{index}")
        if not each.name.strip():
            problems.append(Problem("missing_value", f"/{index}/name"))
        elif same_name(each.name) in names:
            problems.append(Problem("duplicate", f"/{index}/name", {"value": each.name}))
        if not low <= len(each.players) <= high:
            problems.append(
                Problem("wrong_number_of_players", f"/{index}/players", {"low": low, "high": high})
            )
        if each.number is not None and each.number in numbers:
            problems.append(Problem("duplicate", f"/{index}/number", {"value": each.number}))
        for slot, player in enumerate(each.players):
            if same_name(player) in people:
                problems.append(Problem("duplicate", f"/{index}/players/{slot}", {"value": player}))
            people.add(same_name(player))
        names.add(same_name(each.name))
        if each.number is not None:
            numbers.add(each.number)
    return problems


def text_problems(new: NewEntrant, place: str = "") -> Iterator[Problem]:
    """Name, club and people as a list can print them: of one line, not too long, nobody without a name."""
    people = [(f"{place}/players/{slot}", player) for slot, player in enumerate(new.players)]
    for path, text in [(f"{place}/name", new.name), (f"{place}/club", new.club), *people]:
        if len(text) > LONGEST_NAME:
            yield Problem("too_long", path, {"most": LONGEST_NAME})
        elif not is_one_line(text):
            yield Problem("bad_text", path)
    yield from (Problem("missing_value", path) for path, player in people if not player.strip())


def _store(event: Event, new: Sequence[NewEntrant], joined_round: int) -> list[Entrant]:
    """Rows of all of them, by few queries however many they are; who has no number gets the next one."""
    refs = _Refs(event)
    highest = event.entrants.aggregate(highest=Max("number"))["highest"] or 0
    entrants = []
    for each in new:
        number = each.number or highest + 1
        highest = max(highest, number)
        made = Entrant(
            event=event,
            ref=refs.free(number),
            kind=event.entrant_kind,
            number=number,
            name=each.name,
            club=each.club,
            rating=each.rating,
            joined_round=joined_round,
        )
        entrants.append(made)
    Entrant.objects.bulk_create(entrants)
    _line_up(event, entrants, new)
    stages = list(event.stages.filter(slots__isnull=True).exclude(status=StageStatus.CLOSED))
    StageEntrant.objects.bulk_create(
        StageEntrant(stage=stage, entrant=each, seed=each.number) for stage in stages for each in entrants
    )
    return entrants


def _line_up(event: Event, entrants: Sequence[Entrant], new: Sequence[NewEntrant]) -> None:
    """The people of each entrant."""
    places = [
        (entrant, slot, Player(club=event.club, name=name))
        for entrant, each in zip(entrants, new, strict=True)
        for slot, name in enumerate(each.players)
    ]
    Player.objects.bulk_create(player for _, _, player in places)
    EntrantPlayer.objects.bulk_create(
        EntrantPlayer(event=event, entrant=entrant, player=player, slot=slot, ref=f"{entrant.ref}p{slot + 1}")
        for entrant, slot, player in places
    )


class _Refs:
    """The refs of an event: those of entrants and of people."""

    def __init__(self, event: Event) -> None:
        self.taken = set(event.entrants.values_list("ref", flat=True))
        self.taken |= set(event.roster.values_list("ref", flat=True))

    def free(self, number: int) -> str:
        """A ref for the entrant of this number that nobody has; taken from now on."""
        ref = f"e{number}"
        while ref in self.taken:
            ref += "x"
        self.taken.add(ref)
        return ref


ABSENCE_KINDS = ("requested_bye", "absence")


def plan_absence(actor: Actor, entrant: Entrant, round_number: int, kind: str = "requested_bye") -> None:
    """Note that the entrant will not play a round; raises Conflict once that round is drawn."""
    if kind not in ABSENCE_KINDS:
        raise Invalid.of("unknown_absence", "/kind", kind=kind)
    with act(entrant.event, actor) as journal:
        event = lock(entrant.event)
        stages = lock_all(event.stages.filter(status=StageStatus.RUNNING))
        if Round.objects.filter(stage__in=stages, number=round_number).exists():
            raise Conflict("round_already_drawn", params={"round": round_number})
        PlannedAbsence.objects.update_or_create(entrant=entrant, round=round_number, defaults={"kind": kind})
        journal.add(Verb.ABSENCE_PLANNED, f"entrant:{entrant.number}", round=round_number, kind=kind)


def withdraw(actor: Actor, entrant: Entrant) -> Entrant:
    """Take the entrant out from the next round on: the round in play still counts for it.

    Withdrawing twice changes nothing; raises Conflict for one that was expelled. In a round robin it may
    annul what was played, so that the table of the last round is computed again.
    """
    with act(entrant.event, actor) as journal:
        event = lock(entrant.event)
        lock_all(event.stages.filter(status=StageStatus.RUNNING))
        entrant = lock(entrant)
        if entrant.status == EntrantStatus.WITHDRAWN:
            return entrant
        if entrant.status == EntrantStatus.EXPELLED:
            raise Conflict("wrong_state", params={"state": entrant.status, "wanted": EntrantStatus.WITHDRAWN})
        entrant.status = EntrantStatus.WITHDRAWN
        entrant.left_after_round = last_published_round(entrant)
        entrant.save(update_fields=["status", "left_after_round"])
        _compute_again(entrant, entrant.left_after_round)
        journal.add(
            Verb.ENTRANT_WITHDRAWN, f"entrant:{entrant.number}", left_after_round=entrant.left_after_round
        )
    return entrant


def return_entrant(actor: Actor, entrant: Entrant) -> Entrant:
    """Bring a withdrawn entrant back for the next round; the rounds it missed are absences.

    Bringing back one that is there changes nothing; raises Conflict for one that was expelled. Tables of
    rounds that it missed are computed again, since an absence may be worth something.
    """
    with act(entrant.event, actor) as journal:
        event = lock(entrant.event)
        lock_all(event.stages.filter(status=StageStatus.RUNNING))
        entrant = lock(entrant)
        if entrant.status == EntrantStatus.EXPELLED:
            raise Conflict("wrong_state", params={"state": entrant.status, "wanted": EntrantStatus.ACTIVE})
        if entrant.status != EntrantStatus.WITHDRAWN:
            return entrant
        left = entrant.left_after_round or 0
        entrant.status = EntrantStatus.ACTIVE
        entrant.left_after_round = None
        entrant.save(update_fields=["status", "left_after_round"])
        _compute_again(entrant, left)
        journal.add(Verb.ENTRANT_RETURNED, f"entrant:{entrant.number}")
    return entrant


def _compute_again(entrant: Entrant, left: int) -> None:
    """Mark the tables in which it counts whether the entrant had left after this round.

    Those are the later ones, and in a round robin that of the round itself.
    """
    rounds = Round.objects.filter(stage__places__entrant=entrant, stage__status=StageStatus.RUNNING)
    counts = Q(number__gt=left) | Q(number=left, stage__method="round_robin")
    closed = lock_all(
        Round.objects.filter(pk__in=rounds.filter(counts, status=RoundStatus.CLOSED).values("pk"))
    )
    Round.objects.filter(pk__in=[each.pk for each in closed]).update(stale=True)


def last_published_round(entrant: Entrant) -> int:
    """The last round that people have seen of the entrant's last stage; 0 before the first."""
    rounds = Round.objects.filter(stage__places__entrant=entrant).exclude(status=RoundStatus.DRAFT)
    return rounds.order_by("-stage__order", "-number").values_list("number", flat=True).first() or 0
