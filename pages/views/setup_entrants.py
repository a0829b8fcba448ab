"""Who plays: the list, one of them, a file of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from pages.acts import posted
from pages.entrant_form import (
    EntrantForm,
    as_csv,
    entrant_form,
    example_file,
    needed_columns,
)
from pages.headings import column_in_words, heading, headings
from pages.managing import Office, attempt, in_words, managing, page, refusals, seen_next, tell
from pages.numbers import points_plain
from pages.pasted import example_line, fault_in_words, order_in_words, with_headings
from pages.weigh import Asking, weighing
from pages.words.consequences import told
from pages.words.kinds import size_in_words
from scoring.selectors.setup import entrant_list, entrant_numbered, rounds_of, running_stage
from scoring.services.consequences import Consequences, consequences
from scoring.services.presence import come_back, enter_late, leave, match_in_play
from tournaments.access import Actor, Permission
from tournaments.errors import Conflict, Invalid
from tournaments.imports.commit import enter_previewed, preview_for
from tournaments.imports.entrants import Preview
from tournaments.imports.sheets import LARGEST_FILE
from tournaments.models import Entrant, EntrantKind, Outcome, Stage
from tournaments.services.entrants import NewEntrant, add_entrants, plan_absence
from tournaments.services.registration import (
    cancel_absence,
    change_entrant,
    check_in,
    check_in_all,
    remove_entrant,
)
from tournaments.texts import FILES

MAY = Permission.ENTRANTS_EDIT
ABSENCES = (Outcome.REQUESTED_BYE, Outcome.ABSENCE)
"""What a round that somebody will not play can count as, the usual one first."""


@require_http_methods(["GET", "HEAD", "POST"])
@managing(MAY)
def entrants(request: HttpRequest, office: Office) -> HttpResponse:
    """The list with its search, and the form for one more; who comes after the first round enters late."""
    stage = running_stage(office.event)
    rounds = rounds_of(stage)
    form = entrant_form(office.event, request.POST, late=rounds.closed > 0)
    if request.POST.get("action") == "preview" and stage is not None and rounds.closed:
        weighed = _weighed_late(request, office, form, stage)
        if weighed is not None:
            return weighed
    elif request.method == "POST" and _entered(office, form, stage if rounds.drawn else None):
        tell(request, _("%(name)s is on the list.") % {"name": form.text("name") or " – ".join(form.people)})
        return seen_next(office.address("setup_entrants") + f"#{form.fields[0].name}")
    query = request.GET.get("q", "")[:80]
    found = entrant_list(office.event, query)
    about = {"found": found, "query": query, "form": form, "rounds": rounds}
    return page(request, office, "entrants", "entrants", status=422 if form.faults else 200, **about)


def _weighed_late(
    request: HttpRequest, office: Office, form: EntrantForm, stage: Stage
) -> HttpResponse | None:
    """The page before somebody late is entered: the place that the next draw gives it; None for faults."""
    new = form.read()
    found = None if new is None else _joined(office, form, new, stage)
    if found is None:
        return None
    asking = Asking(
        _("Add"),
        office.address("setup_entrants"),
        about=found.outcome[0].name,
        undo=_("It is taken off the list again as long as no round is drawn with it."),
        needs_reason=False,
    )
    words = told(stage, found, found.outcome)
    return page(request, office, "weigh", "entrants", **weighing(request, words, asking))


def _joined(
    office: Office, form: EntrantForm, new: NewEntrant, stage: Stage
) -> Consequences[list[Entrant]] | None:
    """What becomes of the table when somebody joins; None, with its faults marked, where it cannot."""
    points = form.points()
    found: list[Consequences[list[Entrant]]] = []

    def join() -> list[Entrant]:
        return enter_late(office.actor, stage, [new], match_points=points)

    form.show(refusals(lambda: found.append(consequences(stage, join, joining=True))))
    return found[0] if found else None


def _entered(office: Office, form: EntrantForm, late_for: Stage | None) -> bool:
    """Enter who was typed, into a stage that has begun or before; returns whether it could be done."""
    new = form.read()
    if new is None:
        return False
    if late_for is None:
        form.show(refusals(lambda: add_entrants(office.actor, office.event, [new])))
    else:
        points = form.points()
        form.show(refusals(lambda: enter_late(office.actor, late_for, [new], match_points=points)))
    return not form.faults


@posted
@managing(MAY)
def here(request: HttpRequest, office: Office, number: int) -> HttpResponse:
    """Somebody has come to the hall, or has not; htmx puts the changed row in its place."""
    entrant = entrant_numbered(office.event, number)
    is_here = request.POST.get("here") == "1"
    refused = refusals(lambda: check_in(office.actor, entrant, here=is_here))
    if getattr(request, "htmx", False) and not refused:
        row: dict[str, Any] = {
            "entrant": entrant_numbered(office.event, number),
            "counts": entrant_list(office.event, ""),
        }
        return page(request, office, "entrant_row", "entrants", **row)
    return seen_next(office.address("setup_entrants") + f"#entrant-{number}")


@posted
@managing(MAY)
def everybody(request: HttpRequest, office: Office) -> HttpResponse:
    """Everybody is here, or nobody yet: the beginning of the check-in."""
    is_here = request.POST.get("here") == "1"
    done = _("Everybody is checked in.") if is_here else _("Nobody is checked in yet. Tap who arrives.")
    attempt(request, lambda: check_in_all(office.actor, office.event, here=is_here), done)
    return seen_next(office.address("setup_entrants"))


@require_http_methods(["GET", "HEAD", "POST"])
@managing(MAY)
def entrant(request: HttpRequest, office: Office, number: int) -> HttpResponse:
    """One entrant: what was typed, its presence, its absences, its end."""
    found = entrant_numbered(office.event, number)
    form = entrant_form(
        office.event, request.POST if request.method == "POST" else _as_typed(found), new=False
    )
    new = form.read() if request.method == "POST" else None
    if new is not None:
        form.show(refusals(lambda: change_entrant(office.actor, found, new)))
        if not form.faults:
            tell(request, _("Saved."))
            return seen_next(office.address("setup_entrant", number=new.number or number))
    rounds = rounds_of(running_stage(office.event))
    about = {"entrant": found, "form": form, "rounds": rounds, "absences": ABSENCES}
    return page(request, office, "entrant", "entrants", status=422 if form.faults else 200, **about)


def _as_typed(found: Entrant) -> dict[str, str]:
    """The entrant as its form shows it; a pair called after its players has no name of its own."""
    players = {
        f"player_{slot}": row.player.display_name() for slot, row in enumerate(found.line_up.all(), start=1)
    }
    is_pair = found.event.entrant_kind == EntrantKind.PAIR
    is_called_after = is_pair and found.name == " – ".join(players.values())
    rating = "" if found.rating is None else points_plain(found.rating, 6)
    if found.rating is not None and found.rating.denominator > 1:
        rating = rating.rstrip("0")
    return {
        **players,
        "name": "" if is_called_after else found.name,
        "club": found.club,
        "rating": rating,
        "number": str(found.number),
    }


@posted
@managing(MAY)
def presence(request: HttpRequest, office: Office, number: int) -> HttpResponse:
    """Leave, return, stay away from a round, come after all, be taken off the list."""
    found = entrant_numbered(office.event, number)
    name = request.POST.get("act", "")
    if name not in PRESENCE:
        return seen_next(office.address("setup_entrant", number=number))
    act, done = PRESENCE[name]
    stage = running_stage(office.event)
    if name == "leave" and request.POST.get("action") == "preview" and stage is not None:
        return _weighed_leaving(request, office, found, stage)
    was_done = attempt(request, lambda: act(office.actor, found, request.POST), str(done))
    if was_done and name == "remove":
        return seen_next(office.address("setup_entrants"))
    return seen_next(office.address("setup_entrant", number=number))


def _weighed_leaving(request: HttpRequest, office: Office, found: Entrant, stage: Stage) -> HttpResponse:
    """The page before somebody leaves: what becomes of its match, of the ranks and of a draft."""
    again = entrant_numbered(office.event, found.number)
    match = None if request.POST.get("when") != "now" else match_in_play(stage, found)
    try:
        seen = consequences(stage, lambda: _leave(office.actor, again, request.POST), match)
    except (Invalid, Conflict) as error:
        for text in in_words(error.problems):
            messages.error(request, text)
        return seen_next(office.address("setup_entrant", number=found.number))
    asking = Asking(
        _("Withdraw"),
        office.address("setup_entrant", number=found.number),
        about=f"{found.number} {found.name}",
        is_grave=True,
        undo=_("It can be brought back for a later round. A forfeit is cancelled among the rulings."),
    )
    return page(request, office, "weigh", "entrants", **weighing(request, told(stage, seen), asking))


Act = Callable[[Actor, Entrant, Mapping[str, str]], object]


def _round(given: Mapping[str, str]) -> int:
    """The round that is meant; one that is none is refused by its number."""
    text = given.get("round", "")
    if not (text.isascii() and text.isdigit() and 0 < int(text[:6]) < 1000):
        raise Invalid.of("bad_number", "/round")
    return int(text)


def _absent(actor: Actor, found: Entrant, given: Mapping[str, str]) -> None:
    plan_absence(actor, found, _round(given), given.get("kind", "requested_bye"))


def _remove(actor: Actor, found: Entrant, given: Mapping[str, str]) -> None:
    """Delete it; what cannot be taken back is asked for by its name."""
    if " ".join(given.get("name", "").split()).casefold() != found.name.casefold():
        raise Invalid.of("name_not_typed", "/name", name=found.name)
    remove_entrant(actor, found)


def _leave(actor: Actor, found: Entrant, given: Mapping[str, str]) -> None:
    leave(actor, found, reason=given.get("reason", "").strip()[:500], now=given.get("when") == "now")


PRESENCE: Mapping[str, tuple[Act, object]] = {
    "leave": (_leave, gettext_lazy("Out. You can bring it back at any time.")),
    "return": (lambda actor, found, given: come_back(actor, found), gettext_lazy("Back for the next round.")),
    "absent": (_absent, gettext_lazy("Noted.")),
    "present": (
        lambda actor, found, given: cancel_absence(actor, found, _round(given)),
        gettext_lazy("Taken back."),
    ),
    "remove": (_remove, gettext_lazy("Taken off the list.")),
}


@require_http_methods(["GET", "HEAD", "POST"])
@managing(MAY)
def imported(request: HttpRequest, office: Office) -> HttpResponse:
    """A file or a pasted list is looked through first; then its good rows are entered, all or none."""
    if request.method == "POST" and "rows" in request.POST:
        return _enter(request, office)
    sent, pasted = request.FILES.get("file"), request.POST.get("pasted", "")
    if sent is None and not pasted.strip():
        missing = request.method == "POST"
        about: dict[str, Any] = {"missing": missing, **_file_wanted(office)}
        return page(request, office, "import", "entrants", status=422 if missing else 200, **about)
    data = with_headings(pasted, office.event.entrant_kind) if sent is None else sent.read(LARGEST_FILE + 1)
    above = int(sent is None and data != pasted.encode())
    preview = preview_for(office.event, data, headings())
    about = {**_looked_through(office, preview, pasted, above), "pasted": pasted}
    return page(request, office, "import", "entrants", **about)


def _file_wanted(office: Office) -> dict[str, Any]:
    """What a file looks like that can be read."""
    kind = office.event.entrant_kind
    return {
        "columns": [heading(each) for each in needed_columns(kind)],
        "example": example_file(kind),
        "order": order_in_words(kind),
        "line": example_line(kind),
    }


def _enter(request: HttpRequest, office: Office) -> HttpResponse:
    """Enter the rows that were looked through; the list may have changed since, so they are read again."""
    preview = preview_for(office.event, request.POST["rows"].encode())
    again = page(request, office, "import", "entrants", status=422, **_looked_through(office, preview))
    if preview.errors or preview.file_error:
        return again
    if refusals(lambda: enter_previewed(office.actor, office.event, preview)):
        return again
    tell(request, _("Entered: %(size)s.") % {"size": size_in_words(office.event, len(preview.rows))})
    return seen_next(office.address("setup_entrants"))


def _looked_through(office: Office, preview: Preview, pasted: str = "", above: int = 0) -> dict[str, Any]:
    """A preview with its errors in words; of a pasted list, below lines of ours, with what its lines say."""
    refused, kind = preview.file_error, office.event.entrant_kind
    return {
        "preview": preview,
        "shift": -above,
        **_file_wanted(office),
        "errors": _errors(preview, kind, pasted, above),
        "refused": refused and FILES.get(refused.kind, refused.kind),
        "refused_column": refused and heading(refused.column),
        "rows": as_csv(preview.rows, kind),
    }


def _errors(preview: Preview, kind: str, pasted: str, above: int) -> list[tuple[int, str, str, object]]:
    """Line, column, what a pasted line says, and what is wrong with it."""
    lines = dict(enumerate(pasted.splitlines(), start=1 + above))
    return [
        (
            each.line,
            column_in_words(each.column),
            lines.get(each.line, ""),
            fault_in_words(kind, each.column, each.kind) if pasted else FILES.get(each.kind, each.kind),
        )
        for each in preview.errors
    ]
