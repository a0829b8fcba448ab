"""The hands of a log, one after the other: where each begins, and what stands outside of them."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.problems import Problem, pointer, shown
from engine.games.tichu.logs.hand import LogHand
from engine.games.tichu.logs.words import Line, decoded, lines_of


@dataclass(frozen=True, slots=True)
class Hands:
    """All hands that a log begins, finished or not, and the first line of each stretch outside of them."""

    hands: tuple[LogHand, ...]
    stray: tuple[Problem, ...]


def read_hands(data: bytes | str) -> Hands:
    """Return the hands of a log; total over any bytes."""
    hands: list[LogHand] = []
    stray: list[Problem] = []
    is_open, is_stray = False, False
    for line in lines_of(decoded(data) if isinstance(data, bytes) else data):
        if line.kind == "first":
            hands.append(LogHand(line.number))
            is_open, is_stray = True, False
        elif is_open:
            hands[-1].read(line)
            is_open = not hands[-1].is_finished
        elif not is_stray:
            stray.append(_stray(line))
            is_stray = True
    return Hands(tuple(hands), tuple(stray))


def _stray(line: Line) -> Problem:
    code = "log_unknown_line" if line.kind == "unknown" else "log_line_out_of_place"
    return Problem(code, pointer("lines", line.number), {"line": line.number, "value": shown(line.text)})
