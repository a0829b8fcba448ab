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

from tournaments.errors import Busy, NoRoom, NotAllowed, NotFound

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
    405: (
        _("This address only takes forms"),
        _("Nothing was done. Go back to the page before it and press its button there."),
    ),
    413: (_("That is too large"), _("A file may have ten megabytes. Send a part of it.")),
    429: (_("Too many attempts"), _("Wait a minute, then try once more.")),
    500: (
        _("Something went wrong here"),
        _("It is our fault, not yours, and it has been noted. Wait a moment and reload the page."),
    ),
    503: (_("The site is busy at this moment"), _("Reload the page in a few seconds.")),
}
NO_ROOM = (
    _("The server has no room left"),
    _("Nothing was stored. Tell whoever runs this site: its disk is full."),
)


def page(request: HttpRequest, status: int) -> HttpResponse:
    """The page for an error of this status; after a 500 it asks nothing of the database."""
    title, advice = WORDS.get(status, WORDS[500])
    context = {"title": title, "advice": advice, "status": status}
    if status >= 500:
        return HttpResponse(render_to_string("error.html", context), status=status)
    return render(request, "error.html", context, status=status)


def refused(error: Busy) -> HttpResponse:
    """The page for what dies under the site, and when to come again."""
    title, advice = NO_ROOM if isinstance(error, NoRoom) else WORDS[503]
    text = render_to_string("error.html", {"title": title, "advice": advice, "status": 503})
    return HttpResponse(text, status=503, headers={"Retry-After": str(error.retry_after)})


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
        except Busy as error:
            return refused(error)

    return answer
