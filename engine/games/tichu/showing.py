"""A hand of Tichu as it is shown: signs of the cards, sentences of the events, articles of the faults."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.core.problems import shown
from engine.core.showing import UNKNOWN_EVENT, Article, Mark, Said, Showing, View
from engine.core.text import gettext_noop
from engine.games.tichu.cards import DECK, RANKS, SPECIAL_NAMES
from engine.games.tichu.combinations import KIND_LABELS
from engine.games.tichu.rules import Rules
from engine.games.tichu.state import EXCHANGE, FINAL_GIFT, GRAND, LEAD, OVER, WON
from engine.games.tichu.summary import CALL_LABELS

SIGNS = {
    "G": "jade",
    "S": "swords",
    "P": "pagodas",
    "R": "stars",
    "MJ": "sparrow",
    "DG": "dog",
    "PH": "phoenix",
    "DR": "dragon",
}
RANK_NAMES = {rank.letter: rank.name for rank in RANKS}
OUT = (
    gettext_noop("out first"),
    gettext_noop("out second"),
    gettext_noop("out third"),
    gettext_noop("out fourth"),
    gettext_noop("out fifth"),
)
PHASES = {
    GRAND: gettext_noop("The first cards: a Grand Tichu may be called"),
    EXCHANGE: gettext_noop("The exchange"),
    FINAL_GIFT: gettext_noop("The trick with the Dragon has to be given away"),
    OVER: gettext_noop("The hand is over"),
}

_PROCEDURE = Article("4.2", gettext_noop("Course of a hand"))
_CALLS = Article("4.4", gettext_noop("Calls"))
_BEATING = Article("5.3", gettext_noop("What beats what"))
_TURN = Article("5.4", gettext_noop("Legal plays of the seat on turn"))
_BOMB = Article("5.5", gettext_noop("Bombs as interruption"))
_WISH = Article("5.6", gettext_noop("The wish"))
_TRICK = Article("5.7", gettext_noop("Who wins a trick"))
_RECORD = Article("10.1", gettext_noop("The record of a hand"))
_DOG = Article("14", gettext_noop("Six players"))

ARTICLES: Mapping[str, Article] = {
    "bad_record": _RECORD,
    "bad_event": _RECORD,
    "bad_seat": _RECORD,
    "record_incomplete": _RECORD,
    "summary_mismatch": _RECORD,
    "score_mismatch": Article("6", gettext_noop("Scoring")),
    "bad_options": Article("3", gettext_noop("Options")),
    "bad_card_code": Article("2", gettext_noop("The cards")),
    "bad_deal": Article("4.1", gettext_noop("Dealer and deal")),
    "hand_over": _PROCEDURE,
    "exchange_not_finished": _PROCEDURE,
    "push_too_late": _PROCEDURE,
    "push_twice": _PROCEDURE,
    "push_incomplete": _PROCEDURE,
    "trick_is_complete": _PROCEDURE,
    "seat_is_out": Article("4.3", gettext_noop("What a play does")),
    "grand_disabled": _CALLS,
    "grand_too_late": _CALLS,
    "already_called": _CALLS,
    "too_many_calls_on_side": _CALLS,
    "call_too_late": _CALLS,
    "call_after_first_out": _CALLS,
    "not_a_combination": Article("5.1", gettext_noop("Kinds of combination")),
    "phoenix_as_invalid": Article("5.2", gettext_noop("Reading a set of cards")),
    "phoenix_over_dragon": _BEATING,
    "bomb_too_low": _BEATING,
    "wrong_type": _BEATING,
    "not_higher": _BEATING,
    "not_your_turn": _TURN,
    "card_not_in_hand": _TURN,
    "dog_only_as_lead": _TURN,
    "must_lead": _TURN,
    "bomb_on_empty_table": _BOMB,
    "not_a_bomb": _BOMB,
    "wish_must_be_fulfilled": _WISH,
    "wish_without_mah_jong": _WISH,
    "bad_wish_rank": _WISH,
    "wish_required": _WISH,
    "give_required": _TRICK,
    "give_not_allowed": _TRICK,
    "give_to_partner": _TRICK,
    "dog_target_invalid": _DOG,
}
"""Where the rules speak of what is wrong with a record; the numbers are those of the rules specification."""

SEAT_KEYS = frozenset("123456")
_WISHES = gettext_noop("wish: {rank}")
_LEADS = gettext_noop("{seat} leads")


def said(before: View, event: object, after: View | None) -> Said:
    """Return an event in words; total over any JSON value where `after` is None (it was refused)."""
    if not isinstance(event, dict):
        return Said(text=UNKNOWN_EVENT)
    name = event.get("e")
    words = _SENTENCES.get(name) if isinstance(name, str) else None
    return Said(text=UNKNOWN_EVENT) if words is None else words(event, after)


def _simply(text: str) -> Callable[[Mapping[str, Any], View | None], Said]:
    """Return what makes a sentence of an event that has only seats and cards."""

    def words(event: Mapping[str, Any], after: View | None) -> Said:
        seats = {"seat": event.get("seat"), "to": event.get("to")}
        return Said(text=text, seats=seats, cards={"cards": event.get("cards") or []})

    return words


def _pushes(event: Mapping[str, Any], after: View | None) -> Said:
    to = event.get("to")
    gifts = tuple(
        Said(
            text=gettext_noop("{card} to {seat}"),
            cards={"card": card},
            seats={"seat": _seat(seat)},
        )
        for seat, card in (to.items() if isinstance(to, dict) else ())
    )
    text = gettext_noop("{seat} pushes: {gifts}") if gifts else gettext_noop("{seat} pushes")
    return Said(text=text, seats={"seat": event.get("seat")}, lists={"gifts": gifts})


def _seat(key: str) -> object:
    """The seat of a key, or the key where it is none."""
    return int(key) if key in SEAT_KEYS else key


def _plays(event: Mapping[str, Any], after: View | None) -> Said:
    """Return a play with its kind, and with what was said: a wish, the rank of the Phoenix, who leads."""
    seats = {"seat": event.get("seat")}
    cards = {"cards": event.get("cards") or []}
    more = [Said(text=_WISHES, texts={"rank": _rank(event["wish"])})] if event.get("wish") is not None else []
    if after is None:
        return Said(text=gettext_noop("{seat} plays {cards}"), seats=seats, cards=cards, more=tuple(more))
    if after["phase"] == LEAD:
        more.append(Said(text=_LEADS, seats={"seat": after["turn"]}))
    top = after["top"]
    if top is None:
        return Said(text=gettext_noop("{seat} plays {cards}"), seats=seats, cards=cards, more=tuple(more))
    if "phoenix" in top:
        text = gettext_noop("the Phoenix is {rank}")
        more.append(Said(text=text, texts={"rank": _rank(top["phoenix"])}))
    text = gettext_noop("{seat} plays {cards} ({kind})")
    return Said(text=text, seats=seats, cards=cards, texts={"kind": kind(after)}, more=tuple(more))


def _rank(letter: object) -> str:
    return RANK_NAMES.get(letter, letter) if isinstance(letter, str) else str(shown(letter))


_SENTENCES: Mapping[str, Callable[[Mapping[str, Any], View | None], Said]] = {
    "grand": _simply(gettext_noop("{seat} calls Grand Tichu")),
    "tichu": _simply(gettext_noop("{seat} calls Tichu")),
    "push": _pushes,
    "play": _plays,
    "bomb": _simply(gettext_noop("{seat} bombs with {cards}")),
    "pass": _simply(gettext_noop("{seat} passes")),
    "give": _simply(gettext_noop("{seat} gives the trick to {to}")),
}


def kind(after: View) -> str:
    """Return what was laid last (a message id); of the Dog nothing stays on the table."""
    return KIND_LABELS[after["top"]["kind"] if after["top"] else "dog"]


def clears(before: View, event: Mapping[str, Any]) -> bool:
    """Tell whether the cards on the table are taken away: by a lead, or given with the Dragon."""
    return event["e"] == "give" or (event["e"] == "play" and before["phase"] in (LEAD, WON))


def facts(view: View) -> tuple[Mark, ...]:
    """Return what is told of the table: where the hand is, an open wish, the trick."""
    told = []
    if view["phase"] in PHASES:
        told.append(Mark("phase", Said(text=PHASES[view["phase"]])))
    if view["wish"]:
        text = gettext_noop("Wish: {rank}")
        told.append(Mark("wish", Said(text=text, texts={"rank": _rank(view["wish"])})))
    if view["phase"] == WON:
        text = gettext_noop("{seat} wins the trick")
        told.append(Mark("won", Said(text=text, seats={"seat": view["top"]["seat"]})))
    if view["pile"]:
        text = gettext_noop("Points in the trick: {points}")
        told.append(Mark("points", Said(text=text, values={"points": view["pile"]})))
    return tuple(told)


def marks(view: View, seat: int) -> tuple[Mark, ...]:
    """Return what is told of a seat: its call, that it has pushed, when it went out."""
    told = []
    call = view["calls"].get(str(seat))
    if call:
        told.append(Mark("call", Said(text=CALL_LABELS[call])))
    if view["phase"] == EXCHANGE and str(seat) in view["pushed"]:
        told.append(Mark("pushed", Said(text=gettext_noop("has pushed"))))
    if seat in view["out"]:
        told.append(Mark("out", Said(text=OUT[view["out"].index(seat)])))
    return tuple(told)


def clockwise(rules: Rules) -> bool:
    """Tell which way play goes round the table; with six players the rules do not say (section 14)."""
    return rules.variant == "nanking" and rules.turn_direction == "clockwise"


SHOWING = Showing(
    deck=DECK,
    names=SPECIAL_NAMES,
    corners={"MJ": "1"},
    signs=SIGNS,
    said=said,
    kind=kind,
    clears=clears,
    facts=facts,
    marks=marks,
    may={"pass": gettext_noop("may pass"), "give": gettext_noop("gives the trick away")},
    passing="pass",
    unmarked=frozenset({GRAND, EXCHANGE}),
    clockwise=clockwise,
    articles=ARTICLES,
)
