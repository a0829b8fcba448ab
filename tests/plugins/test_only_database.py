"""The second run of the suite leaves away what no database can change, and nothing else."""

from __future__ import annotations

import pytest

pytest_plugins = ["pytester"]

SOURCE = """
    import pytest

    @pytest.fixture
    def db(): ...

    @pytest.fixture
    def event(db): ...

    def test_rules(): ...
    def test_rows(db): ...
    def test_rows_behind_a_fixture(event): ...

    @pytest.mark.django_db
    def test_marked(): ...

    @pytest.mark.once
    def test_left_to_this_run(): ...
"""


def test_only_what_depends_on_the_database_is_left(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(SOURCE)
    found = pytester.inline_run("-p", "no:django", "-p", "no:randomly", "-p", "tests.plugins.only_database")
    names = [report.nodeid.partition("::")[2] for report in found.getreports("pytest_runtest_logreport")]
    assert sorted(set(names)) == [
        "test_left_to_this_run",
        "test_marked",
        "test_rows",
        "test_rows_behind_a_fixture",
    ]
