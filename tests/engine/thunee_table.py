"""Rules sections 2 and 5 as they are written there, card by card: what the engine's masks must equal."""

from __future__ import annotations

from typing import Any

from engine.games.thunee.state import State

TRUMPS, PLAIN, ROYALS = "J9ATKQ87", "ATKQJ987", "QKTA9J87"
POINTS = {"A": 11, "T": 10, "K": 3, "Q": 2}


def ranks(state: State, suit: str) -> str:
    """The ranking within a suit, high to low."""
    if state.royals_agreed or state.kind.endswith("royals"):
        return ROYALS
    return TRUMPS if state.rules.scheme == "count304" or suit == state.trump else PLAIN


def beats(state: State, card: str, other: str) -> bool:
    """Whether a card wins against another that is winning the trick."""
    if card[1] == other[1]:
        order = ranks(state, card[1])
        return order.index(card[0]) < order.index(other[0])
    return card[1] == state.trump


def worth(state: State, card: str) -> int:
    """The points of a card."""
    if card[0] in "J9":
        counts = state.rules.scheme == "count304" or card[1] == state.trump
        return {"J": 30, "9": 20}[card[0]] if counts else 0
    return POINTS.get(card[0], 0)


def legal(state: State, view: dict[str, Any], first_batch: set[str]) -> tuple[str, set[str]]:
    """The row of section 5 that decides, and the cards that it lets the seat on turn play."""
    row, cards = _row(state, view, first_batch)
    if view["called"] in cards:
        return "L6", {view["called"]}
    return row, cards


def _row(state: State, view: dict[str, Any], first_batch: set[str]) -> tuple[str, set[str]]:
    hand = set(view["hands"][str(view["turn"])])
    if view["leads"]:
        blind = view["kind"].startswith("blind") and view["turn"] == view["caller"]
        done = sum(view["tricks"].values())
        early = done < len(first_batch)
        return ("L1 blind", hand & first_batch) if blind and early else ("L1", hand)
    led, trump = view["table"][0][1], state.trump
    own = {card for card in hand if card[1] == led}
    if own:
        return "L2", own
    if led == trump:
        return "L3", hand
    trumps = [card for card in view["table"] if card[1] == trump]
    if not trumps:
        return "L4", hand
    if state.rules.undertrump == "free" or all(card[1] == trump for card in hand):
        return "L5 free", hand
    best = trumps[0]
    for card in trumps[1:]:
        best = card if beats(state, card, best) else best
    return "L5", {card for card in hand if card[1] != trump or beats(state, card, best)}
