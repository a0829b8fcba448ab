"""Every error of the API as problem+json (RFC 9457), made in this one place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import structlog
from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.core.signals import got_request_exception
from django.http import Http404, HttpRequest, JsonResponse
from django.urls import reverse
from rest_framework import exceptions
from rest_framework.response import Response

from api.codes import ANSWERS, SHAPES, STATUS_TITLES, TITLES
from engine.core.game import Game
from engine.core.problems import Problem, pointer
from tournaments.errors import Busy, DomainError, NotAllowed
from tournaments.outages import refusal
from tournaments.texts import TEXTS, filled, sentence

logger = structlog.get_logger(__name__)

CONTENT_TYPE = "application/problem+json"
PLAIN_CODES = {
    400: "bad_request",
    403: "not_allowed",
    404: "not_found",
    413: "body_too_large",
    500: "server_error",
}
RENAMED = {"permission_denied": "not_allowed", "error": "server_error", "invalid": "bad_request"}


def plain(request: HttpRequest, status: int, **params: int) -> JsonResponse:
    """The answer to an error outside of any view."""
    code = PLAIN_CODES.get(status, "bad_request")
    found = [Problem(code, "", params)]
    return JsonResponse(body(code, status, found), status=status, content_type=CONTENT_TYPE)


def refused(error: Busy) -> JsonResponse:
    """The same for what dies under the site."""
    content, status = of_domain(error)
    return JsonResponse(content, status=status, content_type=CONTENT_TYPE, headers=_headers(error))


def handle(error: Exception, context: Mapping[str, Any]) -> Response:
    """The answer to an error that a view of the API raised (REST framework's EXCEPTION_HANDLER)."""
    view, request = context["view"], context["request"]
    error = refusal(error) or error
    if isinstance(error, DomainError):
        if isinstance(error, NotAllowed) and not (request.user.is_authenticated or request.auth):
            return handle(_not_signed_in(view), context)
        return _response(*of_domain(error, getattr(view, "game", None)), _headers(error))
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, DjangoPermissionDenied):
        error = exceptions.PermissionDenied()
    if isinstance(error, exceptions.APIException):
        return _response(*of_framework(error), _framework_headers(error))
    logger.exception("api_failed", view=type(view).__name__, exc_info=error)
    got_request_exception.send(sender=type(view), request=request._request)
    return _response(body("server_error", 500, [Problem("server_error")]), 500, {})


def of_domain(error: DomainError, game: Game | None = None) -> tuple[dict[str, Any], int]:
    """Body and status of an error of the domain; what its `data` holds stands beside the usual members."""
    answer = ANSWERS.get(error.code)
    status = answer.status if answer else error.status
    return body(error.code, status, error.problems, game) | error.data, status


def of_framework(error: exceptions.APIException) -> tuple[dict[str, Any], int]:
    """Body and status of an error that REST framework raised before a service was reached."""
    if isinstance(error, exceptions.ValidationError):
        return body("bad_request", 400, list(shape_faults(error.get_full_details()))), 400
    names = error.get_codes()
    name = names if isinstance(names, str) else "bad_request"
    code = RENAMED.get(name, name)
    return body(code, error.status_code, [Problem(code, "", getattr(error, "params", {}))]), error.status_code


def body(code: str, status: int, problems: Sequence[Problem], game: Game | None = None) -> dict[str, Any]:
    """The members of a problem document, in the language of the request."""
    return {
        "type": reverse("api:problem", kwargs={"code": code}),
        "title": title(code, status),
        "status": status,
        "code": code,
        "errors": [as_json(problem, game) for problem in problems],
    }


def title(code: str, status: int) -> str:
    """A short text that is the same for every occurrence of the code."""
    own = ANSWERS[code].text if code in ANSWERS else TITLES.get(code) or TEXTS.get(code)
    text = str(own or "")
    return text if text and "{" not in text else str(STATUS_TITLES.get(status, status))


def as_json(problem: Problem, game: Game | None = None) -> dict[str, Any]:
    """One entry of `errors`."""
    return {
        "pointer": problem.path,
        "code": problem.code,
        "params": dict(problem.params),
        "detail": detail(problem, game),
    }


def detail(problem: Problem, game: Game | None = None) -> str:
    """The problem in words: the API's own codes first, then those of the game and the domain."""
    if problem.code in ANSWERS:
        return filled(str(ANSWERS[problem.code].text), problem.params)
    if problem.code in SHAPES:
        return str(SHAPES[problem.code])
    return sentence(problem, game)


def shape_faults(details: Any, *steps: object) -> Iterator[Problem]:
    """The leaves of a validation error as problems with their pointers; an unknown code is `invalid`."""
    if isinstance(details, Mapping) and set(details) == {"message", "code"}:
        code = details["code"]
        yield Problem(code if code in SHAPES else "invalid", pointer(*steps))
    elif isinstance(details, Mapping):
        for name, inner in details.items():
            yield from shape_faults(inner, *steps, *([] if name == "non_field_errors" else [name]))
    else:
        leaves = all(isinstance(each, Mapping) and "message" in each for each in details)
        for index, inner in enumerate(details):
            yield from shape_faults(inner, *steps, *([] if leaves else [index]))


def _not_signed_in(view: Any) -> exceptions.NotAuthenticated:
    error = exceptions.NotAuthenticated()
    error.auth_header = view.get_authenticate_header(view.request)  # type: ignore[attr-defined]
    return error


def _headers(error: DomainError) -> dict[str, str]:
    return {"Retry-After": str(error.retry_after)} if isinstance(error, Busy) else {}


def _framework_headers(error: exceptions.APIException) -> dict[str, str]:
    headers = {}
    if getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = str(error.auth_header)  # type: ignore[attr-defined]
    if getattr(error, "wait", None):
        headers["Retry-After"] = str(max(1, round(error.wait)))  # type: ignore[attr-defined]
    return headers


def _response(content: Mapping[str, Any], status: int, headers: Mapping[str, str]) -> Response:
    return Response(content, status=status, headers=dict(headers), content_type=CONTENT_TYPE)
