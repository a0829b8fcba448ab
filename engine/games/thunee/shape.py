"""The first two stages of the check of a summary (rules section 9.3): keys and types, then values.

What the tables of 9.1 and 9.3 say stands here as data: the type of each field, which kinds of hand have it,
and which values it may have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.core.problems import Problem, pointer, shown
from engine.games.thunee.cards import TOTALS
from engine.games.thunee.infractions import REDEAL_REASONS
from engine.games.thunee.rules import Rules
from engine.games.thunee.summary import (
    FINAL_LABELS,
    KIND_LABELS,
    MOST_BALLS,
    RESULT_LABELS,
    WINNER_LABELS,
)
from engine.games.thunee.table import (
    BLIND_THUNEE,
    CANCELLED,
    INFRACTION,
    NORMAL,
    SIDES,
    THUNEE,
    THUNEE_TYPE,
    sizes,
)

MAPS: Mapping[str, Mapping[str, type]] = {
    "jodhi": dict.fromkeys(SIDES, list),
    "final_call": {"side": str, "call": str, "winner": str},
    "claimed_balls": dict.fromkeys(SIDES, int),
    "balls_before": dict.fromkeys(SIDES, int),
}
"""The fields that are maps: their keys with the type of each; all but `jodhi` need every key."""

TYPES: Mapping[str, type] = {
    "kind": str,
    "trump_side": str,
    "call": int,
    "points": int,
    "last_trick": str,
    "tricks": int,
    "other_points": int,
    "royals_agreed": bool,
    "doubled": bool,
    "side": str,
    "result": str,
    "code": str,
    "reason": str,
    "target": int,
    "note": str,
    **dict.fromkeys(MAPS, dict),
}
KINDS = tuple(KIND_LABELS)
ANY_KIND = frozenset({"kind", "claimed_balls", "balls_before", "target", "note"})

NEEDED: Mapping[str, tuple[str, ...]] = {
    NORMAL: ("trump_side", "call", "points"),
    **dict.fromkeys(THUNEE_TYPE, ("side", "result")),
    INFRACTION: ("side", "code"),
    CANCELLED: ("reason",),
}
_OPTIONAL: Mapping[str, tuple[str, ...]] = {
    NORMAL: ("last_trick", "jodhi", "final_call", "tricks", "other_points", "royals_agreed", "doubled"),
    **dict.fromkeys(THUNEE_TYPE, ("doubled",)),
    **dict.fromkeys((THUNEE, BLIND_THUNEE), ("doubled", "royals_agreed")),
}
ALLOWED = {kind: ANY_KIND.union(NEEDED[kind], _OPTIONAL.get(kind, ())) for kind in KINDS}

Given = Mapping[str, Any]


def of_shape(given: Given) -> Iterator[Problem]:
    """Yield what is wrong with keys and types, in the order of the table; total over any JSON object."""
    yield from _wrong_types(given)
    yield from _unknown_fields(given)
    kind: Any = given.get("kind")
    is_known = isinstance(kind, str) and kind in KINDS
    if not is_known and (kind is None or isinstance(kind, str)):
        yield Problem("kind_unknown", "/kind", {"kind": shown(kind)})
    for name in NEEDED[kind] if is_known else ():
        if name not in given:
            yield Problem("field_missing", pointer(name), {"field": name})
    yield from _missing_keys(given)
    for name in given if is_known else ():
        if name in TYPES and name not in ALLOWED[kind]:
            yield Problem("field_not_allowed", pointer(name), {"field": name})


def of_values(given: Given, rules: Rules) -> Iterator[Problem]:
    """Yield a problem for each value of the right type that is none of 9.1."""
    for name, is_good in VALUES.items():
        if name in given and not is_good(given[name], rules):
            yield _out_of_range(name, given[name])
    for name, inner in INNER_VALUES.items():
        for key, value in (given.get(name) or {}).items():
            if not inner[key](value, rules):
                yield _out_of_range(name, value, key)


def is_of(value: object, kind: type) -> bool:
    """Tell whether a value has a JSON type: `true` and 1.0 are no integers."""
    return type(value) is kind


def _wrong_types(given: Given) -> Iterator[Problem]:
    for name, kind in TYPES.items():
        value = given.get(name)
        if value is not None and not is_of(value, kind):
            yield _wrong(name)
    for name, keys in MAPS.items():
        value = given.get(name)
        for key, inner in value.items() if isinstance(value, dict) else ():
            if key in keys and not _is_inner(inner, keys[key]):
                yield _wrong(name, key)


def _is_inner(value: object, kind: type) -> bool:
    """Tell whether a value inside a map has its type; what is in a list is an integer."""
    if not is_of(value, kind):
        return False
    return not isinstance(value, list) or all(is_of(each, int) for each in value)


def _unknown_fields(given: Given) -> Iterator[Problem]:
    for name, value in given.items():
        if name not in TYPES:
            yield Problem("unknown_field", pointer(name), {"field": shown(name)})
        elif name in MAPS and isinstance(value, dict):
            for key in value:
                if key not in MAPS[name]:
                    yield Problem("unknown_field", pointer(name, key), {"field": shown(key)})


def _missing_keys(given: Given) -> Iterator[Problem]:
    for name, keys in MAPS.items():
        value = given.get(name)
        if name != "jodhi" and isinstance(value, dict):
            for key in keys:
                if key not in value:
                    yield Problem("field_missing", pointer(name, key), {"field": key})


def _wrong(name: str, *inside: str) -> Problem:
    return Problem("bad_type", pointer(name, *inside), {"field": name})


def _out_of_range(name: str, value: object, *inside: str) -> Problem:
    return Problem("value_out_of_range", pointer(name, *inside), {"field": name, "value": shown(value)})


Test = Callable[[Any, Rules], bool]


def _is_side(value: Any, rules: Rules) -> bool:
    return value in SIDES


def _is_points(value: Any, rules: Rules) -> bool:
    return bool(0 <= value <= TOTALS[rules.scheme])


def _is_tricks(value: Any, rules: Rules) -> bool:
    return bool(0 <= value <= sizes(rules).tricks)


def _is_balls(value: Any, rules: Rules) -> bool:
    return bool(0 <= value <= MOST_BALLS)


def is_target(value: Any, rules: Rules) -> bool:
    """Tell whether a game can have this target: the usual one, or one more by a Khanaak."""
    raised = rules.khanaak_raises_target != "never"
    return bool(rules.match_target <= value <= rules.match_target + raised)


def _one_of(values: Any) -> Test:
    return lambda value, rules: value in values


VALUES: Mapping[str, Test] = {
    "trump_side": _is_side,
    "points": _is_points,
    "last_trick": _is_side,
    "tricks": _is_tricks,
    "other_points": _is_points,
    "side": _is_side,
    "result": _one_of(tuple(RESULT_LABELS)),
    "reason": _one_of(REDEAL_REASONS),
    "target": is_target,
}
INNER_VALUES: Mapping[str, Mapping[str, Test]] = {
    "final_call": {
        "side": _is_side,
        "call": _one_of(tuple(FINAL_LABELS)),
        "winner": _one_of(tuple(WINNER_LABELS)),
    },
    "claimed_balls": dict.fromkeys(SIDES, _is_balls),
    "balls_before": dict.fromkeys(SIDES, _is_balls),
}
