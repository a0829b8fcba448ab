from __future__ import annotations

import sys
from pathlib import Path

import pytest

from scripts import check


def printing(text: str, code: int) -> tuple[str, ...]:
    return (sys.executable, "-c", f"import sys; print({text!r}); sys.exit({code})")


def test_every_check_is_installed() -> None:
    assert [name for name, command in check.steps().items() if not Path(command[0]).exists()] == []


def test_all_checks_run_and_only_the_failed_one_shows_its_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = {"first": printing("fault on line 3", 1), "second": printing("nothing to see", 0)}
    monkeypatch.setattr(check, "steps", lambda: steps)
    assert check.main() == 1
    shown = capsys.readouterr().out
    assert "FAIL  first" in shown
    assert "fault on line 3" in shown
    assert "ok    second" in shown
    assert "nothing to see" not in shown
    assert shown.endswith("1 failed: first\n")


def test_good_state_is_said_and_ends_with_zero(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check, "steps", lambda: {"only": printing("", 0)})
    assert check.main() == 0
    assert capsys.readouterr().out.endswith("All checks passed.\n")
