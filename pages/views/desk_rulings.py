"""The rulings of an event: what the desk decides and takes back, and what everybody may read of it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from pages.desk import Desk, desk_at, faults
from pages.errors import shown
from pages.infractions import effect_in_words, infractions
from pages.numbers import read
from pages.views.desk import whole
from pages.weigh import Asking, weigh
from pages.words.consequences import told
from scoring.models import Ruling, RulingEffect
from scoring.selectors.events import event_at, outline, version_of
from scoring.selectors.rulings import ruling_lines
from scoring.services.consequences import consequences
from scoring.services.ruling_rows import NewRuling
from scoring.services.rulings import cancel_ruling, fine, make
from tournaments.access import Actor, Permission
from tournaments.errors import Conflict, DomainError, Invalid, NotFound
from tournaments.models import Entrant, Event, Round, RoundStatus

EFFECTS = ("warning", "fine", "bonus", "none")
WITH_POINTS = ("fine", "bonus")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@shown
def rulings(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The book of rulings with the form for a new one; POST makes one, or shows what it would change."""
    desk = desk_at(request, club, slug, Permission.RESULTS_RULE)
    if request.method != "POST":
        return _book(request, desk)
    try:
        if request.POST.get("action") == "preview":
            return _weighed(request, desk)
        rule(desk, request.POST)
    except (Invalid, Conflict) as error:
        return _book(request, desk, error)
    messages.success(request, _("The ruling is made. It can be cancelled."))
    return redirect(desk.url("desk_rulings"))


def _weighed(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The page before a ruling is made: what was, what will be."""
    entrant, played = _about(desk, request.POST)
    found = consequences(played.stage, lambda: rule(desk, request.POST))
    asking = Asking(
        _("Make the ruling"),
        desk.url("desk_rulings"),
        about=f"{entrant.number} {entrant.name}, {effect_in_words(found.outcome)}",
        undo=_("It can be cancelled at any time and stays in the book."),
    )
    return weigh(request, desk, told(played.stage, found), asking)


def _book(request: HttpRequest, desk: Desk, error: DomainError | None = None) -> HttpResponse:
    rounds = Round.objects.filter(stage__event=desk.event).exclude(status=RoundStatus.DRAFT)
    rounds = rounds.select_related("stage").order_by("-stage__order", "-number")
    context = {
        "event": desk.event,
        "desk": desk,
        "lines": ruling_lines(desk.event),
        "infractions": infractions(desk.event),
        "rounds": rounds,
        "stages": len({each.stage_id for each in rounds}),
        "entrants": desk.event.entrants.order_by("number"),
        "typed": request.POST,
        "with_points": {"effect": WITH_POINTS},
        "faults": faults(error, desk.event) if error else (),
    }
    return render(request, "desk/rulings.html", context, status=error.status if error else 200)


def rule(desk: Desk, given: Mapping[str, str]) -> Ruling:
    """Make the ruling that a form asks for; raises Invalid for what is missing in it."""
    entrant, played = _about(desk, given)
    code, effect = known_code(desk.event, given.get("code", "")), given.get("effect", "")
    reason = given.get("reason", "")[:2000]
    if effect in WITH_POINTS:
        sign = 1 if effect == "bonus" else -1
        own, game = (_points(given.get(f"{kind}_points"), sign) for kind in ("match", "game"))
        return fine(desk.actor, entrant, played, reason=reason, code=code, match_points=own, game_points=game)
    _require_no_points(given)
    kind = RulingEffect.WARNING if effect == "warning" else RulingEffect.NONE
    new = NewRuling(round=played, code=code, effect=kind, reason=reason, entrant=entrant)
    return make(desk.actor, new)


def _require_no_points(given: Mapping[str, str]) -> None:
    """Raise Invalid for points that would be lost, since the effect gives and takes none."""
    if any(given.get(name, "").strip() for name in ("match_points", "game_points")):
        raise Invalid.of("points_not_used", "/effect")


def _about(desk: Desk, given: Mapping[str, str]) -> tuple[Entrant, Round]:
    """Whom a ruling is about, and in which round; raises Invalid for neither of the event."""
    entrant = desk.event.entrants.filter(pk=whole(given.get("entrant")) or 0).first()
    rounds = Round.objects.select_related("stage").exclude(status=RoundStatus.DRAFT)
    played = rounds.filter(stage__event=desk.event, pk=whole(given.get("round")) or 0).first()
    if entrant is None:
        raise Invalid.of("unknown_entrant", "/entrant")
    if played is None:
        raise Invalid.of("round_not_published", "/round")
    played.stage.event = desk.event
    return entrant, played


def known_code(event: Event, code: str) -> str:
    """The offence, if there is one of this name; raises Invalid."""
    if code not in {each for _group, codes in infractions(event) for each, _title in codes}:
        raise Invalid.of("missing_value", "/code")
    return code


def _points(text: str | None, sign: int) -> Fraction | None:
    """Points as they are typed for a fine or a bonus: how many, without a sign."""
    value = read((text or "").strip().replace(",", ".") or None)
    if text and text.strip() and (value is None or abs(value) > 10**6 or value.denominator > 10**6):
        raise Invalid.of("not_a_number", "/points", value=text[:20])
    return abs(value) * sign if value else None


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@shown
def cancel(request: HttpRequest, club: str, slug: str, position: int) -> HttpResponse:
    """GET shows what taking a ruling back would change, POST takes it back; it stays in the book."""
    desk = desk_at(request, club, slug, Permission.RESULTS_RULE)
    ruling = _ruling_at(desk, position)
    try:
        if request.method != "POST":
            return _weighed_back(request, desk, ruling)
        cancel_ruling(desk.actor, ruling, reason=request.POST.get("reason", "")[:2000])
    except (Invalid, Conflict) as error:
        return _book(request, desk, error)
    messages.success(request, _("The ruling is cancelled. It stays in the book."))
    return redirect(desk.url("desk_rulings"))


def _ruling_at(desk: Desk, position: int) -> Ruling:
    """The ruling of this event at this place of its book; raises NotFound."""
    found = Ruling.objects.select_related("round__stage", "match__round__stage", "entrant")
    ruling = found.filter(event=desk.event, position=position).first()
    if ruling is None:
        raise NotFound
    ruling.event = desk.event
    if ruling.round is not None:
        ruling.round.stage.event = desk.event
    if ruling.match is not None:
        ruling.match.round.stage.event = desk.event
    return ruling


def _weighed_back(request: HttpRequest, desk: Desk, ruling: Ruling) -> HttpResponse:
    """The page before a ruling is taken back; one that belongs to no round is refused as ever."""
    if ruling.round is None:
        raise Invalid.of("cannot_be_cancelled", effect=ruling.effect)
    stage, match = ruling.round.stage, ruling.match
    again = _ruling_at(desk, ruling.position)
    found = consequences(stage, lambda: cancel_ruling(desk.actor, again, reason="-"), match)
    back = desk.url("desk_rulings") if match is None else desk.url("desk_match", match.pk)
    asking = Asking(
        _("Cancel this ruling"),
        back,
        about=effect_in_words(ruling),
        is_grave=True,
        undo=_("The ruling and its cancelling stay in the book. It can be made again."),
    )
    return weigh(request, desk, told(stage, found), asking, stage)


@require_safe
@shown
def public(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The rulings as everybody may read them: numbers of entrants and effects, no names, no facts."""
    event = event_at(Actor.of(request.user), club, slug)
    context = {"event": event, "lines": ruling_lines(event), "version": version_of(event)}
    return render(request, "public/rulings.html", {**context, "page": {"outline": outline(event)}})
