"""Playing a hand card by card: what the product asks of a game that can be replayed.

A position is a value: `apply` returns the next one and leaves the one it was given as it was. A person's
mistake is a `Fault`, data again; misuse by our own code is a RulesError.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any, Protocol

from engine.core.problems import Problem, RulesError, pointer
from engine.core.showing import Showing

Event = Mapping[str, Any]
"""One thing that happens in a hand, as it stands in a record: `{"e": "pass", "seat": 2}`."""


def cards_of(event: Event) -> tuple[str, ...]:
    """Return the cards that an event lays on the table: all its `cards`, or its one `card`."""
    card = event.get("card")
    return (card,) if card else tuple(event.get("cards") or ())


NOTHING: Mapping[str, object] = MappingProxyType({})

Record = dict[str, Any]
"""A whole hand: the deal, the events in order, and perhaps what was typed about it."""


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing that is wrong with a record; `event` is its index in `events`, None for all of it."""

    problem: Problem
    event: int | None = None

    @classmethod
    def at(cls, event: int, code: str, params: Mapping[str, Any] | None = None, field: str = "") -> Fault:
        """Return the fault of an event; `field` is the part of it that is wrong."""
        path = pointer("events", event, field) if field else pointer("events", event)
        return cls(Problem(code, path, params or {}), event)


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a complete record comes to: its summary, as it would have been typed, and the score of that."""

    summary: Mapping[str, Any]
    score: Any


class State(Protocol):
    """A position of a hand. `phase` is the name of the state in the rules of the game."""

    @property
    def phase(self) -> str: ...

    @property
    def is_over(self) -> bool: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlay:
    """How a game is played card by card; `rules` is always a value of the game's `Rules`.

    - `deal(rules, source)`: the head of a record, cards and dealer drawn from `source`, with no events;
    - `read(record, options)`: the rules in force, opening position and events, or the fault of the whole
      record. `options` are rules or an option set; with None those count that the record names;
    - `apply(state, event)`: the next position, or what makes the event illegal;
    - `to_act(state)`: the seats that the hand waits for;
    - `legal_actions(state)`: every legal event, also those of seats that may interrupt;
    - `random_event(state, source)`: one of them; RulesError when the hand is over;
    - `view_for(state, seat)`: what a seat sees, None for all cards open; JSON;
    - `summary(state)`: what would be typed about a hand that is over; RulesError for any other;
    - `replay(record, options)`: every event, then the summary and score of the record compared;
    - `showing`: what a page needs to show a hand; None where no page shows it;
    - `wrong_dealer`: the code of a record that another seat dealt than the one whose deal it was; "" where
      the summary says who dealt, or nobody minds.
    """

    deal: Callable[[Any, Random], Record]
    read: Callable[[object, object], Opening | Fault]
    apply: Callable[[Any, Event], Any]
    to_act: Callable[[Any], tuple[int, ...]]
    legal_actions: Callable[[Any], Iterator[Event]]
    random_event: Callable[[Any, Random], Event]
    view_for: Callable[[Any, int | None], Mapping[str, Any]]
    summary: Callable[[Any], dict[str, Any]]
    replay: Callable[[object, object], Replayed | Fault]
    showing: Showing | None = None
    wrong_dealer: str = ""


@dataclass(frozen=True, slots=True)
class Opening:
    """A record that can be played: the rules in force, the position after the deal, what happened then."""

    rules: Any
    state: Any
    events: Sequence[object]


def deal_next(
    play: CardPlay, rules: Any, source: Random, dealer: int | None, known: Mapping[str, object]
) -> Record:
    """Deal as in a match: where it is known who deals next, cards are drawn until it is that seat that deals.

    `known` is what the match fills in of a hand; as much of it as the head of a record names stands there.
    """
    record = play.deal(rules, source)
    while dealer is not None and record.get("dealer", dealer) != dealer:
        record = play.deal(rules, source)
    return record | {name: value for name, value in known.items() if name in record}


def play_hand(
    play: CardPlay,
    rules: Any,
    source: Random,
    *,
    dealer: int | None = None,
    known: Mapping[str, object] = NOTHING,
) -> tuple[Record, dict[str, Any]]:
    """Play a random legal hand, `dealer` and `known` as in `deal_next`.

    Returns its record, without summary and score, and the summary of its end.
    """
    record = deal_next(play, rules, source, dealer, known)
    opened = play.read(record, rules)
    if isinstance(opened, Fault):
        raise RulesError(f"a dealt hand is refused: {opened}")
    state, events = opened.state, record["events"]
    while not state.is_over:
        event = play.random_event(state, source)
        following = play.apply(state, event)
        if isinstance(following, Problem):
            raise RulesError(f"{event} is refused in the state {state.phase}: {following}")
        events.append(event)
        state = following
    return record, play.summary(state)
