"""Malayalam, which is there for players alone: their pages are all in it, the desk is all in English."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext, trans_real

from pages.languages import FOR_PLAYERS
from scoring.services.standings import rebuild
from tests import make
from tests.contracts.catalogue import source_files
from tests.pages.conftest import STARTS, address
from tests.support.kept import Kept, kept
from tournaments.models import User
from tournaments.pairing import METHODS


def twenty_eight() -> make.Evening:
    """Five pairs at Twenty-Eight: one round closed, the second published and one hand of it entered."""
    made = make.evening(5, game="twenty_eight", match={"hands": 1})
    for rounds in (1, 2):
        made.next_round()
        for table in (1, 2)[: 3 - rounds]:
            summary = {"bidder": table, "bid": 20, "bidder_points": 21 - 3 * table}
            make.enter(made.match(table), 1, summary, made.dora)
        if rounds == 1:
            made.close()
    rebuild(made.stage.pk)
    return made


kept_night = kept(twenty_eight)


@pytest.fixture
def night(kept_night: Kept[make.Evening], db: None) -> make.Evening:
    return kept_night.again()


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """Texts of ours that are asked for in Malayalam and not there."""
    found: set[str] = set()
    catalogue = trans_real.translation("ml")
    ours = source_files()
    real = trans_real.DjangoTranslation

    def watch(name: str, at: int, context: bool = False) -> None:
        asked = getattr(real, name)

        def gettext(self: trans_real.DjangoTranslation, *texts: str) -> str:
            key = (texts[0] if context else None, texts[at])
            known = f"{texts[0]}\4{texts[1]}" if context else texts[at]
            if self is catalogue and key in ours and not _has(self, known):
                found.add(texts[at])
            return str(asked(self, *texts))

        monkeypatch.setattr(real, name, gettext)

    watch("gettext", 0)
    watch("ngettext", 0)
    watch("pgettext", 1, context=True)
    yield found


def _has(catalogue: trans_real.DjangoTranslation, key: str) -> bool:
    held = catalogue._catalog
    return held.get(key) is not None or held.get((key, 1)) is not None


def in_malayalam(client: Client, path: str, status: int = 200) -> str:
    """A page as a reader of Malayalam gets it."""
    answer = client.get(path, headers={"accept-language": "ml"})
    assert answer.status_code == status, path
    return answer.text if "text/html" in answer["Content-Type"] else ""


def test_what_players_read_is_all_in_malayalam(night: make.Evening, vic: Client, missing: set[str]) -> None:
    at, names = (
        night.event,
        ("", "rules/", "rounds/1/", "rounds/2/?by=name", "standings/", "rulings/", "hall/"),
    )
    more = ("my-table/?q=1", "my-table/?q=nobody", "stages/1/standings/1/", "stages/1/standings/?after=1")
    paths = [
        "/",
        "/tablet/",
        "/trust/",
        "/play/twenty_eight/draw/",
        *(address(at, name) for name in (*names, *more)),
    ]
    for path in paths:
        assert '<html lang="ml"' in in_malayalam(vic, path), path
    assert "അങ്ങനെയൊരു പേജില്ല" in in_malayalam(vic, "/nowhere/at/all/", 404)
    assert "ഗുലാന് 3 പോയിന്റ്" in in_malayalam(vic, address(at, "rules/"))
    for name in ("print/rounds/1/pairings/", "print/standings/", "export/standings.csv"):
        in_malayalam(vic, address(at, name))
    assert missing == set()


def test_the_desk_is_all_in_english_then_and_so_are_its_refusals(night: make.Evening, vic: Client) -> None:
    dora = Client()
    assert night.dora.user is not None
    dora.force_login(night.dora.user)
    for name in ("desk/", "desk/rulings/", "setup/", "setup/event/", "setup/entrants/"):
        text = in_malayalam(dora, address(night.event, name))
        assert '<html lang="en"' in text and not re.search("[\u0d00-\u0d7f]", text), name
        assert 'value="es"' in text and 'value="ml"' not in text
    for path in (reverse("login"), reverse("account_reset_password")):
        assert not re.search("[\u0d00-\u0d7f]", in_malayalam(vic, path)), path
    otto = Client()
    otto.force_login(User.objects.create_user("otto"))
    assert "This is not open to you" in in_malayalam(otto, address(night.event, "desk/"), 403)


def test_malayalam_is_offered_where_it_is_there_and_kept(night: make.Evening, vic: Client) -> None:
    text = vic.get(address(night.event)).text
    assert re.search(r'name="language" value="ml" lang="ml">.*മലയാളം', text)
    vic.post(reverse("set_language"), {"language": "ml", "next": "/"})
    assert '<html lang="ml"' in vic.get("/").text
    assert '<html lang="en"' in vic.get(reverse("login")).text
    assert '<html lang="ml"' in vic.get("/").text
    assert 'href="?language=ml"' in vic.get("/trust/?language=es").text


def test_times_have_the_year_first_and_the_digits_of_phones() -> None:
    with translation.override("ml"):
        assert date_format(STARTS, "DATETIME_FORMAT") == "2026 ജൂലൈ 3, 18:30"
        assert date_format(STARTS, "TIME_FORMAT") == "18:30"


def test_every_format_has_its_name() -> None:
    titles = [method.title for method in METHODS.values()]
    with translation.override("ml"):
        assert [title for title in titles if gettext(title) == title] == []


def test_the_addresses_for_players_are_addresses() -> None:
    known = {name for name in get_resolver().reverse_dict if isinstance(name, str)}
    assert known >= FOR_PLAYERS
