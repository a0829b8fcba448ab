"""The catalogue of offences and what follows from them (rules section 8)."""

from __future__ import annotations

from engine.core.infractions import ByOption, Infraction, Reach
from engine.core.text import gettext_noop
from engine.games.malilla.rules import Rules

NONE, WARNING = "none", "warning"
AWARD_HAND = "award_hand"
VOID_SAME_DEALER, VOID_NEXT_DEALER = "void_same_dealer", "void_next_dealer"
FORFEIT_GAME, FORFEIT_MATCH = "forfeit_game", "forfeit_match"

EFFECTS = {
    NONE: Reach.NOTE,
    WARNING: Reach.NOTE,
    AWARD_HAND: Reach.SUMMARY,
    VOID_SAME_DEALER: Reach.SUMMARY,
    VOID_NEXT_DEALER: Reach.SUMMARY,
    FORFEIT_GAME: Reach.SUMMARY,
    FORFEIT_MATCH: Reach.MATCH,
}
"""A void deal stands in its summary, since it decides who deals again (7.1)."""

DECIDING = frozenset({AWARD_HAND, VOID_SAME_DEALER, VOID_NEXT_DEALER, FORFEIT_GAME, FORFEIT_MATCH})
"""Effects with which nothing of the play counts (section 9)."""

VOID = frozenset({VOID_SAME_DEALER, VOID_NEXT_DEALER})
"""Effects with which a deal does not count at all (row 11)."""

PUNISHING = frozenset({AWARD_HAND, FORFEIT_GAME, FORFEIT_MATCH})
"""Effects that need to know who offended, whatever the offence."""

WITHOUT_PINTA = DECIDING - {AWARD_HAND}
"""Effects with which the turned card does not matter."""

EFFECT_TEXTS = {
    NONE: gettext_noop("nothing"),
    WARNING: gettext_noop("a warning"),
    AWARD_HAND: gettext_noop("the other side gets all points of the hand"),
    VOID_SAME_DEALER: gettext_noop("the hand does not count; the same dealer deals again"),
    VOID_NEXT_DEALER: gettext_noop("the hand does not count; the next dealer deals"),
    FORFEIT_GAME: gettext_noop("the game is lost"),
    FORFEIT_MATCH: gettext_noop("the match is lost"),
}

_REVOKE = ByOption(
    "renuncio",
    {AWARD_HAND: (AWARD_HAND, AWARD_HAND), FORFEIT_GAME: (FORFEIT_GAME, FORFEIT_GAME)},
)
_MISDEAL = ByOption(
    "misdeal",
    {
        "same_dealer": (VOID_SAME_DEALER, VOID_SAME_DEALER),
        "same_then_pass": (VOID_SAME_DEALER, VOID_NEXT_DEALER),
        "next_dealer": (VOID_NEXT_DEALER, VOID_NEXT_DEALER),
    },
)
_SIGNALS = {"signals": ("forbidden",)}

INFRACTIONS = (
    Infraction(
        "renuncio",
        gettext_noop("Revoke: an illegal card, seen after a card of the next trick"),
        AWARD_HAND,
        by_option=_REVOKE,
    ),
    Infraction(
        "renuncio_corrected", gettext_noop("An illegal card, seen before a card of the next trick"), NONE
    ),
    Infraction(
        "false_claim",
        gettext_noop("Claimed all the rest although a trick could be lost"),
        AWARD_HAND,
        by_option=_REVOKE,
    ),
    Infraction(
        "wrong_card_count",
        gettext_noop("Too few or too many cards, seen after the first trick"),
        AWARD_HAND,
        by_option=_REVOKE,
    ),
    Infraction(
        "misdeal",
        gettext_noop("Wrong deal, or a card exposed in the deal"),
        VOID_SAME_DEALER,
        by_option=_MISDEAL,
        nobodys=True,
    ),
    Infraction(
        "pinta_not_shown",
        gettext_noop("The last card was taken up before it was shown"),
        VOID_SAME_DEALER,
        by_option=_MISDEAL,
        nobodys=True,
    ),
    Infraction("out_of_turn", gettext_noop("Played or led out of turn"), WARNING),
    Infraction("exposed_card", gettext_noop("Showed a card"), WARNING),
    Infraction(
        "illegal_signal",
        gettext_noop("Talk, a sign or a knock that informs the partner"),
        WARNING,
        when=_SIGNALS,
    ),
    Infraction(
        "repeated_signal",
        gettext_noop("The same again by the same side in the match"),
        AWARD_HAND,
        when=_SIGNALS,
    ),
    Infraction(
        "looked_at_old_trick", gettext_noop("Looked at a trick other than the last of a pile"), WARNING
    ),
    Infraction("slow_play", gettext_noop("Unreasonable delay"), WARNING),
    Infraction("score_error", gettext_noop("A wrong score was agreed and corrected"), NONE, nobodys=True),
    Infraction("no_show", gettext_noop("Not at the table when it was closed"), FORFEIT_MATCH),
    Infraction("abandon", gettext_noop("Left the match"), FORFEIT_MATCH),
    Infraction("misconduct", gettext_noop("Insult, cheating, a ruling disobeyed"), FORFEIT_MATCH),
)

BY_CODE = {infraction.code: infraction for infraction in INFRACTIONS}

NOBODYS = frozenset(infraction.code for infraction in INFRACTIONS if infraction.nobodys)
"""Offences that may be nobody's."""


def default_effect(code: str, misdeals: int, rules: Rules) -> str:
    """Return what usually follows; `misdeals` are the void deals of the same dealer just before."""
    return BY_CODE[code].consequence(repeated=misdeals > 0, rules=rules).effect
