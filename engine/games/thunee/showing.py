"""A hand of Thunee as it is shown: sentences of the events, and what is told of the table and the seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.core.showing import UNKNOWN_EVENT, Mark, Said, Showing, View
from engine.core.text import gettext_noop
from engine.games.thunee.articles import ARTICLES
from engine.games.thunee.cards import DECKS, SUITS
from engine.games.thunee.infractions import BY_CODE
from engine.games.thunee.rules import Rules
from engine.games.thunee.state import AGREE, CALLED, OVER, WEAK, WINDOW_BLIND, WINDOW_THUNEE
from engine.games.thunee.summary import FINAL_LABELS, KIND_LABELS, REASON_LABELS, RESULT_LABELS
from engine.games.thunee.table import NORMAL

SIGNS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
SUIT_NAMES = {suit.letter: suit.name for suit in SUITS}

LEAD, TRUMP_LEAD = gettext_noop("lead"), gettext_noop("trump lead")
FOLLOWS, BEATS = gettext_noop("follows suit"), gettext_noop("beats it")
CUTS, DISCARDS = gettext_noop("cuts"), gettext_noop("discards")
UNDERTRUMPS = gettext_noop("plays a lower trump")

WINDOW_TEXTS = {
    AGREE: gettext_noop("Royals may be agreed"),
    WEAK: gettext_noop("A weak hand may be thrown in"),
    WINDOW_BLIND: gettext_noop("Before the last cards"),
    WINDOW_THUNEE: gettext_noop("Before the first lead"),
    CALLED: gettext_noop("A card may be called"),
    OVER: gettext_noop("The hand is over"),
}
Event = Mapping[str, Any]
Tell = Callable[[Event], Said]


def said(before: View, event: object, after: View | None) -> Said:
    """Return an event in words; total over any JSON value where `after` is None (it was refused)."""
    name = event.get("e") if isinstance(event, dict) else None
    if not isinstance(event, dict) or not isinstance(name, str) or name not in _SENTENCES:
        return Said(text=UNKNOWN_EVENT)
    told = _SENTENCES[name](event)
    if after is None:
        return told
    if name == "play" and after["table"]:
        text = gettext_noop("{seat} plays {card} ({kind})")
        seats, cards = {"seat": event["seat"]}, {"card": event["card"]}
        told = Said(text=text, seats=seats, cards=cards, texts={"kind": kind(after)}, more=_won(after))
    return _with_end(told, after)


def kind(after: View) -> str:
    """Return what the card that was laid last did (a message id)."""
    table, trump, seats = after["table"], after["trump"], len(after["held"])
    if len(table) < 2:
        return TRUMP_LEAD if table and table[0][1] == trump else LEAD
    first, last = table[0][1], table[-1][1]
    is_best = after["winning"] == (after["first"] + len(table) - 2) % seats + 1
    if last == first:
        return BEATS if is_best else FOLLOWS
    if last != trump:
        return DISCARDS
    return CUTS if is_best else UNDERTRUMPS


def clears(before: View, event: Event) -> bool:
    """Tell whether the cards on the table are taken away: by the lead to the next trick."""
    return bool(before["leads"]) and event["e"] == "play"


def facts(view: View) -> tuple[Mark, ...]:
    """Return what is told of the table: trumps, the call, Royals, a called card, where the hand is."""
    told = []
    if view["trump"]:
        told.append(_fact("trump", gettext_noop("Trump: {suit}"), texts={"suit": SUIT_NAMES[view["trump"]]}))
    elif view["trump_hidden"]:
        told.append(_fact("trump", gettext_noop("The trump suit lies face down")))
    if view["kind"] != NORMAL:
        text = gettext_noop("{seat} has called {call}")
        texts = {"call": KIND_LABELS[view["kind"]]}
        told.append(_fact("call", text, seats={"seat": view["caller"]}, texts=texts))
    elif view["call"]:
        text = gettext_noop("Highest call: {call}, by {seat}")
        told.append(_fact("call", text, seats={"seat": view["bidder"]}, values={"call": view["call"]}))
    if view["royals"]:
        told.append(_fact("royals", gettext_noop("In Royals: Q K 10 A 9 J")))
    if view["called"]:
        text = gettext_noop("Called card: {card}")
        told.append(_fact("called", text, cards={"card": view["called"]}))
    if view["doubled"]:
        told.append(_fact("doubled", gettext_noop("Double Thunee: the hand counts twice")))
    if view["phase"] in WINDOW_TEXTS:
        told.append(_fact("phase", WINDOW_TEXTS[view["phase"]]))
    return tuple(told)


def marks(view: View, seat: int) -> tuple[Mark, ...]:
    """Return what is told of a seat: that it deals or makes trumps, its calls and its tricks."""
    told = []
    if seat == view["dealer"]:
        told.append(Mark("dealer", Said(text=gettext_noop("deals"))))
    if seat == view["maker"] and view["kind"] == NORMAL:
        told.append(Mark("maker", Said(text=gettext_noop("makes trumps"))))
    for each in view["jodhi"]:
        if each["seat"] == seat:
            text = gettext_noop("Jodhi {value}")
            told.append(Mark("call", Said(text=text, values={"value": each["value"]})))
    if view["final"] and view["final"]["seat"] == seat:
        told.append(Mark("call", Said(text=FINAL_LABELS[view["final"]["call"]])))
    tricks = view["tricks"][str(seat)]
    if tricks:
        told.append(Mark("tricks", Said(text=gettext_noop("Tricks: {n}"), values={"n": tricks})))
    return tuple(told)


def clockwise(rules: Rules) -> bool:
    """Tell which way play goes round the table: counter-clockwise, always."""
    return False


def _fact(tone: str, text: str, **places: Any) -> Mark:
    return Mark(tone, Said(text=text, **places))


def _won(after: View) -> tuple[Said, ...]:
    """Return who has won the trick, if it is complete."""
    if len(after["table"]) < len(after["held"]):
        return ()
    return (Said(text=gettext_noop("{winner} wins the trick"), seats={"winner": after["winning"]}),)


def _with_end(told: Said, after: View) -> Said:
    """Return a sentence with how the hand ended, where it did so before its last card."""
    if after["reason"]:
        text, texts = (
            gettext_noop("the hand does not count: {reason}"),
            {"reason": REASON_LABELS[after["reason"]]},
        )
    elif after["result"]:
        text = gettext_noop("{call}: {result}")
        texts = {"call": KIND_LABELS[after["kind"]], "result": RESULT_LABELS[after["result"]]}
    else:
        return told
    more = (*told.more, Said(text=text, texts=texts))
    return Said(
        text=told.text, seats=told.seats, cards=told.cards, texts=told.texts, values=told.values, more=more
    )


def _simply(text: str, *values: str) -> Tell:
    """Return how an event is told of which a sentence says everything."""
    return lambda event: Said(
        text=text,
        seats={"seat": event.get("seat")},
        cards={"card": event.get("card")},
        values={name: event.get(name) for name in values},
    )


def _cut(event: Event) -> Said:
    seats = {"seat": event.get("seat")}
    if "declined" in event:
        return Said(text=gettext_noop("{seat} does not cut"), seats=seats)
    return Said(text=gettext_noop("{seat} cuts at {at}"), seats=seats, values={"at": event.get("at")})


def _deals(event: Event) -> Said:
    seats = {"seat": event.get("seat")}
    return Said(
        text=gettext_noop("{seat} deals batch {batch}"), seats=seats, values={"batch": event.get("batch")}
    )


def _names_trump(event: Event) -> Said:
    seats = {"seat": event.get("seat")}
    if "last_card" in event:
        return Said(text=gettext_noop("{seat} leaves trumps to the last card"), seats=seats)
    return _with_word(gettext_noop("{seat} makes trumps: {word}"), SUIT_NAMES, event, "suit")


def _specially(event: Event) -> Said:
    return _with_word(gettext_noop("{seat} calls {word}"), {**KIND_LABELS, **FINAL_LABELS}, event, "call")


def _jodhi(event: Event) -> Said:
    text = gettext_noop("{seat} calls Jodhi in {word}")
    if event.get("jack") is True:
        text = gettext_noop("{seat} calls Jodhi with the Jack in {word}")
    return _with_word(text, SUIT_NAMES, event, "suit")


def _offends(event: Event) -> Said:
    titles = {code: infraction.title for code, infraction in BY_CODE.items()}
    if "side" in event:
        told = _with_word(gettext_noop("Four-ball against side {side}: {word}"), titles, event, "code")
        return Said(text=told.text, texts=told.texts, values={**told.values, "side": event["side"]})
    return _with_word(gettext_noop("Four-ball against {seat}: {word}"), titles, event, "code")


def _with_word(text: str, words: Mapping[str, str], event: Event, name: str) -> Said:
    """Return a sentence with the word for a value, or with the value where there is no word for it."""
    value, seats = event.get(name), {"seat": event.get("seat")}
    if isinstance(value, str) and value in words:
        return Said(text=text, seats=seats, texts={"word": words[value]})
    return Said(text=text, seats=seats, values={"word": value})


_SENTENCES: Mapping[str, Tell] = {
    "cut": _cut,
    "royals_agreed": _simply(gettext_noop("Royals are agreed")),
    "deal": _deals,
    "weak_redeal": _simply(gettext_noop("{seat} throws in a weak hand")),
    "call": _simply(gettext_noop("{seat} calls {amount}"), "amount"),
    "pass": _simply(gettext_noop("{seat} passes")),
    "call_both": _simply(gettext_noop("{seat} calls {amount} jointly"), "amount"),
    "close": _simply(gettext_noop("{seat} closes the auction")),
    "special": _specially,
    "trump": _names_trump,
    "partner_card": _simply(gettext_noop("{seat} calls a card: {card}")),
    "play": _simply(gettext_noop("{seat} plays {card}")),
    "jodhi": _jodhi,
    "double_thunee": _simply(gettext_noop("{seat} calls Double Thunee")),
    "final": _specially,
    "infraction": _offends,
    "cancel": _simply(gettext_noop("{seat} cancels the hand")),
}

SHOWING = Showing(
    deck=DECKS[32],
    names={},
    corners={},
    signs=SIGNS,
    said=said,
    kind=kind,
    clears=clears,
    facts=facts,
    marks=marks,
    may={
        "pass": gettext_noop("may pass"),
        "final": gettext_noop("may call Double or Khanaak"),
        "close": gettext_noop("may close the auction"),
    },
    passing="pass",
    unmarked=frozenset(),
    unlaid=frozenset({"partner_card"}),
    clockwise=clockwise,
    articles=ARTICLES,
)
