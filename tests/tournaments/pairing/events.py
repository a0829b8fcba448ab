"""Events for the tests of pairing: a compact text form, and random ones.

A round is a list of lines: ``1-5 600:400`` (played, game points), ``1-5`` (set beforehand), ``3-4 forfeit 3``
(who won), ``3-4 double_forfeit``, ``9 pairing_bye`` (or another outcome). Entrants are their numbers.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any

from engine.core.options import parse
from scoring.pairing_input import StageFacts, pairing_input
from scoring.ranking import rank, ranking
from scoring.scales import MatchScore, read_scale, verdicts
from scoring.table import EntrantInfo, Fine, Outcome, Result, ResultTable, Settings, exact
from tests.support.usual import POINTS
from tournaments.pairing.base import FixedTable, PairingInput, SwissOptions


@dataclass
class Line:
    """One line of a round, read."""

    entrants: tuple[int, ...]
    outcome: str | None
    score: tuple[Fraction, ...] = ()
    winner: int | None = None


@dataclass
class Event:
    entrants: int
    rounds: list[list[Line]]
    points: dict[str, Any] = field(default_factory=lambda: dict(POINTS))
    scale: dict[str, Any] | None = None
    ranking: list[str] = field(default_factory=lambda: ["match_points", "buchholz", "difference"])
    options: dict[str, Any] = field(default_factory=dict)
    forbidden: list[list[int]] = field(default_factory=list)
    clubs: dict[int, str] = field(default_factory=dict)
    joined: dict[int, int] = field(default_factory=dict)
    left: dict[int, int] = field(default_factory=dict)
    fines: list[list[Any]] = field(default_factory=list)
    draft: list[Line] = field(default_factory=list)
    seed: int = 1

    @property
    def number(self) -> int:
        """The round to be drawn."""
        return len(self.rounds) + 1

    def value(self, outcome: str) -> Fraction:
        return Fraction(self.points[outcome])


def read_line(text: str) -> Line:
    who, _, rest = text.partition(" ")
    entrants = tuple(int(number) for number in who.split("-"))
    words = rest.split()
    if not words:
        return Line(entrants, None)
    if ":" in words[0]:
        return Line(entrants, "played", tuple(Fraction(points) for points in words[0].split(":")))
    return Line(entrants, words[0], (), int(words[1]) if len(words) > 1 else None)


def read_event(case: dict[str, Any]) -> Event:
    """Return the event of a case of tests/data/pairing."""
    by_number = {name: {int(number): value for number, value in case.get(name, {}).items()} for name in
                 ("clubs", "joined", "left")}  # fmt: skip
    plain = {
        name: case[name] for name in ("scale", "ranking", "options", "forbidden", "fines") if name in case
    }
    return Event(
        entrants=case["entrants"],
        rounds=[[read_line(line) for line in lines] for lines in case["rounds"]],
        points={**POINTS, **case.get("points", {})},
        draft=[read_line(line) for line in case.get("draft", [])],
        **by_number,
        **plain,
    )


def table_of(event: Event) -> ResultTable:
    """Return the results as the standings have them."""
    results = [
        result
        for number, lines in enumerate(event.rounds, start=1)
        for line in lines
        for result in _results(event, number, line)
    ]
    settings = Settings(
        win=exact(event.points["win"]),
        draw=exact(event.points["draw"]),
        loss=exact(event.points["loss"]),
        absence=exact(event.points["absence"]),
        scaled=event.scale is not None,
    )
    return ResultTable(
        tuple(
            EntrantInfo(number, number, None, event.joined.get(number, 1), event.left.get(number))
            for number in range(1, event.entrants + 1)
        ),
        len(event.rounds),
        tuple(results),
        tuple(Fine(number, after, exact(points)) for after, number, points in event.fines),
        settings,
    )


def _results(event: Event, number: int, line: Line) -> list[Result]:
    if len(line.entrants) == 1:
        points = exact(event.points[line.outcome])
        return [Result(line.entrants[0], number, Outcome(line.outcome), (), points)]
    sides = tuple(zip(line.entrants, reversed(line.entrants), strict=True))
    if line.outcome != "played":
        outcomes = [_forfeit(line, own) for own, _other in sides]
        return [
            Result(own, number, outcome, (other,), exact(event.points[_worth(outcome)]))
            for (own, other), outcome in zip(sides, outcomes, strict=True)
        ]
    verdict = verdicts(line.score)
    points = match_points(event, line)
    return [
        Result(own, number, Outcome.PLAYED, (other,), exact(points[side]), line.score[side],
               (line.score[1 - side],), verdict[side])
        for side, (own, other) in enumerate(sides)
    ]  # fmt: skip


def match_points(event: Event, line: Line) -> tuple[Fraction, ...]:
    """Match points of a played line, side by side."""
    if event.scale is not None:
        return tuple(
            map(Fraction, read_scale(event.scale).award(MatchScore(line.score, verdicts(line.score))))
        )
    one, other = line.score
    if one == other:
        return event.value("draw"), event.value("draw")
    return tuple(event.value(key) for key in (("win", "loss") if one > other else ("loss", "win")))


def _forfeit(line: Line, own: int) -> Outcome:
    if line.outcome == "double_forfeit":
        return Outcome.DOUBLE_FORFEIT
    return Outcome.FORFEIT_WIN if line.winner == own else Outcome.FORFEIT_LOSS


def _worth(outcome: Outcome) -> str:
    return "forfeit_loss" if outcome == Outcome.DOUBLE_FORFEIT else str(outcome)


def ranks_of(event: Event) -> dict[int, int]:
    """The last closed standings."""
    if not event.rounds:
        return {}
    return {row.entrant: row.rank for row in rank(table_of(event), ranking(*event.ranking))}


def input_of(event: Event, **more: Any) -> PairingInput:
    """Return what the draw of the event's next round is given."""
    options = parse(SwissOptions, event.options)
    assert isinstance(options, SwissOptions), options
    facts = StageFacts(
        options=options,
        seed=event.seed,
        ranks=ranks_of(event),
        clubs=event.clubs,
        forbidden=tuple((first, second) for first, second in event.forbidden),
        set_byes={line.entrants[0]: line.outcome for line in event.draft if len(line.entrants) == 1},
        fixed=tuple(FixedTable(tuple(line.entrants)) for line in event.draft if len(line.entrants) == 2),
        **more,
    )
    return pairing_input(table_of(event), event.number, facts)


