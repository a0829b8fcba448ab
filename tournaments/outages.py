"""What dies under the site: a database that goes away or has no room left, a cache that cannot be reached.

The one place that knows how drivers say so. None of it is a fault of whoever asks, and all of it passes: the
answer is 503 with a time to come again, and a result that comes again under its own number is stored once.
"""

from __future__ import annotations

import sqlite3

import structlog
from django.db import Error, InterfaceError, OperationalError
from redis.exceptions import RedisError

from tournaments.errors import Busy, NoRoom

logger = structlog.get_logger(__name__)

WAITED = {"55P03", "40P01", "40001", "57014"}
"""SQLSTATE of a lock that was not to be had, a deadlock, a serialisation failure, a statement too slow."""

NO_ROOM = {"53100"}
"""SQLSTATE of a disk that is full."""

AWAY = ("08", "53", "57P", "25P03")
"""How SQLSTATEs begin of a connection that is lost, a server without resources, one that stops or starts, and
a transaction that stood idle too long."""

SQLITE_WAITED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
SQLITE_NO_ROOM = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}


def refusal(error: BaseException) -> Busy | None:
    """What is answered instead of an error of ours; None when the error is one.

    Whoever loses the connection at COMMIT cannot know whether the act is stored. Sending it again tells.
    """
    refused: Busy | None = None
    if isinstance(error, RedisError):
        refused = Busy()
    elif isinstance(error, Error):
        refused = _of_database(error)
    if refused is not None:
        cause = error.__cause__ or error
        state = getattr(cause, "sqlstate", None)
        logger.warning("refused", code=refused.code, error=type(cause).__name__, sqlstate=state)
    return refused


def _of_database(error: Error) -> Busy | None:
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        code = sqlite_code(cause)
        return NoRoom() if code in SQLITE_NO_ROOM else Busy() if code in SQLITE_WAITED else None
    state = getattr(cause, "sqlstate", None)
    if state in NO_ROOM:
        return NoRoom()
    if state is None:  # no server said this: the driver did, when it reached none or lost it
        return Busy() if isinstance(error, OperationalError | InterfaceError) else None
    return Busy() if state in WAITED or state.startswith(AWAY) else None


def sqlite_code(error: sqlite3.Error) -> int:
    """SQLite's code without the details in its upper bits."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
