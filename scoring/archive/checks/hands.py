"""Checks of hands: each summary under the rules of the game, in its place in the match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engine.core.problems import Problem, pointer
from scoring.archive.canonical import Part
from scoring.archive.checks.between import between_hands
from scoring.archive.checks.source import Source
from scoring.decide import MatchLimits, read_limits
from scoring.fold import Between, Fold, Folding, Typed
from scoring.records import record_problems
from scoring.scales import read_numbers


@dataclass(slots=True)
class HandReport:
    """What is wrong with the hands, and the pointers of the matches that they bring to their end."""

    source: Source
    problems: list[Problem] = field(default_factory=list)
    ended: set[str] = field(default_factory=set)


def check_hands(source: Source) -> HandReport:
    """Numbers and boards twice, faulty summaries, gaps, a given score that the hands contradict."""
    report = HandReport(source)
    between = between_hands(source)
    for stage_place, stage, place, one in source.rounds(sound=False):
        limits = _limits(source, stage_place, stage)
        for where, match in source.parts(place, one, "matches", sound=False):
            hands = list(source.parts(where, match, "hands"))
            report.problems += _twice(hands, "number")
            report.problems += _twice(hands, "board")
            if source.game is not None and limits is not None and hands:
                folding = Folding(source.game, source.rules, limits, match.get("first_dealer"))
                _check_play(report, folding, (where, match), hands, between.get(where, []))
    return report


def _limits(source: Source, place: str, stage: Part) -> MatchLimits | None:
    """The limits of a stage; None where they cannot be read."""
    if "match" not in stage or not source.is_sound(place + "/match"):
        return None
    limits = read_limits(stage["match"], counts_games_itself=source.counts_games)
    return limits if isinstance(limits, MatchLimits) else None


def _twice(hands: list[tuple[str, Part]], key: str) -> Iterator[Problem]:
    seen: set[Any] = set()
    for place, hand in hands:
        if key in hand and hand[key] in seen:
            yield Problem("twice", place + pointer(key), {"value": hand[key]})
        seen.add(hand.get(key))


def _check_play(
    report: HandReport,
    folding: Folding,
    played: tuple[str, Part],
    hands: list[tuple[str, Part]],
    between: list[Between],
) -> None:
    """Fold the match; behind a faulty hand the others are checked without what came before them."""
    place, match = played
    fold: Fold | None = folding.start()
    for at, (where, hand) in enumerate(sorted(hands, key=lambda pair: int(pair[1]["number"])), 1):
        before = fold if int(hand["number"]) == at else None  # behind a gap nobody knows whose deal it was
        if fold is None:
            found = folding.game.check(hand["summary"], folding.rules)
        else:
            step = _step(folding, fold, hand)
            fold, found = (step, ()) if isinstance(step, Fold) else (None, step)
        fold = fold and _with_between(folding, fold, hand, between)
        report.problems += [problem.below(where + "/summary") for problem in found]
        dealer = before.state.next_dealer if before is not None else None
        report.problems += _record_problems(report.source, folding, (place, where), hand, dealer)
    if fold is None or not report.source.is_sound(place) or match.get("outcome", "played") != "played":
        return
    report.problems += _score_problems(folding, place, match, fold)
    told = report.source.told(place)
    numbers = {hand["number"] for _, hand in hands}
    missing = min(set(range(1, max(numbers) + 1)) - numbers - set(told), default=None)
    if fold.ended and missing is None and not any("summary" in item for item in told.values()):
        report.ended.add(place)
    if missing is not None and "outcome" in match:
        report.problems.append(Problem("hand_missing", place + "/hands", {"hand": missing}))


def _record_problems(
    source: Source, folding: Folding, places: tuple[str, str], hand: Part, dealer: int | None
) -> Iterator[Problem]:
    """A record must be what the rules give; what the history tells has been accepted before, as it is."""
    place, where = places
    if hand["number"] in source.told(place):
        return
    found = record_problems(folding.game, folding.rules, hand.get("record"), hand["summary"], dealer)
    yield from (problem.below(where) for problem in found)
    if "released" in hand and "record" not in hand:
        yield Problem("key_out_of_place", where + "/released", {"key": "released"})


def _step(folding: Folding, fold: Fold, hand: Part) -> Fold | tuple[Problem, ...]:
    """The match after one more hand, or why the hand cannot stand there."""
    summary, number = hand["summary"], int(hand["number"])
    context = fold.state.context(hand.get("board"))
    problems = folding.game.check(summary, folding.rules, context)
    if problems or fold.ended:
        return problems or tuple(
            Problem(each.code, "", each.params) for each in folding.refusal(fold, number)
        )
    after = folding.game.add(fold.state, summary)
    return after if isinstance(after, tuple) else folding.add(fold, Typed(number, summary, context))


def _with_between(folding: Folding, fold: Fold, hand: Part, between: list[Between]) -> Fold:
    """The match with what rulings have put behind a hand."""
    for each in between:
        fold = folding.stand(fold, each) if each.number == hand["number"] else fold
    return fold


def _score_problems(folding: Folding, place: str, match: Part, fold: Fold) -> Iterator[Problem]:
    """A given score, or given games, must be what the hands give."""
    for key, computed in {"score": fold.totals, "games": fold.games}.items():
        if key not in match or computed is None:
            continue
        numbers = [computed[side] for side in folding.game.sides(folding.rules)]
        given = read_numbers(match[key], place + pointer(key))
        if not isinstance(given, Problem) and given != numbers:
            yield Problem(
                f"{key}_disagrees", place + pointer(key), {"computed": ", ".join(map(str, numbers))}
            )
