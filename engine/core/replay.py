"""A recorded hand as pictures: one for the deal and one behind each event, up to the first fault."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.core.game import Game, Seat, Side
from engine.core.play import CardPlay, Event, Fault, Replayed, cards_of
from engine.core.problems import Problem, RulesError, pointer
from engine.core.showing import Mark, Said, Showing, View
from engine.core.text import gettext_noop

ROUND = {
    2: ("n", "s"),
    3: ("n", "se", "sw"),
    4: ("n", "e", "s", "w"),
    6: ("nw", "ne", "e", "se", "sw", "w"),
}
"""Where the seats of a table are, by their number: the first seat first, then like the hands of a clock."""

PASSED = gettext_noop("has passed")


@dataclass(frozen=True, slots=True)
class Laid:
    """Cards on the table: whose, and what they are (a message id)."""

    seat: Seat
    cards: tuple[str, ...]
    kind: str


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A seat at one moment.

    `legal` are the cards that belong to some legal play of the seat on turn, `interrupts` those with which a
    seat may interrupt; `may` is what the seat on turn may do without cards, `passed` what it said when it
    passed, "" where it did not (message ids).
    """

    seat: Seat
    cards: tuple[str, ...]
    is_on_turn: bool
    passed: str
    marks: tuple[Mark, ...]
    legal: frozenset[str] = frozenset()
    interrupts: frozenset[str] = frozenset()
    may: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """The table at one moment, and what has just happened; `problem` is why that was refused.

    `best` is the seat whose cards are the best ones on the table, where the game says so.
    """

    said: Said | None
    seats: tuple[SeatShown, ...]
    laid: tuple[Laid, ...]
    facts: tuple[Mark, ...]
    taken: Mapping[Side, int]
    best: Seat | None = None
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """All frames of a record; without any the record could not even be opened, and `fault` says why.

    A complete record that says the right thing has `result` and no `fault`.
    """

    rules: Any
    frames: tuple[Frame, ...] = ()
    fault: Fault | None = None
    result: Replayed | None = None

    @property
    def lies_by_seat(self) -> bool:
        """Whether each seat has one card on the table at most, so that it can lie before that seat."""
        return all(
            len(laid.cards) == 1 and [each.seat for each in frame.laid].count(laid.seat) == 1
            for frame in self.frames
            for laid in frame.laid
        )

    @property
    def has_interrupts(self) -> bool:
        """Whether a seat could interrupt another at some moment."""
        return any(seat.interrupts for frame in self.frames for seat in frame.seats)


def places(seats: tuple[Seat, ...], *, clockwise: bool) -> dict[Seat, str]:
    """Return where each seat is at the table: a point of the compass, with the first seat in the north."""
    points = ROUND.get(len(seats))
    if points is None:
        raise RulesError(f"no table for {len(seats)} seats")
    if clockwise:
        return dict(zip(seats, points, strict=True))
    return dict(zip(seats, (points[0], *reversed(points[1:])), strict=True))


def frames(game: Game, record: object, options: object = None) -> Replay:
    """Return the frames of a record; total over any JSON value.

    `options` are rules or an option set; with None those count that the record names. RulesError for a
    game that is not shown card by card.
    """
    play = game.play
    if play is None or play.showing is None:
        raise RulesError(f"{game.key} is not shown card by card")
    opened = play.read(record, options)
    if isinstance(opened, Fault):
        return Replay(None, fault=opened)
    camera = _Camera(game, play, play.showing, opened.rules, opened.state)
    for at, event in enumerate(opened.events):
        problem = camera.take(event)
        if problem is not None:
            fault = Fault(problem.below(pointer("events", at)), at)
            return Replay(opened.rules, tuple(camera.frames), fault)
    found = play.replay(record, options)
    if isinstance(found, Fault):
        return Replay(opened.rules, tuple(camera.frames), found)
    return Replay(opened.rules, tuple(camera.frames), result=found)


@dataclass(slots=True)
class _Camera:
    """Plays a record event by event and takes a picture of each position."""

    game: Game
    play: CardPlay
    showing: Showing
    rules: Any
    state: Any
    view: View = field(init=False)
    laid: tuple[Laid, ...] = ()
    passed: Mapping[Seat, str] = field(default_factory=dict)
    frames: list[Frame] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.view = self.play.view_for(self.state, None)
        self.frames.append(self._picture(None))

    def take(self, event: Any) -> Problem | None:
        """Let an event happen and picture it; of one that is refused, the table that it came to."""
        following = self.play.apply(self.state, event)
        before = self.view
        if isinstance(following, Problem):
            refused = self.showing.said(before, event, None)
            self.frames.append(replace(self.frames[-1], said=refused, problem=following))
            return following
        self.state, self.view = following, self.play.view_for(following, None)
        self._see(before, event)
        self.frames.append(self._picture(self.showing.said(before, event, self.view)))
        return None

    def _see(self, before: View, event: Event) -> None:
        """Follow what lies on the table, and who has passed since it was laid."""
        if self.showing.clears(before, event):
            self.laid, self.passed = (), {}
        cards = self._laid_by(event)
        if cards:
            kind = self.showing.kind(self.view)
            self.laid = (*self.laid, Laid(event["seat"], cards, kind))
            self.passed = {}
        elif event["e"] == self.showing.passing:
            self.passed = {**self.passed, event["seat"]: self.showing.declined.get(before["phase"], PASSED)}

    def _laid_by(self, event: Event) -> tuple[str, ...]:
        return () if event["e"] in self.showing.unlaid else cards_of(event)

    def _picture(self, said: Said | None) -> Frame:
        taken = dict.fromkeys(self.game.sides(self.rules), 0)
        for seat in self.game.seats(self.rules):
            taken[self.game.side_of(self.rules, seat)] += self.view["taken"][str(seat)]
        facts = self.showing.facts(self.view)
        return Frame(said, self._seats(), self.laid, facts, taken, self.view.get("winning"))

    def _seats(self) -> tuple[SeatShown, ...]:
        waits = self.view["to_act"]
        on_turn = waits[0] if len(waits) == 1 else None
        legal, may = self._legal(on_turn)
        seats = []
        for seat in self.game.seats(self.rules):
            own, is_on_turn = frozenset(legal.get(seat, ())), seat == on_turn
            seats.append(
                SeatShown(
                    seat,
                    tuple(self.view["hands"][str(seat)]),
                    is_on_turn,
                    self.passed.get(seat, ""),
                    self.showing.marks(self.view, seat),
                    legal=own if is_on_turn else frozenset(),
                    interrupts=frozenset() if is_on_turn else own,
                    may=may if is_on_turn else (),
                )
            )
        return tuple(seats)

    def _legal(self, on_turn: Seat | None) -> tuple[dict[Seat, set[str]], tuple[str, ...]]:
        """The cards that are part of something legal, by seat, and what the seat on turn may do without."""
        cards: dict[Seat, set[str]] = {}
        may: dict[str, str] = {}
        declined = self.showing.declined.get(self.view["phase"])
        words = {**self.showing.may, **({self.showing.passing: declined} if declined else {})}
        if self.view["phase"] in self.showing.unmarked:
            return cards, ()
        for action in self.play.legal_actions(self.state):
            laid = self._laid_by(action)
            if laid:
                cards.setdefault(action["seat"], set()).update(laid)
            elif action["seat"] == on_turn and action["e"] in words:
                may[action["e"]] = words[action["e"]]
        return cards, tuple(may.values())
