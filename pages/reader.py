"""Who reads a page: one value a request, so that the roles of a person are read once."""

from __future__ import annotations

from typing import cast

from django.http import HttpRequest

from tournaments.access import Actor


def reader(request: HttpRequest) -> Actor:
    """Return the actor behind a request, the same one however often it is asked for."""
    kept = vars(request)
    if "reader" not in kept:
        kept["reader"] = Actor.of(request.user)
    return cast("Actor", kept["reader"])
