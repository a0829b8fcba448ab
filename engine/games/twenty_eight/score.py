"""The score of a hand (rules section 6): a function for each article gives lines; the score is their sum."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from engine.core.game import HandScore, Line
from engine.core.text import gettext_noop
from engine.games.twenty_eight.bounds import BIDDERS, DEFENDERS, NONE
from engine.games.twenty_eight.cards import TRICKS
from engine.games.twenty_eight.contract import target_of
from engine.games.twenty_eight.infractions import MATCH_FORFEIT, POINTS
from engine.games.twenty_eight.rules import Rules, table_of
from engine.games.twenty_eight.summary import CONCEDED, PLAYED, Hand

LINE_TEXTS = {
    "made": gettext_noop("Bid {bid}, {points} points where {target} were needed: made"),
    "failed": gettext_noop("Bid {bid}, {points} points where {target} were needed: failed"),
    "bhangi": gettext_noop("Bid {bid}, {points} points where {target} were needed: the full value is lost"),
    "conceded_made": gettext_noop("Bid {bid}, made since the defenders gave up: {reason}"),
    "conceded_failed": gettext_noop("Bid {bid}, failed since the bidders gave up: {reason}"),
    "solo_made": gettext_noop("Solo made: all 8 tricks"),
    "solo_failed": gettext_noop("Solo failed with {tricks} of 8 tricks"),
    "solo_conceded_made": gettext_noop("Solo made since the defenders gave up: {reason}"),
    "solo_conceded_failed": gettext_noop("Solo failed since the soloist gave up: {reason}"),
    "double": gettext_noop("Doubled"),
    "redouble": gettext_noop("Redoubled"),
    "honours": gettext_noop("Every Jack captured"),
    "void": gettext_noop("Void deal: {reason}"),
    "penalty": gettext_noop("Penalty: {code}"),
    "penalty_award": gettext_noop("Penalty of {side}: {code}"),
    "match_forfeit": gettext_noop("Loses the match by a ruling: {code}"),
}

BANDS: Mapping[str, tuple[tuple[int, int], ...]] = {
    "flat1": ((0, 1),),
    "bands20": ((20, 2), (0, 1)),
    "bands20_25": ((25, 3), (20, 2), (0, 1)),
    "quarters": ((28, 4), (24, 3), (20, 2), (0, 1)),
}
"""6.2: from which bid on what is won, the highest first; bids are those of 28 points."""

HIGHEST_BID = 29
BHANGI = 14
"""By how much a contract must fail, of 28 points, for its full value."""

DOUBLED = {NONE: 0, "double": 1, "redouble": 2}
Lines = Iterator[Line]


class Outcome(NamedTuple):
    """What the contract of a hand comes to (6.1 to 6.3); without one, in a void deal, nothing is made.

    `code` is that of its lines; `value` is `base` after doubling.
    """

    code: str
    made: bool | None = None
    target: int | None = None
    margin: int | None = None
    base: int = 0
    value: int = 0
    is_bhangi: bool = False


def score_of(hand: Hand, rules: Rules) -> HandScore:
    """Return the score of a valid hand with its details (6.5)."""
    outcome = outcome_of(hand, rules)
    lines = [*contract_lines(hand, outcome, rules)]
    if rules.honours:
        lines += honours_lines(hand, rules)
    if hand.fines:
        lines += penalty_lines(hand, rules)
    sides = table_of(rules).sides
    sums = dict.fromkeys(sides, 0)
    for line in lines:
        sums[line.side] += line.points
    details = {
        "deltas": sums,
        "target": outcome.target,
        "margin": outcome.margin,
        "made": outcome.made,
        "base": outcome.base,
        "value": outcome.value,
        "bhangi": outcome.is_bhangi,
        "counts": not hand.is_void,
        "forfeit": next(iter(hand.forfeits), None) if hand.fines else None,
    }
    return HandScore(sums, tuple(lines), details, inline=True)


def outcome_of(hand: Hand, rules: Rules) -> Outcome:
    """6.1 to 6.3: whether the contract is made, by how much, and what that is worth."""
    if hand.is_void:
        return Outcome("void")
    if hand.solo:
        return _solo(hand, rules)
    target = target_of(hand.bid, hand.pair, rules)
    if hand.kind == CONCEDED:
        made = hand.conceded_by == DEFENDERS
        base = success_award(hand.bid, rules) if made else failure_loss(hand.bid, rules)
        code = "conceded_made" if made else "conceded_failed"
        return Outcome(code, made, target, None, base, doubled(base, hand, rules))
    margin = target - (hand.points or 0)
    if margin <= 0:
        base = success_award(hand.bid, rules)
        return Outcome("made", True, target, margin, base, doubled(base, hand, rules))
    is_bhangi = rules.bhangi and margin >= BHANGI * table_of(rules).factor
    base = full_value(hand.bid, rules) if is_bhangi else failure_loss(hand.bid, rules)
    code = "bhangi" if is_bhangi else "failed"
    return Outcome(code, False, target, margin, base, doubled(base, hand, rules), is_bhangi)


def success_award(bid: int, rules: Rules) -> int:
    """6.2, w: what a bid wins that is made; always of the bid, never of a target that the pair has moved."""
    return _awards(rules.success_award, table_of(rules).factor)[bid]


@cache
def _awards(success_award: str, factor: int) -> tuple[int, ...]:
    """Return what every bid wins, by the bid."""
    bands = BANDS[success_award]
    bids = range(HIGHEST_BID * factor + 1)
    return tuple(next(award for least, award in bands if bid >= least * factor) for bid in bids)


def failure_loss(bid: int, rules: Rules) -> int:
    """6.2: what a bid costs that fails."""
    if rules.failure_loss == "flat1":
        return 1
    if rules.failure_loss == "full_bid_value":
        return full_value(bid, rules)
    return success_award(bid, rules) + (rules.failure_loss == "success_plus_1")


def full_value(bid: int, rules: Rules) -> int:
    """6.2, F: the number bid, or what it would win."""
    return bid if rules.bid_value_is == "number" else success_award(bid, rules)


def doubled(base: int, hand: Hand, rules: Rules) -> int:
    """6.3: twice or four times the value, or 1 or 2 more."""
    steps = DOUBLED[hand.doubled]
    return base << steps if rules.double_effect == "multiply" else base + steps


def contract_lines(hand: Hand, outcome: Outcome, rules: Rules) -> Lines:
    """6.4: what the contract moves, and apart from it what the double adds."""
    sides = table_of(rules).sides
    if outcome.made is None:
        for side in sides:
            yield Line("void", side, 0, {"reason": hand.reason})
        return
    params = _params(hand, outcome)
    shares = settled(rules.settlement, outcome.made, table_of(rules).sides, hand.bidders(rules))
    for side, share in shares:
        yield Line(outcome.code, side, share * outcome.base, params)
    if outcome.value != outcome.base:
        for side, share in shares:
            if share:
                yield Line(hand.doubled, side, share * (outcome.value - outcome.base), {})


@cache
def settled(settlement: str, made: bool, sides: tuple[str, ...], bidders: str) -> tuple[tuple[str, int], ...]:
    """6.4: how many times the value each side gets whose score moves; the bidders are always among them."""
    shares = dict.fromkeys(sides, 0)
    if settlement == "transfer":
        sign = 1 if made else -1
        shares = dict.fromkeys(sides, -sign)
        shares[bidders] = sign * (len(sides) - 1)
    elif made:
        shares[bidders] = 1
    elif settlement == "award":
        shares = {side: int(side != bidders) for side in sides}
    else:
        shares[bidders] = -1
    return tuple((side, share) for side, share in shares.items() if share or side == bidders)


def honours_lines(hand: Hand, rules: Rules) -> Lines:
    """6.5, step 2: a point for the side that captured every Jack; two defenders get one each."""
    if hand.kind != PLAYED or hand.solo or hand.all_jacks == NONE:
        return
    for side in table_of(rules).sides:
        if (side == hand.bidders(rules)) == (hand.all_jacks == BIDDERS):
            yield Line("honours", side, 1, {})


def penalty_lines(hand: Hand, rules: Rules) -> Lines:
    """6.5, step 3: points of a penalty are taken from the offender or given to every other side."""
    for fine in hand.fines:
        if fine.effect == MATCH_FORFEIT:
            yield Line("match_forfeit", fine.side, 0, {"code": fine.code})
        elif fine.effect == POINTS and rules.penalty_mode == "deduct":
            yield Line("penalty", fine.side, -fine.points, {"code": fine.code})
        elif fine.effect == POINTS:
            for side in table_of(rules).sides:
                if side != fine.side:
                    yield Line("penalty_award", side, fine.points, {"side": fine.side, "code": fine.code})


def _solo(hand: Hand, rules: Rules) -> Outcome:
    """6.1, 6.2: a solo needs all 8 tricks, whatever they hold; doubling does not touch it (6.3)."""
    if hand.kind == CONCEDED:
        made = hand.conceded_by == DEFENDERS
        code, target, margin = "solo_conceded_made" if made else "solo_conceded_failed", None, None
    else:
        tricks = hand.tricks or 0
        made = tricks == TRICKS
        code, target, margin = "solo_made" if made else "solo_failed", TRICKS, TRICKS - tricks
    value = rules.solo_success if made else rules.solo_failure
    return Outcome(code, made, target, margin, value, value)


def _params(hand: Hand, outcome: Outcome) -> dict[str, object]:
    """Return what the text of a contract's lines says."""
    if hand.kind == CONCEDED:
        return {"reason": hand.reason} if hand.solo else {"bid": hand.bid, "reason": hand.reason}
    if hand.solo:
        return {"tricks": hand.tricks or 0}
    return {"bid": hand.bid, "points": hand.points or 0, "target": outcome.target}
