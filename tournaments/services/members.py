"""Who helps at an event: added by user name, removed by the owner."""

from __future__ import annotations

from tournaments.access import Actor
from tournaments.errors import Conflict, Invalid
from tournaments.locks import lock
from tournaments.models import Club, Event, EventMember, Role, User, Verb
from tournaments.services.audit import act
from tournaments.services.events import add_member
from tournaments.services.invitations import revoke_those_of

ORGANISERS = (Role.OWNER, Role.DIRECTOR)


def add_member_by_name(actor: Actor, event: Event, username: str, role: str) -> User:
    """Give the user of this name a role; raises Invalid where there is none, or no such role."""
    if role not in Role.values:
        raise Invalid.of("unknown_role", "/role", role=role)
    user = User.objects.filter(username=username.strip(), is_active=True).first()
    if user is None:
        raise Invalid.of("unknown_user", "/username", value=username.strip())
    add_member(actor, event, user.pk, role)
    return user


def remove_member(actor: Actor, event: Event, member_id: int) -> None:
    """Take a role away; removing twice changes nothing. Raises Conflict for the last owner.

    The links that an owner has given out are worth nothing any more once they are no owner.
    """
    with act(event, actor) as journal:
        lock(event)
        member = event.members.filter(pk=member_id).first()
        if member is None:
            return
        if member.role == Role.OWNER and event.members.filter(role=Role.OWNER).count() == 1:
            raise Conflict("last_owner")
        member.delete()
        journal.add(Verb.MEMBER_REMOVED, f"user:{member.user_id}", role=member.role)
        if member.role == Role.OWNER:
            revoke_those_of(journal, event, member.user_id)


def clubs_to_organise(actor: Actor) -> list[Club]:
    """The clubs in which the actor may create events: where they own or direct one; all for a superuser."""
    if actor.user is None:
        return []
    clubs = Club.objects.order_by("name", "pk")
    if actor.user.is_superuser:
        return list(clubs)
    held = EventMember.objects.filter(user=actor.user, role__in=ORGANISERS)
    return list(clubs.filter(pk__in=held.values("event__club")))
