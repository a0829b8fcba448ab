"""Scratch databases: copies of the migrated test database that other processes may open.

SQLite: the test database lives in memory, so a file is written from it. PostgreSQL: a database made from the
test database as its template.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from django.db import connection, connections


@contextmanager
def scratch_database(folder: Path) -> Iterator[str]:
    """A copy of the test database as it is now; yields its URL. The caller has unblocked the database."""
    template = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite":
        assert connection.is_in_memory_db(), "no test database was made: mark the test with django_db"
        yield f"sqlite:///{_copied_file(folder)}"
        return
    assert template.startswith("test_"), "no test database was made: mark the test with django_db"
    name = f"scratch_{uuid4().hex[:12]}"
    connections.close_all()  # PostgreSQL copies only what nobody is using
    with connection._nodb_cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    try:
        yield f"{os.environ['DATABASE_URL'].rpartition('/')[0]}/{name}"
    finally:
        with connection._nodb_cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def _copied_file(folder: Path) -> Path:
    path = folder / f"scratch-{uuid4().hex[:12]}.sqlite3"
    connection.ensure_connection()
    copy = sqlite3.connect(path)
    connection.connection.backup(copy)
    copy.close()
    return path
