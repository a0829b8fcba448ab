"""What a template may ask about its reader. Never in a live part: those are the same for everybody."""

from __future__ import annotations

from django import template
from django.template import Context

from pages.desk import Desk
from pages.reader import reader
from tournaments.access import Permission, permissions
from tournaments.models import Event

register = template.Library()


@register.simple_tag(takes_context=True)
def may(context: Context, permission: str, event: Event) -> bool:
    """Whether the reader may do this in the event; raises ValueError for an unknown permission."""
    return Permission(permission) in permissions(reader(context["request"]), event)


@register.simple_tag(takes_context=True)
def answering(context: Context, event: Event) -> Desk | None:
    """The desk of the event with its open calls, where the reader may answer these; else None."""
    actor = reader(context["request"])
    granted = permissions(actor, event)
    return Desk(actor, event, granted) if Permission.CALLS_TAKE in granted else None
