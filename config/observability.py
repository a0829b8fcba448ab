"""Logs: one JSON object a line, on standard error, with nothing in it about people.

What is not named here does not go into a line: of a request its method and path, of an error its kind and
where it happened. Names, codes, tokens, letters, bodies and queries stay where they are. Who did what stands
in the log of the event, which knows the same `request_id`.
"""

from __future__ import annotations

import logging
import re
import sys
import traceback
from collections.abc import Iterator, Mapping, MutableMapping
from smtplib import SMTPException
from types import TracebackType
from typing import Any

import structlog
from django.core.exceptions import ImproperlyConfigured
from django.db import InterfaceError, OperationalError

SECRETS = re.compile(r"(/invitation/|/account/password/new/)[^/\s]+")
"""What in an address lets its reader in: links of invitations and of forgotten passwords."""
QUERY = re.compile(r"(?<=\S)\?\S+")
LETTER_BOX = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]+")
LONGEST = 500

WORDS = frozenset(
    {
        "code", "child_task_id", "child_task_name", "duration_ms", "error", "level", "logger",
        "parent_task_id", "pk", "request_id", "seconds", "sqlstate", "task", "task_id", "timestamp", "view",
        "work",
    }
)  # fmt: skip
"""Keys whose values are numbers, identifiers or names of our own code; anything else is left out."""
WORD = re.compile(r"[\w.:+-]{1,100}")
TEXTS = frozenset({"event", "request", "exception"})

ABOUT_THE_MACHINE = (OperationalError, InterfaceError, OSError, ImportError, ImproperlyConfigured)
"""Errors whose message tells of servers and files; that of others may repeat what somebody typed."""


def only_known(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """What of a line may be kept."""
    kept = {key: event[key] for key in WORDS & event.keys() if _is_word(event[key])}
    return kept | {key: without_secrets(str(event[key])) for key in TEXTS & event.keys()}


def _is_word(value: object) -> bool:
    return isinstance(value, int | float) or (isinstance(value, str) and bool(WORD.fullmatch(value)))


def without_secrets(text: str) -> str:
    """A text without queries behind paths, without links that let in, without e-mail addresses."""
    for pattern, left in ((SECRETS, r"\1..."), (QUERY, ""), (LETTER_BOX, "...")):
        text = pattern.sub(left, text)
    return text


def tell_failure(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """The error that a line is about, as kinds and places."""
    given, error = event.pop("exception", None), event.pop("exc_info", None)
    if error is True:
        error = sys.exc_info()
    if isinstance(error, tuple):
        error = error[1]
    error = error if isinstance(error, BaseException) else given
    if isinstance(error, BaseException):
        event["exception"] = "\n".join(failure(error))
    return event


def failure(error: BaseException | None) -> Iterator[str]:
    """Each error of a chain, newest first: its kind, its message if that is harmless, where it happened."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        harmless = isinstance(error, ABOUT_THE_MACHINE) and not isinstance(error, SMTPException)
        message = " ".join(str(error).split())[:LONGEST] if harmless else ""
        yield f"{type(error).__module__}.{type(error).__qualname__}{message and ': ' + message}"
        yield from (f"  {each.filename}:{each.lineno} {each.name}" for each in _frames(error.__traceback__))
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _frames(trace: TracebackType | None) -> list[traceback.FrameSummary]:
    return traceback.extract_tb(trace) if trace is not None else []


class WithoutWords(logging.Filter):
    """Libraries put what somebody sent, or the message of an error, into some of their lines."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Leave the kind of thing that happened; the error itself comes with the line anyway."""
        about = getattr(record, "data", None)
        if record.name == "celery.app.trace" and isinstance(about, Mapping):
            record.msg, record.args = f"Task {about.get('name')} failed", ()
        elif record.name.startswith("django.security."):
            record.msg, record.args, record.exc_info = "Refused", (), None
        return True


QUIET = (
    "uvicorn.access",
    "celery.app.trace",
    "celery.beat",
    "celery.worker.strategy",
    "django_structlog.celery",
)
"""Loggers that would tell twice a second that the sweep came; of these only failures are told."""


def logging_settings(level: str) -> dict[str, Any]:
    """The LOGGING setting: everything through structlog, to standard error; servers read it as well."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    ours = {"handlers": ["stderr"], "propagate": False, "level": level}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [tell_failure, only_known, structlog.processors.JSONRenderer()],
                "foreign_pre_chain": shared,
            }
        },
        "filters": {"without_words": {"()": WithoutWords}},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": "json", "filters": ["without_words"]}
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Servers bring handlers of their own, which would write lines of their own kind.
            "gunicorn.error": ours,
            "uvicorn": ours,
            **{name: {"level": "WARNING"} for name in QUIET},
            # Below this level it tells statements with their values.
            "django": {"level": "INFO"},
            # What was refused is told once, by the line of its request.
            "django.request": {"level": "ERROR"},
        },
    }
