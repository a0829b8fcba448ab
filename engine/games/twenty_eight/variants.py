"""The five variants (rules section 1): who sits where, on which side, with which cards."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.game import Variant
from engine.core.text import gettext_noop
from engine.games.twenty_eight.cards import DOUBLE, SHORT, WHOLE, Pack

TWO_SIDES = ("A", "B")
THREE_SIDES = ("P1", "P2", "P3")


@dataclass(frozen=True, slots=True)
class Table:
    """What a variant fixes. Sequences that go by seat number do not use place 0.

    `factor` is what every threshold written for 28 points is multiplied by; `lowest` and `highest` are the
    ends of what an event may choose as its lowest bid. `partners` are the others of a side, `opponents` all
    of the other sides, the next seats first.
    """

    key: str
    seats: tuple[int, ...]
    sides: tuple[str, ...]
    side_of: tuple[str, ...]
    after: tuple[int, ...]
    partners: tuple[tuple[int, ...], ...]
    opponents: tuple[tuple[int, ...], ...]
    seat_keys: frozenset[str]
    pack: Pack
    factor: int
    lowest: int
    highest: int

    @property
    def is_for_three(self) -> bool:
        """Whether nobody has a partner but the two who play against a bidder."""
        return len(self.sides) == len(self.seats)


def _table(key: str, players: int, pack: Pack, factor: int = 1) -> Table:
    seats = tuple(range(1, players + 1))
    sides = THREE_SIDES if players == len(THREE_SIDES) else TWO_SIDES
    step = len(sides)
    others = [tuple((seat + more - 1) % players + 1 for more in range(1, players)) for seat in seats]
    return Table(
        key=key,
        seats=seats,
        sides=sides,
        side_of=("", *(sides[(seat - 1) % len(sides)] for seat in seats)),
        after=(0, *seats[1:], seats[0]),
        partners=((), *(found[step - 1 :: step] for found in others)),
        opponents=(
            (),
            *(tuple(each for at, each in enumerate(found, 1) if at % step) for found in others),
        ),
        seat_keys=frozenset(map(str, seats)),
        pack=pack,
        factor=factor,
        lowest=12 * factor,
        highest=20 * factor,
    )


TABLES = {
    table.key: table
    for table in (
        _table("28", 4, WHOLE),
        _table("29", 4, WHOLE),
        _table("28_3p", 3, SHORT),
        _table("29_3p", 3, SHORT),
        _table("56", 6, DOUBLE, factor=2),
    )
}
USUAL = "28"
WITH_BONUS = frozenset({"29", "29_3p"})
"""Where the last trick may be worth a point."""

VARIANTS = (
    Variant("28", gettext_noop("Twenty-Eight (4 players)")),
    Variant("29", gettext_noop("Twenty-Nine (4 players)")),
    Variant("28_3p", gettext_noop("Twenty-Eight (3 players)")),
    Variant("29_3p", gettext_noop("Twenty-Nine (3 players)")),
    Variant("56", gettext_noop("Fifty-Six (6 players)")),
)
