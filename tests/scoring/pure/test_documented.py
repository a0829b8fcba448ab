"""The page about ties names every criterion, with its abbreviation and its options."""

from __future__ import annotations

import re
from pathlib import Path

from scoring.decide import MATCH_TIE_BREAKS
from scoring.table import Unplayed
from scoring.tiebreaks import TIEBREAKS

PAGE = (Path(__file__).parents[3] / "docs" / "tie-breaks.md").read_text(encoding="utf-8")


def documented() -> dict[str, tuple[str, set[str]]]:
    """Abbreviation and options by key, from the table of the page."""
    found = {}
    table = PAGE.split("## The criteria")[1].split("\n## ")[0]
    for line in table.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 5 and cells[0].startswith("`"):
            keys, shorts = re.findall(r"`(\w+)`", cells[0]), cells[1].split(", ")
            found |= {
                key: (short, set(re.findall(r"`(\w+)`", cells[4])))
                for key, short in zip(keys, shorts, strict=True)
            }
    return found


def test_every_criterion_is_on_the_page() -> None:
    expected = {key: (criterion.abbreviation, set(criterion.options)) for key, criterion in TIEBREAKS.items()}
    assert documented() == expected


def test_every_rule_and_match_tie_break_is_on_the_page() -> None:
    assert all(f"| `{key}` |" in PAGE for key in [*Unplayed, *MATCH_TIE_BREAKS])
