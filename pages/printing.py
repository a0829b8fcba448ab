"""Paper in the reader's language: the one that the address asks for, where this machine has its letters."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.cache import patch_vary_headers

from pages.languages import languages_of
from scoring.exports.fonts import has_letters_of

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
NO_FONT = 501


def printable(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> View[P]:
    """Print in the language of the reader or of `?language=`; without a font for it, say what is missing."""

    @wraps(view)
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        asked = request.GET.get("language", "")
        if asked in languages_of(request):
            translation.activate(asked)
        if has_letters_of(translation.get_language() or settings.LANGUAGE_CODE):
            return view(request, *args, **kwargs)
        query = request.GET.copy()
        query["language"] = settings.LANGUAGE_CODE
        response = render(request, "public/no_font.html", {"query": query.urlencode()}, status=NO_FONT)
        patch_vary_headers(response, ("Cookie", "Accept-Language"))
        return response

    return answer
