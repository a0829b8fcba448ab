"""A hand card by card: for the desk as soon as it has a record, for everybody once it is released."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from pages.acts import posted
from pages.desk import desk_at
from pages.errors import shown
from pages.files import number_of
from pages.live import answer
from pages.reader import reader
from pages.views.desk import whole
from pages.views.desk_match import match_at
from pages.words.replay import replayed, shows_cards
from scoring.models import Hand, HandEntry
from scoring.selectors.events import event_at, outline, version_of
from scoring.selectors.match import rulings_on
from scoring.selectors.records import is_released, recorded_hand
from scoring.services.release import release_hands, withhold_hands
from tournaments.access import Permission, match_for
from tournaments.errors import NotFound
from tournaments.models import Match


@require_safe
@shown
def public(request: HttpRequest, club: str, slug: str, match_id: int, number: int) -> HttpResponse:
    """The hand for everybody; nobody learns that there is a record before it is released."""
    event = event_at(reader(request), club, slug)
    if not Match.objects.filter(pk=match_id, round__stage__event=event).exists():
        raise NotFound
    found = match_for(reader(request), match_id)
    found.round.stage.event = event
    hand, entry = _recorded(found, number)
    if not is_released(hand, entry):
        raise NotFound
    step = number_of(request, "step")

    def read() -> dict[str, object]:
        replay = replayed(found, entry.record, hand, step)
        page = {"outline": outline(event), "round": found.round}
        ruled = rulings_on(found, number)
        return {"event": event, "page": page, "match": found, "hand": hand, "replay": replay, "ruled": ruled}

    return answer(request, "replay.html", version_of(event), read, folder="public")


@login_required
@require_safe
@shown
def desk(request: HttpRequest, club: str, slug: str, match_id: int, number: int) -> HttpResponse:
    """The hand for officials, with what everybody may see of it."""
    at = desk_at(request, club, slug)
    found = match_at(at, match_id)
    hand, entry = _recorded(found, number)
    context = {
        "event": at.event,
        "desk": at,
        "match": found,
        "hand": hand,
        "replay": replayed(found, entry.record, hand, number_of(request, "step")),
        "released": is_released(hand, entry),
        "ruled": rulings_on(found, number),
    }
    return render(request, "desk/replay.html", context)


def _recorded(match: Match, number: int) -> tuple[Hand, HandEntry]:
    """The hand and the entry with its record; raises NotFound where there is nothing to show."""
    if not shows_cards(match.round.stage):
        raise NotFound
    return recorded_hand(match, number)


@login_required
@posted
@shown
def release(request: HttpRequest, club: str, slug: str, match_id: int) -> HttpResponse:
    """Release the records of a match, or of one hand; with `action=withhold` hide them again."""
    at = desk_at(request, club, slug, Permission.RESULTS_RULE)
    found = match_at(at, match_id, Permission.RESULTS_RULE)
    number = whole(request.POST.get("number"))
    if request.POST.get("action") == "withhold":
        count = len(withhold_hands(at.actor, found, number))
        said = ngettext("%(count)s hand is hidden again.", "%(count)s hands are hidden again.", count)
    else:
        count = len(release_hands(at.actor, found, number))
        said = ngettext(
            "Everybody may see %(count)s hand now.", "Everybody may see %(count)s hands now.", count
        )
    messages.success(request, said % {"count": count} if count else _("Nothing has changed."))
    if "back" in request.POST and number is not None:
        return redirect(at.url("desk_replay", found.pk, number))
    return redirect(at.url("desk_match", found.pk))
