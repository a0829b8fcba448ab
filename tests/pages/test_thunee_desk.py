"""The desk of Thunee: what the form of a hand offers, whoever plays, and what the pages say of it."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import translation

from tests.make import Evening, enter, evening, result
from tests.pages.conftest import address
from tests.pages.test_desk import at, client_of

pytestmark = pytest.mark.django_db

KHANAAK = {
    "kind": "normal",
    "trump_side": "A",
    "call": 0,
    "points": 60,
    "last_trick": "A",
    "jodhi": {"A": [50]},
    "final_call": {"side": "A", "call": "khanaak", "winner": "caller"},
}
TABLES = [("pair", "four"), ("team", "six"), ("pair", "two"), ("pair", "observed")]


def seated(kind: str = "pair", variant: str = "four", profile: str = "club") -> tuple[Evening, Client]:
    made = evening(
        game="thunee", match={"target": True}, kind=kind, profile=profile, options={"variant": variant}
    )
    made.next_round()
    return made, client_of(made.dora)


@pytest.mark.parametrize(("kind", "variant"), TABLES)
@pytest.mark.parametrize("profile", ["seed", "club"])
def test_a_hand_is_typed_at_the_desk(kind: str, variant: str, profile: str) -> None:
    made, dora = seated(kind, variant, profile)
    hand = at(made.event, f"matches/{made.match().pk}/hands/1/")
    call = {"seed": "80", "club": "0"}[profile]
    typed = {
        "kind": "normal",
        "trump_side": "A",
        "call": call,
        "points": "60",
        "last_trick": "A",
        "action": "save",
    }
    assert dora.get(hand).status_code == 200
    assert dora.post(hand, typed).status_code == 302
    balls = {"seed": {"A": 0, "B": 1}, "club": {"A": 1, "B": 0}}[profile]
    assert result(made.match()).totals == balls
    page = dora.get(at(made.event, f"matches/{made.match().pk}/")).text
    assert {"seed": "The bid failed: 60 of 80", "club": "The other side counted 50 of"}[profile] in page


def test_the_form_offers_what_the_event_plays_and_keeps_jodhi_and_the_last_call() -> None:
    made, dora = seated(profile="seed")
    hand = at(made.event, f"matches/{made.match().pk}/hands/1/")
    form = dora.get(hand).context["typing"].form
    assert [value for value, _label in form.fields["call"].choices] == ["", 80, 90, 100]
    typed = {
        "kind": "normal",
        "trump_side": "A",
        "call": "80",
        "points": "110",
        "last_trick": "A",
        "action": "save",
    }
    typed |= {
        "jodhi-A-0": "50",
        "final_call-side": "A",
        "final_call-call": "khanaak",
        "final_call-winner": "caller",
    }
    assert dora.post(hand, typed).status_code == 302
    assert result(made.match()).totals == {"A": 4, "B": 0}


def test_what_is_yes_or_no_is_chosen_so_and_said_so() -> None:
    made, dora = seated(profile="seed")
    hand = at(made.event, f"matches/{made.match().pk}/hands/1/")
    form = dora.get(hand).context["typing"].form
    assert [str(words) for _value, words in form.fields["royals_agreed"].choices] == ["no", "yes"]
    assert "doubled" not in form.fields, "Double Thunee is not played"
    typed = {"kind": "thunee", "side": "A", "result": "made", "royals_agreed": "True", "action": "save"}
    assert dora.post(hand, typed).status_code == 302
    assert "Royals were agreed: yes" in dora.get(at(made.event, f"matches/{made.match().pk}/")).text


def test_a_four_ball_in_the_hand_being_played_needs_nothing_but_the_ruling() -> None:
    made, dora = seated()
    page = at(made.event, f"matches/{made.match().pk}/hands/1/ruling/")
    assert "What is known of the hand" not in dora.get(page).text
    sent = {"code": "wrong_challenge", "side": "A", "effect": "", "reason": "The trick was right."}
    assert "Claimed a four-ball without cause" in dora.post(page, {**sent, "action": "preview"}).text
    assert dora.post(page, sent).status_code == 302
    assert result(made.match()).totals == {"A": 0, "B": 4}


def test_a_hand_is_entered_card_by_card_too() -> None:
    made, dora = seated("team", "six")
    assert dora.get(at(made.event, f"matches/{made.match().pk}/hands/1/record/")).status_code == 200


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("kind", "variant"), TABLES)
def test_the_rules_for_players_are_told(kind: str, variant: str, language: str) -> None:
    made, dora = seated(kind, variant)
    page = dora.get(address(made.event, "rules/"), headers={"accept-language": language})
    assert page.status_code == 200
    with translation.override(language):
        title = translation.gettext("Thunee and Royals")
    assert title in page.text
    enter(made.match(), 1, {"kind": "thunee", "side": "A", "result": "made"}, made.dora)
    told = dora.get(at(made.event, f"matches/{made.match().pk}/"), headers={"accept-language": language}).text
    assert {"en": "Thunee made", "es": "Thunee cumplido"}[language] in told


def test_the_goal_of_a_game_is_the_number_that_counts_after_a_khanaak() -> None:
    options = {"variant": "four", "khanaak_raises_target": "any_hand", "match_target": 12}
    made = evening(game="thunee", match={"target": True}, profile="club", options=options)
    made.next_round()
    dora, vic = client_of(made.dora), Client()
    places = (at(made.event, f"matches/{made.match().pk}/"), address(made.event, "rounds/1/"))

    def goals() -> list[list[str]]:
        texts = [client.get(place).text for client, place in zip((dora, vic), places, strict=True)]
        return [re.findall(r"to \d+ balls[^<]*", text) for text in texts]

    enter(made.match(), 1, {"kind": "thunee", "side": "A", "result": "made"}, made.dora)
    assert goals() == [["to 12 balls"]] * 2
    enter(made.match(), 2, KHANAAK, made.dora)
    assert goals() == [["to 13 balls"]] * 2
    spoken = [vic.get(places[1], headers={"accept-language": code}).text for code in ("es", "ml")]
    assert "a 13 bolas" in spoken[0] and "13 ബോൾ വരെ" in spoken[1]
