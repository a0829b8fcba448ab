"""A document on paper: A4 or Letter, black on white, a heading and a page number on every page."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.utils.translation import gettext as _
from fpdf import FPDF
from fpdf.enums import MethodReturnValue, XPos, YPos

from scoring.exports.fonts import bold, font_with, letters, own

PAPERS = ("a4", "letter")
MARGIN = 14.0
FOOT = 8.0
LEADING = 0.43
"""Height of a line in millimetres for each point of its type."""
UNKNOWN = "?"
HIDDEN = ("Cc", "Cf")
"""Kinds of letters that are not seen anyway: joiners, marks of direction."""
JOINERS = "\u200c\u200d"
Align = Literal["L", "R", "C"]

# What a shaping engine has to join, reorder or turn round: Hebrew and all that come after it in the table of
# scripts, but not punctuation and signs.
SHAPED = re.compile(
    "[\u0590-\u1fff\u2c80-\u2dff\ua840-\uabff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U0001e95f]"
)
PARTS = re.compile(r"\s*[^\s–-]+[–-]*|\s*[–-]+")
"""Words with the space before them, where a line may end; behind a dash it may end, too."""
VIRAMA = 9
"""The class of the signs that join a consonant to the next one."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands above every page; `at` dates the document, `moment` is that time in words.

    `note` stands below the title in small type.
    """

    event: str
    title: str
    at: datetime
    moment: str
    language: str = "en"
    club: str = ""
    note: str = ""


class Sheet(FPDF):
    """Pages of one document. Lengths are millimetres, sizes of type are points."""

    def __init__(self, heading: Heading, paper: str = "a4", *, headed: bool = True) -> None:
        super().__init__(format=paper)
        self.heading = heading
        self.headed = headed
        self.top = MARGIN
        self._other_fonts: dict[str, str] = {}
        self._unknown: set[str] = set()
        self._has_substitutes = False
        self.set_margins(MARGIN, MARGIN)
        self.set_auto_page_break(False)
        self.c_margin = 0
        self.add_font("sans", "", own("Regular"))
        self.add_font("sans", "B", own("Semibold"))
        self._own_letters = letters(own("Regular"))
        self.set_title(f"{heading.event}: {heading.title}")
        self.set_lang(heading.language)
        self.set_creation_date(heading.at)
        self.set_producer("Baza")
        self.set_line_width(0.15)

    @property
    def bottom(self) -> float:
        """Where the last line of a page may end."""
        return float(self.h) - MARGIN - FOOT

    def header(self) -> None:
        """The heading of a page; `top` is where its content begins."""
        self._has_substitutes = False
        if not self.headed:
            self.top = MARGIN
            return
        width = float(self.epw)
        time_width = self.width(self.heading.moment, 9) + 4
        above = " · ".join(filter(None, (self.heading.club, self.heading.event)))
        y = self.put(above, MARGIN, MARGIN, width - time_width, 11, bold=True)
        self.put(self.heading.moment, MARGIN, MARGIN, width, 9, align="R")
        y = self.put(self.heading.title, MARGIN, y + 0.5, width, 17, bold=True)
        if self.heading.note:
            y = self.put(self.heading.note, MARGIN, y + 0.5, width, 11)
        self.line(MARGIN, y + 1.5, MARGIN + width, y + 1.5)
        self.top = y + 4
        self.set_y(self.top)

    def footer(self) -> None:
        """The number of the page and of all pages; above it what a question mark on the page stands for."""
        if self._has_substitutes:
            words = _("“%(mark)s” stands for a letter that no font of this computer has.") % {"mark": UNKNOWN}
            self.put(words, MARGIN, float(self.h) - MARGIN - 6.6, float(self.epw), 7.5, align="C")
        words = _("Page %(number)s of %(total)s") % {
            "number": self.page_no(),
            "total": self.str_alias_nb_pages,
        }
        self.put(words, MARGIN, float(self.h) - MARGIN - 3, float(self.epw), 9, align="C")

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        """How wide the text is on one line."""
        text = self._speak(text)
        self.set_font("sans", "B" if bold else "", size)
        return float(self.get_string_width(text))

    def lines(self, text: str, width: float, size: float, *, bold: bool = False) -> list[str]:
        """The text in lines of this width: broken between words, inside of one that is wider than a line."""
        if "\n" not in text and self.width(text, size, bold=bold) <= width:
            return [self._speak(text)]
        text = self._speak(text)
        if SHAPED.search(text):
            return list(self._in_syllables(text, width, size, bold=bold))
        self.set_font("sans", "B" if bold else "", size)
        found = self.multi_cell(width, text=text, dry_run=True, output=MethodReturnValue.LINES, align="L")
        return [str(line) for line in found] if isinstance(found, list) else [text]

    def _in_syllables(self, text: str, width: float, size: float, *, bold: bool) -> Iterator[str]:
        """The lines of a text whose signs are joined: no syllable is cut in two, however narrow the place."""
        for paragraph in text.split("\n"):
            line = ""
            for part in PARTS.findall(paragraph):
                if line and self.width(line + part, size, bold=bold) > width:
                    yield line
                    line, part = "", part.lstrip()  # noqa: PLW2901  # a line does not begin with a space
                whole = self.width(line + part, size, bold=bold) <= width
                for syllable in (part,) if whole else syllables(part):
                    if line and self.width(line + syllable, size, bold=bold) > width:
                        yield line
                        line = ""
                    line += syllable
            yield line

    def fitting(self, text: str, width: float, size: float, least: float) -> float:
        """The largest size of type, not below `least`, with which the text stays on one line."""
        wide = self.width(text, size, bold=True)
        return size if wide <= width else max(least, size * width / wide)

    def put(
        self,
        text: str,
        x: float,
        y: float,
        width: float,
        size: float,
        *,
        bold: bool = False,
        align: Align = "L",
    ) -> float:
        """Write the text at a place, in as many lines as it takes; returns where it ends."""
        height = size * LEADING
        lines = self.lines(text, width, size, bold=bold)
        self._has_substitutes |= any(_is_seen(letter) for letter in set(text) & self._unknown)
        for line in lines:
            self._speak(line)
            self.set_font("sans", "B" if bold else "", size)
            self.set_xy(x, y)
            self.cell(width, height, line, align=align, new_x=XPos.RIGHT, new_y=YPos.TOP)
            if self._other_fonts.keys() & set(line):
                # Its own font was set in a state that has been put back: the next line sets it again.
                self.current_font_is_set_on_page = False
            y += height
        return y

    def _speak(self, text: str) -> str:
        """Make ready for the scripts of the text; returns it with `?` for each letter that no font has."""
        for letter in set(text):
            if ord(letter) not in self._own_letters and letter not in self._other_fonts:
                self._add_font_for(letter)
        for letter in set(text) & self._unknown:
            text = text.replace(letter, UNKNOWN if _is_seen(letter) else "")
        # From the left as the table is: a number stands before a name in any script.
        self.set_text_shaping(bool(SHAPED.search(text)), direction="ltr")
        return text

    def _add_font_for(self, letter: str) -> None:
        path = font_with(letter)
        if path is None:
            self._other_fonts[letter] = ""
            self._unknown.add(letter)
            return
        family = "other-" + re.sub(r"\W", "", path.stem).lower()
        if family not in self.fonts:
            self.add_font(family, "", path)
            if (strong := bold(path)) is not None:
                self.add_font(family, "B", strong)
        self._other_fonts[letter] = family
        families = dict.fromkeys(each for each in self._other_fonts.values() if each)
        self.set_fallback_fonts(list(families), exact_match=False)

    def finished(self) -> bytes:
        """The document as a file; the same pages give the same bytes."""
        return bytes(self.output())


def syllables(text: str) -> list[str]:
    """The text in pieces that are written as one: a letter with its signs, and the letters joined to it."""
    found: list[str] = []
    for letter in text:
        kind = unicodedata.category(letter)
        before = found[-1].rstrip(JOINERS)[-1:] if found else ""
        is_joined = kind[0] == "L" and before and unicodedata.combining(before) == VIRAMA
        if found and (kind[0] == "M" or kind in HIDDEN or is_joined):
            found[-1] += letter
        else:
            found.append(letter)
    return found


def _is_seen(letter: str) -> bool:
    return unicodedata.category(letter) not in HIDDEN
