"""The log of an event at the desk: what was done lately, by whom, in plain sentences."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from pages.desk import desk_at
from pages.errors import shown
from pages.views.desk import whole
from pages.words.log import Sentences
from scoring.selectors.events import folded
from scoring.selectors.log import KINDS, log_names, log_page
from tournaments.access import Permission
from tournaments.models import AuditEntry

WORDS = {
    "rounds": gettext_lazy("Rounds"),
    "results": gettext_lazy("Results"),
    "rulings": gettext_lazy("Rulings"),
    "entrants": gettext_lazy("Who plays"),
    "calls": gettext_lazy("Calls for help"),
    "helpers": gettext_lazy("Helpers and tablets"),
    "event": gettext_lazy("The event itself"),
}


@login_required
@require_safe
@shown
def log(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The latest entries first; `?q=` searches the sentences, `?kind=` and `?who=` narrow them."""
    desk = desk_at(request, club, slug, Permission.AUDIT_VIEW)
    sentences = Sentences(desk.event, log_names(desk.event))
    query = request.GET.get("q", "").strip()[:80]
    kind, who, before = request.GET.get("kind", ""), request.GET.get("who", ""), request.GET.get("before")
    wanted = _Search(sentences, query).finds if query else None
    page = log_page(desk.event, kind=kind, who=who, before=whole(before), wanted=wanted)
    context = {
        "event": desk.event,
        "desk": desk,
        "page": page,
        "lines": [sentences.of(each) for each in page.entries],
        "people": [(each, sentences.actor(each)) for each in page.actors],
        "kinds": [(key, WORDS[key]) for key in KINDS],
        "asked": {"q": query, "kind": kind, "who": who, "before": before},
    }
    return render(request, "desk/log.html", context)


class _Search:
    """Finds entries whose sentence has all the words, accents and capitals left aside."""

    def __init__(self, sentences: Sentences, query: str) -> None:
        self.sentences, self.words = sentences, folded(query).split()

    def finds(self, entry: AuditEntry) -> bool:
        """Whether the sentence, its author or its reason has the words."""
        said = self.sentences.of(entry)
        text = folded(f"{said.who} {said.words} {said.reason}")
        return all(word in text for word in self.words)
