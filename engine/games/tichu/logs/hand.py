"""One hand of a log: its lines read one after the other, and the record that they make."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.core.problems import Problem, pointer, shown
from engine.games.tichu.logs.table import SEATS, Table
from engine.games.tichu.logs.words import CARDS, RANKS, Line, dealt, laid, passed, pushed

Event = dict[str, Any]

FIRST, DEAL = 8, 14
"""Cards of a seat before and after Grand Tichu is decided (rules section 4.1)."""

PLACES = ("first", "deal", "exchange", "play")
"""The parts of a hand in their order."""


class Unreadable(Exception):
    """A line that says nothing a record could hold; caught where the hand reads its lines."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code, self.params = code, params


@dataclass(slots=True)
class LogHand:
    """A hand as its lines tell it.

    `names` are those of a seat in this hand, in their order: more than one where somebody stood in. `printed`
    is the result of the log, empty while the hand is unfinished. `fault` is the first one; from there on only
    the result is read. `places` are the lines of `events`.
    """

    line: int
    names: dict[int, list[str]] = field(default_factory=lambda: {seat: [] for seat in SEATS})
    printed: Mapping[str, int] = field(default_factory=dict)
    fault: Problem | None = None
    events: list[Event] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    last_line: int = 0
    out: list[int] = field(default_factory=list)
    _part: str = "first"
    _read: set[int] = field(default_factory=set)
    _first: dict[int, list[str]] = field(default_factory=dict)
    _all: dict[int, list[str]] = field(default_factory=dict)
    _gifts: dict[int, Mapping[str, str]] = field(default_factory=dict)
    _grands: int = 0
    _table: Table | None = None

    @property
    def is_finished(self) -> bool:
        """Whether the log gives it a result."""
        return bool(self.printed)

    def record(self, dealer: int) -> dict[str, Any] | None:
        """Return the record (rules section 10.1, profile `seed`); None where a line could not be read."""
        if self.fault is not None or self._table is None:
            return None
        hands = {
            str(seat): {
                "first": self._first[seat],
                "second": [card for card in self._all[seat] if card not in self._first[seat]],
            }
            for seat in SEATS
        }
        head = {"game": "tichu", "variant": "nanking", "profile": "seed", "options": {}, "dealer": dealer}
        return {**head, "hands": hands, "events": self.events}

    def read(self, line: Line) -> None:
        """Read the next line of the hand; never fails."""
        self.last_line = line.number
        if line.kind == "result":
            a, b = line.rest.split("|")
            self.printed = {"A": int(a), "B": int(b)}
            if self._part != "play":
                self.blame(line, Unreadable("log_line_out_of_place", value=shown(line.text)))
            return
        if self.fault is not None:
            return
        try:
            self._readers(line)(line)
        except Unreadable as fault:
            self.blame(line, fault)

    def blame(self, line: Line, fault: Unreadable) -> None:
        """Keep the first fault of the hand."""
        params = {"line": line.number, **{name: shown(value) for name, value in fault.params.items()}}
        self.fault = self.fault or Problem(fault.code, pointer("lines", line.number), params)

    def _readers(self, line: Line) -> Callable[[Line], None]:
        """Return what reads this kind of line in this part of the hand; raises Unreadable."""
        if line.kind == "unknown":
            raise Unreadable("log_unknown_line", value=line.text)
        seats = {"first": self._deal, "deal": self._deal, "exchange": self._push, "play": self._play}
        readers: dict[str, tuple[Callable[[Line], None], Sequence[str]]] = {
            "deal": (self._open_part, ("first",)),
            "exchange": (self._open_part, ("deal",)),
            "play": (self._open_part, ("exchange",)),
            "seat": (seats[self._part], PLACES),
            "grand": (self._call, PLACES),
            "tichu": (self._call, PLACES[1:]),
            "bombs": (lambda _: None, ("exchange",)),
            "wish": (self._wish, ("play",)),
            "dragon": (self._give, ("play",)),
        }
        reader, parts = readers[line.kind]
        if self._part not in parts:
            raise Unreadable("log_line_out_of_place", value=line.text)
        return reader

    def _open_part(self, line: Line) -> None:
        if self._read != set(SEATS):
            raise Unreadable("log_seats_missing")
        if line.kind == "exchange":
            self._check_deal()
        if line.kind == "play":
            self._table = Table(self._after_exchange())
            self.out = self._table.out
        self._part, self._read = line.kind, set()

    def _once(self, line: Line) -> None:
        if line.seat in self._read:
            raise Unreadable("log_seat_twice", value=line.text)
        self._read.add(line.seat)

    def _deal(self, line: Line) -> None:
        size = FIRST if self._part == "first" else DEAL
        name, words = dealt(line.rest, size)
        known = [word in CARDS for word in words]
        if len(words) < size or (True in known and all(known[known.index(True) :]) and not all(known)):
            raise Unreadable("log_cards_missing", n=size)
        self._once(line)
        cards = codes(words)
        if len(set(cards)) < size:
            raise Unreadable("log_card_twice", value=next(card for card in cards if cards.count(card) > 1))
        (self._first if size == FIRST else self._all)[line.seat] = cards
        for card in self._first[line.seat] if size == DEAL else ():
            if card not in cards:
                raise Unreadable("log_first_not_held", value=card)
        self._named(line.seat, name)

    def _check_deal(self) -> None:
        """Every card is dealt once."""
        seen: set[str] = set()
        for card in (card for cards in self._all.values() for card in cards):
            if card in seen:
                raise Unreadable("log_card_twice", value=card)
            seen.add(card)

    def _named(self, seat: int, name: str) -> None:
        names = self.names[seat]
        if not names or names[-1] != name:
            names.append(name)

    def _happened(self, line: Line, event: Event) -> None:
        self.events.append(event)
        self.places.append(line.number)

    def _call(self, line: Line) -> None:
        """A call at its place; a grand one is made before everything else (rules section 4.4)."""
        self._named(line.seat, line.rest.strip())
        event = {"e": line.kind, "seat": line.seat}
        if line.kind == "grand" and self._part in {"first", "deal"}:
            self.events.insert(self._grands, event)
            self.places.insert(self._grands, line.number)
            self._grands += 1
            return
        self._happened(line, event)

    def _push(self, line: Line) -> None:
        turn = [(line.seat + step - 1) % 4 + 1 for step in range(4)]
        found = pushed(line.rest, [self.names[seat][-1] for seat in turn])
        if found is None:
            raise Unreadable("log_exchange_unclear")
        self._once(line)
        name, readings = found
        held = set(self._all[line.seat])
        fits = [
            [CARDS[word] for word in words]
            for words in readings
            if set(words) <= CARDS.keys() and {CARDS[word] for word in words} <= held
        ]
        cards = fits[0] if fits else codes(readings[0])
        to = {str(seat): card for seat, card in zip(turn[1:], cards, strict=True)}
        self._gifts[line.seat] = to
        self._named(line.seat, name)
        self._happened(line, {"e": "push", "seat": line.seat, "to": to})

    def _after_exchange(self) -> dict[int, set[str]]:
        """What each seat holds when the play begins."""
        hands = {seat: set(cards) - set(self._gifts[seat].values()) for seat, cards in self._all.items()}
        for gifts in self._gifts.values():
            for seat, card in gifts.items():
                hands[int(seat)].add(card)
        return hands

    def _play(self, line: Line) -> None:
        """Cards, or a pass that is one: what only closes a trick is no event."""
        table = self._at_table()
        name = passed(line.rest)
        if name is not None:
            self._named(line.seat, name)
            if table.passes(line.seat):
                self._happened(line, {"e": "pass", "seat": line.seat})
            return
        found = laid(line.rest)
        if found is None:
            raise Unreadable("log_unknown_line", value=line.text)
        cards = codes(found[1])
        if not cards:
            raise Unreadable("log_cards_missing", n=1)
        self._named(line.seat, found[0])
        self._happened(line, {"e": table.lay(line.seat, cards), "seat": line.seat, "cards": cards})

    def _wish(self, line: Line) -> None:
        """A wish belongs to the play with the Mah Jong; another value than a rank is none."""
        last = next((event for event in reversed(self.events) if event["e"] != "tichu"), {})
        if "MJ" not in last.get("cards", ()) or "wish" in last:
            raise Unreadable("log_line_out_of_place", value=line.text)
        rank = RANKS.get(line.rest.strip())
        if rank is not None:
            last["wish"] = rank

    def _give(self, line: Line) -> None:
        """The Dragon given away; behind a double victory that is no event."""
        table = self._at_table()
        if table.is_gift_idle:
            return
        giver = table.give()
        if not giver:
            raise Unreadable("log_line_out_of_place", value=line.text)
        self._happened(line, {"e": "give", "seat": giver, "to": line.seat})

    def _at_table(self) -> Table:
        if self._table is None:  # the part of the play begins with a table
            raise Unreadable("log_seats_missing")
        return self._table


def codes(words: Sequence[str]) -> list[str]:
    """Return the codes of cards; raises Unreadable for a word that is no card."""
    for word in words:
        if word not in CARDS:
            raise Unreadable("log_unknown_card", value=word)
    return [CARDS[word] for word in words]
