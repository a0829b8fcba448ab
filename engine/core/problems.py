"""The two families of errors.

What a person can mend is a `Problem`: data, returned, and turned into a sentence in one place. What only our
own code can have done wrong is a `RulesError`: raised, and never shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from engine.core.text import Translate, untranslated

Shown = int | str
"""A value fit to be printed: never huge, never broken."""

LONGEST_TEXT = 40
LARGEST_NUMBER = 10**18
DIGITS_PER_BIT = 0.30103
SEAT_PARAMS = frozenset({"seat", "first", "second"})


class RulesError(Exception):
    """The engine was used wrongly by the code around it; the text names the value and the state."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with what somebody entered.

    `path` is a JSON pointer into the input ("" is the whole of it), `params` fill the places of the message.
    """

    code: str
    path: str = ""
    params: Mapping[str, Shown] = field(default_factory=dict)

    def below(self, prefix: str) -> Problem:
        """Return the same problem for an input that stands at `prefix` inside a larger one."""
        return replace(self, path=prefix + self.path)


def pointer(*steps: object) -> str:
    """Return the JSON pointer (RFC 6901) that leads through the given keys and indices."""
    return "".join("/" + _printable(str(step)).replace("~", "~0").replace("/", "~1") for step in steps)


def shown(value: object) -> Shown:
    """Return a short printable stand-in for any JSON value, however large, deep or broken it is."""
    if type(value) is int:
        return value if abs(value) < LARGEST_NUMBER else _magnitude(value)
    if isinstance(value, str):
        text = _printable(value)
        return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"
    if isinstance(value, Mapping):
        return "{…}" if value else "{}"
    if isinstance(value, list | tuple):
        return "[…]" if value else "[]"
    return _JSON_WORDS.get(str(value), str(value))


def sentence(
    problem: Problem,
    messages: Mapping[str, str],
    translate: Translate = untranslated,
    seat_names: Mapping[int, str] | None = None,
) -> str:
    """Return the message of a problem; a code without a template speaks for itself.

    A template with the key `code/variant` goes before that of the code, where the params name a variant.
    Params that mean a seat are shown by their names where `seat_names` (message ids) are given.
    """
    of_variant = f"{problem.code}/{problem.params.get('variant')}"
    template = messages.get(of_variant, messages.get(problem.code))
    if template is None:
        return problem.code
    words = _Blanks(problem.params)
    for name in SEAT_PARAMS & problem.params.keys():
        for seat, seat_name in (seat_names or {}).items():
            if seat == problem.params[name]:
                words[name] = translate(seat_name)
    return translate(template).format_map(words)


def each_once(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return the problems without those whose code has been named before."""
    first: dict[str, Problem] = {}
    for problem in problems:
        first.setdefault(problem.code, problem)
    return tuple(first.values())


class _Blanks(dict[str, object]):
    """A place of the message without a param stays visible instead of failing."""

    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


_JSON_WORDS = {"None": "null", "True": "true", "False": "false"}


def _printable(text: str) -> str:
    """Half a surrogate pair is legal in JSON and illegal in every encoding of the outside world."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _magnitude(value: int) -> str:
    sign = "−" if value < 0 else ""
    return f"{sign}10^{int(value.bit_length() * DIGITS_PER_BIT)}"
