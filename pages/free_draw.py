"""A draw of any four players that stands in the address alone: names, seed, and the cards that were taken."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from engine.core.draw import TABLE_OF, Purpose, Step
from engine.core.game import Game
from engine.core.problems import RulesError
from engine.core.showing import Words
from scoring.seat_draw import Drawing, terms_of
from tournaments.errors import NotFound

LONGEST_NAME = 40
SEED = re.compile(r"[0-9]{1,10}")


def names_of(given: QueryDict) -> list[str]:
    """Four names, in the order in which they were typed; who has none gets a number."""
    typed = [" ".join(each.split())[:LONGEST_NAME] for each in given.getlist("name")[:TABLE_OF]]
    typed += [""] * (TABLE_OF - len(typed))
    return [name or _("Player %(number)s") % {"number": at} for at, name in enumerate(typed, start=1)]


def drawn(game: Game, profile: str, given: QueryDict) -> dict[str, Any]:
    """The draw that the address tells; a card that cannot be taken any more ends what it tells.

    Raises NotFound for rules that there are not, or under which no cards are drawn.
    """
    try:
        rules = game.read_rules({"profile": game.profile(profile).key})
    except RulesError as error:
        raise NotFound from error
    terms = terms_of(game, rules, Purpose.PARTNERS)
    if terms is None or game.play is None or game.play.showing is None:
        raise NotFound
    drawing, taken = _taken(Drawing(terms, int(given.get("seed", ""))), given.get("taken", "").split(","))
    faces = Words(game.play.showing, {}, _).faces
    standing, names = drawing.standing, dict(zip(terms.seats, names_of(given), strict=True))
    sitting = {seat: names[chair] for chair, seat in standing.seats.items()}
    cards: dict[int, list[Any]] = {}
    for chair, code in (each for one in drawing.rounds for each in one.items()):
        cards.setdefault(chair, []).append(faces[code])
    due = standing.due[0] if standing.due else None
    return {
        "step": standing.step.value,
        "taker": (names if standing.step is Step.DRAW else sitting).get(due or 0, ""),
        "places": [
            (at, faces[code] if code in drawing.taken else None, _link(given, [*taken, at]))
            for at, code in enumerate(drawing.face_down, start=1)
        ],
        "cards": [(names[chair], cards[chair]) for chair in sorted(cards)],
        "turned": faces.get(drawing.turned or ""),
        "seats": [
            (game.seat_names(rules)[seat], sitting[seat], seat == standing.dealer) for seat in terms.seats
        ],
        "is_seated": drawing.is_seated,
        "is_open": standing.step in (Step.DONE, Step.NAME) and standing.dealer is None,
    }


def _taken(drawing: Drawing, places: Iterable[str]) -> tuple[Drawing, list[int]]:
    """The draw after these places, and those that could be taken: whoever is due first takes the next."""
    taken: list[int] = []
    for text in places:
        place = int(text) if SEED.fullmatch(text) else 0
        if not drawing.standing.due or not 1 <= place <= len(drawing.face_down) or place in taken:
            break
        drawing = drawing.with_card(drawing.standing.due[0], drawing.face_down[place - 1])
        taken.append(place)
    return drawing, taken


def _link(given: QueryDict, taken: Iterable[int]) -> str:
    """The address of the draw with these cards taken."""
    query = given.copy()
    query["taken"] = ",".join(map(str, taken))
    return f"?{query.urlencode()}"
