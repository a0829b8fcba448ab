"""Names as people compare them, and how many people an entrant has."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 200
PLAYERS = {"individual": (1, 1), "pair": (2, 2), "team": (3, 8)}
"""Fewest and most people in an entrant of each kind."""


def is_one_line(text: str) -> bool:
    """Whether a text has neither line breaks nor other signs that no list can print."""
    return all(unicodedata.category(sign) not in {"Cc", "Cs", "Zl", "Zp"} for sign in text)


def same_name(name: str) -> str:
    """Return what two names share that differ only in case, outer spaces or the spelling of accents."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).strip().casefold())
