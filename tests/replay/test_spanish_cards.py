"""A hand with Spanish cards: what a page shows of them, and of the duties of Malilla."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from engine.core.play import Opening
from engine.games.malilla import GAME
from pages.words.replay import replayed
from scoring.services.release import release_hands
from tests.make import evening
from tests.replay.conftest import send
from tests.support.recorded import recorded

pytestmark = pytest.mark.django_db

CHIP = re.compile(r'<span class="chip" data-sign="(\w+)"><span aria-hidden="true">(\w+)<svg')
CARD = re.compile(
    r'data-card="(\w+)" data-sign="(\w+)">.*?<b>(\w+)</b>.*?'
    r'(?:<span class="figure">(\w+)</span>)?</span><span class="hidden-text">([^<]+)<'
)
NUMBERS = {"A": "1", "S": "10", "C": "11", "R": "12"}
FIGURES = {"A": "as", "S": "sota", "C": "caballo", "R": "rey"}
SUITS = {"O": "oros", "C": "copas", "E": "espadas", "B": "bastos"}


@pytest.fixture
def path(db: None) -> str:
    """The address of a hand of Malilla that everybody may see."""
    hall = evening(4, game="malilla", match={"hands": 4})
    hall.next_round()
    match = hall.match(1)
    send(hall, match, 1, *recorded(3, "malilla"))
    release_hands(hall.dora, match)
    return f"/{hall.event.club.slug}/{hall.event.slug}/matches/{match.pk}/hands/1/"


def page(path: str, step: int, language: str = "es") -> str:
    return Client(headers={"accept-language": language}).get(f"{path}?step={step}").text


def test_every_card_has_its_number_its_suit_its_figure_and_its_name(path: str) -> None:
    text = page(path, 0)
    table = text[text.index('id="replay-table"') : text.index('id="replay-steps"')]
    cards = CARD.findall(table)
    assert len({code for code, *_ in cards}) == 48
    for code, sign, number, figure, name in cards:
        rank, suit = code
        assert (sign, number) == (SUITS[suit], NUMBERS.get(rank, rank))
        assert figure == FIGURES.get(rank, "")
        assert name == f"{FIGURES.get(rank, rank)} de {SUITS[suit]}"


def test_the_turned_card_is_shown_as_a_card_and_called_trump(path: str) -> None:
    pinta = recorded(3, "malilla")[0]["pinta"]
    text = page(path, 0)
    facts = text[text.index('id="replay-facts"') : text.index('id="replay-laid"')]
    assert f"Triunfo: {SUITS[pinta[1]]}; pinta, " in facts
    assert CHIP.findall(facts) == [(SUITS[pinta[1]], NUMBERS.get(pinta[0], pinta[0]))]


def test_what_a_seat_must_do_and_who_wins_are_said_in_the_language_of_the_reader(path: str) -> None:
    told = "".join(page(path, step) for step in range(1, 48))
    for words in ("debe asistir", "debe superarla", "debe fallar", "va ganando", "gana la baza"):
        assert words in told
    assert "must follow suit" in "".join(page(path, step, "en") for step in range(1, 4))


def test_a_trick_lies_before_its_seats_with_the_best_card_marked(path: str) -> None:
    text = page(path, 4)
    laid = text[text.index('id="replay-laid"') : text.index('class="taken"')]
    assert 'class="laid by-seat seats-4"' in text
    assert sorted(re.findall(r'"laid-by at-(\w)', laid)) == ["e", "n", "s", "w"]
    assert len(re.findall(r'"laid-by at-\w best"', laid)) == 1
    assert 'class="key-mark interrupts"' not in text, "nobody can interrupt in this game"


def test_a_card_that_the_rules_refuse_is_named_with_its_duty_and_the_article(db: None) -> None:
    hall = evening(4, game="malilla", match={"hands": 4})
    hall.next_round()
    record, _summary = recorded(3, "malilla")
    at, wrong = illegal(record)
    events = [*record["events"][:at], wrong, *record["events"][at + 1 :]]
    with translation.override("es"):
        shown = replayed(hall.match(1), {**record, "events": events})
    assert shown.fault is not None
    assert (shown.fault.step, shown.step) == (at + 1, at + 1)
    assert shown.fault.article == "Reglas, artículo 5: Qué cartas se pueden jugar"
    assert re.search("debe (asistir|superar|fallar)", shown.fault.sentence)
    assert " de " in shown.fault.event, "the card by its name"


def illegal(record: Any) -> tuple[int, dict[str, Any]]:
    """The first card that a seat could not have played, and where."""
    opened = GAME.play.read(record, {"profile": "club"})
    assert isinstance(opened, Opening)
    state = opened.state
    for at, event in enumerate(record["events"]):
        seat = event["seat"]
        legal = {action["card"] for action in GAME.play.legal_actions(state)}
        for card in GAME.play.view_for(state, None)["hands"][str(seat)]:
            if card not in legal:
                return at, {"e": "play", "seat": seat, "card": card}
        state = GAME.play.apply(state, event)
    raise AssertionError("every card was legal")
