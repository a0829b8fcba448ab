"""From rows of the database to the facts that results, standings and pairing are computed from."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import CharField, ExpressionWrapper, F, Q

from scoring.models import Ruling, RulingEffect, SideResult
from scoring.results import FORFEIT, MatchFacts, present
from scoring.services.loading import IN_FORCE
from scoring.stage_points import PLANS, StagePoints, read_points
from scoring.table import EntrantInfo, Fine, Outcome, Result, exact, simple
from tournaments.errors import Misuse
from tournaments.models import Entrant, Participation, RoundStatus, Stage, StageEntrant


@lru_cache(maxsize=256)
def _points(raw: str) -> StagePoints:
    points, scale, draw, bye = json.loads(raw)
    read = read_points(points, scale, exact(draw), bye)
    if isinstance(read, tuple):
        raise Misuse(f"stored points of a stage are not valid: {read}")
    return read


def stage_points(stage: Stage) -> StagePoints:
    """What results are worth in a stage."""
    settings = stage.settings
    points = {str(Outcome.PAIRING_BYE): 0, **(stage.points or {})} if stage.method in PLANS else stage.points
    raw = [points, stage.scale, settings.get("draw_game_points", 0), settings.get("bye_game_points")]
    return _points(json.dumps(raw))


@dataclass(slots=True)
class _Sides:
    """One match while its rows come in, side by side in order."""

    round: int
    winner: str
    names: list[str] = field(default_factory=list)
    entrants: list[list[int]] = field(default_factory=list)
    adjusted: list[Fraction | None] = field(default_factory=list)
    rows: dict[str, tuple[Any, ...]] = field(default_factory=dict)

    def facts(self) -> MatchFacts:
        """The match as `scoring.results` takes it; one that does not count yet is open."""
        if len(self.rows) < len(self.names):
            return MatchFacts(self.round, tuple(map(tuple, self.entrants)), outcome=None)
        rows = [self.rows[name] for name in self.names]
        outcomes = [row[0] for row in rows]
        points = tuple(simple(row[1]) for row in rows)
        if len(rows) == 1:
            points = (points[0], simple(rows[0][2]))
        outcome, winner = outcomes[0], None
        if Outcome.FORFEIT_WIN in outcomes:
            outcome, winner = FORFEIT, outcomes.index(Outcome.FORFEIT_WIN)
        elif outcome == Outcome.FORFEIT_LOSS:
            outcome = Outcome.DOUBLE_FORFEIT
        elif self.winner in self.names:
            winner = self.names.index(self.winner)
        adjusted = None
        if any(value is not None for value in self.adjusted):
            adjusted = tuple(simple(value or Fraction(0)) for value in self.adjusted)
        given = [row[5] for row in rows]
        return MatchFacts(
            round=self.round,
            sides=tuple(map(tuple, self.entrants)),
            outcome=outcome,
            score=points,
            games=tuple(row[3] for row in rows),
            match_points=adjusted,
            winner=winner,
            hands_won=tuple(row[4] for row in rows),
            victory_points=None if None in given else tuple(simple(value) for value in given),
            there=present(outcomes),
        )


def match_facts(stage: Stage, closed: int, *, provisional: bool = False) -> list[MatchFacts]:
    """The matches of all rounds up to `closed`, and with `provisional` of the next.

    Of that one those that are not confirmed are open, and so is an encounter with such a match.
    """
    matches: dict[int, _Sides] = {}
    rows = Participation.objects.filter(round__stage=stage, round__number__lte=closed + provisional)
    for number, match, side, entrant, adjusted, winner in rows.order_by(
        "match_id", "side", "slot"
    ).values_list("round__number", "match_id", "side", "entrant_id", "match_points", "match__result__winner"):
        sides = matches.get(match)
        if sides is None:
            sides = matches[match] = _Sides(number, winner or "")
        if not sides.names or sides.names[-1] != side:
            sides.names.append(side)
            sides.entrants.append([])
            sides.adjusted.append(adjusted)
        sides.entrants[-1].append(entrant)
    _add_results(stage, matches, closed)
    return [sides.facts() for sides in matches.values()]


def _add_results(stage: Stage, matches: dict[int, _Sides], closed: int) -> None:
    results = SideResult.objects.filter(match__round__stage=stage, counts=True)
    for match, side, confirmed, *row in results.values_list(
        "match_id",
        "side",
        "confirmed",
        "outcome",
        "game_points",
        "game_points_against",
        "games_won",
        "hands_won",
        "victory_points",
    ):
        sides = matches.get(match)
        if sides is not None and (confirmed or sides.round <= closed):
            sides.rows[side] = tuple(row)


class _Numbers(dict[str | None, Any]):
    """Exact numbers by their text; each text is read once."""

    def __missing__(self, text: str | None) -> Any:
        value = None if text is None else exact(text)
        self[text] = value
        return value


def _text(name: str) -> Any:
    """A number as the text that is stored."""
    return ExpressionWrapper(F(name), output_field=CharField())


def stored_results(stage: Stage, closed: int, *, provisional: bool = False) -> list[Result]:
    """The results as the projections hold them: the quick way where a match is all of a round.

    One query; the rows of a match stand together, side by side.
    """
    counted = Q(match__side_results__confirmed=True) if provisional else Q()
    rows = Participation.objects.filter(
        Q(round__number__lte=closed) | (Q(round__number=closed + 1) & counted),
        round__stage=stage,
        round__number__lte=closed + provisional,
        match__side_results__side=F("side"),
        match__side_results__counts=True,
    )
    columns: Any = rows.order_by("match_id", "side", "slot").values_list(
        "match_id",
        "side",
        "entrant_id",
        "round__number",
        "match__side_results__outcome",
        _text("match__side_results__match_points"),
        _text("match__side_results__game_points"),
        _text("match__side_results__game_points_against"),
        "match__side_results__verdict",
        "match__side_results__games_won",
        "match__side_results__hands_won",
        _text("match__side_results__victory_points"),
    )
    found: list[Result] = []
    number = _Numbers()
    for _, match in groupby(columns.iterator(chunk_size=2000), key=itemgetter(0)):
        sides = list(match)
        if len(sides) == 2 and sides[0][1] != sides[1][1]:
            one, other = sides
            found.append(_result(one, (other[2],), (number[other[6]],), number))
            found.append(_result(other, (one[2],), (number[one[6]],), number))
        else:
            found.extend(_result(row, *_opposition(row, sides, number), number) for row in sides)
    return found


def _opposition(
    row: tuple[Any, ...], sides: Sequence[tuple[Any, ...]], number: _Numbers
) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Who sat at the other sides, and the game points of each of them; of a bye those against alone."""
    others = [other for other in sides if other[1] != row[1]]
    by_side = {other[1]: number[other[6]] for other in others}
    return tuple(other[2] for other in others), tuple(by_side.values()) or (number[row[7]],)


