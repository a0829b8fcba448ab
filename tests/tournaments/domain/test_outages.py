"""What a driver says about what died becomes an answer that asks to come again; a fault of ours stays one."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import psycopg
import pytest
from django.db import Error, IntegrityError, InterfaceError, OperationalError, ProgrammingError
from redis.exceptions import ConnectionError as RedisIsDown

from tournaments.errors import Busy, NoRoom
from tournaments.outages import refusal


def from_postgresql(state: str) -> Error:
    """As Django wraps what PostgreSQL answers with this SQLSTATE."""
    error = OperationalError("as the driver says")
    error.__cause__ = psycopg.errors.lookup(state)("as the server says")
    return error


def without_server(kind: type[Error]) -> Error:
    """As Django wraps what the driver says when it reaches no server."""
    error = kind("connection refused")
    error.__cause__ = psycopg.OperationalError("connection refused")
    return error


def from_full_file(folder: Path) -> Error:
    """As Django wraps what SQLite says when its file may not grow."""
    connection = sqlite3.connect(folder / "small.sqlite3")
    connection.execute("CREATE TABLE hands (text)")
    connection.execute("PRAGMA max_page_count = 3")
    error = OperationalError("database or disk is full")
    with pytest.raises(sqlite3.OperationalError) as full:
        connection.execute("INSERT INTO hands VALUES (?)", ["x" * 100_000])
    connection.close()
    error.__cause__ = full.value
    return error


@pytest.mark.parametrize(
    "state", ["08006", "53200", "53300", "57P01", "57P02", "57P03", "57014", "55P03", "40P01", "25P03"]
)
def test_a_server_that_is_away_or_overloaded_is_busy(state: str) -> None:
    assert type(refusal(from_postgresql(state))) is Busy


@pytest.mark.parametrize("kind", [OperationalError, InterfaceError])
def test_a_lost_connection_is_busy(kind: type[Error]) -> None:
    assert type(refusal(without_server(kind))) is Busy


def test_a_cache_that_is_away_is_busy() -> None:
    assert type(refusal(RedisIsDown())) is Busy


def test_a_full_disk_has_no_room(tmp_path: Path) -> None:
    assert type(refusal(from_postgresql("53100"))) is NoRoom
    assert type(refusal(from_full_file(tmp_path))) is NoRoom


@pytest.mark.parametrize(
    "error",
    [
        from_postgresql("42601"),
        from_postgresql("22003"),
        without_server(ProgrammingError),
        IntegrityError(),
        ValueError(),
    ],
    ids=str,
)
def test_a_fault_of_ours_stays_one(error: Exception) -> None:
    assert refusal(error) is None
