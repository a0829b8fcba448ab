"""From a result table and an ordered list of criteria to ranked rows, each with its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from engine.core.problems import Problem, pointer, shown
from scoring.table import EntrantId, ResultTable, exact
from scoring.tiebreaks import TIEBREAKS
from scoring.tiebreaks.base import By, Column, Of, Options, Part, TieBreak, Unbounded, Value, ratio


class Criterion(NamedTuple):
    """An entry of a ranking list. ``label`` is the key, with a number where the key is used again."""

    tiebreak: TieBreak
    options: Options
    label: str


class Row(NamedTuple):
    """One row: who shares its rank is ``tied``; ``decided_by`` separated it from the row above."""

    rank: int
    tied: bool
    entrant: EntrantId
    number: int
    values: Mapping[str, Value]
    decided_by: str | None

    def texts(self) -> dict[str, str | None]:
        """The values as exact text."""
        return {label: text(value) for label, value in self.values.items()}


def text(value: Value) -> str | None:
    """Exact text of a value: ``20``, ``53/2``; null where a criterion says nothing about the entrant."""
    if isinstance(value, Unbounded):
        return value.value
    return None if value is None else str(value)


def parse_ranking(raw: object, path: str = "/ranking") -> tuple[Criterion, ...] | tuple[Problem, ...]:
    """The criteria of a list of keys or ``{"key", options}``; or what is wrong with it, by JSON pointer."""
    if not isinstance(raw, list | tuple) or not raw:
        return (Problem("bad_ranking", path, {"value": shown(raw)}),)
    criteria: list[Criterion] = []
    problems: list[Problem] = []
    for at, entry in enumerate(raw):
        parsed = _criterion(entry, path + pointer(at), Counter(c.tiebreak.key for c in criteria))
        if isinstance(parsed, Criterion):
            criteria.append(parsed)
        else:
            problems.extend(parsed)
    return tuple(problems) if problems else tuple(criteria)


def _criterion(entry: object, path: str, used: Counter[str]) -> Criterion | list[Problem]:
    """One entry of a ranking list."""
    given = dict(entry) if isinstance(entry, Mapping) else {"key": entry}
    key = given.pop("key", None)
    tiebreak = TIEBREAKS.get(key) if isinstance(key, str) else None
    if tiebreak is None:
        return [Problem("unknown_criterion", path, {"value": shown(key)})]
    if used[tiebreak.key] and not tiebreak.repeatable:
        return [Problem("criterion_twice", path, {"value": tiebreak.key})]
    problems = [
        problem for name, value in given.items() for problem in _check_option(tiebreak, name, value, path)
    ]
    if problems:
        return problems
    options = Options(**{name: OPTIONS[name](value) for name, value in given.items()})
    again = used[tiebreak.key]
    return Criterion(tiebreak, options, f"{tiebreak.key}_{again + 1}" if again else tiebreak.key)


def _limit(value: object) -> Any:
    """A share of the most possible points, from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, int | str | Fraction):
        raise ValueError(value)
    share = exact(value)
    if not 0 <= share <= 1:
        raise ValueError(value)
    return share


OPTIONS: Mapping[str, Callable[[Any], Any]] = {"of": Of, "by": By, "limit": _limit}


def _check_option(tiebreak: TieBreak, name: object, value: object, path: str) -> list[Problem]:
    where = path + pointer(name)
    if name not in tiebreak.options:
        return [Problem("unknown_option", where, {"criterion": tiebreak.key, "option": shown(name)})]
    try:
        OPTIONS[str(name)](value)
    except (ValueError, ZeroDivisionError):
        return [Problem("bad_option", where, {"criterion": tiebreak.key, "value": shown(value)})]
    return []


def ranking(*entries: str | Mapping[str, object]) -> tuple[Criterion, ...]:
    """The criteria of a list that our own code wrote; ValueError when it is wrong."""
    parsed = parse_ranking(list(entries))
    criteria = tuple(criterion for criterion in parsed if isinstance(criterion, Criterion))
    if len(criteria) != len(entries):
        raise ValueError(f"not a ranking list: {parsed!r}")
    return criteria


def rank(table: ResultTable, criteria: Sequence[Criterion]) -> tuple[Row, ...]:
    """The table in order: recursive tie groups, shared ranks, the deciding criterion beside each row.

    Each criterion looks only inside the groups that all before it left tied, and is used once. Who stays tied
    shares the rank and is listed by number.
    """
    groups: list[list[int]] = [list(range(len(table.entrants)))]
    decided: list[str | None] = [None]
    columns: list[Column] = []
    for criterion in criteria:
        column = criterion.tiebreak.column(table, criterion.options, groups)
        columns.append(column)
        groups, decided = _refine(groups, decided, column, criterion.label)
    values = _values(criteria, columns, len(table.entrants))
    return tuple(_rows(table, groups, decided, values))


def _refine(
    groups: list[list[int]], decided: list[str | None], column: Column, label: str
) -> tuple[list[list[int]], list[str | None]]:
    """Split each tied group by the keys of a criterion."""
    keys = column.values if column.keys is None else column.keys
    finer: list[list[int]] = []
    reasons: list[str | None] = []
    for group, reason in zip(groups, decided, strict=True):
        if len(group) == 1:
            finer.append(group)
            reasons.append(reason)
            continue
        split: dict[Any, list[int]] = {}
        for place in group:
            split.setdefault(keys[place], []).append(place)
        finer.extend(split[key] for key in sorted(split, reverse=True))
        reasons.append(reason)
        reasons.extend([label] * (len(split) - 1))
    return finer, reasons


def _values(criteria: Sequence[Criterion], columns: Sequence[Column], size: int) -> list[dict[str, Value]]:
    """The values of each entrant by label; equal ones of a column are worked out once."""
    labels = [criterion.label for criterion in criteria]
    shown_columns = []
    for column in columns:
        unit = column.unit
        if unit == 1:
            shown_columns.append(column.values)
        else:
            whole = {value: ratio(value, unit) for value in set(column.values)}
            shown_columns.append([whole[value] for value in column.values])
    return [dict(zip(labels, row, strict=True)) for row in zip(*shown_columns, strict=True)] or [
        {} for _ in range(size)
    ]


def _rows(
    table: ResultTable, groups: list[list[int]], decided: list[str | None], values: list[dict[str, Value]]
) -> list[Row]:
    rows: list[Row] = []
    for group, reason in zip(groups, decided, strict=True):
        standing = len(rows) + 1
        tied = len(group) > 1
        by_number = sorted(group, key=lambda place: table.entrants[place].number) if tied else group
        because = reason
        for place in by_number:
            entrant = table.entrants[place]
            rows.append(Row(standing, tied, entrant.id, entrant.number, values[place], because))
            because = None
    return rows


def explain(table: ResultTable, criterion: Criterion, entrant: EntrantId) -> tuple[Part, ...]:
    """The parts of one value: what each opponent gave and which were cut; empty where there are none."""
    parts = criterion.tiebreak.parts
    return parts(table, criterion.options, table.index[entrant]) if parts else ()
