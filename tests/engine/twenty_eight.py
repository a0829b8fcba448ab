"""What the tests of Twenty-Eight share: its examples, option sets that it accepts, hands as they are typed."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hypothesis import strategies as st

from engine.games.twenty_eight import GAME
from engine.games.twenty_eight.bounds import of_claim, of_jacks, of_tricks
from engine.games.twenty_eight.rules import Rules, highest_bid
from engine.games.twenty_eight.variants import TABLES

EXAMPLES = json.loads(GAME.examples.read_text(encoding="utf-8"))
POSITIONS = json.loads(GAME.examples.with_name("positions.json").read_text(encoding="utf-8"))
assert GAME.play is not None
PLAY = GAME.play

VALUES: dict[str, list[Any]] = {
    "last_trick_bonus": [0, 1],
    "trump_mode": ["hidden", "hidden", "hidden", "open", "open_bid"],
    "first_batch": [4, 8],
    "opening": ["free", "forced_first", "forced_dealer"],
    "all_pass": ["redeal_same_dealer", "redeal_next_dealer", "first_player_forced"],
    "pass_is_final": [True, False],
    "partner_overbid": ["free", "honours_only"],
    "second_auction": [True, False],
    "second_auction_min": list(range(13, 57)),
    "pointless_redeal": ["off", "first_player", "any_player"],
    "four_jacks_redeal": [True, False],
    "reveal_by": ["any_player", "any_but_bidder", "defenders"],
    "must_trump_after_ask": [True, False],
    "bidder_reveal_plays": ["any_trump", "indicator"],
    "bidder_lead_trump": ["free", "only_if_no_other"],
    "pre_reveal_trumps": ["dead", "same_trick_live"],
    "undertrump": ["free", "forbidden"],
    "doubling": ["off", "after_auction", "in_auction"],
    "redouble_by": ["bidder", "bidding_side"],
    "double_effect": ["multiply", "add"],
    "pair": [True, False],
    "solo": [True, False],
    "solo_success": list(range(1, 13)),
    "solo_failure": list(range(1, 13)),
    "success_award": ["flat1", "bands20", "bands20_25", "quarters"],
    "failure_loss": ["flat1", "same_as_success", "success_plus_1", "full_bid_value"],
    "bid_value_is": ["number", "award"],
    "bhangi": [True, False],
    "settlement": ["bidders_only", "award", "transfer"],
    "honours": [True, False],
    "score_floor": ["none", "zero"],
    "match_end": ["target", "deals"],
    "target": [1, 6, 6, 50],
    "negative_limit": ["none", "mirror"],
    "match_deals": [1, 2, 4, 100],
    "tie_extra_deals": [0, 1, 3],
    "concession": [True, False],
    "penalty_points": [1, 4, 10],
    "penalty_mode": ["deduct", "award"],
}
SHARE = 0.35
"""How many of the options differ from their profile, so that most sets do not contradict themselves."""


def rules_of(options: dict[str, Any]) -> Rules:
    """The rules of a set that is accepted."""
    rules = GAME.read_rules(options)
    assert isinstance(rules, Rules), rules
    return rules


def random_options(source: Random, variant: str | None = None) -> dict[str, Any]:
    """An option set that is accepted, any option of it drawn."""
    while True:
        options: dict[str, Any] = {
            "profile": source.choice(["seed", "club"]),
            "variant": variant or source.choice(list(TABLES)),
        }
        table = TABLES[options["variant"]]
        options |= {name: source.choice(found) for name, found in VALUES.items() if source.random() < SHARE}
        if source.random() < SHARE:
            options["min_bid"] = source.randint(table.lowest, table.highest)
        if isinstance(GAME.read_rules(options), Rules):
            return options


option_sets = st.integers(0, 2**32).map(lambda seed: random_options(Random(seed)))


@st.composite
def penalties(draw: st.DrawFn, rules: Rules) -> list[dict[str, Any]]:
    """Some penalties of an event."""
    found = []
    for _ in range(draw(st.sampled_from([0, 0, 0, 1, 2]))):
        penalty = {
            "code": draw(st.sampled_from([each.code for each in GAME.infractions])),
            "side": draw(st.sampled_from(GAME.sides(rules))),
            "effect": draw(st.sampled_from(["warning", "points", "points", "match_forfeit"])),
        }
        points = draw(st.none() | st.integers(1, 10))
        found.append(penalty if points is None else {**penalty, "points": points})
    return found


@st.composite
def hands(draw: st.DrawFn, rules: Rules) -> dict[str, Any]:
    """Summaries that are accepted under these rules."""
    hand = draw(
        st.one_of(voids(), *[counted(rules)] * 3, conceded(rules), *([solos(rules)] if rules.solo else []))
    )
    fines = draw(penalties(rules))
    return {**hand, "penalties": fines} if fines else hand


@st.composite
def voids(draw: st.DrawFn) -> dict[str, Any]:
    reasons = ["all_pass", "pointless_hand", "four_jacks", "misdeal", "exposed_card_in_deal", "director"]
    return {"kind": "void", "reason": draw(st.sampled_from(reasons))}


@st.composite
def contracts(draw: st.DrawFn, rules: Rules) -> dict[str, Any]:
    hand: dict[str, Any] = {
        "bidder": draw(st.sampled_from(GAME.seats(rules))),
        "bid": draw(st.integers(rules.min_bid, highest_bid(rules))),
    }
    if rules.doubling != "off":
        hand["doubled"] = draw(st.sampled_from(["none", "double", "redouble"]))
    if rules.pair:
        hand["pair"] = draw(st.sampled_from(["none", "bidders", "defenders"]))
    return hand


@st.composite
def counted(draw: st.DrawFn, rules: Rules) -> dict[str, Any]:
    hand = draw(contracts(rules))
    of = (rules.variant, rules.last_trick_bonus)
    tricks = draw(st.integers(1, 7))
    held = of_tricks(*of, tricks)
    if rules.honours:
        hand["all_jacks"] = draw(st.sampled_from(["none", "bidders", "defenders"]))
        held = of_jacks(*of, hand["all_jacks"], tricks)
        if held.least > held.most:
            return {**hand, "bidder_points": draw(st.integers(*of_claim(*of, hand["all_jacks"])))}
    hand["bidder_points"] = draw(st.integers(*held))
    return {**hand, "bidder_tricks": tricks} if draw(st.booleans()) else hand


@st.composite
def conceded(draw: st.DrawFn, rules: Rules) -> dict[str, Any]:
    reasons = ["revoke", "indicator_misuse", *(["concession"] if rules.concession else [])]
    hand = {"bidder": draw(st.sampled_from(GAME.seats(rules))), "solo": True}
    if not rules.solo or draw(st.booleans()):
        hand = draw(contracts(rules))
    by, reason = draw(st.sampled_from(["bidders", "defenders"])), draw(st.sampled_from(reasons))
    return {**hand, "kind": "conceded", "conceded_by": by, "reason": reason}


@st.composite
def solos(draw: st.DrawFn, rules: Rules) -> dict[str, Any]:
    bidder, tricks = draw(st.sampled_from(GAME.seats(rules))), draw(st.integers(0, 8))
    return {"bidder": bidder, "solo": True, "bidder_tricks": tricks}
