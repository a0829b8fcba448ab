"""Hands of every game that is shown card by card: the registry says which games there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation
from django.utils.translation import gettext

from engine.core.game import Game
from engine.core.replay import Replay, frames
from engine.core.showing import Showing, Words
from engine.registry import all_games, get_game
from pages.templatetags.baza import drawing
from tests.support.recorded import recorded

Shown = tuple[Replay, Words]


def shown_games() -> Iterator[Any]:
    """Every form of every game whose hands are shown."""
    for game in all_games():
        if game.play and game.play.showing:
            for variant in game.variants:
                options = {"variant": variant.key} if len(game.variants) > 1 else {}
                yield pytest.param(game, options, id=f"{game.key} {variant.key}")


every_form = pytest.mark.parametrize(("game", "options"), tuple(shown_games()))


def cards_in(dealt: Any) -> Counter[str]:
    """The cards of the hands of a record, however a game deals them."""
    if isinstance(dealt, str):
        return Counter([dealt])
    parts = dealt.values() if isinstance(dealt, dict) else dealt
    return sum(map(cards_in, parts), Counter())


def showing_of(game: Game) -> Showing:
    assert game.play is not None and game.play.showing is not None
    return game.play.showing


def words_of(game: Game, replay: Replay, language: str) -> Words:
    """The words of the game in a language, which stands until the end of the test."""
    translation.activate(language)
    names = {seat: gettext(name) for seat, name in game.seat_names(replay.rules).items()}
    return Words(showing_of(game), names, gettext)


@every_form
@pytest.mark.parametrize("seed", range(4))
def test_every_event_has_a_picture_and_no_card_is_in_two_places(
    game: Game, options: dict[str, Any], seed: int
) -> None:
    record, summary = recorded(seed, game.key, profile="seed", **options)
    replay = frames(game, record)
    assert replay.fault is None and replay.result is not None
    assert len(replay.frames) == 1 + len(record["events"])
    assert replay.result.summary == summary
    for frame in replay.frames:
        cards = Counter(card for seat in frame.seats for card in seat.cards)
        cards.update(card for laid in frame.laid for card in laid.cards)
        assert cards <= cards_in(record["hands"])


@every_form
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_picture_is_told_in_whole_sentences(game: Game, options: dict[str, Any], language: str) -> None:
    for seed in range(4):
        record, _summary = recorded(seed, game.key, profile="seed", **options)
        replay = frames(game, record)
        words = words_of(game, replay, language)
        for frame in replay.frames:
            marks = [*frame.facts, *(mark for seat in frame.seats for mark in seat.marks)]
            told = [words.text(each.said) for each in marks]
            told += [words.text(frame.said)] if frame.said else []
            told += [gettext(laid.kind) for laid in frame.laid]
            assert all(told) and "{" not in "".join(told)


@every_form
def test_every_card_can_be_drawn_and_named(game: Game, options: dict[str, Any]) -> None:
    record, _summary = recorded(1, game.key, profile="seed", **options)
    faces = words_of(game, frames(game, record), "es").faces
    assert faces.keys() == set(showing_of(game).deck.codes)
    assert len({face.name for face in faces.values()}) == len(faces)
    assert len({(face.corner, face.sign) for face in faces.values()}) == len(faces)
    for face in faces.values():
        assert drawing(face.sign).startswith("<svg")


@pytest.mark.parametrize(
    ("language", "told", "short"),
    [("en", "North does not double", "no double"), ("es", "Norte no dobla", "sin doblar")],
)
def test_who_does_not_double_is_not_said_to_pass_in_the_auction(language: str, told: str, short: str) -> None:
    game = get_game("twenty_eight")
    record, _ = recorded(3, game.key, doubling="after_auction")
    replay = frames(game, record, {"profile": "club", "doubling": "after_auction"})
    words = words_of(game, replay, language)
    bids = [at for at, each in enumerate(record["events"], 1) if each["e"] == "bid"]
    asked = next(
        at for at, frame in enumerate(replay.frames) if any("no double" in each.may for each in frame.seats)
    )
    frame = replay.frames[asked + 1]
    [seat] = [each for each in frame.seats if each.passed == "no double"]
    assert bids[-1] < asked and record["events"][asked]["e"] == "pass"
    assert words.text(frame.said) == told and gettext(seat.passed) == short
    auction = [each.passed for one in replay.frames[: bids[-1] + 2] for each in one.seats]
    assert set(auction) <= {"", "has passed"}
