"""What options say against each other, one function for each row of rules section 3.4."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.problems import Problem
from engine.games.twenty_eight.options import Rules
from engine.games.twenty_eight.variants import TABLES, WITH_BONUS

Row = Callable[[Rules], bool]


def highest_bid(rules: Rules) -> int:
    """Return T: the card points of the deck with the bonus of the last trick, which is the highest bid."""
    return TABLES[rules.variant].pack.total + rules.last_trick_bonus


def bonus_outside_29(rules: Rules) -> bool:
    """Row 1: only in the games of 29 the last trick is worth a point."""
    return bool(rules.last_trick_bonus) and rules.variant not in WITH_BONUS


def three_without_partners(rules: Rules) -> bool:
    """Row 2: among three nobody has a partner to overbid or to leave out."""
    return TABLES[rules.variant].is_for_three and (rules.partner_overbid == "honours_only" or rules.solo)


def open_bid_of_four_cards(rules: Rules) -> bool:
    """Row 3: bids that name the trump need all eight cards."""
    return rules.trump_mode == "open_bid" and rules.first_batch == 4


def second_auction_of_all_cards(rules: Rules) -> bool:
    """Row 4: a second auction needs a second batch, and a trump that is fixed after the first."""
    return rules.second_auction and (rules.first_batch == 8 or rules.trump_mode == "open_bid")


def second_auction_minimum(rules: Rules) -> bool:
    """Row 5: the second auction begins above the first and within the points of the deal."""
    return rules.second_auction and not rules.min_bid < rules.second_auction_min <= highest_bid(rules)


def double_in_auction(rules: Rules) -> bool:
    """Row 6: doubles between the bids need all cards, and players who may speak again."""
    return rules.doubling == "in_auction" and (rules.first_batch == 4 or rules.pass_is_final)


def four_of_eight_jacks(rules: Rules) -> bool:
    """Row 7: in 56 there are eight Jacks."""
    return rules.four_jacks_redeal and rules.variant == "56"


def pair_out_of_place(rules: Rules) -> bool:
    """Row 8: no pair in 56, nor where bids name the trump."""
    return rules.pair and (rules.variant == "56" or rules.trump_mode == "open_bid")


def bhangi_of_full_value(rules: Rules) -> bool:
    """Row 9: bhangi takes the place of a loss that is not the full value already."""
    return rules.bhangi and rules.failure_loss == "full_bid_value"


def mirror_out_of_place(rules: Rules) -> bool:
    """Row 10: a limit below 0 is for two sides that play to a target and may fall so low."""
    return rules.negative_limit == "mirror" and (
        rules.match_end == "deals" or rules.score_floor == "zero" or TABLES[rules.variant].is_for_three
    )


def floor_of_transfers(rules: Rules) -> bool:
    """Row 11: what one side wins the other must be able to lose."""
    return rules.score_floor == "zero" and rules.settlement == "transfer"


ROWS: tuple[tuple[Row, str], ...] = (
    (bonus_outside_29, "last_trick_bonus"),
    (three_without_partners, "variant"),
    (open_bid_of_four_cards, "trump_mode"),
    (second_auction_of_all_cards, "second_auction"),
    (second_auction_minimum, "second_auction_min"),
    (double_in_auction, "doubling"),
    (four_of_eight_jacks, "four_jacks_redeal"),
    (pair_out_of_place, "pair"),
    (bhangi_of_full_value, "bhangi"),
    (mirror_out_of_place, "negative_limit"),
    (floor_of_transfers, "score_floor"),
)
"""The rows in their order, with the option that a reader is shown."""


def conflict(rules: Rules) -> Problem | None:
    """Return the first combination that must be rejected."""
    for number, (row, name) in enumerate(ROWS, 1):
        if row(rules):
            return Problem("option_conflict", f"/{name}", {"field": name, "variant": str(number)})
    return None
