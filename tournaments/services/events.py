"""Events: create, change the state, remove."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.utils import timezone

from engine.core.problems import Problem
from engine.registry import UnknownGame, get_game
from tournaments.access import Actor
from tournaments.errors import Conflict, Invalid
from tournaments.locks import lock, writing
from tournaments.models import (
    Club,
    Event,
    EventMember,
    EventStatus,
    EventVersion,
    Role,
    Round,
    RoundStatus,
    Verb,
)
from tournaments.names import can_fill
from tournaments.services.audit import act
from tournaments.settings import read_event_settings, seat_draw_problems
from tournaments.transitions import move


def default_club() -> Club:
    """The only club, or a new one called "Club"; raises Invalid `club_needed` where there are several."""
    clubs = list(Club.objects.all()[:2])
    if len(clubs) > 1:
        raise Invalid.of("club_needed", "/club")
    return clubs[0] if clubs else Club.objects.create(name="Club", slug="club")


def check_rules(game_key: str, options: Mapping[str, object]) -> tuple[Problem, ...]:
    """Problems of a game's key and its options (`profile` and `variant` among them)."""
    try:
        game = get_game(game_key)
    except UnknownGame:
        return (Problem("unknown_game", "/game", {"game": game_key}),)
    rules = game.read_rules(dict(options))
    if not isinstance(rules, tuple):
        return ()
    return tuple(each.below("/options") for each in rules)


def check_kind(game_key: str, options: Mapping[str, object], kind: str) -> tuple[Problem, ...]:
    """A problem where entrants of this kind cannot fill a side; none where game or options are not valid."""
    if check_rules(game_key, options):
        return ()
    game = get_game(game_key)
    seats = game.side_size(game.read_rules(dict(options)))
    return () if can_fill(kind, seats) else (Problem("kind_too_small", "/entrant_kind", {"seats": seats}),)


def create_event(
    actor: Actor,
    club: Club,
    *,
    slug: str,
    name: str,
    game: str,
    profile: str,
    entrant_kind: str,
    options: Mapping[str, object] | None = None,
    starts_at: datetime | None = None,
    time_zone: str = "UTC",
    seed: int = 0,
    settings: Mapping[str, object] | None = None,
) -> Event:
    """A new event in state draft; its creator becomes the owner. Raises Invalid with every fault."""
    options = dict(options or {})
    given = {"profile": profile, **options}
    problems = check_rules(game, given) + check_kind(game, given, entrant_kind)
    problems += _check_settings(game, given, settings)
    if Event.objects.filter(club=club, slug=slug).exists():
        problems += (Problem("slug_taken", "/slug", {"slug": slug}),)
    if problems:
        raise Invalid("invalid_event", problems)
    with writing():
        event = Event.objects.create(
            club=club,
            slug=slug,
            name=name,
            game=game,
            profile=profile,
            options=options,
            entrant_kind=entrant_kind,
            starts_at=starts_at or timezone.now(),
            time_zone=time_zone,
            seed=seed,
            settings=dict(settings or {}),
        )
        _open(actor, event)
    return event


def _open(actor: Actor, event: Event) -> None:
    """Version, owner and first log entry of a new event."""
    EventVersion.objects.create(event=event)
    if actor.user is not None:
        EventMember.objects.create(event=event, user=actor.user, role=Role.OWNER)
    with act(event, actor) as journal:
        journal.add(Verb.EVENT_CREATED, event.slug, name=event.name)


def _check_settings(
    game_key: str, options: Mapping[str, object], settings: Mapping[str, object] | None
) -> tuple[Problem, ...]:
    """Problems of the settings, among them cards that are drawn in a game without such a draw."""
    read = read_event_settings(settings or {})
    if isinstance(read, tuple):
        return tuple(each.below("/settings") for each in read)
    if check_rules(game_key, options):
        return ()
    game = get_game(game_key)
    problems = seat_draw_problems(read, game, game.read_rules(dict(options)))
    return tuple(each.below("/settings") for each in problems)


def move_event(actor: Actor, event: Event, status: str) -> Event:
    """Put the event into another state.

    Raises Conflict where that may not follow, and `rounds_open` for the end of an event while a round is
    played.
    """
    with act(event, actor) as journal:
        event = lock(event)
        before = event.status
        if before != status:
            if status == EventStatus.FINISHED and _is_playing(event):
                raise Conflict("rounds_open")
            move(event, status)
            journal.add(Verb.EVENT_MOVED, event.slug, before=before, after=status)
    return event


def _is_playing(event: Event) -> bool:
    """Whether a round is posted that is not closed; posting one takes the lock of the event too."""
    posted = [RoundStatus.PUBLISHED, RoundStatus.PLAYING]
    return Round.objects.filter(stage__event=event, status__in=posted).exists()


def add_member(actor: Actor, event: Event, user_id: int, role: str) -> None:
    """Give a person a role in the event; giving it twice changes nothing."""
    with act(event, actor) as journal:
        _, created = EventMember.objects.get_or_create(event=event, user_id=user_id, role=role)
        if created:
            journal.add(Verb.MEMBER_ADDED, f"user:{user_id}", role=role)
