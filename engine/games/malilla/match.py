"""The match: games of 40 one after the other, until the rules, or the director, end it (rules section 7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.core.game import DRAW, HandScore, MatchState
from engine.core.problems import Problem
from engine.games.malilla.check import check, filled
from engine.games.malilla.infractions import VOID_SAME_DEALER
from engine.games.malilla.rules import SIDES, Rules, other_side
from engine.games.malilla.score import score_of
from engine.games.malilla.summary import Hand

GAMES, MAX_HANDS, FORFEIT = "games", "max_hands", "forfeit"
Sides = Mapping[str, int]

NOTHING: Sides = {side: 0 for side in SIDES}


@dataclass(frozen=True, slots=True)
class Running:
    """What a match remembers beside its games: the game in progress, cards taken, games that are over."""

    game: Sides
    cards: Sides
    finished: tuple[Mapping[str, object], ...] = ()
    scores: tuple[Mapping[str, object], ...] = ()
    misdeals: int = 0


def open_match(rules: Rules, *, dealer: int | None = None, own_end: bool = True) -> MatchState:
    """Return a match without hands; `dealer` deals first, if it is known who does."""
    return _told(
        MatchState(
            rules=rules,
            hands=0,
            totals=NOTHING,
            games=NOTHING,
            next_dealer=dealer,
            own=Running(NOTHING, NOTHING),
            own_end=own_end,
        )
    )


def add(state: MatchState, entry: Any) -> MatchState | tuple[Problem, ...]:
    """Return the match after one more hand, or the problems of its summary (7.1: `match_over` alone)."""
    if state.finished:
        return (Problem("match_over", "", {"n": state.hands + 1, "m": state.hands}),)
    context = state.context()
    problems = check(entry, state.rules, context)
    if problems:
        return problems
    hand = Hand.of(filled(entry, context), state.rules)
    score = score_of(hand, state.rules)
    return _ended(_counted(state, hand, score), score)


def close(state: MatchState, reason: str) -> MatchState:
    """Section 7, early stop: games won, then the running game, then all points; all equal is a draw.

    A match that has ended stays as it ended.
    """
    if state.finished:
        return state
    return _told(replace(state, next_dealer=None, finished=True, winner=leader(state), reason=reason))


def forfeit(state: MatchState, offender: str) -> MatchState:
    """Section 7: the innocent side wins, recorded as the games that win a match to 0; `games_won` stays."""
    innocent = other_side(offender)
    won = {innocent: state.rules.games_to_win, offender: 0}
    lost = replace(state, next_dealer=None, finished=True, winner=innocent, reason=FORFEIT)
    told = _told(lost)
    return replace(
        told,
        games={side: won[side] for side in SIDES},
        details={**told.details, "games_won": dict(state.games or NOTHING)},
    )


def leader(state: MatchState) -> str:
    """Return who is ahead when a match stops early, or a draw (section 7)."""
    own: Running = state.own
    for counted in (state.games or NOTHING, own.game, state.totals):
        best = max(SIDES, key=counted.__getitem__)
        if counted[best] > counted[other_side(best)]:
            return best
    return DRAW


def _counted(state: MatchState, hand: Hand, score: HandScore) -> MatchState:
    """Return the match with the points of a hand, before a game that it wins is closed."""
    own: Running = state.own
    details: Mapping[str, Any] = score.details
    after = details["after"]
    cards = {side: own.cards[side] + hand.points.get(side, 0) for side in SIDES}
    return replace(
        state,
        hands=state.hands + (not hand.is_void),
        totals={side: state.totals[side] + score.sides[side] for side in SIDES},
        running=(*state.running, after),
        next_dealer=details["next_dealer"],
        own=replace(
            own,
            game=after,
            cards=cards,
            scores=(*own.scores, score.as_json()),
            misdeals=own.misdeals + 1 if hand.effect == VOID_SAME_DEALER else 0,
        ),
    )


def _ended(state: MatchState, score: HandScore) -> MatchState:
    """Return the match with the game closed that a hand has won, and with its own end where it has come."""
    side: Any = score.details["game_winner"]
    if side is not None:
        state = _game_won(state, side)
    innocent: Any = score.details["match_forfeit"]
    if innocent is not None:
        return _over(replace(state, forfeited_by=other_side(innocent)), innocent, FORFEIT)
    rules: Rules = state.rules
    if not state.own_end:
        return _told(state)
    if side is not None and state.games is not None and state.games[side] >= rules.games_to_win:
        return _over(state, side, GAMES)
    if rules.max_hands and state.hands >= rules.max_hands:
        return _over(state, leader(state), MAX_HANDS)
    return _told(state)


def _game_won(state: MatchState, side: str) -> MatchState:
    """4.7: that side has one game more; both game scores return to 0, and surplus is lost."""
    own: Running = state.own
    games = {**(state.games or NOTHING)}
    games[side] += 1
    closed = {**own.game, "winner": side, "hands": state.hands}
    return replace(state, games=games, own=replace(own, game=NOTHING, finished=(*own.finished, closed)))


def _over(state: MatchState, winner: str, reason: str) -> MatchState:
    return _told(replace(state, next_dealer=None, finished=True, winner=winner, reason=reason))


def _told(state: MatchState) -> MatchState:
    """Return the match with what it knows about the next hand, and what it tells of itself (7.1).

    While nobody knows who deals first, the first hand keeps the dealer that it expects itself.
    """
    own: Running = state.own
    expected = {} if state.next_dealer is None else {"expected_dealer": state.next_dealer}
    return replace(
        state,
        filled={"before": own.game, **expected, "consecutive_misdeals": own.misdeals},
        details={
            "card_totals": dict(own.cards),
            "game_score": dict(own.game),
            "finished_games": list(own.finished),
            "hands": list(own.scores),
            "hands_played": state.hands,
        },
    )
