"""The catalogue of offences and what usually follows from them (rules section 8)."""

from __future__ import annotations

from engine.core.infractions import Consequence, Infraction, Reach
from engine.core.text import gettext_noop
from engine.games.twenty_eight.options import Rules

WARNING, POINTS, HAND_LOST = "warning", "points", "hand_lost"
VOID, MATCH_FORFEIT = "void", "match_forfeit"

EFFECTS = {
    WARNING: Reach.NOTE,
    POINTS: Reach.SUMMARY,
    HAND_LOST: Reach.SUMMARY,
    VOID: Reach.SUMMARY,
    MATCH_FORFEIT: Reach.MATCH,
}
"""A void deal stands in its summary, since its reason decides who deals next."""

DECIDES = frozenset({HAND_LOST, VOID})
"""Effects with which nothing of the play counts."""

OF_A_PENALTY = (WARNING, POINTS, MATCH_FORFEIT)
"""What a penalty in a summary can be; the other effects change the kind of the hand."""

MOST_POINTS = 10

EFFECT_TEXTS = {
    WARNING: gettext_noop("a warning"),
    POINTS: gettext_noop("a penalty of {points}"),
    HAND_LOST: gettext_noop("the hand is lost as if it were given up"),
    VOID: gettext_noop("the deal does not count; the same dealer deals again"),
    MATCH_FORFEIT: gettext_noop("the match is lost"),
}

PENALTY_TEXTS = {**EFFECT_TEXTS, POINTS: gettext_noop("a penalty in points")}
"""What is chosen for a penalty in a summary, where the number of points stands in a field of its own."""

_SIZE = "penalty_points"
_COSTS = Consequence(POINTS, points_option=_SIZE)
_HIDDEN = {"trump_mode": ("hidden",)}


def _costs(
    code: str, title: str, points: int | None = None, repeated: Consequence | None = None
) -> Infraction:
    return Infraction(code, title, POINTS, points, repeated, points_option="" if points else _SIZE)


INFRACTIONS = (
    Infraction(
        "misdeal", gettext_noop("Wrong number of cards, wrong order, dealt out of turn"), VOID, nobodys=True
    ),
    Infraction("exposed_card_in_deal", gettext_noop("A card seen during the deal"), VOID, nobodys=True),
    Infraction("bid_out_of_turn", gettext_noop("Bid before the own turn"), WARNING, repeated=_COSTS),
    Infraction("pass_out_of_turn", gettext_noop("Passed before the own turn"), WARNING),
    Infraction("insufficient_bid", gettext_noop("Bid too little, or more than there is"), WARNING),
    Infraction(
        "revoke",
        gettext_noop("Did not follow suit though able, found before the next deal"),
        HAND_LOST,
    ),
    Infraction(
        "false_ask",
        gettext_noop("Asked for the trump while holding the suit led"),
        HAND_LOST,
        when=_HIDDEN,
    ),
    Infraction(
        "no_trump_after_ask",
        gettext_noop("Asked, held a trump, played another card"),
        HAND_LOST,
        when={**_HIDDEN, "must_trump_after_ask": (True,)},
    ),
    Infraction(
        "trump_lead_before_reveal",
        gettext_noop("The bidder led the hidden trump suit with other cards in hand"),
        HAND_LOST,
        when={**_HIDDEN, "bidder_lead_trump": ("only_if_no_other",)},
    ),
    Infraction(
        "indicator_misuse",
        gettext_noop("The face-down card was changed, taken up early, shown, or of another suit"),
        HAND_LOST,
        when=_HIDDEN,
    ),
    Infraction(
        "refusal_to_reveal",
        gettext_noop("The bidder does not turn the trump on a lawful request"),
        HAND_LOST,
        when=_HIDDEN,
    ),
    Infraction(
        "indicator_peek",
        gettext_noop("Another player looked at the face-down card"),
        POINTS,
        when=_HIDDEN,
        points_option=_SIZE,
    ),
    Infraction("lead_out_of_turn", gettext_noop("The wrong player led"), WARNING),
    Infraction("play_out_of_turn", gettext_noop("A card before the own turn"), WARNING, repeated=_COSTS),
    Infraction("exposed_card", gettext_noop("Showed an own card during play"), WARNING),
    Infraction(
        "false_pair",
        gettext_noop("Claimed the pair without holding it, or too early"),
        POINTS,
        when={"pair": (True,)},
        points_option=_SIZE,
    ),
    _costs("false_redeal_claim", gettext_noop("Claimed a new deal without the cards for it")),
    _costs(
        "signalling",
        gettext_noop("Information to the partner by word, gesture, tone or tempo"),
        3,
        Consequence(MATCH_FORFEIT),
    ),
    Infraction("slow_play", gettext_noop("Beyond the time of the event"), WARNING, repeated=_COSTS),
    _costs("late_arrival", gettext_noop("Not seated at the start")),
    Infraction("score_misreport", gettext_noop("Wrong result typed or signed"), WARNING),
    Infraction(
        "unauthorised_substitute",
        gettext_noop("Somebody played who is not registered for the team"),
        MATCH_FORFEIT,
    ),
    _costs("misconduct", gettext_noop("Rudeness, cheating"), 3),
)

BY_CODE = {infraction.code: infraction for infraction in INFRACTIONS}


def penalty_points(code: str, points: int | None, rules: Rules) -> int:
    """Return the size of a point penalty: of the ruling, else of the catalogue, else of the event."""
    return points or BY_CODE[code].points or rules.penalty_points
