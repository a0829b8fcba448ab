"""The words of a game log: how its text is read, what a line can be, and how it names cards and ranks."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

SUITS = {"G": "G", "S": "S", "B": "P", "R": "R"}
"""Colour of the log -> suit of a card code."""

RANKS = {**{str(rank): str(rank) for rank in range(2, 10)}, "10": "T", "B": "J", "D": "Q", "K": "K", "A": "A"}
"""Rank of the log -> rank of a card code; a wish is written by it too."""

CARDS = {
    **{suit + rank: RANKS[rank] + SUITS[suit] for suit in SUITS for rank in RANKS},
    "Ma": "MJ",
    "Hu": "DG",
    "Ph": "PH",
    "Dr": "DR",
}
"""Card of the log -> card code."""

BLANKS = " \t\r"
PASSES = "passt."
GIVES = "gibt:"

_KINDS = {
    kind: re.compile(pattern)
    for kind, pattern in {
        "first": r"-+Gr\.Tichukarten-+",
        "deal": r"-+Startkarten-+",
        "play": r"-+Rundenverlauf-+",
        "exchange": r"Schupfen:",
        "grand": r"Grosses Tichu: ?\(([0-3])\)(.*)",
        "tichu": r"Tichu: ?\(([0-3])\)(.*)",
        "bombs": r"BOMBE:.*",
        "wish": r"Wunsch:(.*)",
        "dragon": r"Drache an: ?\(([0-3])\).*",
        "result": r"Ergebnis: *(-?[0-9]{1,6}) *- *(-?[0-9]{1,6})",
        "seat": r"\(([0-3])\)(.*)",
    }.items()
}
_PUSHED = re.compile(r": ([^ ]+) -(?= |$)")
_MOST_PUSHED = 12
"""Names that look like pushed cards are told apart up to here; nobody is called like that."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log: its number from 1, its text without outer blanks, and what kind of line it is.

    `seat` is the seat it names, 1..4, and 0 for none; `rest` is what follows that.
    """

    number: int
    text: str
    kind: str
    seat: int = 0
    rest: str = ""


def decoded(data: bytes) -> str:
    """Return the text of a log: UTF-8 with or without byte order mark, else Windows-1252; never fails."""
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def lines_of(text: str) -> Iterator[Line]:
    """Yield the lines that say something; a line ends with LF or CRLF and with nothing else."""
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.strip(BLANKS)
        if line:
            yield _line(number, line)


def _line(number: int, text: str) -> Line:
    for kind, pattern in _KINDS.items():
        found = pattern.fullmatch(text)
        if found is None:
            continue
        groups = found.groups()
        if kind in {"grand", "tichu", "dragon", "seat"}:
            return Line(number, text, kind, int(groups[0]) + 1, "".join(groups[1:]))
        return Line(number, text, kind, rest="|".join(groups))
    return Line(number, text, "unknown")


def dealt(rest: str, size: int) -> tuple[str, list[str]]:
    """Return the name and the cards of a line of the deal: the last `size` words, the rest is the name."""
    words = rest.split()[-size:]
    name = rest
    for word in reversed(words):
        name = name.rstrip().removesuffix(word)
    return name.strip(), words


def laid(rest: str) -> tuple[str, list[str]] | None:
    """Return the name and the cards of a play; None where the line has no colon. No card has one."""
    name, colon, cards = rest.rpartition(":")
    return (name.strip(), cards.split()) if colon else None


def passed(rest: str) -> str | None:
    """Return the name in the line of a pass; None for any other line."""
    return rest.removesuffix(PASSES).strip() if rest.endswith(PASSES) else None


def pushed(rest: str, known: Sequence[str]) -> tuple[str, list[list[str]]] | None:
    """Return the name in a line of the exchange and the cards that may be meant, the likeliest first.

    A name may look like a card between its colon and dash: then more than one reading is returned. `known`
    are the names that the seat and those after it had so far.
    """
    own = f"{known[0]} {GIVES} ".lstrip()
    name, gives, cards = rest.lstrip().partition(f"{GIVES} ")
    if known[0] and rest.startswith(own):
        name, gives, cards = known[0], GIVES, rest.removeprefix(own)
    found = _PUSHED.findall(cards)[-_MOST_PUSHED:]
    if not gives or len(found) < 3:
        return None
    *others, last = found
    readings = [[first, second, last] for i, first in enumerate(others) for second in others[i + 1 :]]

    def is_strange(words: Sequence[str]) -> bool:
        parts = (f"{receiver}: {word} -" for receiver, word in zip(known[1:], words, strict=True))
        return " ".join(parts) != cards

    return name.strip(), sorted(readings, key=is_strange)
