"""Checks of hands: each summary under the rules of the game, in its place in the match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.core.problems import Problem, pointer
from scoring.archive.canonical import Part
from scoring.archive.checks.source import Source
from scoring.fold import Fold, Folding, Limits, Typed


def hand_problems(source: Source) -> Iterator[Problem]:
    """Numbers and boards twice in a match, faulty summaries, a given score that the hands contradict."""
    for _, stage, place, one in source.rounds(sound=False):
        for where, match in source.parts(place, one, "matches", sound=False):
            hands = list(source.parts(where, match, "hands"))
            yield from _twice(hands, "number")
            yield from _twice(hands, "board")
            if source.game is None or not hands:
                continue
            limits = Limits.of(stage.get("match", {}))
            folding = Folding(source.game, source.rules, limits, match.get("first_dealer"))
            for found in _play_problems(source, folding, hands):
                if isinstance(found, Problem):
                    yield found
                elif match.get("outcome", "played") == "played" and source.is_sound(where):
                    yield from _score_problems(source, where, match, found)


def _twice(hands: list[tuple[str, Part]], key: str) -> Iterator[Problem]:
    seen: set[Any] = set()
    for place, hand in hands:
        if key in hand and hand[key] in seen:
            yield Problem("twice", place + pointer(key), {"value": hand[key]})
        seen.add(hand.get(key))


def _play_problems(
    source: Source, folding: Folding, hands: list[tuple[str, Part]]
) -> Iterator[Problem | Fold]:
    """The problems of the hands, each in its place in the match; the whole match if there are none.

    Behind a faulty hand the others are checked without what came before them.
    """
    fold: Fold | None = folding.start()
    for place, hand in sorted(hands, key=lambda pair: int(pair[1]["number"])):
        if fold is None:
            found = folding.game.check(hand["summary"], source.rules)
        else:
            step = _step(folding, fold, hand)
            fold, found = (step, ()) if isinstance(step, Fold) else (None, step)
        yield from (problem.below(place + "/summary") for problem in found)
    if fold is not None:
        yield fold


def _step(folding: Folding, fold: Fold, hand: Part) -> Fold | tuple[Problem, ...]:
    """The match after one more hand, or why the hand cannot stand there."""
    if fold.ended and fold.leader == "draw" and "extra_hand" in folding.limits.tie_break:
        fold = folding.reopened(fold)
    summary, number = hand["summary"], hand["number"]
    problems = folding.game.check(summary, folding.rules, fold.state.context(hand.get("board")))
    if problems or fold.ended:
        return problems or tuple(
            Problem(each.code, "", each.params) for each in folding.refusal(fold, number)
        )
    after = folding.game.add(fold.state, summary)
    return after if isinstance(after, tuple) else folding.add(fold, Typed(number, summary))


def _score_problems(source: Source, place: str, match: Part, fold: Fold) -> Iterator[Problem]:
    """A given score, or given games, must be what the hands give."""
    for key, computed in {"score": fold.totals, "games": fold.games}.items():
        if key not in match or computed is None:
            continue
        numbers = [computed[side] for side in source.sides]
        if match[key] != numbers:
            yield Problem(
                f"{key}_disagrees", place + pointer(key), {"computed": ", ".join(map(str, numbers))}
            )
