"""What is printed, and what goes into a spreadsheet."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from pages.errors import shown
from pages.files import file_answer, number_of, paper_of
from pages.printing import printable
from pages.templatetags.baza import local, value_of
from pages.words.event import outcome_in_words, sides_in_words
from scoring.exports.entrants import entrants_table
from scoring.exports.pairings import pairings_by_name, pairings_by_table
from scoring.exports.slips import score_slips
from scoring.exports.standings import standings_pdf, standings_table
from scoring.exports.tables import Table, as_csv, as_xlsx
from scoring.exports.words import Words, changed_at
from scoring.selectors.events import entrants_of, event_at, version_of
from scoring.selectors.rounds import TableLine, round_page
from scoring.selectors.standings import standings_page
from tournaments.access import Actor, Permission, require
from tournaments.models import Event, Stage


@require_safe
@shown
@printable
def pairings(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    """The pairings of a published round as a PDF: by table, or with `?by=name` by name."""
    found = event_at(Actor.of(request.user), club, slug)
    paper, by_name = paper_of(request), request.GET.get("by") == "name"

    def make() -> bytes:
        page = round_page(found, number_of(request, "stage"), number, by_name=by_name)
        draw = pairings_by_name if by_name else pairings_by_table
        return draw(found, page, words(found, page.stage), paper)

    return file_answer(request, version_of(found), f"{slug}-{number}-pairings.pdf", make)


@require_safe
@shown
@printable
def slips(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    """The score slips of a published round, for those who enter results."""
    actor = Actor.of(request.user)
    found = event_at(actor, club, slug)
    require(actor, found, Permission.RESULTS_ENTER)
    paper = paper_of(request)

    def make() -> bytes:
        page = round_page(found, number_of(request, "stage"), number)
        path = reverse("stage_round", args=[club, slug, page.stage.order, number])

        def link(line: TableLine) -> str:
            return request.build_absolute_uri(f"{path}#table-{line.match.number}")

        return score_slips(found, page, words(found, page.stage), link, paper)

    return file_answer(request, version_of(found), f"{slug}-{number}-slips.pdf", make)


@require_safe
@shown
@printable
def standings(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The standings as a PDF, with `?after=N` those after an earlier round."""
    found = event_at(Actor.of(request.user), club, slug)
    paper = paper_of(request)

    def make() -> bytes:
        page = standings_page(found, number_of(request, "stage"), number_of(request, "after"))
        return standings_pdf(found, page, words(found, page.stage), paper)

    return file_answer(request, version_of(found), f"{slug}-standings.pdf", make)


@require_safe
@shown
def standings_sheet(request: HttpRequest, club: str, slug: str, kind: str) -> HttpResponse:
    """The standings for a spreadsheet: `kind` is xlsx or csv."""
    found = event_at(Actor.of(request.user), club, slug)

    def make() -> bytes:
        page = standings_page(found, number_of(request, "stage"), number_of(request, "after"))
        return _file(standings_table(page), found, kind)

    return file_answer(request, version_of(found), f"{slug}-standings.{kind}", make)


@require_safe
@shown
def entrants_sheet(request: HttpRequest, club: str, slug: str, kind: str) -> HttpResponse:
    """The entrants for a spreadsheet, for those who may change them: `kind` is xlsx or csv."""
    actor = Actor.of(request.user)
    found = event_at(actor, club, slug)
    require(actor, found, Permission.ENTRANTS_EDIT)
    name = f"{slug}-entrants.{kind}"
    make = lambda: _file(entrants_table(tuple(entrants_of(found))), found, kind)  # noqa: E731
    return file_answer(request, version_of(found), name, make)


def words(event: Event, stage: Stage | None) -> Words:
    """How numbers, seats and times are said to the reader of this event."""
    return Words(
        value=value_of,
        outcome=lambda outcome: outcome_in_words(outcome, event),
        moment=lambda at: local(at, event.time_zone),
        sides=sides_in_words(stage) if stage else {},
    )


def _file(table: Table, event: Event, kind: str) -> bytes:
    return as_csv(table) if kind == "csv" else as_xlsx(table, changed_at(event))
