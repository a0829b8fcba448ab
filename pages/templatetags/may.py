"""What a template may ask about its reader. Never in a live part: those are the same for everybody."""

from __future__ import annotations

from django import template
from django.template import Context

from tournaments.access import Actor, Permission, permissions
from tournaments.models import Event

register = template.Library()


@register.simple_tag(takes_context=True)
def may(context: Context, permission: str, event: Event) -> bool:
    """Whether the reader may do this in the event; raises ValueError for an unknown permission."""
    return Permission(permission) in permissions(Actor.of(context["request"].user), event)
