"""The first sentence that a newcomer may see."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.contracts.sources import ROOT


def make_environment(python: str, target: Path) -> subprocess.CompletedProcess[str]:
    command = ["sh", "scripts/venv.sh", python, str(target)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def stand_in(folder: Path, body: str) -> str:
    """A program that behaves like a Python of another make."""
    path = folder / "python"
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return str(path)


def test_too_old_python_is_refused_in_one_sentence(tmp_path: Path) -> None:
    old = stand_in(tmp_path, 'case "$2" in *print*) echo 3.10;; *) exit 1;; esac')
    done = make_environment(old, tmp_path / "venv")
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        f"Baza needs Python 3.11 or newer, and '{old}' is 3.10: "
        "name a newer one, as in 'PY=python3.12 make demo'."
    ]


def test_missing_python_is_named_in_one_sentence(tmp_path: Path) -> None:
    done = make_environment("python-of-nowhere", tmp_path / "venv")
    assert done.returncode == 1
    assert "there is no 'python-of-nowhere' here" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_python_that_does_not_run_is_named_in_one_sentence(tmp_path: Path) -> None:
    done = make_environment(stand_in(tmp_path, "echo broken >&2; exit 127"), tmp_path / "venv")
    assert done.returncode == 1
    assert "does not run" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_missing_venv_module_names_its_package(tmp_path: Path) -> None:
    body = 'case "$2" in *ensurepip*) exit 1;; *print*) echo 3.11;; esac'
    done = make_environment(stand_in(tmp_path, body), tmp_path / "venv")
    assert done.returncode == 1
    assert "install the package python3.11-venv" in done.stderr


def test_environment_of_the_same_version_is_kept(tmp_path: Path) -> None:
    (tmp_path / "venv" / "bin").mkdir(parents=True)
    inside = stand_in(tmp_path / "venv" / "bin", 'case "$2" in *print*) echo 3.11;; esac')
    assert make_environment(inside, tmp_path / "venv").returncode == 0
    assert Path(inside).exists()
