"""Who may do what: one table of roles, one of device profiles, and the doors to an object.

A request reaches an event or a match only through `event_for`, `match_for` and their like: they return the
object, or raise NotFound (also for what is not theirs to know of) or NotAllowed. The default is deny.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from django.db.models import BigAutoField

from tournaments.compiled import Reading
from tournaments.errors import NotAllowed, NotFound
from tournaments.models import (
    Call,
    Device,
    DeviceProfile,
    Event,
    EventStatus,
    Match,
    Role,
    Round,
    RoundStatus,
    Stage,
    User,
)


class Permission(StrEnum):
    """Every act that somebody may or may not do."""

    EVENT_VIEW = "event.view"
    EVENT_EDIT = "event.edit"
    MEMBERS_EDIT = "members.edit"
    ENTRANTS_EDIT = "entrants.edit"
    DRAFTS_VIEW = "drafts.view"
    ROUNDS_DRAW = "rounds.draw"
    ROUNDS_PUBLISH = "rounds.publish"
    ROUNDS_CLOSE = "rounds.close"
    SEATS_SET = "seats.set"
    RESULTS_ENTER = "results.enter"
    RESULTS_CONFIRM = "results.confirm"
    RESULTS_CORRECT = "results.correct"
    RESULTS_RULE = "results.rule"
    DEVICES_EDIT = "devices.edit"
    PHONES_ADD = "phones.add"
    CALLS_RAISE = "calls.raise"
    CALLS_TAKE = "calls.take"
    AUDIT_VIEW = "audit.view"


P = Permission

ROLES: dict[str, frozenset[Permission]] = {
    Role.OWNER: frozenset(Permission),
    Role.DIRECTOR: frozenset(Permission) - {P.MEMBERS_EDIT},
    Role.ASSISTANT: frozenset(
        {
            P.EVENT_VIEW,
            P.ENTRANTS_EDIT,
            P.DRAFTS_VIEW,
            P.SEATS_SET,
            P.RESULTS_ENTER,
            P.RESULTS_CONFIRM,
            P.RESULTS_CORRECT,
            P.DEVICES_EDIT,
            P.CALLS_TAKE,
        }
    ),
    Role.SCORER: frozenset({P.EVENT_VIEW, P.RESULTS_ENTER, P.RESULTS_CONFIRM}),
    Role.VIEWER: frozenset({P.EVENT_VIEW, P.DRAFTS_VIEW}),
}

# What a device may do, at its own table only; a hall screen has no table and reads what is public.
DEVICE_PROFILES: dict[str, frozenset[Permission]] = {
    DeviceProfile.TABLE: frozenset(
        {P.EVENT_VIEW, P.RESULTS_ENTER, P.RESULTS_CONFIRM, P.RESULTS_CORRECT, P.CALLS_RAISE, P.PHONES_ADD}
    ),
    DeviceProfile.SIDE: frozenset({P.EVENT_VIEW, P.RESULTS_ENTER, P.RESULTS_CONFIRM, P.CALLS_RAISE}),
    DeviceProfile.HALL: frozenset({P.EVENT_VIEW}),
}

PUBLIC: frozenset[Permission] = frozenset({P.EVENT_VIEW})


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts: a person, a device, or (neither) the system itself."""

    user: User | None = None
    device: Device | None = None
    system: bool = False
    memberships: dict[int, tuple[str, ...]] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, user: object, device: Device | None = None) -> Actor:
        """The actor behind a request."""
        if device is not None:
            return cls(device=device)
        return cls(user=user if isinstance(user, User) else None)

    @property
    def label(self) -> str:
        """How the log names them: no personal data."""
        if self.device is not None:
            return f"device:{self.device.pk}"
        if self.user is not None:
            return f"user:{self.user.pk}"
        return "system" if self.system else "anonymous"

    def roles_in(self, event: Event) -> tuple[str, ...]:
        """The person's roles in the event, read once for as long as this value lives: one request."""
        if self.user is None:
            return ()
        if event.pk not in self.memberships:
            roles = event.members.filter(user=self.user).values_list("role", flat=True)
            self.memberships[event.pk] = tuple(roles)
        return self.memberships[event.pk]


