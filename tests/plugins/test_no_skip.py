from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

CASES = {
    "skip in the body": "import pytest\ndef test_it(): pytest.skip('no browser')\n",
    "skip by a mark": "import pytest\n@pytest.mark.skipif(True, reason='no browser')\ndef test_it(): pass\n",
    "skip in a fixture": (
        "import pytest\n@pytest.fixture\ndef page(): pytest.skip('no browser')\ndef test_it(page): pass\n"
    ),
    "skip of the whole file": "import pytest\npytest.skip('no browser', allow_module_level=True)\n",
    "skip of unittest": (
        "import unittest\nclass TestIt(unittest.TestCase):\n"
        "    @unittest.skip('no browser')\n    def test_it(self): pass\n"
    ),
}


def run(folder: Path, source: str, no_skip: str, *flags: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_case.py").write_text(source)
    (folder / "pytest.ini").write_text("[pytest]\n")
    environment = os.environ | {
        "BAZA_NO_SKIP": no_skip,
        "PYTHONPATH": str(ROOT),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    for name in [name for name in environment if name.startswith(("PYTEST_ADDOPTS", "PYTEST_XDIST"))]:
        del environment[name]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.plugins.no_skip", *flags]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("case", CASES)
def test_skip_fails_and_names_its_reason(tmp_path: Path, case: str) -> None:
    done = run(tmp_path, CASES[case], no_skip="1")
    assert done.returncode != 0
    assert "no browser (BAZA_NO_SKIP=1" in done.stdout


def test_skip_fails_in_a_worker_too(tmp_path: Path) -> None:
    done = run(tmp_path, CASES["skip by a mark"], "1", "-p", "xdist", "-n", "1")
    assert done.returncode != 0
    assert "no browser (BAZA_NO_SKIP=1" in done.stdout


@pytest.mark.parametrize("value", ["", "0"])
def test_skip_stays_a_skip_when_switched_off(tmp_path: Path, value: str) -> None:
    done = run(tmp_path, CASES["skip by a mark"], no_skip=value)
    assert done.returncode == 0
    assert "1 skipped" in done.stdout


def test_expected_failure_is_no_skip(tmp_path: Path) -> None:
    source = "import pytest\n@pytest.mark.xfail\ndef test_it(): assert False\n"
    done = run(tmp_path, source, no_skip="1")
    assert done.returncode == 0
    assert "1 xfailed" in done.stdout
