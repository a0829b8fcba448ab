"""The invariants of a summary, one function per row of the table in rules section 9.2, in its order.

Each row looks at what was entered, whatever it is, and returns its problem or None. Where the container of a
field is wrong the rows on that field find it empty: `bad_type` has said all there is to say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from engine.core.problems import Problem, pointer, shown
from engine.games.tichu.rules import SIDES, Rules, Table, side_of, table_of
from engine.games.tichu.summary import (
    CALLS,
    CARDS_IN_HAND,
    COUNT,
    LEAST_POINTS,
    MOST_POINTS,
    POINTS_STEP,
)

REAL_CALLS = CALLS[1:]
CONTAINERS: Mapping[str, type] = {
    "points": dict,
    "calls": dict,
    "out_order": list,
    "penalties": list,
    "claimed": dict,
}
FIELDS = frozenset({"first_out", "result", *CONTAINERS})


class Entered(NamedTuple):
    """A summary as it was typed; a container that is absent or wrong is empty.

    `whole` has the points that are whole numbers, for sides that are sides; `listed` is the order of going
    out, None where it is not a list of seats.
    """

    raw: Mapping[str, Any]
    rules: Rules
    table: Table
    first_out: Any
    result: Any
    points: dict[str, Any]
    whole: dict[str, int]
    calls: dict[str, Any]
    listed: list[int] | None
    penalties: list[Any]
    claimed: dict[str, Any]

    @classmethod
    def under(cls, raw: Mapping[str, Any], rules: Rules) -> Entered:
        """Return what was typed, seen under the rules in force."""
        table, points = table_of(rules), _contained(raw, "points")
        return cls(
            raw=raw,
            rules=rules,
            table=table,
            first_out=raw.get("first_out"),
            result=raw.get("result"),
            points=points,
            whole={side: points[side] for side in SIDES if type(points.get(side)) is int},
            calls=_contained(raw, "calls"),
            listed=_list_of_seats(raw.get("out_order"), table),
            penalties=_contained(raw, "penalties"),
            claimed=_contained(raw, "claimed"),
        )

    @property
    def is_count(self) -> bool:
        """Whether the result typed is a count."""
        return bool(self.result == COUNT)

    @property
    def is_sweep(self) -> bool:
        """Whether the result typed is the sweep of the variant."""
        return bool(self.result == self.table.sweep)

    @property
    def by_variant(self) -> dict[str, int | str]:
        """The param with which a problem is told in the words of the variant."""
        return {"variant": self.rules.variant}

    @property
    def leaders(self) -> list[int]:
        """The seats listed first, as many as a sweep needs."""
        return (self.listed or [])[: self.table.sweep_length]


Row = Callable[[Entered], Problem | None]


def is_seat(value: object, table: Table) -> bool:
    """Tell whether a value is a seat of the table; `true` and 2.0 are none."""
    return type(value) is int and value in table.seats


def unknown_field(entered: Entered) -> Problem | None:
    """A field that is not in 9.1, also with null."""
    for name in entered.raw:
        if name not in FIELDS:
            return Problem("unknown_field", pointer(name), {"field": shown(name)})
    return None


def bad_type(entered: Entered) -> Problem | None:
    """A map or list that is none."""
    for name, kind in CONTAINERS.items():
        value = entered.raw.get(name)
        if value is not None and not isinstance(value, kind):
            return Problem("bad_type", pointer(name), {"field": name})
    return None


def first_out_missing(entered: Entered) -> Problem | None:
    """Nobody went out first."""
    return Problem("first_out_missing", "/first_out") if entered.first_out is None else None


def bad_seat(entered: Entered) -> Problem | None:
    """A seat, in any field, that the variant does not have."""
    table = entered.table
    if entered.first_out is not None and not is_seat(entered.first_out, table):
        return _value_problem("bad_seat", entered.first_out, "first_out")
    for seat in entered.calls:
        if seat not in table.seat_keys:
            return _value_problem("bad_seat", seat, "calls", seat)
    order = entered.raw.get("out_order")
    if entered.listed is None and isinstance(order, list):
        at = next(at for at, seat in enumerate(order) if not is_seat(seat, table))
        return _value_problem("bad_seat", order[at], "out_order", at)
    return None


def bad_call(entered: Entered) -> Problem | None:
    """A call that is none of the three, under whatever key."""
    for seat, call in entered.calls.items():
        if call not in CALLS:
            return _value_problem("bad_call", call, "calls", seat)
    return None


def grand_disabled(entered: Entered) -> Problem | None:
    """A Grand Tichu where it is not played."""
    if entered.rules.grand_tichu:
        return None
    for seat, call in entered.calls.items():
        if call == "grand":
            return Problem(
                "grand_disabled", pointer("calls", seat), {"seat": _seat_param(seat, entered.table)}
            )
    return None


def too_many_calls_on_side(entered: Entered) -> Problem | None:
    """Two or more real calls on a side that may have one."""
    if not entered.rules.one_call_per_side:
        return None
    calls = Counter(
        side_of(entered.rules, int(seat))
        for seat, call in entered.calls.items()
        if seat in entered.table.seat_keys and call in REAL_CALLS
    )
    for side in SIDES:
        if calls[side] > 1:
            return Problem("too_many_calls_on_side", "/calls", {"side": side, "n": calls[side]})
    return None


def result_missing(entered: Entered) -> Problem | None:
    """Neither a sweep nor a count."""
    return Problem("result_missing", "/result", entered.by_variant) if entered.result is None else None


def bad_result(entered: Entered) -> Problem | None:
    """A result that the variant does not have."""
    if entered.result is None or entered.result in entered.table.results:
        return None
    return _value_problem("bad_result", entered.result, "result")


def points_missing(entered: Entered) -> Problem | None:
    """A count without any points."""
    given = entered.raw.get("points")
    return Problem("points_missing", "/points") if entered.is_count and given in (None, {}) else None


def bad_side(entered: Entered) -> Problem | None:
    """Points for something that is no side."""
    for side in entered.points:
        if side not in SIDES:
            return _value_problem("bad_side", side, "points", side)
    return None


def points_not_integer(entered: Entered) -> Problem | None:
    """Points of a side that are no whole number."""
    for side, value in entered.points.items():
        if side in SIDES and type(value) is not int:
            return _points_problem("points_not_integer", side, value)
    return None


def points_not_multiple_of_5(entered: Entered) -> Problem | None:
    """Every card counts 0, 5, 10 or 25."""
    for side, value in entered.whole.items():
        if value % POINTS_STEP:
            return _points_problem("points_not_multiple_of_5", side, value)
    return None


def points_out_of_range(entered: Entered) -> Problem | None:
    """A side has from the Phoenix alone to everything without it."""
    for side, value in entered.whole.items():
        if not LEAST_POINTS <= value <= MOST_POINTS:
            return _points_problem("points_out_of_range", side, value)
    return None


def points_sum_not_100(entered: Entered) -> Problem | None:
    """Both sides typed, and together they have not the points of the deck."""
    if len(entered.whole) < len(SIDES):
        return None
    a, b = (entered.whole[side] for side in SIDES)
    if a + b == CARDS_IN_HAND:
        return None
    params = {"a": shown(a), "b": shown(b), "sum": shown(a + b)}
    return Problem("points_sum_not_100", "/points", params)


def points_with_sweep(entered: Entered) -> Problem | None:
    """Points typed although the sweep takes the place of the count."""
    if entered.is_sweep and entered.points:
        return Problem("points_with_sweep", "/points", entered.by_variant)
    return None


def out_order_duplicate(entered: Entered) -> Problem | None:
    """A seat that went out twice."""
    listed = entered.listed or []
    for at, seat in enumerate(listed):
        if seat in listed[:at]:
            return Problem("out_order_duplicate", pointer("out_order", at), {"seat": seat})
    return None


def out_order_first_mismatch(entered: Entered) -> Problem | None:
    """The order starts with another seat than the first out."""
    if not entered.listed or not is_seat(entered.first_out, entered.table):
        return None
    seat = entered.listed[0]
    if seat == entered.first_out:
        return None
    params = {"seat": seat, "first": entered.first_out}
    return Problem("out_order_first_mismatch", "/out_order/0", params)


def out_order_length(entered: Entered) -> Problem | None:
    """Nobody listed; or more than can be out when the hand ends."""
    if entered.listed is None:
        return None
    most = entered.table.sweep_length if entered.is_sweep else len(entered.table.seats) - 1
    if 1 <= len(entered.listed) <= most:
        return None
    return Problem("out_order_length", "/out_order", {"max": most})


def count_but_sweep(entered: Entered) -> Problem | None:
    """A count, although the first out are different seats of one side, as many as a sweep needs."""
    leaders = set(entered.leaders)
    whole_side = len(leaders) == entered.table.sweep_length and _are_partners(leaders)
    if not entered.is_count or not whole_side:
        return None
    return Problem("count_but_sweep", "/out_order", _two_seats(entered.leaders) | entered.by_variant)


def sweep_not_partners(entered: Entered) -> Problem | None:
    """A sweep, although two of the first out are opponents."""
    if not entered.is_sweep or _are_partners(set(entered.leaders)):
        return None
    first, *others = entered.leaders
    opponent = next(seat for seat in others if not _are_partners({first, seat}))
    return Problem("sweep_not_partners", "/out_order", _two_seats([first, opponent]) | entered.by_variant)


def bad_penalty(entered: Entered) -> Problem | None:
    """No map, an unknown side, no code, or points that are not 0, −5, −10, …"""
    for at, penalty in enumerate(entered.penalties):
        if not _is_penalty(penalty):
            parts = penalty if isinstance(penalty, dict) else {}
            params = {"code": shown(parts.get("code", "?")), "side": shown(parts.get("side", "?"))}
            return Problem("bad_penalty", pointer("penalties", at), params)
    return None


def bad_claim(entered: Entered) -> Problem | None:
    """A total on the slip for an unknown side, or one that is no whole number."""
    for side, value in entered.claimed.items():
        if side not in SIDES or type(value) is not int:
            return Problem("bad_claim", pointer("claimed", side), {"side": shown(side)})
    return None


ROWS: tuple[Row, ...] = (
    unknown_field,
    bad_type,
    first_out_missing,
    bad_seat,
    bad_call,
    grand_disabled,
    too_many_calls_on_side,
    result_missing,
    bad_result,
    points_missing,
    bad_side,
    points_not_integer,
    points_not_multiple_of_5,
    points_out_of_range,
    points_sum_not_100,
    points_with_sweep,
    out_order_duplicate,
    out_order_first_mismatch,
    out_order_length,
    count_but_sweep,
    sweep_not_partners,
    bad_penalty,
    bad_claim,
)


def violations(entered: Entered) -> tuple[Problem, ...]:
    """Return the problem of every row that is violated, in the order of the table."""
    return tuple(problem for row in ROWS if (problem := row(entered)) is not None)


def _contained(raw: Mapping[str, Any], name: str) -> Any:
    kind, value = CONTAINERS[name], raw.get(name)
    return value if isinstance(value, kind) else kind()


def _list_of_seats(order: object, table: Table) -> list[int] | None:
    return order if isinstance(order, list) and all(is_seat(seat, table) for seat in order) else None


def _value_problem(code: str, value: object, *path: object) -> Problem:
    return Problem(code, pointer(*path), {"value": shown(value)})


def _points_problem(code: str, side: str, value: object) -> Problem:
    return Problem(code, pointer("points", side), {"side": side, "value": shown(value)})


def _seat_param(seat: str, table: Table) -> int | str:
    return int(seat) if seat in table.seat_keys else shown(seat)


def _are_partners(seats: set[int]) -> bool:
    """Tell whether all the seats are of one side: all odd, or all even."""
    return len({seat % 2 for seat in seats}) <= 1


def _two_seats(seats: list[int]) -> dict[str, int | str]:
    return {"first": seats[0], "second": seats[1]}


def _is_penalty(penalty: object) -> bool:
    if not isinstance(penalty, dict):
        return False
    side, points, code = penalty.get("side"), penalty.get("points"), penalty.get("code")
    return (
        isinstance(side, str)
        and side in SIDES
        and isinstance(code, str)
        and code != ""
        and type(points) is int
        and points <= 0
        and points % POINTS_STEP == 0
    )
