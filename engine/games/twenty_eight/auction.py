"""Bids, and what follows from them up to the first trick's leader (rules sections 4.1 to 4.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.problems import Problem, shown
from engine.games.twenty_eight import polls
from engine.games.twenty_eight.cards import DENOMINATIONS, NO_TRUMP
from engine.games.twenty_eight.state import (
    AUCTION1,
    AUCTION2,
    NO_SUIT,
    TRUMP1,
    TRUMP2,
    State,
)
from engine.games.twenty_eight.summary import ALL_PASS

Event = Mapping[str, Any]

HONOUR_BID = 20
"""4.1: what a bid over the partner's needs where honours are asked for, of 28 points."""

OPEN_BID, IN_AUCTION = "open_bid", "in_auction"
FREE, FORCED_FIRST, FORCED_DEALER = "free", "forced_first", "forced_dealer"
FIRST_FORCED = "first_player_forced"


def bid(state: State, seat: int, event: Event) -> Problem | None:
    """4.1: a bid becomes the standing one and cancels a double."""
    amount: Any = event.get("amount")
    denom: Any = event.get("denom")
    is_forced = must_bid_minimum(state, seat)
    problem = why_no_bid(state, seat, amount, denom, is_forced=is_forced)
    if problem is not None:
        return problem
    if state.phase == AUCTION2:
        _take_back(state)
    state.bid, state.bidder, state.denom = amount, seat, denom
    state.raised, state.doubled, state.passes = True, 0, 0
    state.spoken |= 1 << seat
    if is_forced or (amount == state.total and state.rules.doubling != IN_AUCTION):
        _end(state)
    else:
        _go_on(state)
    return None


def pass_(state: State, seat: int, event: Event) -> Problem | None:
    """4.1: a pass, after which a seat may be out of the auction."""
    if state.rules.opening != FREE and not may_pass(state, seat):
        return Problem("pass_not_allowed", "/seat", {"seat": seat})
    state.passes += 1
    state.spoken |= 1 << seat
    if state.rules.pass_is_final:
        state.out |= 1 << seat
    _go_on(state)
    return None


def double(state: State, seat: int, event: Event) -> Problem | None:
    """4.1: the standing bid of another side is doubled."""
    if not may_double(state, seat):
        return Problem("double_not_allowed", "/seat", {"seat": seat})
    state.doubled, state.passes = 1, 0
    state.spoken |= 1 << seat
    _go_on(state)
    return None


def redouble(state: State, seat: int, event: Event) -> Problem | None:
    """4.1: the own side's bid, which was doubled, is redoubled; that ends the auction."""
    if not may_redouble(state, seat):
        return Problem("redouble_not_allowed", "/seat", {"seat": seat})
    state.doubled = 2
    _end(state)
    return None


def claim(state: State, seat: int, event: Event) -> Problem | None:
    """4.1: a hand without points annuls the deal."""
    if not may_claim(state, seat):
        return Problem("claim_not_allowed", "/seat", {"seat": seat})
    state.end(void="pointless_hand")
    return None


def trump(state: State, seat: int, event: Event) -> Problem | None:
    """4.2: the bidder lays the indicator face down, or shows it, or names the trump."""
    if state.rules.trump_mode == OPEN_BID:
        denom = event.get("denom")
        if denom not in DENOMINATIONS:
            return Problem("denom_missing", "/denom", {"seat": seat})
        state.denom = denom
        _name_trump(state)
    else:
        card = event.get("card")
        bit = state.table.pack.bits.get(card, 0) if isinstance(card, str) else 0
        if not state.hands[seat] & state.table.pack.cards.copies.get(bit, 0):
            return Problem("card_not_in_hand", "/card", {"seat": seat, "card": shown(card)})
        _lay_indicator(state, bit)
    if state.phase == TRUMP1:
        _deal_rest(state)
    else:
        polls.begin(state)
    return None


def why_no_bid(state: State, seat: int, amount: Any, denom: object, *, is_forced: bool) -> Problem | None:
    """Return the first reason against a bid, in the order of 5.6."""
    if type(amount) is not int:
        return Problem("bad_bid", "/amount", {"value": shown(amount)})
    if state.rules.trump_mode == OPEN_BID:
        if denom not in DENOMINATIONS:
            return Problem("denom_missing", "/denom", {"seat": seat})
    elif denom is not None:
        return Problem("denom_not_in_use", "/denom", {"value": shown(denom)})
    if amount > state.total:
        return Problem("bid_too_high", "/amount", {"value": shown(amount), "most": state.total})
    low = lowest_bid(state)
    if amount < low:
        return Problem("bid_too_low", "/amount", {"value": shown(amount), "least": low})
    if state.rules.partner_overbid != FREE and amount < (honours := _honour_bid(state, seat)):
        return Problem("partner_overbid_too_low", "/amount", {"value": amount, "least": honours})
    if is_forced and amount != low:
        return Problem("forced_bid_is_minimum", "/amount", {"value": amount, "least": low})
    return None


