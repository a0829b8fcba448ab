"""A ruling on a hand at the desk: what happened, whose it was, what follows by the rules of the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import BoundField
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from engine.core.problems import Problem
from pages.desk import Desk, desk_at
from pages.errors import shown
from pages.forms import Declaration, HandForm, payload_in_words
from pages.infractions import (
    departures,
    effect_in_words,
    effects_with,
    infraction_in_words,
    offences,
    offences_with,
)
from pages.views.desk import whole
from pages.views.desk_match import known_of_hand, match_at, require_possible
from pages.weigh import Asking, weigh
from pages.words.consequences import told
from pages.words.event import sides_in_words
from pages.words.match import ruled_in_words
from scoring.models import Hand, HandEntry
from scoring.selectors.match import SeatedSide, rulings_of, seated_sides
from scoring.services.consequences import consequences
from scoring.services.hand_rulings import OnHand, Ruled, rule_on_hand
from scoring.services.loading import SLIP
from scoring.services.ruling_rows import may_be_undone
from scoring.setup import stage_setup
from tournaments.access import Permission
from tournaments.errors import Conflict, DomainError, Invalid
from tournaments.models import Match
from tournaments.texts import sentence

P = Permission
DETAIL, KNOWN = "detail", "known"
"""What stands before the names of fields that the game declares: those of the ruling may be the same."""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@shown
def hand_ruling(request: HttpRequest, club: str, slug: str, match_id: int, number: int) -> HttpResponse:
    """The form for a ruling on a hand; POST makes it, or shows what it would change."""
    desk = desk_at(request, club, slug, P.RESULTS_RULE)
    found = match_at(desk, match_id, P.RESULTS_RULE)
    require_possible(request, found, number)
    if number == SLIP:
        raise Http404
    form = _Form.of(request, found, number)
    if request.method != "POST":
        return form.page(request, desk)
    try:
        if request.POST.get("action") == "preview":
            return form.weighed(request, desk)
        ruled = form.put(request, desk)
    except (Invalid, Conflict) as error:
        return form.page(request, desk, error)
    said = effect_in_words(ruled.ruling)
    messages.success(request, ruled_in_words(said, ruled.receipt, may_be_undone=may_be_undone(ruled.ruling)))
    return redirect(desk.url("desk_match", found.pk))


@dataclass(slots=True)
class _Form:
    """What is typed about a ruling, with what is known of a hand that has no result."""

    match: Match
    number: int
    current: HandEntry | None
    seated: tuple[SeatedSide, ...]
    details: HandForm
    known: HandForm | None

    @classmethod
    def of(cls, request: HttpRequest, found: Match, number: int) -> _Form:
        """What the request says about the hand."""
        hand = Hand.objects.filter(match=found, number=number).select_related("current").first()
        current = hand.current if hand is not None else None
        seated, stage = seated_sides(found), found.round.stage
        sent = request.POST if request.method == "POST" else None
        known = None
        is_open = current is None or current.payload is None
        if is_open and not stage_setup(stage).game.ruled_whole:
            declared = Declaration.of(stage, number, seated).without_ruling
            known = HandForm(declared, known_of_hand(declared, found, number), sent, prefix=KNOWN)
        details = HandForm(Declaration.of_ruling(stage, seated), None, sent, prefix=DETAIL)
        return cls(found, number, current, seated, details, known)

    def asked(self, request: HttpRequest) -> OnHand:
        """The ruling that the form asks for; raises Invalid for values that are none."""
        given = request.POST
        for form in filter(None, (self.details, self.known)):
            if not form.is_valid():
                raise Invalid.of("invalid_result")
        return OnHand(
            number=self.number,
            code=given.get("code", "")[:60],
            side=given.get("side", "")[:2],
            effect=given.get("effect", "")[:60],
            details=self.details.summary(),
            summary=self.known.summary() if self.known is not None else None,
            seen_revision=whole(given.get("seen")),
            reason=given.get("reason", "")[:2000],
            article=given.get("article", "")[:200],
            public_note=given.get("public_note", "")[:500],
        )

    def put(self, request: HttpRequest, desk: Desk) -> Ruled:
        """Make the ruling."""
        return rule_on_hand(desk.actor, match_at(desk, self.match.pk, P.RESULTS_RULE), self.asked(request))

    def weighed(self, request: HttpRequest, desk: Desk) -> HttpResponse:
        """The page before the ruling is made: what was, what will be."""
        stage = self.match.round.stage
        found = consequences(stage, lambda: self.put(request, desk), self.match)
        ruling = found.outcome.ruling
        said = f"{infraction_in_words(desk.event, ruling.code)}. {effect_in_words(ruling)}"
        asking = Asking(
            _("Make the ruling"),
            desk.url("desk_match", self.match.pk),
            about=_("%(ruling)s, since it is not the first time") % {"ruling": said}
            if found.outcome.follows.repeated
            else said,
            is_grave=True,
            undo=_("It can be cancelled: the hand is then what it was, or void where nobody had entered it.")
            if may_be_undone(ruling)
            else "",
            address=desk.url("desk_hand_ruling", self.match.pk, self.number),
        )
        return weigh(request, desk, told(stage, found), asking, stage)

    def page(self, request: HttpRequest, desk: Desk, error: DomainError | None = None) -> HttpResponse:
        """The page with the form; faults of single values stand beside these."""
        context = {
            "event": desk.event,
            "desk": desk,
            "match": self.match,
            "number": self.number,
            "form": self,
            "seated": self.seated,
            "side_names": sides_in_words(self.match.round.stage),
            **self._catalogue(),
            "earlier": rulings_of(self.match),
            "typed": request.POST,
            "faults": self._faults(error) if error is not None else (),
        }
        return render(request, "desk/hand_ruling.html", context, status=error.status if error else 200)

    def _catalogue(self) -> dict[str, Any]:
        """What the game knows of offences, and what it says of the hand."""
        stage, setup = self.match.round.stage, stage_setup(self.match.round.stage)
        payload = self.current.payload if self.current is not None else None
        return {
            "offences": offences(setup),
            "departures": departures(setup),
            "details": tuple(self._details()),
            "may_be_nobodys": any(each.nobodys for each in setup.game.infractions),
            "says": payload_in_words(Declaration.of(stage, self.number), payload) if self.current else (),
        }

    def _details(self) -> Iterator[tuple[dict[str, Any], list[BoundField]]]:
        """What a ruling may say besides, each with the effects and offences that have a use for it."""
        setup = stage_setup(self.match.round.stage)
        for declared, fields in self.details.usual():
            when = [{"effect": effects_with(setup, declared["name"])}]
            when += [{"effect": [""], "code": offences_with(setup, declared["name"])}]
            yield {**declared, "when": when}, fields

    def _faults(self, error: DomainError) -> tuple[str, ...]:
        """What stands above the form; what is about a single value of the hand is put beside it."""
        above: list[str] = []
        sound = [form for form in (self.details, self.known) if form is not None and form.is_valid()]
        for each in error.problems:
            form, path = self._place(each)
            if form is None or form not in sound:
                above.append(sentence(each, stage_setup(self.match.round.stage).game))
                continue
            form.blame((Problem(each.code, path, each.params),))
            above += map(str, form.non_field_errors())
        return tuple(dict.fromkeys(above))

    def _place(self, problem: Problem) -> tuple[HandForm | None, str]:
        """The form that a problem is about, and its path in there."""
        steps = problem.path.split("/")
        first, rest = "/".join(steps[:2]), "/" + "/".join(steps[2:])
        own: dict[str, Any] = {"/details": self.details, "/summary": self.known}
        return own.get(first), rest
