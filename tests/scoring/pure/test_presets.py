"""The ranking lists that are shipped."""

from __future__ import annotations

import pytest

from scoring.presets import ALL, PRESETS, presets_for
from scoring.ranking import Criterion, parse_ranking


@pytest.mark.parametrize("preset", ALL, ids=lambda preset: preset.key)
def test_every_preset_is_a_valid_list(preset: object) -> None:
    parsed = parse_ranking(list(preset.ranking))  # type: ignore[attr-defined]
    assert all(isinstance(criterion, Criterion) for criterion in parsed), parsed


def test_keys_and_names_are_used_once() -> None:
    assert len(PRESETS) == len({preset.name for preset in ALL}) == len(ALL)


@pytest.mark.parametrize(
    ("method", "game", "first"),
    [
        ("swiss", "tichu", "tichu_championship"),
        ("swiss", "malilla", "swiss"),
        ("round_robin", "malilla", "malilla_league"),
        ("round_robin", "tichu", "tichu_championship"),
        ("knockout", "thunee", "knockout"),
        ("howell", "malilla", "individual"),
        ("manual", "toy", "plain"),
    ],
)
def test_what_is_made_for_the_game_comes_first(method: str, game: str, first: str) -> None:
    assert presets_for(method, game)[0].key == first


@pytest.mark.parametrize("method", ["swiss", "round_robin", "knockout", "howell", "individual", "manual"])
def test_every_format_has_a_list_without_a_scale(method: str) -> None:
    assert any(not preset.is_scaled for preset in presets_for(method, "tichu"))
