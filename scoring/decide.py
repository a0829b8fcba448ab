"""The end of a match: which limit of the stage it reached, who won, and the match tie-break.

Pure, over values that the caller has from the match (tournament.md section 2). A drawn match stays drawn
unless the stage does not allow it or names criteria; those are tried in order, and the one that decided is
kept with the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from engine.core.problems import Problem, pointer, shown
from engine.core.text import gettext_noop as noop
from scoring.table import Points
from scoring.tiebreaks.lots import draw_lots

DRAW = "draw"
EXTRA_HAND = "extra_hand"
COUNTED_LIMITS = ("hands", "best_of", "minutes")


@dataclass(frozen=True, slots=True)
class MatchLimits:
    """When a match ends, whichever comes first; and how an equal one is decided."""

    hands: int | None = None
    target: bool = False
    best_of: int | None = None
    minutes: int | None = None
    tie_break: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a match has come after its last hand.

    ``hands`` = scored hands, void ones not counted. ``own_end`` = the reason that the game itself gives for
    its end, ``ruled`` that of a ruling in a hand, which ends any match. ``games_won`` and ``games`` count the
    games of a ``best_of``, drawn ones only in ``games``.
    """

    hands: int
    own_end: str | None = None
    games_won: tuple[int, ...] = ()
    games: int = 0
    time_is_up: bool = False
    ruled: str | None = None


def read_limits(
    raw: object, *, counts_games_itself: bool, path: str = "/match"
) -> MatchLimits | tuple[Problem, ...]:
    """The limits of a stage from its data, or what is wrong with them.

    ``counts_games_itself``: the rules of the game say how many games win a match, so ``best_of`` is refused.
    """
    if not isinstance(raw, Mapping):
        return (Problem("bad_type", path, {"value": shown(raw)}),)
    problems = [
        Problem("unknown_field", path + pointer(key))
        for key in raw
        if key not in (*COUNTED_LIMITS, "target", "tie_break")
    ]
    for key in COUNTED_LIMITS:
        if raw.get(key) is not None and (type(raw[key]) is not int or raw[key] < 1):
            problems.append(Problem("out_of_range", path + pointer(key), {"value": shown(raw[key])}))
    if type(raw.get("target", False)) is not bool:
        problems.append(Problem("bad_type", path + "/target", {"value": shown(raw["target"])}))
    if raw.get("best_of") is not None and counts_games_itself:
        problems.append(Problem("best_of_in_rules", path + "/best_of"))
    if not raw.get("target") and all(raw.get(key) is None for key in COUNTED_LIMITS):
        problems.append(Problem("no_limit", path))
    problems.extend(_check_tie_break(raw.get("tie_break", ()), path + "/tie_break"))
    if problems:
        return tuple(problems)
    return MatchLimits(
        **{key: raw.get(key) for key in COUNTED_LIMITS},
        target=raw.get("target", False),
        tie_break=tuple(raw.get("tie_break", ())),
    )


def _check_tie_break(raw: object, path: str) -> list[Problem]:
    if not isinstance(raw, list | tuple):
        return [Problem("bad_type", path, {"value": shown(raw)})]
    return [
        Problem("unknown_match_tie_break", path + pointer(at), {"value": shown(key)})
        for at, key in enumerate(raw)
        if not isinstance(key, str) or key not in MATCH_TIE_BREAKS
    ]


def end_reason(limits: MatchLimits, progress: Progress) -> str | None:
    """Why the match is over after this hand, or None while it goes on."""
    if progress.ruled is not None:
        return progress.ruled
    if limits.best_of is not None:
        most = max(progress.games_won, default=0)
        if 2 * most > limits.best_of or progress.games >= limits.best_of:
            return "best_of"
    elif limits.target and progress.own_end is not None:
        return progress.own_end
    if limits.hands is not None and progress.hands >= limits.hands:
        return "hands"
    return "time" if progress.time_is_up else None


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """What is known of a match at its end, by side.

    ``games`` only where there are games. ``seeds``: the lower number is the higher seed. ``game_specific``
    asks the rules of the game for a side. ``extra_hands`` = hands played because a criterion asked for them.
    """

    game_points: Mapping[str, Points]
    games: Mapping[str, int] | None = None
    last_hand: Mapping[str, Points] | None = None
    hands_won: Mapping[str, int] = field(default_factory=dict)
    penalties: Mapping[str, int] = field(default_factory=dict)
    seeds: Mapping[str, int] = field(default_factory=dict)
    game_specific: Callable[[], str | None] = lambda: None
    extra_hands: int = 0
    lot_seed: int | str = 0


