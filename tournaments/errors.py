"""The two families of errors at the edge of the domain.

What a person can mend is a `DomainError` and carries data: `Invalid` all problems at once, `Conflict` the
state that was found, `NotAllowed` and `NotFound` nothing that leaks. What our own code got wrong raises
an ordinary exception (`Misuse`) and ends as a 500.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.problems import Problem, shown


class Misuse(RuntimeError):
    """Our own code broke a rule of the house; never shown to a person as their fault."""


class AppendOnly(Misuse):
    """Somebody tried to change or delete a row that is history."""

    def __init__(self, model: str) -> None:
        super().__init__(f"{model} rows are append-only")


class DomainError(Exception):
    """Something a person can do something about; `code` is stable, `data` goes into the answer."""

    status = 422

    def __init__(
        self,
        code: str,
        problems: Sequence[Problem] = (),
        *,
        params: Mapping[str, object] | None = None,
        data: Mapping[str, object] | None = None,
    ) -> None:
        self.code = code
        self.params = {name: shown(value) for name, value in (params or {}).items()}
        self.problems = tuple(problems) or (Problem(code, "", self.params),)
        self.data = dict(data or {})
        super().__init__(code)


class Invalid(DomainError):
    """The request breaks rules; every broken one is named."""

    @classmethod
    def of(cls, code: str, path: str = "", **params: object) -> Invalid:
        """One problem, shortly."""
        return cls(code, [Problem(code, path, {name: shown(value) for name, value in params.items()})])


class Conflict(DomainError):
    """The state is not the one that the person saw."""

    status = 409


class NotAllowed(DomainError):
    """Known person, known object, but not theirs to do."""

    status = 403

    def __init__(self, code: str = "not_allowed") -> None:
        super().__init__(code)


class NotFound(DomainError):
    """Not there, or not theirs to know of."""

    status = 404

    def __init__(self, code: str = "not_found") -> None:
        super().__init__(code)


class Busy(DomainError):
    """Not now: a lock was not to be had in time, or a server that we need is away. Try again."""

    status = 503
    retry_after = 1
    """Seconds: a lock is waited for at most three, so the next try usually finds it free."""

    def __init__(self, code: str = "busy") -> None:
        super().__init__(code)


class NoRoom(Busy):
    """Nothing can be stored: the disk of the database is full or broken. Somebody has to see to it."""

    retry_after = 30

    def __init__(self) -> None:
        super().__init__("no_room")