SYSTEM = Actor(system=True)


def permissions(actor: Actor, event: Event) -> frozenset[Permission]:
    """Everything that the actor may do in the event (a device: at its table)."""
    if actor.system or (actor.user is not None and actor.user.is_superuser):
        return frozenset(Permission)
    granted = PUBLIC if event.status != EventStatus.DRAFT else frozenset()
    if actor.device is not None:
        own = actor.device.event_id == event.pk and actor.device.revoked_at is None
        return granted | (DEVICE_PROFILES[actor.device.profile] if own else frozenset())
    for role in actor.roles_in(event):
        granted |= ROLES[role]
    return granted


def require(actor: Actor, event: Event, permission: Permission) -> None:
    """Raise NotFound where the actor may not even see the event, NotAllowed where they may not do this."""
    granted = permissions(actor, event)
    if P.EVENT_VIEW not in granted:
        raise NotFound
    if permission not in granted:
        raise NotAllowed


def event_for(actor: Actor, event_id: int, permission: Permission = P.EVENT_VIEW) -> Event:
    """The event, if the actor may do this in it."""
    event = Event.objects.select_related("club", "version").filter(pk=event_id).first()
    if event is None:
        raise NotFound
    require(actor, event, permission)
    return event


_stage_by_id = Reading(
    lambda pk: Stage.objects.select_related("event__club", "event__version").filter(pk=pk), pk=BigAutoField()
)


def stage_for(actor: Actor, stage_id: int, permission: Permission = P.EVENT_VIEW) -> Stage:
    """The stage, if the actor may do this in its event."""
    stage = _stage_by_id.first(pk=stage_id)
    if stage is None:
        raise NotFound
    require(actor, stage.event, permission)
    return stage


def round_for(actor: Actor, round_id: int, permission: Permission = P.EVENT_VIEW) -> Round:
    """The round; a draft exists only for those who may see drafts."""
    found = (
        Round.objects.select_related("stage__event__club", "stage__event__version")
        .filter(pk=round_id)
        .first()
    )
    if found is None:
        raise NotFound
    _require_in_round(actor, found, permission)
    return found


_match_by_id = Reading(
    # Without the reasons of the draw: as long as the hall is large, and no match asks for them.
    lambda pk: (
        Match.objects.select_related("round__stage__event__club", "round__stage__event__version", "table")
        .defer("round__why")
        .filter(pk=pk)
    ),
    pk=BigAutoField(),
)


def match_for(actor: Actor, match_id: int, permission: Permission = P.EVENT_VIEW) -> Match:
    """The match; a device reaches only matches at its own table for anything but looking."""
    match = _match_by_id.first(pk=match_id)
    if match is None:
        raise NotFound
    _require_in_round(actor, match.round, permission)
    device = actor.device
    if device is not None and permission != P.EVENT_VIEW and not _sits_at(device, match):
        raise NotAllowed("not_your_table")
    return match


def _sits_at(device: Device, match: Match) -> bool:
    """Whether the device belongs to the table of the match (one without a table belongs to none), and to this
    match if it was paired for one alone.
    """
    own_table = device.table_id is not None and device.table_id == match.table_id
    return own_table and device.match_id in (None, match.pk)


def call_for(actor: Actor, call_id: int, permission: Permission) -> Call:
    """The call; that there is one is known to its table and to those who answer calls, to nobody else."""
    call = Call.objects.select_related("event__club", "event__version", "table").filter(pk=call_id).first()
    if call is None:
        raise NotFound
    granted = permissions(actor, call.event)
    device = actor.device
    at_table = device is not None and device.table_id == call.table_id and not device.is_over
    if P.CALLS_TAKE not in granted and not (at_table and P.CALLS_RAISE in granted):
        raise NotFound
    require(actor, call.event, permission)
    return call


def _require_in_round(actor: Actor, found: Round, permission: Permission) -> None:
    event = found.stage.event
    require(actor, event, P.EVENT_VIEW)
    if found.status == RoundStatus.DRAFT and P.DRAFTS_VIEW not in permissions(actor, event):
        raise NotFound
    require(actor, event, permission)
