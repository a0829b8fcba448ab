"""Malayalam on paper: joined and in the order of the hand that writes it, or told what is missing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from scoring.exports import fonts
from scoring.exports.sheet import Heading, Sheet, syllables
from tests.make import Evening, evening
from tests.pages.conftest import STARTS
from tests.scoring.exports.conftest import path
from tests.scoring.exports.reading import pages

pytestmark = [pytest.mark.django_db, pytest.mark.once]

TABLES, SLIPS = "print/rounds/1/pairings/", "print/rounds/1/slips/"
NAME = "ശ്രീകേശവൻ"
MARK = "“?”"
JOINED = "\ufffd"
"""What is read for a sign that stands for no letter by itself: the rest of a syllable whose signs were put in order."""
needs_a_font = pytest.mark.skipif(
    not fonts.has_letters_of("ml"),
    reason="no font for Malayalam: install fonts-smc-rachana or fonts-noto-core",
)


@pytest.fixture
def night() -> Evening:
    """An evening of Twenty-Eight with a name in the letters of Kerala."""
    made = evening(4, game="twenty_eight", match={"hands": 6})
    made.entrants[0].name = NAME
    made.entrants[0].save(update_fields=["name"])
    made.next_round()
    return made


@pytest.fixture
def fonts_of(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Path]]:
    """The fonts that this machine has beside our own: none."""
    found: list[Path] = []
    monkeypatch.setattr(fonts, "others", lambda: tuple(found))
    fonts.font_with.cache_clear()
    yield found
    fonts.font_with.cache_clear()


def letters(text: str) -> str:
    """The letters of a sheet without the places where its signs were put."""
    return re.sub(rf"[\s{JOINED}]", "", text)


def printed(made: Evening, rest: str, language: str, status: int = 200) -> bytes:
    """What the director gets to print."""
    client = Client()
    assert made.dora.user is not None
    client.force_login(made.dora.user)
    answer = client.get(path(made, rest), headers={"accept-language": language})
    assert answer.status_code == status
    return answer.content


@needs_a_font
def test_sheets_are_in_malayalam_and_shaped(night: Evening) -> None:
    for rest in (TABLES, f"{TABLES}?by=name", SLIPS, "print/standings/"):
        (text,) = pages(printed(night, rest, "ml"))
        assert MARK not in text
        assert ("സ്ഥാനപട്ടിക" if "standings" in rest else f"1{NAME}") in letters(text), rest
        assert JOINED in text, "signs stand one by one as they are typed"
    (english,) = pages(printed(night, TABLES, "en"))
    assert "Table" in english and NAME in letters(english) and JOINED in english and MARK not in english


@needs_a_font
def test_words_wider_than_their_place_are_broken_between_syllables() -> None:
    made = Sheet(Heading("Spring Open", "Round 1", STARTS, "As of today", "ml"))
    made.add_page()
    text = "കിഴക്ക്–പടിഞ്ഞാറ് പക്ഷത്തിന്റെ പോയിന്റ്"
    for width in (8.0, 15.0, 40.0):
        lines = made.lines(text, width, 11)
        assert letters("".join(lines)) == letters(text)
        assert all(made.width(line, 11) <= width for line in lines)
        assert all(unicodedata.category(line[0]) == "Lo" for line in lines), lines
    assert made.lines(text, 40, 11)[0] == "കിഴക്ക്–പടിഞ്ഞാറ്"
    assert syllables("ന്റ് ശ്രീ, Zoë") == ["ന്റ്", " ", "ശ്രീ", ",", " ", "Z", "o", "ë"]


def test_without_a_font_the_reader_is_told_and_may_print_in_english(
    night: Evening, fonts_of: list[Path]
) -> None:
    for rest in (TABLES, SLIPS, "print/standings/?paper=letter"):
        text = printed(night, rest, "ml", 501).decode()
        assert '<html lang="ml">' in text and "ഫോണ്ട്" in text
        assert f'href="?{"paper=letter&amp;" if "?" in rest else ""}language=en"' in text
    (english,) = pages(printed(night, f"{TABLES}?language=en", "ml"))
    assert "Table" in english
    assert MARK in english and "?" * 3 in english, (
        "a name in letters that no font has is marked, never left out"
    )
