"""Taking the guards away, to show what they are for: locks, writing transactions, unique constraints.

A test that nothing is written twice proves little unless the double write appears without the guard.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from django.db import IntegrityError, OperationalError, connection, models, transaction

from scoring.models import Hand, HandEntry
from tournaments import locks
from tournaments.errors import Busy, Conflict
from tournaments.models import Call, InvitationUse, Round
from tournaments.services import audit

PACKAGES = ("tournaments", "scoring", "api", "pages")
CONSTRAINTS = {
    Hand: "hand_number_once",
    HandEntry: "hand_revision_once",
    Round: "round_number_once",
    Call: "one_open_call_per_table",
    InvitationUse: "invitation_used_once",
}
SECONDS = 60


@contextmanager
def everywhere(original: Any, replacement: Any) -> Iterator[None]:
    """Another function wherever the product has imported this one."""
    assert _put(replacement, original), original
    try:
        yield
    finally:
        _put(original, replacement)


def _put(new: Any, old: Any) -> int:
    """The one function for the other in all modules of the product; returns in how many places.

    Modules are gone through anew each time: one that was first imported while a replacement was there, by the
    first request of the process perhaps, has got that, and would keep it for every later scenario.
    """
    places = [
        (module, name)
        for key, module in list(sys.modules.items())
        if key.partition(".")[0] in PACKAGES
        for name, value in list(vars(module).items())
        if value is old
    ]
    for module, name in places:
        setattr(module, name, new)
    return len(places)


class Meeting:
    """A point that each of several threads reaches once, and leaves when all are there."""

    def __init__(self, parties: int) -> None:
        self.barrier = threading.Barrier(parties)
        self.been = threading.local()

    def __call__(self) -> None:
        """Wait for the others; who has been here, and who is not racing, goes on."""
        if not hasattr(threading.current_thread(), "racer") or hasattr(self.been, "here"):
            return
        self.been.here = True
        self.barrier.wait(SECONDS)


def then(function: Callable[..., Any], meet: Callable[[], None]) -> Callable[..., Any]:
    """The function, followed by a meeting: everybody has read before anybody writes."""

    def meeting(*args: Any, **kwargs: Any) -> Any:
        result = function(*args, **kwargs)
        meet()
        return result

    return meeting


@contextmanager
def unlocked(model: type[models.Model], meet: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Rows of the model are read where they should be locked.

    SQLite has no row locks: there it is the writing transaction that is left away. Only the log keeps one, or
    its own constraint would stop the double write.
    """
    on_sqlite = connection.vendor == "sqlite"
    lock_all, lock_one, writing, write_log = locks.lock_all, locks.lock_one, locks.writing, audit._write

    def is_locked(other: type[models.Model]) -> bool:
        return other is not model and not (on_sqlite and not connection.in_atomic_block)

    def read_all(rows: models.QuerySet[Any]) -> list[Any]:
        if is_locked(rows.model):
            return lock_all(rows)
        found = list(rows.order_by("pk"))
        if rows.model is model:
            meet()
        return found

    def read_one(other: type[models.Model], pk: object) -> Any:
        if is_locked(other):
            return lock_one(other, pk)
        found = other._default_manager.filter(pk=pk).first()
        if other is model:
            meet()
        return found

    def write_log_alone(journal: audit.Journal) -> None:
        with transaction.atomic():
            write_log(journal)

    with ExitStack() as stack:
        stack.enter_context(everywhere(lock_all, read_all))
        stack.enter_context(everywhere(lock_one, read_one))
        if on_sqlite:
            stack.enter_context(everywhere(writing, _statement_by_statement))
            stack.enter_context(everywhere(write_log, write_log_alone))
        yield


@contextmanager
def _statement_by_statement() -> Iterator[None]:
    """What a writing transaction raises, without the transaction."""
    try:
        yield
    except OperationalError as error:
        raise Busy from error
    except IntegrityError as error:
        raise Conflict("already_there") from error


def drop_constraints() -> None:
    """Let the database store what it should refuse: numbers, revisions and submissions twice.

    The models forget the constraints too, since SQLite makes a changed table anew from its model.
    """
    with connection.schema_editor() as editor:
        for model, name in CONSTRAINTS.items():
            constraint = next(each for each in model._meta.constraints if each.name == name)
            model._meta.constraints.remove(constraint)
            editor.remove_constraint(model, constraint)
        unique = HandEntry._meta.get_field("submission")
        plain = unique.clone()
        plain._unique = False
        plain.set_attributes_from_name("submission")
        plain.model = HandEntry
        editor.alter_field(HandEntry, unique, plain)
