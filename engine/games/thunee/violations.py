"""The invariants of a summary, one function for each row of the table in rules section 9.3, in its order.

Each row looks at a summary of the right shape and returns its problem or None. Some rows also narrow down how
many tricks the counting side can have had; one that would leave no number at all reports that instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.core.problems import Problem, pointer, shown
from engine.games.thunee import reach
from engine.games.thunee.conflicts import is_redealt
from engine.games.thunee.infractions import BY_CODE, is_four_ball, possible_reasons
from engine.games.thunee.packing import fits
from engine.games.thunee.rules import Rules
from engine.games.thunee.score import counted_side
from engine.games.thunee.summary import (
    DOUBLE,
    JODHI_VALUES,
    KHANAAK,
    OPPONENTS,
    PARTNER,
    PARTNER_CATCH,
    Hand,
    is_played,
)
from engine.games.thunee.table import (
    CANCELLED,
    INFRACTION,
    SIDES,
    THUNEE_TYPE,
    is_for_two,
    other_side,
    rungs,
    sizes,
)

TRUMP_JODHI = (40, 50)
PLAIN_JODHI = (20, 30)
WITH_JACK = (30, 50)
PLAIN_SUITS = 3


@dataclass(slots=True)
class Case:
    """A normal hand under examination: `possible` are the tricks that the counting side can have had."""

    hand: Hand
    rules: Rules
    counting: str
    tricks: int
    possible: tuple[int, ...]

    @classmethod
    def of(cls, hand: Hand, rules: Rules) -> Case:
        """Return a case that knows the points, and the tricks where they were typed."""
        tricks = sizes(rules).tricks
        possible: tuple[int, ...] = ()
        if hand.tricks is not None:
            possible = (hand.tricks,)
        elif hand.kind not in (CANCELLED, INFRACTION, *THUNEE_TYPE):
            sets = reach.sets_of(rules)
            possible = tuple(n for n in range(tricks + 1) if reach.holds(sets[n], hand.points))
        counting = counted_side(hand.trump_side, rules)
        return cls(hand, rules, counting, tricks, possible or tuple(range(tricks + 1)))

    def won_by(self, side: str, tricks: int) -> int:
        """Return the tricks of a side where the counting side has `tricks`."""
        return tricks if side == self.counting else self.tricks - tricks

    def narrows(self, keep: Callable[[int], bool]) -> bool:
        """Keep the possible tricks that pass; false, and none is dropped, where none does."""
        kept = tuple([tricks for tricks in self.possible if keep(tricks)])
        self.possible = kept or self.possible
        return bool(kept)


Row = Callable[[Case], Problem | None]


def violations(hand: Hand, rules: Rules) -> tuple[Problem, ...]:
    """Return every violated row in the order of the table, each code once."""
    case = Case.of(hand, rules)
    found: dict[str, Problem] = {}
    for row in _rows(hand):
        problem = row(case)
        if problem is not None:
            found.setdefault(problem.code, problem)
    return tuple(found.values())


def kind_disabled(case: Case) -> Problem | None:
    """A kind of hand that the event does not play."""
    if is_played(case.hand.kind, case.rules):
        return None
    return Problem("kind_disabled", "/kind", {"kind": case.hand.kind})


def royals_disabled(case: Case) -> Problem | None:
    """Royals agreed where they are not."""
    if not case.hand.royals_agreed or case.rules.royals_mode == "agreed":
        return None
    return Problem("royals_disabled", "/royals_agreed")


def double_thunee_disabled(case: Case) -> Problem | None:
    """A Double Thunee that the event does not play."""
    if not case.hand.doubled or case.rules.double_thunee:
        return None
    return Problem("double_thunee_disabled", "/doubled")


def cancel_reason_disabled(case: Case) -> Problem | None:
    """A reason for which no hand is cancelled in this event."""
    hand = case.hand
    if hand.kind != CANCELLED or hand.reason in possible_reasons(case.rules):
        return None
    return Problem("cancel_reason_disabled", "/reason", {"reason": hand.reason})


def infraction_unknown(case: Case) -> Problem | None:
    """A code that is no four-ball."""
    if case.hand.kind != INFRACTION or is_four_ball(case.hand.code):
        return None
    return Problem("infraction_unknown", "/code", {"code": shown(case.hand.code)})


def infraction_not_penalised(case: Case) -> Problem | None:
    """A four-ball that costs nothing under these options."""
    if not is_four_ball(case.hand.code) or BY_CODE[case.hand.code].exists(case.rules):
        return None
    return Problem("infraction_not_penalised", "/code", {"code": case.hand.code})


def partner_catch_without_partner(case: Case) -> Problem | None:
    """A partner where two play, each for themselves."""
    hand = case.hand
    if not is_for_two(case.rules):
        return None
    if hand.result == PARTNER_CATCH:
        return Problem("partner_catch_without_partner", "/result")
    if hand.final is not None and hand.final.winner == PARTNER:
        return Problem("partner_catch_without_partner", "/final_call/winner")
    return None


def call_required(case: Case) -> Problem | None:
    """Trumps without a call where the cards are dealt again instead."""
    return Problem("call_required", "/call") if not case.hand.call and is_redealt(case.rules) else None


def call_not_on_ladder(case: Case) -> Problem | None:
    """A call that nobody can make."""
    call = case.hand.call
    if call == 0 or call in rungs(case.rules):
        return None
    return Problem("call_not_on_ladder", "/call", {"call": shown(call)})


def points_sum(case: Case) -> Problem | None:
    """Two piles that are not the whole deck."""
    points, other, total = case.hand.points, case.hand.other_points, reach.total_of(case.rules)
    if other is None or points + other == total:
        return None
    return Problem("points_sum", "/other_points", {"points": points, "other": other, "total": total})


def points_unreachable(case: Case) -> Problem | None:
    """Points that no tricks are worth."""
    if any(reach.holds(each, case.hand.points) for each in reach.sets_of(case.rules)):
        return None
    return Problem("points_unreachable", "/points", {"points": case.hand.points})


def points_tricks_mismatch(case: Case) -> Problem | None:
    """Points that tricks can be worth, but not so many tricks."""
    points, tricks = case.hand.points, case.hand.tricks
    if tricks is None or points_unreachable(case) is not None:
        return None
    if reach.holds(reach.sets_of(case.rules)[tricks], points):
        return None
    return Problem("points_tricks_mismatch", "/tricks", {"tricks": tricks, "points": points})


def last_trick_missing(case: Case) -> Problem | None:
    """No last trick although it counts, or a call was made in it."""
    hand = case.hand
    if hand.last_trick is not None or (not case.rules.last_trick_bonus and hand.final is None):
        return None
    return Problem("last_trick_missing", "/last_trick")


def last_trick_impossible(case: Case) -> Problem | None:
    """A last trick of a side that can have won none."""
    side = case.hand.last_trick
    if side is None or case.narrows(lambda tricks: case.won_by(side, tricks) >= 1):
        return None
    return Problem("last_trick_conflict", "/last_trick", {"side": side})


def last_trick_disagrees(case: Case) -> Problem | None:
    """A last trick that the call of the last trick gives to the other side."""
    hand = case.hand
    if hand.final is None or hand.last_trick is None:
        return None
    won = hand.final.side if hand.final.winner != OPPONENTS else other_side(hand.final.side)
    if won == hand.last_trick:
        return None
    return Problem("last_trick_conflict", "/final_call/winner", {"side": hand.last_trick})


def final_call_disabled(case: Case) -> Problem | None:
    """A Double or Khanaak that the event does not play."""
    final = case.hand.final
    if final is None or getattr(case.rules, final.call):
        return None
    return Problem("final_call_disabled", "/final_call/call", {"call": final.call})


def double_after_lost_trick(case: Case) -> Problem | None:
    """Double by a side that had lost a trick before the last."""
    final = case.hand.final
    if final is None or final.call != DOUBLE:
        return None
    others, lost = other_side(final.side), 1 if final.winner == OPPONENTS else 0
    if case.narrows(lambda tricks: case.won_by(others, tricks) == lost):
        return None
    return Problem("double_after_lost_trick", "/final_call", {"side": final.side})


def double_on_corner_house(case: Case) -> Problem | None:
    """Double by a side that is one ball short."""
    hand, final = case.hand, case.hand.final
    if final is None or final.call != DOUBLE or not case.rules.corner_house_ban:
        return None
    if hand.balls_before[final.side] < hand.target - 1:
        return None
    return Problem("double_on_corner_house", "/final_call", {"side": final.side})


def khanaak_without_opponent_trick(case: Case) -> Problem | None:
    """Khanaak against a side that had no trick."""
    final = case.hand.final
    if final is None or final.call != KHANAAK:
        return None
    others, least = other_side(final.side), 2 if final.winner == OPPONENTS else 1
    if case.narrows(lambda tricks: case.won_by(others, tricks) >= least):
        return None
    return Problem("khanaak_without_opponent_trick", "/final_call", {"side": others})


def jodhi_disabled(case: Case) -> Problem | None:
    """A Jodhi that the event does not play."""
    return Problem("jodhi_disabled", "/jodhi") if _called(case) and not case.rules.jodhi else None


def jodhi_value(case: Case) -> Problem | None:
    """A value that no Jodhi has."""
    for side in SIDES:
        for at, value in enumerate(case.hand.jodhi[side]):
            if value not in JODHI_VALUES:
                return Problem("jodhi_value", pointer("jodhi", side, at), {"value": shown(value)})
    return None


def jodhi_two_trump(case: Case) -> Problem | None:
    """More than one Jodhi in trumps."""
    return Problem("jodhi_two_trump", "/jodhi") if _number(case, TRUMP_JODHI) > 1 else None


def jodhi_too_many_plain(case: Case) -> Problem | None:
    """More Jodhi than there are plain suits."""
    return Problem("jodhi_too_many_plain", "/jodhi") if _number(case, PLAIN_JODHI) > PLAIN_SUITS else None


def jodhi_too_many_cards(case: Case) -> Problem | None:
    """Jodhi that the hands of a side had no room for."""
    size, rules = sizes(case.rules), case.rules
    hands, room = (2, size.hand - 1) if is_for_two(rules) else (size.side, size.hand - 1)
    for side in SIDES:
        if not _has_room(case.hand.jodhi[side], hands, room):
            return Problem("jodhi_too_many_cards", pointer("jodhi", side), {"side": side})
    if is_for_two(rules) or not all(case.hand.jodhi[side] for side in SIDES):
        return None
    later = size.hand - (3 if rules.jodhi_window == "hand_1_3" else 2)
    if any(_has_room(case.hand.jodhi[side], hands, later) for side in SIDES):
        return None
    return Problem("jodhi_too_many_cards", "/jodhi", {"side": SIDES[0]})


def jodhi_top_trump(case: Case) -> Problem | None:
    """The trump Jack, in Royals the Queen, was still held after a trick won: it has won one more."""
    hand = case.hand
    sets = reach.sets_with_top_of(case.rules, hand.royals_agreed)
    found = None
    for side in SIDES:
        if not any(value == 50 or (value == 40 and hand.royals_agreed) for value in hand.jodhi[side]):
            continue
        own = hand.points if side == case.counting else reach.total_of(case.rules) - hand.points

        def has_it(tricks: int, side: str = side, own: int = own) -> bool:
            won = case.won_by(side, tricks)
            return won >= 2 and reach.holds(sets[won], own)

        if not case.narrows(has_it):
            found = found or Problem("jodhi_top_trump", pointer("jodhi", side), {"side": side})
    return found


def jodhi_without_trick(case: Case) -> Problem | None:
    """A Jodhi of a side that had won no trick to call it after."""
    found = None
    for side in SIDES:
        if not case.hand.jodhi[side]:
            continue
        least = 2 if case.hand.last_trick == side else 1
        if not case.narrows(lambda tricks, side=side, least=least: case.won_by(side, tricks) >= least):  # type: ignore[misc]
            found = found or Problem("jodhi_without_trick", pointer("jodhi", side), {"side": side})
    return found


def _called(case: Case) -> bool:
    return any(case.hand.jodhi[side] for side in SIDES)


def _number(case: Case, values: Iterable[int]) -> int:
    return sum(case.hand.jodhi[side].count(value) for side in SIDES for value in values)


def _has_room(values: tuple[int, ...], hands: int, room: int) -> bool:
    triples = sum(values.count(value) for value in WITH_JACK)
    return fits(len(values) - triples, triples, hands, room)


ANY_ROWS: tuple[Row, ...] = (
    kind_disabled,
    royals_disabled,
    double_thunee_disabled,
    cancel_reason_disabled,
    infraction_unknown,
    infraction_not_penalised,
)
THUNEE_ROWS: tuple[Row, ...] = (*ANY_ROWS, partner_catch_without_partner)
PLAYED_ROWS: tuple[Row, ...] = (
    *THUNEE_ROWS,
    call_required,
    call_not_on_ladder,
    points_sum,
    points_unreachable,
    points_tricks_mismatch,
    last_trick_missing,
    last_trick_impossible,
    last_trick_disagrees,
    final_call_disabled,
    double_after_lost_trick,
    double_on_corner_house,
    khanaak_without_opponent_trick,
    jodhi_disabled,
    jodhi_value,
)
JODHI_ROWS: tuple[Row, ...] = (
    jodhi_two_trump,
    jodhi_too_many_plain,
    jodhi_too_many_cards,
    jodhi_top_trump,
    jodhi_without_trick,
)
"""What is looked at only where every value is one of a Jodhi."""


def _rows(hand: Hand) -> tuple[Row, ...]:
    """Return the rows that apply to a kind of hand."""
    if hand.kind in (CANCELLED, INFRACTION):
        return ANY_ROWS
    if hand.is_thunee_type:
        return THUNEE_ROWS
    values = [value for side in SIDES for value in hand.jodhi[side]]
    if not values or any(value not in JODHI_VALUES for value in values):
        return PLAYED_ROWS
    return (*PLAYED_ROWS, *JODHI_ROWS)
