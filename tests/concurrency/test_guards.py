"""Guards that are taken away come back, whatever was imported in between."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from tests.concurrency.guards import everywhere
from tournaments import locks


def test_a_module_that_is_imported_while_a_function_is_replaced_gets_it_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own, late = locks.lock, ModuleType("scoring.imported_late")
    with everywhere(own, lambda row: row):
        replaced = locks.lock
        late.lock = locks.lock
        monkeypatch.setitem(sys.modules, late.__name__, late)
    assert replaced is not own
    assert late.lock is own
    assert locks.lock is own
