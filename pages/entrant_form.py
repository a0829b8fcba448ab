"""The form of an entrant, and the words of an import."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from django.utils.translation import gettext as _

from engine.core.problems import Problem
from pages.fields import Fault, Field, mark
from pages.headings import heading
from tournaments.imports.entrants import NUMBER, RATING, EntrantRow
from tournaments.models import EntrantKind, Event
from tournaments.names import LONGEST_NAME, PLAYERS
from tournaments.services.entrants import NewEntrant
from tournaments.texts import sentence

EXAMPLES = ("Sam", "Vic", "Otto", "Tab")
POINTS = re.compile(r"\d{1,6}([.,]\d{1,4})?")


@dataclass(slots=True)
class EntrantForm:
    """The fields of an entrant as they were typed, and their faults."""

    fields: list[Field]
    kind: str
    problems: list[Problem] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    @property
    def people(self) -> tuple[str, ...]:
        """The players who were named; an individual is its own player."""
        named = tuple(text for name, text in self._texts() if name.startswith("player_") and text)
        return (self.text("name"),) if self.kind == EntrantKind.INDIVIDUAL else named

    def text(self, name: str) -> str:
        """What stands in a field, outer spaces left out."""
        return next((text for found, text in self._texts() if found == name), "")

    def _texts(self) -> list[tuple[str, str]]:
        return [(each.name, " ".join(each.value.split())) for each in self.fields]

    def read(self) -> NewEntrant | None:
        """The entrant that was typed; None, with its faults marked, where it cannot be one."""
        self.problems = [*_bad_numbers(self), *_too_long(self)]
        if self.problems:
            self.show(self.problems)
            return None
        rating, number = self.text("rating").replace(",", "."), self.text("number")
        return NewEntrant(
            name=self.text("name") or " – ".join(self.people),
            players=self.people,
            club=self.text("club"),
            rating=Fraction(rating) if rating else None,
            number=int(number) if number else None,
        )

    def points(self) -> Fraction | None:
        """The match points that somebody late joins with, None for what absences are worth."""
        text = self.text("match_points").replace(",", ".")
        return Fraction(text) if text else None

    def show(self, problems: Sequence[Problem], field_of: Callable[[str], str] | None = None) -> None:
        """Mark what is wrong."""
        self.faults = mark(self.fields, problems, field_of or _field_of, sentence)


def _bad_numbers(form: EntrantForm) -> list[Problem]:
    """Numbers that are none."""
    rules = {"rating": RATING, "number": NUMBER, "match_points": POINTS}
    return [
        Problem("not_a_number", f"/{name}", {"value": form.text(name)})
        for name, rule in rules.items()
        if form.text(name) and not rule.fullmatch(form.text(name))
    ]


def _too_long(form: EntrantForm) -> list[Problem]:
    """Texts that do not fit; the name of a pair may be made of two names."""
    return [
        Problem("too_long", f"/{each.name}", {"most": LONGEST_NAME})
        for each in form.fields
        if len(each.value.strip()) > LONGEST_NAME
    ]


def _field_of(path: str) -> str:
    """The field that a pointer into a list of entrants, or into one, means."""
    steps = [step for step in path.split("/") if step]
    if steps and steps[0].isdigit():
        steps = steps[1:]
    if not steps:
        return ""
    if steps[0] == "players":
        return f"player_{int(steps[1]) + 1}" if len(steps) > 1 else "player_1"
    return steps[0]


def entrant_form(
    event: Event, given: Mapping[str, str], *, late: bool = False, new: bool = True
) -> EntrantForm:
    """The form for an entrant of the event, filled with what is given."""
    kind = event.entrant_kind
    fewest, most = PLAYERS[kind]
    alone = kind == EntrantKind.INDIVIDUAL
    names = {
        EntrantKind.PAIR: _("Name of the pair"),
        EntrantKind.TEAM: _("Name of the team"),
        EntrantKind.INDIVIDUAL: _("Name"),
    }
    fields = [] if alone else [_player(place, fewest) for place in range(1, most + 1)]
    help_text = _("Without one the pair is called after its players.") if kind == EntrantKind.PAIR else ""
    name = Field("name", str(names[EntrantKind(kind)]), help=help_text, required=kind != EntrantKind.PAIR)
    fields.insert(len(fields) if kind == EntrantKind.PAIR else 0, name)
    fields += [
        Field("club", _("Club")),
        Field("rating", _("Rating"), kind="points"),
        Field("number", _("Number"), kind="number", help=_("Empty: the next free one.") if new else ""),
    ]
    if late:
        fields.append(_late_points())
    for each in fields:
        each.value = str(given.get(each.name, ""))
        each.longest = LONGEST_NAME
    return EntrantForm(fields, kind)


def _player(place: int, fewest: int) -> Field:
    return Field(f"player_{place}", _("Player %(place)s") % {"place": place}, required=place <= fewest)


def _late_points() -> Field:
    return Field(
        "match_points",
        _("Match points for the rounds missed"),
        kind="points",
        help=_("Empty: each of them is worth what an absence is worth."),
    )


def needed_columns(kind: str) -> list[str]:
    """The columns that a file has, those that must be there first."""
    fewest, _most = PLAYERS[kind]
    players = [] if kind == EntrantKind.INDIVIDUAL else [f"player_{place + 1}" for place in range(fewest)]
    return [*players, "name", "club", "rating", "number"]


def usual_columns(kind: str, players: int) -> list[str]:
    """The columns of a plain list with so many players; a pair may go without a name."""
    people = [] if kind == EntrantKind.INDIVIDUAL else [f"player_{place + 1}" for place in range(players)]
    return [*([] if kind == EntrantKind.PAIR else ["name"]), *people, "club"]


def example_file(kind: str) -> str:
    """The first lines of a file that can be read, with those columns that it cannot do without."""
    fewest, _most = PLAYERS[kind]
    columns = usual_columns(kind, fewest)
    people = EXAMPLES[: sum(each.startswith("player") for each in columns)]
    row = [*([] if kind == EntrantKind.PAIR else ["Dora"]), *people, "Baza"]
    return "\n".join((",".join(map(heading, columns)), ",".join(row)))


def as_csv(rows: Sequence[EntrantRow], kind: str) -> str:
    """The rows of a preview as a file again, to be sent back with the order to enter them."""
    _, most = PLAYERS[kind]
    players = [f"player_{place}" for place in range(1, most + 1)]
    written = io.StringIO()
    writer = csv.DictWriter(written, ["name", *players, "club", "rating", "number"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(row.as_json() for row in rows)
    return written.getvalue()
