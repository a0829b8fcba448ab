"""Slips of a game that is played in games: the columns that its declaration asks for, whatever game it is."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from engine.core.paper import Games, Slip
from engine.registry import get_game
from scoring import setup
from scoring.exports.slips import Columns
from tests.make import Evening, evening
from tests.scoring.exports.conftest import path
from tests.scoring.exports.reading import pages, sizes

pytestmark = pytest.mark.django_db
SLIPS = "print/rounds/1/slips/"


def malilla(profile: str = "club", match: dict[str, Any] | None = None, **options: Any) -> Evening:
    made = evening(4, game="malilla", profile=profile, match=match or {"target": True}, options=options)
    made.next_round()
    return made


def slips(made: Evening, more: str = "", language: str = "en") -> bytes:
    client = Client()
    assert made.dora.user is not None
    client.force_login(made.dora.user)
    return client.get(path(made, SLIPS + more), headers={"accept-language": language}).content


def rows(text: str) -> int:
    """How many rows for hands the first slip has."""
    return max(map(int, re.findall(r"^(\d+)$", text.partition("Games of")[0], re.MULTILINE)))


def test_a_slip_of_malilla_has_dealer_card_points_and_the_games() -> None:
    text = pages(slips(malilla()))[0]
    for title in ("Dealer", "Turned card", "N–S points", "E–W points", "N–S game", "E–W game", "Games of 40"):
        assert title in text, title
    assert "Calls and notes" not in text and "Total" not in text
    assert rows(text) == 3 * 7 + 2
    assert re.findall(r"^\d$", text.partition("Games of 40")[2].partition("N–S")[0], re.MULTILINE) == list(
        "123"
    )


@pytest.mark.parametrize(
    ("options", "match", "hands", "games"),
    [
        ({"profile": "seed"}, {"target": True}, 8, 3),
        ({"games_to_win": 1}, {"target": True}, 9, 1),
        ({"games_to_win": 5}, {"target": True}, 36, 9),
        ({"game_target": 80}, {"target": True}, 36, 3),
        ({}, {"hands": 6}, 6, 3),
    ],
)
def test_the_options_say_how_many_hands_and_games_there_is_room_for(
    options: dict[str, Any], match: dict[str, Any], hands: int, games: int
) -> None:
    text = pages(slips(malilla(match=match, **options)))[0]
    told = re.findall(r"^\d$", text.partition("Games of")[2].partition("N–S")[0], re.MULTILINE)
    assert (rows(text), told) == (hands, [str(number) for number in range(1, games + 1)])


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_slips_of_games_fit_both_papers_in_both_languages(paper: str, size: tuple[int, int]) -> None:
    made = malilla()
    for language, title in (("en", "Turned card"), ("es", "Pinta")):
        document = slips(made, f"?paper={paper}", language)
        assert sizes(document) == {size}
        assert title in pages(document)[0]
    assert len(pages(slips(malilla(match={"hands": 5})))) == 1, "short ones share a page"


def test_the_declaration_of_a_game_alone_says_what_its_slip_has(monkeypatch: pytest.MonkeyPatch) -> None:
    declared = Slip(said=("first_out",), notes="Remarks", games=lambda rules: Games(500, 1, 5))
    tichu = replace(get_game("tichu"), slip=declared)
    monkeypatch.setattr(setup, "get_game", lambda key: tichu)
    setup._setup.cache_clear()
    try:
        made = evening(4, match={"target": True})
        made.next_round()
        text = pages(slips(made))[0]
    finally:
        setup._setup.cache_clear()
    for title in ("First out", "Remarks", "N–S game", "Games of 500"):
        assert title in text, title
    assert rows(text) == 7


@pytest.mark.parametrize(
    ("variant", "kind", "sides", "hands"),
    [("28", "pair", ("N–S", "E–W"), 30), ("56", "team", ("1–3–5", "2–4–6"), 24)],
)
def test_a_slip_of_twenty_eight_has_the_bid_and_signed_points(
    variant: str, kind: str, sides: tuple[str, ...], hands: int
) -> None:
    options = {"variant": variant}
    made = evening(4, game="twenty_eight", kind=kind, match={"target": True}, options=options)
    made.next_round()
    text = pages(slips(made))[0]
    flat = re.sub(r"\s+", " ", text)
    for title in ("Bidder", "Bid", "Points of the bidding side", "Double, pair, solo"):
        assert title in flat, title
    assert all(f"{side} points, + or −" in flat and f"{side} total" in flat for side in sides)
    assert "Total" in text and rows(text) == hands
    assert ("1 1 2 3 4 5 6 2 1 2 3 4 5 6 3" in flat) == (kind == "team"), "six seats to mark who bid"


def test_a_slip_of_thunee_has_trumps_call_and_balls() -> None:
    made = evening(4, game="thunee", match={"target": True}, options={"best_of": 1})
    made.next_round()
    for language, titles in (
        (
            "en",
            (
                "Trumps made by",
                "Call",
                "Calls and notes",
                "N–S balls",
                "E–W balls",
                "N–S game",
                "Games of 12",
            ),
        ),
        ("es", ("Triunfo elegido por", "Declaración", "Bolas N–S", "Bolas E–O", "Juegos a 12")),
    ):
        text = pages(slips(made, language=language))[0]
        assert [title for title in titles if title not in re.sub(r"\s+", " ", text)] == []
        assert rows(text.replace("Juegos a", "Games of")) == 12 + 2


def test_columns_for_three_sides_have_room_for_their_points() -> None:
    said = ("Bidder", "Bid", "Points of the bidding side")
    columns = Columns(18, said, "Double, pair, solo", "%(side)s points, + or −", None, 1)
    for width in (182.0, 188.0):
        found = columns.widths(width, ("1", "2", "3"))
        assert sum(wide for _title, wide in found) == pytest.approx(width)
        assert len(found) == 1 + 3 + 1 + 6
        assert min(wide for _title, wide in found) >= 13


@pytest.mark.parametrize(
    ("options", "hands"), [({"variant": "29"}, 12), ({"profile": "club", "variant": "56"}, 24)]
)
def test_rules_say_how_many_hands_to_leave_room_for(options: dict[str, Any], hands: int) -> None:
    game = get_game("twenty_eight")
    assert game.slip.hands(game.read_rules(options)) == hands
