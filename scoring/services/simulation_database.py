"""A database that lasts as long as a block of code: in memory, beside the one of the site.

What is simulated has no business there. In a transaction of the site's database that is rolled back it would
keep a hall that plays at the same time from entering results (SQLite has one writer), would use up ids, and
its pairings would hang on the ids that came before. Here every run begins with the same empty tables, and
nothing is left of it, however it ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import load_backend

IN_MEMORY = {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}


@contextmanager
def own_database() -> Iterator[None]:
    """Within the block everything of this thread that reads or writes rows does so in an empty database."""
    sites = connections[DEFAULT_DB_ALIAS]
    own = _connection()
    connections[DEFAULT_DB_ALIAS] = own
    try:
        _make_tables(own)
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = sites
        BaseDatabaseWrapper.close(own)  # the one of SQLite keeps what is in memory open


def _connection() -> BaseDatabaseWrapper:
    """A connection to a new database, with the settings that Django gives to one that asks for nothing."""
    settings: dict[str, Any] = connections.configure_settings({DEFAULT_DB_ALIAS: dict(IN_MEMORY)})
    connection: BaseDatabaseWrapper = load_backend(IN_MEMORY["ENGINE"]).DatabaseWrapper(
        settings[DEFAULT_DB_ALIAS], DEFAULT_DB_ALIAS
    )
    return connection


def _make_tables(connection: BaseDatabaseWrapper) -> None:
    """The tables as the models are now, which is where the migrations lead to."""
    with connection.schema_editor() as editor:
        for model in apps.get_models():
            if model._meta.managed and not model._meta.proxy:
                editor.create_model(model)
