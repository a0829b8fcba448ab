"""Answers to errors outside of any view: problem+json under /api/, pages elsewhere."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from api import problems
from pages import errors


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    return _answer(request, 404)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400."""
    return _answer(request, 400)


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
    """500."""
    return _answer(request, 500)


def _answer(request: HttpRequest, status: int) -> HttpResponse:
    if request.path.startswith("/api/"):
        return problems.plain(request, status)
    return errors.page(request, status)
