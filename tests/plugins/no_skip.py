"""With BAZA_NO_SKIP=1 a skipped test is a failed one: where everything is installed, nothing may hide."""

from __future__ import annotations

import os
from collections.abc import Generator
from typing import Any

import pytest


def is_on() -> bool:
    return os.environ.get("BAZA_NO_SKIP", "") not in {"", "0"}


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    # An expected failure is reported as skipped too; it did run.
    if not hasattr(report, "wasxfail"):
        refuse(report)
    return report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    refuse(report)
    return report


def refuse(report: Any) -> None:
    """Turn a report "skipped" into "failed" that names the reason of the skip."""
    if is_on() and report.outcome == "skipped":
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        report.outcome = "failed"
        report.longrepr = f"{reason} (BAZA_NO_SKIP=1: nothing may be skipped)"
