"""The table of an event, reckoned from what was typed: plain arithmetic that shares nothing with the product.

It knows Tichu with its usual values, matches that are decided by the list `TIE_BREAK` or drawn where there
is none, two match points a win, forfeits, fines in match points, and the criteria of `RANKING` with the
treatment of unplayed rounds called `fide_2026`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

TIE_BREAK = ["fewest_penalties", "hands_won", "last_hand", "game_specific", "extra_hand", "higher_seed"]
RANKING = [
    "match_points",
    "direct_encounter",
    "buchholz_cut1",
    "buchholz",
    "sonneborn_berger",
    "difference",
]
POINTS = {"pairing_bye": 2, "requested_bye": 1, "absence": 0, "forfeit_win": 2, "forfeit_loss": 0}
ASKED_FOR = {"requested_bye", "absence"}
VOLUNTARY = ASKED_FOR | {"forfeit_loss"}
DRAW = 1


def cards(hand: dict[str, Any]) -> tuple[int, int]:
    """Card points of side A and side B: 200 for a double victory, else what was counted."""
    if hand["result"] == "double":
        return (200, 0) if hand["first_out"] % 2 else (0, 200)
    points = hand["points"]
    own = points["A"] if "A" in points else 100 - points["B"]
    return own, 100 - own


def worth(hand: dict[str, Any]) -> tuple[int, int]:
    """Points of side A and side B: cards, calls made or failed, penalties."""
    sides = list(cards(hand))
    for seat, call in hand.get("calls", {}).items():
        value = {"small": 100, "grand": 200}[call]
        sides[1 - int(seat) % 2] += value if int(seat) == hand["first_out"] else -value
    for penalty in hand.get("penalties", []):
        sides["AB".index(penalty["side"])] += penalty["points"]
    return sides[0], sides[1]


@dataclass
class Played:
    """A match: the numbers of its two pairs, its hands as typed, or the totals of a slip, or who forfeited."""

    pairs: tuple[int, int]
    hands: list[dict[str, Any]] = field(default_factory=list)
    slip: tuple[int, int] | None = None
    forfeited_by: int | None = None

    def totals(self) -> tuple[int, int]:
        """Game points of both."""
        if self.slip is not None:
            return self.slip
        scores = [worth(hand) for hand in self.hands]
        return sum(own for own, _ in scores), sum(other for _, other in scores)

    def points(self, own: int, planned: int, tie_break: Sequence[str] = TIE_BREAK) -> int:
        """Match points of the pair at this place: two for a win, one where nothing decided."""
        first, second = self.totals()
        if first == second and not tie_break:
            return DRAW
        return 2 if self.verdict(planned, tie_break)[0] == own else 0

    def verdict(self, planned: int, tie_break: Sequence[str] = TIE_BREAK) -> tuple[int, str | None]:
        """The place of the winner (0 or 1) and the key of the list that decided, if one had to."""
        first, second = self.totals()
        if first != second:
            return int(second > first), "extra_hand" if len(self.hands) > planned else None
        for key in tie_break:
            own, other = self._compared(key)
            if own != other:
                return int(other > own), key
        raise AssertionError(self)

    def _compared(self, key: str) -> tuple[int, int]:
        """What the key sees of both sides; more is better."""
        scores = [worth(hand) for hand in self.hands]
        if key == "fewest_penalties":
            sides = [each["side"] for hand in self.hands for each in hand.get("penalties", [])]
            return -sides.count("A"), -sides.count("B")
        if key == "hands_won":
            return sum(a > b for a, b in scores), sum(b > a for a, b in scores)
        if key == "last_hand":
            return scores[-1]
        if key == "game_specific":
            return cards(self.hands[-1])
        if key == "higher_seed":
            return -self.pairs[0], -self.pairs[1]
        return 0, 0


@dataclass
class Line:
    """A round of one pair: its match points, and against whom for how much; without opponent: which kind."""

    points: int
    opponent: int | None = None
    difference: int = 0
    kind: str = "played"


@dataclass
class Table:
    """The event after some rounds: for each pair one line a round; fines by pair, negative."""

    lines: dict[int, list[Line]]
    rounds: int
    fines: dict[int, int] = field(default_factory=dict)

    @classmethod
    def of(
        cls, rounds: list[Round], pairs: Iterable[int], planned: int, tie_break: Sequence[str] = TIE_BREAK
    ) -> Table:
        """From the rounds as they were played; a pair that is nowhere in a round was absent.

        A last round that is still played has no line yet for who has no result in it.
        """
        lines = {
            pair: [
                each.line(pair, planned, tie_break)
                for each in rounds
                if each.has(pair, planned) or not each.is_running
            ]
            for pair in pairs
        }
        return cls(lines, len(rounds))

    def made(self, pair: int) -> int:
        """Match points of matches and byes; fines take nothing from what others get."""
        return sum(line.points for line in self.lines[pair])

    def score(self, pair: int) -> int:
        """Match points with fines."""
        return self.made(pair) + self.fines.get(pair, 0)

    def as_opponent(self, pair: int) -> int:
        """The score that opponents get from the pair: rounds given away at the end count as draws."""
        total = self.made(pair)
        for line in reversed(self.lines[pair]):
            if line.kind not in VOLUNTARY:
                break
            total += DRAW - line.points if line.kind in ASKED_FOR else 0
        return total

    def parts(self, pair: int) -> list[tuple[int, Fraction, bool]]:
        """Of each round: the score met, the share won of it, and whether it was given away by choice."""
        parts = []
        for line in self.lines[pair]:
            share = Fraction(line.points, 2)
            met = self.rounds * DRAW if line.opponent is None else self.as_opponent(line.opponent)
            score = met if line.kind == "played" else min(self.made(pair), met)
            parts.append((score, share, line.kind in VOLUNTARY))
        return parts

    def cut(self, pair: int) -> int:
        """Buchholz without the lowest part; what was given away goes first."""
        parts = self.parts(pair)
        given = [score for score, _, voluntary in parts if voluntary]
        lowest = min(given or [score for score, _, _ in parts], default=0)
        return sum(score for score, _, _ in parts) - lowest

    def among(self, group: list[int], pair: int) -> list[int]:
        """Match points against others of the group; a forfeit is no meeting."""
        return [line.points for line in self.lines[pair] if line.opponent in group and line.kind == "played"]

    def value(self, key: str, pair: int) -> Fraction:
        """A criterion that looks at one pair."""
        parts = self.parts(pair)
        values: dict[str, Callable[[], Any]] = {
            "match_points": lambda: self.score(pair),
            "buchholz": lambda: sum(score for score, _, _ in parts),
            "buchholz_cut1": lambda: self.cut(pair),
            "sonneborn_berger": lambda: sum(score * share for score, share, _ in parts),
            "difference": lambda: sum(line.difference for line in self.lines[pair]),
        }
        return Fraction(values[key]())

    def encounter(self, group: list[int]) -> list[list[int]]:
        """Direct encounter: split where no meeting that is missing could change the order."""
        spans = {}
        for pair in group:
            met = self.among(group, pair)
            missing = len(group) - 1 - len(met)
            spans[pair] = (sum(met), sum(met) + 2 * missing)
        ordered = sorted(group, key=lambda pair: (-spans[pair][0], pair))
        parts = [[ordered[0]]]
        for at in range(1, len(ordered)):
            least_above = min(spans[pair][0] for pair in ordered[:at])
            most_below = max(spans[pair][1] for pair in ordered[at:])
            if least_above > most_below:
                parts.append([])
            parts[-1].append(ordered[at])
        if len(parts) == 1:
            return parts
        return [smaller for part in parts for smaller in self.encounter(part)]

    def split(self, key: str, group: list[int]) -> list[list[int]]:
        """The group in ranked parts by one criterion."""
        if key == "direct_encounter":
            return self.encounter(group) if len(group) > 1 else [group]
        found: dict[Fraction, list[int]] = {}
        for pair in group:
            found.setdefault(self.value(key, pair), []).append(pair)
        return [found[value] for value in sorted(found, reverse=True)]

    def rows(self) -> list[dict[str, Any]]:
        """The ranked table with every value as exact text and the criterion that decided."""
        groups: list[tuple[list[int], str | None]] = [(sorted(self.lines), None)]
        encounters: dict[int, str | None] = dict.fromkeys(self.lines)
        for key in RANKING:
            if key == "direct_encounter":
                for group, _ in groups:
                    for pair in group if len(group) > 1 else []:
                        encounters[pair] = str(sum(self.among(group, pair)))
            groups = [
                (part, why if at == 0 else key)
                for group, why in groups
                for at, part in enumerate(self.split(key, group))
            ]
        rows = []
        for group, why in groups:
            rank = len(rows) + 1
            for at, pair in enumerate(sorted(group)):
                values = {key: str(self.value(key, pair)) for key in RANKING if key != "direct_encounter"}
                rows.append(
                    {
                        "rank": rank,
                        "tied": len(group) > 1,
                        "number": pair,
                        "values": values | {"direct_encounter": encounters[pair]},
                        "decided_by": why if at == 0 else None,
                    }
                )
        return rows


@dataclass
class Round:
    """What happened in a round: matches, and who sat out for which reason."""

    matches: list[Played] = field(default_factory=list)
    out: dict[int, str] = field(default_factory=dict)
    is_running: bool = False

    def match_of(self, pair: int) -> Played | None:
        """The match of a pair, if it has one."""
        return next((match for match in self.matches if pair in match.pairs), None)

    def has(self, pair: int, planned: int) -> bool:
        """Whether the pair has a result: its match is over, or it sits out."""
        match = self.match_of(pair)
        if match is None:
            return pair in self.out
        over = match.forfeited_by is not None or match.slip is not None
        return over or len(match.hands) >= planned

    def line(self, pair: int, planned: int, tie_break: Sequence[str] = TIE_BREAK) -> Line:
        """The round as one pair had it."""
        match = self.match_of(pair)
        if match is not None:
            own = match.pairs.index(pair)
            opponent = match.pairs[1 - own]
            if match.forfeited_by is not None:
                kind = "forfeit_loss" if match.forfeited_by == pair else "forfeit_win"
                return Line(POINTS[kind], opponent, kind=kind)
            totals = match.totals()
            return Line(match.points(own, planned, tie_break), opponent, totals[own] - totals[1 - own])
        kind = self.out.get(pair, "absence")
        return Line(POINTS[kind], kind=kind)
