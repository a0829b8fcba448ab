"""From the results of a stage to what the pairing of its next round needs.

Pure: no Django, no models. The results come as a `ResultTable`; what they do not say (presence, clubs, ranks,
tables set beforehand) comes as `StageFacts`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from scoring.table import EntrantId, EntrantInfo, Outcome, Points, Result, ResultTable, simple
from tournaments.pairing.base import (
    FixedTable,
    Float,
    IdPair,
    MethodOptions,
    PairingEntrant,
    PairingInput,
    Seating,
    SwissOptions,
    TableOrder,
)

NOT_YET_JOINED = "not_yet_joined"
FORFEITS = (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS, Outcome.DOUBLE_FORFEIT)


@dataclass(frozen=True, slots=True, kw_only=True)
class StageFacts:
    """What the draw of a round has to know beside the results.

    `seed`: stored with the round. `ranks`: the last closed standings. `set_byes`: outcome set beforehand, for
    those who sit this round out. `sides`: where each entrant sat in its played matches, oldest first.
    `tables`: the only table that an entrant can use; `last_tables`: where it sat in the round before.
    `forbidden`: pairs beside those that the options name by id. `rounds`: how many are planned.
    `stage_seed`: the same in all rounds.
    """

    options: MethodOptions = field(default_factory=SwissOptions)
    seed: int = 0
    ranks: Mapping[EntrantId, int] = field(default_factory=dict)
    clubs: Mapping[EntrantId, Hashable] = field(default_factory=dict)
    groups: Mapping[EntrantId, Hashable] = field(default_factory=dict)
    sides: Mapping[EntrantId, tuple[str, ...]] = field(default_factory=dict)
    tables: Mapping[EntrantId, int] = field(default_factory=dict)
    last_tables: Mapping[EntrantId, int] = field(default_factory=dict)
    set_byes: Mapping[EntrantId, str] = field(default_factory=dict)
    fixed: tuple[FixedTable, ...] = ()
    forbidden: tuple[IdPair, ...] = ()
    allow_rematches: bool = False
    allow_second_bye: bool = False
    seating: Seating = Seating.BALANCED
    table_order: TableOrder = TableOrder.RANK
    stage_seed: int = 0
    rounds: int | None = None


def pairing_input(table: ResultTable, number: int, facts: StageFacts) -> PairingInput:
    """Return the input for round `number`, from the results of the rounds before it alone."""
    before = table.up_to(number - 1)
    history = _History(before, number, facts)
    return PairingInput(
        round=number,
        entrants=tuple(
            history.entrant(place, info)
            for place, info in enumerate(before.entrants)
            if is_there(info, number) or is_there(info, number + 1)
        ),
        seed=facts.seed,
        options=facts.options,
        fixed=facts.fixed,
        forbidden=(*facts.forbidden, *((first, second) for first, second in facts.options.forbidden_pairs)),
        continuous=table.settings.scaled or not table.settings.bounded,
        allow_rematches=facts.allow_rematches,
        allow_second_bye=facts.allow_second_bye,
        seating=facts.seating,
        table_order=facts.table_order,
        rounds=facts.rounds,
        stage_seed=facts.stage_seed,
    )


def is_there(info: EntrantInfo, number: int) -> bool:
    """Whether an entrant has joined by a round and not left before it."""
    return info.joined_round <= number and (info.left_after_round is None or info.left_after_round >= number)


def scores(table: ResultTable) -> list[Points]:
    """Return the match points of all entrants in the table, fines and bonuses included."""
    score = table.match_score
    return [simple(Fraction(own, score.unit)) for own in score.own]


def virtual_points(table: ResultTable, number: int, options: MethodOptions) -> list[Points]:
    """Return the acceleration: a win for the top half by number, the larger half of an odd field.

    Who never took part does not count for the halves; who comes late does.
    """
    if not isinstance(options, SwissOptions) or number > options.accelerate_rounds:
        return [0] * len(table.entrants)
    field_numbers = sorted(info.number for info in table.entrants if info.left_after_round != 0)
    top = set(field_numbers[: (len(field_numbers) + 1) // 2])
    return [table.settings.win if info.number in top else 0 for info in table.entrants]


class _History:
    """What the rounds before say about each entrant, by its place in the table."""

    def __init__(self, before: ResultTable, number: int, facts: StageFacts) -> None:
        self.before = before
        self.number = number
        self.facts = facts
        self.scores = scores(before)
        self.virtual = virtual_points(before, number, facts.options)
        earlier = before.up_to(number - 2)
        extra = virtual_points(before, number - 1, facts.options)
        self.earlier = [score + virtual for score, virtual in zip(scores(earlier), extra, strict=True)]

    def entrant(self, place: int, info: EntrantInfo) -> PairingEntrant:
        line = self.before.lines[place]
        facts = self.facts
        return PairingEntrant(
            id=info.id,
            number=info.number,
            score=self.scores[place],
            virtual=self.virtual[place],
            rank=facts.ranks.get(info.id),
            met=frozenset(other for result in line if self._is_meeting(result) for other in result.opponents),
            byes=sum(self._counts_as_bye(result) for result in line),
            missed=self.number - 1 - sum(result.is_played for result in line),
            floated=self._float(place, line),
            club=facts.clubs.get(info.id),
            group=facts.groups.get(info.id),
            sides=facts.sides.get(info.id, ()),
            table=facts.tables.get(info.id),
            last_table=facts.last_tables.get(info.id),
            set_bye=facts.set_byes.get(info.id) if is_there(info, self.number) else NOT_YET_JOINED,
            returns=is_there(info, self.number + 1),
            met_in=tuple(
                (other, result.round)
                for result in line
                if self._is_meeting(result)
                for other in result.opponents
            ),
        )

    def _is_meeting(self, result: Result) -> bool:
        """Criterion 3: what was played, in whatever table it took place; forfeits where the stage says so."""
        return result.is_played or (self.facts.options.forfeit_is_meeting and result.outcome in FORFEITS)

    def _counts_as_bye(self, result: Result) -> bool:
        if result.outcome == Outcome.FORFEIT_WIN:
            return self.facts.options.forfeit_win_counts_as_bye
        return result.outcome == Outcome.PAIRING_BYE

    def _float(self, place: int, line: list[Result]) -> Float:
        """Criterion 7: whether it met a lower or higher score in the round before, as scores were then."""
        last = next((result for result in reversed(line) if result.round == self.number - 1), None)
        if last is None or not last.is_played or len(last.opponents) != 1:
            return Float.NONE
        own, other = self.earlier[place], self.earlier[self.before.index[last.opponents[0]]]
        if own == other:
            return Float.NONE
        return Float.DOWN if own > other else Float.UP
