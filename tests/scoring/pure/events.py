"""Events as short texts: `"1-5 620:380"` is a match, `"7 pairing_bye"` a bye."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from scoring.results import MatchFacts, results_of, settle_withdrawals
from scoring.stage_points import StagePoints, read_points
from scoring.table import EntrantInfo, Fine, ResultTable, exact

EVENTS = Path(__file__).parents[2] / "data" / "standings"
PLANS = {"mitchell", "howell", "individual"}


def load(name: str) -> dict[str, Any]:
    """One event of tests/data/standings."""
    event: dict[str, Any] = json.loads((EVENTS / f"{name}.json").read_text(encoding="utf-8"))
    return event


def match(number: int, text: str) -> MatchFacts:
    """A match of a round from its text."""
    names, *words = text.split()
    sides = tuple(tuple(int(name) for name in side.split("+")) for side in names.split("-"))
    outcome, winner, score, match_points = "played", None, None, None
    for word in words:
        if word.startswith("="):
            match_points = tuple(map(exact, word[1:].split(":")))
        elif ":" in word:
            score = tuple(map(exact, word.split(":")))
        elif word.isdigit():
            winner = next(at for at, side in enumerate(sides) if int(word) in side)
        else:
            outcome = word
    return MatchFacts(
        number, sides, None if outcome == "open" else outcome, score, None, match_points, winner
    )


def facts_of(rounds: Iterable[Iterable[str]]) -> list[MatchFacts]:
    return [match(number, text) for number, matches in enumerate(rounds, 1) for text in matches]


def points_of(raw: object = None, scale: object = None, **more: Any) -> StagePoints:
    points = read_points(raw, scale, **more)
    assert isinstance(points, StagePoints), points
    return points


def table(
    rounds: Sequence[Sequence[str]],
    *,
    entrants: int | None = None,
    points: object = None,
    scale: object = None,
    after: int | None = None,
    left: Mapping[str, int] | None = None,
    fines: Iterable[Sequence[Any]] = (),
    **settings: Any,
) -> ResultTable:
    """The table of an event told in texts; settings by the names of Settings."""
    last = len(rounds) if after is None else after
    facts = facts_of(rounds[:last])
    size = entrants or max(entrant for fact in facts for side in fact.sides for entrant in side)
    infos = tuple(EntrantInfo(n, n, left_after_round=(left or {}).get(str(n))) for n in range(1, size + 1))
    if settings.get("round_robin"):
        facts = list(settle_withdrawals(facts, infos))
    stage = points_of(points, scale, draw_game_points=settings.get("draw_game_points", 0))
    return ResultTable(
        infos,
        last,
        results_of(facts, stage),
        tuple(Fine(int(e), int(r), exact(mp), exact(gp)) for e, r, mp, gp in fines if r <= last),
        stage.settings(**settings),
    )


def table_of(event: Mapping[str, Any], wanted: Mapping[str, Any]) -> ResultTable:
    """The table that an entry of `tables` describes."""
    names = ("unplayed", "difference_cap", "fines_count_for_opponents")
    return table(
        event["rounds"],
        entrants=event["entrants"],
        points=event["points"],
        after=wanted["after"],
        left=event["left"],
        fines=wanted.get("fines", ()),
        round_robin=event["method"] == "round_robin",
        plan=event["method"] in PLANS,
        **{name: wanted[name] for name in names if name in wanted},
    )
