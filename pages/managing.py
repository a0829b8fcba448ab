"""The doors of the pages on which an event is prepared: logged in, and allowed to do this in the event."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from engine.core.problems import Problem
from pages.errors import shown
from pages.reader import reader
from scoring.selectors.events import event_at
from tournaments.access import Actor, Permission, require
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.texts import sentence


@dataclass(frozen=True, slots=True)
class Office:
    """An event in the hands of somebody who may do in it what the page is for."""

    actor: Actor
    event: Event

    def address(self, name: str, **more: object) -> str:
        """The address of a page of this event."""
        return reverse(name, kwargs={"club": self.event.club.slug, "slug": self.event.slug, **more})


View = Callable[..., HttpResponse]


def managing(permission: Permission) -> Callable[[View], View]:
    """Hand the view the event at the address: to the login page first, 404 or 403 for who may not."""

    def door(view: View) -> View:
        @never_cache
        @login_required
        @shown
        @wraps(view)
        def answer(request: HttpRequest, /, club: str, slug: str, **rest: Any) -> HttpResponse:
            actor = reader(request)
            event = event_at(actor, club, slug)
            require(actor, event, permission)
            return view(request, Office(actor, event), **rest)

        return answer

    return door


def tell(request: HttpRequest, text: str) -> None:
    """A sentence for the next page: what was done."""
    messages.success(request, text)


def attempt(request: HttpRequest, act: Callable[[], object], done: str) -> bool:
    """Do something and tell it, or tell why it cannot be; returns whether it was done."""
    problems = refusals(act)
    for text in in_words(problems):
        messages.error(request, text)
    if not problems:
        tell(request, done)
    return not problems


def refusals(act: Callable[[], object]) -> tuple[Problem, ...]:
    """Do something; returns what a person has to mend before it can be done, nothing where it was done."""
    try:
        act()
    except DomainError as error:
        if error.status in {403, 404, 503}:
            raise
        return error.problems
    return ()


def in_words(problems: Iterable[Problem]) -> list[str]:
    """Each problem as a sentence, once."""
    return list(dict.fromkeys(sentence(each) for each in problems))


def page(
    request: HttpRequest, office: Office, name: str, here: str, *, status: int = 200, **context: object
) -> HttpResponse:
    """A page of `templates/setup` about the event."""
    about = {"event": office.event, "here": here, **context}
    return render(request, f"setup/{name}.html", about, status=status)


def seen_next(address: str) -> HttpResponse:
    """Go on to an address after something was done, so that reloading does not do it again."""
    return HttpResponseRedirect(address, status=303)
