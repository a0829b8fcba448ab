"""Statements that are composed once: what a result reads and writes, over and over.

Django composes the SQL of a query anew each time it runs, which for rows joined over six tables takes ten
times as long as the database does. Here a queryset is compiled on first use and only its parameters change;
rows become the same objects that the queryset would give (docs/decisions/0015).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, Field, Model, QuerySet
from django.db.models.query import get_related_populators

M = TypeVar("M", bound=Model)
MOST_ROWS = 200
"""Rows of one statement: databases take some ten thousand values at most."""


class Parameter(Expression):
    """The place of a value that is known when the statement runs."""

    def __init__(self, name: str, field: Field[Any, Any]) -> None:
        super().__init__(output_field=field)
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        """A placeholder with this object in the place of the value."""
        return "%s", [self]

    def value(self, given: object) -> Any:
        """The value as the database takes it."""
        return self.output_field.get_db_prep_value(given, _database())


class Reading(Generic[M]):
    """A query for rows of one model, compiled once for each kind of database.

    `build` makes the queryset from a `Parameter` for each name in `parameters`; the call takes their values
    and returns the rows. A queryset that locks is compiled, and run, within a transaction.
    """

    def __init__(self, build: Callable[..., QuerySet[M]], **parameters: Field[Any, Any]) -> None:
        self.build = build
        self.parameters = {name: Parameter(name, field) for name, field in parameters.items()}
        self.compiled: dict[str, _Compiled] = {}

    def __call__(self, **values: object) -> list[M]:
        """The rows for these values."""
        vendor = _database().vendor
        compiled = self.compiled.get(vendor)
        if compiled is None:
            compiled = self.compiled[vendor] = _Compiled(self.build(**self.parameters))
        return compiled.run(values)

    def first(self, **values: object) -> M | None:
        """The first row, if there is any."""
        rows = self(**values)
        return rows[0] if rows else None


class _Compiled:
    """The SQL of a queryset, and how its rows become objects."""

    def __init__(self, rows: QuerySet[Any]) -> None:
        compiler: Any = rows.query.get_compiler(connection=_database())
        self.sql, self.params = compiler.as_sql()
        chosen = [each[0] for each in compiler.select]
        self.converters = compiler.get_converters(chosen)
        self.apply_converters = compiler.apply_converters
        fields = compiler.klass_info["select_fields"]
        self.model = compiler.klass_info["model"]
        self.columns = slice(fields[0], fields[-1] + 1)
        self.names = [each.target.attname for each in chosen[self.columns]]
        populators: Any = get_related_populators  # its stubs are those of a later Django
        self.related = populators(compiler.klass_info, compiler.select, rows.db)
        self.annotations = compiler.annotation_col_map or {}

    def run(self, values: dict[str, object]) -> list[Any]:
        given = [
            each.value(values[each.name]) if isinstance(each, Parameter) else each for each in self.params
        ]
        with _database().cursor() as cursor:
            cursor.execute(self.sql, given)
            found: Iterable[Any] = cursor.fetchall()
        if self.converters:
            found = self.apply_converters(found, self.converters)
        return [self._made(row) for row in found]

    def _made(self, row: Sequence[Any]) -> Any:
        made = self.model.from_db(DEFAULT_DB_ALIAS, self.names, row[self.columns])
        for each in self.related:
            each.populate(row, made)
        for name, at in self.annotations.items():
            setattr(made, name, row[at])
        return made


def insert(row: M) -> M:
    """Store a new row, which gets its id; nothing else of `save` happens."""
    row.pk = _store([row], ())
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
    return row


def store(rows: Sequence[Model], *unique: str) -> None:
    """Store rows of one model over those with the same values in the columns named; without any: new ones.

    None of them twice; they get no ids.
    """
    for first in range(0, len(rows), MOST_ROWS):
        _store(rows[first : first + MOST_ROWS], unique)


def update(row: Model, *names: str) -> None:
    """Store these fields of a row that is there."""
    database = _database()
    fields = [row._meta.get_field(name) for name in (*names, row._meta.pk.name)]
    with database.cursor() as cursor:
        cursor.execute(_update_statement(type(row), names), _stored(row, fields, database))


def _store(rows: Sequence[Model], unique: tuple[str, ...]) -> Any:
    """One statement for all rows; returns the id of the first."""
    database = _database()
    statement, fields = _insert_statement(type(rows[0]), len(rows), unique)
    values = [value for row in rows for value in _stored(row, fields, database)]
    with database.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchone()[0]


def _database() -> BaseDatabaseWrapper:
    """The connection of this thread; `django.db.connection` looks it up for each of its attributes."""
    return connections[DEFAULT_DB_ALIAS]


def _stored(row: Model, fields: Sequence[Any], database: BaseDatabaseWrapper) -> list[Any]:
    """The values of these fields as the database takes them."""
    return [each.get_db_prep_save(getattr(row, each.attname), database) for each in fields]


@lru_cache(maxsize=256)
def _insert_statement(model: type[Model], rows: int, unique: tuple[str, ...]) -> tuple[str, list[Any]]:
    """`INSERT ... RETURNING id` of so many rows, and the fields whose values it takes of each."""
    meta = model._meta
    fields = [each for each in meta.concrete_fields if not each.primary_key]
    columns, keys = _columns(model, [each.name for each in fields]), _columns(model, unique)
    news = [f"{each} = EXCLUDED.{each}" for each in columns if each not in keys]
    over = f" ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {', '.join(news)}" if keys else ""
    places = ", ".join([f"({', '.join(['%s'] * len(columns))})"] * rows)
    (key,) = _columns(model, [meta.pk.name])
    # Names of tables and columns alone are put into the text.
    head = f"INSERT INTO {_quoted(meta.db_table)} ({', '.join(columns)})"
    return f"{head} VALUES {places}{over} RETURNING {key}", fields


@cache
def _update_statement(model: type[Model], names: tuple[str, ...]) -> str:
    (key,) = _columns(model, [model._meta.pk.name])
    news = ", ".join(f"{each} = %s" for each in _columns(model, names))
    return f"UPDATE {_quoted(model._meta.db_table)} SET {news} WHERE {key} = %s"  # noqa: S608 - only names


def _columns(model: type[Model], names: Iterable[str]) -> list[str]:
    """The columns of these fields, quoted."""
    fields: list[Any] = [model._meta.get_field(name) for name in names]
    return [_quoted(each.column) for each in fields]


def _quoted(name: str) -> str:
    return _database().ops.quote_name(name)
