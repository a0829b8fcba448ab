"""Pages that everybody may read."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from pages.errors import shown
from pages.files import number_of
from pages.live import answer
from pages.reader import reader
from pages.words.event import costs_in_words, grouped, rules_in_words, sides_in_words, stage_in_words
from pages.words.rules import rules_page
from scoring.selectors.events import event_at, event_list, event_page, outline, protest_mark, version_of
from scoring.selectors.rounds import round_page
from scoring.selectors.standings import standings_page, why_page
from scoring.selectors.tables import find_table


@require_safe
@shown
def home(request: HttpRequest) -> HttpResponse:
    """The announced events, page by page: running ones, those in registration, finished ones."""
    query = " ".join(request.GET.get("q", "")[:80].split())
    page = event_list(number_of(request, "page") or 1, query)
    version = ",".join(f"{line.event.pk}:{version_of(line.event)}" for line in page.lines)
    version += f"/{page.older}"
    about = {"page": page, "query": query}
    return answer(request, "home.html", version, lambda: {**about, "groups": grouped(page.lines)})


@require_safe
@shown
def event(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """An event: facts, rules, rounds, entrants."""
    found = event_at(reader(request), club, slug)

    def read() -> dict[str, object]:
        page = event_page(found)
        stages = [(each, stage_in_words(each.stage)) for each in page.outline.stages]
        return {"event": found, "page": page, "stages": stages, "rules": rules_in_words(found)}

    return answer(request, "event.html", version_of(found), read)


@require_safe
@shown
def rules(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The rules of an event for those who play: what its options come to."""
    found = event_at(reader(request), club, slug)

    def read() -> dict[str, object]:
        plan = outline(found)
        page = rules_page(found, [each.stage for each in plan.stages])
        return {"event": found, "page": {"outline": plan}, "rules": page}

    return answer(request, "rules.html", version_of(found), read, folder="public")


@require_safe
@shown
def round(request: HttpRequest, club: str, slug: str, number: int, order: int | None = None) -> HttpResponse:
    """A round: pairings by table, or with `?by=name` by name."""
    found = event_at(reader(request), club, slug)
    by_name = request.GET.get("by") == "name"

    def read() -> dict[str, object]:
        page = round_page(found, order or number_of(request, "stage"), number, by_name=by_name)
        costs = costs_in_words(page.round.why, page.stage)
        words = {"side_names": sides_in_words(page.stage), "costs": costs}
        return {"event": found, "page": page, "by_name": by_name, **words}

    return answer(request, "round.html", version_of(found) + protest_mark(found, now()), read)


@require_safe
@shown
def standings(request: HttpRequest, club: str, slug: str, order: int | None = None) -> HttpResponse:
    """The standings of a stage, with `?after=N` those after an earlier round."""
    found = event_at(reader(request), club, slug)
    after = number_of(request, "after")
    return answer(
        request,
        "standings.html",
        version_of(found) + protest_mark(found, now()),
        lambda: {
            "event": found,
            "page": standings_page(found, order or number_of(request, "stage"), after),
            "looking_back": after is not None,
        },
    )


@require_safe
@shown
def why(request: HttpRequest, club: str, slug: str, order: int, number: int) -> HttpResponse:
    """Why the entrant with this number stands where it does; htmx puts it below the entrant's row."""
    found = event_at(reader(request), club, slug)
    after = number_of(request, "after")
    return answer(
        request,
        "why.html",
        version_of(found),
        lambda: {"event": found, "page": why_page(found, number, order, after)},
        folder="partials",
    )


@require_safe
@shown
def my_table(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Where somebody sits in the round that is on."""
    found = event_at(reader(request), club, slug)
    query = request.GET.get("q", "")[:80]

    def read() -> dict[str, object]:
        page = find_table(found, query)
        return {"event": found, "page": page, "side_names": sides_in_words(page.stage) if page.stage else {}}

    return answer(request, "my_table.html", version_of(found), read)
