"""A Swiss that was simulated, reckoned from its archive alone: its matches, and the table that follows."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from tests.contracts.sources import ROOT
from tests.events.commands import Bench, Document, event_command
from tests.events.reckoning import Played, Round, Table

M = TypeVar("M", bound=Played)
SHOWN = ("rank", "tied", "number", "values", "decided_by")


def simulated(name: str, seed: int, folder: Path) -> Document:
    """An event of the test data, played to its end, imported and verified here."""
    file = ROOT / "tests" / "data" / "events" / f"{name}.json"
    archive = Bench(folder).proven(json.loads(file.read_text(encoding="utf-8")), "--seed", seed)
    assert archive["event"]["status"] == "finished"
    return archive


def played(
    archive: Document, match_of: Callable[[tuple[int, int], list[dict[str, Any]]], M]
) -> list[list[M]]:
    """The matches of an archive by round, each played through."""
    numbers = {entrant["id"]: entrant["number"] for entrant in archive["entrants"]}
    return [
        [
            match_of(
                (numbers[match["sides"][0]], numbers[match["sides"][1]]),
                [hand["summary"] for hand in match["hands"]],
            )
            for match in each["matches"]
        ]
        for each in archive["stages"][0]["rounds"]
    ]


def ranks_as_reckoned(archive: Document, rounds: Sequence[Sequence[Played]]) -> None:
    """The table of the site is the one that follows from these matches, with what decided each rank."""
    entrants = [entrant["number"] for entrant in archive["entrants"]]
    shown = event_command("standings", archive["event"]["slug"])[1]["rows"]
    reckoned = Table.of([Round(list(each)) for each in rounds], entrants, 0).rows()
    assert [{key: row[key] for key in SHOWN} for row in shown] == reckoned
