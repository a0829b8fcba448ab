"""The text of an archive file as JSON values, with every way in which it can fail as a problem."""

from __future__ import annotations

import json
from decimal import Decimal

from engine.core.problems import Problem, shown

LARGEST_FILE = 64 * 1024 * 1024
LONGEST_NUMBER = 40


class _Refused(Exception):
    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem


def read_text(data: bytes) -> object | tuple[Problem, ...]:
    """Return the JSON value in `data`, decimals as `Decimal`; or the problem that makes it unreadable."""
    if len(data) > LARGEST_FILE:
        return (Problem("file_too_large", "", {"megabytes": LARGEST_FILE // 1024 // 1024}),)
    try:
        return _loaded(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        return (Problem("not_utf8", "", {"byte": error.start}),)
    except json.JSONDecodeError as error:
        return (Problem("bad_json", "", {"line": error.lineno, "column": error.colno}),)
    except RecursionError:
        return (Problem("too_deep"),)
    except _Refused as refused:
        return (refused.problem,)


def _loaded(text: str) -> object:
    loaded: object = json.loads(
        text,
        parse_float=_decimal,
        parse_int=_integer,
        parse_constant=_no_number,
        object_pairs_hook=_object,
    )
    return loaded


def _decimal(text: str) -> Decimal:
    number = Decimal(text) if len(text) <= LONGEST_NUMBER else Decimal("NaN")
    if not number.is_finite() or abs(number.adjusted()) > LONGEST_NUMBER:
        _no_number(text)
    return number


def _integer(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        _no_number(text)
    return int(text)


def _no_number(text: str) -> None:
    raise _Refused(Problem("number_not_usable", "", {"text": shown(text)}))


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _Refused(Problem("key_twice", "", {"key": shown(twice)}))
    return found
