"""A backup can be put back, the drill says so, and it notices when what came back is not what was entered."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django.plugin import DjangoDbBlocker

from scripts.backup import BackupError, Database, drill, load, rows, run, save, site
from scripts.backup import main as backup
from tests.contracts.sources import ROOT
from tests.make import Evening, evening
from tests.scoring.archive.test_event_command import run as event_command
from tests.support.databases import scratch_database


@pytest.fixture
def database(
    transactional_db: None, django_db_blocker: DjangoDbBlocker, tmp_path: Path
) -> Iterator[Database]:
    """A database of its own with two events, on which nobody works."""
    for _ in range(2):
        night: Evening = evening()
        night.play_round({1: 60, 2: 45})
    with django_db_blocker.unblock(), scratch_database(tmp_path) as url:
        yield Database(url)


def change(database: Database, statement: str) -> None:
    """What a damaged disk or a careless hand does."""
    if database.is_file:
        with sqlite3.connect(database.name) as raw:
            assert raw.execute(statement).rowcount >= 1
        raw.close()
    else:
        command = ["psql", "-X", "-v", "ON_ERROR_STOP=1", "-c", statement]
        environment = os.environ | database.environment()
        subprocess.run(command, env=environment, check=True, capture_output=True)


def copies_of(database: Database) -> list[str]:
    """The databases of the server that were made beside this one; other tests make and drop theirs meanwhile."""
    if database.is_file:
        return []
    with connection.cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database")
        return [name for (name,) in cursor.fetchall() if name != database.name and database.name in name]


def test_a_drill_restores_proves_and_leaves_nothing_behind(database: Database) -> None:
    told = drill(database, None)
    proof, _, verdict = told.rpartition("\n")
    counted = json.loads(proof)["counted"]
    assert (counted["events"], counted["tables"]) == (2, 2) and counted["hand_score"] == 4
    assert verdict.startswith("OK: every event is proven;") and "as many as in the database" in verdict
    assert copies_of(database) == []


def test_a_backup_goes_into_an_empty_database_with_every_row(database: Database, tmp_path: Path) -> None:
    file = tmp_path / "site.backup"
    assert save(database, file).startswith("OK: ")
    assert file.stat().st_mode & 0o077 == 0  # it holds names and password hashes
    assert not list(tmp_path.glob("*.part"))
    if database.is_file:
        empty = database.beside(str(tmp_path / "new.sqlite3"))
        assert load(empty, file).startswith("OK: ")
        assert rows(empty) == rows(database)
    with pytest.raises(BackupError, match=r"exists|not empty"):
        load(database, file)
    assert drill(database, file).endswith("not compared with the database")


@pytest.mark.parametrize(
    ("statement", "sign"),
    [
        ("UPDATE scoring_matchresult SET hands = hands + 1", "changed_match_result"),
        ("DELETE FROM scoring_handscore", "changed_hand_score"),
        ("UPDATE tournaments_auditentry SET target = 'nothing' WHERE number = 1", "changed_log"),
    ],
)
def test_a_drill_fails_when_what_comes_back_is_not_what_was_entered(
    database: Database, statement: str, sign: str
) -> None:
    change(database, statement)
    with pytest.raises(BackupError, match=sign):
        drill(database, None)
    assert copies_of(database) == []


def test_a_backup_of_an_older_release_is_brought_up_to_this_one(database: Database, tmp_path: Path) -> None:
    file, tables = tmp_path / "older.backup", len(rows(database))
    run([sys.executable, "manage.py", "migrate", "--verbosity", "0", "tournaments", "0001"], site(database))
    assert len(rows(database)) < tables
    save(database, file)
    verdict = drill(database, file).splitlines()[-1]
    assert verdict.startswith("OK: ") and f" rows in {tables} tables" in verdict


def test_a_drill_fails_when_rows_are_missing_that_no_proof_looks_at(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lossy(copy: Database, file: Path) -> str:
        told = load(copy, file)
        change(copy, "DELETE FROM tournaments_eventmember")
        return told

    monkeypatch.setattr("scripts.backup.load", lossy)
    with pytest.raises(BackupError, match=r"^rows differ: tournaments_eventmember \d+/0$"):
        drill(database, None)


def test_a_file_that_is_no_backup_is_refused_in_one_line(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", database.url)
    broken = tmp_path / "broken.backup"
    assert backup(["drill", str(broken)]) == 1
    broken.write_bytes(b"no backup at all")
    assert backup(["drill", str(broken)]) == 1
    told = capsys.readouterr()
    assert told.out == "" and len(told.err.splitlines()) == 2
    assert "there is no" in told.err and "Traceback" not in told.err


def test_an_older_backup_stays_when_a_new_one_cannot_be_made(tmp_path: Path) -> None:
    kept = tmp_path / "site.backup"
    kept.write_text("of yesterday")
    with pytest.raises(BackupError, match="there is no"):
        save(Database(f"sqlite:///{tmp_path / 'nothing.sqlite3'}"), kept)
    assert kept.read_text() == "of yesterday"


def test_the_password_stands_in_no_list_of_processes() -> None:
    url = "postgres://ba%40za:p%2Fw@db.example.org:6543/night?sslmode=require"
    assert Database(url).environment() == {
        "PGHOST": "db.example.org",
        "PGPORT": "6543",
        "PGUSER": "ba@za",
        "PGPASSWORD": "p/w",
        "PGSSLMODE": "require",
        "PGDATABASE": "night",
    }
    assert Database(url).beside("other").url.endswith("@db.example.org:6543/other?sslmode=require")


def test_without_a_database_it_says_so(tmp_path: Path) -> None:
    environment = os.environ | {"DATABASE_URL": f"sqlite:///{tmp_path / 'none.sqlite3'}"}
    command = [sys.executable, "-m", "scripts.backup", "drill"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("drill failed: ")


# `event verify --all`


@pytest.mark.django_db
def test_all_events_are_proven_at_once_and_each_difference_names_its_event() -> None:
    nights = [evening() for _ in range(2)]
    for night in nights:
        night.play_round({1: 60, 2: 45})
    code, told = event_command("verify", "--all")
    proof: dict[str, Any] = json.loads(told)
    assert (code, proof["ok"], proof["counted"]["events"], proof["problems"]) == (0, True, 2, [])
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM scoring_matchresult WHERE match_id = %s", [nights[1].match(1).pk])
    code, told = event_command("verify", "--all")
    proof = json.loads(told)
    assert (code, proof["ok"]) == (1, False)
    assert {(each["club"], each["event"]) for each in proof["problems"]} == {
        (nights[1].event.club.slug, nights[1].event.slug)
    }
    code, told = event_command("verify", "--all", "--club", nights[0].event.club.slug)
    assert (code, json.loads(told)["counted"]["events"]) == (0, 1)


@pytest.mark.parametrize("arguments", [(), ("friday", "--all")])
def test_one_event_is_named_or_all_are_asked_for(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError, match="--all"):
        call_command("event", "verify", *arguments)
