"""The parts of the suite: what each is given, and that none that fails is overlooked."""

from __future__ import annotations

import pytest

from scripts import suite

ON_SERVERS = {
    "DATABASE_URL": "postgres://baza@127.0.0.1:5433/baza",
    "REDIS_URL": "redis://127.0.0.1:6380/0",
    "BAZA_NO_SKIP": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
}
ENDS = {"plain": 0, "browser": 5, "races": 1, "again-plain": 0}


@pytest.fixture
def servers(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in ON_SERVERS.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts that say their name and end at once: the browser has nothing to run, a race fails."""
    monkeypatch.setattr(
        suite, "pytest", lambda part, *_, **how: ["sh", "-c", f"echo this is {part}; exit {ENDS[part]}"]
    )


def test_each_part_has_a_database_of_its_own(servers: None) -> None:
    found = {part: suite.environment_of(part) for part in ("plain", "browser", "again-plain")}
    assert {part: each.get("DATABASE_URL") for part, each in found.items()} == {
        "plain": "postgres://baza@127.0.0.1:5433/baza_plain",
        "browser": "postgres://baza@127.0.0.1:5433/baza_browser",
        "again-plain": None,
    }
    assert [part for part, each in found.items() if "REDIS_URL" in each] == ["plain", "browser"]
    assert not any("PYTHONDONTWRITEBYTECODE" in each for each in found.values())


def test_without_servers_what_needs_them_is_left_out_instead_of_skipped(servers: None) -> None:
    there, away = (suite.pytest(part, "2", suite.environment_of(part)) for part in ("races", "again-races"))
    assert "(concurrency or redis)" in there
    assert "(concurrency or redis) and not postgres and not redis" in away
    assert away[-2:] == ["-p", "tests.plugins.only_database"]


def test_what_any_database_will_do_for_is_left_to_the_second_run_where_there_is_one(servers: None) -> None:
    environment = suite.environment_of("plain")
    assert any(" and not once" in word for word in suite.pytest("plain", "2", environment, again=True))
    for command in (
        suite.pytest("plain", "2", environment),
        suite.pytest("again-plain", "2", suite.environment_of("again-plain")),
    ):
        assert not any("once" in word for word in command)


def test_rows_run_to_their_ends_and_what_they_say_is_told(
    quick: None, capfd: pytest.CaptureFixture[str]
) -> None:
    assert suite.main(["2", "plain,again-plain", "browser", "--", "-x"]) == 0
    told = capfd.readouterr().out.splitlines()
    assert sorted(told[:3]) == ["this is again-plain", "this is browser", "this is plain"]
    assert [line.rpartition(" after ")[0] for line in told[3:]] == [
        "== plain passed",
        "== again-plain passed",
        "== browser passed",
    ]


def test_a_part_that_fails_is_named_and_the_others_are_run(
    quick: None, capfd: pytest.CaptureFixture[str]
) -> None:
    assert suite.main(["2", "browser", "races,plain"]) == 1
    told = capfd.readouterr().out
    assert "== races FAILED" in told and "== plain passed" in told


@pytest.mark.parametrize("arguments", [[], ["2"], ["2", "plain", "race"], ["2", "--", "plain"]])
def test_without_a_known_part_it_explains_itself(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert suite.main(arguments) == 2
    assert "again-plain" in capsys.readouterr().err


def test_every_part_reads_only_the_files_that_have_tests_of_it() -> None:
    assert suite.places("browser") == ["tests/browser"]
    races, plain = suite.places("races"), suite.places("plain")
    assert {"tests/concurrency/test_races.py", "tests/fire/test_processes.py"} <= set(races)
    assert "tests/engine/test_conformance.py" not in races
    assert {"tests/engine", "tests/concurrency", "tests/fire"} <= set(plain) and "tests/browser" not in plain
