"""How a match is written down: the columns of a score slip, and the games that a match is made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.core.text import gettext_noop


@dataclass(frozen=True, slots=True)
class Games:
    """The games of a match under some rules.

    `target` points win a game, `to_win` games the match; `hands` is how many hands a game usually takes, and
    `goal` says the target in the words of the game (a message id).
    """

    target: int
    to_win: int
    hands: int
    goal: str = gettext_noop("to %(target)s points")

    @property
    def most(self) -> int:
        """How many games a match has at most."""
        return 2 * self.to_win - 1


def no_games(rules: Any) -> None:
    """Stand in for `Slip.games` where a match has no games of its own."""


def usual_hands(rules: Any) -> int:
    """Stand in for `Slip.hands` where the rules say nothing of how many hands a match takes."""
    return 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """What a slip of paper has for each hand, beside the points of the sides.

    - `said`: fields of the summary with a column of their own, before the points;
    - `points`: the title of the column of what a side gets (a message id);
    - `notes`: the title of the column for all that is said otherwise (a message id), "" for none;
    - `games(rules)`: the games of a match; then the sums beside the points are those of the game in progress;
    - `hands(rules)`: how many hands a match without games usually takes.
    """

    said: tuple[str, ...] = ()
    points: str = gettext_noop("%(side)s points")
    notes: str = gettext_noop("Calls and notes")
    games: Callable[[Any], Games | None] = no_games
    hands: Callable[[Any], int] = usual_hands


PLAIN = Slip()
"""Points and sums of the sides, and a column for all else."""
