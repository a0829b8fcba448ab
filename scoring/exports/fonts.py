"""The type of our sheets: an installed font package, other scripts from the fonts of this machine."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

from fontTools.ttLib import TTFont, TTLibError  # type: ignore[import-untyped]

# It tells every table of every font that it makes smaller.
logging.getLogger("fontTools").setLevel(logging.WARNING)

PACKAGE = "font_source_sans_pro"
FOLDERS = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path("/Library/Fonts"),
    Path("/System/Library/Fonts/Supplemental"),
    Path("C:/Windows/Fonts"),
)
# In the order in which they are asked for a letter.
WANTED = (
    "NotoSans-Regular.ttf",
    "NotoSans*-Regular.ttf",
    "DejaVuSans.ttf",
    "DroidSansFallbackFull.ttf",
    "NanumGothic.ttf",
    "Rachana-Regular.ttf",
    "Meera-Regular.ttf",
    "Lohit-Malayalam.ttf",
    "Arial Unicode.ttf",
    "Nirmala.ttf",
)

LETTER_OF = {"ml": "മ"}
"""A letter by which a font for a language is known; our own type has those of the others."""


def has_letters_of(language: str) -> bool:
    """Whether this machine can print in the language."""
    return language not in LETTER_OF or font_with(LETTER_OF[language]) is not None


def own(style: str) -> Path:
    """The file of our own type, `Regular` or `Semibold`; raises FileNotFoundError where there is none."""
    path = Path(str(files(PACKAGE))) / "files" / f"SourceSansPro-{style}.ttf"
    if not path.exists():
        raise FileNotFoundError(path)
    return path


def bold(path: Path) -> Path | None:
    """The bold one beside a font of this machine, None where there is none."""
    beside = path.with_name(path.name.replace("-Regular.", "-Bold."))
    return beside if beside != path and beside.exists() else None


@cache
def letters(path: Path) -> frozenset[int]:
    """The code points that a font has; none where the file is no font."""
    try:
        with TTFont(path, lazy=True) as font:
            return frozenset(font.getBestCmap() or ())
    except (TTLibError, OSError):
        return frozenset()


@cache
def font_with(letter: str) -> Path | None:
    """A font of this machine that has the letter, None where no font has it."""
    return next((path for path in others() if ord(letter) in letters(path)), None)


@cache
def others() -> tuple[Path, ...]:
    """The fonts of this machine that may be asked, the preferred ones first."""
    return tuple(dict.fromkeys(_found()))


def _found() -> Iterator[Path]:
    for pattern in WANTED:
        for folder in FOLDERS:
            if folder.is_dir():
                yield from sorted(folder.rglob(pattern))
