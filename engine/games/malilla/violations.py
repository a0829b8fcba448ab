"""The invariants of a summary, one function for each row of the table in rules section 9, in its order.

Each row looks at what was typed, whatever it is, and returns its problem or None. What `bad_type` leaves
aside the later rows do not find.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.core.problems import Problem, pointer, shown
from engine.games.malilla.bounds import NINE_MAKES, possible
from engine.games.malilla.cards import DECK, HAND_POINTS, MALILLA, TRICKS
from engine.games.malilla.infractions import (
    BY_CODE,
    DECIDING,
    EFFECTS,
    NOBODYS,
    NONE,
    PUNISHING,
    WITHOUT_PINTA,
    default_effect,
)
from engine.games.malilla.rules import SEATS, SIDES, Rules, side_at

MAPS = ("points", "tricks", "before")
RULING_FIELDS = frozenset({"code", "side", "effect"})
FIELDS = frozenset({"dealer", "pinta", "expected_dealer", "consecutive_misdeals", "ruling", *MAPS})


@dataclass(frozen=True, slots=True)
class Entered:
    """A summary as it was typed; a part that is absent or no object is empty.

    `effect` is what the ruling comes to, `none` without a usable one; `ruling` is empty where its code is
    unknown. `points` and `tricks` have what is not null, for sides that are sides.
    """

    raw: Mapping[str, Any]
    rules: Rules
    points: Mapping[str, Any]
    tricks: Mapping[str, Any]
    before: Mapping[str, Any]
    ruling: Mapping[str, Any]
    effect: str

    @classmethod
    def under(cls, raw: Mapping[str, Any], rules: Rules) -> Entered:
        """Return what was typed, seen under the rules in force."""
        ruling = _object(raw, "ruling")
        ruling = ruling if is_known_code(ruling.get("code")) else {}
        return cls(
            raw,
            rules,
            _by_side(raw, "points"),
            _by_side(raw, "tricks"),
            _object(raw, "before"),
            ruling,
            _effect(ruling, raw, rules),
        )

    @property
    def dealer(self) -> int | None:
        """The dealer, if it is a seat."""
        dealer = self.raw.get("dealer")
        return dealer if is_seat(dealer) else None

    @property
    def pinta(self) -> str | None:
        """The turned card, if it is one of the deck."""
        pinta = self.raw.get("pinta")
        return pinta if is_card(pinta) else None

    def has_nine(self, side: str) -> bool | None:
        """Tell whether a side has the nine of trumps; None where the turned card does not say so."""
        if self.pinta is None or self.dealer is None or self.pinta[0] != MALILLA:
            return None
        return side_at(self.dealer) == side


Row = Callable[[Entered], Problem | None]


def is_seat(value: object) -> bool:
    """Tell whether a value is a seat; `true` and 2.0 are none."""
    return type(value) is int and value in SEATS


def is_card(value: object) -> bool:
    """Tell whether a value is the code of a card."""
    return isinstance(value, str) and DECK.find(value) is not None


def is_known_code(value: object) -> bool:
    """Tell whether a value is the code of an offence."""
    return isinstance(value, str) and value in BY_CODE


def is_whole(value: object, most: int) -> bool:
    """Tell whether a value is a whole number from 0 to `most`."""
    return type(value) is int and 0 <= value <= most


def violations(entered: Entered) -> tuple[Problem, ...]:
    """Return every violated row in the order of the table; a row that stops ends it."""
    found: list[Problem] = []
    for row in HEAD_ROWS:
        problem = row(entered)
        if problem is not None:
            found.append(problem)
    if entered.effect in DECIDING:
        return (*found, *_of(points_with_ruling(entered)))
    for row in POINTS_ROWS:
        problem = row(entered)
        if problem is not None:
            return (*found, problem)
    return (*found, *(problem for row in LAST_ROWS for problem in _of(row(entered))))


def unknown_field(entered: Entered) -> Problem | None:
    """A field that is not of a summary."""
    for name in entered.raw:
        if name not in FIELDS:
            return Problem("unknown_field", pointer(name), {"field": shown(name)})
    return None


def bad_type(entered: Entered) -> Problem | None:
    """A part that is no object, a key that is none of it, a number of misdeals that is none."""
    for name in (*MAPS, "ruling"):
        part = entered.raw.get(name)
        if part is None:
            continue
        if not isinstance(part, dict):
            return Problem("bad_type", pointer(name), {"field": name})
        known = RULING_FIELDS if name == "ruling" else SIDES
        for key in part:
            if key not in known:
                return Problem("bad_type", pointer(name, key), {"field": shown(key)})
    misdeals = entered.raw.get("consecutive_misdeals")
    if misdeals is not None and (type(misdeals) is not int or misdeals < 0):
        return Problem("bad_type", "/consecutive_misdeals", {"field": "consecutive_misdeals"})
    return None


def missing_dealer(entered: Entered) -> Problem | None:
    """Nobody dealt."""
    return Problem("missing_dealer", "/dealer") if entered.raw.get("dealer") is None else None


def unknown_seat(entered: Entered) -> Problem | None:
    """A dealer that is no seat."""
    for name in ("dealer", "expected_dealer"):
        seat = entered.raw.get(name)
        if seat is not None and not is_seat(seat):
            return Problem("unknown_seat", pointer(name), {"value": shown(seat)})
    return None


def wrong_dealer(entered: Entered) -> Problem | None:
    """Another seat than the one whose turn it was."""
    expected: Any = entered.raw.get("expected_dealer")
    if entered.dealer is None or not is_seat(expected) or expected == entered.dealer:
        return None
    return Problem("wrong_dealer", "/dealer", {"first": expected, "second": entered.dealer})


def before_out_of_range(entered: Entered) -> Problem | None:
    """A game score that cannot stand before a deal."""
    for side in SIDES:
        value = entered.before.get(side, 0)
        if not is_whole(value, entered.rules.game_target - 1):
            return Problem("before_out_of_range", pointer("before", side), {"value": shown(value)})
    return None


def unknown_ruling(entered: Entered) -> Problem | None:
    """A ruling without a code, or with one that section 8 does not have."""
    ruling = entered.raw.get("ruling")
    if not isinstance(ruling, dict) or is_known_code(ruling.get("code")):
        return None
    return Problem("unknown_ruling", "/ruling/code", {"code": shown(ruling.get("code"))})


def unknown_effect(entered: Entered) -> Problem | None:
    """An effect that section 8 does not have."""
    effect = entered.ruling.get("effect")
    if effect is None or is_effect(effect):
        return None
    return Problem("unknown_effect", "/ruling/effect", {"effect": shown(effect)})


def ruling_not_applicable(entered: Entered) -> Problem | None:
    """An offence that there is not under these rules."""
    if not entered.ruling or BY_CODE[entered.ruling["code"]].exists(entered.rules):
        return None
    return Problem("ruling_not_applicable", "/ruling/code")


def ruling_side_missing(entered: Entered) -> Problem | None:
    """No side where one is needed, or none that is a side."""
    side = entered.ruling.get("side")
    if not entered.ruling or (isinstance(side, str) and side in SIDES):
        return None
    if side is None and entered.ruling["code"] in NOBODYS and entered.effect not in PUNISHING:
        return None
    return Problem("ruling_side_missing", "/ruling/side")


def missing_pinta(entered: Entered) -> Problem | None:
    """No turned card, although the hand counts."""
    if entered.raw.get("pinta") is not None or entered.effect in WITHOUT_PINTA:
        return None
    return Problem("missing_pinta", "/pinta")


def unknown_card(entered: Entered) -> Problem | None:
    """A turned card of another deck."""
    pinta = entered.raw.get("pinta")
    if pinta is None or is_card(pinta):
        return None
    return Problem("unknown_card", "/pinta", {"card": shown(pinta)})


def points_with_ruling(entered: Entered) -> Problem | None:
    """Points or tricks although the ruling decides."""
    for name, typed in (("points", entered.points), ("tricks", entered.tricks)):
        if typed:
            return Problem("points_with_ruling", pointer(name))
    return None


def missing_points(entered: Entered) -> Problem | None:
    """A total that was not typed."""
    for side in SIDES:
        if side not in entered.points:
            return Problem("missing_points", pointer("points", side), {"side": side})
    return None


def points_out_of_range(entered: Entered) -> Problem | None:
    """A total that no hand has."""
    for side in SIDES:
        value = entered.points[side]
        if not is_whole(value, HAND_POINTS):
            params = {"side": side, "value": shown(value)}
            return Problem("points_out_of_range", pointer("points", side), params)
    return None


def points_sum_not_72(entered: Entered) -> Problem | None:
    """Totals that do not make a hand together."""
    a, b = (entered.points[side] for side in SIDES)
    if a + b == HAND_POINTS:
        return None
    return Problem("points_sum_not_72", "/points", {"a": a, "b": b, "sum": a + b})


def tricks_out_of_range(entered: Entered) -> Problem | None:
    """A number of tricks that no hand has."""
    for side, value in entered.tricks.items():
        if not is_whole(value, TRICKS):
            return Problem("tricks_out_of_range", pointer("tricks", side), {"value": shown(value)})
    return None


def tricks_sum_not_12(entered: Entered) -> Problem | None:
    """Tricks of both sides that do not make a hand together."""
    typed = _usable_tricks(entered)
    if len(typed) < len(SIDES) or sum(typed.values()) == TRICKS:
        return None
    a, b = (typed[side] for side in SIDES)
    return Problem("tricks_sum_not_12", "/tricks", {"a": a, "b": b, "sum": a + b})


def pinta_nine_lost(entered: Entered) -> Problem | None:
    """9.1: the side with the nine of trumps makes that trick."""
    for side in SIDES:
        if entered.has_nine(side) and entered.points[side] < NINE_MAKES:
            params = {"side": side, "value": entered.points[side], "least": NINE_MAKES}
            return Problem("pinta_nine_lost", pointer("points", side), params)
    return None


def points_tricks_impossible(entered: Entered) -> Problem | None:
    """9.1: points outside what is proved for so many tricks."""
    for side, tricks in _usable_tricks(entered).items():
        points = entered.points[side]
        if not possible(tricks, entered.has_nine(side)).holds(points):
            params = {"side": side, "tricks": tricks, "points": points}
            return Problem("points_tricks_impossible", pointer("tricks", side), params)
    return None


HEAD_ROWS: tuple[Row, ...] = (
    unknown_field,
    bad_type,
    missing_dealer,
    unknown_seat,
    wrong_dealer,
    before_out_of_range,
    unknown_ruling,
    unknown_effect,
    ruling_not_applicable,
    ruling_side_missing,
    missing_pinta,
    unknown_card,
)
POINTS_ROWS: tuple[Row, ...] = (missing_points, points_out_of_range, points_sum_not_72)
"""Each of these stops the table."""
LAST_ROWS: tuple[Row, ...] = (
    tricks_out_of_range,
    tricks_sum_not_12,
    pinta_nine_lost,
    points_tricks_impossible,
)


def is_effect(value: object) -> bool:
    """Tell whether a value is an effect of section 8."""
    return isinstance(value, str) and value in EFFECTS


def _usable_tricks(entered: Entered) -> dict[str, int]:
    return {side: value for side, value in entered.tricks.items() if is_whole(value, TRICKS)}


def _of(problem: Problem | None) -> tuple[Problem, ...]:
    return () if problem is None else (problem,)


def _object(raw: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    part = raw.get(name)
    return part if isinstance(part, dict) else {}


def _by_side(raw: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    part = _object(raw, name)
    return {side: part[side] for side in SIDES if part.get(side) is not None}


def _effect(ruling: Mapping[str, Any], raw: Mapping[str, Any], rules: Rules) -> str:
    """Return what a ruling comes to; an effect that there is not counts as `none`."""
    if not ruling:
        return NONE
    named = ruling.get("effect")
    if named is not None:
        return named if is_effect(named) else NONE
    misdeals = raw.get("consecutive_misdeals")
    return default_effect(ruling["code"], misdeals if type(misdeals) is int and misdeals > 0 else 0, rules)
