"""Whether the record of a hand is one that the game can replay, and says what was typed beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.game import Game
from engine.core.play import CardPlay, Fault
from engine.core.problems import Problem, shown

RECORD = "/record"


def record_problems(
    game: Game, rules: Any, record: object, summary: object, dealer: int | None = None
) -> list[Problem]:
    """Return what is wrong with a record, its path below `/record`; a valid summary is compared with it.

    The rules of the match count, whatever the record names; `dealer` is whose deal it was, if anybody knows.
    What a game without card play makes of its records is its own affair.
    """
    if record is None or game.play is None:
        return []
    return _replayed(game.play, game, rules, record, summary) or _dealt(game.play, record, dealer)


def _dealt(play: CardPlay, record: object, dealer: int | None) -> list[Problem]:
    """Return the problem of a record that another seat dealt than the one whose deal it was."""
    if not play.wrong_dealer or dealer is None or not isinstance(record, Mapping):
        return []
    dealt = record.get("dealer")
    if dealt == dealer:
        return []
    return [Problem(play.wrong_dealer, f"{RECORD}/dealer", {"first": dealer, "second": shown(dealt)})]


def _replayed(play: CardPlay, game: Game, rules: Any, record: object, summary: object) -> list[Problem]:
    """Return the first fault of a record, or what it says otherwise than the summary."""
    found = play.replay(record, rules)
    if not isinstance(found, Fault) and isinstance(record, Mapping) and not game.check(summary, rules):
        unscored = {name: value for name, value in record.items() if name != "score"}
        found = play.replay({**unscored, "summary": summary}, rules)
        if isinstance(found, Fault):  # the whole record: it may have no summary of its own to point at
            return [Problem(found.problem.code, RECORD, found.problem.params)]
    return [found.problem.below(RECORD)] if isinstance(found, Fault) else []
