"""The twelve questions of an evening: a new event, a copy of an earlier one, changes before it is played."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from pages.acts import posted
from pages.errors import shown
from pages.event_form import Given, copied_values, event_of, new_values, stage_of, values_of
from pages.event_questions import Questions, questions
from pages.event_variant import FOLLOWING, VARIANT, fitting, fitting_worth, game_of, method_for
from pages.managing import Office, managing, page, refusals, seen_next, tell
from pages.words.summary import summary
from scoring.archive.read import Archive
from scoring.selectors.setup import own_events
from scoring.services.stages import (
    change_event_with_stage,
    check_parts,
    create_event_with_stage,
    free_slug,
    has_results,
)
from tournaments.access import Actor, Permission
from tournaments.errors import NotAllowed
from tournaments.models import Club, Event, Stage
from tournaments.services.members import clubs_to_organise

COPIES = 5


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@shown
def new(request: HttpRequest) -> HttpResponse:
    """A new event, with answers that fit most evenings, or with those of an earlier one."""
    actor = Actor.of(request.user)
    clubs = clubs_to_organise(actor)
    if not clubs:
        raise NotAllowed
    club = next((each for each in clubs if each.slug == request.POST.get("club")), clubs[0])
    values = _typed(request) if request.method == "POST" else _beginning(request, actor, club)
    asked = questions(values, is_new=True)
    if request.method == "POST":
        made = _created(actor, club, values, asked)
        if made is not None:
            tell(request, _("The event is made. Only you and your helpers see it until you announce it."))
            return seen_next(Office(actor, made).address("setup"))
    about = {"clubs": clubs, "club": club, "copies": own_events(actor)[:COPIES], **_about(values, asked)}
    return render(request, "setup/new.html", about, status=422 if asked.faults else 200)


def _created(actor: Actor, club: Club, values: Given, asked: Questions) -> Event | None:
    """The event with these answers; None, with the faults shown, where they make none."""
    made: list[Event] = []

    def act() -> None:
        about = event_of(values)
        if not values.get("slug", "").strip():
            about["slug"] = free_slug(club, str(about["slug"]))
        parts = about, _stage_of(values)
        made.append(create_event_with_stage(actor, club, *parts))

    asked.show(refusals(act), game_of(values))
    return made[0] if made else None


def _beginning(request: HttpRequest, actor: Actor, club: Club) -> Given:
    """What the form begins with: the answers of the event that `?copy=` names, if it is one's own."""
    wanted = request.GET.get("copy")
    if wanted is None:
        return new_values(club)
    found = next((each for each in own_events(actor) if str(each.pk) == wanted), None)
    stage = None if found is None else found.stages.order_by("order").first()
    if found is None or stage is None:
        raise Http404(wanted)
    return copied_values(found, stage)


@require_http_methods(["GET", "HEAD", "POST"])
@managing(Permission.EVENT_EDIT)
def event(request: HttpRequest, office: Office) -> HttpResponse:
    """The answers of an event; before its first result they can be changed."""
    stage = _first_stage(office.event)
    values = _typed(request) if request.method == "POST" else values_of(office.event, stage)
    asked = questions(values, is_new=False)
    if request.method == "POST":
        parts = event_of(values, office.event.slug), _stage_of(values)
        asked.show(
            refusals(lambda: change_event_with_stage(office.actor, office.event, *parts)), game_of(values)
        )
        if not asked.faults:
            tell(request, _("Saved."))
            return seen_next(office.address("setup"))
    about = {"fixed": has_results(office.event), **_about(values, asked)}
    return page(request, office, "event", "event", status=422 if asked.faults else 200, **about)


def _typed(request: HttpRequest) -> dict[str, str]:
    """The answers as they were sent; worth what tables of the game can give."""
    return fitting_worth(request.POST.dict())


def _stage_of(values: Given) -> dict[str, Any]:
    """The first stage as the answers say it, drawn by the method for the tables of its game."""
    method = method_for(values)
    return stage_of(values, _(method.title), method.key)


def _first_stage(found: Event) -> Stage:
    stage = found.stages.order_by("order").first()
    if stage is None:
        raise Http404(found.pk)
    return stage


@posted
@never_cache
@login_required
def look(request: HttpRequest) -> HttpResponse:
    """What the answers so far say, in one paragraph, or what is still missing; stores nothing."""
    htmx = getattr(request, "htmx", None)
    changed = htmx.trigger_name if htmx else ""
    values = fitting(request.POST.dict(), changed)
    asked = questions(values, is_new=True)
    about = {**_about(values, asked), "is_look": True}
    if changed in ("rules", VARIANT):
        about |= {group.key: group for group in asked.groups if group.key in FOLLOWING}
    return render(request, "setup/look.html", about)


def _about(values: Given, asked: Questions) -> dict[str, Any]:
    """The questions and the paragraph about their answers, which does not wait for a name."""
    named = values if values.get("name", "").strip() else {**values, "name": _("(no name yet)")}
    checked = check_parts(event_of(named), _stage_of(values))
    if not asked.faults and not isinstance(checked, Archive):
        missing = questions(values, is_new=True)
        missing.show(checked, game_of(values))
        return {"questions": asked, "missing": missing.faults, "base": values.get("base", "{}")}
    told = summary(checked, values) if isinstance(checked, Archive) else ""
    return {"questions": asked, "summary": told, "base": values.get("base", "{}")}
