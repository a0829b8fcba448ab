"""Nothing that people read is left in one language alone."""

from __future__ import annotations

import io
import re
import unicodedata
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo

from engine.registry import all_games
from scoring.tiebreaks import TIEBREAKS
from tests.contracts.catalogue import PLACE, ROOT, catalogue, keys, places, source_keys
from tournaments.pairing import METHODS
from tournaments.pairing.reasons import WHY_TEXTS

WHOLE = ("es",)
"""Languages that everything is there in; the others have what the `sources.txt` beside their catalogue names."""
LANGUAGES = (*WHOLE, "ml")
AGAIN = "run `make messages`, then translate what is new"
SAME_IN_BOTH_NUMBERS = {
    "es": {"%(count)s on the list"},
    "ml": {
        "Each round %(count)s of them sits out.",
        "after %(count)s minute: the hand in play is finished",
        "provisional until %(time)s",
    },
}
PROGRAMS = set(
    re.findall(
        r"\w+",
        "Android, Windows, Mac, macOS, iPhone, iPad, Linux, Firefox, Chromium: Settings, Privacy and security, "
        "Security, Manage certificates, Authorities, Import",
    )
)
NOT_WORDS = {"Baza", "R", "en", "es"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_has_the_texts_of_the_source_and_no_others(language: str) -> None:
    known, used = keys(catalogue(language)), source_keys(language)
    assert {key: used[key] for key in used.keys() - known} == {}, AGAIN
    assert known - used.keys() == set(), AGAIN


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated_for_certain(language: str) -> None:
    for message in catalogue(language):
        if message.id:
            texts = [message.string] if isinstance(message.string, str) else message.string
            assert all(text.strip() for text in texts), message.id
            assert not message.fuzzy, message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_the_same_places(language: str) -> None:
    for message in catalogue(language):
        ids = [message.id] if isinstance(message.id, str) else list(message.id)
        texts = [message.string] if isinstance(message.string, str) else list(message.string)
        wanted = places(ids[-1])
        for text in texts:
            assert places(text) == wanted, message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_compiles(language: str) -> None:
    catalog = catalogue(language)
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    assert len(compiled.getvalue()) > 10_000
    assert catalog.num_plurals == 2


def test_a_catalogue_of_a_part_asks_for_that_part_alone() -> None:
    whole, part = source_keys("es"), source_keys("ml")
    for key, files in whole.items():
        folders = {file.rpartition("/")[0] for file in files}
        if folders & {"templates/public", "templates/public/live", "templates/tablet", "templates/hall"}:
            assert key in part, key
        if folders <= {"templates/setup", "templates/desk", "templates/account", "pages/accounts"}:
            assert key not in part, key
    assert part.keys() < whole.keys()


def test_malayalam_is_spelled_as_phones_show_it() -> None:
    """Each final consonant is one letter of its own, and nothing stays English but the names of programs."""
    same = set()
    for message in catalogue("ml"):
        texts = [message.string] if isinstance(message.string, str) else message.string
        for text in texts if message.id else ():
            assert text == unicodedata.normalize("NFC", text) and "\u200d" not in text, text
            if not re.search("[\u0d00-\u0d7f]", PLACE.sub("", text)):
                same.add(text)
    assert {text for text in same if words_outside_tags(PLACE.sub("", text)) - PROGRAMS} == set()


@pytest.mark.parametrize("language", WHOLE)
def test_what_registries_bring_is_in_the_catalogue(language: str) -> None:
    """A text that nobody marked would be found nowhere in the source, so ask the values themselves."""
    texts: set[str] = set(WHY_TEXTS.values()) | {method.title for method in METHODS.values()}
    for tiebreak in TIEBREAKS.values():
        texts |= {tiebreak.name, tiebreak.help}
    for game in all_games():
        texts |= {game.title, *game.messages.values(), *game.line_texts.values(), *game.value_texts.values()}
        texts |= {each.title for each in (*game.variants, *game.profiles, *game.infractions)}
        texts |= {profile.source for profile in game.profiles if profile.source}
    known = {key for _, key in keys(catalogue(language))}
    assert texts - known == set()


@pytest.mark.parametrize("path", sorted((ROOT / "templates").rglob("*.html")), ids=lambda path: path.name)
def test_templates_have_no_words_of_their_own(path: Path) -> None:
    assert words_outside_tags(path.read_text(encoding="utf-8")) - NOT_WORDS == set()


@pytest.mark.parametrize(
    ("template", "words"),
    [
        ("<p>Hello</p>", {"Hello"}),
        ('<p class="x">{% translate "Hello" %} {{ name }}</p>', set()),
        ("{% blocktranslate %}Hello{% endblocktranslate %}<b>you</b>", {"you"}),
        ('<input placeholder="Your name">', {"Your", "name"}),
        ('<input aria-label="{{ label }}">', set()),
    ],
)
def test_the_search_for_words_finds_them(template: str, words: set[str]) -> None:
    assert words_outside_tags(template) == words


def words_outside_tags(template: str) -> set[str]:
    """Words that a reader would see and no catalogue knows."""
    text = re.sub(r"{% comment %}.*?{% endcomment %}|{#.*?#}", " ", template, flags=re.DOTALL)
    text = re.sub(r"{% (blocktranslate|blocktrans)\b.*?{% end\1 %}", " ", text, flags=re.DOTALL)
    text = re.sub(r"{%.*?%}|{{.*?}}", " ", text, flags=re.DOTALL)
    seen = re.findall(r'\s(?:placeholder|aria-label|title|alt)="([^"]*)"', text)
    text = re.sub(r"<[^>]*>|&\w+;", " ", text)
    return set(re.findall(r"[^\W\d_]+", " ".join([text, *seen])))


# Scripts: what they say comes with the page, in the reader's language.
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`|\'((?:[^\'\\\n]|\\.)*)\'')
SENTENCE = re.compile(r"^[A-Z][a-z]+(?:[ ,.!?…]|$)|[a-z]{2,}[.!?…](?:\s|$)|^[a-z]+ [a-z]+ [a-z]+ [a-z]+ ")
NAMES_OF_THE_BROWSER = {
    "Accept",
    "Content-Type",
    "Authorization",
    "Date",
    "Home",
    "End",
    "Enter",
    "Notification",
}
SCRIPTS = sorted((ROOT / "static").rglob("*.js"))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_have_no_words_of_their_own(path: Path) -> None:
    assert sentences_in(path.read_text(encoding="utf-8")) - NAMES_OF_THE_BROWSER == set()


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ('el("p", {}, "Send again")', {"Send again"}),
        ("el(`p`, {}, `Table ${n}`)", {"Table "}),
        ("say('nothing was sent.')", {"nothing was sent."}),
        ('button.title = "Close"', {"Close"}),
        ('el("section", { class: "card pad stack" }, t("sent"))', set()),
        ('document.querySelectorAll("main a, main button")', set()),
        ("headers.Authorization = `Device ${token}`;", set()),
        ('// A comment may say "Send again".', set()),
    ],
)
def test_the_search_for_words_in_scripts_finds_them(script: str, words: set[str]) -> None:
    assert sentences_in(script) == words


def sentences_in(script: str) -> set[str]:
    """The literals of a script that read like something said to a person."""
    code = re.sub(r"^\s*//.*$", "", script, flags=re.MULTILINE).replace("`Device ${token}`", "")
    literals = {re.sub(r"\$\{[^}]*\}.*", "", "".join(found)) for found in LITERAL.findall(code)}
    return {text for text in literals if SENTENCE.search(text)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plural_has_all_its_forms(language: str) -> None:
    catalog = catalogue(language)
    plurals = [message for message in catalog if message.id and not isinstance(message.id, str)]
    assert len(plurals) > 10
    assert [message.id for message in plurals if len(message.string) != catalog.num_plurals] == []
    # One form for both numbers is a slip, unless the noun has one form for both.
    same = {message.id[0] for message in plurals if len(set(message.string)) == 1}
    assert same == SAME_IN_BOTH_NUMBERS[language]
