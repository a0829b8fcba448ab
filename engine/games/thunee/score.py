"""The score of a hand (rules section 6): a function for each article gives lines; the score is their sum."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.core.game import HandScore, Line
from engine.core.text import gettext_noop
from engine.games.thunee.cards import COUNT, DECLARE, TOTALS
from engine.games.thunee.rules import Rules
from engine.games.thunee.summary import CALLER, CAUGHT, DOUBLE, MADE, OPPONENTS, PARTNER, Final, Hand
from engine.games.thunee.table import (
    BLIND,
    CANCELLED,
    INFRACTION,
    SIDES,
    THUNEE_TYPE,
    is_for_two,
    other_side,
)

COUNTING_TARGET, COUNTING_TARGET_OF_TWO = 105, 125

LINE_TEXTS = {
    "bid_made": gettext_noop("Bid made: {total} of {needed}"),
    "bid_failed": gettext_noop("The bid failed: {total} of {needed}"),
    "surplus": gettext_noop("Points over the bid: {over}"),
    "counting_won": gettext_noop("Counted {total} of {needed}"),
    "counting_won_against_call": gettext_noop("Counted {total} of {needed} against a call"),
    "trumpers_won": gettext_noop("The other side counted {total} of {needed}"),
    "double_thunee": gettext_noop("Double Thunee"),
    "double_made": gettext_noop("Double made"),
    "backward_double_made": gettext_noop("Double made against the trump maker"),
    "double_failed": gettext_noop("The other side’s Double failed"),
    "double_partner_catch": gettext_noop("The other side’s Double failed: the partner took the last trick"),
    "khanaak_made": gettext_noop("Khanaak made: {claim} against {against}"),
    "backward_khanaak_made": gettext_noop("Khanaak made against the trump maker: {claim} against {against}"),
    "khanaak_failed": gettext_noop("The other side’s Khanaak failed: {claim} against {against}"),
    "khanaak_partner_catch": gettext_noop("The other side’s Khanaak failed: the partner took the last trick"),
    "thunee_made": gettext_noop("Thunee made"),
    "thunee_caught": gettext_noop("Thunee of the other side caught"),
    "thunee_partner_catch": gettext_noop("Thunee of the other side: the partner took a trick"),
    "royals_made": gettext_noop("Royals made"),
    "royals_caught": gettext_noop("Royals of the other side caught"),
    "royals_partner_catch": gettext_noop("Royals of the other side: the partner took a trick"),
    "blind_thunee_made": gettext_noop("Blind Thunee made"),
    "blind_thunee_caught": gettext_noop("Blind Thunee of the other side caught"),
    "blind_thunee_partner_catch": gettext_noop("Blind Thunee of the other side: the partner took a trick"),
    "blind_royals_made": gettext_noop("Blind Royals made"),
    "blind_royals_caught": gettext_noop("Blind Royals of the other side caught"),
    "blind_royals_partner_catch": gettext_noop("Blind Royals of the other side: the partner took a trick"),
    "four_ball": gettext_noop("Four-ball against the other side: {offence}"),
    "cancelled": gettext_noop("The hand does not count: {reason}"),
}


class Count(NamedTuple):
    """6.1: the side that counts, what it has, and what it needs."""

    side: str
    total: int
    needed: int


def score_of(hand: Hand, rules: Rules) -> HandScore:
    """6.5: return the score of a valid hand with what the command line prints beside it."""
    if hand.kind == CANCELLED:
        lines = [Line(CANCELLED, side, 0, {"reason": hand.reason}) for side in SIDES]
        return _told(hand, rules, lines, [CANCELLED])
    if hand.kind == INFRACTION:
        penalty = Line("four_ball", other_side(hand.side), rules.penalty_balls, {"offence": hand.code})
        return _told(hand, rules, [penalty], [penalty.code])
    if hand.kind in THUNEE_TYPE:
        call = thunee_line(hand, rules)
        return _told(hand, rules, [call, *doubled_lines([call])] if hand.doubled else [call], [call.code])
    counted = count(hand, rules)
    final = None if hand.final is None else final_line(hand, hand.final, rules)
    if final is not None and rules.call_scoring == "replace":
        return _told(hand, rules, [final], [final.code], counted)
    base = base_lines(hand, counted, rules)
    lines, codes = [*base, *doubled_lines(base)] if hand.doubled else base, [base[0].code]
    if final is not None:
        lines.append(final)
        codes.append(final.code)
    return _told(hand, rules, lines, codes, counted)


def counted_side(trump_side: str, rules: Rules) -> str:
    """6.1, C: the trump maker's side, or in `count304` the other one."""
    return trump_side if rules.scheme == DECLARE else other_side(trump_side)


