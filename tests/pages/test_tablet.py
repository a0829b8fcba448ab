"""The page of the tablet: one shell for everybody, and a worker that may keep it."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from pages.views.tablet import ASSETS
from pages.words.tablet import TEXTS, tablet_texts
from tests.pages.markup import faults

STATIC = Path(settings.BASE_DIR) / "static"
LARGEST_FIRST_LOAD = 150_000


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_shell_needs_no_query_and_holds_both_languages(
    vic: Client, db: None, language: str, django_assert_num_queries: object
) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        page = vic.get("/tablet/", headers={"accept-language": language})
    assert f'<html lang="{language}">' in page.text
    assert [each for each in faults(page.text) if "application/json" not in each] == []
    given = re.search(r'<script id="texts" type="application/json">(.*?)</script>', page.text, re.S)
    assert given is not None
    texts = json.loads(given[1])
    assert texts["en"]["texts"]["record"] == "Record hand {n}"
    assert texts["es"]["texts"]["record"] == "Anotar la mano {n}"
    refused = texts["es"]["refusals"]["tichu"]["points_not_multiple_of_5"]
    assert refused == "{side}: {value} no puede ser; los puntos de cartas van de 5 en 5."


def test_nothing_in_the_shell_is_code_of_its_own(vic: Client, db: None) -> None:
    page = vic.get("/tablet/")
    policy = page["Content-Security-Policy"]
    assert "script-src 'self'" in policy and "unsafe" not in policy
    scripts = re.findall(r"<script([^>]*)>", page.text)
    assert all("src=" in each or 'type="application/json"' in each for each in scripts)
    assert not re.search(r"\son[a-z]+=|style=", page.text)
    assert page["Cache-Control"] == "no-cache"
    assert "sessionid" not in page.cookies and "csrftoken" not in page.cookies


def test_the_worker_may_keep_the_page_and_is_asked_for_anew(vic: Client, db: None) -> None:
    answer = vic.get("/tablet/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Service-Worker-Allowed"] == "/tablet/"
    assert answer["Cache-Control"] == "no-cache"
    assert answer.text.startswith("const RELEASE = ")
    assert answer.text == vic.get("/tablet/sw.js").text


def test_the_worker_keeps_every_file_that_the_page_needs(vic: Client, db: None) -> None:
    shell = vic.get("/tablet/").text
    needed = set(re.findall(r'(?:href|src)="/static/([^"]+)"', shell))
    for script in STATIC.glob("tablet/*.js"):
        needed |= {f"tablet/{name}" for name in re.findall(r'from "\./([^"]+)"', script.read_text())}
    assert needed <= set(ASSETS)
    assert all(finders.find(name) for name in ASSETS)


def test_the_first_load_is_light(vic: Client, db: None) -> None:
    texts = [vic.get("/tablet/").content, *((STATIC / name).read_bytes() for name in ASSETS)]
    assert sum(len(gzip.compress(text)) for text in texts) < LARGEST_FIRST_LOAD


def test_scripts_and_texts_fit_each_other() -> None:
    """Every name that a script asks for is there, and no text is left that nobody says."""
    scripts = "".join(path.read_text(encoding="utf-8") for path in STATIC.glob("tablet/*.js"))
    asked = set(re.findall(r'\bt\(\s*"(\w+)"', scripts))
    assert asked - set(TEXTS) == set()
    quoted = set(re.findall(r'"(\w+)"', scripts)) | set(re.findall(r"\.texts\.(\w+)", scripts))
    states = {"saved", "submitted", "disputed", "confirmed", "conflict", "refused", "void"}
    states |= {"surplus", "doubtful"}
    assert set(TEXTS) - quoted - states == set()


def test_every_language_says_everything() -> None:
    spoken = tablet_texts()
    assert set(spoken) == {code for code, _ in settings.LANGUAGES}
    assert all(set(each["texts"]) == set(TEXTS) for each in spoken.values())  # type: ignore[call-overload]


def test_the_manifest_installs_the_page() -> None:
    manifest = json.loads((STATIC / "tablet" / "manifest.webmanifest").read_text())
    assert manifest["start_url"] == manifest["scope"] == "/tablet/"
    for icon in manifest["icons"]:
        assert finders.find(icon["src"].removeprefix("/static/"))
