"""What was typed in the hall, written down beside it, and the table that follows from it.

Nothing here reads the product: numbers and criteria become text as a reader expects them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.events.reckoning import RANKING, Round, Table

HANDS = 3
NAMES = {
    "match_points": "Match points",
    "direct_encounter": "Direct encounter",
    "buchholz_cut1": "Buchholz cut 1",
    "buchholz": "Buchholz",
    "sonneborn_berger": "Sonneborn-Berger",
    "difference": "Difference",
}
MINUS = "−"


def in_print(value: str | None, key: str) -> str:
    """A value as it stands in the table: halves with their sign, differences with plus or minus."""
    if value is None:
        return "–"
    number = Fraction(value)
    whole, half = divmod(abs(number), 1)
    assert half in (0, Fraction(1, 2)), value
    sign = MINUS if number < 0 else "+" if number > 0 and key == "difference" else ""
    return sign + (f"{whole if whole or not half else ''}" + ("½" if half else ""))


def signed(points: int) -> str:
    """Points of a hand with their sign."""
    return f"+{points}" if points > 0 else str(points).replace("-", MINUS)


@dataclass
class Book:
    """All that happened: names by number, rounds, who came later, fines by pair."""

    names: dict[int, str] = field(default_factory=dict)
    joined: dict[int, int] = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)
    fines: dict[int, tuple[int, int]] = field(default_factory=dict)
    left: set[int] = field(default_factory=set)

    def enter(self, number: int, name: str, joined: int = 1) -> None:
        """A pair is on the list."""
        self.names[number], self.joined[number] = name, joined

    def number(self, name: str) -> int:
        """The number of the pair with this name."""
        return next(number for number, each in self.names.items() if each == name)

    def reckoned(self, after: int) -> list[dict[str, Any]]:
        """The table after a round; one that is still running counts what is over."""
        pairs = [pair for pair, joined in self.joined.items() if joined <= after]
        table = Table.of(self.rounds[:after], pairs, HANDS, tie_break=())
        table.fines = {pair: points for pair, (since, points) in self.fines.items() if since <= after}
        return table.rows()

    def points_of(self, after: int) -> list[tuple[str, str]]:
        """Of who leads, for each round: against whom, and the match points of it."""
        first = self.reckoned(after)[0]["number"]
        found = []
        for each in self.rounds[:after]:
            line = each.line(first, HANDS, ())
            found.append((self.names.get(line.opponent or 0, "bye"), str(line.points)))
        return found

    def table(self, after: int) -> list[list[str]]:
        """The same as it must stand on the page: rank, name, a cell for each criterion."""
        return [self._row(each) for each in self.reckoned(after)]

    def _row(self, row: dict[str, Any]) -> list[str]:
        rank = f"{row['rank']}= (shared)" if row["tied"] else str(row["rank"])
        cells = [in_print(row["values"][key], key) for key in RANKING]
        marked = [
            f"decides: {cell}" if key == row["decided_by"] else cell
            for key, cell in zip(RANKING, cells, strict=True)
        ]
        return [rank, self.names[row["number"]], *marked]

    def reasons(self, after: int) -> list[str]:
        """What stands below each name on a narrow screen: the tie-break that decided, where one had to."""
        return [
            ""
            if row["decided_by"] in (None, "match_points")
            else f"{NAMES[row['decided_by']]}: {in_print(row['values'][row['decided_by']], row['decided_by'])}"
            for row in self.reckoned(after)
        ]
