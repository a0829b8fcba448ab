"""A hand of Malilla as it is shown: signs of the suits, sentences of the events, articles of the faults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.showing import UNKNOWN_EVENT, Article, Mark, Said, Showing, View
from engine.core.text import gettext_noop
from engine.games.malilla.cards import DECK, SIGNS, SUITS
from engine.games.malilla.rules import Rules
from engine.games.malilla.state import COUNT, FULL

SUIT_NAMES = {suit.letter: suit.name for suit in SUITS}

_DEAL = Article("4.3", gettext_noop("Deal"))
_TURN_UP = Article("4.4", gettext_noop("The turned card"))
_LEGALITY = Article("5", gettext_noop("Which cards may be played"))
_RECORD = Article("10", gettext_noop("The record of a hand"))

ARTICLES: Mapping[str, Article] = {
    "bad_record": _RECORD,
    "bad_options": Article("3", gettext_noop("Options")),
    "deal_expected": _DEAL,
    "hands_or_deck": _DEAL,
    "bad_deal_count": _DEAL,
    "unknown_card": Article("2", gettext_noop("The cards")),
    "duplicate_card": _DEAL,
    "pinta_not_with_dealer": _TURN_UP,
    "pinta_not_last_card": _TURN_UP,
    "wrong_event": _RECORD,
    "hand_over": _LEGALITY,
    "unknown_seat": _RECORD,
    "not_your_turn": _LEGALITY,
    "card_already_played": _LEGALITY,
    "card_not_in_hand": _LEGALITY,
    "must_follow_suit": _LEGALITY,
    "must_beat": _LEGALITY,
    "must_trump": _LEGALITY,
    "must_overtrump": _LEGALITY,
    "must_not_undertrump": _LEGALITY,
    "must_discard_worthless": _LEGALITY,
    "incomplete_hand": _RECORD,
    "before_out_of_range": Article("7", gettext_noop("Games and match")),
    "summary_mismatch": _RECORD,
    "score_mismatch": Article("6", gettext_noop("Scoring a hand")),
}
"""Where the rules speak of what is wrong with a record; the numbers are those of the rules specification."""

LEAD, TRUMP_LEAD = gettext_noop("lead"), gettext_noop("trump lead")
FOLLOWS, BEATS = gettext_noop("follows suit"), gettext_noop("beats it")
RUFFS, DISCARDS = gettext_noop("ruffs"), gettext_noop("discards")
UNDERTRUMPS = gettext_noop("plays a lower trump")
PRINTED = {"A": "1", "S": "10", "C": "11", "R": "12"}
"""What a Spanish card has in its corner (rules section 2)."""
WINS, IS_WINNING = gettext_noop("wins the trick"), gettext_noop("is winning")
DUTIES = {
    "must_follow_suit": gettext_noop("must follow suit"),
    "must_beat": gettext_noop("must beat it"),
    "must_trump": gettext_noop("must ruff"),
    "must_overtrump": gettext_noop("must overtrump"),
    "must_not_undertrump": gettext_noop("no lower trump"),
    "must_discard_worthless": gettext_noop("must discard a card without value"),
}


def said(before: View, event: object, after: View | None) -> Said:
    """Return an event in words; total over any JSON value where `after` is None (it was refused)."""
    if not isinstance(event, dict) or event.get("e") != "play":
        return Said(text=UNKNOWN_EVENT)
    seats, cards = {"seat": event.get("seat")}, {"card": event.get("card")}
    if after is None:
        return Said(text=gettext_noop("{seat} plays {card}"), seats=seats, cards=cards)
    more = []
    if len(after["table"]) == FULL:
        text = gettext_noop("{winner} wins the trick")
        more.append(Said(text=text, seats={"winner": after["winning"]}))
    text = gettext_noop("{seat} plays {card} ({kind})")
    return Said(text=text, seats=seats, cards=cards, texts={"kind": kind(after)}, more=tuple(more))


def kind(after: View) -> str:
    """Return what the card that was laid last did (a message id)."""
    table, trump = after["table"], after["trump"]
    first, last = table[0][1], table[-1][1]
    laid_by = (after["first"] + len(table) - 2) % FULL + 1
    if len(table) == 1:
        return TRUMP_LEAD if last == trump else LEAD
    if last == first:
        return BEATS if after["winning"] == laid_by else FOLLOWS
    if last != trump:
        return DISCARDS
    return RUFFS if after["winning"] == laid_by else UNDERTRUMPS


def clears(before: View, event: Mapping[str, Any]) -> bool:
    """Tell whether the cards on the table are taken away: by the lead to the next trick."""
    return bool(before["leads"])


def facts(view: View) -> tuple[Mark, ...]:
    """Return what is told of the table: the trump and its card, one that is held back, the end."""
    told = [
        Mark(
            "trump",
            Said(
                text=gettext_noop("Trump: {suit}, turned card {card}"),
                texts={"suit": SUIT_NAMES[view["trump"]]},
                cards={"card": view["pinta"]},
            ),
        )
    ]
    if view["closing"]:
        told.append(Mark("closing", Said(text=gettext_noop("The turned card is held back"))))
    if view["phase"] == COUNT:
        told.append(Mark("phase", Said(text=gettext_noop("The hand is over"))))
    return tuple(told)


def marks(view: View, seat: int) -> tuple[Mark, ...]:
    """Return what is told of a seat: that it dealt or wins the trick, its tricks, what it must do now."""
    told = []
    if seat == view["dealer"]:
        told.append(Mark("dealer", Said(text=gettext_noop("deals"))))
    tricks = view["tricks"][str(seat)]
    if tricks:
        told.append(Mark("tricks", Said(text=gettext_noop("Tricks: {n}"), values={"n": tricks})))
    if seat == view["winning"]:
        is_whole = len(view["table"]) == FULL
        told.append(Mark("won", Said(text=WINS if is_whole else IS_WINNING)))
    if seat == view["turn"] and view["duty"]:
        told.append(Mark("must", Said(text=DUTIES[view["duty"]])))
    return tuple(told)


def clockwise(rules: Rules) -> bool:
    """Tell which way play goes round the table: counter-clockwise, always."""
    return False


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
    may={},
    passing="",
    unmarked=frozenset(),
    clockwise=clockwise,
    articles=ARTICLES,
    printed=PRINTED,
)
