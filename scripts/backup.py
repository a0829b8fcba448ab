"""Keeps a backup of the whole database, puts it back, and tries out whether it can be put back.

The database is the one of DATABASE_URL: a file of SQLite, or PostgreSQL by its own programs pg_dump and
pg_restore. A drill restores into a new database beside it, proves every event there, compares how many rows
each table has, and leaves nothing behind.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit, urlunsplit
from uuid import uuid4

import psycopg
from psycopg.conninfo import make_conninfo

ROOT = Path(__file__).resolve().parent.parent
DEFAULT_URL = f"sqlite:///{ROOT / 'var' / 'baza.sqlite3'}"
SESSIONS = "django_session"
"""The one table that changes all the time, and is worth nothing tomorrow."""


TABLES = {
    True: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    False: "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename",
}
KEYWORDS = {
    "PGHOST": "host",
    "PGPORT": "port",
    "PGUSER": "user",
    "PGPASSWORD": "password",
    "PGSSLMODE": "sslmode",
    "PGDATABASE": "dbname",
}


class BackupError(Exception):
    """Something went wrong; the text says what."""


@dataclass(frozen=True, slots=True)
class Database:
    """A database, as its URL says."""

    url: str

    @property
    def is_file(self) -> bool:
        """Whether it is one of SQLite."""
        return self.url.startswith("sqlite:")

    @property
    def name(self) -> str:
        """The path of the file, or the name on the server."""
        return unquote(urlsplit(self.url).path.removeprefix("/"))

    def beside(self, name: str) -> Database:
        """Another one of the same kind: a file of this path, or a name on the same server."""
        if self.is_file:
            return Database(f"sqlite:///{quote(name)}")
        return replace(self, url=urlunsplit(urlsplit(self.url)._replace(path=f"/{quote(name)}")))

    def environment(self) -> dict[str, str]:
        """What programs of PostgreSQL read, so that no password stands in a list of processes."""
        parts = urlsplit(self.url)
        options = dict(each.partition("=")[::2] for each in parts.query.split("&") if each)
        known = {
            "PGHOST": unquote(parts.hostname or ""),
            "PGPORT": str(parts.port or ""),
            "PGUSER": unquote(parts.username or ""),
            "PGPASSWORD": unquote(parts.password or ""),
            "PGSSLMODE": options.get("sslmode", ""),
            "PGDATABASE": self.name,
        }
        return {name: value for name, value in known.items() if value}


def main(arguments: list[str] | None = None) -> int:
    """Do what is asked and say it in one line. Returns 1 when it failed."""
    options = read_arguments(arguments)
    database = Database(os.environ.get("DATABASE_URL", DEFAULT_URL))
    try:
        print(options.act(database, options.file and options.file.absolute()))
    except (BackupError, OSError, sqlite3.Error, psycopg.Error) as error:
        print(f"{options.name} failed: {error}", file=sys.stderr)
        return 1
    return 0


def read_arguments(arguments: list[str] | None) -> argparse.Namespace:
    """`save FILE`, `load FILE`, `drill [FILE]`."""
    parser = argparse.ArgumentParser(prog="python -m scripts.backup", description=__doc__)
    acts = parser.add_subparsers(dest="name", required=True)
    for name, act, text in (
        ("save", save, "write a backup; the site may run"),
        ("load", load, "put a backup into the database, which must be empty; the site must not run"),
        ("drill", drill, "restore a backup, or one made now, into a new database and prove it"),
    ):
        one = acts.add_parser(name, help=text)
        one.add_argument("file", type=Path, nargs="?" if act is drill else None)
        one.set_defaults(act=act)
    return parser.parse_args(arguments)


def save(database: Database, file: Path) -> str:
    """Write a backup; an older one of this name stays until the new one is whole."""
    begun = file.with_name(f"{file.name}.part")
    begun.unlink(missing_ok=True)
    os.close(os.open(begun, os.O_CREAT | os.O_WRONLY, 0o600))
    if database.is_file:
        copy_file(Path(database.name), begun)
    else:
        run(["pg_dump", "--format=custom", "--no-owner", "--file", str(begun)], database.environment())
    begun.replace(file)
    return f"OK: {file}, {file.stat().st_size} bytes"


def load(database: Database, file: Path) -> str:
    """Put a backup into the database. Raises BackupError when something is there already."""
    existing(file)
    if database.is_file:
        if Path(database.name).exists():
            raise BackupError(f"{database.name} exists: move it away first, with its -wal and -shm")
        copy_file(file, Path(database.name))
    else:
        if run(["psql", "-XAtc", "SELECT count(*) FROM pg_stat_user_tables"], database.environment()) != "0":
            raise BackupError(f"the database {database.name} is not empty: make a new one")
        restore = ["pg_restore", "--no-owner", "--exit-on-error", "--single-transaction"]
        run([*restore, "--dbname", database.name, str(file)], database.environment())
    return f"OK: {file} is in {database.name}"


def drill(database: Database, file: Path | None) -> str:
    """Restore and prove; of a backup made now every table must have as many rows as it has here.

    Rows are not compared while the site is in use: they are others a moment later.
    """
    with tempfile.TemporaryDirectory(prefix="baza-drill-") as folder, scratch(database, Path(folder)) as copy:
        if file is None:
            file, before = Path(folder) / "drill.backup", rows(database)
            save(database, file)
            is_still = before == rows(database)
        else:
            is_still, before = False, {}
        load(copy, file)
        if is_still and before != (found := rows(copy)):
            raise BackupError(f"rows differ: {differences(before, found)}")
        manage = [sys.executable, "manage.py"]
        # It may be of an older release.
        run([*manage, "migrate", "--no-input", "--verbosity", "0"], site(copy))
        proof = run([*manage, "event", "verify", "--all"], site(copy))
        found = rows(copy)
    how = "as many as in the database" if is_still else "not compared with the database"
    return f"{proof}\nOK: every event is proven; {sum(found.values())} rows in {len(found)} tables, {how}"


@contextmanager
def scratch(database: Database, folder: Path) -> Iterator[Database]:
    """A new database that is gone afterwards; the role needs the right to make one (CREATEDB)."""
    if database.is_file:
        yield database.beside(str(folder / "drill.sqlite3"))
        return
    copy = database.beside(f"{database.name}_drill_{uuid4().hex[:8]}")
    run(["createdb", "--template=template0", copy.name], database.environment())
    try:
        yield copy
    finally:
        run(["dropdb", "--force", copy.name], database.environment())


def rows(database: Database) -> dict[str, int]:
    """How many rows each table has."""
    with closing(connect(database)) as connection:
        names = [name for (name,) in connection.execute(TABLES[database.is_file])]
        return {
            name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]  # noqa: S608
            for name in names
            if name != SESSIONS
        }


def connect(database: Database) -> Any:
    """A connection that only reads."""
    if database.is_file:
        return sqlite3.connect(f"{existing(database.name).resolve().as_uri()}?mode=ro", uri=True)
    known = {KEYWORDS[name]: value for name, value in database.environment().items()}
    return psycopg.connect(make_conninfo(**known))


def differences(before: Mapping[str, int], after: Mapping[str, int]) -> str:
    """The tables that differ, with both counts."""
    names = sorted(name for name in {*before, *after} if before.get(name) != after.get(name))
    return ", ".join(f"{name} {before.get(name, 0)}/{after.get(name, 0)}" for name in names)


def site(database: Database) -> dict[str, str]:
    """The environment of the site's own commands on this database."""
    quiet = {"LOG_LEVEL": "ERROR", "STATEMENT_TIMEOUT": "0"}
    return {"DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": database.url, **quiet}


def copy_file(source: Path, target: Path) -> None:
    """Copy a database of SQLite as it is at one moment, with what its write-ahead log holds."""
    with (
        closing(connect(Database(f"sqlite:///{quote(str(source))}"))) as original,
        closing(sqlite3.connect(target)) as copy,
    ):
        original.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
        if copy.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise BackupError(f"{source} is damaged")


def existing(path: str | Path) -> Path:
    """The path. Raises BackupError when nothing is there."""
    if not Path(path).exists():
        raise BackupError(f"there is no {path}")
    return Path(path)


def run(command: list[str], environment: Mapping[str, str]) -> str:
    """What a program printed. Raises BackupError with what it complained of."""
    given = {name: value for name, value in os.environ.items() if name != "PROMETHEUS_MULTIPROC_DIR"}
    try:
        done = subprocess.run(
            command, cwd=ROOT, env={**given, **environment}, capture_output=True, text=True, check=False
        )
    except FileNotFoundError as error:
        raise BackupError(f"there is no {command[0]} here: install PostgreSQL's client") from error
    if done.returncode:
        raise BackupError(f"{Path(command[0]).name}: {(done.stderr or done.stdout).strip()}")
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
