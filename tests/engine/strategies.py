"""Hypothesis strategies for JSON values and for what is typed at a Tichu table."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from engine.core.game import Game
from engine.games.tichu import GAME as TICHU

numbers = st.integers() | st.sampled_from([10**30, -(10**400), 0, 1, 50, 100]) | st.floats()
texts = st.text(st.characters(), max_size=5) | st.sampled_from(
    ["", "A", "1", "small", "count", "\ud800", "~/"]
)
scalars = st.none() | st.booleans() | numbers | texts
names = texts | st.sampled_from(
    (
        *("first_out", "result", "points", "calls", "out_order", "penalties", "claimed", "winner", "before"),
        *("dealer", "pinta", "tricks", "ruling", "code", "side"),
        *("kind", "bidder", "bid", "bidder_points", "bidder_tricks", "reason", "conceded_by", "all_jacks"),
    )
)
any_json = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=6),
    max_leaves=20,
)

card_points = st.integers(-5, 25).map(lambda fives: 5 * fives)
penalties = st.lists(
    st.fixed_dictionaries(
        {
            "side": st.sampled_from("AB"),
            "points": st.integers(0, 60).map(lambda fives: -5 * fives),
            "code": st.sampled_from(["slow_play", "peeking", "an own rule"]),
        }
    ),
    max_size=3,
)


@st.composite
def option_sets(draw: st.DrawFn) -> dict[str, Any]:
    """Sets that Tichu accepts."""
    options: dict[str, Any] = {
        "profile": draw(st.sampled_from([profile.key for profile in TICHU.profiles])),
        "variant": draw(st.sampled_from(["nanking", "tientsin"])),
        "failed_call": draw(st.sampled_from(["subtract", "credit_opponents"])),
        "tie_rule": draw(st.sampled_from(["play_on", "draw"])),
        "next_dealer": draw(st.sampled_from(["first_out", "rotate", "any"])),
        "grand_tichu": draw(st.booleans()),
        "one_call_per_side": draw(st.booleans()),
        "sweep_points": draw(st.integers(0, 60)) * 5,
    }
    if draw(st.booleans()):
        return {**options, "match_mode": "target", "target_score": draw(st.integers(20, 200)) * 5}
    return {**options, "match_mode": "hands", "hands_per_match": draw(st.integers(1, 8)), "lead_margin": 0}


@st.composite
def hands(draw: st.DrawFn, options: dict[str, Any]) -> dict[str, Any]:
    """Summaries that Tichu accepts under these options."""
    rules = TICHU.read_rules(options)
    seats = TICHU.seats(rules)
    sweep = "triple" if rules.variant == "tientsin" else "double"
    hand: dict[str, Any] = {"first_out": draw(st.sampled_from(seats))}
    hand["result"] = draw(st.sampled_from(["count", "count", sweep]))
    if hand["result"] == "count":
        points = draw(card_points)
        hand["points"] = draw(
            st.sampled_from([{"A": points}, {"B": points}, {"A": points, "B": 100 - points}])
        )
    kinds = ["none", "small", "grand"] if rules.grand_tichu else ["none", "small"]
    most = 1 if rules.one_call_per_side else len(seats)
    callers = st.dictionaries(
        st.sampled_from([str(seat) for seat in seats]), st.sampled_from(kinds), max_size=most
    )
    hand["calls"] = draw(callers)
    hand["penalties"] = draw(penalties)
    return hand


def rules_of(options: dict[str, Any], game: Game = TICHU) -> Any:
    """The rules of a set that is accepted."""
    rules = game.read_rules(options)
    assert isinstance(rules, game.Rules), rules
    return rules
