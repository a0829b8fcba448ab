"""The catalogue of offences and what follows from them (rules section 8)."""

from __future__ import annotations

from engine.core.infractions import Consequence, Infraction, Reach
from engine.core.text import gettext_noop
from engine.games.thunee.conflicts import is_redealt
from engine.games.thunee.rules import Rules

FOUR_BALL, REDEAL, CAUGHT = "four_ball", "redeal", "caught"
CALL_VOID, RECUT, WARNING = "call_void", "recut", "warning"
FORFEIT_LAST_BALLS, FORFEIT_GAME = "forfeit_last_balls", "forfeit_game"
FORFEIT_MATCH, DISQUALIFY = "forfeit_match", "disqualify"
LATE_SCORECARD = "late_scorecard"

EFFECTS = {
    FOUR_BALL: Reach.SUMMARY,
    REDEAL: Reach.SUMMARY,
    CAUGHT: Reach.SUMMARY,
    CALL_VOID: Reach.NOTE,
    RECUT: Reach.NOTE,
    WARNING: Reach.NOTE,
    FORFEIT_LAST_BALLS: Reach.BETWEEN,
    FORFEIT_GAME: Reach.BETWEEN,
    FORFEIT_MATCH: Reach.MATCH,
    DISQUALIFY: Reach.EVENT,
}
"""A call that is void is left out, and only the last cut is kept: neither is seen in a result."""

DECIDING = frozenset({FOUR_BALL, REDEAL, CAUGHT})
"""Effects with which nothing of the play counts."""

PUNISHING = frozenset({FOUR_BALL, CAUGHT, FORFEIT_LAST_BALLS, FORFEIT_GAME, FORFEIT_MATCH, DISQUALIFY})
"""Effects that need to know who offended, whatever the offence."""

EFFECT_TEXTS = {
    FOUR_BALL: gettext_noop("the hand is over, with a four-ball for the other side"),
    REDEAL: gettext_noop("the hand does not count; the same dealer deals again"),
    CAUGHT: gettext_noop("the blind call is lost"),
    CALL_VOID: gettext_noop("the call does not count"),
    RECUT: gettext_noop("the cards are cut again"),
    WARNING: gettext_noop("a warning"),
    FORFEIT_LAST_BALLS: gettext_noop("the side loses the balls of the last hand"),
    FORFEIT_GAME: gettext_noop("the game is lost"),
    FORFEIT_MATCH: gettext_noop("the match is lost"),
    DISQUALIFY: gettext_noop("out of the event"),
}
_AGAIN = Consequence(FORFEIT_GAME)
_CLUBS: dict[str, tuple[object, ...]] = {"profile": ("club",)}
"""Where the row names no option the profile of the event decides."""

INFRACTIONS = (
    Infraction("revoke", gettext_noop("Revoke: did not follow suit though able"), FOUR_BALL),
    Infraction(
        "illegal_communication", gettext_noop("Signs, knocks, looks or words between partners"), FOUR_BALL
    ),
    Infraction(
        "speaking", gettext_noop("Any sound during a hand"), FOUR_BALL, when={"strict_silence": (True,)}
    ),
    Infraction("illegal_undertrump", gettext_noop("A lower trump from a hand with other suits"), FOUR_BALL),
    Infraction("play_out_of_turn", gettext_noop("Played or led out of turn"), FOUR_BALL),
    Infraction("false_jodhi", gettext_noop("Called a Jodhi without the cards"), FOUR_BALL),
    Infraction(
        "corner_house_double",
        gettext_noop("Called Double when one ball short"),
        FOUR_BALL,
        when={"corner_house_ban": (True,)},
    ),
    Infraction(
        "observer_advice",
        gettext_noop("An observer gave advice during a hand"),
        FOUR_BALL,
        when={"variant": ("observed",)},
    ),
    Infraction("reminding_scorekeeper", gettext_noop("Reminded the partner of balls not shown"), FOUR_BALL),
    Infraction(
        "wrong_challenge",
        gettext_noop("Claimed a four-ball without cause"),
        FOUR_BALL,
        when={"wrong_challenge_penalty": (True,)},
    ),
    Infraction("jodhi_wrong_time", gettext_noop("Called a Jodhi at the wrong time"), CALL_VOID),
    Infraction("late_thunee", gettext_noop("Called Thunee after the first lead"), CALL_VOID),
    Infraction("blind_peek", gettext_noop("Looked too early at the last cards of a blind call"), CAUGHT),
    Infraction("exposed_card", gettext_noop("A card turned up in the deal"), REDEAL, nobodys=True),
    Infraction(
        "misdeal", gettext_noop("Wrong number of cards, wrong dealer or wrong deck"), REDEAL, nobodys=True
    ),
    Infraction(
        "bad_cut", gettext_noop("Counted or looked at the cards, or cut too few"), RECUT, nobodys=True
    ),
    Infraction(
        LATE_SCORECARD,
        gettext_noop("Balls not shown before the next cut"),
        FORFEIT_LAST_BALLS,
        when=_CLUBS,
    ),
    Infraction(
        "trump_card_mishandled",
        gettext_noop("Kept the face-down trump in hand, or showed it early"),
        WARNING,
        when=_CLUBS,
    ),
    Infraction("slow_play", gettext_noop("Unreasonable delay"), WARNING, repeated=_AGAIN),
    Infraction("foul_language", gettext_noop("Foul language"), WARNING, repeated=_AGAIN),
    Infraction("late_arrival", gettext_noop("Not at the table in time"), FORFEIT_GAME),
    Infraction("no_show", gettext_noop("Not at the table at all"), FORFEIT_MATCH),
    Infraction("cheating", gettext_noop("Marked cards, an arranged deal, hidden cards"), DISQUALIFY),
)
BY_CODE = {infraction.code: infraction for infraction in INFRACTIONS}
FOUR_BALL_CODES = tuple(each.code for each in INFRACTIONS if each.effect == FOUR_BALL)

REDEAL_REASONS = ("all_passed", "no_trumps", "weak_hand", "misdeal")


def is_four_ball(code: object) -> bool:
    """Tell whether a value is the code of a four-ball."""
    return isinstance(code, str) and code in FOUR_BALL_CODES


def possible_reasons(rules: Rules) -> tuple[str, ...]:
    """9.3: why a hand can be cancelled under these rules."""
    possible = {
        "all_passed": is_redealt(rules),
        "weak_hand": rules.weak_hand_redeal,
        "no_trumps": rules.no_trump_redeal and rules.variant != "two",
        "misdeal": True,
    }
    return tuple(reason for reason in REDEAL_REASONS if possible[reason])
