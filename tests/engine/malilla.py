"""What the tests of Malilla share: its worked examples, option sets that it accepts, hands as they are typed."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hypothesis import strategies as st

from engine.games.malilla import GAME
from engine.games.malilla.rules import Rules

EXAMPLES = json.loads(GAME.examples.read_text(encoding="utf-8"))
POSITIONS = json.loads(GAME.examples.with_name("positions.json").read_text(encoding="utf-8"))
assert GAME.play is not None
PLAY = GAME.play

CHOICES = {
    "hand_scoring": ["all", "excess"],
    "partner_relief": [True, False],
    "beat_after_ruff": [True, False],
    "contrafallo": ["free", "no_undertrump", "worthless"],
    "partners": ["draw", "fixed"],
    "draw_ties": ["redraw", "suit_order"],
    "first_dealer": ["highest_draw", "suit_draw", "assigned"],
    "deal_batch": [4, 1],
    "misdeal": ["same_dealer", "same_then_pass", "next_dealer"],
    "renuncio": ["award_hand", "forfeit_game"],
    "signals": ["forbidden", "allowed"],
}
PINTA = [(True, "must_win_hand"), (True, "deferred"), (False, "none")]


def rules_of(options: dict[str, Any]) -> Rules:
    """The rules of a set that is accepted."""
    rules = GAME.read_rules(options)
    assert isinstance(rules, Rules), rules
    return rules


def random_options(source: Random) -> dict[str, Any]:
    """An option set that Malilla accepts, every option drawn."""
    options: dict[str, Any] = {name: source.choice(values) for name, values in CHOICES.items()}
    options["pinta_scoring"], options["closing_pinta"] = source.choice(PINTA)
    options["game_target"] = source.choice([10, 40, 40, 200, source.randint(10, 200)])
    options["games_to_win"] = source.randint(1, 5)
    options["max_hands"] = source.choice([0, 0, source.randint(options["games_to_win"], 60)])
    options["profile"] = source.choice(["seed", "club"])
    return options


option_sets = st.integers(0, 2**32).map(lambda seed: random_options(Random(seed)))


@st.composite
def hands(draw: st.DrawFn, rules: Rules, dealer: int | None = None) -> dict[str, Any]:
    """Summaries that Malilla accepts under these rules."""
    dealer = draw(st.integers(1, 4)) if dealer is None else dealer
    pinta = draw(st.sampled_from(sorted(PLAY.showing.deck.codes)))
    hand: dict[str, Any] = {"dealer": dealer, "pinta": pinta}
    side, other = ("A", "B") if dealer % 2 else ("B", "A")
    least = 6 if pinta[0] == "9" else 0
    points = draw(st.integers(least, 72) | st.sampled_from([36, 37, 72]))
    hand["points"] = {side: points, other: 72 - points}
    ruling = draw(st.none() | rulings(rules))
    if ruling is not None:
        hand["ruling"] = ruling
        if {"points_with_ruling"} & {problem.code for problem in GAME.check(hand, rules)}:
            del hand["points"]
    return hand


@st.composite
def rulings(draw: st.DrawFn, rules: Rules) -> dict[str, Any]:
    """Rulings of offences that there are under these rules."""
    codes = [each.code for each in GAME.infractions if each.exists(rules)]
    ruling = {"code": draw(st.sampled_from(codes)), "side": draw(st.sampled_from("AB"))}
    effect = draw(st.none() | st.sampled_from(sorted(GAME.effects)))
    return ruling if effect is None else {**ruling, "effect": effect}
