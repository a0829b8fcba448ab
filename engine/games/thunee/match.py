"""The match: games one after the other, with what stands between the hands (rules section 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.core.game import DRAW, HandScore, MatchState
from engine.core.problems import Problem, shown
from engine.games.thunee.check import examined
from engine.games.thunee.infractions import BY_CODE, LATE_SCORECARD
from engine.games.thunee.race import (
    FORFEIT,
    FORFEIT_MATCH,
    TARGET,
    TIME,
    Balls,
    Race,
    after_adjustment,
    after_hand,
    recorded,
    winner,
)
from engine.games.thunee.rules import Rules
from engine.games.thunee.score import score_of
from engine.games.thunee.summary import NO_BALLS, Hand
from engine.games.thunee.table import CANCELLED, SIDES, other_side, side_at, sizes

ADJUST, END = "adjust", "end"
Entry = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Running:
    """What a match remembers beside its games: the game in progress, and what it tells of each entry."""

    race: Race
    recorded: Balls
    finished: tuple[Mapping[str, object], ...] = ()
    rows: tuple[Mapping[str, object], ...] = ()


def open_match(rules: Rules, *, dealer: int | None = None, own_end: bool = True) -> MatchState:
    """Return a match without hands; `dealer` deals first, if it is known who does."""
    state = MatchState(
        rules=rules,
        hands=0,
        totals=NO_BALLS,
        games=NO_BALLS,
        next_dealer=dealer,
        own=Running(Race.of(rules), NO_BALLS),
        own_end=own_end,
    )
    return _told(state)


def add(state: MatchState, entry: Any) -> MatchState | tuple[Problem, ...]:
    """Return the match after one more entry, or its problems (7.6: `match_over` before it is read)."""
    if state.finished:
        return (Problem("match_over", "", {"n": state.hands + 1, "m": state.hands}),)
    if isinstance(entry, dict) and isinstance(entry.get("kind"), str) and entry["kind"] in (ADJUST, END):
        return _adjusted(state, entry) if entry["kind"] == ADJUST else _ended(state, entry)
    problems, hand = examined(entry, state.rules, state.context())
    return problems if hand is None else _with_hand(state, hand, score_of(hand, state.rules))


def close(state: MatchState, reason: str) -> MatchState:
    """7.4: the leader of the game in progress wins it; then games decide, then all balls, or it is a draw.

    A match that has ended stays as it ended.
    """
    if state.finished:
        return state
    leader = state.own.race.leader
    if leader is not None:
        state = _game_over(state, leader, TIME)
    return _told(replace(state, next_dealer=None, finished=True, winner=_ahead(state), reason=reason))


def forfeit(state: MatchState, offender: str) -> MatchState:
    """7.4, `forfeit_match`: the other side wins the game and all others that it still needs.

    Where it has won the match already, only the reason changes.
    """
    if state.finished and state.winner == other_side(offender):
        return replace(state, reason=FORFEIT_MATCH, forfeited_by=offender)
    return _told(_match_forfeited(state, offender))


def between(ruling: Mapping[str, Any], rules: Rules) -> dict[str, Any] | None:
    """Return the entry of a match that a ruling against a side makes between hands, if it makes one."""
    side, effect = ruling.get("side"), ruling.get("effect") or _usual_effect(ruling.get("code"))
    entries: dict[object, dict[str, Any]] = {
        "forfeit_last_balls": {"kind": ADJUST, "side": side, "code": LATE_SCORECARD},
        "forfeit_game": {"kind": END, "reason": FORFEIT, "side": side},
        "forfeit_match": {"kind": END, "reason": FORFEIT_MATCH, "side": side},
    }
    return entries.get(effect)


def next_dealer(dealer: int | None, kind: str, race: Race, score: HandScore, rules: Rules) -> int | None:
    """7.5: return who deals the next hand of a game, if it is known who dealt this one."""
    if dealer is None or kind == CANCELLED:
        return dealer
    own = side_at(dealer)
    behind: Mapping[str, Balls] = {"while_behind": race.balls, "loser_deals": score.sides}
    counted = behind.get(rules.dealer_rotation)
    if counted is not None and counted[own] < counted[other_side(own)]:
        return dealer
    return sizes(rules).right[dealer]


def _usual_effect(code: object) -> str:
    return BY_CODE[code].effect if isinstance(code, str) and code in BY_CODE else ""


def _with_hand(state: MatchState, hand: Hand, score: HandScore) -> MatchState:
    """Return the match with a hand, and with the game or the match that it ends."""
    own: Running = state.own
    rules: Rules = state.rules
    race = after_hand(own.race, hand, score, rules)
    codes: Any = score.details["codes"]
    state = replace(
        state,
        hands=state.hands + (hand.kind != CANCELLED),
        next_dealer=next_dealer(state.next_dealer, hand.kind, race, score, rules),
        own=replace(own, race=race),
    )
    state = _entered(state, score.sides, codes)
    won = None if hand.kind == CANCELLED else winner(race, score, rules)
    return _told(state if won is None else _game_over(state, won, TARGET))


def _adjusted(state: MatchState, entry: Entry) -> MatchState | tuple[Problem, ...]:
    """7.1: balls that were not shown in time are taken away."""
    side = entry.get("side")
    if entry.keys() != {"kind", "side", "code"} or side not in SIDES or entry["code"] != LATE_SCORECARD:
        return (_bad(entry),)
    if not BY_CODE[LATE_SCORECARD].exists(state.rules):
        return (Problem("infraction_not_penalised", "/code", {"code": LATE_SCORECARD}),)
    own: Running = state.own
    race = after_adjustment(own.race, str(side))
    taken = {each: race.balls[each] - own.race.balls[each] for each in SIDES}
    return _told(_entered(replace(state, own=replace(own, race=race)), taken, ()))


def _ended(state: MatchState, entry: Entry) -> MatchState | tuple[Problem, ...]:
    """7.4: the director ends the game, or the match."""
    reason, side = entry.get("reason"), entry.get("side")
    keys = {"kind", "reason"} if reason == TIME else {"kind", "reason", "side"}
    is_good = entry.keys() == keys and reason in (TIME, FORFEIT, FORFEIT_MATCH)
    if not is_good or (reason != TIME and side not in SIDES):
        return (_bad(entry),)
    leader = state.own.race.leader
    if reason == TIME and leader is None:
        return (Problem("time_end_on_equal_balls", "/reason"),)
    state = _entered(state, NO_BALLS, ())
    if reason == FORFEIT_MATCH:
        return _told(_match_forfeited(state, str(side)))
    return _told(_game_over(state, str(leader) if reason == TIME else other_side(str(side)), str(reason)))


def _bad(entry: Entry) -> Problem:
    return Problem("bad_entry", "", {"value": shown(entry["kind"])})


def _entered(state: MatchState, won: Balls, codes: Sequence[str]) -> MatchState:
    """Return the match with one more row: what an entry gave, and how the game stands after it."""
    own: Running = state.own
    row = {
        **{side: won[side] for side in SIDES},
        "codes": list(codes),
        "game": len(own.finished) + 1,
        "score": dict(own.race.balls),
        "target": own.race.target,
    }
    running = (*state.running, dict(own.race.balls))
    return replace(state, running=running, own=replace(own, rows=(*own.rows, row)))


def _game_over(state: MatchState, side: str, reason: str) -> MatchState:
    """7.6: the game goes to a side; the next one begins at 0-0, unless the match is won."""
    own: Running = state.own
    shown_as = recorded(own.race, side, reason)
    game = {"winner": side, "recorded": dict(shown_as), "reason": reason}
    games = {each: (state.games or NO_BALLS)[each] + (each == side) for each in SIDES}
    is_won = state.own_end and games[side] >= games_to_win(state.rules)
    race = Race.of(state.rules)._replace(target=own.race.target) if is_won else Race.of(state.rules)
    own = replace(
        own,
        race=race,
        finished=(*own.finished, game),
        recorded={each: own.recorded[each] + shown_as[each] for each in SIDES},
    )
    state = replace(state, games=games, next_dealer=None, own=own)
    return replace(state, finished=True, winner=side, reason=reason) if is_won else state


def _match_forfeited(state: MatchState, offender: str) -> MatchState:
    """7.4: the game in progress and every game that is still needed go to the other side."""
    innocent, target = other_side(offender), state.own.race.target
    missing = games_to_win(state.rules) - (state.games or NO_BALLS)[innocent]
    for _game in range(max(1, missing)):
        state = replace(_game_over(state, innocent, FORFEIT_MATCH), finished=False)
    own = replace(state.own, race=Race.of(state.rules)._replace(target=target))
    return replace(
        state, finished=True, winner=innocent, reason=FORFEIT_MATCH, forfeited_by=offender, own=own
    )


def games_to_win(rules: Rules) -> int:
    """7.6: return how many games win the match."""
    return rules.best_of // 2 + 1


def _ahead(state: MatchState) -> str:
    """Return who has won more games, then who has more balls in the whole match; else it is a draw."""
    for counted in (state.games or NO_BALLS, _totals(state)):
        a, b = (counted[side] for side in SIDES)
        if a != b:
            return SIDES[a < b]
    return DRAW


def _totals(state: MatchState) -> dict[str, int]:
    """7.6: the recorded balls of the games that ended, and those of the game in progress."""
    own: Running = state.own
    return {side: own.recorded[side] + own.race.balls[side] for side in SIDES}


def _told(state: MatchState) -> MatchState:
    """Return the match with what it knows about the next hand, and what it tells of itself."""
    own: Running = state.own
    return replace(
        state,
        totals=_totals(state),
        filled={"balls_before": dict(own.race.balls), "target": own.race.target},
        details={
            "target": own.race.target,
            "finished_games": list(own.finished),
            "rows": list(own.rows),
        },
    )
