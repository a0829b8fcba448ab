"""Pages for errors outside of any view."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def page(request: HttpRequest, status: int) -> HttpResponse:
    """The page for an error of this status."""
    return render(request, "error.html", {"status": status}, status=status)
