"""Invitations to help at an event: given out as a link, revoked, taken up by one person."""

from __future__ import annotations

import secrets
from datetime import timedelta
from enum import StrEnum

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import Q, QuerySet
from django.utils import timezone

from engine.core.problems import Problem
from tournaments.access import SYSTEM, Actor
from tournaments.errors import Conflict, Invalid, NotFound
from tournaments.locks import lock, lock_all
from tournaments.models import Event, EventMember, Invitation, InvitationUse, Role, User, Verb
from tournaments.services.accounts import LONGEST_EMAIL, add_user
from tournaments.services.audit import Journal, act
from tournaments.services.devices import digest
from tournaments.services.events import add_member

LIFETIME = timedelta(days=7)
LONGEST_NAME, MOST_OPEN = 120, 50


class State(StrEnum):
    """What can be said of an invitation; only an open one can be taken up."""

    OPEN = "open"
    USED = "used"
    REVOKED = "revoked"
    EXPIRED = "expired"


def invite(
    actor: Actor, event: Event, role: str, *, name: str = "", email: str = ""
) -> tuple[Invitation, str]:
    """An invitation to a role and the secret of its link, which is stored nowhere; raises Invalid."""
    name, email = " ".join(name.split()), email.strip()
    problems = _faults(role, name, email)
    if problems:
        raise Invalid("invalid_invitation", problems)
    token = secrets.token_urlsafe(32)
    with act(event, actor) as journal:
        event = lock(event)
        if open_invitations(event).count() >= MOST_OPEN:
            raise Conflict("too_many_invitations", params={"most": MOST_OPEN})
        now = timezone.now()
        invitation = Invitation.objects.create(
            event=event,
            role=role,
            name=name,
            email=email,
            token_hash=digest(token),
            made_by=actor.user,
            made_at=now,
            expires_at=now + LIFETIME,
        )
        journal.add(Verb.INVITATION_MADE, f"invitation:{invitation.pk}", role=role)
    return invitation, token


def _faults(role: str, name: str, email: str) -> list[Problem]:
    problems = []
    if role not in Role.values:
        problems.append(Problem("unknown_role", "/role", {"role": role}))
    if len(name) > LONGEST_NAME:
        problems.append(Problem("too_long", "/name", {"most": LONGEST_NAME}))
    if len(email) > LONGEST_EMAIL:
        problems.append(Problem("too_long", "/email", {"most": LONGEST_EMAIL}))
    elif email:
        try:
            validate_email(email)
        except ValidationError:
            problems.append(Problem("bad_email", "/email", {"value": email}))
    return problems


def open_invitations(event: Event) -> QuerySet[Invitation]:
    """Those of the event that can still be taken up, the oldest first."""
    rows = event.invitations.filter(uses=None, revoked_at=None, expires_at__gt=timezone.now())
    return rows.filter(Q(made_by=None) | Q(made_by__is_active=True)).select_related("made_by")


def invitation_of(token: str) -> Invitation:
    """The invitation that a link leads to, whatever became of it; raises NotFound for any other text."""
    rows = Invitation.objects.select_related("event__club", "made_by")
    found = rows.filter(token_hash=digest(token)).first()
    if found is None:
        raise NotFound
    return found


def used_by(invitation: Invitation) -> User | None:
    """Who took it up."""
    use = InvitationUse.objects.filter(invitation=invitation).select_related("user").first()
    return use.user if use is not None else None


def state_of(invitation: Invitation) -> State:
    """What became of it; that of somebody whose account is closed counts as revoked."""
    if InvitationUse.objects.filter(invitation=invitation).exists():
        return State.USED
    maker = invitation.made_by
    if invitation.revoked_at is not None or (maker is not None and not maker.is_active):
        return State.REVOKED
    return State.EXPIRED if invitation.expires_at <= timezone.now() else State.OPEN


def accept(user: User, token: str) -> Invitation:
    """Take up an invitation: the person has its role from now on.

    The invitation's row is locked, so of two who follow one link one is told that it was used. Raises
    Conflict for that, for one that was revoked or has expired, and for who has the role already.
    """
    found = invitation_of(token)
    actor = Actor(user=user)
    with act(found.event, actor) as journal:
        invitation = lock(found)
        require_open(invitation, user)
        InvitationUse.objects.create(invitation=invitation, user=user, at=timezone.now())
        journal.add(Verb.INVITATION_USED, f"invitation:{invitation.pk}", role=invitation.role)
        add_member(actor, found.event, user.pk, invitation.role)
    return invitation


def require_open(invitation: Invitation, user: User) -> None:
    """Raise Conflict where the person may not take it up: it has ended, or gives nothing new."""
    state = state_of(invitation)
    if state != State.OPEN:
        raise Conflict(f"invitation_{state}")
    if EventMember.objects.filter(event=invitation.event_id, user=user, role=invitation.role).exists():
        raise Conflict("already_helps")


def accept_with_account(token: str, username: str, password: str, **person: str) -> tuple[User, Invitation]:
    """Make an account (see `add_user`) and take up the invitation with it: both, or neither."""
    found = invitation_of(token)
    with act(found.event, SYSTEM):
        user = add_user(username, password, **person)
        return user, accept(user, token)


def revoke_invitation(actor: Actor, event: Event, invitation_id: int) -> None:
    """Make its link worthless at once; twice, or after it was used, changes nothing. Raises NotFound."""
    with act(event, actor) as journal:
        rows = lock_all(event.invitations.filter(pk=invitation_id))
        if not rows:
            raise NotFound
        _revoke(journal, rows)


def revoke_those_of(journal: Journal, event: Event, user_id: int) -> None:
    """Within an act: who loses the right to invite leaves no link behind."""
    _revoke(journal, lock_all(event.invitations.filter(made_by=user_id)))


def _revoke(journal: Journal, rows: list[Invitation]) -> None:
    for invitation in rows:
        if state_of(invitation) == State.OPEN:
            invitation.revoked_at = timezone.now()
            invitation.save(update_fields=["revoked_at"])
            journal.add(Verb.INVITATION_REVOKED, f"invitation:{invitation.pk}", role=invitation.role)
