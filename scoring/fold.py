"""A match as the fold of its hands (docs/architecture.md), the same for every door of a result.

Pure: the engine's values in, a value out. A void hand has a number but is not counted; a hand behind the
end of the match is surplus; one that its context makes invalid is doubtful and keeps the score it had.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from engine.core.game import Game, HandContext, HandScore, MatchState
from engine.core.problems import Problem
from scoring.decide import DRAW, EXTRA_HAND, Decision, MatchEnd, MatchLimits, Progress, decide, end_reason

Sides = Mapping[str, int]
UNDECIDED = Decision(None)


@dataclass(frozen=True, slots=True)
class Typed:
    """A hand as it stands: what was typed (None: void) and the context in which it was accepted."""

    number: int
    payload: Mapping[str, Any] | None
    context: HandContext | None = None


@dataclass(frozen=True, slots=True)
class Scored:
    """A hand in its place in the match."""

    number: int
    state: str
    score: HandScore | None
    totals: Sides


@dataclass(frozen=True, slots=True)
class Fold:
    """A match after its hands.

    `totals` are the game points over all games, `games` games won where the match has any. `ended` is the
    reason why the match is at its end ("" while it goes on), `decision` what was decided then.
    """

    state: MatchState
    hands: tuple[Scored, ...] = ()
    ended: str = ""
    ended_with: int = 0
    decision: Decision = UNDECIDED
    counted: int = 0
    extra_hands: int = 0
    before: Sides = field(default_factory=dict)
    series: Sides = field(default_factory=dict)
    played_games: int = 0
    hands_won: Sides = field(default_factory=dict)
    penalties: Sides = field(default_factory=dict)
    victory_points: Mapping[str, Fraction] | None = None
    last: tuple[Mapping[str, Any], HandScore] | None = None

    @property
    def totals(self) -> dict[str, int]:
        """Game points of each side over the whole match."""
        return {side: self.before.get(side, 0) + points for side, points in self.state.totals.items()}

    @property
    def games(self) -> Sides | None:
        """Games won, where the rules or the stage know games."""
        return self.state.games if self.state.games is not None else (dict(self.series) or None)

    @property
    def doubtful(self) -> tuple[int, ...]:
        """Hands whose context changed so that somebody has to look at them."""
        return tuple(hand.number for hand in self.hands if hand.state == "doubtful")

    def scored(self, number: int) -> Scored | None:
        """The hand with this number, if the match has it."""
        return next((hand for hand in reversed(self.hands) if hand.number == number), None)


@dataclass(frozen=True, slots=True)
class Folding:
    """The game, the rules and the limits under which hands are folded, and what ties are decided by."""

    game: Game
    rules: Any
    limits: MatchLimits
    dealer: int | None = None
    seeds: Sides = field(default_factory=dict)
    penalties: Sides = field(default_factory=dict)
    lot_seed: str = ""

    def fold(self, hands: Iterable[Typed], closed: str = "", start: Fold | None = None) -> Fold:
        """The match after these hands, in the order of their numbers; `closed` = ended early, and why.

        `start` is the match before the first of them, where somebody has folded that already.
        """
        fold = self.start() if start is None else start
        for typed in hands:
            fold = self.add(fold, typed)
        return self.close(fold, closed) if closed and not fold.ended else fold

    def start(self) -> Fold:
        """A match without hands."""
        none = dict.fromkeys(self.game.sides(self.rules), 0)
        series = none if self.limits.best_of else {}
        return Fold(state=self._open(self.dealer), series=series, hands_won=none, penalties=none)

    def _open(self, dealer: int | None) -> MatchState:
        own_end = self.limits.target or bool(self.limits.best_of)
        return self.game.open_match(self.rules, dealer=dealer, own_end=own_end)

    def refusal(self, fold: Fold, number: int, closed: str = "") -> tuple[Problem, ...]:
        """Why no further hand may be entered, if so: the match is over, or was ended early (`closed`)."""
        if not fold.ended and not closed:
            return ()
        last = fold.ended_with if fold.ended else max((hand.number for hand in fold.hands), default=0)
        return (Problem("match_over", "/hand", {"n": number, "m": last}),)

    def add(self, fold: Fold, typed: Typed) -> Fold:
        """The match after one more hand."""
        if typed.payload is None:
            return fold
        if fold.ended:
            return _keep(fold, typed, "surplus", self.worth(typed.payload, typed.context))
        context = fold.state.context(typed.context.board if typed.context else None)
        step = self.game.add(fold.state, typed.payload)
        if isinstance(step, tuple):
            return _keep(fold, typed, "doubtful", self.worth(typed.payload, typed.context))
        score = self.game.score(typed.payload, self.rules, context)
        fold = self._count(replace(fold, state=step), typed.payload, score)
        return self._end(_keep(fold, typed, "counts", score), typed.number)

    def worth(self, payload: Mapping[str, Any], context: HandContext | None) -> HandScore | None:
        """The score of a hand in a context; None where it is not valid there (any more)."""
        if self.game.check(payload, self.rules, context):
            return None
        return self.game.score(payload, self.rules, context)

    def _count(self, fold: Fold, payload: Mapping[str, Any], score: HandScore) -> Fold:
        """Hands won, penalties and victory points after a hand that counts."""
        best = max(score.sides.values())
        winners = [side for side, points in score.sides.items() if points == best]
        won = {side: count + (winners == [side]) for side, count in fold.hands_won.items()}
        fined = [each["side"] for each in payload.get("penalties") or () if "side" in each]
        given = self.game.victory_points(payload, self.rules)
        points = fold.victory_points
        if given is not None:
            points = {side: (points or {}).get(side, Fraction(0)) + value for side, value in given.items()}
        return replace(
            fold,
            counted=fold.counted + 1,
            extra_hands=fold.extra_hands + fold.decision.extra_hand_due,
            hands_won=won,
            penalties={side: count + fined.count(side) for side, count in fold.penalties.items()},
            victory_points=points,
            last=(payload, score),
        )

    def _end(self, fold: Fold, number: int) -> Fold:
        """The match with its end, if one of the limits is reached with this hand and none more is due."""
        fold = self._game_over(fold)
        reason = end_reason(self.limits, self._progress(fold))
        if reason is None:
            return self._next_game(fold)
        decision = decide(self._match_end(fold), self.limits.tie_break)
        if decision.extra_hand_due:
            state = replace(fold.state, finished=False, winner=None, reason=None)
            return replace(fold, state=state, decision=decision)
        return replace(fold, ended=reason, ended_with=number, decision=decision)

    def _game_over(self, fold: Fold) -> Fold:
        """Count the game that has just ended, where the stage plays a best of several.

        An extra hand belongs to no game: it changes game points alone.
        """
        if not (self.limits.best_of and fold.state.finished) or fold.extra_hands:
            return fold
        series = {side: won + (fold.state.winner == side) for side, won in fold.series.items()}
        return replace(fold, series=series, played_games=fold.played_games + 1)

    def _next_game(self, fold: Fold) -> Fold:
        if not (self.limits.best_of and fold.state.finished):
            return fold
        return replace(fold, before=fold.totals, state=self._open(fold.state.next_dealer))

    def _progress(self, fold: Fold) -> Progress:
        own_end = fold.state.reason if fold.state.finished else None
        if fold.extra_hands and own_end is None and self.limits.target and not self.limits.best_of:
            own_end = "target"  # the game was over before the extra hand was asked for
        return Progress(fold.counted, own_end, tuple(fold.series.values()), fold.played_games)

    def _match_end(self, fold: Fold) -> MatchEnd:
        last = fold.last
        fines = {side: count + self.penalties.get(side, 0) for side, count in fold.penalties.items()}
        return MatchEnd(
            game_points=fold.totals,
            games=fold.games,
            last_hand=dict(last[1].sides) if last else None,
            hands_won=fold.hands_won,
            penalties=fines,
            seeds=self.seeds,
            game_specific=lambda: self.game.tie_break(*last, self.rules) if last else None,
            extra_hands=fold.extra_hands,
            lot_seed=self.lot_seed,
        )

    def close(self, fold: Fold, reason: str) -> Fold:
        """The match ended early, by the game's own rule for that; no extra hand is played then."""
        last = fold.hands[-1].number if fold.hands else 0
        state = self.game.close(fold.state, reason)
        fold = replace(fold, state=state, ended=reason, ended_with=last)
        if not fold.series and state.winner is not None and state.winner != DRAW:
            return replace(fold, decision=Decision(state.winner))
        ways = tuple(key for key in self.limits.tie_break if key != EXTRA_HAND)
        return replace(fold, decision=decide(self._match_end(fold), ways))


def _keep(fold: Fold, typed: Typed, state: str, score: HandScore | None) -> Fold:
    return replace(fold, hands=(*fold.hands, Scored(typed.number, state, score, fold.totals)))
