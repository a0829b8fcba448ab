"""The auction, by turns or free, and its end (rules sections 4.5 to 4.7).

Each function lets one event happen to a position, or returns the first reason why it is illegal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.problems import Problem, shown
from engine.games.thunee.conflicts import is_redealt
from engine.games.thunee.state import NO_RUNG, WINDOW_BLIND, State, side_of_highest
from engine.games.thunee.table import NOBODY, is_for_two, side_at

Event = Mapping[str, Any]


def open_rungs(state: State) -> tuple[int, ...]:
    """4.5: what may be called now, whoever calls."""
    above = state.ladder[state.rung + 1 :]
    return above if state.rules.jump_calls else above[:1]


def both_amount(state: State) -> int | None:
    """4.6: what a joint call must be; None above the top rung."""
    ladder = state.ladder
    if state.rung + 1 >= len(ladder):
        return None
    return ladder[min(state.rung + state.rules.both_call_steps, len(ladder) - 1)]


def may_call(state: State, seat: int) -> bool:
    """4.6: whether a seat is one of the callers of a free auction."""
    highest = side_of_highest(state)
    if highest:
        return side_at(seat) != highest
    return is_redealt(state.rules) or side_at(seat) == side_at(state.dealer)


def may_bid(state: State, seat: int) -> bool:
    """4.5: whether the seat on turn may go over the highest call."""
    return state.rules.overbid_partner or side_of_highest(state) != side_at(seat)


def call(state: State, event: Event) -> Problem | None:
    """A call of the seat on turn, or of a caller."""
    seat = event["seat"]
    if state.rules.auction_mode == "free":
        problem = None if may_call(state, seat) else Problem("own_team_is_highest", "/seat", {"seat": seat})
    else:
        problem = _not_on_turn(state, seat)
        if problem is None and not may_bid(state, seat):
            problem = Problem("partner_is_highest", "/seat", {"seat": seat})
    problem = problem or _bad_amount(state, event.get("amount"))
    if problem is None:
        _raise_to(state, event["amount"], seat)
    return problem


def call_both(state: State, event: Event) -> Problem | None:
    """A joint call of partners who speak at once."""
    seat, amount = event["seat"], both_amount(state)
    if state.rules.auction_mode == "turns":
        return Problem("no_double_call_in_turns")
    if is_for_two(state.rules):
        return Problem("no_partner", "/seat", {"seat": seat})
    if not may_call(state, seat):
        return Problem("own_team_is_highest", "/seat", {"seat": seat})
    if amount is None:
        return Problem("bid_too_high", "/amount", {"max": state.ladder[-1]})
    if type(event.get("amount")) is not int or event["amount"] != amount:
        return Problem("both_call_amount", "/amount", {"amount": amount})
    _raise_to(state, amount, seat)
    return None


def pass_by(state: State, event: Event) -> Problem | None:
    """A pass, which is final."""
    seat = event["seat"]
    if state.rules.auction_mode == "free":
        return Problem("no_pass_in_free_auction", "/e", {"seat": seat})
    problem = _not_on_turn(state, seat)
    if problem is None:
        state.passed |= {seat}
        _next_turn(state)
    return problem


def close(state: State, event: Event) -> Problem | None:
    """The dealer ends a free auction."""
    if state.rules.auction_mode == "turns":
        return Problem("auction_not_finished")
    if event["seat"] != state.dealer:
        return Problem("not_dealer", "/seat", {"dealer": state.dealer})
    _finish(state)
    return None


def _not_on_turn(state: State, seat: int) -> Problem | None:
    if seat in state.passed:
        return Problem("already_passed", "/seat", {"seat": seat})
    if seat != state.turn:
        return Problem("not_your_turn", "/seat", {"seat": state.turn})
    return None


def _bad_amount(state: State, amount: object) -> Problem | None:
    """Return what is wrong with the amount of a call, in the order of 4.16."""
    ladder, allowed = state.ladder, open_rungs(state)
    if type(amount) is not int:
        return Problem("bid_not_on_ladder", "/amount", {"amount": shown(amount)})
    if amount in allowed:
        return None
    if amount < ladder[0]:
        return Problem("bid_too_low", "/amount", {"min": ladder[0]})
    if amount > ladder[-1]:
        return Problem("bid_too_high", "/amount", {"max": ladder[-1]})
    if amount not in ladder:
        return Problem("bid_not_on_ladder", "/amount", {"amount": shown(amount)})
    if ladder.index(amount) <= state.rung:
        return Problem("bid_not_higher", "/amount", {"current": state.call})
    return Problem("bid_skips_a_step", "/amount", {"next": allowed[0]})


def _raise_to(state: State, amount: int, seat: int) -> None:
    """Let a seat hold the highest call; by turns the auction may be over with it."""
    state.rung, state.bidder = state.ladder.index(amount), seat
    if state.rules.auction_mode == "turns":
        _next_turn(state)


def _next_turn(state: State) -> None:
    """4.5: close the auction, or give the turn to the next seat that has not passed."""
    left = state.size.players - len(state.passed)
    is_top = state.rung == len(state.ladder) - 1
    if not left or is_top or (left == 1 and state.rung != NO_RUNG and state.bidder not in state.passed):
        _finish(state)
        return
    seat = state.size.right[state.turn]
    while seat in state.passed:
        seat = state.size.right[seat]
    state.turn = seat


def _finish(state: State) -> None:
    """4.7: who makes trumps; without a call the hand may be over."""
    if not state.bidder and is_redealt(state.rules):
        state.cancel("all_passed")
        return
    state.maker = state.bidder or state.default_trumper
    state.turn = NOBODY
    state.phase = WINDOW_BLIND
