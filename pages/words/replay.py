"""A recorded hand in the reader's words: what the page of a replay shows, and what its script is given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engine.core.play import Fault
from engine.core.problems import Problem
from engine.core.problems import sentence as engine_sentence
from engine.core.replay import Frame, Laid, Replay, SeatShown, frames, places
from engine.core.showing import Face, Said, Showing, Words
from pages.forms import Declaration, payload_in_words
from pages.numbers import signed
from pages.words.event import sides_in_words
from scoring.models import Hand
from scoring.records import record_problems
from scoring.setup import Setup, stage_setup
from tournaments.errors import Misuse
from tournaments.models import Match, Stage


@dataclass(frozen=True, slots=True)
class SeatHead:
    """A seat at its place of the table, with its name and who sits there."""

    seat: int
    place: str
    name: str
    person: str

    @property
    def runs_down(self) -> bool:
        """Whether its cards lie one below the other."""
        return self.place in ("w", "e")


@dataclass(frozen=True, slots=True)
class CardShown:
    """A card at its place, and whether it may be played now."""

    face: Face
    legal: bool = False
    interrupts: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A line of the list of events: its words in pieces, some of them cards; `is_refused` by the rules."""

    number: int
    pieces: tuple[str | Face, ...]
    is_refused: bool


@dataclass(frozen=True, slots=True)
class FaultWords:
    """What is wrong with a record: at which step, the event, the sentence of the code, the article."""

    step: int | None
    event: str
    sentence: str
    article: str


@dataclass(frozen=True, slots=True)
class Ending:
    """What a record comes to, and whether the hand that counts says the same."""

    summary: tuple[str, ...]
    score: tuple[tuple[str, str], ...]
    reasons: tuple[str, ...]
    counted: tuple[str, ...]
    counted_score: tuple[tuple[str, str], ...]
    agrees: bool


@dataclass(frozen=True, slots=True)
class Replayed:
    """Everything on the page of a replay, with the step that is shown first; `frames` is for the script."""

    seats: tuple[SeatHead, ...]
    steps: tuple[Step, ...]
    frames: list[dict[str, Any]]
    faces: Mapping[str, Face]
    sides: Mapping[str, str]
    by_seat: bool
    has_interrupts: bool
    step: int
    fault: FaultWords | None
    ending: Ending | None

    @property
    def frame(self) -> dict[str, Any]:
        """The table at the step that is shown."""
        return self.frames[self.step]

    @property
    def table(self) -> Iterator[tuple[SeatHead, tuple[CardShown, ...], list[list[str]], bool]]:
        """Each seat with its cards, what is told of it, and whether it is on turn."""
        for head in self.seats:
            seat = self.frame["seats"][str(head.seat)]
            cards = tuple(
                CardShown(self.faces[code], code in seat["legal"], code in seat["interrupts"])
                for code in seat["cards"]
            )
            yield head, cards, seat["marks"], seat["turn"]

    @property
    def laid(self) -> Iterator[tuple[dict[str, Any], tuple[CardShown, ...]]]:
        """What lies on the table: whose and what it is, the cards."""
        for each in self.frame["laid"]:
            yield each, tuple(CardShown(self.faces[code]) for code in each["cards"])

    @property
    def facts(self) -> Iterator[tuple[str, tuple[str | Face, ...]]]:
        """What is told of the table: how it looks, its words in pieces, some of them cards."""
        for tone, pieces in self.frame["facts"]:
            yield tone, tuple(each if isinstance(each, str) else self.faces[each["card"]] for each in pieces)

    @property
    def cards(self) -> Iterator[CardShown]:
        """Every card, for the script to lay where it belongs."""
        return map(CardShown, self.faces.values())

    @property
    def script(self) -> dict[str, Any]:
        """What the script is given: all frames, and the sentence that counts the steps."""
        return {"frames": self.frames, "step": _("Step {number} of {last}")}

    @property
    def counted(self) -> str:
        """Which step this is."""
        return _("Step {number} of {last}").format(number=self.step, last=self.last)

    @property
    def taken(self) -> tuple[tuple[str, str, str], ...]:
        """Side, its name and what it has taken."""
        return tuple((side, self.sides[side], points) for side, points in self.frame["taken"].items())

    @property
    def last(self) -> int:
        """The number of the last step; the deal is step 0."""
        return len(self.frames) - 1

    @property
    def back(self) -> int:
        """The step before, or the first."""
        return max(0, self.step - 1)

    @property
    def forward(self) -> int:
        """The step behind, or the last."""
        return min(self.last, self.step + 1)


def shows_cards(stage: Stage) -> bool:
    """Whether hands of this stage can be shown card by card."""
    play = stage_setup(stage).game.play
    return play is not None and play.showing is not None


def replayed(match: Match, record: object, hand: Hand | None = None, step: int | None = None) -> Replayed:
    """A record as the page shows it; with `hand` it is compared with what counts.

    `step` may be any number; without one the first step is shown, of a record that is refused the last.
    """
    teller = _Teller(match, record)
    told = teller.frames()
    if step is None:
        step = len(told) - 1 if teller.replay.fault and hand is None else 0
    return Replayed(
        seats=teller.seats(),
        steps=tuple(teller.steps()),
        frames=told,
        faces=teller.words.faces,
        sides=teller.side_names,
        by_seat=teller.replay.lies_by_seat,
        has_interrupts=teller.replay.has_interrupts,
        step=max(0, min(step, len(told) - 1)),
        fault=teller.fault(),
        ending=teller.ending(hand) if hand is not None else None,
    )


