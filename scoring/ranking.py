"""From a result table and an ordered list of criteria to ranked rows, each with its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import compress, repeat
from operator import eq, ne, or_
from typing import Any, NamedTuple, cast

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
    labels: tuple[str, ...]
    cells: tuple[Value, ...]
    decided_by: str | None

    @property
    def values(self) -> dict[str, Value]:
        """The value of each criterion by its label."""
        return dict(zip(self.labels, self.cells, strict=True))

    def texts(self) -> dict[str, str | None]:
        """The values as exact text."""
        return dict(zip(self.labels, map(text, self.cells), strict=True))


@lru_cache(maxsize=4096)
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
    if used[tiebreak.key] and not tiebreak.among_tied:
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
    size = len(table.entrants)
    columns: list[Column] = []
    keys: list[Sequence[Any]] = []
    for criterion in criteria:
        groups = _tied(keys, size) if criterion.tiebreak.among_tied else ()
        column = criterion.tiebreak.column(table, criterion.options, groups)
        columns.append(column)
        keys.append(column.values if column.keys is None else column.keys)
    standing = list(zip(*keys, strict=True)) or [()] * size
    return tuple(_rows(table, criteria, standing, _cells(columns) or [()] * size))


def _tied(keys: Sequence[Sequence[Any]], size: int) -> list[list[int]]:
    """The groups that the criteria so far have left tied."""
    if not keys:
        return [list(range(size))]
    standing = list(zip(*keys, strict=True))
    sizes = Counter(standing)
    groups: dict[Any, list[int]] = {}
    for place, own in enumerate(standing):
        if sizes[own] > 1:
            groups.setdefault(own, []).append(place)
    return list(groups.values())


def _cells(columns: Sequence[Column]) -> list[tuple[Value, ...]]:
    """The values of each entrant in the order of the criteria; equal ones of a column are worked out once."""
    plain = []
    for values, unit, _ in columns:
        if unit == 1:
            plain.append(values)
        else:
            whole = {value: ratio(value, unit) for value in set(values)}
            plain.append([whole[value] for value in values])
    return list(zip(*plain, strict=True))


def _rows(
    table: ResultTable,
    criteria: Sequence[Criterion],
    standing: Sequence[tuple[Any, ...]],
    cells: Sequence[tuple[Value, ...]],
) -> Iterator[Row]:
    """The rows from the keys of each entrant: the higher the better, by number where all keys are equal."""
    labels = tuple(criterion.label for criterion in criteria)
    ids = [entrant.id for entrant in table.entrants]
    numbers = [entrant.number for entrant in table.entrants]
    by_number = sorted(range(len(numbers)), key=numbers.__getitem__)
    order = sorted(by_number, key=standing.__getitem__, reverse=True)
    reasons = _reasons(labels, list(map(standing.__getitem__, order)))
    ranks = list(_shared_ranks(reasons))
    columns = zip(
        ranks,
        map(or_, map(eq, ranks, [0, *ranks]), map(eq, ranks, [*ranks[1:], 0])),
        map(ids.__getitem__, order),
        map(numbers.__getitem__, order),
        repeat(labels),
        map(cells.__getitem__, order),
        reasons,
        strict=False,
    )
    return map(_row, columns)


_row = cast("Callable[[Iterable[object]], Row]", partial(tuple.__new__, Row))
"""`Row._make` without its second look at the number of columns, for the longest loop of a table."""


def _shared_ranks(reasons: Sequence[str | None]) -> Iterator[int]:
    """1, 1, 1, 4: who is not separated from the row above has its rank, others that of their place."""
    rank = 1
    for at, reason in enumerate(reasons, 1):
        rank = rank if reason is None else at
        yield rank


def _reasons(labels: Sequence[str], keys: Sequence[tuple[Any, ...]]) -> list[str | None]:
    """The first criterion that separated each row from the one above; none for a shared rank.

    Column by column from the last criterion to the first, so that the first that differs has the last word.
    """
    reasons: list[str | None] = [None] * len(keys)
    for label, column in reversed(list(zip(labels, zip(*keys, strict=True), strict=False))):
        for at in compress(range(1, len(keys)), map(ne, column, column[1:])):
            reasons[at] = label
    return reasons


def explain(table: ResultTable, criterion: Criterion, entrant: EntrantId) -> tuple[Part, ...]:
    """The parts of one value: what each opponent gave and which were cut; empty where there are none."""
    parts = criterion.tiebreak.parts
    return parts(table, criterion.options, table.index[entrant]) if parts else ()
