"""Where somebody sits: the one question that everybody has at the start of a round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.selectors.events import OUT, Outline, entrants_of, folded, outline
from scoring.selectors.rounds import SideLine, TableLine, table_lines
from scoring.selectors.seat_draw import DrawPage, drawn_at, has_seats_to_draw
from scoring.setup import stage_setup
from tournaments.models import Entrant, EntrantStatus, Event, Match, Round, Stage

MOST = 12
"""More answers than this are no answer: the page asks for more letters."""


@dataclass(frozen=True, slots=True)
class Place:
    """A seat at the table by its name, and who sits in it."""

    name: str
    person: str
    own: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """Where an entrant plays in the round that is on; without `line` it does not."""

    entrant: Entrant
    people: tuple[str, ...]
    line: TableLine | None = None
    side: SideLine | None = None
    places: tuple[Place, ...] = ()
    draw: DrawPage | None = None
    seats_open: bool = False
    """Whether cards drawn at the table have yet to say who sits where."""

    @property
    def others(self) -> tuple[SideLine, ...]:
        """The sides it plays against, none where it has a bye."""
        if self.line is None or self.side is None:
            return ()
        return tuple(each for each in self.line.sides if each.side != self.side.side)

    @property
    def is_out(self) -> bool:
        """Whether it plays no more."""
        return self.entrant.status in OUT

    @property
    def is_waiting(self) -> bool:
        """Whether it is on the waiting list."""
        return self.entrant.status == EntrantStatus.WAITING


@dataclass(frozen=True, slots=True)
class TablePage:
    """What the search for a table found; `found` counts also those that are not shown."""

    outline: Outline
    query: str
    stage: Stage | None
    round: Round | None
    answers: tuple[Answer, ...] = ()
    found: int = 0

    @property
    def is_too_wide(self) -> bool:
        """Whether more was found than is worth showing."""
        return self.found > MOST


def find_table(event: Event, query: str) -> TablePage:
    """The tables of everybody whose name, or number, is asked for; ten queries at most."""
    plan = outline(event)
    on = plan.on
    stage, playing = (on.stage, on.current) if on else (None, None)
    query = " ".join(query.split())
    if not query:
        return TablePage(plan, "", stage, playing)
    found = [each for each in entrants_of(event) if _matches(query, each)]
    answers: tuple[Answer, ...] = ()
    if found and len(found) <= MOST:
        answers = _answers(found, stage, playing)
    return TablePage(plan, query, stage, playing, answers, len(found))


def _matches(query: str, entrant: Entrant) -> bool:
    """A number finds the entrant that has it; words find those with a name beginning with each of them."""
    if query.isdecimal():
        return int(query) == entrant.number
    names = [entrant.name, *_people(entrant)]
    words = [word for name in names for word in folded(name).split()]
    return all(any(word.startswith(part) for word in words) for part in folded(query).split())


def _people(entrant: Entrant) -> tuple[str, ...]:
    return tuple(each.player.display_name() for each in entrant.line_up.all())


def _answers(found: Iterable[Entrant], stage: Stage | None, playing: Round | None) -> tuple[Answer, ...]:
    lines: tuple[TableLine, ...] = ()
    if stage is not None and playing is not None:
        wanted = Match.objects.filter(round=playing, participations__entrant__in=list(found)).distinct()
        lines = table_lines(wanted, stage, playing)
    sitting = {entrant.pk: (line, side) for line in lines for side in line.sides for entrant in side.entrants}
    return tuple(_answer(each, stage, playing, *sitting.get(each.pk, (None, None))) for each in found)


def _answer(
    entrant: Entrant,
    stage: Stage | None,
    playing: Round | None,
    line: TableLine | None,
    side: SideLine | None,
) -> Answer:
    people = _people(entrant)
    if stage is None or playing is None or line is None or side is None or len(line.sides) < 2:
        return Answer(entrant, people, line, side)
    line.match.round = playing
    draw, seats_open = drawn_at(line.match), has_seats_to_draw(line.match)
    return Answer(entrant, people, line, side, _places(stage, line, side), draw, seats_open)


def _places(stage: Stage, line: TableLine, own: SideLine) -> tuple[Place, ...]:
    """The seats in the order of play; a seat without a person shows its entrant."""
    setup = stage_setup(stage)
    people = {seat.position: seat.player.display_name() for each in line.sides for seat in each.seats}
    names = setup.game.seat_names(setup.rules)
    sides = {each.side: each for each in line.sides}
    places = []
    for seat in setup.game.seats(setup.rules):
        side = setup.game.side_of(setup.rules, seat)
        if side in sides:
            person = people.get(seat, sides[side].name)
            places.append(Place(names.get(seat, str(seat)), person, side == own.side))
    return tuple(places)