@dataclass(frozen=True, slots=True)
class Decision:
    """Who won: a side, ``draw``, or nobody yet since an extra hand is due.

    ``decided_by`` names the criterion of the match tie-break; None where games or game points said it.
    """

    winner: str | None
    decided_by: str | None = None
    extra_hand_due: bool = False


def decide(end: MatchEnd, tie_break: Sequence[str] = (), *, may_be_drawn: bool = True) -> Decision:
    """The result of a match: games, then game points, then the criteria in order.

    An ``extra_hand`` is one more hand; when it is played and nothing has changed, the next criterion is
    asked. A match that may not be drawn goes on hand by hand when its criteria are exhausted.
    """
    leaders = _leaders(end)
    if len(leaders) == 1:
        return Decision(leaders[0], EXTRA_HAND if end.extra_hands else None)
    extra_hands = 0
    for key in tie_break:
        if key == EXTRA_HAND:
            extra_hands += 1
            if end.extra_hands < extra_hands:
                return Decision(None, extra_hand_due=True)
            continue
        leaders = _best(leaders, MATCH_TIE_BREAKS[key](end, leaders))
        if len(leaders) == 1:
            return Decision(leaders[0], key)
    return Decision(DRAW) if may_be_drawn else Decision(None, extra_hand_due=True)


def _leaders(end: MatchEnd) -> list[str]:
    """The sides with the most games, then the most game points."""
    games = end.games or {}
    return _best(
        end.game_points, {side: (games.get(side, 0), points) for side, points in end.game_points.items()}
    )


def _best(sides: Iterable[str], worth: Mapping[str, Any]) -> list[str]:
    """Those of the sides with the highest worth; all of them where nothing is known."""
    known = [side for side in sides if side in worth]
    best = max((worth[side] for side in known), default=None)
    return [side for side in known if worth[side] == best] or list(sides)


def _last_hand(end: MatchEnd, sides: Sequence[str]) -> Mapping[str, Any]:
    return end.last_hand or {}


def _hands_won(end: MatchEnd, sides: Sequence[str]) -> Mapping[str, Any]:
    return end.hands_won


def _fewest_penalties(end: MatchEnd, sides: Sequence[str]) -> Mapping[str, Any]:
    return {side: -end.penalties.get(side, 0) for side in sides}


def _game_specific(end: MatchEnd, sides: Sequence[str]) -> Mapping[str, Any]:
    preferred = end.game_specific()
    return {side: side == preferred for side in sides}


def _higher_seed(end: MatchEnd, sides: Sequence[str]) -> Mapping[str, Any]:
    return {side: -seed for side, seed in end.seeds.items()}


def _lot(end: MatchEnd, sides: Sequence[str]) -> Mapping[str, Any]:
    """By the stored seed; the order of the sides does not matter."""
    numbered = [(side, number) for number, side in enumerate(sorted(sides), 1)]
    return {str(side): -lot for side, lot in draw_lots(numbered, end.lot_seed).items()}


Worth = Callable[[MatchEnd, Sequence[str]], Mapping[str, Any]]
MATCH_TIE_BREAKS: Mapping[str, Worth] = MappingProxyType(
    {
        EXTRA_HAND: lambda end, sides: {},
        "last_hand": _last_hand,
        "hands_won": _hands_won,
        "fewest_penalties": _fewest_penalties,
        "game_specific": _game_specific,
        "higher_seed": _higher_seed,
        "lot": _lot,
    }
)
MATCH_TIE_BREAK_NAMES: Mapping[str, str] = MappingProxyType(
    {
        EXTRA_HAND: noop("Extra hand"),
        "last_hand": noop("Winner of the last hand"),
        "hands_won": noop("Hands won"),
        "fewest_penalties": noop("Fewest penalties"),
        "game_specific": noop("Rule of the game"),
        "higher_seed": noop("Higher seed"),
        "lot": noop("Lot"),
    }
)