def count(hand: Hand, rules: Rules) -> Count:
    """6.1: what the counting side has with Jodhi, call and last trick, and what it needs."""
    side = counted_side(hand.trump_side, rules)
    own, others = sum(hand.jodhi[side]), sum(hand.jodhi[other_side(side)])
    bonus = rules.last_trick_bonus
    if rules.scheme == DECLARE:
        return Count(side, hand.points + own + (bonus if hand.last_trick == side else 0), hand.call)
    last = bonus if hand.last_trick == side else -bonus
    return Count(side, hand.points + hand.call + own - others + last, counting_target(rules))


def counting_target(rules: Rules) -> int:
    """Return what the counting side needs in `count304`."""
    if rules.counting_target is not None:
        return rules.counting_target
    return COUNTING_TARGET_OF_TWO if is_for_two(rules) else COUNTING_TARGET


def base_lines(hand: Hand, counted: Count, rules: Rules) -> list[Line]:
    """6.2: the base result, and the balls for points over the bid."""
    side, total, needed = counted
    params = {"total": total, "needed": needed}
    if rules.scheme == DECLARE:
        if total < needed:
            return [Line("bid_failed", other_side(side), 1, params)]
        made = Line("bid_made", side, 1, params)
        return [made, *surplus_lines(side, total - needed, rules)] if rules.surplus_step else [made]
    if total < needed:
        return [Line("trumpers_won", hand.trump_side, 1, params)]
    if not hand.call:
        return [Line("counting_won", side, 1, params)]
    return [Line("counting_won_against_call", side, rules.call_loss_balls, params)]


def surplus_lines(side: str, over: int, rules: Rules) -> Iterator[Line]:
    """6.2: a ball more for each full step over the bid, up to the cap; only where there is a step."""
    extra = min(rules.surplus_cap, over // rules.surplus_step)
    if extra:
        yield Line("surplus", side, extra, {"over": over})


def doubled_lines(lines: Iterable[Line]) -> Iterator[Line]:
    """4.14: Double Thunee gives the same balls once more."""
    for line in lines:
        yield Line("double_thunee", line.side, line.points, {})


def final_line(hand: Hand, final: Final, rules: Rules) -> Line:
    """6.3: the Double or Khanaak of the last trick."""
    others = other_side(final.side)
    claim, against = khanaak(hand, final, rules)
    params = {} if final.call == DOUBLE else {"claim": claim, "against": against}
    lost: int = getattr(rules, f"{final.call}_fail")
    if final.winner == PARTNER and rules.final_call_winner == CALLER:
        return Line(f"{final.call}_partner_catch", others, lost, {})
    if final.winner == OPPONENTS or (final.call != DOUBLE and claim <= against):
        return Line(f"{final.call}_failed", others, lost, params)
    name = f"backward_{final.call}" if is_backward(hand, final, rules) else final.call
    return Line(f"{name}_made", final.side, getattr(rules, f"{name}_success"), params)


def is_backward(hand: Hand, final: Final, rules: Rules) -> bool:
    """6.3: the call went against a side that had made trumps with a call."""
    return final.side != hand.trump_side and (rules.scheme == DECLARE or hand.call > 0)


def khanaak(hand: Hand, final: Final, rules: Rules) -> tuple[int, int]:
    """6.3: what a Khanaak claims, and what the opponents have against it."""
    others = other_side(final.side)
    is_last = final.winner != OPPONENTS
    claim = sum(hand.jodhi[final.side]) + (rules.last_trick_bonus if is_last else 0)
    against = card_points(hand, rules)[others]
    if rules.khanaak_rule != "simple":
        against += sum(hand.jodhi[others])
    if rules.khanaak_rule == "full" and rules.scheme == COUNT:
        against += hand.call if final.side == hand.trump_side else -hand.call
    return claim, against


def card_points(hand: Hand, rules: Rules) -> dict[str, int]:
    """Return the card points in the tricks of both sides."""
    points, rest = hand.points, TOTALS[rules.scheme] - hand.points
    a, b = (points, rest) if counted_side(hand.trump_side, rules) == SIDES[0] else (rest, points)
    return {SIDES[0]: a, SIDES[1]: b}


def thunee_line(hand: Hand, rules: Rules) -> Line:
    """6.4: the caller has won every trick, or somebody else has won one."""
    named = "blind" if hand.kind in BLIND else "thunee"
    code = f"{hand.kind}_{hand.result}"
    if hand.result == MADE:
        return Line(code, hand.side, getattr(rules, f"{named}_success"), {})
    lost = "fail" if hand.result == CAUGHT else "partner_catch"
    return Line(code, other_side(hand.side), getattr(rules, f"{named}_{lost}"), {})


def _told(
    hand: Hand, rules: Rules, lines: list[Line], codes: list[str], counted: Count | None = None
) -> HandScore:
    """Return the score with the details of 10.1, null where a hand has no count."""
    side, total, needed = (None, None, None) if counted is None else counted
    details = {
        "codes": codes,
        "counts": hand.kind != CANCELLED,
        "counted_side": side,
        "counted_total": total,
        "needed": needed,
        "card_points": None if counted is None else card_points(hand, rules),
    }
    return HandScore.of_lines(SIDES, lines, details, inline=True)
