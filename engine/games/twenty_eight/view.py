"""A position as a seat sees it, and everything that may be done in it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.core.problems import RulesError
from engine.games.twenty_eight import auction, polls
from engine.games.twenty_eight.cards import DENOMINATIONS
from engine.games.twenty_eight.legality import (
    legal_cards,
    may_concede,
    may_declare,
    why_not_ask,
    why_not_reveal,
)
from engine.games.twenty_eight.state import (
    AUCTION1,
    AUCTION2,
    DOUBLE_POLL,
    PLAY,
    PREPLAY,
    REDOUBLE_POLL,
    State,
    points,
    tricks,
)
from engine.games.twenty_eight.summary import DOUBLES

Event = dict[str, Any]

PASSES, LOW_BIDS, WORDS = 0.55, 0.8, 0.6
"""How often a random seat passes where it may, bids little, and says something before it plays."""

RARE = {"concede": 0.003, "claim_redeal": 0.2, "solo": 0.1}
"""How often what would end most random hands early is thought of at all."""


def to_act(state: State) -> tuple[int, ...]:
    """Return the seat that the hand waits for; nobody once it is over."""
    return (state.turn,) if state.turn else ()


def legal_actions(state: State) -> Iterator[Event]:
    """Yield everything that the seat on turn may do, as events."""
    if not state.turn:
        return
    for event in _ACTIONS.get(state.phase, _trumps)(state, state.turn):
        yield {"e": event.pop("e"), "seat": state.turn, **event}


def random_event(state: State, source: Random) -> Event:
    """Return a legal event drawn from `source`; RulesError when the hand is over.

    Hands would hardly be played if all events were as likely: bids are mostly low, and nobody gives up often.
    """
    if state.is_over:
        raise RulesError("a hand that is over has no legal event")
    found: dict[str, list[Event]] = {}
    for event in legal_actions(state):
        found.setdefault(event["e"], []).append(event)
    for name, share in RARE.items():
        if name in found and len(found) > 1 and source.random() > share:
            del found[name]
    if "pass" in found and source.random() < PASSES:
        return found["pass"][0]
    others = sorted(found.keys() - {"pass", "play"}) or sorted(found)
    if "play" in found and source.random() > WORDS:
        others = ["play"]
    events = found[source.choice(others)]
    if events[0]["e"] == "bid" and source.random() < LOW_BIDS:
        least = events[0]["amount"]
        events = [event for event in events if event["amount"] <= least + 2]
    return source.choice(events)


def view_for(state: State, viewer: int | None) -> dict[str, Any]:
    """Return what a seat sees; None sees all cards. Cards of others are counted, the table is open.

    A face-down trump is known to nobody but its owner.
    """
    cards, seats = state.table.pack.cards, state.table.seats
    may_know = not state.is_hidden or viewer in (None, state.bidder)
    return {
        "phase": state.phase,
        "to_act": list(to_act(state)),
        "turn": state.turn or None,
        "dealer": state.dealer,
        "bid": state.bid or None,
        "bidder": state.bidder or None,
        "denom": state.denom,
        "doubled": DOUBLES[state.doubled],
        "out": [seat for seat in seats if state.out >> seat & 1],
        "hidden": state.is_hidden,
        "indicator": cards.codes_of[state.indicator] if state.indicator and may_know else None,
        "trump": _letter(state, state.trump) if may_know else None,
        "revealed": state.revealed,
        "solo": state.solo or None,
        "sitting": list(state.table.partners[state.solo]) if state.solo else [],
        "pair": state.pair or None,
        "hands": {str(seat): cards.codes(state.hands[seat]) for seat in seats if viewer in (None, seat)},
        "held": {str(seat): _count(state, seat) for seat in seats},
        "leads": state.phase == PLAY and not state.led,
        "first": state.first or None,
        "led": _letter(state, state.led),
        "table": [cards.codes_of[bit] for bit in state.laid],
        "full": len(state.laid) == state.size,
        "laid_by": _laid_by(state),
        "winning": state.owner or None,
        "taken": {str(seat): points(state.won[seat]) for seat in seats},
        "tricks": {str(seat): tricks(state.won[seat]) for seat in seats},
        "void": state.void or None,
        "conceded_by": state.conceded_by or None,
    }


def _letter(state: State, suit: int) -> str | None:
    for letter, mask in state.table.pack.cards.suits.items():
        if mask == suit:
            return letter
    return None


def _laid_by(state: State) -> int | None:
    """Return the seat of the card that was laid last."""
    seat = state.first
    for _ in state.laid[1:]:
        seat = state.after[seat]
    return seat or None


def _count(state: State, seat: int) -> int:
    return len(state.table.pack.cards.codes(state.hands[seat]))


def _bidding(state: State, seat: int) -> Iterator[Event]:
    if auction.may_pass(state, seat):
        yield {"e": "pass"}
    denoms = DENOMINATIONS if state.rules.trump_mode == auction.OPEN_BID else (None,)
    for amount in auction.possible_bids(state, seat):
        for denom in denoms:
            yield {"e": "bid", "amount": amount, **({} if denom is None else {"denom": denom})}
    if state.phase == AUCTION2:
        return
    if auction.may_double(state, seat):
        yield {"e": "double"}
    if auction.may_redouble(state, seat):
        yield {"e": "redouble"}
    if auction.may_claim(state, seat):
        yield {"e": "claim_redeal"}


def _trumps(state: State, seat: int) -> Iterator[Event]:
    if state.rules.trump_mode == auction.OPEN_BID:
        yield from ({"e": "trump", "denom": denom} for denom in DENOMINATIONS)
    else:
        yield from ({"e": "trump", "card": card} for card in _codes(state, state.hands[seat]))


def _before_play(state: State, seat: int) -> Iterator[Event]:
    yield {"e": "pass"}
    if state.rules.solo:
        yield {"e": "solo"}
    if polls.may_claim(state, seat):
        yield {"e": "claim_redeal"}


def _doubling(state: State, seat: int) -> Iterator[Event]:
    yield {"e": "pass"}
    yield {"e": state.phase}


def _playing(state: State, seat: int) -> Iterator[Event]:
    if not state.must_reveal:
        yield from ({"e": "play", "card": card} for card in _codes(state, legal_cards(state)))
    if why_not_ask(state, seat) is None:
        yield {"e": "ask"}
    if why_not_reveal(state, seat) is None:
        yield {"e": "reveal"}
    if may_declare(state, seat):
        yield {"e": "pair"}
    if may_concede(state):
        yield {"e": "concede"}


def _codes(state: State, mask: int) -> list[str]:
    """Return the codes of a mask, copies of a card once."""
    return list(dict.fromkeys(state.table.pack.cards.codes(mask)))


_ACTIONS = {
    AUCTION1: _bidding,
    AUCTION2: _bidding,
    PREPLAY: _before_play,
    DOUBLE_POLL: _doubling,
    REDOUBLE_POLL: _doubling,
    PLAY: _playing,
}
