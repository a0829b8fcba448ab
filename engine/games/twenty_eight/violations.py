"""The invariants of a summary, one function for each row of the table in rules section 9, in its order.

Each row looks at what was typed, whatever it is, and returns its problem or None.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.core.problems import Problem, pointer, shown
from engine.core.tricks import IMPOSSIBLE, Range
from engine.games.twenty_eight.bounds import (
    BIDDERS,
    DEFENDERS,
    NONE,
    of_claim,
    of_jacks,
    of_tricks,
)
from engine.games.twenty_eight.cards import TRICKS
from engine.games.twenty_eight.contract import target_of
from engine.games.twenty_eight.entered import FIELDS, TYPES, Entered
from engine.games.twenty_eight.infractions import BY_CODE, MOST_POINTS, OF_A_PENALTY
from engine.games.twenty_eight.summary import CONCEDED_REASONS, CONCESSION, VOID_REASONS

Row = Callable[[Entered], Problem | None]

COUNTS = ("bidder_points", "defender_points")
OF_A_VOID_DEAL = frozenset({"kind", "reason", "penalties"})
PENALTY_FIELDS = frozenset({"code", "side", "effect"})


def violations(entered: Entered) -> tuple[Problem, ...]:
    """Return every violated row in the order of the table; an unknown kind ends it."""
    found = [problem for row in HEAD_ROWS if (problem := row(entered)) is not None]
    if not entered.has_known_kind:
        return tuple(found)
    rows = (*COMMON_ROWS, *(COUNTED_ROWS if entered.is_counted else SOLO_ROWS))
    return (*found, *(problem for row in rows if (problem := row(entered)) is not None))


def unknown_field(entered: Entered) -> Problem | None:
    """A field that is not of a summary."""
    for name in entered.raw:
        if name not in FIELDS:
            return Problem("unknown_field", pointer(name), {"field": shown(name)})
    return None


def bad_kind(entered: Entered) -> Problem | None:
    """A kind of hand that there is not."""
    if entered.has_known_kind:
        return None
    return Problem("bad_kind", "/kind", {"kind": shown(entered.kind)})


def bad_type(entered: Entered) -> Problem | None:
    """A value of the wrong kind."""
    for name in TYPES:
        if name in entered.said and name not in entered.usable:
            return Problem("bad_type", pointer(name), {"field": name})
    return None


def missing_field(entered: Entered) -> Problem | None:
    """A field without which nothing can be scored."""
    for name in _required(entered):
        if name not in entered.said:
            return Problem("missing_field", pointer(name), {"field": name, "variant": name})
    return None


def bad_penalty(entered: Entered) -> Problem | None:
    """A penalty that is none."""
    for at, penalty in enumerate(entered.usable.get("penalties", ())):
        if not is_penalty(penalty, entered.table.sides):
            return Problem("bad_penalty", pointer("penalties", at), {"n": at + 1})
    return None


def bad_reason(entered: Entered) -> Problem | None:
    """A reason that such a hand cannot have."""
    reason = entered.said.get("reason")
    if reason is None or entered.is_played:
        return None
    known: Mapping[str, str] = VOID_REASONS if entered.is_void else CONCEDED_REASONS
    if isinstance(reason, str) and reason in known:
        return None
    return Problem("bad_reason", "/reason", {"reason": shown(reason)})


def void_with_result(entered: Entered) -> Problem | None:
    """A result of a deal that does not count."""
    for name, value in entered.raw.items() if entered.is_void else ():
        if name not in OF_A_VOID_DEAL and value is not None:
            return Problem("void_with_result", pointer(name), {"field": shown(name)})
    return None


def bidder_out_of_range(entered: Entered) -> Problem | None:
    """A bidder who is no seat."""
    bidder = entered.usable.get("bidder")
    if bidder is None or bidder in entered.table.seats:
        return None
    return Problem("bidder_out_of_range", "/bidder", {"bidder": shown(bidder)})


def bid_out_of_range(entered: Entered) -> Problem | None:
    """A bid that nobody can make."""
    bid, least = entered.usable.get("bid"), entered.rules.min_bid
    if bid is None or least <= bid <= entered.total:
        return None
    return Problem("bid_out_of_range", "/bid", {"min": least, "T": entered.total})


def solo_not_in_use(entered: Entered) -> Problem | None:
    """A solo where none is played."""
    return _off("solo", entered.is_solo and not entered.rules.solo)


def double_not_in_use(entered: Entered) -> Problem | None:
    """A double where none is played."""
    doubled = entered.usable.get("doubled", NONE) != NONE
    return _off("doubled", doubled and entered.rules.doubling == "off", "double_not_in_use")


def pair_not_in_use(entered: Entered) -> Problem | None:
    """A pair where it does not count."""
    return _off("pair", entered.pair != NONE and not entered.rules.pair)


def honours_not_in_use(entered: Entered) -> Problem | None:
    """All Jacks where they do not count."""
    claimed = entered.usable.get("all_jacks", NONE) != NONE
    return _off("all_jacks", claimed and not entered.rules.honours, "honours_not_in_use")


def concession_not_in_use(entered: Entered) -> Problem | None:
    """A hand given up where that is not allowed."""
    given_up = entered.is_conceded and entered.said.get("reason") == CONCESSION
    return _off("kind", given_up and not entered.rules.concession, "concession_not_in_use")


def solo_fields_conflict(entered: Entered) -> Problem | None:
    """What a solo does not have: a bid, points, a double, a pair, Jacks."""
    fields = {"bid", *COUNTS, *_not_none(entered, "doubled", "pair", "all_jacks")}
    return _said("solo_fields_conflict", entered, entered.is_solo, fields)


def tricks_out_of_range(entered: Entered) -> Problem | None:
    """A number of tricks that no hand has."""
    if "bidder_tricks" not in entered.usable or entered.tricks is not None:
        return None
    return Problem("tricks_out_of_range", "/bidder_tricks", {"n": TRICKS})


def conceded_with_result(entered: Entered) -> Problem | None:
    """What a hand that was given up does not have: points, tricks, a check, Jacks."""
    fields = {*COUNTS, "bidder_tricks", "made", *_not_none(entered, "all_jacks")}
    return _said("conceded_with_result", entered, entered.is_conceded, fields)


def played_with_concession(entered: Entered) -> Problem | None:
    """A hand that was played and given up."""
    return _said("played_with_concession", entered, entered.is_played, {"conceded_by", "reason"})


def points_out_of_range(entered: Entered) -> Problem | None:
    """Points that no deal has."""
    if entered.points is None or 0 <= entered.points <= entered.total:
        return None
    return Problem("points_out_of_range", "/bidder_points", {"T": entered.total})


def points_sum_wrong(entered: Entered) -> Problem | None:
    """Points of both sides that do not make a deal together."""
    theirs = entered.usable.get("defender_points")
    if entered.points is None or theirs is None or entered.points + theirs == entered.total:
        return None
    params = {"p": shown(entered.points), "q": shown(theirs), "T": entered.total}
    return Problem("points_sum_wrong", "/defender_points", params)


def impossible(entered: Entered) -> Problem | None:
    """9.1, 9.2: points, tricks and Jacks that no hand has together; only the first that applies."""
    points, tricks, claim = entered.points, entered.tricks, entered.claim
    if points is None or points_out_of_range(entered) is not None:
        return None
    of = (entered.rules.variant, entered.rules.last_trick_bonus)
    if tricks is not None and not (held := of_tricks(*of, tricks)).holds(points):
        return _impossible("tricks_points_impossible", "bidder_tricks", held, tricks)
    if claim is not None and not (held := of_claim(*of, claim)).holds(points):
        return _impossible("jacks_points_impossible", "all_jacks", held, tricks)
    if claim is None or tricks is None or (held := of_jacks(*of, claim, tricks)).holds(points):
        return None
    return _impossible("jacks_tricks_impossible", "all_jacks", held, tricks)


def made_mismatch(entered: Entered) -> Problem | None:
    """6.1: a contract that was made is said to have failed, or the other way round."""
    made, bid, points = entered.usable.get("made"), entered.usable.get("bid"), entered.points
    if made is None or bid is None or points is None:
        return None
    target = target_of(bid, entered.pair, entered.rules)
    if made == (points >= target):
        return None
    outcome = "made" if points >= target else "failed"
    return Problem(
        "made_mismatch", "/made", {"target": shown(target), "points": shown(points), "variant": outcome}
    )


def solo_made_mismatch(entered: Entered) -> Problem | None:
    """6.1: a solo is made with all 8 tricks, and only so."""
    made, tricks = entered.usable.get("made"), entered.tricks
    if not (entered.is_solo and entered.is_played) or made is None or tricks is None:
        return None
    if made == (tricks == TRICKS):
        return None
    return Problem("made_mismatch", "/made", {"points": shown(tricks), "variant": "solo"})


def pair_needs_trick(entered: Entered) -> Problem | None:
    """A pair of a side that has not won a trick."""
    without = {BIDDERS: 0, DEFENDERS: TRICKS}.get(entered.pair)
    if without is None or entered.tricks != without:
        return None
    return Problem("pair_needs_trick", "/pair")


HEAD_ROWS: tuple[Row, ...] = (unknown_field, bad_kind)
COMMON_ROWS: tuple[Row, ...] = (
    bad_type,
    missing_field,
    bad_penalty,
    bad_reason,
    void_with_result,
    bidder_out_of_range,
    bid_out_of_range,
    solo_not_in_use,
    double_not_in_use,
    pair_not_in_use,
    honours_not_in_use,
    concession_not_in_use,
    solo_fields_conflict,
    tricks_out_of_range,
    conceded_with_result,
    played_with_concession,
)
COUNTED_ROWS: tuple[Row, ...] = (
    points_out_of_range,
    points_sum_wrong,
    impossible,
    made_mismatch,
    pair_needs_trick,
)
"""Of a hand that was played out under a contract alone."""
SOLO_ROWS: tuple[Row, ...] = (solo_made_mismatch,)


def is_penalty(penalty: object, sides: tuple[str, ...]) -> bool:
    """Tell whether a value is a penalty; total over any JSON value."""
    if not isinstance(penalty, dict) or not PENALTY_FIELDS <= penalty.keys() <= PENALTY_FIELDS | {"points"}:
        return False
    known = ((penalty["code"], BY_CODE), (penalty["side"], sides), (penalty["effect"], OF_A_PENALTY))
    if not all(isinstance(value, str) and value in values for value, values in known):
        return False
    points = penalty.get("points", MOST_POINTS)
    return type(points) is int and 1 <= points <= MOST_POINTS


def _required(entered: Entered) -> tuple[str, ...]:
    """Return what has to be typed about such a hand, in the order of the fields."""
    if entered.is_void:
        return ("reason",)
    of_contract = () if entered.is_solo else ("bid",)
    if entered.is_conceded:
        return ("bidder", *of_contract, "conceded_by", "reason")
    if entered.is_solo:
        return ("bidder", "bidder_tricks")
    return ("bidder", "bid", "bidder_points", *(("all_jacks",) if entered.rules.honours else ()))


def _said(code: str, entered: Entered, applies: bool, fields: set[str]) -> Problem | None:
    """Return the problem of the first of these fields that was typed, where none of them may be."""
    for name in FIELDS_IN_ORDER if applies else ():
        if name in fields and name in entered.said:
            return Problem(code, pointer(name), {"field": name})
    return None


def _not_none(entered: Entered, *names: str) -> list[str]:
    """Return those of some fields that say more than `none`."""
    return [name for name in names if entered.usable.get(name, NONE) != NONE]


def _off(name: str, applies: bool, code: str = "") -> Problem | None:
    return Problem(code or f"{name}_not_in_use", pointer(name), {"field": name}) if applies else None


def _impossible(code: str, name: str, held: Range, tricks: int | None) -> Problem:
    if held == IMPOSSIBLE:
        return Problem(code, pointer(name), {"t": tricks or 0, "variant": "never"})
    return Problem(code, pointer(name), {"t": tricks or 0, "lo": held.least, "hi": held.most})


FIELDS_IN_ORDER = (*TYPES, "reason")