def _at_the_start(frame: Frame) -> str:
    """What the table is before the first event: dealt, or bare where the deal itself is played."""
    is_dealt = any(seat.cards for seat in frame.seats)
    return _("The cards are dealt") if is_dealt else _("Before the deal")


class _Teller:
    """Puts the pictures of a record into words."""

    def __init__(self, match: Match, record: object) -> None:
        self.match, self.record, self.stage = match, record, match.round.stage
        self.setup: Setup = stage_setup(self.stage)
        game, rules = self.setup.game, self.setup.rules
        if game.play is None or game.play.showing is None:
            raise Misuse(f"{game.key} is not shown card by card")
        self.showing: Showing = game.play.showing
        self.replay: Replay = frames(game, record, rules)
        self.side_names = sides_in_words(self.stage)
        self.words = Words(self.showing, {seat: _(name) for seat, name in game.seat_names(rules).items()}, _)
        self.places = places(game.seats(rules), clockwise=self.showing.clockwise(rules))

    def seats(self) -> tuple[SeatHead, ...]:
        """The seats in the order of play."""
        people = {
            each.position: each.player.display_name() for each in self.match.seats.select_related("player")
        }
        return tuple(
            SeatHead(seat, place, self.words.seat(seat), people.get(seat, ""))
            for seat, place in self.places.items()
        )

    def steps(self) -> Iterator[Step]:
        """Every event in words, with its number."""
        for number, frame in enumerate(self.replay.frames):
            pieces = tuple(self.words.pieces(frame.said)) if frame.said else (_at_the_start(frame),)
            yield Step(number, pieces, frame.problem is not None)

    def frames(self) -> list[dict[str, Any]]:
        """The table at each step, as JSON."""
        return [self._frame(frame) for frame in self.replay.frames]

    def _frame(self, frame: Frame) -> dict[str, Any]:
        return {
            "said": self.words.text(frame.said) if frame.said else _at_the_start(frame),
            "error": self._sentence(frame.problem) if frame.problem else "",
            "seats": {str(each.seat): self._seat(each) for each in frame.seats},
            "laid": [self._laid(each, frame.best) for each in frame.laid],
            "facts": [[each.tone, self._pieces(each.said)] for each in frame.facts],
            "taken": {side: str(points).replace("-", "−") for side, points in frame.taken.items()},
        }

    def _laid(self, laid: Laid, best: int | None) -> dict[str, Any]:
        return {
            "who": self.words.seat(laid.seat),
            "place": self.places[laid.seat],
            "best": laid.seat == best,
            "cards": list(laid.cards),
            "kind": _(laid.kind),
        }

    def _pieces(self, said: Said) -> list[str | dict[str, str]]:
        """A sentence in pieces, its cards by their codes."""
        pieces = self.words.pieces(said)
        return [{"card": each.code} if isinstance(each, Face) else each for each in pieces]

    def _seat(self, seat: SeatShown) -> dict[str, Any]:
        marks = [[each.tone, self.words.text(each.said)] for each in seat.marks]
        if seat.is_on_turn:
            marks.append(["turn", _("on turn")])
        if seat.passed:
            marks.append(["passed", _(seat.passed)])
        return {
            "turn": seat.is_on_turn,
            "cards": list(seat.cards),
            "legal": [code for code in seat.cards if code in seat.legal],
            "interrupts": [code for code in seat.cards if code in seat.interrupts],
            "marks": marks + [["may", _(each)] for each in seat.may],
        }

    def _sentence(self, problem: Problem) -> str:
        """What is wrong, with seats and cards by their names."""
        params = dict(problem.params)
        card = self.words.faces.get(str(params.get("card")))
        if card is not None:
            params["card"] = card.name
        names = self.setup.game.seat_names(self.setup.rules)
        named = Problem(problem.code, problem.path, params)
        return engine_sentence(named, self.setup.game.messages, _, names)

    def fault(self) -> FaultWords | None:
        """What is wrong with the record, if anything is."""
        fault: Fault | None = self.replay.fault
        if fault is None:
            return None
        article = self.showing.articles.get(fault.problem.code)
        cited = {"number": article.number, "title": _(article.title)} if article else {}
        last = self.replay.frames[-1].said if self.replay.frames and fault.event is not None else None
        return FaultWords(
            step=None if fault.event is None else fault.event + 1,
            event=self.words.text(last) if last is not None else "",
            sentence=self._sentence(fault.problem),
            article=_("Rules, article %(number)s: %(title)s") % cited if cited else "",
        )

    def ending(self, hand: Hand) -> Ending | None:
        """Summary and score of the cards beside those of the hand that counts."""
        found = self.replay.result
        if found is None:
            return None
        game, rules = self.setup.game, self.setup.rules
        payload = hand.current.payload if hand.current is not None else None
        score = getattr(hand, "score", None)
        points = dict(score.points) if score is not None else {}
        same = payload is not None and not record_problems(game, rules, self.record, payload)
        declaration = Declaration.of(self.stage, hand.number)
        return Ending(
            summary=payload_in_words(declaration, found.summary),
            score=self._by_side(found.score.sides),
            reasons=tuple(
                f"{signed(each.points)} {self.side_names[each.side]}: "
                + game.line_in_words(each.code, each.params, rules, _)
                for each in found.score.lines
            ),
            counted=payload_in_words(declaration, payload),
            counted_score=self._by_side(points),
            agrees=same and points == dict(found.score.sides),
        )

    def _by_side(self, points: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
        return tuple((self.side_names[side], signed(value)) for side, value in points.items())