def _result(
    row: tuple[Any, ...], opponents: tuple[Any, ...], opposing: tuple[Any, ...], number: _Numbers
) -> Result:
    """The result of one entrant, beside its opponents."""
    _, _, entrant, played, outcome, points, own, _, verdict, games, hands, victory = row
    return Result(
        entrant,
        played,
        outcome,
        opponents,
        number[points],
        number[own],
        opposing,
        verdict,
        games,
        hands,
        number[victory],
    )


def entrant_infos(stage: Stage, rounds: int) -> list[EntrantInfo]:
    """The entrants of a stage that had joined by then.

    Where an event has several stages an entrant comes late in its first one, and leaves in the last one that
    has begun: the numbers of the rounds are those of that stage.
    """
    before, after = _other_stages(stage)
    rows = (
        StageEntrant.objects.filter(stage=stage)
        .order_by("entrant__number")
        .values_list(
            "entrant_id",
            "entrant__number",
            "entrant__rating",
            "entrant__joined_round",
            "entrant__left_after_round",
        )
    )
    infos = [
        EntrantInfo(
            pk,
            number,
            rating if rating is None else simple(rating),
            1 if pk in before else joined,
            None if pk in after else left,
        )
        for pk, number, rating, joined, left in rows
    ]
    return [info for info in infos if info.joined_round <= max(rounds, 1)]


def _other_stages(stage: Stage) -> tuple[set[int], set[int]]:
    """The entrants that played in an earlier stage, and those that went on to a later one."""
    begun = Q(stage__rounds__status__in=[RoundStatus.PUBLISHED, RoundStatus.PLAYING, RoundStatus.CLOSED])
    others = StageEntrant.objects.filter(begun, stage__event=stage.event_id).exclude(stage=stage)
    before: set[int] = set()
    after: set[int] = set()
    for entrant, order in others.values_list("entrant_id", "stage__order").distinct():
        (before if order < stage.order else after).add(entrant)
    return before, after


def fines(stage: Stage, rounds: int) -> list[Fine]:
    """Fines and bonuses in force."""
    rows = Ruling.objects.filter(
        stage=stage,
        effect=RulingEffect.FINE,
        replaced_by__isnull=True,
        status__in=IN_FORCE,
        entrant__isnull=False,
        round__number__lte=rounds,
    ).annotate(round_number=F("round__number"))
    return [
        Fine(entrant, number, simple(match_points or Fraction(0)), simple(game_points or Fraction(0)))
        for entrant, number, match_points, game_points in rows.values_list(
            "entrant_id", "round_number", "match_points", "game_points"
        )
    ]


def by_entrant(stage: Stage, numbers: dict[str, int]) -> dict[int, int]:
    """Archive ids of entrants in a stage's `lots` or `playoffs` replaced by those of the database."""
    if not numbers:
        return {}
    entrants = Entrant.objects.filter(event=stage.event_id, ref__in=numbers)
    ids: Iterable[Sequence[Any]] = entrants.values_list("ref", "pk")
    return {pk: numbers[ref] for ref, pk in ids}
