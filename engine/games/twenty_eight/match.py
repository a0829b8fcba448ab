"""The match: a fold over the hands until the rules, or the director, end it (rules sections 4.0 and 7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.core.game import DRAW, HandScore, MatchState
from engine.core.problems import Problem
from engine.games.twenty_eight.check import check
from engine.games.twenty_eight.rules import Rules, table_of
from engine.games.twenty_eight.score import score_of
from engine.games.twenty_eight.summary import ALL_PASS, Hand

TARGET, NEGATIVE_LIMIT, DEALS, FORFEIT = "target", "negative_limit", "deals", "forfeit"
RUNNING, WON, DRAWN, FORFEITED = "running", "won", "drawn", "forfeited"
NEXT_DEALER = "redeal_next_dealer"
Sides = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Counted:
    """What a match remembers beside its totals.

    `due` is the number of deals after which it is decided, which ties put off; `forfeits` are the sides that
    have lost it by a ruling.
    """

    due: int
    is_extended: bool = False
    forfeits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a match ended: a side, a draw or nobody, and what made the end due."""

    winner: str | None
    reason: str


def open_match(rules: Rules, *, dealer: int | None = None, own_end: bool = True) -> MatchState:
    """Return a match without hands; `dealer` deals first, if it is known who does."""
    return _told(
        MatchState(
            rules=rules,
            hands=0,
            totals=dict.fromkeys(table_of(rules).sides, 0),
            next_dealer=dealer,
            own=Counted(rules.match_deals),
            own_end=own_end,
        )
    )


def add(state: MatchState, entry: Any) -> MatchState | tuple[Problem, ...]:
    """Return the match after one more hand, or the problems of its summary (7: `match_over` alone)."""
    if state.finished:
        return (Problem("match_over", "", {"n": state.hands + 1, "m": state.hands}),)
    problems = check(entry, state.rules, state.context())
    if problems:
        return problems
    hand = Hand.of(entry, state.rules)
    return _tested(_counted(state, hand), hand)


def close(state: MatchState, reason: str) -> MatchState:
    """Return the match as it stands when it is ended early: the highest total wins, a tie is a draw.

    A match that has ended stays as it ended.
    """
    if state.finished:
        return state
    return _over(state, Verdict(leader(state.totals) or DRAW, reason))


def forfeit(state: MatchState, offender: str) -> MatchState:
    """7, row 1: of the sides that have not lost by a ruling the highest total wins; nobody where they tie."""
    own: Counted = state.own
    lost = (*own.forfeits, *(side for side in (offender,) if side not in own.forfeits))
    return _forfeited(replace(state, own=replace(own, forfeits=lost)))


def tie_break(last_summary: Mapping[str, Any], last_score: HandScore, rules: Rules) -> str | None:
    """7, row 2: to a target the bidding side of the last hand; None after a void deal, and over deals."""
    if rules.match_end != TARGET:
        return None
    return Hand.of(last_summary, rules).bidders(rules) or None


def leader(totals: Sides, among: Iterable[str] | None = None) -> str | None:
    """Return the side with the highest total, of all or of some; None where several have it."""
    sides = tuple(totals if among is None else among)
    best = [side for side in sides if totals[side] == max(totals[each] for each in sides)]
    return best[0] if len(best) == 1 else None


def dealer_after(hand: Hand, dealer: int | None, rules: Rules) -> int | None:
    """4.0: the next seat, but after a void deal the same; None where nobody knows who dealt."""
    moves = rules.opening == "free" and rules.all_pass == NEXT_DEALER
    passes_on = not hand.is_void or (hand.reason == ALL_PASS and moves)
    return table_of(rules).after[dealer] if dealer and passes_on else dealer


def _counted(state: MatchState, hand: Hand) -> MatchState:
    """Return the match with the points of a hand (6.5, step 4), before anybody asks whether it is over."""
    rules: Rules = state.rules
    won = score_of(hand, rules).sides
    totals = {side: total + won[side] for side, total in state.totals.items()}
    if rules.score_floor == "zero":
        totals = {side: max(0, total) for side, total in totals.items()}
    own: Counted = state.own
    return replace(
        state,
        hands=state.hands + (not hand.is_void),
        totals=totals,
        running=(*state.running, totals),
        next_dealer=dealer_after(hand, state.next_dealer, rules),
        own=replace(own, forfeits=hand.forfeits),
    )


def _tested(state: MatchState, hand: Hand) -> MatchState:
    """Return the match with its end where it has come: a forfeit always, the others where rules end it."""
    own: Counted = state.own
    if own.forfeits:
        return _forfeited(replace(state, forfeited_by=own.forfeits[0]))
    if not state.own_end:
        return _told(state)
    if state.rules.match_end == DEALS:
        return _after_deals(state)
    verdict = _to_target(state.totals, hand, state.rules)
    return _told(state) if verdict is None else _over(state, verdict)


def _to_target(totals: Sides, hand: Hand, rules: Rules) -> Verdict | None:
    """7, rows 2 and 3: a total at the target, of equal ones that of the bidders; or one as far below 0."""
    best = max(totals.values())
    if best >= rules.target:
        bidders = hand.bidders(rules)
        winner = leader(totals) or (bidders if bidders and totals[bidders] == best else None)
        return None if winner is None else Verdict(winner, TARGET)
    if rules.negative_limit == "mirror" and min(totals.values()) <= -rules.target:
        winner = leader(totals)
        return None if winner is None else Verdict(winner, NEGATIVE_LIMIT)
    return None


def _after_deals(state: MatchState) -> MatchState:
    """7, row 4: after so many deals the highest total wins; a tie is drawn, or puts the end off."""
    own: Counted = state.own
    if state.hands < own.due:
        return _told(state)
    winner = leader(state.totals)
    if winner is not None:
        return _over(state, Verdict(winner, DEALS))
    extra = state.rules.tie_extra_deals
    if not extra:
        return _over(state, Verdict(DRAW, DEALS))
    more = 1 if own.is_extended else extra
    return _told(replace(state, own=replace(own, due=own.due + more, is_extended=True)))


def _forfeited(state: MatchState) -> MatchState:
    own: Counted = state.own
    left = [side for side in state.totals if side not in own.forfeits]
    return _over(state, Verdict(leader(state.totals, left), FORFEIT))


def _over(state: MatchState, verdict: Verdict) -> MatchState:
    return _told(
        replace(state, next_dealer=None, finished=True, winner=verdict.winner, reason=verdict.reason)
    )


def _told(state: MatchState) -> MatchState:
    """Return the match with what it tells of itself (section 7, output)."""
    status = RUNNING
    if state.finished:
        ended = DRAWN if state.winner == DRAW else WON
        status = FORFEITED if state.reason == FORFEIT else ended
    return replace(state, details={"status": status, "hands_counted": state.hands})