def random_event(seed: int, most: int = 12, least: int = 5) -> Event:
    """Return an event in the middle of its life, with everything that makes a draw hard."""
    lots = random.Random(seed)
    size = lots.randint(least, most)
    event = Event(size, [], seed=seed)
    event.ranking = lots.choice((["match_points"], ["match_points", "difference"], event.ranking))
    if lots.random() < 0.15:
        event.points = {**POINTS, "win": 1, "draw": "1/2", "pairing_bye": 1, "requested_bye": "1/2"}
    event.clubs = {number: lots.choice("NSEW") for number in range(1, size + 1) if lots.random() < 0.8}
    pairs = list(combinations(range(1, size + 1), 2))
    event.forbidden = [list(pair) for pair in lots.sample(pairs, lots.choice((0, 0, 1, 2)))]
    event.options = {
        "pattern": lots.choice(("slide", "slide", "fold", "adjacent")),
        "same_club_rounds": lots.choice((0, 0, 9)),
        "accelerate_rounds": lots.choice((0, 0, 0, 2, 9)),
        "forfeit_is_meeting": lots.random() < 0.3,
        "forfeit_win_counts_as_bye": lots.random() < 0.3,
    }
    for number in range(1, size + 1):
        if lots.random() < 0.08:
            event.joined[number] = 2
        elif lots.random() < 0.06:
            event.left[number] = lots.randint(0, 3)
    for number in range(1, lots.randint(1, min(9, max(2, size // 2))) + 1):
        event.rounds.append(_played_round(event, number, lots))
    event.fines = [
        [lots.randint(1, len(event.rounds)), lots.randint(1, size), lots.choice(("-1", "-1/2", "2"))]
        for _fine in range(lots.choice((0, 0, 0, 1)))
    ]
    there = _there(event, event.number)
    lots.shuffle(there)
    if len(there) > 4 and lots.random() < 0.3:
        event.draft.append(Line((there.pop(),), lots.choice(("absence", "requested_bye"))))
    if len(there) > 4 and lots.random() < 0.2:
        one, other = there.pop(), there.pop()
        event.draft.append(Line((one, other), None))
    return event


def _there(event: Event, number: int) -> list[int]:
    return [
        one
        for one in range(1, event.entrants + 1)
        if event.joined.get(one, 1) <= number <= event.left.get(one, number)
    ]


def _played_round(event: Event, number: int, lots: random.Random) -> list[Line]:
    """A round drawn by lot, with few rematches and all kinds of outcomes."""
    there = _there(event, number)
    lots.shuffle(there)
    lines = []
    for one in list(there):
        if lots.random() < 0.06:
            there.remove(one)
            lines.append(Line((one,), lots.choice(("absence", "requested_bye"))))
    if len(there) % 2:
        lines.append(Line((there.pop(),), "pairing_bye"))
    met = {frozenset(line.entrants) for old in event.rounds for line in old}
    while there:
        one = there.pop()
        other = next((candidate for candidate in there if frozenset((one, candidate)) not in met), there[0])
        there.remove(other)
        lines.append(_outcome(one, other, lots))
    return lines


def _outcome(one: int, other: int, lots: random.Random) -> Line:
    lot = lots.random()
    if lot < 0.05:
        return Line((one, other), "forfeit", (), lots.choice((one, other)))
    if lot < 0.07:
        return Line((one, other), "double_forfeit")
    difference = 0 if lot < 0.2 else 20 * (lots.randint(-20, 20) + other - one)
    return Line((one, other), "played", (Fraction(500 + difference), Fraction(500 - difference)))
