"""The score of a hand (rules section 6): a function for each article gives lines; the score is their sum."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from engine.core.game import HandScore, Line
from engine.core.text import gettext_noop
from engine.games.tichu.rules import SIDES, Rules, other_side, side_of
from engine.games.tichu.summary import Summary

LINE_TEXTS = {
    "cards": gettext_noop("Card points"),
    "sweep": gettext_noop("Double or triple victory"),
    "sweep/nanking": gettext_noop("Double victory"),
    "sweep/tientsin": gettext_noop("Triple victory"),
    "call_made": gettext_noop("{seat}: {call} made"),
    "call_failed": gettext_noop("{seat}: {call} failed"),
    "penalty": gettext_noop("Penalty: {code}"),
}

WIN, LEVEL, SWEEP = Fraction(2), Fraction(1), Fraction(3)
NOTHING = Fraction(0)


def score_of(summary: Summary, rules: Rules) -> HandScore:
    """Return the score of a valid summary: result, then calls, then penalties (6.4); no cap and no floor."""
    lines = (*card_points(summary, rules), *settled_calls(summary, rules), *penalties(summary))
    made = {
        str(seat): {"call": call, "made": seat == summary.first_out} for seat, call in summary.calls.items()
    }
    return HandScore.of_lines(SIDES, lines, {**_accounts(lines), "calls": made})


def card_points(summary: Summary, rules: Rules) -> Iterator[Line]:
    """6.2: a sweep gives its points to the side of the first out and skips the count; else cards count."""
    for side in SIDES:
        if not summary.is_sweep:
            yield Line("cards", side, summary.cards(side), {})
        elif side == summary.side_first_out(rules):
            yield Line("sweep", side, rules.sweep_points, {})
        else:
            yield Line("sweep", side, 0, {})


def settled_calls(summary: Summary, rules: Rules) -> Iterator[Line]:
    """6.3: the call of the first out is made, every other one fails; each is settled on its own."""
    for seat, call in summary.calls.items():
        value = rules.grand_tichu_points if call == "grand" else rules.tichu_points
        side = side_of(rules, seat)
        params = {"seat": seat, "call": call}
        if seat == summary.first_out:
            yield Line("call_made", side, value, params)
        elif rules.failed_call == "subtract":
            yield Line("call_failed", side, -value, params)
        else:
            yield Line("call_failed", other_side(side), value, params)


def penalties(summary: Summary) -> Iterator[Line]:
    """6.4: rulings of section 8 take points from the offending side; the other side gets nothing."""
    for penalty in summary.penalties:
        yield Line("penalty", penalty.side, penalty.points, {"code": penalty.code})


def victory_points_of(summary: Summary, rules: Rules) -> dict[str, Fraction]:
    """7.4: a sweep gives 3 whatever the calls; otherwise the higher hand total gives 2, equal ones 1 each."""
    if summary.is_sweep:
        winner = summary.side_first_out(rules)
        return {side: SWEEP if side == winner else NOTHING for side in SIDES}
    totals = score_of(summary, rules).sides
    return {side: _points_for(totals[side], totals[other_side(side)]) for side in SIDES}


def better_cards(score: HandScore) -> str | None:
    """Return the side with more card points in the hand, None when they are level: the match tie-break."""
    cards = dict.fromkeys(SIDES, 0)
    for line in score.lines:
        if line.code in ("cards", "sweep"):
            cards[line.side] += line.points
    best = max(SIDES, key=lambda side: cards[side])
    return best if cards[best] > cards[other_side(best)] else None


def _points_for(own: int, other: int) -> Fraction:
    if own == other:
        return LEVEL
    return WIN if own > other else NOTHING


_ACCOUNTS = {
    "cards": "cards",
    "sweep": "cards",
    "call_made": "calls",
    "call_failed": "calls",
    "penalty": "penalties",
}


def _accounts(lines: tuple[Line, ...]) -> dict[str, dict[str, int]]:
    """Return the details of each side (9.4); what a failed call gives stands with the side that gets it."""
    accounts = {side: {"cards": 0, "calls": 0, "penalties": 0, "total": 0} for side in SIDES}
    for line in lines:
        account = accounts[line.side]
        account[_ACCOUNTS[line.code]] += line.points
        account["total"] += line.points
    return accounts
