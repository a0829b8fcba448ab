"""The pictures that the README and the guides show, small enough for a repository."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

SHOWN = Path("docs/images")
COLOURS = 128


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture of the guides: `name` there, `picture` in the catalogue; `whole` shows all of a long page."""

    name: str
    picture: str
    width: int = 1024
    whole: bool = True
    language: str = "en"


GUIDES = (
    Shown("import", "import-preview"),
    Shown("entrants", "entrants", whole=False),
    Shown("tablets", "tablets"),
    Shown("tablets-none", "tablets-none"),
    Shown("draft", "draft", whole=False),
    Shown("exchange", "exchange"),
    Shown("board", "board"),
    Shown("match-conflict", "match-conflict"),
    Shown("rulings", "rulings-book"),
    Shown("hand", "hand"),
    Shown("standings", "standings-why"),
    Shown("tablet", "tablet-typed"),
    Shown("tablet-malilla", "malilla-tablet-typed"),
    Shown("tablet-thunee", "thunee-tablet-typed"),
    Shown("tablet-28", "28-tablet-typed"),
    Shown("tablet-56", "56-tablet-typed", 390, whole=False),
    Shown("games-phone", "malilla-games", 390, whole=False),
    Shown("tablet-review", "tablet-review", 390, whole=False),
    Shown("tablet-conflict", "tablet-conflict", 390),
    Shown("tablet-offline", "tablet-offline", 390),
    Shown("my-table-phone", "my-table", 390),
    Shown("hall", "hall", 1920, whole=False),
    Shown("round", "round"),
    Shown("standings-phone", "standings", 390, whole=False),
    Shown("why-phone", "why", 390),
    Shown("replay", "replay-guide", whole=False),
    Shown("replay-malilla", "malilla-replay-guide", whole=False),
    Shown("api", "api", whole=False),
)


def keep(name: str, picture: bytes) -> Path:
    """Write the picture with few colours, which is what a page of text needs; returns where."""
    SHOWN.mkdir(parents=True, exist_ok=True)
    path = SHOWN / f"{name}.png"
    with Image.open(io.BytesIO(picture)) as image:
        small = image.convert("RGB").quantize(COLOURS, method=Image.Quantize.MEDIANCUT)
        small.save(path, optimize=True)
    return path
