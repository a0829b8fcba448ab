"""Hands of Twenty-Eight in a short hand: `"2 b16"` bids, `"3 p"` passes, `"1 t7C"` lays a card, `"4 JH"` plays.

Other words are the names of events: `"2 ask"`, `"1 reveal"`, `"3 double"`, `"1 pair"`. A bid may name its trump:
`"2 b30S"`.
"""

from __future__ import annotations

from typing import Any

from engine.core.play import Opening
from engine.core.problems import Problem
from engine.games.twenty_eight.state import State
from tests.engine.twenty_eight import PLAY

LOW, HIGH = "KQ87", "J9AT"
SUITS = {
    str(seat): {"first": [rank + suit for rank in LOW], "second": [rank + suit for rank in HIGH]}
    for seat, suit in enumerate("SHDC", 1)
}
"""Each player holds a whole suit, and gets what is worth nothing first."""

SHORT = {
    "1": {"first": ["JS", "9S", "KS", "QS"], "second": ["AH", "TH", "KH", "QH"]},
    "2": {"first": ["JH", "9H", "JD", "9D"], "second": ["AS", "TS", "AD", "TD"]},
    "3": {"first": ["JC", "9C", "AC", "TC"], "second": ["KD", "QD", "KC", "QC"]},
}
"""A deal for three players."""


def event(told: str) -> dict[str, Any]:
    """The event of some short hand."""
    seat, _, word = told.partition(" ")
    if word[0] == "b" and word[1].isdigit():
        amount = word[1:].rstrip("SHDCN")
        denom = word[1 + len(amount) :]
        return {"e": "bid", "seat": int(seat), "amount": int(amount), **({"denom": denom} if denom else {})}
    if word == "p":
        return {"e": "pass", "seat": int(seat)}
    if word[0] == "t" and len(word) < 4:
        what = "card" if len(word) == 3 else "denom"
        return {"e": "trump", "seat": int(seat), what: word[1:]}
    if len(word) == 2:
        return {"e": "play", "seat": int(seat), "card": word}
    return {"e": word, "seat": int(seat)}


def opened(hands: dict[str, Any], dealer: int, **options: Any) -> State:
    """The position after a deal."""
    if options.get("first_batch") == 8 or (
        options.get("variant") == "56" and options.get("profile") == "club"
    ):
        hands = {
            seat: {"first": [*both["first"], *both["second"]], "second": []} for seat, both in hands.items()
        }
    opening = PLAY.read({"dealer": dealer, "hands": hands, "events": []}, options)
    assert isinstance(opening, Opening), opening
    state: State = opening.state
    return state


def after(state: State, *told: str) -> State:
    """The position after these events, one string for as many as there are commas."""
    for one in ", ".join(told).split(", "):
        following = PLAY.apply(state, event(one))
        assert isinstance(following, State), (one, following)
        state = following
    return state


def refusal(state: State, told: str) -> str:
    """The code with which an event is refused."""
    outcome = PLAY.apply(state, event(told))
    assert isinstance(outcome, Problem), told
    return outcome.code


def may(state: State) -> set[str]:
    """The kinds of events that are legal now."""
    return {action["e"] for action in PLAY.legal_actions(state)}


def cards(state: State) -> set[str]:
    """The cards that may be played, or laid as the trump, now."""
    return {action["card"] for action in PLAY.legal_actions(state) if "card" in action}


JACKS = {
    "1": {"first": ["JS", "JH", "JD", "JC"], "second": ["9S", "9H", "9D", "9C"]},
    "2": {"first": ["AS", "AH", "AD", "AC"], "second": ["TS", "TH", "TD", "TC"]},
    "3": {"first": ["KS", "KH", "KD", "KC"], "second": ["QS", "QH", "QD", "QC"]},
    "4": {"first": ["8S", "8H", "8D", "8C"], "second": ["7S", "7H", "7D", "7C"]},
}
"""Each player holds one rank or two of every suit; seat 1 has all the Jacks."""

SIX = {
    str(seat): {"first": [rank + suit for rank in "J9AT" for suit in pair], "second": []}
    for seat, pair in enumerate(("SH", "SH", "DC", "DC", "XX", "XX"), 1)
}
SIX["5"]["first"] = [rank + suit for rank in "KQ" for suit in "SHDC"]
SIX["6"]["first"] = [*SIX["5"]["first"]]
"""Six players with two packs: pairs of opponents hold the same cards."""


def four(dealer: int = 4, hands: Any = SUITS, **options: Any) -> State:
    """A deal for four players."""
    return opened(hands, dealer, **options)


def summary(state: State) -> dict[str, Any]:
    """What would be typed about a hand that is over."""
    return PLAY.summary(state)


def six(**options: Any) -> State:
    """A deal for six players under the rules of a club."""
    return opened(SIX, 6, profile="club", variant="56", **options)
