"""Checks of cards that were drawn for seats: the setting, and what was drawn at each table."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.draw import FirstDealer, Purpose, Standing, Step
from engine.core.problems import Problem, pointer
from scoring.archive.canonical import Part
from scoring.archive.checks.source import Source
from scoring.seat_draw import Drawing, terms_of
from tournaments.settings import EventSettings, read_event_settings, seat_draw_problems


def draw_problems(source: Source) -> Iterator[Problem]:
    """A draw that the game does not know, cards that nobody can have drawn, another dealer than they name."""
    if source.game is None:
        return
    settings = read_event_settings(source.event("settings") or {})
    if isinstance(settings, EventSettings):
        problems = seat_draw_problems(settings, source.game, source.rules)
        yield from (each.below("/event/settings") for each in problems)
    for _, _, place, one in source.rounds(sound=False):
        for where, match in source.parts(place, one, "matches"):
            if "draw" in match:
                yield from _problems_of(source, where, match)


def _problems_of(source: Source, where: str, match: Part) -> Iterator[Problem]:
    place, stored, dealer = where + "/draw", match["draw"], match.get("first_dealer")
    terms = terms_of(source.game, source.rules, stored["for"]) if source.game is not None else None
    if terms is None:
        yield Problem("seat_draw_not_possible", place)
        return
    if terms.purpose is Purpose.PARTNERS and source.event("entrant_kind") != "individual":
        yield Problem("bad_choice", place + "/for", {"value": stored["for"]})
    strangers = list(_strangers(source, place, stored))
    yield from strangers
    if strangers:
        return
    found = Drawing.read(terms, stored, dealer).stand()
    if not isinstance(found, Standing):
        yield from (each.below(place) for each in found)
    elif found.step is Step.DONE and terms.dealer is not FirstDealer.NAMED and found.dealer != dealer:
        yield Problem("draw_other_dealer", where + "/first_dealer", {"seat": found.dealer or 0})


def _strangers(source: Source, place: str, stored: Part) -> Iterator[Problem]:
    """Chairs that the table does not have."""
    seats = {str(seat) for seat in source.seats}
    for at, one in enumerate(stored["rounds"]):
        for chair in sorted(set(one) - seats):
            yield Problem("unknown_seat", place + pointer("rounds", at, chair), {"seat": chair})
