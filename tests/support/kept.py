"""Worlds that are made once for the tests of a module that ask for them; what each test changes is undone.

    kept_world = kept(evening)

    @pytest.fixture
    def world(kept_world: Kept[World], db: None) -> World:
        return kept_world.again()

In a module the tests with the same kept worlds come first and together, so the others find an empty database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from copy import deepcopy
from typing import Any, Generic, TypeVar

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

T = TypeVar("T")
PREFIX = "kept_"
"""How the fixtures of kept worlds are called."""

_open = ExitStack()


class Kept(Generic[T]):
    """A world that is there until the last test that asks for it."""

    def __init__(self, made: T) -> None:
        self._made = made

    def again(self) -> T:
        """The world as it was made, whatever earlier tests have done to what they were given."""
        return deepcopy(self._made)


def kept(build: Callable[[], T]) -> Any:
    """A fixture for a world; not for tests that commit."""

    @pytest.fixture(scope="module")
    def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Kept[T]]:
        _open.enter_context(django_db_blocker.unblock())
        _open.enter_context(transaction.atomic())
        _open.callback(transaction.set_rollback, True)
        yield Kept(build())
        _open.close()

    return world


def together(items: list[pytest.Item]) -> None:
    """Within each module put the tests with the same kept worlds together, before those without."""
    first: dict[Any, int] = {}
    for at, item in enumerate(items):
        first.setdefault(item.path, at)
    items.sort(key=lambda item: (first[item.path], not worlds_of(item), worlds_of(item)))


def after(item: pytest.Item, following: pytest.Item | None) -> None:
    """End the worlds of a test that has come to its end, unless the following one asks for the same."""
    wanted = [(each.path, worlds_of(each)) for each in (item, following) if each is not None]
    if wanted[0] != wanted[-1] or following is None:
        _open.close()


def worlds_of(item: pytest.Item) -> list[str]:
    """The kept worlds that a test asks for, itself or by a fixture."""
    return sorted(name for name in getattr(item, "fixturenames", ()) if name.startswith(PREFIX))
