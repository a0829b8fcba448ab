"""A match as the fold of its hands (docs/architecture.md), the same for every door of a result.

Pure: the engine's values in, a value out. A void deal has a number but is not counted, whether it was voided
or a ruling in it says so; a hand behind the end of the match is surplus; one that its context makes invalid
is doubtful and keeps the score it had.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from engine.core.game import Game, HandContext, HandScore, MatchState
from engine.core.problems import Problem
from scoring.decide import DRAW, EXTRA_HAND, Decision, MatchEnd, MatchLimits, Progress, decide, end_reason

Sides = Mapping[str, int]
UNDECIDED = Decision(None)
NO_GAME: tuple[Sides, str] = ({}, "")


@dataclass(frozen=True, slots=True)
class Typed:
    """A hand as it stands: what was typed (None: void) and the context in which it was accepted."""

    number: int
    payload: Mapping[str, Any] | None
    context: HandContext | None = None


@dataclass(frozen=True, slots=True)
class Between:
    """What stands between hands, behind the hand `number`: an entry of the match that a ruling makes."""

    number: int
    entry: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Scored:
    """A hand in its place in the match.

    Where the match has games, `after` is the score of the game in progress with this hand, and `game_winner`
    the side that wins the game with it ("" where the game goes on).
    """

    number: int
    state: str
    score: HandScore | None
    totals: Sides
    after: Sides = field(default_factory=dict)
    game_winner: str = ""


@dataclass(frozen=True, slots=True)
class Fold:
    """A match after its hands.

    `totals` are the game points over all games, `games` games won where the match has any. `ended` is the
    reason why the match is at its end ("" while it goes on), `decision` what was decided then. `due` is the
    reason for which it would have ended before an extra hand was asked for. `void_deals` are those that a
    ruling voids in their summaries; `stood` is how each entry between hands left the game; `forfeit` is the
    match as the rules record one that a hand forfeits.
    """

    state: MatchState
    hands: tuple[Scored, ...] = ()
    stood: tuple[Scored, ...] = ()
    ended: str = ""
    ended_with: int = 0
    decision: Decision = UNDECIDED
    counted: int = 0
    extra_hands: int = 0
    due: str = ""
    void_deals: int = 0
    forfeit: MatchState | None = None
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

    def fold(self, hands: Iterable[Typed | Between], closed: str = "", start: Fold | None = None) -> Fold:
        """The match after these hands, in the order of their numbers; `closed` = ended early, and why.

        What stands between hands comes behind the hand that it names.

        `start` is the match before the first of them, where somebody has folded that already.
        """
        fold = self.start() if start is None else start
        for typed in hands:
            fold = self.stand(fold, typed) if isinstance(typed, Between) else self.add(fold, typed)
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
        game = self._in_game(fold, step)
        fold = self._count(fold, step, typed.payload, score)
        return self._end(_keep(fold, typed, "counts", score, game), typed.number)

    def _in_game(self, fold: Fold, step: MatchState) -> tuple[Sides, str]:
        """The score of the game in progress after a hand, and who wins it; nothing where there are no games.

        An extra hand of a best of several belongs to no game.
        """
        after = step.running[-1] if step.running else step.totals
        if step.games is not None:
            before = fold.state.games or {}
            return after, next((side for side, won in step.games.items() if won > before.get(side, 0)), "")
        if not self.limits.best_of or fold.decision.extra_hand_due or fold.extra_hands:
            return NO_GAME
        return after, (step.winner or DRAW) if step.finished else ""

    def stand(self, fold: Fold, between: Between) -> Fold:
        """The match with what stands behind a hand; what cannot stand there (any more) changes nothing."""
        step = self.game.add(fold.state, between.entry)
        if fold.ended or isinstance(step, tuple):
            return fold
        stood = Scored(between.number, "between", None, fold.totals, *self._in_game(fold, step))
        return self._end(replace(fold, state=step, stood=(*fold.stood, stood)), between.number)

    def worth(self, payload: Mapping[str, Any], context: HandContext | None) -> HandScore | None:
        """The score of a hand in a context; None where it is not valid there (any more)."""
        if self.game.check(payload, self.rules, context):
            return None
        return self.game.score(payload, self.rules, context)

    def _count(self, fold: Fold, state: MatchState, payload: Mapping[str, Any], score: HandScore) -> Fold:
        """Hands won, penalties and victory points after a hand; a void deal brings the next dealer alone."""
        if state.hands == fold.state.hands:
            return replace(fold, state=state, void_deals=fold.void_deals + 1)
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
            state=state,
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
        reason = end_reason(self.limits, self._progress(fold)) or fold.due
        if not reason:
            return self._next_game(fold)
        decision = self._decide(fold, reason, self.limits.tie_break)
        if decision.extra_hand_due:
            dealer = fold.state.next_dealer or _next_dealer(fold)
            state = replace(fold.state, finished=False, winner=None, reason=None, next_dealer=dealer)
            return replace(fold, state=state, decision=decision, due=reason)
        offender, forfeit = fold.state.forfeited_by, None
        if offender is not None:
            forfeit = self.game.forfeit(fold.state, offender)
        return replace(fold, ended=reason, ended_with=number, decision=decision, forfeit=forfeit)

    def _decide(self, fold: Fold, reason: str, ways: Sequence[str]) -> Decision:
        """Who has won: by the rules of the game for such an end; what they leave drawn goes to the stage."""
        if not fold.series:
            winner = self.game.close(fold.state, reason).winner
            if winner is not None and winner != DRAW:
                return Decision(winner, EXTRA_HAND if fold.extra_hands else None)
        return decide(self._match_end(fold), ways)

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
        reason = fold.state.reason if fold.state.finished else None
        ruled = None if fold.state.forfeited_by is None else reason
        return Progress(fold.counted, reason, tuple(fold.series.values()), fold.played_games, ruled=ruled)

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
        ways = tuple(key for key in self.limits.tie_break if key != EXTRA_HAND)
        decision = self._decide(fold, reason, ways)
        state = self.game.close(fold.state, reason)
        return replace(fold, state=state, ended=reason, ended_with=last, decision=decision)


def _next_dealer(fold: Fold) -> int | None:
    """Who deals after the last hand, where the rules say so with its score: a match at its end has nobody."""
    score = fold.hands[-1].score
    dealer: int | None = score.details.get("next_dealer") if score is not None else None  # type: ignore[assignment]
    return dealer


def _keep(
    fold: Fold,
    typed: Typed,
    state: str,
    score: HandScore | None,
    game: tuple[Sides, str] = NO_GAME,
) -> Fold:
    kept = Scored(typed.number, state, score, fold.totals, *game)
    return replace(fold, hands=(*fold.hands, kept))
