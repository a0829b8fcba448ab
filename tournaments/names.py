"""Names as people compare them, and how many people an entrant has."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 200
PLAYERS = {"individual": (1, 1), "pair": (2, 2), "team": (3, 8)}
"""Fewest and most people in an entrant of each kind."""
ALONE = "individual"
TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that turn the direction of whatever follows, unseen."""


def can_fill(kind: str, seats: int) -> bool:
    """Whether an entrant of this kind has people for so many seats; individuals fill a side together."""
    return kind == ALONE or PLAYERS[kind][1] >= seats


def usual_kind(seats: int) -> str:
    """The kind of entrant that fits a side of so many seats best."""
    return next(kind for kind in PLAYERS if PLAYERS[kind][1] >= seats)


def is_one_line(text: str) -> bool:
    """Whether a text has no line breaks and no other signs that no list can print or that turn its lines."""
    return all(
        unicodedata.category(sign) not in {"Cc", "Cs", "Zl", "Zp"} and sign not in TURNS for sign in text
    )


def same_name(name: str) -> str:
    """Return what two names share that differ only in case, outer spaces or the spelling of accents."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).strip().casefold())
