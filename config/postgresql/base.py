"""Django's backend for PostgreSQL, which waits a moment for a server that is restarting.

A restart takes a second or two: whoever asks meanwhile is kept waiting instead of being refused. A server
that stays away is waited for once; after that every request is told so at once, until a connection succeeds.
"""

from __future__ import annotations

import select
import time
from typing import Any

from django.db.backends.postgresql import base

PATIENCE = 10.0
"""Seconds since the first failed try during which a process goes on trying."""
PAUSE = 0.1


class _Server:
    """When this process saw first that the server is away; None while it is there."""

    away_since: float | None = None


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that is opened with patience."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """A new connection; raises the driver's OperationalError when the server stays away."""
        while True:
            try:
                connection = super().get_new_connection(conn_params)
            except self.Database.OperationalError:
                if not _may_wait():
                    raise
                time.sleep(PAUSE)
            else:
                _Server.away_since = None
                return connection

    def is_usable(self) -> bool:
        """Whether the connection still works, asked before each request: a server that ends one says so.

        So a question of our own is needed only where something came unasked, or the connection is closed.
        """
        if self.connection is not None and not self.connection.closed:
            unread = select.poll()
            unread.register(self.connection.fileno(), select.POLLIN)
            if not unread.poll(0):
                return True
        return bool(super().is_usable())


def _may_wait() -> bool:
    now = time.monotonic()
    if _Server.away_since is None:
        _Server.away_since = now
    return now - _Server.away_since < PATIENCE
