"""Every code that a service can answer with has a sentence; every code of HTTP has its status."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.codes import ANSWERS, SHAPES
from engine.registry import all_games
from scoring.archive.messages import MESSAGES
from tournaments.texts import TEXTS

ROOT = Path(__file__).resolve().parents[2]
MAKERS = {"Problem", "Invalid", "Conflict", "NotAllowed", "NotFound", "of", "_fault"}
NAMELESS = {"text"}  # the template that `tournaments.texts.filled` fills


def codes_in(path: Path) -> Iterator[tuple[str, int]]:
    """The codes that are written out as the first argument of whatever makes a problem."""
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        first = node.args[0]
        if name == "of" and getattr(getattr(node.func, "value", None), "id", "") != "Invalid":
            continue
        if name in MAKERS and isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield first.value, node.lineno


def sources() -> list[Path]:
    files = [path for name in ("tournaments", "scoring", "api") for path in (ROOT / name).rglob("*.py")]
    return sorted(path for path in files if "migrations" not in path.parts)


def test_every_code_in_the_source_has_a_sentence() -> None:
    texts = TEXTS.keys() | ANSWERS.keys() | SHAPES.keys() | MESSAGES.keys() | NAMELESS
    for game in all_games():
        texts |= game.messages.keys()
    missing = [
        f"{path.relative_to(ROOT)}:{line} {code}"
        for path in sources()
        for code, line in codes_in(path)
        if code not in texts
    ]
    assert missing == []


def test_the_scan_finds_the_codes(tmp_path: Path) -> None:
    source = tmp_path / "source.py"
    source.write_text(
        'raise Invalid.of("one", "/x")\nConflict("two", data={})\nProblem(code)\nActor.of("none")\n'
    )
    assert [code for code, _ in codes_in(source)] == ["one", "two"]


@pytest.mark.parametrize("code", sorted(TEXTS.keys() - {"not_allowed", "not_found", "busy", "no_room"}))
def test_a_domain_code_is_no_code_of_http(code: str) -> None:
    assert code not in ANSWERS or code == "bad_request"
