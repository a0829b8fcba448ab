"""Logs as one JSON object a line, and the two addresses that a supervisor asks.

Only what is named here goes into a log line: no names of people, no tokens, no bodies.
"""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from typing import Any

import structlog
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

SECRETS = re.compile(r"(/invitation/|/account/password/new/|[?&]code=)[^/&\s]+")
"""What in an address lets its reader in: links of invitations and forgotten passwords, codes of tablets."""


def without_secrets(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """The line of a request with what is secret in its address left out."""
    if "request" in event:
        event["request"] = SECRETS.sub(r"\1...", str(event["request"]))
    return event


def logging_settings(level: str) -> dict[str, Any]:
    """The LOGGING setting: everything through structlog, to standard error."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        without_secrets,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[
            *shared,
            structlog.processors.format_exc_info,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processor": structlog.processors.JSONRenderer(),
                "foreign_pre_chain": shared,
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "celery.app.trace": {"level": "WARNING"},
            "uvicorn.access": {"level": "WARNING"},
            # What was refused is told once, by the line of its request.
            "django.request": {"level": "ERROR"},
        },
    }


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """The process answers."""
    return JsonResponse({"ok": True})


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """The process can do its work: the database answers."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return JsonResponse({"ok": False, "database": False}, status=503)
    return JsonResponse({"ok": True, "database": True})
