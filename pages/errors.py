"""Errors as pages: what is wrong, and what to do, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _

from tournaments.errors import Busy, NotAllowed, NotFound

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

WORDS = {
    400: (_("That request could not be read"), _("Go back, reload the page and try again.")),
    403: (_("This is not open to you"), _("Log in with an account that may do this, or ask the director.")),
    404: (
        _("There is no such page"),
        _(
            "The address may be mistyped, or what it leads to is not published yet. "
            "The list of events is a good start."
        ),
    ),
    429: (_("Too many attempts"), _("Wait a minute, then try once more.")),
    500: (
        _("Something went wrong here"),
        _("It is our fault, not yours, and it has been noted. Wait a moment and reload the page."),
    ),
    503: (_("The event is busy at this moment"), _("Reload the page in a few seconds.")),
}


def page(request: HttpRequest, status: int) -> HttpResponse:
    """The page for an error of this status; after a 500 it asks nothing of the database."""
    title, advice = WORDS.get(status, WORDS[500])
    context = {"title": title, "advice": advice, "status": status}
    if status >= 500:
        return HttpResponse(render_to_string("error.html", context), status=status)
    return render(request, "error.html", context, status=status)


def form_outdated(request: HttpRequest) -> HttpResponse:
    """The page for a form that was opened before somebody logged in or out, or without cookies."""
    title = _("This form has grown old")
    advice = _("Nothing was done. Go back, reload the page and send it again; cookies must be allowed.")
    return render(request, "error.html", {"title": title, "advice": advice, "status": 403}, status=403)


def shown(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> View[P]:
    """Turn the errors of the domain into those that the site answers with a page."""

    @wraps(view)
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except NotFound as error:
            raise Http404(error.code) from error
        except NotAllowed as error:
            raise PermissionDenied(error.code) from error
        except Busy:
            return page(request, 503)

    return answer