def lowest_bid(state: State) -> int:
    """Return the least that may be bid now."""
    rules = state.rules
    least = rules.min_bid if state.phase == AUCTION1 else rules.second_auction_min
    return least if least > state.bid else state.bid + 1


def possible_bids(state: State, seat: int) -> Iterator[int]:
    """Yield every amount that a seat may bid."""
    low = max(lowest_bid(state), _honour_bid(state, seat))
    yield from (low,) if must_bid_minimum(state, seat) else range(low, state.total + 1)


def must_bid_minimum(state: State, seat: int) -> bool:
    """4.1, `forced_dealer`: all others have passed, so the dealer bids the least there is."""
    return state.rules.opening == FORCED_DEALER and state.phase == AUCTION1 and _is_left_alone(state, seat)


def may_pass(state: State, seat: int) -> bool:
    """Tell whether a seat may pass: not where it is forced to open."""
    if state.phase != AUCTION1:
        return True
    if state.rules.opening == FORCED_FIRST and not state.spoken:
        return False
    return not must_bid_minimum(state, seat)


def may_double(state: State, seat: int) -> bool:
    """Tell whether there is a bid of another side that a seat may double."""
    is_on = state.rules.doubling == IN_AUCTION and state.raised and not state.doubled
    return is_on and not state.bids(seat)


def may_redouble(state: State, seat: int) -> bool:
    """Tell whether there is a doubled bid of the own side."""
    return state.rules.doubling == IN_AUCTION and state.doubled == 1 and state.bids(seat)


def may_claim(state: State, seat: int) -> bool:
    """Tell whether a seat may annul the deal at its first turn, its cards being worth nothing."""
    who = state.rules.pointless_redeal
    is_one = who == "any_player" or (who == "first_player" and seat == state.table.after[state.dealer])
    return is_one and not state.spoken >> seat & 1 and not state.hands[seat] & state.table.pack.worth


def _is_left_alone(state: State, seat: int) -> bool:
    """Tell whether the dealer is on turn, all others have spoken and nobody has bid."""
    return seat == state.dealer and not state.raised and state.passes == len(state.table.seats) - 1


def _honour_bid(state: State, seat: int) -> int:
    """Return what a bid over the own partner's standing bid needs; 0 over any other."""
    over_partner = state.bid and seat != state.bidder and state.bids(seat)
    is_asked = over_partner and state.rules.partner_overbid != FREE
    return HONOUR_BID * state.table.factor if is_asked else 0


def _go_on(state: State) -> None:
    """Pass the turn on; who is out passes again; so many passes one after the other end the auction."""
    table, seat = state.table, state.turn
    enough = len(table.seats) - state.raised
    while state.passes < enough:
        seat = table.after[seat]
        if not state.out >> seat & 1:
            state.turn = seat
            return
        state.passes += 1
    _end(state)


def _end(state: State) -> None:
    """4.1, 4.3: what the end of an auction leads to."""
    if state.phase == AUCTION2:
        if state.raised:
            state.phase, state.turn = TRUMP2, state.bidder
        else:
            polls.begin(state)
    elif state.raised:
        _fix_trump(state)
    elif state.rules.all_pass == FIRST_FORCED:
        state.bid, state.bidder = state.rules.min_bid, state.table.after[state.dealer]
        state.phase, state.turn = TRUMP1, state.bidder
    else:
        state.end(void=ALL_PASS)


def _fix_trump(state: State) -> None:
    """4.2: let the bidder fix the trump, unless his bid has named it."""
    if state.rules.trump_mode == OPEN_BID:
        _name_trump(state)
        _deal_rest(state)
    else:
        state.phase, state.turn = TRUMP1, state.bidder


def _name_trump(state: State) -> None:
    denom = state.denom or NO_TRUMP
    state.open(state.table.pack.cards.suits.get(denom, NO_SUIT))


def _lay_indicator(state: State, bit: int) -> None:
    suit = state.table.pack.cards.suit_of[bit]
    state.indicator = bit
    if state.rules.trump_mode == "open":
        state.open(suit)
    else:
        state.trump = suit
        state.hands[state.bidder] -= bit


def _take_back(state: State) -> None:
    """4.3: after a new bid the old indicator returns to its owner's hand."""
    if state.is_hidden:
        state.hands[state.bidder] += state.indicator
    state.indicator = 0
    state.close()


def _deal_rest(state: State) -> None:
    """4.2, 4.3: the second batch, and perhaps the second auction, which the first bidder begins."""
    state.hands = [held + more for held, more in zip(state.hands, state.seconds, strict=True)]
    if not state.rules.second_auction or state.bid == state.total:
        polls.begin(state)
        return
    state.phase, state.turn = AUCTION2, state.bidder
    state.raised, state.passes = False, 0
    state.out = state.spoken = 0
