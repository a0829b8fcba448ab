"""Formats, reasons and rules as sentences."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from pages.words.event import (
    costs_in_words,
    outcome_in_words,
    rules_in_words,
    stage_in_words,
    tie_break_in_words,
)
from pages.words.reasons import reason_in_words
from scoring.selectors.rounds import Reason
from tests.contracts.catalogue import catalogue
from tests.pages.conftest import address, all_addresses
from tournaments.models import Event, Outcome, Stage

LONG = 14


def facts(**fields: Any) -> dict[str, tuple[str, ...]]:
    event = Event(game="tichu", profile="club", entrant_kind="pair")
    usual = {"event": event, "match": {"hands": 4}, "points": {}, "ranking": ["match_points"]}
    stage = Stage(method="swiss", **{**usual, **fields})
    return {fact.name: fact.lines for fact in stage_in_words(stage)}


@pytest.mark.parametrize(
    ("match", "lines"),
    [
        ({"hands": 1}, ("after 1 hand",)),
        ({"hands": 8, "minutes": 60}, ("after 8 hands", "after 60 minutes: the hand in play is finished")),
        ({"target": True}, ("when the game's own end is reached",)),
        ({"best_of": 3}, ("best of 3 games",)),
    ],
)
def test_the_end_of_a_match(match: dict[str, object], lines: tuple[str, ...]) -> None:
    assert facts(match=match)["A match ends"] == lines


@pytest.mark.parametrize(
    ("fields", "lines"),
    [
        ({"points": {"win": 2, "draw": 1, "loss": 0}}, ("win 2, draw 1, loss 0",)),
        (
            {"points": {"win": "3/2", "draw": "1/2", "loss": 0, "pairing_bye": 1}},
            ("win 1½, draw ½, loss 0", "bye 1"),
        ),
        (
            {"points": {"win": 2, "pairing_bye": 2, "requested_bye": 1, "absence": 0}},
            ("win 2, draw 1, loss 0", "bye 2, bye on request 1, absence 0"),
        ),
        ({"points": {"places": [2, 1, 0]}}, ("by place at the table: 2 – 1 – 0",)),
        ({"scale": "game_points"}, ("its game points",)),
        ({"scale": "hand_victory_points"}, ("the victory points of its hands",)),
        ({"scale": "20-0"}, ("victory points 20-0",)),
        (
            {"scale": {"kind": "linear", "top": 20, "full": 400}},
            ("victory points 20–0, all of them from a difference of 400",),
        ),
        (
            {"scale": {"kind": "steps", "steps": [[0, "3/2", "3/2"], [200, 3, 0]]}},
            ("victory points by the difference (from 0: 1½–1½; from 200: 3–0)",),
        ),
    ],
)
def test_what_a_match_gives(fields: dict[str, object], lines: tuple[str, ...]) -> None:
    assert facts(**fields)["A match gives"] == lines


def test_format_and_order() -> None:
    found = facts(rounds_planned=5, ranking=["match_points", "buchholz"])
    assert found["Format"] == ("Swiss, 5 rounds",)
    assert found["Order of the standings"] == ("Match points → Buchholz",)


def test_rules_name_only_what_differs() -> None:
    event = Event(game="tichu", profile="club", options={})
    assert rules_in_words(event).differences == ()
    event.options = {"grand_tichu_points": 250, "variant": "tientsin"}
    words = rules_in_words(event)
    assert words.differences == ("Value of a Grand Tichu: 250 (usually 200)",)
    assert (words.variant, words.played) == ("Tientsin (6 players)", "Tichu, Tientsin (6 players)")


def test_a_game_of_a_family_is_named_alone() -> None:
    for options, named in (({}, "Twenty-Eight (4 players)"), ({"variant": "56"}, "Fifty-Six (6 players)")):
        words = rules_in_words(Event(game="twenty_eight", profile="club", options=options))
        assert words.played == named
    assert rules_in_words(Event(game="malilla", profile="club", options={})).played == "Malilla"


def test_reasons_fill_their_places() -> None:
    reason = Reason("same_score", {"score": "5/2", "other_score": "5/2", "number": 3})
    assert reason_in_words(reason) == "2½-2½, same score"
    with translation.override("es"):
        assert reason_in_words(reason) == "2½-2½, mismos puntos"
    assert reason_in_words(Reason("from_another_release", {})) == "from_another_release"


def test_costs_are_named_one_by_one() -> None:
    swiss = Stage(event=Event(game="tichu", profile="club"), method="swiss")
    words = costs_in_words({"costs": [0, ["1/2", 1, 0], 0, "16", "4", 0, 4]}, swiss)
    assert [value for _, value in words] == ["0", "½ · 1 · 0", "0", "16", "4", "0", "4"]
    assert costs_in_words({}, swiss) == ()
    played = Event(game="twenty_eight", profile="club", options={"variant": "29_3p"})
    of_three = costs_in_words({"costs": [0, 3, 1]}, Stage(event=played, method="individual"))
    assert [value for _, value in of_three] == ["0", "3", "1"] and of_three[2][0] == "Of these in this round"


def test_a_format_is_named_by_what_draws_its_tables() -> None:
    def told(event: Event) -> str:
        stage = Stage(event=event, method="individual", match={"hands": 1}, ranking=["match_points"])
        return stage_in_words(stage)[0].lines[0]

    three = Event(game="twenty_eight", profile="club", options={"variant": "28_3p"})
    assert told(three) == "Individual, tables of three"
    assert (
        told(Event(game="tichu", profile="club")) == "individual"
    )  # partners change, by a plan made elsewhere


def test_every_outcome_has_a_word() -> None:
    pairs, three, two = (
        Event(game=game, profile="club", options={"variant": variant}, entrant_kind=kind)
        for game, variant, kind in (
            ("tichu", "nanking", "pair"),
            ("twenty_eight", "28_3p", "individual"),
            ("thunee", "two", "individual"),
        )
    )
    assert all(outcome_in_words(outcome.value, each) for outcome in Outcome for each in (pairs, three, two))
    assert outcome_in_words("carried", pairs) == "carried over"
    said = [outcome_in_words("pairing_bye", each) for each in (pairs, three, two)]
    assert said == ["bye", "sitting out", "bye"], "who plays against one opponent may miss that one"
    assert tie_break_in_words("lot") == "Lot"
    assert tie_break_in_words("") == ""


def test_spanish_pages_have_no_english_sentence(evening: Event, coming_event: Event, vic: Client) -> None:
    english = [
        message.id
        for message in catalogue("es")
        if isinstance(message.id, str) and message.id != message.string
        if len(message.id) >= LONG and not {"%", "{"} & set(message.id)
    ]
    pages = {**all_addresses(evening), "coming": address(coming_event), "none": "/nowhere/at/all/"}
    for name, path in pages.items():
        text = vic.get(path, headers={"accept-language": "es"}).text
        assert [sentence for sentence in english if sentence in text] == [], name
