"""Which page is there in which language: some languages have only what players read."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

FOR_PLAYERS = frozenset(
    {
        "home",
        "trust",
        "set_language",
        "free_draw",
        "tablet",
        "tablet_worker",
        "event",
        "rules",
        "round",
        "stage_round",
        "standings",
        "stage_standings",
        "why",
        "my_table",
        "replay",
        "rulings",
        "print_pairings",
        "print_slips",
        "print_standings",
        "standings_xlsx",
        "standings_csv",
        "hall",
        "stream",
    }
)
"""Names of the addresses that are there in every language; the others are for those who run an event."""
API = "api"
"""The API speaks to the tablets of players, so it takes every language, too."""


def languages() -> tuple[str, ...]:
    """The languages that everything is there in."""
    return tuple(code for code, _name in settings.LANGUAGES if code not in settings.LANGUAGES_FOR_PLAYERS)


def languages_of(request: HttpRequest) -> tuple[str, ...]:
    """The languages of the page that answers this request; an address that leads nowhere is told in any."""
    match = request.resolver_match
    if match is None or match.view_name in FOR_PLAYERS or API in match.namespaces:
        return tuple(code for code, _name in settings.LANGUAGES)
    return languages()


class LanguageMiddleware:
    """Shows a page that is not there in the reader's language in the language of the site, all of it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer of the site."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: object) -> None:
        """Choose the language, now that it is known which page is asked for."""
        if translation.get_language() not in languages_of(request):
            translation.activate(settings.LANGUAGE_CODE)
            request.LANGUAGE_CODE = settings.LANGUAGE_CODE
