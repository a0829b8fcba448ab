"""How a hand is shown card by card: what a page asks of a game, and its sentences in the reader's language.

A game says it all about *views*, the JSON that its `CardPlay.view_for` gives of a position. A view has at
least `phase`, `to_act` (seats), `hands` (codes by seat) and `taken` (points by seat); seats that are keys are
texts. It may have `winning`, the seat whose cards on the table are the best so far. What else stands in it is
between the game and its own functions here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from string import Formatter
from typing import Any

from engine.core.cards import Card, Deck
from engine.core.problems import RulesError, shown
from engine.core.text import Translate, gettext_noop, untranslated

View = Mapping[str, Any]

CARD_NAME = gettext_noop("{rank} of {suit}")
UNKNOWN_EVENT = gettext_noop("An event that cannot be read")
LONGEST_RUN = 60
"""Cards of a sentence about an event that was refused: more than a hand of any game has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A sentence: a message id and what its places stand for.

    `texts` are message ids themselves, `values` are shown as they are; `lists` are half sentences with commas
    between them; `more` stands behind it. Values that came with a refused event may be anything.
    """

    text: str
    seats: Mapping[str, object] = field(default_factory=dict)
    cards: Mapping[str, object] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, object] = field(default_factory=dict)
    lists: Mapping[str, tuple[Said, ...]] = field(default_factory=dict)
    more: tuple[Said, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that is told of a seat or of the table for as long as it holds; `tone` is how it looks."""

    tone: str
    said: Said


@dataclass(frozen=True, slots=True)
class Article:
    """A place in the rules of a game: its number and its title (a message id)."""

    number: str
    title: str


@dataclass(frozen=True, slots=True)
class Face:
    """A card as it is drawn: `corner` is its rank, `sign` the drawing of its suit, `suit` the name of that.

    Cards without a suit have a sign of their own. `name` is the whole name, `figure` that of a rank whose
    corner says something else.
    """

    code: str
    corner: str
    sign: str
    suit: str
    name: str
    figure: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """How a game is shown.

    - `names`, `corners`: of the cards without rank and suit, by code;
    - `printed`: what stands in the corner of a rank, by its letter, where that is not the letter itself;
    - `signs`: the drawing of a suit by its letter, of a card without suit by its code;
    - `said(before, event, after)`: an event in words; without `after` it was refused, and may be any JSON;
    - `kind(after)`: what the cards that were laid last are (a message id);
    - `clears(before, event)`: whether the event takes away what lies on the table, before it lays anything;
    - `facts(view)`: what is told of the table, `marks(view, seat)` of a seat;
    - `may`: what a seat on turn may do without cards, by the name of the event; `passing`: its pass;
    - `declined`: what a pass is called instead, for what may be done and behind it, by the phase;
    - `unlaid`: events that name a card without laying it on the table;
    - `unmarked`: phases in which every card may be used, so that none is marked;
    - `clockwise(rules)`: whether play goes round the table like the hands of a clock;
    - `articles`: where the rules speak of a fault, by its code.
    """

    deck: Deck
    names: Mapping[str, str]
    corners: Mapping[str, str]
    signs: Mapping[str, str]
    said: Callable[[View, object, View | None], Said]
    kind: Callable[[View], str]
    clears: Callable[[View, Mapping[str, Any]], bool]
    facts: Callable[[View], tuple[Mark, ...]]
    marks: Callable[[View, int], tuple[Mark, ...]]
    may: Mapping[str, str]
    passing: str
    unmarked: frozenset[str]
    clockwise: Callable[[Any], bool]
    articles: Mapping[str, Article]
    unlaid: frozenset[str] = frozenset()
    declined: Mapping[str, str] = field(default_factory=dict)
    printed: Mapping[str, str] = field(default_factory=dict)

    def called(self, code: object, translate: Translate = untranslated) -> int | str:
        """Return the name of a card with rank and suit; anything else as it stands."""
        card = self.deck.find(code) if isinstance(code, str) else None
        return shown(code) if card is None or card.suit is None else card_in_words(card, translate)


def card_in_words(card: Card, translate: Translate = untranslated) -> str:
    """Return the name of a card with rank and suit, as it stands within a sentence."""
    if card.rank is None or card.suit is None:
        raise RulesError(f"{card} has no rank and suit to name")
    rank = card.rank.name if len(card.rank.name) == 1 else translate(card.rank.name).lower()
    return translate(CARD_NAME).format(rank=rank, suit=translate(card.suit.name))


class Words:
    """Sentences of a game in one language; `seats` are the names of the seats in that language."""

    def __init__(
        self, showing: Showing, seats: Mapping[int, str], translate: Translate = untranslated
    ) -> None:
        self.seats, self.translate = seats, translate
        self.faces = {code: self._face(showing, code) for code in showing.deck.codes}

    def text(self, said: Said) -> str:
        """Return the sentence with cards by their names."""
        return "".join(piece.name if isinstance(piece, Face) else piece for piece in self.pieces(said))

    def pieces(self, said: Said) -> Iterator[str | Face]:
        """Yield the sentence in pieces, so that its cards can be drawn."""
        for literal, place, _spec, _conversion in Formatter().parse(self.translate(said.text)):
            if literal:
                yield literal
            if place is not None:
                yield from self._place(said, place)
        for each in said.more:
            yield "; "
            yield from self.pieces(each)

    def _place(self, said: Said, place: str) -> Iterator[str | Face]:
        if place in said.seats:
            yield self.seat(said.seats[place])
        elif place in said.cards:
            yield from self._cards(said.cards[place])
        elif place in said.texts:
            yield self.translate(said.texts[place])
        elif place in said.lists:
            for at, each in enumerate(said.lists[place]):
                yield from (", ",) if at else ()
                yield from self.pieces(each)
        else:
            yield str(shown(said.values[place])) if place in said.values else "{" + place + "}"

    def seat(self, seat: object) -> str:
        """Return the name of a seat; what is none, as it stands."""
        return self.seats[seat] if type(seat) is int and seat in self.seats else str(shown(seat))

    def _cards(self, cards: object) -> Iterator[str | Face]:
        listed = cards if isinstance(cards, list | tuple) else [cards]
        for at, code in enumerate(listed[:LONGEST_RUN]):
            yield from (", ",) if at else ()
            known = self.faces.get(code) if isinstance(code, str) else None
            yield known or str(shown(code))

    def _face(self, showing: Showing, code: str) -> Face:
        card = showing.deck.find(code)
        if card is None or card.rank is None or card.suit is None:
            name = self.translate(showing.names[code])
            return Face(code, showing.corners.get(code, ""), showing.signs[code], "", name)
        letter = card.rank.name if card.rank.name.isdecimal() else card.rank.letter
        corner = showing.printed.get(card.rank.letter, letter)
        return Face(
            code,
            corner,
            showing.signs[card.suit.letter],
            suit=self.translate(card.suit.name),
            name=card_in_words(card, self.translate),
            figure=self.translate(card.rank.name) if corner != letter else "",
        )
