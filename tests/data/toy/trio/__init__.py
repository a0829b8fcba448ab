"""A made-up game for three: one folder, and the whole product knows it.

It has what the shipped game lacks: three sides, a field that the system fills in, a card, an entry that stands
between hands, and games inside a match.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from engine.core.cards import Deck, Rank, Suit
from engine.core.compounds import BySide
from engine.core.game import (
    Game,
    HandContext,
    HandScore,
    Line,
    MatchState,
    Profile,
    Variant,
    no_tie_break,
    no_victory_points,
)
from engine.core.infractions import Infraction, Reach
from engine.core.kinds import CardCode, Integer, SideName, Text
from engine.core.options import Declared, option, parse, unknown_names
from engine.core.problems import Problem, RulesError, each_once, pointer, shown
from engine.core.text import gettext_noop

SIDES = ("P1", "P2", "P3")
DECK = Deck.of((Rank("1", "ace"), Rank("2", "two")), (Suit("o", "coins"), Suit("c", "cups")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    goal: int = option(Integer(minimum=1, maximum=99), default=5, label="Goal", help="Points of a game.")
    games_to_win: int = option(Integer(minimum=1, maximum=9), default=1, label="Games", per_stage=True)
    bonus: int = option(Integer(minimum=0, maximum=10), default=5, label="Bonus", unit="points")

    def check(self) -> Iterator[Problem]:
        if self.bonus > self.goal:
            yield Problem("bonus_above_goal", "/bonus")


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    DECLARED: ClassVar[Declared] = Declared(
        "unknown_field", "bad_field", "missing_field", null_is_absent=True
    )

    winner: str = option(SideName(), label="Winner", required=True)
    points: Mapping[str, int] = option(
        BySide(Integer(minimum=0, maximum=20)), label="Points", required=True, group="Points"
    )
    turned: str | None = option(CardCode(DECK), default=None, label="Turned card")
    note: str | None = option(Text(maximum_length=80), default=None, label="Note")
    before: Mapping[str, int] | None = option(
        BySide(Integer()), default=None, label="Game score before", filled=True
    )


def read_rules(raw: object) -> Rules | tuple[Problem, ...]:
    if not isinstance(raw, Mapping):
        return (Problem("bad_option_value", "", {"field": "options", "value": shown(raw)}),)
    given = {name: value for name, value in raw.items() if name != "profile"}
    if not unknown_names(Rules, given) and raw.get("profile", "seed") != "seed":
        return (
            Problem("bad_option_value", "/profile", {"field": "profile", "value": shown(raw["profile"])}),
        )
    rules = parse(Rules, given)
    return each_once(rules) if isinstance(rules, tuple) else rules


def check(raw: object, rules: Rules, context: HandContext | None = None) -> tuple[Problem, ...]:
    if not isinstance(raw, Mapping):
        return (Problem("bad_field", "", {"field": "summary", "value": shown(raw)}),)
    read = parse(Summary, raw, scope=GAME.scope(rules))
    return each_once(read) if isinstance(read, tuple) else ()


def canonical(summary: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    read = _valid(summary, rules)
    points = {side: read.points[side] for side in SIDES if read.points.get(side)}
    told = {"winner": read.winner, "points": points, "turned": read.turned, "note": read.note}
    return {name: value for name, value in told.items() if value is not None}


def score(summary: Mapping[str, Any], rules: Rules, context: HandContext | None = None) -> HandScore:
    read = _valid(summary, rules)
    lines = [Line("points", side, points, {}) for side, points in read.points.items()]
    return HandScore.of_lines(SIDES, [*lines, Line("bonus", read.winner, rules.bonus, {})])


def open_match(rules: Rules, *, dealer: int | None = None, own_end: bool = True) -> MatchState:
    zero = dict.fromkeys(SIDES, 0)
    return MatchState(
        rules=rules,
        hands=0,
        totals=zero,
        games=zero,
        next_dealer=dealer,
        own=zero,
        own_end=own_end,
        filled={"before": zero},
    )


def add(state: MatchState, entry: Any) -> MatchState | tuple[Problem, ...]:
    if state.finished:
        return (Problem("match_over", "", {"n": state.hands + 1, "m": state.hands}),)
    if isinstance(entry, Mapping) and "adjust" in entry:
        return _adjusted(state, entry)
    problems = check(entry, state.rules)
    if problems:
        return problems
    points = score({**entry, **state.filled}, state.rules).sides
    return _ended(_counted(replace(state, hands=state.hands + 1), points))


def close(state: MatchState, reason: str) -> MatchState:
    """Games won decide, then totals."""
    best = max((state.games[side], state.totals[side]) for side in SIDES)
    winners = [side for side in SIDES if (state.games[side], state.totals[side]) == best]
    return replace(state, finished=True, winner=winners[0] if len(winners) == 1 else "draw", reason=reason)


def forfeit(state: MatchState, offender: str) -> MatchState:
    return close(replace(state, totals={**state.totals, offender: 0}), "forfeit")


def rule(
    summary: Mapping[str, Any], ruling: Mapping[str, Any], rules: Rules
) -> dict[str, Any] | tuple[Problem, ...]:
    if GAME.effects.get(ruling.get("effect", "warning")) is not Reach.NOTE:
        raise RulesError(f"{ruling} does not concern a hand")
    return dict(summary)


def _valid(summary: Mapping[str, Any], rules: Rules) -> Summary:
    read = parse(Summary, summary, scope=GAME.scope(rules))
    if isinstance(read, tuple):
        raise RulesError(f"invalid summary {summary!r}: {read}")
    return read


def _adjusted(state: MatchState, entry: Mapping[str, Any]) -> MatchState | tuple[Problem, ...]:
    side, points = entry["adjust"], entry.get("points")
    if side not in SIDES or type(points) is not int:
        return (Problem("bad_field", pointer("adjust"), {"field": "adjust", "value": shown(side)}),)
    return _counted(state, {side: points})


def _counted(state: MatchState, points: Mapping[str, int]) -> MatchState:
    totals = {side: state.totals[side] + points.get(side, 0) for side in SIDES}
    game = {side: state.own[side] + points.get(side, 0) for side in SIDES}
    return replace(state, totals=totals, running=(*state.running, totals), own=game, filled={"before": game})


def _ended(state: MatchState) -> MatchState:
    best = max(SIDES, key=lambda side: state.own[side])
    if state.own[best] < state.rules.goal:
        return state
    zero = dict.fromkeys(SIDES, 0)
    games = {**state.games, best: state.games[best] + 1}
    over = state.own_end and games[best] >= state.rules.games_to_win
    return replace(
        state,
        games=games,
        own=zero,
        filled={"before": zero},
        finished=over,
        winner=best if over else None,
        reason="games" if over else None,
    )


GAME = Game(
    key="trio",
    title=gettext_noop("Trio"),
    variants=(Variant("three", "three"),),
    profiles=(Profile("seed", "The only one", "made up", "2026", {}),),
    Rules=Rules,
    Summary=Summary,
    read_rules=read_rules,
    seats=lambda rules: (1, 2, 3),
    sides=lambda rules: SIDES,
    side_of=lambda rules, seat: SIDES[seat - 1],
    seat_names=lambda rules: {1: "First", 2: "Second", 3: "Third"},
    check=check,
    canonical=canonical,
    score=score,
    open_match=open_match,
    add=add,
    close=close,
    forfeit=forfeit,
    infractions=(Infraction("slow_play", "Slow play", "warning"),),
    effects={"warning": Reach.NOTE, "match_forfeit": Reach.MATCH},
    rule=rule,
    victory_points=no_victory_points,
    tie_break=no_tie_break,
    play=None,
    logs=None,
    messages={
        "unknown_option": "There is no option {field}.",
        "bad_option_value": "{value} is not possible for {field}.",
        "bonus_above_goal": "The bonus alone would win the game.",
        "unknown_field": "Unknown field {field}.",
        "bad_field": "{value} is not possible for {field}.",
        "missing_field": "Enter {field}.",
        "match_over": "The match ended with hand {m}.",
    },
    line_texts={"points": "Points", "bonus": "Bonus"},
    value_texts={},
    examples=Path(__file__).with_name("examples.json"),
)
