"""Finding combinations in a hand without trying its subsets (rules sections 5.4 and 5.6).

A hand is first seen by rank: how many cards of each, where ranks in a row stand. Only then are suits chosen,
so that the work grows with what there is to find, not with the number of subsets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations, product

from engine.games.tichu.cards import (
    COLUMN,
    DOG,
    HIGHEST,
    LOWEST,
    MAH_JONG,
    NATURALS,
    PHOENIX,
    Choices,
    choices,
    of_rank,
    rank_mask,
    single_bits,
)
from engine.games.tichu.combinations import BOMB, SHORTEST_RUN, Combination, phoenix_on, readings

KINDS = ("single", "pair", "triple", "stairs", "full_house", "straight", "bomb", "dog")
RANKS = range(LOWEST, HIGHEST + 1)
LONGEST_RUN = 14
"""Cards of the longest straight: the Mah Jong and every rank but one, with the Phoenix for it or above it."""

Play = tuple[int, Combination]
"""A set of cards and the reading in which it is played."""


def plays(hand: int, top: Combination | None, wish: int = 0, kinds: Iterable[str] = KINDS) -> Iterator[Play]:
    """Yield every combination of the hand that may be laid on the top, in each of its readings.

    Without a top that is every combination. `wish` is the rank value of an open wish, 0 for none: it binds as
    5.4 rule 3 says. `kinds` limits the search.
    """
    obliged = rank_mask(wish) if wish and can_fulfil(hand, top, wish) else 0
    for kind in kinds:
        if top is not None and kind not in (top.kind, "bomb"):
            continue
        for cards in _SETS[kind](hand, top.size if top is not None and kind == top.kind else 0):
            if obliged and not cards & obliged:
                continue
            yield from ((cards, reading) for reading in beating(cards, top) if reading.kind == kind)


def beating(cards: int, top: Combination | None) -> Iterable[Combination]:
    """Return the readings of a set that may be laid on the top, the highest first."""
    if top is None:
        return readings(cards)
    if cards == PHOENIX:
        return phoenix_on(top)
    return [reading for reading in readings(cards) if reading.beats(top)]


def bombs(hand: int, top: Combination | None = None) -> list[Play]:
    """Return every bomb of the hand that beats the top."""
    found = ((cards, readings(cards)[0]) for cards in _bombs(hand))
    return [(cards, bomb) for cards, bomb in found if top is None or bomb.beats(top)]


def can_fulfil(hand: int, top: Combination | None, rank: int) -> bool:
    """Tell whether some legal combination of the hand has a natural card of the rank (5.4, 3)."""
    if not of_rank(hand, rank):
        return False
    if top is None:
        return True
    return _strongest_bomb_with(hand, rank) > _weight_to_beat(top) or (
        top.shape != BOMB and _FULFILS[top.kind](_Count(hand), top, rank)
    )


# ---- sets of one kind, chosen by rank first ----


def _singles(hand: int, size: int) -> Iterator[int]:
    return single_bits(hand & ~DOG)


def _dogs(hand: int, size: int) -> Iterator[int]:
    return single_bits(hand & DOG)


def _pairs(hand: int, size: int) -> Iterator[int]:
    return _of_one_rank(hand, 2)


def _triples(hand: int, size: int) -> Iterator[int]:
    return _of_one_rank(hand, 3)


def _of_one_rank(hand: int, size: int) -> Iterator[int]:
    for rank in RANKS:
        yield from choices(hand, rank, size)
        if hand & PHOENIX:
            yield from (chosen | PHOENIX for chosen in choices(hand, rank, size - 1))


def _full_houses(hand: int, size: int) -> Iterator[int]:
    """Natural ones, and with the Phoenix two pairs or a triple and one card; two pairs come once."""
    held = [rank for rank in RANKS if of_rank(hand, rank)]
    for triple, pair in permutations(held, 2):
        threes, twos = choices(hand, triple, 3), choices(hand, pair, 2)
        yield from _joined(threes, twos)
        if hand & PHOENIX:
            yield from _joined(threes, choices(hand, pair, 1), (PHOENIX,))
            if triple > pair:
                yield from _joined(choices(hand, triple, 2), twos, (PHOENIX,))


def _stairs(hand: int, size: int) -> Iterator[int]:
    """Pairs in a row; with the Phoenix one of them may be a single card."""
    pairs = _ranks_with(hand, 2)
    for ranks in _rows(pairs, hand, [size // 2] if size else range(2, 8), LOWEST):
        short = [rank for rank in ranks if not pairs >> rank & 1]
        if not short:
            yield from _joined(*(choices(hand, rank, 2) for rank in ranks))
        if hand & PHOENIX:
            for single in short or ranks:
                parts = (choices(hand, rank, 1 if rank == single else 2) for rank in ranks)
                yield from _joined((PHOENIX,), *parts)


def _straights(hand: int, size: int) -> Iterator[int]:
    """Ranks in a row, the Mah Jong as a 1; the Phoenix takes the place of any one but the 1."""
    present = _ranks_with(hand, 1) | bool(hand & MAH_JONG) << 1
    found: set[int] = set()
    for ranks in _rows(present, hand, [size] if size else range(SHORTEST_RUN, LONGEST_RUN + 1), 1):
        columns = [_of_value(hand, rank) for rank in ranks]
        if all(columns):
            found.update(_joined(*columns))
        if hand & PHOENIX:
            gaps = [at for at, column in enumerate(columns) if not column]
            for at in gaps or range(ranks[0] == 1, len(ranks)):
                found.update(_joined(*columns[:at], (PHOENIX,), *columns[at + 1 :]))
    return iter(found)


def _rows(ranks: int, hand: int, lengths: Iterable[int], first: int) -> Iterator[range]:
    """Yield the rows of ranks of these lengths that lack no rank, or one that the Phoenix stands for."""
    spare = int(bool(hand & PHOENIX))
    for length in lengths:
        row = (1 << length) - 1
        for start in range(first, HIGHEST - length + 2):
            missing = row & ~(ranks >> start)
            if missing.bit_count() <= spare and not start == missing == 1:
                yield range(start, start + length)


def _ranks_with(hand: int, number: int) -> int:
    """Return the rank values of which there are so many natural cards, as bits."""
    return sum(1 << rank for rank in RANKS if of_rank(hand, rank).bit_count() >= number)


def _bombs(hand: int, size: int = 0) -> Iterator[int]:
    """Four of a rank, and every run of five or more in one suit."""
    cards = hand & NATURALS
    for lowest in single_bits(cards & cards >> 1 & cards >> 2 & cards >> 3 & COLUMN):
        yield 15 * lowest
    starts = cards & cards >> 4 & cards >> 8 & cards >> 12
    length = SHORTEST_RUN
    while starts := starts & cards >> 4 * (length - 1):
        run = COLUMN & (1 << 4 * length) - 1
        yield from (start * run for start in single_bits(starts))
        length += 1


def _of_value(hand: int, rank: int) -> Choices:
    """Return the cards that can stand for a rank value in a straight, the Mah Jong for 1; not the Phoenix."""
    if rank > 1:
        return choices(hand, rank, 1)
    return (MAH_JONG,) if hand & MAH_JONG else ()


def _joined(*parts: Choices) -> Iterator[int]:
    """Yield every union of one choice from each part; none where a part has no choice."""
    return map(sum, product(*parts))


_SETS = {
    "single": _singles,
    "pair": _pairs,
    "triple": _triples,
    "stairs": _stairs,
    "full_house": _full_houses,
    "straight": _straights,
    "bomb": _bombs,
    "dog": _dogs,
}

# ---- whether a wish can be fulfilled: counting alone, no set is built ----


class _Count:
    """How many natural cards of each rank value there are (the Mah Jong is a 1), and if the Phoenix helps."""

    __slots__ = ("of", "phoenix")

    def __init__(self, hand: int) -> None:
        self.of = [0, int(bool(hand & MAH_JONG)), *(of_rank(hand, rank).bit_count() for rank in RANKS)]
        self.phoenix = int(bool(hand & PHOENIX))

    def lacks(self, rank: int, wanted: int) -> int:
        """Return how many cards of a rank are missing for `wanted`; the Phoenix cannot be the Mah Jong."""
        missing = max(0, wanted - self.of[rank])
        return missing if rank > 1 else 2 * missing

    def has_row(self, top: Combination, rank: int, length: int, of_each: int) -> bool:
        """Tell whether some row of ranks above the top holds the rank, the Phoenix for one missing card."""
        lowest = 1 if of_each == 1 else LOWEST
        return any(
            sum(self.lacks(each, of_each) for each in range(last - length + 1, last + 1)) <= self.phoenix
            for last in range(max(rank, top.rank + 1), min(HIGHEST, rank + length - 1) + 1)
            if last - length + 1 >= lowest
        )


def _single_fulfils(count: _Count, top: Combination, rank: int) -> bool:
    return 2 * rank > top.weight


def _pair_fulfils(count: _Count, top: Combination, rank: int) -> bool:
    return rank > top.rank and count.lacks(rank, 2) <= count.phoenix


def _triple_fulfils(count: _Count, top: Combination, rank: int) -> bool:
    return rank > top.rank and count.lacks(rank, 3) <= count.phoenix


def _stairs_fulfil(count: _Count, top: Combination, rank: int) -> bool:
    return count.has_row(top, rank, top.size // 2, 2)


def _straight_fulfils(count: _Count, top: Combination, rank: int) -> bool:
    return count.has_row(top, rank, top.size, 1)


def _full_house_fulfils(count: _Count, top: Combination, rank: int) -> bool:
    """The wished rank can be the triple or the pair."""
    return any(
        count.lacks(triple, 3) + count.lacks(pair, 2) <= count.phoenix
        for triple in range(top.rank + 1, HIGHEST + 1)
        for pair in RANKS
        if triple != pair and rank in (triple, pair)
    )


_FULFILS = {
    "single": _single_fulfils,
    "pair": _pair_fulfils,
    "triple": _triple_fulfils,
    "stairs": _stairs_fulfil,
    "full_house": _full_house_fulfils,
    "straight": _straight_fulfils,
}


def _strongest_bomb_with(hand: int, rank: int) -> int:
    """Return the weight of the highest bomb that holds the rank, 0 without one; longer runs are higher."""
    four = hand & rank_mask(rank)
    weight = readings(four)[0].weight if four.bit_count() == 4 else 0
    for column in range(4):
        suit = hand & COLUMN << column
        if suit & four:
            run = _longest_run_through(suit, suit & four)
            if run.bit_count() >= SHORTEST_RUN:
                weight = max(weight, readings(run)[0].weight)
    return weight


def _longest_run_through(suit: int, card: int) -> int:
    run, grown = 0, card
    while grown != run:
        run, grown = grown, (grown | grown << 4 | grown >> 4) & suit
    return run


def _weight_to_beat(top: Combination) -> int:
    """Return what a bomb must weigh more than: a bomb's own weight, nothing for anything else."""
    return top.weight if top.shape == BOMB else 0
