"""Addresses that only take forms: what is shown to whoever follows a link there, and the page near them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve

from pages.errors import page

P = ParamSpec("P")


def posted(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Let a view take forms alone; anything else is answered 405, with a page that says so."""

    @wraps(view)
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method == "POST":
            return view(request, *args, **kwargs)
        refused = page(request, 405)
        refused["Allow"] = "POST"
        return refused

    answer.only_posted = True  # type: ignore[attr-defined]
    return answer


def page_near(path: str) -> str:
    """Return the path itself or, where it only takes forms, the nearest above it that is a page."""
    while path != "/":
        try:
            if not getattr(resolve(path).func, "only_posted", False):
                return path
        except Resolver404:
            pass
        path = path.rstrip("/").rpartition("/")[0] + "/"
    return path
