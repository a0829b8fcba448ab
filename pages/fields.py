"""Fields of plain forms as values: what was typed, and beside it what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.core.problems import Problem


@dataclass(slots=True)
class Choice:
    """One of the values of a field, in words."""

    value: str
    label: str
    help: str = ""


@dataclass(slots=True)
class Field:
    """A field of a form; `kind` is the type of the input, or `choice`, `radio`, `flag`.

    What is answered in a `leading` choice changes the questions beside it.
    """

    name: str
    label: str
    value: str = ""
    kind: str = "text"
    help: str = ""
    required: bool = False
    unit: str = ""
    choices: Sequence[Choice] = ()
    minimum: int | None = None
    maximum: int | None = None
    longest: int | None = None
    autocomplete: str = "off"
    leading: bool = False
    faults: list[str] = field(default_factory=list)

    @property
    def described_by(self) -> str:
        """The ids of what explains the field."""
        parts = [f"{self.name}-help"] * bool(self.help) + [f"{self.name}-fault"] * bool(self.faults)
        return " ".join(parts)


@dataclass(slots=True)
class Fault:
    """A fault in words with the name of the field that it belongs to, "" for none."""

    field: str
    text: str
    label: str = ""


def mark(
    fields: Iterable[Field],
    problems: Iterable[Problem],
    name_of: Callable[[str], str],
    in_words: Callable[[Problem], str],
) -> list[Fault]:
    """Write each problem beside its field; returns all of them in words, for the head of the form."""
    by_name: Mapping[str, Field] = {each.name: each for each in fields}
    faults: list[Fault] = []
    for problem in problems:
        text, name = in_words(problem), name_of(problem.path)
        found = by_name.get(name)
        if found is not None and text not in found.faults:
            found.faults.append(text)
        fault = Fault(name if found else "", text, found.label if found else "")
        if fault not in faults:
            faults.append(fault)
    return faults
