"""The cards drawn at a table as they are shown: who drew which, who is due, who sits where, who deals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import prefetch_related_objects

from engine.core.draw import FirstDealer, Purpose, Standing, Step
from engine.core.showing import Face, Words
from engine.core.text import Translate
from scoring.seat_draw import Drawing
from scoring.services.seat_draw import OPEN, drawing_of, is_said_by_boards, is_untouched
from scoring.setup import stage_setup
from tournaments.errors import Misuse
from tournaments.models import Match, MatchStatus


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits, or sat, somewhere: a seat, its name, the person or else the entrant."""

    seat: int
    place: str
    name: str


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card that was drawn by who sat in a chair."""

    by: Sitter
    code: str


@dataclass(frozen=True, slots=True)
class DrawPage:
    """A draw with the people of its table: `sitters` by their seats now, `chairs` by those of before."""

    match: Match
    drawing: Drawing
    is_open: bool
    sitters: Mapping[int, Sitter]
    chairs: Mapping[int, Sitter]

    @property
    def standing(self) -> Standing:
        """Where the draw stands."""
        return self.drawing.standing

    @property
    def step(self) -> str:
        """What comes next."""
        return self.standing.step.value

    @property
    def purpose(self) -> str:
        """What cards are drawn for."""
        return self.drawing.terms.purpose.value

    @property
    def dealer_by(self) -> str:
        """How the first dealer is found."""
        return (self.drawing.terms.dealer or FirstDealer.NAMED).value

    @property
    def for_seats(self) -> bool:
        """Whether who sits where is drawn too."""
        return self.drawing.terms.purpose is not Purpose.DEALER

    @property
    def is_done(self) -> bool:
        """Whether all is known."""
        return self.standing.step is Step.DONE

    @property
    def rounds(self) -> tuple[tuple[DrawnCard, ...], ...]:
        """The cards of each round, with who drew them."""
        return tuple(
            tuple(DrawnCard(self.chairs[chair], code) for chair, code in sorted(one.items()))
            for one in self.drawing.rounds
        )

    @property
    def due(self) -> tuple[Sitter, ...]:
        """Who takes a card now; who turns one is meant as they sit now."""
        people = self.chairs if self.standing.step is Step.DRAW else self.sitters
        return tuple(people[chair] for chair in self.standing.due)

    @property
    def seats(self) -> tuple[Sitter, ...]:
        """Who sits where now, in the order of play."""
        return tuple(self.sitters[seat] for seat in sorted(self.sitters))

    @property
    def dealer(self) -> Sitter | None:
        """Who deals first."""
        seat = self.standing.dealer
        return None if seat is None else self.sitters[seat]

    @property
    def places(self) -> tuple[tuple[int, str | None], ...]:
        """Every place on the table with the card that was taken from it, None where it lies face down."""
        taken = set() if self.drawing.by_hand else set(self.drawing.taken)
        return tuple(
            (at, code if code in taken else None) for at, code in enumerate(self.drawing.face_down, start=1)
        )


def draw_page(match: Match) -> DrawPage | None:
    """The draw at the table of a match; None where cards decide nothing there, or never did."""
    drawing = drawing_of(match)
    if drawing is None or is_said_by_boards(match, drawing):
        return None
    is_open = match.round.status in OPEN and is_untouched(match)
    return _page(match, drawing, is_open=is_open) if is_open or drawing.is_begun else None


def drawn_at(match: Match) -> DrawPage | None:
    """What was drawn at a table so far, for those who only look; None where nothing was."""
    drawing = drawing_of(match) if match.draw is not None else None
    return _page(match, drawing, is_open=False) if drawing is not None and drawing.is_begun else None


def has_seats_to_draw(match: Match) -> bool:
    """Whether cards will say who sits at the table of a match that nobody has begun."""
    drawing = drawing_of(match) if match.status == MatchStatus.SCHEDULED else None
    return drawing is not None and drawing.terms.purpose is not Purpose.DEALER and not drawing.is_seated


def _page(match: Match, drawing: Drawing, *, is_open: bool) -> DrawPage:
    sitters = _sitters(match)
    seats = drawing.standing.seats
    chairs = {chair: Sitter(chair, sitters[chair].place, sitters[seats[chair]].name) for chair in seats}
    return DrawPage(match, drawing, is_open, sitters, chairs)


def faces_of(match: Match, translate: Translate) -> Mapping[str, Face]:
    """The cards of the game as they are drawn, with names in the reader's language, by code."""
    game = stage_setup(match.round.stage).game
    showing = game.play.showing if game.play is not None else None
    if showing is None:
        raise Misuse(f"{game.key} draws cards for seats that it cannot show")
    return Words(showing, {}, translate).faces


def _sitters(match: Match) -> dict[int, Sitter]:
    """Everybody by the seat in which they are; a seat without a person shows its entrants."""
    setup = stage_setup(match.round.stage)
    names = setup.game.seat_names(setup.rules)
    prefetch_related_objects([match], "seats__player", "participations__entrant")
    people = {each.position: each.player.display_name() for each in match.seats.all()}
    entrants: dict[str, list[str]] = {}
    for each in match.participations.all():
        entrants.setdefault(each.side, []).append(each.entrant.name)
    return {
        seat: Sitter(
            seat,
            names.get(seat, str(seat)),
            people.get(seat) or " + ".join(entrants.get(setup.game.side_of(setup.rules, seat), ())),
        )
        for seat in setup.game.seats(setup.rules)
    }
