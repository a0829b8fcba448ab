"""One match at the director's desk: every hand with its revisions, and what a director may do about it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from pages.acts import posted
from pages.desk import Desk, desk_at, faults
from pages.errors import shown
from pages.forms import Declaration, HandForm
from pages.numbers import read
from pages.views.desk import whole
from pages.weigh import Asking, weigh
from pages.words.consequences import Told, told
from pages.words.event import sides_in_words
from pages.words.match import hands_in_words, saved_in_words
from pages.words.replay import shows_cards
from scoring.intake import choose_entry, parse_submission, submit
from scoring.models import EntryKind, EntrySource, Hand, HandStatus, MatchResult
from scoring.receipts import Receipt
from scoring.selectors.match import SeatedSide, match_page, posted_sides, seated_sides, who_sits
from scoring.selectors.seat_draw import draw_page
from scoring.services import rulings
from scoring.services.agreed import submit_agreed
from scoring.services.as_played import record_as_played
from scoring.services.case import can_be_hand
from scoring.services.confirm import confirm_hand
from scoring.services.consequences import consequences
from scoring.services.loading import SLIP
from scoring.services.logs.match import log_reader
from scoring.setup import stage_setup
from scoring.slips import check_slip, slip_doubts
from scoring.submissions import HIGHEST_HAND, Submission
from tournaments.access import Permission, match_for, require
from tournaments.errors import Conflict, DomainError, Invalid, NotFound
from tournaments.models import Match, RoundStatus

P = Permission


@login_required
@require_safe
@shown
def match(request: HttpRequest, club: str, slug: str, match_id: int) -> HttpResponse:
    """A match with its hands, rivals and rulings, and the forms to act on it."""
    desk = desk_at(request, club, slug)
    return _page(request, desk, match_at(desk, match_id))


def match_at(desk: Desk, match_id: int, permission: Permission = P.EVENT_VIEW) -> Match:
    """The match, if it belongs to the event of this desk; raises NotFound."""
    if not Match.objects.filter(pk=match_id, round__stage__event=desk.event).exists():
        raise NotFound
    found = match_for(desk.actor, match_id, permission)
    found.round.stage.event = desk.event
    return found


def require_possible(request: HttpRequest, found: Match, number: int) -> None:
    """Raise NotFound for the page of a hand that the match cannot have; what is sent is refused in words."""
    if number > HIGHEST_HAND or (request.method != "POST" and not can_be_hand(found, number)):
        raise NotFound


def _page(request: HttpRequest, desk: Desk, found: Match, error: DomainError | None = None) -> HttpResponse:
    """The page of the match, with what was wrong above it."""
    page = match_page(found)
    context = {
        "event": desk.event,
        "desk": desk,
        "page": page,
        "draw": draw_page(found),
        "stage": found.round.stage,
        "side_names": sides_in_words(found.round.stage),
        "hands": hands_in_words(page),
        "reads_logs": log_reader(found.round.stage) is not None,
        "shows_cards": shows_cards(found.round.stage),
        "posted": posted_sides(found),
        "sitting": who_sits(found) if P.RESULTS_RULE in desk.granted else (),
        "faults": faults(error, desk.event) if error else (),
    }
    return render(request, "desk/match.html", context, status=error.status if error else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@shown
def hand(request: HttpRequest, club: str, slug: str, match_id: int, number: int) -> HttpResponse:
    """The form of one hand (0: of a paper slip): enter it, correct it, declare it void."""
    desk = desk_at(request, club, slug, P.RESULTS_ENTER)
    found = match_at(desk, match_id)
    require_possible(request, found, number)
    typing = Typing.of(request, desk, found, number)
    if typing.current is not None:
        require(desk.actor, desk.event, P.RESULTS_CORRECT)
    if request.method != "POST":
        return typing.page(request, desk)
    if request.POST.get("action") == "save":
        return typing.save(request, desk)
    return typing.preview(request, desk)


def known_of_hand(declaration: Declaration, found: Match, number: int) -> dict[str, Any] | None:
    """What is known of a hand before anybody types it: who deals, where its form asks for that."""
    if not any(each["name"] == "dealer" and each["widget"] == "seat" for each in declaration.fields):
        return None
    result = MatchResult.objects.filter(match=found).first()
    next_hand, dealer = (1, found.first_dealer) if result is None else (result.next_hand, result.next_dealer)
    return {"dealer": dealer} if dealer is not None and number == next_hand else None


@dataclass(slots=True)
class Typing:
    """A hand being typed at the desk: the form, and the entry that it starts from."""

    match: Match
    number: int
    current: Hand | None
    form: HandForm
    seated: tuple[SeatedSide, ...]
    submission: UUID
    void: bool = False
    may_confirm: bool = False
    is_agreed: bool = False

    @classmethod
    def of(cls, request: HttpRequest, desk: Desk, found: Match, number: int) -> Typing:
        """What the request says about the hand."""
        current = Hand.objects.filter(match=found, number=number).select_related("current").first()
        entry = current.current if current is not None else None
        seated = seated_sides(found)
        declaration = Declaration.of(found.round.stage, number, seated)
        payload = entry.payload if entry is not None else known_of_hand(declaration, found, number)
        form = HandForm(declaration, payload, request.POST if request.method == "POST" else None)
        return cls(
            found,
            number,
            current,
            form,
            seated,
            _uuid(request.POST.get("submission")),
            void=request.POST.get("kind") == EntryKind.VOID,
            may_confirm=P.RESULTS_CONFIRM in desk.granted and found.round.status != RoundStatus.CLOSED,
            is_agreed="agreed" in request.POST
            or (request.method != "POST" and (current is None or current.status == HandStatus.CONFIRMED)),
        )

    @property
    def said(self) -> str:
        """What was typed, to know it again when it is sent once more."""
        return json.dumps(self.form.summary(), sort_keys=True)

    @property
    def doubts(self) -> tuple[str, ...]:
        """Why a paper slip that can be stored should be looked at again."""
        setup, slip = stage_setup(self.match.round.stage), self.form.summary()
        if self.number != SLIP or self.void or check_slip(slip, setup.sides):
            return ()
        return tuple(self.form.in_words(each) for each in slip_doubts(slip, setup))

    def put(self, request: HttpRequest, desk: Desk) -> Receipt:
        """Send it, and confirm it where both sides agree, as a slip with both signatures shows."""
        typed = self.submission_of(request)
        needed = P.RESULTS_ENTER if typed.kind == EntryKind.ENTER else P.RESULTS_CORRECT
        again = match_at(desk, self.match.pk, needed)
        if self.may_confirm and self.is_agreed:
            return submit_agreed(again, typed, desk.actor)
        return submit(again, typed, desk.actor, EntrySource.USER)

    def submission_of(self, request: HttpRequest) -> Submission:
        """What was typed as the one path of a result takes it."""
        seen = whole(request.POST.get("seen"))
        kind = "void" if self.void else "enter" if seen is None else "correct"
        raw: dict[str, Any] = {
            "submission": str(self.submission),
            "hand": self.number,
            "kind": kind,
            "reason": request.POST.get("reason", "")[:500],
        }
        if seen is not None:
            raw["seen_revision"] = seen
        if not self.void:
            raw["summary"] = self.form.summary()
            if not self.form.is_valid():
                raise Invalid.of("invalid_result")
        return parse_submission(raw)

    def save(self, request: HttpRequest, desk: Desk) -> HttpResponse:
        """Store it; the hands that are worth something else now are named."""
        if self.doubts and request.POST.get("doubted") != self.said:
            return self.page(request, desk)
        try:
            receipt = self.put(request, desk)
        except (Invalid, Conflict) as error:
            return self.page(request, desk, error)
        messages.success(request, saved_in_words(self.number, receipt))
        return redirect(desk.url("desk_match", self.match.pk))

    def preview(self, request: HttpRequest, desk: Desk) -> HttpResponse:
        """Show what it would come to; nothing is stored."""
        stage = self.match.round.stage
        try:
            found = consequences(stage, lambda: self.put(request, desk), self.match)
        except (Invalid, Conflict) as error:
            return self.page(request, desk, error)
        return self.page(request, desk, seen=told(stage, found))

    def page(
        self, request: HttpRequest, desk: Desk, error: DomainError | None = None, seen: Told | None = None
    ) -> HttpResponse:
        """The page with the form; faults of single values stand beside these."""
        context = {
            "event": desk.event,
            "desk": desk,
            "match": self.match,
            "number": self.number,
            "typing": self,
            "side_names": sides_in_words(self.match.round.stage),
            "seated": self.seated,
            "faults": self._faults(desk, error) if error is not None else (),
            "told": seen,
            "doubts": self.doubts if request.method == "POST" else (),
            "reason": request.POST.get("reason", ""),
        }
        return render(request, "desk/hand.html", context, status=error.status if error else 200)

    def _faults(self, desk: Desk, error: DomainError) -> tuple[str, ...]:
        """What stands above the form; the faults of single values are put beside these."""
        if error.code != "invalid_result" or not self.form.is_valid():
            return faults(error, desk.event)
        self.form.blame(error.problems)
        return tuple(str(each) for each in self.form.non_field_errors())


def _uuid(text: str | None) -> UUID:
    """The id that the form brought along, so that sending it twice makes one entry; else a new one."""
    try:
        return UUID(text or "")
    except ValueError:
        return uuid4()


@login_required
@posted
@shown
def decide(request: HttpRequest, club: str, slug: str, match_id: int, verb: str) -> HttpResponse:
    """What a director says about a match, or with `action=preview` what it would change."""
    if verb not in DECISIONS:
        raise Http404(verb)
    decision = DECISIONS[verb]
    desk = desk_at(request, club, slug, decision.permission)
    found = match_at(desk, match_id, decision.permission)
    try:
        if request.POST.get("action") == "preview":
            return _weighed(request, desk, found, decision)
        said = decision.step(request, desk, found)
    except (Invalid, Conflict) as error:
        return _page(request, desk, match_at(desk, match_id), error)
    messages.success(request, said)
    return redirect(desk.url("desk_match", found.pk))


def _weighed(request: HttpRequest, desk: Desk, found: Match, decision: Decision) -> HttpResponse:
    """The page before the decision is made: what was, what will be."""
    stage = found.round.stage
    seen = consequences(stage, lambda: decision.step(request, desk, match_at(desk, found.pk)), found)
    asking = Asking(
        str(decision.label),
        desk.url("desk_match", found.pk),
        about=_("table %(table)s") % {"table": found.table} if found.table else "",
        is_grave=decision.is_grave,
        undo=str(decision.undo),
    )
    return weigh(request, desk, told(stage, seen), asking, stage)


def _confirm(request: HttpRequest, desk: Desk, found: Match) -> str:
    number = whole(request.POST.get("number")) or 0
    confirm_hand(desk.actor, found, number, whole(request.POST.get("revision")) or 0)
    return _("Hand %(number)s is confirmed.") % {"number": number}


def _choose(request: HttpRequest, desk: Desk, found: Match) -> str:
    number = whole(request.POST.get("number")) or 0
    submission = _uuid(request.POST.get("submission"))
    receipt = choose_entry(
        desk.actor, _hand_of(found, number), submission, request.POST.get("reason", "")[:500]
    )
    return saved_in_words(number, receipt)


def _restore(request: HttpRequest, desk: Desk, found: Match) -> str:
    """Let a void hand count again as it was typed last: a revision like any other."""
    number = whole(request.POST.get("number")) or 0
    void = _hand_of(found, number)
    last = void.entries.filter(revision__isnull=False, payload__isnull=False).order_by("-revision").first()
    if void.current is None or void.current.payload is not None or last is None:
        raise Conflict("wrong_state", params={"state": void.status, "wanted": HandStatus.CONFIRMED})
    raw = {
        "submission": str(_uuid(request.POST.get("submission"))),
        "hand": number,
        "kind": "correct",
        "summary": last.payload,
        "seen_revision": void.current.revision,
        "reason": request.POST.get("reason", "")[:500],
    }
    submit(found, parse_submission(raw), desk.actor, EntrySource.USER)
    return _("Hand %(number)s counts again.") % {"number": number}


def _hand_of(found: Match, number: int) -> Hand:
    hand = Hand.objects.filter(match=found, number=number).select_related("current").first()
    if hand is None:
        raise NotFound("no_such_hand")
    hand.match = found
    return hand


def _forfeit(request: HttpRequest, desk: Desk, found: Match) -> str:
    lost = request.POST.getlist("lost")
    rows = found.participations.select_related("entrant").filter(side__in=lost)
    offenders = [each.entrant for each in rows]
    rulings.forfeit_match(desk.actor, found, offenders, reason=request.POST.get("reason", "")[:2000])
    return _("The match is forfeited. The ruling can be cancelled.")


def _adjust(request: HttpRequest, desk: Desk, found: Match) -> str:
    sides = sorted({each.side for each in found.participations.all()})
    given = {side: _points(request.POST.get(f"points-{side}")) for side in sides}
    points = {side: value for side, value in given.items() if value is not None}
    rulings.adjust_match(desk.actor, found, points, reason=request.POST.get("reason", "")[:2000])
    return _("The match points are set. The ruling can be cancelled.")


def _end(request: HttpRequest, desk: Desk, found: Match) -> str:
    rulings.close_match(desk.actor, found, reason=request.POST.get("reason", "")[:2000])
    return _("The match is ended as it stands. The ruling can be cancelled.")


def _played(request: HttpRequest, desk: Desk, found: Match) -> str:
    sides: dict[str, list[int]] = {}
    for each in found.participations.all():
        sent = whole(request.POST.get(f"sat-{each.side}-{each.slot}"))
        sides.setdefault(each.side, []).append(sent or 0)
    changed = record_as_played(desk.actor, found, sides, reason=request.POST.get("reason", "")[:500])
    return _("Who sat here is recorded.") if changed else _("Everybody sat as it is written.")


def _points(text: str | None) -> Fraction | None:
    """A number of points as people type it: 1,5 and 3/2 too; None where it is none that can be stored."""
    value = read((text or "").strip().replace(",", ".").replace("−", "-") or None)
    return value if value is not None and abs(value) <= 10**6 and value.denominator <= 10**6 else None


@dataclass(frozen=True, slots=True)
class Decision:
    """What may be decided about a match: by whom, how, and the words of its button."""

    permission: Permission
    step: Callable[[HttpRequest, Desk, Match], str]
    label: object
    undo: object = ""
    is_grave: bool = False


RULED = gettext_lazy("It becomes a ruling, which can be cancelled.")
REVISED = gettext_lazy("It becomes a revision; every earlier one stays and can be chosen again.")
RESEATED = gettext_lazy(
    "What was posted is kept beside it. It is undone by recording them as they were posted."
)
DECISIONS: dict[str, Decision] = {
    "confirm": Decision(P.RESULTS_CONFIRM, _confirm, gettext_lazy("Confirm")),
    "choose": Decision(P.RESULTS_RULE, _choose, gettext_lazy("Choose this one"), REVISED),
    "restore": Decision(P.RESULTS_CORRECT, _restore, gettext_lazy("Let the hand count again"), REVISED),
    "forfeit": Decision(P.RESULTS_RULE, _forfeit, gettext_lazy("Forfeit the match"), RULED, is_grave=True),
    "adjust": Decision(P.RESULTS_RULE, _adjust, gettext_lazy("Set the match points"), RULED, is_grave=True),
    "end": Decision(P.RESULTS_RULE, _end, gettext_lazy("End the match"), RULED),
    "played": Decision(P.RESULTS_RULE, _played, gettext_lazy("Record who sat here"), RESEATED),
}
