"""One game: the race to 12 balls, a value for each state of it (rules sections 7.1 to 7.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.core.game import HandScore
from engine.games.thunee.rules import Rules
from engine.games.thunee.summary import KHANAAK, NO_BALLS, Hand
from engine.games.thunee.table import CANCELLED, SIDES, other_side

Balls = Mapping[str, int]

TARGET, TIME = "target", "time"
FORFEIT, FORFEIT_MATCH = "forfeit", "forfeit_match"
CLEAR_LEAD = 2


class Race(NamedTuple):
    """A game in progress: balls as counted, what wins it, and the flags of 7.2 and 7.3.

    `last` are the balls of the hand entered last that can still be taken away (7.1).
    """

    balls: Balls
    target: int
    is_raised: bool = False
    is_deuce: bool = False
    last: Balls = NO_BALLS

    @classmethod
    def of(cls, rules: Rules) -> Race:
        """Return a game at 0-0."""
        return cls(NO_BALLS, rules.match_target)

    @property
    def leader(self) -> str | None:
        """The side with more balls, if there is one."""
        a, b = (self.balls[side] for side in SIDES)
        return None if a == b else SIDES[a < b]

    @property
    def lead(self) -> int:
        """By how many balls it leads."""
        a, b = (self.balls[side] for side in SIDES)
        return abs(a - b)


def after_hand(race: Race, hand: Hand, score: HandScore, rules: Rules) -> Race:
    """7.1 and 7.2: the balls are added, then the target may rise, then the deuce flag."""
    if hand.kind == CANCELLED:
        return race._replace(last=NO_BALLS)
    balls = {side: race.balls[side] + score.sides[side] for side in SIDES}
    race = race._replace(balls=balls, last=dict(score.sides))
    if _raises(race, hand, rules):
        race = race._replace(target=race.target + 1, is_raised=True)
    if rules.margin_rule == "deuce" and all(balls[side] == race.target - 1 for side in SIDES):
        race = race._replace(is_deuce=True)
    return race


def after_adjustment(race: Race, side: str) -> Race:
    """7.1: a side loses the balls of the hand entered last, once."""
    balls = {**race.balls, side: race.balls[side] - race.last[side]}
    return race._replace(balls=balls, last={**race.last, side: 0})


def winner(race: Race, score: HandScore, rules: Rules) -> str | None:
    """7.3: return who has won the game with this hand, if anybody has."""
    if race.is_deuce:
        return race.leader if race.lead >= CLEAR_LEAD else None
    there = [side for side in SIDES if race.balls[side] >= race.target]
    if not there:
        return None
    if rules.margin_rule == "two_ahead":
        return race.leader if race.lead >= CLEAR_LEAD else None
    if len(there) == 1:
        return there[0]
    return _by_cards(score, rules) or race.leader


def recorded(race: Race, side: str, reason: str) -> Balls:
    """7.6: return what the tables show of a game that `side` has won."""
    if reason == TIME:
        return {each: min(race.balls[each], race.target) for each in SIDES}
    others = other_side(side)
    lost = min(race.balls[others], race.target - 1) if reason == TARGET else 0
    return {each: race.target if each == side else lost for each in SIDES}


def _raises(race: Race, hand: Hand, rules: Rules) -> bool:
    """7.2: whether the target goes up by one with this hand."""
    if race.is_raised or hand.final is None or hand.final.call != KHANAAK:
        return False
    if rules.khanaak_raises_target == "any_hand":
        return True
    is_final = any(race.balls[side] >= race.target for side in SIDES)
    return rules.khanaak_raises_target == "final_hand" and is_final


def _by_cards(score: HandScore, rules: Rules) -> str | None:
    """7.3, rule 5: the side with more card points in the tricks of the hand, where these decide."""
    cards: Any = score.details["card_points"]
    if rules.both_reach_rule != "card_points" or cards is None or cards["A"] == cards["B"]:
        return None
    return max(SIDES, key=lambda side: int(cards[side]))
