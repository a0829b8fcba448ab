"""The director's desk: the board of a round and the next step."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from pages.acts import posted
from pages.desk import Desk, desk_at, faults, minute
from pages.errors import shown
from pages.live import answer
from pages.words.event import sides_in_words
from scoring.selectors.desk import STEP_PERMISSIONS, DeskPage, StepKind, desk_page
from scoring.selectors.events import version_of
from scoring.services import progress
from scoring.services.drawing import DrawOptions
from tournaments.access import Permission
from tournaments.errors import Conflict, DomainError, Invalid, NotFound
from tournaments.models import EventStatus, Round, Stage
from tournaments.services.events import move_event

SEED_DIGITS = 16
SHOWS = ("attention", "to_confirm", "playing", "scheduled", "done")


@login_required
@require_safe
@shown
def board(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The board of a round, by default of the one that is on; `?show=` filters by state."""
    desk = desk_at(request, club, slug)
    order, number = whole(request.GET.get("stage")), whole(request.GET.get("round"))
    show = request.GET.get("show", "")
    version = f"{version_of(desk.event)}/{minute()}/{request.user.pk}/{sorted(desk.granted)}"

    def read() -> dict[str, object]:
        wanted = show if show in SHOWS else ""
        page = desk_page(desk.event, desk.granted, order, number, wanted, calls=desk.calls)
        return {**board_context(desk, page, show), "again": seed_in(request.GET.get("again"))}

    return answer(request, "board.html", version, read, folder="desk/live", whole="desk")


def board_context(desk: Desk, page: DeskPage, show: str = "") -> dict[str, object]:
    """Everything that the board shows."""
    return {
        "event": desk.event,
        "desk": desk,
        "page": page,
        "show": show,
        "side_names": sides_in_words(page.stage) if page.stage else {},
    }


@login_required
@posted
@shown
def step(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The next step of a stage: draw, publish, close; what keeps it from being done is said on the board."""
    kind = request.POST.get("kind", "")
    if kind not in STEPS:
        raise Http404(kind)
    desk = desk_at(request, club, slug, STEP_PERMISSIONS[StepKind(kind)])
    stage = stage_at(desk, whole(request.POST.get("stage")))
    try:
        return STEPS[kind](request, desk, stage, whole(request.POST.get("number")) or 0)
    except (Invalid, Conflict) as error:
        return refused(request, desk, stage, error)


def refused(request: HttpRequest, desk: Desk, stage: Stage, error: DomainError) -> HttpResponse:
    """The board with what was wrong; a round that cannot be drawn shows its ways out."""
    page = desk_page(desk.event, desk.granted, stage.order, calls=desk.calls)
    obstacle = error.problems[0].params if error.code == "no_legal_round" else None
    context = {
        **board_context(desk, page),
        "faults": faults(error, desk.event),
        "obstacle": obstacle and _obstacle_in_numbers(stage, dict(obstacle)),
    }
    return render(request, "desk/board.html", context, status=error.status)


def _obstacle_in_numbers(stage: Stage, params: dict[str, object]) -> dict[str, object]:
    """The groups that keep a round from being drawn, their entrants with number and name."""
    names = {str(each.pk): f"{each.number} {each.name}" for each in stage.event.entrants.all()}

    def listed(group: object) -> list[str]:
        members = group if isinstance(group, list | tuple) else []
        return [_("the free seat") if each == "bye" else names.get(str(each), str(each)) for each in members]

    groups = params.get("odd_groups")
    return {
        **params,
        "groups": [listed(each) for each in groups] if isinstance(groups, list | tuple) else [],
        "outside": listed(params.get("barrier")),
    }


def _draw(request: HttpRequest, desk: Desk, stage: Stage, number: int) -> HttpResponse:
    options = DrawOptions(
        allow_rematches="allow_rematches" in request.POST,
        second_bye="second_bye" in request.POST,
        seed=seed_in(request.POST.get("seed")),
    )
    drawn, _new = progress.draw_round(desk.actor, stage, number=number, options=options)
    return redirect(desk.url("desk_draft", stage.order, drawn.number))


def _publish(request: HttpRequest, desk: Desk, stage: Stage, number: int) -> HttpResponse:
    progress.publish_round(desk.actor, round_at(stage, number))
    messages.success(
        request, _("Round %(number)s is published: everybody may sit down.") % {"number": number}
    )
    return redirect(desk.url("desk", stage=stage.order))


def _close(request: HttpRequest, desk: Desk, stage: Stage, number: int) -> HttpResponse:
    progress.close_round(desk.actor, round_at(stage, number))
    messages.success(
        request,
        _("Round %(number)s is closed, its standings are kept. It can be opened again below.")
        % {"number": number},
    )
    return redirect(desk.url("desk", stage=stage.order))


def _close_stage(request: HttpRequest, desk: Desk, stage: Stage, number: int) -> HttpResponse:
    progress.close_stage(desk.actor, stage)
    messages.success(
        request, _("The stage has ended: its standings are final. Opening its last round again opens it too.")
    )
    return redirect(desk.url("desk"))


def _finish(request: HttpRequest, desk: Desk, stage: Stage, number: int) -> HttpResponse:
    move_event(desk.actor, desk.event, EventStatus.FINISHED)
    messages.success(request, _("The event is finished. It can be opened again under “Setting up”."))
    return redirect(desk.url("desk"))


STEPS: dict[str, Callable[[HttpRequest, Desk, Stage, int], HttpResponse]] = {
    StepKind.DRAW: _draw,
    StepKind.PUBLISH: _publish,
    StepKind.CLOSE: _close,
    StepKind.CLOSE_STAGE: _close_stage,
    StepKind.FINISH: _finish,
}


@login_required
@posted
@shown
def reopen(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Open a closed round again, for a reason."""
    desk = desk_at(request, club, slug, Permission.RESULTS_RULE)
    stage = stage_at(desk, whole(request.POST.get("stage")))
    found = round_at(stage, whole(request.POST.get("number")) or 0)
    try:
        progress.reopen_round(desk.actor, found, request.POST.get("reason", "")[:500])
    except (Invalid, Conflict) as error:
        return refused(request, desk, stage, error)
    messages.success(request, _("Round %(number)s is open again.") % {"number": found.number})
    return redirect(desk.url("desk", stage=stage.order, round=found.number))


def stage_at(desk: Desk, order: int | None) -> Stage:
    """The stage of this desk with this order; raises NotFound."""
    stage = desk.event.stages.filter(order=order or 0).first()
    if stage is None:
        raise NotFound
    stage.event = desk.event
    return stage


def round_at(stage: Stage, number: int) -> Round:
    """The round of the stage with this number; raises NotFound."""
    found = stage.rounds.filter(number=number).first()
    if found is None:
        raise NotFound
    found.stage = stage
    return found


def seed_in(text: str | None) -> int | None:
    """The seed of a draw that was thrown away, to draw it again; what is none is no seed."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) <= SEED_DIGITS else None


def whole(text: str | None) -> int | None:
    """A number from a form or an address; what is none leads nowhere."""
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise Http404(text[:20])
    return int(text)
