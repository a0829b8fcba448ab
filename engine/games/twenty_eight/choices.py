"""The values that the options with a choice can have, with their labels (rules section 3.1)."""

from __future__ import annotations

from engine.core.kinds import Choice, ChoiceValue
from engine.core.text import gettext_noop
from engine.games.twenty_eight.variants import VARIANTS


def _choices(**labels: str) -> Choice:
    return Choice(tuple(ChoiceValue(value, label) for value, label in labels.items()))


VARIANT = _choices(**{variant.key: variant.title for variant in VARIANTS})
LAST_TRICK_BONUS = Choice(
    (ChoiceValue(0, gettext_noop("nothing more")), ChoiceValue(1, gettext_noop("one point more")))
)
FIRST_BATCH = Choice(
    (ChoiceValue(4, gettext_noop("four, and four more later")), ChoiceValue(8, gettext_noop("all eight")))
)
TRUMP_MODE = _choices(
    hidden=gettext_noop("face down"),
    open=gettext_noop("face up"),
    open_bid=gettext_noop("named with every bid"),
)
OPENING = _choices(
    free=gettext_noop("nobody"),
    forced_first=gettext_noop("the first speaker, who may not pass"),
    forced_dealer=gettext_noop("the dealer, when all others have passed"),
)
ALL_PASS = _choices(
    redeal_same_dealer=gettext_noop("the same dealer deals again"),
    redeal_next_dealer=gettext_noop("the next dealer deals"),
    first_player_forced=gettext_noop("the first speaker plays the lowest bid"),
)
PARTNER_OVERBID = _choices(
    free=gettext_noop("as over anybody’s"),
    honours_only=gettext_noop("only with 20 or more (in 56 with 40)"),
)
POINTLESS_REDEAL = _choices(
    off=gettext_noop("nobody"),
    first_player=gettext_noop("the first speaker"),
    any_player=gettext_noop("everybody at the first turn"),
)
REVEAL_BY = _choices(
    any_player=gettext_noop("everybody"),
    any_but_bidder=gettext_noop("everybody but the bidder"),
    defenders=gettext_noop("the defenders"),
)
BIDDER_REVEAL_PLAYS = _choices(
    any_trump=gettext_noop("any trump"), indicator=gettext_noop("the very card that was face down")
)
BIDDER_LEAD_TRUMP = _choices(
    free=gettext_noop("freely"), only_if_no_other=gettext_noop("only with nothing else")
)
PRE_REVEAL_TRUMPS = _choices(
    dead=gettext_noop("remain discards"), same_trick_live=gettext_noop("become trumps in that trick")
)
UNDERTRUMP = _choices(
    free=gettext_noop("allowed"), forbidden=gettext_noop("forbidden while there is anything else")
)
DOUBLING = _choices(
    off=gettext_noop("not played"),
    after_auction=gettext_noop("after the auction"),
    in_auction=gettext_noop("in the auction"),
)
REDOUBLE_BY = _choices(
    bidder=gettext_noop("the bidder"), bidding_side=gettext_noop("the bidder or a partner")
)
DOUBLE_EFFECT = _choices(
    multiply=gettext_noop("twice and four times the value"), add=gettext_noop("1 and 2 points more")
)
SUCCESS_AWARD = _choices(
    flat1=gettext_noop("1 for every bid"),
    bands20=gettext_noop("1, from 20 on 2"),
    bands20_25=gettext_noop("1, from 20 on 2, from 25 on 3"),
    quarters=gettext_noop("1, from 20 on 2, from 24 on 3, from 28 on 4"),
)
FAILURE_LOSS = _choices(
    flat1=gettext_noop("1 for every bid"),
    same_as_success=gettext_noop("as much as it would win"),
    success_plus_1=gettext_noop("1 more than it would win"),
    full_bid_value=gettext_noop("the full value of the bid"),
)
BID_VALUE_IS = _choices(number=gettext_noop("the number bid"), award=gettext_noop("what it would win"))
SETTLEMENT = _choices(
    bidders_only=gettext_noop("the bidders win or lose"),
    award=gettext_noop("the bidders win, or the defenders do"),
    transfer=gettext_noop("one side wins from the other"),
)
SCORE_FLOOR = _choices(none=gettext_noop("yes"), zero=gettext_noop("no, 0 is the least"))
MATCH_END = _choices(target=gettext_noop("to a target"), deals=gettext_noop("a number of deals"))
NEGATIVE_LIMIT = _choices(none=gettext_noop("nothing"), mirror=gettext_noop("the match is lost"))
PENALTY_MODE = _choices(
    deduct=gettext_noop("taken from the offender"), award=gettext_noop("given to every other side")
)
