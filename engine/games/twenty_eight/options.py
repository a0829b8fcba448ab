"""The options of the family (rules section 3.1); the declared defaults are those of `seed`, variant `28`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from engine.core.kinds import Flag, Integer
from engine.core.options import Declared, option
from engine.core.text import gettext_noop
from engine.games.twenty_eight import choices

_TABLE = gettext_noop("Table")
_AUCTION = gettext_noop("Auction")
_TRUMP = gettext_noop("Trump")
_DOUBLING = gettext_noop("Doubling and solo")
_SCORE = gettext_noop("Score")
_MATCH = gettext_noop("Match")
_RULINGS = gettext_noop("Rulings")
_POINTS = gettext_noop("points")
_DEALS = gettext_noop("deals")

_HIDDEN = {"trump_mode": ("hidden",)}
_TO_TARGET = {"match_end": ("target",)}
_FOR_DEALS = {"match_end": ("deals",)}
_SOLO_VALUE = Integer(minimum=1, maximum=12)


def _option(kind: Any, default: object, label: str, help: str = "", **more: Any) -> Any:
    return option(kind, default=default, label=label, help=help, **more)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The options in force."""

    DECLARED: ClassVar[Declared] = Declared(unknown="unknown_option", bad="bad_option_value")

    variant: str = _option(
        choices.VARIANT,
        "28",
        gettext_noop("Variant"),
        gettext_noop("The game: how many play, with which cards and how many points."),
        group=_TABLE,
    )
    last_trick_bonus: int = _option(
        choices.LAST_TRICK_BONUS,
        0,
        gettext_noop("The last trick is worth"),
        group=_SCORE,
        when={"variant": ("29", "29_3p")},
    )
    min_bid: int = _option(
        Integer(minimum=12, maximum=40),
        14,
        gettext_noop("Lowest bid"),
        gettext_noop("Of the first auction; from 12 to 20, in 56 from 24 to 40."),
        group=_AUCTION,
        unit=_POINTS,
    )
    trump_mode: str = _option(choices.TRUMP_MODE, "hidden", gettext_noop("The trump is fixed"), group=_TRUMP)
    first_batch: int = _option(
        choices.FIRST_BATCH, 4, gettext_noop("Cards at the first auction"), group=_TABLE
    )
    opening: str = _option(choices.OPENING, "free", gettext_noop("Who must open"), group=_AUCTION)
    all_pass: str = _option(
        choices.ALL_PASS,
        "redeal_same_dealer",
        gettext_noop("When nobody bids"),
        group=_AUCTION,
        when={"opening": ("free",)},
    )
    pass_is_final: bool = _option(
        Flag(),
        True,
        gettext_noop("A pass is final"),
        gettext_noop("Who has passed is out of that auction."),
        group=_AUCTION,
    )
    partner_overbid: str = _option(
        choices.PARTNER_OVERBID,
        "free",
        gettext_noop("Bidding over the partner’s bid"),
        group=_AUCTION,
        when={"variant": ("28", "29", "56")},
    )
    second_auction: bool = _option(
        Flag(),
        False,
        gettext_noop("Second auction"),
        gettext_noop("Another auction when everybody has eight cards."),
        group=_AUCTION,
    )
    second_auction_min: int = _option(
        Integer(minimum=13, maximum=56),
        24,
        gettext_noop("Lowest bid of the second auction"),
        group=_AUCTION,
        unit=_POINTS,
        when={"second_auction": (True,)},
    )
    pointless_redeal: str = _option(
        choices.POINTLESS_REDEAL,
        "off",
        gettext_noop("Who may annul a deal with no points in hand"),
        group=_AUCTION,
    )
    four_jacks_redeal: bool = _option(
        Flag(),
        False,
        gettext_noop("All four Jacks annul a deal"),
        gettext_noop("Whoever holds them may ask for a new deal before the first trick."),
        group=_AUCTION,
    )
    reveal_by: str = _option(
        choices.REVEAL_BY,
        "any_player",
        gettext_noop("Who may have the trump turned"),
        gettext_noop("When void in the suit led."),
        group=_TRUMP,
        when=_HIDDEN,
    )
    must_trump_after_ask: bool = _option(
        Flag(),
        True,
        gettext_noop("Who had the trump turned must trump"),
        group=_TRUMP,
        when=_HIDDEN,
    )
    bidder_reveal_plays: str = _option(
        choices.BIDDER_REVEAL_PLAYS,
        "any_trump",
        gettext_noop("A bidder who turns the trump plays"),
        group=_TRUMP,
        when=_HIDDEN,
    )
    bidder_lead_trump: str = _option(
        choices.BIDDER_LEAD_TRUMP,
        "free",
        gettext_noop("The bidder leads the hidden trump suit"),
        group=_TRUMP,
        when=_HIDDEN,
    )
    pre_reveal_trumps: str = _option(
        choices.PRE_REVEAL_TRUMPS,
        "dead",
        gettext_noop("Trumps laid before the trump is turned"),
        group=_TRUMP,
        when=_HIDDEN,
    )
    undertrump: str = _option(
        choices.UNDERTRUMP, "free", gettext_noop("Trumping lower than a trump in the trick"), group=_TRUMP
    )
    doubling: str = _option(choices.DOUBLING, "off", gettext_noop("Double and redouble"), group=_DOUBLING)
    redouble_by: str = _option(
        choices.REDOUBLE_BY,
        "bidder",
        gettext_noop("Who may redouble"),
        group=_DOUBLING,
        when={"doubling": ("after_auction",)},
    )
    double_effect: str = _option(
        choices.DOUBLE_EFFECT,
        "multiply",
        gettext_noop("Double and redouble mean"),
        group=_DOUBLING,
        when={"doubling": ("after_auction", "in_auction")},
    )
    pair: bool = _option(
        Flag(),
        False,
        gettext_noop("The pair counts"),
        gettext_noop("King and Queen of trumps, declared, move the target by 4."),
        group=_SCORE,
    )
    solo: bool = _option(
        Flag(),
        False,
        gettext_noop("Solo"),
        gettext_noop("One player alone, without trumps, for all eight tricks."),
        group=_DOUBLING,
        when={"variant": ("28", "29", "56")},
    )
    solo_success: int = _option(
        _SOLO_VALUE,
        3,
        gettext_noop("A solo made is worth"),
        group=_DOUBLING,
        unit=_POINTS,
        when={"solo": (True,)},
    )
    solo_failure: int = _option(
        _SOLO_VALUE,
        3,
        gettext_noop("A solo that fails costs"),
        group=_DOUBLING,
        unit=_POINTS,
        when={"solo": (True,)},
    )
    success_award: str = _option(
        choices.SUCCESS_AWARD,
        "bands20_25",
        gettext_noop("A bid that is made wins"),
        gettext_noop("In 56 the bids are twice as high."),
        group=_SCORE,
    )
    failure_loss: str = _option(
        choices.FAILURE_LOSS, "flat1", gettext_noop("A bid that fails costs"), group=_SCORE
    )
    bid_value_is: str = _option(
        choices.BID_VALUE_IS, "number", gettext_noop("The full value of a bid is"), group=_SCORE
    )
    bhangi: bool = _option(
        Flag(),
        False,
        gettext_noop("Bhangi"),
        gettext_noop("Failing by 14 or more (in 56 by 28) costs the full value of the bid."),
        group=_SCORE,
    )
    settlement: str = _option(
        choices.SETTLEMENT, "bidders_only", gettext_noop("Whose score moves"), group=_SCORE
    )
    honours: bool = _option(
        Flag(),
        False,
        gettext_noop("Honours"),
        gettext_noop("1 point for the side that captures every Jack."),
        group=_SCORE,
    )
    score_floor: str = _option(
        choices.SCORE_FLOOR, "none", gettext_noop("Totals below 0"), group=_MATCH, per_stage=True
    )
    match_end: str = _option(choices.MATCH_END, "target", gettext_noop("Match"), group=_MATCH, per_stage=True)
    target: int = _option(
        Integer(minimum=1, maximum=50),
        6,
        gettext_noop("Target"),
        gettext_noop("The first total that high wins the match."),
        group=_MATCH,
        unit=_POINTS,
        when=_TO_TARGET,
        per_stage=True,
    )
    negative_limit: str = _option(
        choices.NEGATIVE_LIMIT,
        "none",
        gettext_noop("A total as far below 0 means"),
        group=_MATCH,
        when=_TO_TARGET,
        per_stage=True,
    )
    match_deals: int = _option(
        Integer(minimum=1, maximum=100),
        24,
        gettext_noop("Deals of a match"),
        group=_MATCH,
        unit=_DEALS,
        when=_FOR_DEALS,
        per_stage=True,
    )
    tie_extra_deals: int = _option(
        Integer(minimum=0, maximum=12),
        0,
        gettext_noop("Deals added at the first tie"),
        gettext_noop("Then one at a time; 0 means that the match is drawn."),
        group=_MATCH,
        unit=_DEALS,
        when=_FOR_DEALS,
        per_stage=True,
    )
    concession: bool = _option(Flag(), False, gettext_noop("A hand may be given up"), group=_RULINGS)
    penalty_points: int = _option(
        Integer(minimum=1, maximum=10),
        1,
        gettext_noop("Points of a usual penalty"),
        group=_RULINGS,
        unit=_POINTS,
    )
    penalty_mode: str = _option(
        choices.PENALTY_MODE, "deduct", gettext_noop("Points of a penalty are"), group=_RULINGS
    )
