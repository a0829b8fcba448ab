"""What an act would change, in words: the match, who moves and why, who goes on, which rounds are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from pages.numbers import percent, points, signed
from pages.words.match import Compared, standings_compared
from scoring.comparison import Advance, Change, Place
from scoring.ranking import Criterion
from scoring.services.consequences import Consequences, Ground, Posted
from scoring.services.standings import criteria_of
from tournaments.models import Entrant, Stage

SHOWN = 12
"""How many moves stand on the page at once; the others are folded away."""


@dataclass(frozen=True, slots=True)
class PlaceWords:
    """A place, the score there, and the criterion that decided it where that is not the score."""

    rank: str
    score: str
    reason: str


@dataclass(frozen=True, slots=True)
class MoveWords:
    """An entrant before and after; None where it is not in the table."""

    entrant: Entrant
    before: PlaceWords | None
    after: PlaceWords | None
    steps: int

    @property
    def distance(self) -> int:
        """How many places it moves, up or down."""
        return abs(self.steps)


@dataclass(frozen=True, slots=True)
class Told:
    """Everything that the page of the consequences shows.

    `key`: the short and the full name of each criterion in the moves, and whether it decides between equals.
    """

    match: tuple[Compared, ...]
    table: str
    moves: tuple[MoveWords, ...]
    more: tuple[MoveWords, ...]
    key: tuple[tuple[str, str, bool], ...]
    decided_anew: tuple[MoveWords, ...]
    others: str
    advances: tuple[tuple[Entrant, str, str], ...]
    frozen: bool
    posted: tuple[tuple[str, str], ...]
    is_any: bool

    @property
    def same_places(self) -> bool:
        """Whether everybody keeps the place, whatever else changes."""
        return not (self.moves or self.decided_anew)


def told(stage: Stage, found: Consequences[Any], joining: Sequence[Entrant] = ()) -> Told:
    """The consequences in words; `joining` are entrants that are not stored yet."""
    names = {**stage.event.entrants.in_bulk(), **{each.pk: each for each in joining}}
    reading = _Reading(names, {each.label: each for each in criteria_of(stage)})
    moves = tuple(map(reading.move, found.table.moves))
    others = len(found.table.others)
    return Told(
        match=standings_compared(*found.match, stage) if found.match else (),
        table=_table(found),
        moves=moves[:SHOWN],
        more=moves[SHOWN:],
        key=tuple(reading.key((*found.table.moves, *found.table.decided_anew))),
        decided_anew=tuple(map(reading.move, found.table.decided_anew)),
        others=_("Same place, other points or tie-breaks: %(count)s.") % {"count": others} if others else "",
        advances=tuple(_advance(each, names) for each in found.table.advances),
        frozen=found.later and bool(found.table.advances),
        posted=tuple(_posted(found.posted)),
        is_any=found.is_any,
    )


def _table(found: Consequences[Any]) -> str:
    if found.provisional:
        return _("Standings during round %(number)s") % {"number": found.after}
    return _("Standings after round %(number)s") % {"number": found.after}


@dataclass(frozen=True, slots=True)
class _Reading:
    """What is needed to say a place: the entrants, and the criteria by their labels."""

    names: Mapping[int, Entrant]
    criteria: Mapping[str, Criterion]

    def move(self, change: Change) -> MoveWords:
        """An entrant's way in words."""
        before, after = (None if each is None else self.place(each) for each in (change.before, change.after))
        return MoveWords(self.names[change.entrant], before, after, change.steps)

    def place(self, place: Place) -> PlaceWords:
        """A place in words."""
        first = next(iter(self.criteria), "")
        decided = place.decided_by
        return PlaceWords(
            rank=f"{place.rank}=" if place.tied else str(place.rank),
            score=self.value(first, place),
            reason=self.value(decided, place) if decided and decided != first else "",
        )

    def key(self, changes: Sequence[Change]) -> Iterator[tuple[str, str, bool]]:
        """The criteria that stand in these changes: short name, full name, whether it is not the score."""
        places = [place for each in changes for place in (each.before, each.after) if place is not None]
        decided = {place.decided_by for place in places}
        for at, (label, criterion) in enumerate(self.criteria.items()):
            if places and (at == 0 or label in decided):
                yield _(criterion.tiebreak.abbreviation), _(criterion.tiebreak.name), at > 0

    def value(self, label: str, place: Place) -> str:
        """The value of a criterion with its short name."""
        criterion = self.criteria.get(label)
        if criterion is None:
            return ""
        key, value = criterion.tiebreak.key, place.values.get(label)
        shown = (
            percent(value) if "percentage" in key else signed(value) if key == "difference" else points(value)
        )
        return f"{shown} {_(criterion.tiebreak.abbreviation)}"


def _advance(change: Change, names: Mapping[int, Entrant]) -> tuple[Entrant, str, str]:
    before, after = (_goes_on(each) for each in (change.before, change.after))
    return names[change.entrant], before, after


def _goes_on(place: Place | None) -> str:
    words = {
        Advance.IN: _("goes on"),
        Advance.SHARED: _("shares the last place that goes on"),
        Advance.OUT: _("does not go on"),
    }
    return "–" if place is None or place.advance is None else words[place.advance]


def _posted(rounds: tuple[Posted, ...]) -> Iterator[tuple[str, str]]:
    """What becomes of rounds that are drawn, each with the tone of its sign."""
    for each in rounds:
        if each.ground != Ground.SAME:
            yield _posted_words(each), "warn" if each.begun < each.tables or each.is_draft else ""


def _posted_words(posted: Posted) -> str:
    number = {"number": posted.round.number}
    if posted.ground == Ground.OTHER_FIELD:
        return _("The draft of round %(number)s does not fit any more who plays: draw it again.") % number
    if posted.is_draft:
        return _("The draft of round %(number)s stands on the old standings: draw it again.") % number
    if not posted.begun:
        return (
            _(
                "Round %(number)s is posted from the old standings and nobody has begun: "
                "the board then offers the smallest exchange."
            )
            % number
        )
    if posted.begun < posted.tables:
        text = _(
            "Round %(number)s is posted from the old standings. %(begun)s of %(tables)s tables have begun "
            "and stay as they are; for the others the board then offers the smallest exchange."
        )
        return text % {**number, "begun": posted.begun, "tables": posted.tables}
    return _("Round %(number)s was drawn from the old standings and stays as it is played.") % number
