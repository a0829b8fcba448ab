"""The options of Thunee (rules section 3.1); the declared defaults are those of the profile `seed`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.core.kinds import Choice, ChoiceValue, Integer
from engine.core.options import Declared, option
from engine.core.problems import Problem
from engine.core.text import gettext_noop
from engine.games.thunee.cards import DECLARE
from engine.games.thunee.conflicts import conflicts
from engine.games.thunee.declare import (
    AUCTION,
    BALLS,
    BIDDING,
    COUNTING,
    DEAL,
    FREE,
    JODHI,
    MATCH,
    PLAY,
    RULINGS,
    RUNG,
    SCORE,
    TABLE,
    THUNEE,
    TURNS,
    VARIANTS,
    WITH_BLIND,
    WITH_DOUBLE,
    WITH_JODHI,
    WITH_KHANAAK,
    WITH_THUNEE,
    balls,
    flag,
    number_of,
    one_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The options in force; `profile` is the one that the event is played under (sections 7.1 and 8)."""

    DECLARED: ClassVar[Declared] = Declared(unknown="unknown_option", bad="bad_option_value")

    profile: str = "seed"
    variant: str = option(
        Choice(tuple(ChoiceValue(variant.key, variant.title) for variant in VARIANTS)),
        default="four",
        label=gettext_noop("Players"),
        group=TABLE,
    )
    deck_size: int = option(
        number_of(24, 32),
        default=24,
        label=gettext_noop("Cards of the deck"),
        help=gettext_noop("32 adds the eights and sevens, which are worth nothing."),
        group=DEAL,
        when={"variant": ("four", "observed")},
    )
    scheme: str = option(
        one_of(
            declare154=gettext_noop("the bidding side needs its bid of 154"),
            count304=gettext_noop("the other side counts towards 105 of 304"),
        ),
        default=DECLARE,
        label=gettext_noop("How a hand is counted"),
        help=gettext_noop("It also decides where Jack and nine are high and count: in trumps, or always."),
        group=SCORE,
    )
    first_dealer: str = option(
        one_of(
            black_jack=gettext_noop("who gets the first black Jack"),
            any_jack=gettext_noop("who gets the first Jack"),
            appointed=gettext_noop("named by the organiser"),
        ),
        default="black_jack",
        label=gettext_noop("First dealer"),
        group=TABLE,
    )
    dealer_rotation: str = option(
        one_of(
            every_hand=gettext_noop("after every hand"),
            while_behind=gettext_noop("unless the dealer’s side is behind"),
            loser_deals=gettext_noop("unless the dealer’s side lost the hand"),
        ),
        default="every_hand",
        label=gettext_noop("The deal passes on"),
        group=TABLE,
    )
    cutter: str = option(
        one_of(
            right=gettext_noop("the player on the dealer’s right"),
            left=gettext_noop("the player on the dealer’s left"),
        ),
        default="right",
        label=gettext_noop("Who cuts"),
        group=DEAL,
    )
    cut_min: int = option(
        Integer(minimum=1, maximum=6),
        default=3,
        label=gettext_noop("Fewest cards in each part of the cut"),
        group=DEAL,
    )
    auction_mode: str = option(
        one_of(turns=gettext_noop("in turns"), free=gettext_noop("whoever speaks first")),
        default="turns",
        label=gettext_noop("How they call"),
        group=AUCTION,
    )
    bid_min: int = option(RUNG, default=80, label=gettext_noop("Lowest call"), group=AUCTION)
    bid_max: int = option(
        RUNG,
        default=100,
        label=gettext_noop("Highest call"),
        help=gettext_noop("At most 100 where the other side counts."),
        group=AUCTION,
    )
    call_104: bool = flag(False, gettext_noop("104 may be called above 100"), AUCTION, when=COUNTING)
    jump_calls: bool = flag(True, gettext_noop("A call may skip steps"), AUCTION)
    overbid_partner: bool = flag(True, gettext_noop("A call may go over the own side"), AUCTION, when=TURNS)
    both_call_steps: int = option(
        number_of(1, 2),
        default=2,
        label=gettext_noop("Steps gained when partners call at once"),
        group=AUCTION,
        when=FREE,
    )
    all_pass: str = option(
        one_of(
            redeal=gettext_noop("the cards are dealt again"),
            default_trumper=gettext_noop("the player on the dealer’s right makes trumps"),
        ),
        default="redeal",
        label=gettext_noop("Where nobody calls"),
        group=AUCTION,
    )
    weak_hand_redeal: bool = flag(
        False,
        gettext_noop("A first batch of 10 points or fewer may be thrown in"),
        DEAL,
        gettext_noop("By the player on the dealer’s right."),
    )
    trump_choice: str = option(
        one_of(
            full_hand=gettext_noop("on all cards, openly"),
            first_batch=gettext_noop("on the first cards, face down"),
        ),
        default="full_hand",
        label=gettext_noop("Trumps are named"),
        group=PLAY,
    )
    last_card_trump: str = option(
        one_of(
            off=gettext_noop("no"),
            four_suits=gettext_noop("with all four suits in the first cards"),
            always=gettext_noop("yes"),
        ),
        default="off",
        label=gettext_noop("The last card may make trumps"),
        help=gettext_noop("Only where nobody has called."),
        group=PLAY,
        when={"trump_choice": ("first_batch",)},
    )
    first_lead: str = option(
        one_of(
            dealer_right=gettext_noop("the player on the dealer’s right"),
            trump_maker=gettext_noop("the trump maker"),
            trumper_right=gettext_noop("the player on the trump maker’s right"),
        ),
        default="dealer_right",
        label=gettext_noop("First lead"),
        group=PLAY,
    )
    undertrump: str = option(
        one_of(
            only_trumps=gettext_noop("only from a hand of trumps"),
            free=gettext_noop("whenever the suit led is missing"),
        ),
        default="only_trumps",
        label=gettext_noop("A lower trump on a trump"),
        group=PLAY,
    )
    no_trump_redeal: bool = flag(
        False,
        gettext_noop("The hand is void when the opponents hold no trump"),
        PLAY,
        when={"variant": ("four", "six", "observed")},
    )
    call_partner: bool = flag(
        False,
        gettext_noop("The trump maker may call a card"),
        PLAY,
        gettext_noop("Whoever holds it must play it as soon as it may be played; the sides stay."),
        when={"variant": ("four", "six", "observed")},
    )
    double_thunee: bool = flag(
        False,
        gettext_noop("Double Thunee"),
        THUNEE,
        gettext_noop("After half of the tricks anybody may double the result of the hand."),
    )
    thunee: bool = flag(
        True,
        gettext_noop("Thunee may be called"),
        THUNEE,
        gettext_noop("The caller must win every trick alone."),
    )
    thunee_side_card: bool = flag(
        False, gettext_noop("No Thunee or Royals on a hand of one suit"), THUNEE, when=WITH_THUNEE
    )
    thunee_success: int = balls(2, gettext_noop("Thunee made"), THUNEE, WITH_THUNEE)
    thunee_fail: int = balls(4, gettext_noop("Thunee caught"), THUNEE, WITH_THUNEE)
    thunee_partner_catch: int = balls(
        4, gettext_noop("Thunee in which the partner took the trick"), THUNEE, WITH_THUNEE
    )
    blind_thunee: bool = flag(True, gettext_noop("Blind Thunee may be called"), THUNEE, when=WITH_THUNEE)
    blind_success: int = balls(4, gettext_noop("Blind Thunee made"), THUNEE, WITH_BLIND)
    blind_fail: int = balls(8, gettext_noop("Blind Thunee caught"), THUNEE, WITH_BLIND)
    blind_partner_catch: int = balls(
        8, gettext_noop("Blind Thunee in which the partner took the trick"), THUNEE, WITH_BLIND
    )
    royals_mode: str = option(
        one_of(
            off=gettext_noop("not played"),
            agreed=gettext_noop("agreed before the deal, for the whole hand"),
            call=gettext_noop("called like Thunee"),
        ),
        default="agreed",
        label=gettext_noop("Royals"),
        help=gettext_noop("With Royals the cards rank Q K 10 A 9 J in every suit."),
        group=THUNEE,
    )
    blind_royals: bool = flag(
        False, gettext_noop("Blind Royals may be called"), THUNEE, when={"royals_mode": ("call",)}
    )
    jodhi: bool = flag(
        True,
        gettext_noop("Jodhi may be called"),
        JODHI,
        gettext_noop("King and Queen of a suit, or Jack too."),
    )
    jodhi_window: str = option(
        one_of(
            hand_1_3=gettext_noop("after the first and the third trick"),
            team_1_3=gettext_noop("after the first and the third trick of the side"),
            any_trick=gettext_noop("after any trick"),
        ),
        default="hand_1_3",
        label=gettext_noop("When Jodhi is called"),
        group=JODHI,
        when=WITH_JODHI,
    )
    double: bool = flag(
        True,
        gettext_noop("Double may be called"),
        JODHI,
        gettext_noop("In the last trick, by a side that has won all before."),
    )
    double_success: int = balls(2, gettext_noop("Double made"), JODHI, WITH_DOUBLE)
    backward_double_success: int = balls(
        2, gettext_noop("Double made against the trump maker"), JODHI, WITH_DOUBLE
    )
    double_fail: int = balls(4, gettext_noop("Double failed"), JODHI, WITH_DOUBLE)
    corner_house_ban: bool = flag(
        False, gettext_noop("No Double when one ball short"), JODHI, when=WITH_DOUBLE
    )
    khanaak: bool = flag(
        True,
        gettext_noop("Khanaak may be called"),
        JODHI,
        gettext_noop("In the last trick: the own Jodhi are worth more than what the opponents have."),
    )
    khanaak_success: int = balls(3, gettext_noop("Khanaak made"), JODHI, WITH_KHANAAK)
    backward_khanaak_success: int = balls(
        3, gettext_noop("Khanaak made against the trump maker"), JODHI, WITH_KHANAAK
    )
    khanaak_fail: int = balls(4, gettext_noop("Khanaak failed"), JODHI, WITH_KHANAAK)
    khanaak_rule: str = option(
        one_of(
            full=gettext_noop("tricks, Jodhi and call"),
            no_call=gettext_noop("tricks and Jodhi"),
            simple=gettext_noop("tricks alone"),
        ),
        default="full",
        label=gettext_noop("What counts against a Khanaak"),
        group=JODHI,
        when=WITH_KHANAAK,
    )
    final_call_winner: str = option(
        one_of(team=gettext_noop("anybody of the side"), caller=gettext_noop("the caller")),
        default="team",
        label=gettext_noop("Who must take the last trick after Double or Khanaak"),
        group=JODHI,
    )
    call_scoring: str = option(
        one_of(
            additive=gettext_noop("beside the result of the hand"),
            replace=gettext_noop("in place of the result of the hand"),
        ),
        default="additive",
        label=gettext_noop("Double and Khanaak count"),
        group=JODHI,
    )
    last_trick_bonus: int = option(
        number_of(0, 10), default=0, label=gettext_noop("Points for the last trick"), group=SCORE
    )
    counting_target: int | None = option(
        Integer(minimum=50, maximum=200, nullable=True),
        default=None,
        label=gettext_noop("Points that the counting side needs"),
        help=gettext_noop("None means 105, for two players 125."),
        group=SCORE,
        when=COUNTING,
    )
    call_loss_balls: int = option(
        number_of(1, 2),
        default=1,
        label=gettext_noop("Balls lost with a call"),
        group=SCORE,
        unit=BALLS,
        when=COUNTING,
    )
    surplus_step: int = option(
        number_of(0, 10, 20, 30, 40, 50),
        default=0,
        label=gettext_noop("Points over the bid that give a ball more"),
        help=gettext_noop("0 means that there are none."),
        group=SCORE,
        when=BIDDING,
    )
    surplus_cap: int = option(
        Integer(minimum=1, maximum=4),
        default=2,
        label=gettext_noop("Most balls for points over the bid"),
        group=SCORE,
        unit=BALLS,
        when={"surplus_step": (10, 20, 30, 40, 50)},
    )
    strict_silence: bool = flag(False, gettext_noop("Any sound in a hand is penalised"), RULINGS)
    penalty_balls: int = balls(4, gettext_noop("Balls of a four-ball penalty"), RULINGS)
    wrong_challenge_penalty: bool = flag(False, gettext_noop("A wrong accusation is penalised"), RULINGS)
    match_target: int = option(
        Integer(minimum=1, maximum=25),
        default=12,
        label=gettext_noop("Balls of a game"),
        help=gettext_noop("The first side with so many balls wins the game."),
        group=MATCH,
        unit=BALLS,
        per_stage=True,
    )
    khanaak_raises_target: str = option(
        one_of(
            never=gettext_noop("never"),
            final_hand=gettext_noop("in the hand that would end it"),
            any_hand=gettext_noop("in any hand"),
        ),
        default="never",
        label=gettext_noop("A Khanaak makes the game one ball longer"),
        group=MATCH,
        when=WITH_KHANAAK,
    )
    margin_rule: str = option(
        one_of(
            none=gettext_noop("none"),
            two_ahead=gettext_noop("two balls"),
            deuce=gettext_noop("two balls, once both are one short"),
        ),
        default="none",
        label=gettext_noop("Lead that a game needs"),
        group=MATCH,
        per_stage=True,
    )
    both_reach_rule: str = option(
        one_of(card_points=gettext_noop("card points of the hand"), more_balls=gettext_noop("balls")),
        default="card_points",
        label=gettext_noop("Where both sides get there in one hand, what decides"),
        group=MATCH,
    )
    best_of: int = option(
        number_of(1, 3, 5, 7),
        default=1,
        label=gettext_noop("Games of a match at most"),
        help=gettext_noop("More than half of them win the match."),
        group=MATCH,
        unit=gettext_noop("games"),
        per_stage=True,
    )

    def check(self) -> Iterator[Problem]:
        """Yield what the options say against each other, in the order of section 3.2."""
        return conflicts(self)
