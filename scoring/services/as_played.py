"""Others sat down than were posted, and played: the match is recorded as it was played.

The hands stay as they were typed, since they are by seats; the history follows who really met. What was
posted is kept beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.problems import Problem
from scoring.services.loading import load
from scoring.services.phones import follow_owners
from scoring.services.project import score_match
from scoring.services.publish import publish_later
from scoring.services.rivals import require_playable
from scoring.setup import stage_setup
from tournaments.access import Actor
from tournaments.errors import Conflict, Invalid
from tournaments.locks import lock, lock_all
from tournaments.models import Match, Participation, RoundStatus, Seat, Verb
from tournaments.services.audit import act

Place = tuple[int, str, int]
"""Where an entrant sits in a round: match, side, and its place among the partners of the side."""


def record_as_played(
    actor: Actor, match: Match, sides: Mapping[str, Sequence[int]], *, reason: str
) -> list[Match]:
    """Put on the sides of a match the entrants (ids) who sat there; whoever they displace takes their places.

    So two pairs that sat at each other's table change places, and two that sat the wrong way round change
    sides. Returns the matches that were changed, this one first; none where everybody sat as it is written.
    Raises Invalid without a reason, in a draft, for sides of another size and for who does not sit at a table
    of this round; Conflict where the match points of such a table were set by a ruling.
    """
    faults = [] if reason.strip() else [Problem("reason_needed", "/reason")]
    if match.round.status == RoundStatus.DRAFT:
        faults.append(Problem("round_not_published"))
    if faults:
        raise Invalid(faults[0].code, faults)
    stage = match.round.stage
    with act(stage.event, actor) as journal:
        lock(stage)
        tables = lock_all(Match.objects.filter(round=match.round, leg=match.leg, table__isnull=False))
        seated = _Sheet.of(match)  # behind the locks: seats may be drawn at any table
        moved = seated.moved(match, sides)
        touched = {at[0] for at in moved}
        matches = [each for each in tables if each.pk in touched]
        for each in matches:
            each.round, each.table = match.round, seated.tables[each.pk]
            _require_played(each)
        seated.put(matches, moved)
        follow_owners(journal, {each.pk: seated.sides_of_owners(each, moved) for each in matches})
        for each in matches:
            score_match(journal, each, load(each))
        if matches:
            name = f"stage:{stage.order}/round:{match.round.number}"
            said = {"as_played": True, "reason": reason, "tables": seated.told(matches, moved)}
            journal.add(Verb.ROUND_EXCHANGED, name, **said)
            publish_later(journal, stage)
    return sorted(matches, key=lambda each: each.pk != match.pk)


def _require_played(match: Match) -> None:
    """Raise for a match that was decided without play, or whose points somebody has set."""
    require_playable(match)
    if match.participations.filter(match_points__isnull=False).exists():
        raise Conflict("adjusted_by_ruling", params={"table": str(match.table or match.number)})


class _Sheet:
    """Who sits where at the tables of a round, entrants and people."""

    def __init__(self, rows: Sequence[Participation], seats: Sequence[Seat]) -> None:
        self.rows: dict[Place, Participation] = {(each.match_id, each.side, each.slot): each for each in rows}
        self.places = {each.entrant_id: at for at, each in self.rows.items()}
        self.tables = {each.match_id: each.match.table for each in rows}
        self.seats = seats

    @classmethod
    def of(cls, match: Match) -> _Sheet:
        """The tables of the round of a match; byes and absences are none."""
        rows = Participation.objects.filter(round=match.round, leg=match.leg, match__table__isnull=False)
        seats = Seat.objects.filter(match__round=match.round).order_by("position")
        rows = rows.select_related("entrant", "match__table").order_by("match", "side", "slot")
        return cls(list(rows), list(seats))

    def moved(self, match: Match, sides: Mapping[str, Sequence[int]]) -> dict[Place, int]:
        """Who sits in another place than is written; raises Invalid for sides that cannot be."""
        own = {at: row.entrant_id for at, row in self.rows.items() if at[0] == match.pk}
        wanted = {
            (match.pk, side, slot): each for side, them in sides.items() for slot, each in enumerate(them)
        }
        if not own or wanted.keys() != own.keys() or len(set(wanted.values())) < len(wanted):
            raise Invalid.of("sides_do_not_fit", "/sides")
        if not set(wanted.values()) <= self.places.keys():
            raise Invalid.of("not_at_a_table", "/sides")
        came = [each for each in wanted.values() if each not in own.values()]
        gone = [each for each in own.values() if each not in wanted.values()]
        wanted |= {self.places[one]: other for one, other in zip(came, gone, strict=True)}
        return {at: each for at, each in wanted.items() if self.rows[at].entrant_id != each}

    def put(self, matches: Sequence[Match], moved: Mapping[Place, int]) -> None:
        """Write who sits where now, and beside it what was posted."""
        people = self._people()
        for match in matches:
            posted = match.posted if match.posted is not None else self._sides(match, {})
            played = self._sides(match, moved)
            match.posted = None if posted == played else posted
            match.save(update_fields=["posted"])
        rows = [self.rows[at] for at in moved]
        Participation.objects.filter(pk__in=[each.pk for each in rows]).delete()
        entrants = {each.entrant_id: each.entrant for each in self.rows.values()}
        for at, entrant in moved.items():
            row = self.rows[at]
            row.pk, row.entrant = None, entrants[entrant]
        Participation.objects.bulk_create(rows)
        sides = {at[:2] for at in moved}
        Seat.objects.filter(pk__in=[each.pk for each in self.seats if _side_of(each) in sides]).delete()
        Seat.objects.bulk_create(seat for match in matches for seat in self._seats(match, sides, people))

    def _people(self) -> dict[int, list[int]]:
        """Who sits there for each entrant, in the order of the seats; partners sit one after the other."""
        people: dict[int, list[int]] = {}
        for (match, side, slot), row in self.rows.items():
            there = [each.player_id for each in self.seats if _side_of(each) == (match, side)]
            partners = sum(at[:2] == (match, side) for at in self.rows)
            share = len(there) // partners
            people[row.entrant_id] = there[slot * share : (slot + 1) * share]
        return people

    def _seats(
        self, match: Match, sides: set[tuple[int, str]], people: Mapping[int, list[int]]
    ) -> list[Seat]:
        """The seats of the sides on which others sit now; people beyond the seats of a side watch."""
        setup = stage_setup(match.round.stage)
        found: list[Seat] = []
        for side in [name for name in setup.sides if (match.pk, name) in sides]:
            own = sorted((at, row) for at, row in self.rows.items() if at[:2] == (match.pk, side))
            sitting = [player for _at, row in own for player in people[row.entrant_id]]
            free: list[Any] = [
                seat
                for seat in setup.game.seats(setup.rules)
                if setup.game.side_of(setup.rules, seat) == side
            ]
            free += [None] * (len(sitting) - len(free))
            found += [
                Seat(match=match, position=position, side=side, player_id=player)
                for position, player in zip(free, sitting, strict=False)
            ]
        return found

    def _sides(self, match: Match, moved: Mapping[Place, int]) -> list[Any]:
        """The sides of a match as an archive writes them."""
        refs = {each.entrant_id: each.entrant.ref for each in self.rows.values()}
        sides: dict[str, list[str]] = {}
        for at, row in self.rows.items():
            if at[0] == match.pk:
                sides.setdefault(at[1], []).append(refs[moved.get(at, row.entrant_id)])
        return [each[0] if len(each) == 1 else each for each in sides.values()]

    def sides_of_owners(self, match: Match, moved: Mapping[Place, int]) -> dict[str, str]:
        """Which side of a match the same entrants are on now, by the side on which they were."""
        was: dict[str, set[int]] = {}
        now: dict[str, set[int]] = {}
        for entrant, at in self.places.items():
            if at[0] == match.pk:
                was.setdefault(at[1], set()).add(entrant)
                now.setdefault(at[1], set()).add(moved.get(at, entrant))
        return {old: new for old, them in was.items() for new, others in now.items() if them == others}

    def told(self, matches: Sequence[Match], moved: Mapping[Place, int]) -> list[list[object]]:
        """What the log keeps: each table with the numbers of who was written and of who sat there."""
        numbers = {each.entrant_id: each.entrant.number for each in self.rows.values()}
        was = {at: each for each, at in self.places.items()}
        lines: list[list[object]] = []
        for match in matches:
            own = [at for at in self.rows if at[0] == match.pk]
            table = self.tables[match.pk]
            new = [numbers[moved.get(at, was[at])] for at in own]
            lines.append([table and table.number, [numbers[was[at]] for at in own], new])
        return lines


def _side_of(seat: Seat) -> tuple[int, str]:
    return seat.match_id, seat.side
