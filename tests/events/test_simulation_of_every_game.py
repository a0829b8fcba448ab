"""Every game that is played card by card can be simulated: the registry says which ones there are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from engine.core.game import Game, MatchState
from engine.core.play import Replayed
from engine.registry import all_games
from scoring.models import HandScore
from tests.events.commands import Bench, Document, matches_of
from tests.events.setting_up import archive

pytestmark = pytest.mark.django_db

KINDS = {1: "individual", 2: "pair", 3: "team"}


def two_sided() -> Iterator[Any]:
    """Every game with each of its forms for two sides."""
    for game in all_games():
        for variant in game.variants if game.play else ():
            options = {"variant": variant.key} if len(game.variants) > 1 else {}
            if len(game.sides(game.read_rules(options))) == 2:
                yield pytest.param(game, options, id=f"{game.key} {variant.key}")


TWO_SIDED = tuple(two_sided())


def evening_of(game: Game, options: dict[str, Any]) -> Document:
    """Four entrants as the game seats them, two rounds of three hands."""
    document = archive("every-game", 4, match={"hands": 3}, rounds_planned=2)
    rules = game.read_rules(options)
    seated = len(game.seats(rules)) // len(game.sides(rules))
    document["event"] |= {"game": game.key, "options": options, "entrant_kind": KINDS[seated]}
    for entrant in document["entrants"]:
        entrant["players"] = [f"{entrant['id']}{seat}" for seat in "abc"[:seated]]
    document["players"] = [
        {"id": each, "name": each} for entrant in document["entrants"] for each in entrant["players"]
    ]
    return document


@pytest.mark.parametrize(("game", "options"), TWO_SIDED)
def test_records_are_those_of_the_same_hands_and_replay_to_what_the_site_stores(
    bench: Bench, game: Game, options: dict[str, Any]
) -> None:
    assert game.play is not None
    document = evening_of(game, options)
    short = json.loads(bench.written(document, "--seed", 3))
    made = bench.proven(document, "--seed", 3, "--records")
    scores = HandScore.objects.order_by(
        "hand__match__round__number", "hand__match__number", "hand__number"
    ).values_list("points", flat=True)
    hands = [hand for match in matches_of(made) for hand in match["hands"]]
    plain = [hand for match in matches_of(short) for hand in match["hands"]]
    assert len(hands) >= 2 * 2 * 3, "void deals come on top"
    for hand, same, points in zip(hands, plain, scores, strict=True):
        replayed = game.play.replay(hand.pop("record"), options)
        assert isinstance(replayed, Replayed), replayed
        assert hand == same
        assert {key: replayed.summary[key] for key in hand["summary"]} == hand["summary"]
        assert replayed.score.sides == points


@pytest.mark.parametrize(("game", "options"), TWO_SIDED)
def test_a_record_begins_as_the_match_stands(bench: Bench, game: Game, options: dict[str, Any]) -> None:
    made = json.loads(bench.written(evening_of(game, options), "--seed", 3, "--records"))
    for match in matches_of(made):
        state = game.open_match(game.read_rules(options), own_end=False)
        for hand in match["hands"]:
            record = hand["record"]
            assert record | {name: value for name, value in state.filled.items() if name in record} == record
            if state.next_dealer is not None:
                assert record.get("dealer", state.next_dealer) == state.next_dealer
            following = game.add(state, hand["summary"])
            assert isinstance(following, MatchState), following
            state = following


@pytest.mark.parametrize(("game", "options"), TWO_SIDED)
def test_the_same_seed_gives_the_same_bytes(bench: Bench, game: Game, options: dict[str, Any]) -> None:
    document = evening_of(game, options)
    written = [bench.written(document, "--seed", seed, "--records") for seed in (1, 1, 2)]
    assert written[0] == written[1] != written[2]
