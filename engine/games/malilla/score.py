"""The score of a hand (rules section 6): a function for each article gives lines; the score is their sum."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.game import HandScore, Line
from engine.core.text import gettext_noop
from engine.games.malilla.cards import HALF
from engine.games.malilla.infractions import FORFEIT_GAME, FORFEIT_MATCH, VOID_SAME_DEALER
from engine.games.malilla.rules import SIDES, Rules, other_side, right_of
from engine.games.malilla.summary import Hand

SCORED, NO_PINTA = "scored", "none"
HELD_WON, HELD_LOST = "held_won", "held_lost"
DEFERRED_SCORED, DEFERRED_UNUSED = "deferred_scored", "deferred_unused"
"""What became of the turned card."""

LINE_TEXTS = {
    "pinta": gettext_noop("Turned card {card}"),
    "pinta_held_won": gettext_noop("Turned card {card}, held back until the hand was won"),
    "pinta_held_lost": gettext_noop("Turned card {card}, held back and lost"),
    "pinta_deferred": gettext_noop("Turned card {card}, counted last"),
    "pinta_unused": gettext_noop("Turned card {card}, no longer needed"),
    "hand": gettext_noop("Hand won with {points}"),
    "excess": gettext_noop("Hand won with {points}: the points above {half}"),
    "difference": gettext_noop("{points} against a turned card held back: the points above {half}"),
    "level": gettext_noop("{half} each: nobody scores for the hand"),
    "void": gettext_noop("Void deal"),
    "game_forfeit": gettext_noop("Wins the game by a ruling"),
    "match_forfeit": gettext_noop("Wins the match by a ruling"),
}

Lines = Iterator[Line]


def score_of(hand: Hand, rules: Rules) -> HandScore:
    """Return the score of a valid hand with its details."""
    if not hand.points:
        return _decided(hand)
    winner = hand_winner(hand)
    status = pinta_status(hand, winner, rules)
    tricks = tuple(hand_lines(hand, winner, status, rules))
    lines = (*pinta_lines(hand, status), *tricks)
    own = dict.fromkeys(SIDES, 0)
    for line in tricks:
        own[line.side] += line.points
    return _with_details(
        hand,
        lines,
        pinta_status=status,
        hand_winner=winner,
        hand_points=own,
        target=rules.game_target,
    )


def hand_winner(hand: Hand) -> str | None:
    """Return the side with more than half of the 72 points; None at 36 each."""
    return next((side for side in SIDES if hand.points[side] > HALF), None)


def trick_points(points: int, rules: Rules) -> int:
    """3.1, X(t): all points of the side above 36, or only those above it."""
    return points if rules.hand_scoring == "all" else points - HALF


def pinta_status(hand: Hand, winner: str | None, rules: Rules) -> str:
    """4.4 and the rows of section 6: what becomes of the turned card."""
    if not hand.pinta_points:
        return NO_PINTA
    if not hand.is_closing:
        return SCORED
    if rules.closing_pinta == "must_win_hand":
        return HELD_WON if winner == hand.dealers else HELD_LOST
    wins_without = winner is not None and (
        hand.before[winner] + trick_points(hand.points[winner], rules) >= rules.game_target
    )
    return DEFERRED_UNUSED if wins_without else DEFERRED_SCORED


def pinta_lines(hand: Hand, status: str) -> Lines:
    """4.4: the card points of the turned card for the dealer's side, unless it is held back and lost."""
    if status == NO_PINTA:
        return
    code, counts = _PINTA_LINES[status]
    points = hand.pinta_points if counts else 0
    yield Line(code, hand.dealers, points, {"card": hand.pinta})


def hand_lines(hand: Hand, winner: str | None, status: str, rules: Rules) -> Lines:
    """Rows 1 to 9: the side above 36 scores; against a held turned card only what is above 36 (row 5)."""
    if winner is None:
        for side in SIDES:
            yield Line("level", side, 0, {"half": HALF})
        return
    points = hand.points[winner]
    if status == HELD_LOST:
        yield Line("difference", winner, points - HALF, {"points": points, "half": HALF})
    elif rules.hand_scoring == "all":
        yield Line("hand", winner, points, {"points": points})
    else:
        yield Line("excess", winner, trick_points(points, rules), {"points": points, "half": HALF})


def next_dealer(hand: Hand) -> int:
    """4.6, row 11: the next seat to the right, unless the same dealer deals again."""
    return hand.dealer if hand.effect == VOID_SAME_DEALER else right_of(hand.dealer)


_PINTA_LINES = {
    SCORED: ("pinta", True),
    HELD_WON: ("pinta_held_won", True),
    HELD_LOST: ("pinta_held_lost", False),
    DEFERRED_SCORED: ("pinta_deferred", True),
    DEFERRED_UNUSED: ("pinta_unused", False),
}


def _decided(hand: Hand) -> HandScore:
    """Rows 11 to 13: a void deal, a game or a match forfeited; nobody scores."""
    innocent = None if hand.offender is None else other_side(hand.offender)
    if hand.effect == FORFEIT_GAME and innocent:
        lines: tuple[Line, ...] = (Line("game_forfeit", innocent, 0, {}),)
    elif hand.effect == FORFEIT_MATCH and innocent:
        lines = (Line("match_forfeit", innocent, 0, {}),)
    else:
        lines = tuple(Line("void", side, 0, {}) for side in SIDES)
    return _with_details(
        hand,
        lines,
        pinta_status=NO_PINTA,
        hand_winner=None,
        hand_points=dict.fromkeys(SIDES, 0),
        target=None,
    )


def _with_details(hand: Hand, lines: tuple[Line, ...], *, target: int | None, **known: Any) -> HandScore:
    """Return the score of the lines with its details (section 10); without a target no game is reached."""
    scored = dict.fromkeys(SIDES, 0)
    for line in lines:
        scored[line.side] += line.points
    after = {side: hand.before[side] + scored[side] for side in SIDES}
    innocent = None if hand.offender is None else other_side(hand.offender)
    reached = None if target is None else next((side for side in SIDES if after[side] >= target), None)
    details: Mapping[str, object] = {
        "pinta_points": hand.pinta_points,
        **known,
        "before": dict(hand.before),
        "after": after,
        "game_winner": innocent if hand.effect == FORFEIT_GAME else reached,
        "match_forfeit": innocent if hand.effect == FORFEIT_MATCH else None,
        "void": hand.is_void,
        "next_dealer": next_dealer(hand),
    }
    return HandScore(scored, lines, details)
