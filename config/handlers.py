"""Answers to errors outside of any view: problem+json under /api/, pages elsewhere."""

from __future__ import annotations

import sys

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse

from api import problems
from config.limits import LARGEST_BODY
from pages import errors
from tournaments.outages import refusal


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    return _answer(request, 404)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, or 413 for more than anybody here reads."""
    return _answer(request, 413 if isinstance(exception, RequestDataTooBig) else 400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return _answer(request, 403)


def form_outdated(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: a form whose mark is missing or old (CSRF_FAILURE_VIEW)."""
    if request.path.startswith("/api/"):
        return problems.plain(request, 403)
    return errors.form_outdated(request)


def too_many(request: HttpRequest) -> HttpResponse:
    """429: what django-allauth answers to somebody who asks too often."""
    answer = _answer(request, 429)
    answer["Retry-After"] = "60"
    return answer


def server_error(request: HttpRequest) -> HttpResponse:
    """500, and 503 when it was no fault of ours; Django asks while it handles the error."""
    error = sys.exc_info()[1]
    refused = refusal(error) if error else None
    if refused is None:
        return _answer(request, 500)
    return problems.refused(refused) if request.path.startswith("/api/") else errors.refused(refused)


def _answer(request: HttpRequest, status: int) -> HttpResponse:
    if request.path.startswith("/api/"):
        return problems.plain(request, status, **({"limit": LARGEST_BODY} if status == 413 else {}))
    return errors.page(request, status)
