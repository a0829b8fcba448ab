"""The pages of the documentation that only repeat what the code declares: games and problem codes.

They are committed, so that they can be read without running anything; a test compares them with the code.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.core.game import Game
from engine.core.options import help as option_help
from engine.registry import all_games

ROOT = Path(__file__).resolve().parent.parent
DOCS = Path("docs")
PROBLEMS = """Every error says its code, the place as a JSON pointer, and parameters; the words in braces
below are parameters. Codes stay as they are; texts may change and come in the reader's language. Each game
has codes of its own, on its page.
"""


def main(arguments: list[str] | None = None) -> int:
    """Write the pages, or without --write name those that are stale and return 1."""
    parser = argparse.ArgumentParser(prog="python -m scripts.reference", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the pages")
    write = parser.parse_args(arguments).write
    stale = [path for path, text in pages().items() if not is_current(ROOT / path, text)]
    for path in stale:
        if write:
            (ROOT / path).parent.mkdir(exist_ok=True)
            (ROOT / path).write_text(pages()[path])
        else:
            print(f"{path} is not what the code declares: run 'make schema'.", file=sys.stderr)
    return 1 if stale and not write else 0


def is_current(path: Path, text: str) -> bool:
    return path.exists() and path.read_text() == text


def pages() -> dict[Path, str]:
    """Every generated page: its path and text."""
    games = {DOCS / "games" / f"{game.key}.md": "\n".join(game_page(game)) for game in all_games()}
    return {**games, DOCS / "problems.md": "\n".join(problem_page())}


def game_page(game: Game) -> Iterator[str]:
    """Profiles, options, problem codes and infractions of one game, below its own introduction."""
    yield f"# {game.title}\n"
    introduction = Path("engine") / "games" / game.key / "README.md"
    if (ROOT / introduction).exists():
        yield f"```{{include}} ../../{introduction}\n:start-line: 1\n```\n"
    yield "## Profiles\n"
    yield "A profile is a named set of house rules. An event starts from one and may change single options.\n"
    yield from table(
        ("key", "profile", "after", "as of"),
        ((f"`{each.key}`", each.title, each.source, each.dated) for each in game.profiles),
    )
    yield "\n## Options\n"
    rows = option_help(game.Rules)
    for group in dict.fromkeys(str(row["group"]) for row in rows):
        yield f"### {group}\n" if group else "### Others\n"
        yield from table(
            ("option", "meaning", "possible", "default"),
            (option_row(row) for row in rows if row["group"] == group),
        )
        yield ""
    if game.infractions:
        yield "## Infractions\n"
        yield "What a director may cite, with the usual effect.\n"
        yield from table(
            ("code", "infraction", "effect", "points"),
            ((f"`{each.code}`", each.title, each.effect, each.points) for each in game.infractions),
        )
        yield ""
    yield f"(problems-{game.key})=\n## Problem codes\n"
    yield "What may be wrong with options, a hand, a ruling or a match. The words in braces are parameters.\n"
    yield from code_table({code: text for code, text in game.messages.items() if "/" not in code})
    yield ""


def option_row(row: Mapping[str, Any]) -> Sequence[object]:
    default = (
        {True: "yes", False: "no", None: "none"}.get(row["default"]) if is_word(row["default"]) else None
    )
    unit = f" {row['unit']}" if row["unit"] else ""
    shown = default or f"{named(row)}{unit}"
    return f"`{row['name']}`", f"**{row['label']}.** {row['help']}".strip(), row["range"], shown


def is_word(value: object) -> bool:
    return value is None or isinstance(value, bool)


def named(row: Mapping[str, Any]) -> object:
    """The default as its choice is called, or as it is."""
    names = {choice["value"]: choice["label"] for choice in row.get("choices") or ()}
    return names.get(row["default"], row["default"])


def problem_page() -> Iterator[str]:
    """Codes that belong to no game: those of the domain, and those of the API with their status."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.utils.translation import override

    from api.codes import ANSWERS, SHAPES
    from tournaments.texts import TEXTS

    with override("en"):
        yield "# Problem codes\n"
        yield PROBLEMS
        yield "## Of events, results and standings\n"
        yield from code_table(TEXTS)
        yield "\n## Of the API\n"
        yield from table(
            ("code", "status", "meaning"),
            (
                (f"`{code}`" if code in TEXTS else anchored(code), answer.status, answer.text)
                for code, answer in sorted(ANSWERS.items())
            ),
        )
        yield "\n## Of a body that has not the right shape (400)\n"
        yield from code_table(SHAPES)
        yield ""


def code_table(texts: Mapping[str, object]) -> Iterator[str]:
    yield from table(("code", "meaning"), ((anchored(code), text) for code, text in sorted(texts.items())))


def anchored(code: str) -> str:
    """A code with a place to link to: `#code`."""
    return f'<a id="{code}"></a>`{code}`'


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """A Markdown table, one line a row."""
    yield "| " + " | ".join(head) + " |"
    yield "| " + " | ".join("---" for _ in head) + " |"
    for row in rows:
        yield "| " + " | ".join(cell(value) for value in row) + " |"


def cell(value: object) -> str:
    return "" if value is None else str(value).replace("|", "\\|").replace("\n", " ")


if __name__ == "__main__":
    sys.exit(main())
