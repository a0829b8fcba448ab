"""The form in which the cards that were really drawn at a table are entered, round by round."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby

from django.utils.translation import gettext as _

from engine.core.draw import FirstDealer, Standing
from engine.core.problems import Problem
from engine.core.showing import Face
from scoring.seat_draw import rounds_of
from scoring.selectors.seat_draw import DrawPage, faces_of

TURNED = "turned"
UNFINISHED = ("draw_not_finished", "draw_nobody_deals")
MOST_ROUNDS = 24
CARD = re.compile(r"card-([0-9]{1,2})-[0-9]{1,2}")
"""The name of a field: its round, counted from 0, and the seat of who drew."""


@dataclass(frozen=True, slots=True)
class CardField:
    """A card to be picked: for whom, which it is, and whether something is wrong with it."""

    name: str
    label: str
    value: str
    is_wrong: bool


@dataclass(frozen=True)
class DrawForm:
    """What was picked so far; whoever has an equal card is asked once more."""

    page: DrawPage
    given: Mapping[str, str] = field(default_factory=dict)
    problems: Collection[Problem] = ()

    @property
    def suits(self) -> list[tuple[str, list[Face]]]:
        """The cards to pick from, by the names of their suits."""
        faces = faces_of(self.page.match, _)
        listed = [faces[code] for code in self.page.drawing.terms.declared.codes]
        return [(suit, list(some)) for suit, some in groupby(listed, key=lambda face: face.suit)]

    @property
    def rounds(self) -> list[dict[str, str]]:
        """The cards that were picked, as they are entered; a round without any is none."""
        chairs = [str(chair) for chair in self.page.chairs]
        if self.page.drawing.terms.is_dealt:
            return [{str(chair): self.given[f"card-{at}-{chair}"]} for at, chair in self._picked]
        found = [
            {chair: card for chair in chairs if (card := self.given.get(f"card-{at}-{chair}"))}
            for at in range(self._asked)
        ]
        return [one for one in found if one]

    @property
    def turned(self) -> str | None:
        """The card that was turned for the first deal."""
        return self.given.get(TURNED) or None

    @property
    def fields(self) -> list[list[CardField]]:
        """The fields of each round that was asked for, and of another one where equal cards are left."""
        terms = self.page.drawing.terms
        if not (terms.has_rounds or terms.is_dealt):
            return []
        return [list(self._fields(at)) for at in range(max(1, self._asked + bool(self._due)))]

    @property
    def turned_field(self) -> CardField | None:
        """The field of the turned card, where one is turned."""
        if self.page.drawing.terms.dealer is not FirstDealer.SUIT:
            return None
        return self._field(TURNED, _("Turned for the first deal"), "/turned")

    @property
    def _picked(self) -> list[tuple[int, int]]:
        """The round and the chair of every field with a card, as cards are dealt."""
        asked = [(at, chair) for at in range(self._asked) for chair in self.page.chairs]
        return [each for each in asked if self.given.get("card-{}-{}".format(*each))]

    @property
    def _asked(self) -> int:
        """How many rounds were asked for."""
        names = filter(None, map(CARD.fullmatch, self.given))
        return min(max((int(each[1]) for each in names), default=-1) + 1, MOST_ROUNDS)

    @property
    def _due(self) -> tuple[int, ...]:
        """Who has to draw again, where that is all that is left to do."""
        if not self.rounds or all(each.code not in UNFINISHED for each in self.problems):
            return ()
        found = self.page.drawing.terms.stand(rounds_of(self.rounds))
        return found.due if isinstance(found, Standing) else ()

    def _fields(self, at: int) -> Iterator[CardField]:
        chairs = self.page.chairs
        shown = [chair for chair in chairs if f"card-{at}-{chair}" in self.given] or self._due or list(chairs)
        for chair in shown:
            yield self._field(f"card-{at}-{chair}", chairs[chair].name, self._path(at, chair))

    def _path(self, at: int, chair: int) -> str:
        """Where the card of a field stands in what is entered."""
        if self.page.drawing.terms.is_dealt:
            at = self._picked.index((at, chair)) if (at, chair) in self._picked else len(self._picked)
        return f"/rounds/{at}/{chair}"

    def _field(self, name: str, label: str, path: str) -> CardField:
        wrong = any(path == each.path for each in self.problems)
        return CardField(name, label, self.given.get(name, ""), wrong)
