"""The games of a match as two columns on paper: the score of a game after each of its hands.

Pure. What is stored of them is a list with an object for each game in order: `winner` (a side, "draw", or ""
while it goes on) and `hands`, each with its `number` and the score of the game `after` it, by side, as the
winner has it: surplus is kept. What a ruling puts behind a hand counts with it; a game that is lost by ruling
before its first hand has the number of the hand before. The game in progress is the last one without
a winner; it has its `target` where the game tells one, since a hand may have raised it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.fold import Fold

Stored = list[dict[str, Any]]


def by_game(fold: Fold) -> Stored | None:
    """Return the games of a match as they are stored; None where it has none."""
    if fold.games is None:
        return None
    games: Stored = []
    counted = [hand for hand in fold.hands if hand.state == "counts" and hand.after]
    for hand in sorted([*counted, *fold.stood], key=lambda each: each.number):
        is_on = bool(games) and not games[-1]["winner"]
        if hand.state == "between" and is_on:
            games[-1]["hands"][-1]["after"] = dict(hand.after)
        elif hand.state == "between" and not hand.game_winner:
            continue
        else:
            if not is_on:
                games.append({"winner": "", "hands": []})
            games[-1]["hands"].append({"number": hand.number, "after": dict(hand.after)})
        games[-1]["winner"] = hand.game_winner
    target = fold.state.details.get("target")
    if games and not games[-1]["winner"] and target is not None:
        games[-1]["target"] = target
    return games


@dataclass(frozen=True, slots=True)
class Row:
    """A hand and the score of its game after it by side, in their order."""

    hand: int
    after: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Played:
    """One game: its rows, and the side that has won it ("" while it goes on)."""

    number: int
    winner: str
    rows: tuple[Row, ...]

    @property
    def score(self) -> tuple[int, ...]:
        """How it stands, or has ended, in the order of the sides."""
        return tuple(self.rows[-1].after.values())


@dataclass(frozen=True, slots=True)
class Course:
    """The games of a match so far, for whoever shows them; `goal` says in words what wins one."""

    sides: tuple[str, ...]
    games: tuple[Played, ...]
    goal: str = ""

    @classmethod
    def of(cls, stored: Sequence[Mapping[str, Any]], sides: Iterable[str], goal: str = "") -> Course:
        """Return what is stored as a value."""
        order = tuple(sides)
        games = tuple(
            Played(
                number,
                str(each["winner"]),
                tuple(
                    Row(hand["number"], {side: hand["after"][side] for side in order})
                    for hand in each["hands"]
                ),
            )
            for number, each in enumerate(stored, start=1)
        )
        return cls(order, games, goal)

    @property
    def over(self) -> tuple[Played, ...]:
        """The games that are over, in their order."""
        return tuple(each for each in self.games if each.winner)

    @property
    def on(self) -> Played | None:
        """The game in progress, if a hand of it has been played."""
        return self.games[-1] if self.games and not self.games[-1].winner else None

    @property
    def score(self) -> Mapping[str, int]:
        """The score of the game in progress by side, 0 all round between games."""
        return self.on.rows[-1].after if self.on is not None else dict.fromkeys(self.sides, 0)
