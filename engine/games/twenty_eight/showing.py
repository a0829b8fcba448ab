"""A hand as it is shown: signs of the suits, sentences of the events, articles of the faults."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.core.showing import UNKNOWN_EVENT, Mark, Said, Showing, View
from engine.core.text import gettext_noop
from engine.games.twenty_eight.articles import ARTICLES
from engine.games.twenty_eight.cards import DECK, NO_TRUMP, SUITS
from engine.games.twenty_eight.rules import Rules
from engine.games.twenty_eight.state import DONE, DOUBLE_POLL, PREPLAY, REDOUBLE_POLL
from engine.games.twenty_eight.summary import DOUBLE_LABELS, VOID_REASONS

SIGNS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SUIT_NAMES = {suit.letter: suit.name for suit in SUITS} | {NO_TRUMP: gettext_noop("no trump")}

LEAD, TRUMP_LEAD = gettext_noop("lead"), gettext_noop("trump lead")
FOLLOWS, BEATS = gettext_noop("follows suit"), gettext_noop("beats it")
RUFFS, DISCARDS = gettext_noop("ruffs"), gettext_noop("discards")
UNDERTRUMPS = gettext_noop("plays a lower trump")
FACE_DOWN, FACE_UP = gettext_noop("face down"), gettext_noop("trump card")

PLAIN = {
    "pass": gettext_noop("{seat} passes"),
    "double": gettext_noop("{seat} doubles"),
    "redouble": gettext_noop("{seat} redoubles"),
    "solo": gettext_noop("{seat} plays alone"),
    "claim_redeal": gettext_noop("{seat} asks for a new deal"),
    "ask": gettext_noop("{seat} has the trump turned"),
    "reveal": gettext_noop("{seat} turns the trump"),
    "pair": gettext_noop("{seat} declares King and Queen of trumps"),
    "concede": gettext_noop("{seat} gives up the hand"),
}
"""Events that say nothing but who and what."""

DECLINES = {
    PREPLAY: gettext_noop("{seat} has nothing to say before play"),
    DOUBLE_POLL: gettext_noop("{seat} does not double"),
    REDOUBLE_POLL: gettext_noop("{seat} does not redouble"),
}
"""A pass by what was asked, where that is no bid."""

DECLINED = {
    PREPLAY: gettext_noop("nothing to say"),
    DOUBLE_POLL: gettext_noop("no double"),
    REDOUBLE_POLL: gettext_noop("no redouble"),
}

MAY = {
    "pass": gettext_noop("pass"),
    "bid": gettext_noop("bid"),
    "double": gettext_noop("double"),
    "redouble": gettext_noop("redouble"),
    "solo": gettext_noop("play alone"),
    "claim_redeal": gettext_noop("ask for a new deal"),
    "ask": gettext_noop("have the trump turned"),
    "reveal": gettext_noop("turn the trump"),
    "pair": gettext_noop("declare the pair"),
    "concede": gettext_noop("give up"),
}


def said(before: View, event: object, after: View | None) -> Said:
    """Return an event in words; total over any JSON value where `after` is None (it was refused)."""
    name = event.get("e") if isinstance(event, dict) else None
    if not isinstance(event, dict) or not isinstance(name, str) or name not in (*PLAIN, *_SPOKEN):
        return Said(text=UNKNOWN_EVENT)
    if name in PLAIN:
        more = () if after is None else _what_follows(name, after)
        text = DECLINES.get(before["phase"], PLAIN[name]) if name == "pass" else PLAIN[name]
        return Said(text=text, seats={"seat": event.get("seat")}, more=more)
    return _SPOKEN[name](event, after)


def kind(after: View) -> str:
    """Return what the card that was laid last is (a message id)."""
    if not after["table"]:
        return FACE_DOWN if after["hidden"] else FACE_UP
    table, trump = after["table"], after["trump"] if after["revealed"] else None
    first, last = table[0][1], table[-1][1]
    wins = len(table) == 1 or (after["winning"] == after["laid_by"])
    if len(table) == 1:
        return TRUMP_LEAD if last == trump else LEAD
    if last == first:
        return BEATS if wins else FOLLOWS
    if last != trump:
        return DISCARDS
    return RUFFS if wins else UNDERTRUMPS


def clears(before: View, event: Mapping[str, Any]) -> bool:
    """Tell whether the table is taken away: by the lead to a trick, and by a new trump card."""
    return event["e"] == "trump" or (event["e"] == "play" and bool(before["leads"]))


def facts(view: View) -> tuple[Mark, ...]:
    """Return what is told of the table: the contract, the trump, a solo, the end."""
    told = []
    if view["bidder"] and view["bid"]:
        told.append(Mark("contract", _contract(view)))
    if view["solo"]:
        told.append(Mark("solo", Said(text=gettext_noop("Solo without trumps"))))
    elif view["revealed"]:
        suit = SUIT_NAMES[view["trump"] or NO_TRUMP]
        told.append(Mark("trump", Said(text=gettext_noop("Trump: {suit}"), texts={"suit": suit})))
    elif view["hidden"]:
        told.append(Mark("trump", _face_down(view)))
    if view["phase"] == DONE:
        told.append(Mark("phase", _end(view)))
    return tuple(told)


def marks(view: View, seat: int) -> tuple[Mark, ...]:
    """Return what is told of a seat: that it dealt, bid, declared the pair; its tricks."""
    told = []
    if seat == view["dealer"]:
        told.append(Mark("dealer", Said(text=gettext_noop("deals"))))
    if seat == view["bidder"]:
        told.append(Mark("bidder", Said(text=gettext_noop("bidder"))))
    if seat == view["pair"]:
        told.append(Mark("pair", Said(text=gettext_noop("pair declared"))))
    if seat in view["sitting"]:
        told.append(Mark("sits_out", Said(text=gettext_noop("sits out"))))
    tricks = view["tricks"][str(seat)]
    if tricks:
        told.append(Mark("tricks", Said(text=gettext_noop("Tricks: {n}"), values={"n": tricks})))
    return tuple(told)


def clockwise(rules: Rules) -> bool:
    """Tell which way play goes round the table: counter-clockwise, always."""
    return False


def _bid(event: Mapping[str, Any], after: View | None) -> Said:
    seats, values = {"seat": event.get("seat")}, {"amount": event.get("amount")}
    denom = event.get("denom")
    if not isinstance(denom, str) or denom not in SUIT_NAMES:
        return Said(text=gettext_noop("{seat} bids {amount}"), seats=seats, values=values)
    text = gettext_noop("{seat} bids {amount}: {suit}")
    return Said(text=text, seats=seats, values=values, texts={"suit": SUIT_NAMES[denom]})


def _trump(event: Mapping[str, Any], after: View | None) -> Said:
    """The indicator: what it is only where that may be known."""
    seats = {"seat": event.get("seat")}
    denom = event.get("denom")
    if isinstance(denom, str) and denom in SUIT_NAMES:
        text = gettext_noop("{seat} names the trump: {suit}")
        return Said(text=text, seats=seats, texts={"suit": SUIT_NAMES[denom]})
    cards = {"card": event.get("card")}
    if after is None:
        return Said(text=gettext_noop("{seat} fixes the trump with {card}"), seats=seats, cards=cards)
    if not after["hidden"]:
        return Said(text=gettext_noop("{seat} shows the trump: {card}"), seats=seats, cards=cards)
    if after["indicator"] is None:
        return Said(text=gettext_noop("{seat} lays a card face down"), seats=seats)
    return Said(text=gettext_noop("{seat} lays {card} face down"), seats=seats, cards=cards)


def _play(event: Mapping[str, Any], after: View | None) -> Said:
    seats, cards = {"seat": event.get("seat")}, {"card": event.get("card")}
    if after is None:
        return Said(text=gettext_noop("{seat} plays {card}"), seats=seats, cards=cards)
    more: tuple[Said, ...] = ()
    if after["full"]:
        won = gettext_noop("{winner} wins the trick")
        more = (Said(text=won, seats={"winner": after["winning"]}),)
    text = gettext_noop("{seat} plays {card} ({kind})")
    return Said(text=text, seats=seats, cards=cards, texts={"kind": kind(after)}, more=more)


_SPOKEN: Mapping[str, Callable[[Mapping[str, Any], View | None], Said]] = {
    "bid": _bid,
    "trump": _trump,
    "play": _play,
}


def _what_follows(name: str, after: View) -> tuple[Said, ...]:
    """Return what is seen by an event that lays no card: the trump that was turned."""
    if name not in ("ask", "reveal") or after["indicator"] is None:
        return ()
    text = gettext_noop("it is {card}")
    return (Said(text=text, cards={"card": after["indicator"]}),)


def _contract(view: View) -> Said:
    seats, values = {"seat": view["bidder"]}, {"bid": view["bid"]}
    if view["doubled"] == "none":
        return Said(text=gettext_noop("Bid: {bid}, {seat}"), seats=seats, values=values)
    texts = {"doubled": DOUBLE_LABELS[view["doubled"]]}
    return Said(text=gettext_noop("Bid: {bid}, {seat}, {doubled}"), seats=seats, values=values, texts=texts)


def _face_down(view: View) -> Said:
    if view["indicator"] is None:
        return Said(text=gettext_noop("The trump lies face down"))
    return Said(text=gettext_noop("Face down: {card}"), cards={"card": view["indicator"]})


def _end(view: View) -> Said:
    if view["void"]:
        texts = {"reason": VOID_REASONS[view["void"]]}
        return Said(text=gettext_noop("The deal does not count: {reason}"), texts=texts)
    return Said(text=gettext_noop("The hand is over"))


SHOWING = Showing(
    deck=DECK,
    names={},
    corners={},
    signs=SIGNS,
    said=said,
    kind=kind,
    clears=clears,
    facts=facts,
    marks=marks,
    may=MAY,
    passing="pass",
    declined=DECLINED,
    unmarked=frozenset(),
    clockwise=clockwise,
    articles=ARTICLES,
)
