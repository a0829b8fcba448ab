"""No page can be forgotten by the pictures, and so not by the tests that walk through them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

from scripts.screenshots.catalogue import NONE, PICTURES
from scripts.screenshots.guides import GUIDES, SHOWN
from tests.contracts.sources import ROOT, read, text_files

ANSWERS_JSON = "api:"


def names(patterns: list[URLPattern | URLResolver], within: str = "") -> Iterator[str]:
    """The name of every address."""
    for each in patterns:
        if isinstance(each, URLResolver):
            yield from names(each.url_patterns, f"{within}{each.namespace}:" if each.namespace else within)
        else:
            yield f"{within}{each.name or each.pattern}"


def test_every_address_has_a_picture_or_a_reason_for_none() -> None:
    shown = {each.page for each in PICTURES}
    known = set(names(get_resolver().url_patterns))
    missing = {name for name in known - shown - NONE.keys() if not name.startswith(ANSWERS_JSON)}
    assert missing == set(), "add each to scripts/screenshots/catalogue.py: a picture, or why there is none"
    assert (shown | NONE.keys()) - known - {""} == set(), "there is no such address any more"
    assert shown & NONE.keys() == set()


def test_the_page_that_tries_out_the_api_is_shown() -> None:
    assert "api:docs" in {each.page for each in PICTURES}


def test_pictures_have_names_of_their_own() -> None:
    assert [name for name, count in Counter(each.name for each in PICTURES).items() if count > 1] == []


def test_the_guides_show_every_picture_that_is_kept_and_no_others() -> None:
    kept = {path.name for path in (ROOT / SHOWN).iterdir()}
    assert {f"{each.name}.png" for each in GUIDES} == kept
    guides = "\n".join(read(path) for path in text_files() if path.suffix == ".md")
    assert {name for name in kept if f"images/{name}" not in guides} == set()
    assert {each.picture for each in GUIDES} <= {each.name for each in PICTURES}
