from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.core.options import options_of
from engine.registry import all_games
from scripts import reference
from tests.contracts.sources import ROOT, read


def test_committed_pages_are_what_the_code_declares() -> None:
    assert [
        path for path, text in reference.pages().items() if not reference.is_current(ROOT / path, text)
    ] == []


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_page_of_a_game_has_every_option_profile_and_code(game: object) -> None:
    page = read(Path(f"docs/games/{game.key}.md"))
    # A code with a variant behind a bar is another sentence for the same code.
    codes = {code.partition("/")[0] for code in game.messages}
    declared = {*options_of(game.Rules), *(each.key for each in game.profiles), *codes}
    assert declared - set(re.findall(r"`([a-z0-9_]+)` \|", page)) == set()
    assert codes == set(re.findall(r'<a id="([a-z0-9_]+)"', page))


def test_no_two_codes_share_an_anchor() -> None:
    anchors = re.findall(r'<a id="([a-z0-9_]+)"', read(Path("docs/problems.md")))
    assert len(anchors) == len(set(anchors)) > 20


def test_bar_in_a_text_does_not_break_the_table() -> None:
    assert list(reference.table(("a", "b"), [("x|y", None)])) == [
        "| a | b |",
        "| --- | --- |",
        "| x\\|y |  |",
    ]
