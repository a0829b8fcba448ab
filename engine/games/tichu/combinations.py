"""What a set of cards is, and when it beats another (rules sections 5.1 to 5.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.core.text import gettext_noop
from engine.games.tichu.cards import (
    COLUMN,
    DOG,
    DRAGON,
    HIGHEST,
    LOWEST,
    MAH_JONG,
    NATURALS,
    PHOENIX,
    counts,
    points,
    single_bits,
)

KIND_LABELS = {
    "single": gettext_noop("single card"),
    "pair": gettext_noop("pair"),
    "triple": gettext_noop("three of a kind"),
    "stairs": gettext_noop("consecutive pairs"),
    "full_house": gettext_noop("full house"),
    "straight": gettext_noop("straight"),
    "bomb": gettext_noop("bomb"),
    "dog": gettext_noop("Dog"),
}

SHORTEST_RUN = 5
"""Cards of the shortest straight, and of the shortest bomb in one suit."""

CACHED = 1 << 17
"""Sets of cards whose readings are kept: a few megabytes, and nearly every set that is played twice."""

_SHAPES = {kind: 16 * at for at, kind in enumerate(KIND_LABELS)}
BOMB = _SHAPES["bomb"]


@dataclass(frozen=True, slots=True)
class Combination:
    """One reading of a set of cards.

    `weight` orders the combinations of one `shape` (kind and size): twice the rank, so that the Phoenix fits
    between two cards; with bombs, which all have one shape, the size comes first. `phoenix` is the rank the
    Phoenix stands for, 0 where it is not there or alone.
    """

    kind: str
    size: int
    shape: int
    weight: int
    points: int
    phoenix: int = 0

    def beats(self, top: Combination) -> bool:
        """5.3: a higher one of the same kind and size, or a bomb on anything but a bomb as strong."""
        if self.shape == top.shape:
            return self.weight > top.weight
        return self.shape == BOMB

    @property
    def rank(self) -> int:
        """The rank value that counts; that of a lone Phoenix is rounded down."""
        return self.weight % 100 // 2


@lru_cache(maxsize=CACHED)
def readings(mask: int) -> tuple[Combination, ...]:
    """Return what a set of cards can be, the highest first; nothing when it is no combination (5.1, 5.2)."""
    size = mask.bit_count()
    if size == 1:
        return (_LONE[mask],)
    if mask & (DOG | DRAGON) or not mask:
        return ()
    cards = _Cards(mask, size)
    found = (
        reading
        for readings_as in _READINGS
        if (readings_as is _run or not cards.mah_jong)
        for reading in readings_as(cards)
    )
    worth = points(mask)
    made = (_combination(kind, size, rank, worth, phoenix) for kind, rank, phoenix in found)
    return tuple(sorted(made, key=lambda each: -each.weight))


def phoenix_on(top: Combination) -> tuple[Combination, ...]:
    """Return the lone Phoenix on a top (5.3, 4): half a rank above a single card, never above the Dragon."""
    above = _PHOENIX_AT.get(top.weight + 1) if top.kind == "single" else None
    return () if above is None else (above,)


class _Cards:
    """A set without Dog and Dragon, seen by rank."""

    __slots__ = ("_mask", "count", "mah_jong", "phoenix", "ranks", "size")

    def __init__(self, mask: int, size: int) -> None:
        by_rank = counts(mask & NATURALS)
        self.size = size
        self.phoenix = bool(mask & PHOENIX)
        self.mah_jong = bool(mask & MAH_JONG)
        self.count = {rank: by_rank >> 4 * (rank - 2) & 15 for rank in range(LOWEST, HIGHEST + 1)}
        self.ranks = [rank for rank, held in self.count.items() if held]
        self._mask = mask

    def completed_by_phoenix(self, *missing: int) -> bool:
        """Tell whether the numbers of missing cards are what the Phoenix, if it is there, stands for."""
        return min(missing) >= 0 and sum(missing) == self.phoenix

    def of_one_suit(self) -> bool:
        """Tell whether all cards are natural and of one suit."""
        return any(not self._mask & ~(COLUMN << column) for column in range(4))


Reading = tuple[str, int, int]
"""Kind, rank, and the rank that the Phoenix stands for (0: none)."""


def _same_rank(cards: _Cards) -> Iterator[Reading]:
    """Pair, triple, and the bomb of four, which takes no Phoenix."""
    if len(cards.ranks) == 1:
        (rank,) = cards.ranks
        stands_for = rank if cards.phoenix else 0
        if cards.size in (2, 3):
            yield ("pair" if cards.size == 2 else "triple", rank, stands_for)
        elif cards.size == 4 and not cards.phoenix:
            yield ("bomb", rank, 0)


def _full_house(cards: _Cards) -> Iterator[Reading]:
    """A triple and a pair of two ranks; of two pairs the Phoenix joins either."""
    if cards.size == 5 and len(cards.ranks) == 2:
        for triple, pair in (cards.ranks, cards.ranks[::-1]):
            missing = (3 - cards.count[triple], 2 - cards.count[pair])
            if cards.completed_by_phoenix(*missing):
                yield ("full_house", triple, triple if missing[0] else pair if missing[1] else 0)


def _stairs(cards: _Cards) -> Iterator[Reading]:
    """Two to seven pairs of ranks in a row."""
    pairs, ranks = cards.size // 2, cards.ranks
    if cards.size >= 4 and len(ranks) == pairs and ranks[-1] - ranks[0] == pairs - 1:
        missing = [2 - cards.count[rank] for rank in ranks]
        if 2 * pairs == cards.size and cards.completed_by_phoenix(*missing):
            yield ("stairs", ranks[-1], ranks[missing.index(1)] if cards.phoenix else 0)


def _run(cards: _Cards) -> Iterator[Reading]:
    """Straights, and runs in one suit, which are bombs; the Phoenix fills a gap or stands at an end."""
    ranks = [1, *cards.ranks] if cards.mah_jong else cards.ranks
    if cards.size < SHORTEST_RUN or len(ranks) != cards.size - cards.phoenix:
        return
    first, last = ranks[0], ranks[-1]
    span = last - first + 1
    if not cards.phoenix:
        if span == cards.size:
            yield ("bomb" if cards.of_one_suit() else "straight", last, 0)
    elif span == cards.size:
        (gap,) = set(range(first, last)) - set(ranks)
        yield ("straight", last, gap)
    elif span == cards.size - 1:
        if last < HIGHEST:
            yield ("straight", last + 1, last + 1)
        if first > LOWEST:
            yield ("straight", last, first - 1)


_READINGS = (_same_rank, _full_house, _stairs, _run)


def _combination(kind: str, size: int, rank: int, worth: int, phoenix: int = 0) -> Combination:
    if kind == "bomb":
        return Combination(kind, size, BOMB, 100 * size + 2 * rank, worth)
    return Combination(kind, size, _SHAPES[kind] + size, 2 * rank, worth, phoenix)


def _lone_cards() -> Mapping[int, Combination]:
    """Every single card by its bit; the Phoenix as it is led."""
    naturals = {
        bit: _combination("single", 1, (bit.bit_length() - 1) // 4 + LOWEST, points(bit))
        for bit in single_bits(NATURALS)
    }
    return {
        **naturals,
        MAH_JONG: _combination("single", 1, 1, 0),
        DOG: Combination("dog", 1, _SHAPES["dog"] + 1, 0, 0),
        PHOENIX: _PHOENIX_AT[LED_PHOENIX],
        DRAGON: THE_DRAGON,
    }


LED_PHOENIX = 3
"""Twice 1.5."""

THE_DRAGON = _combination("single", 1, HIGHEST + 1, 25)
_PHOENIX_AT = {
    weight: Combination("single", 1, _SHAPES["single"] + 1, weight, -25)
    for weight in range(LED_PHOENIX, THE_DRAGON.weight)
}
_LONE = _lone_cards()
