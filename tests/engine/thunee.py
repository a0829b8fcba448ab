"""What the tests of Thunee share: its worked examples, option sets that it accepts, hands as they are typed."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hypothesis import strategies as st

from engine.core.kinds import Choice, Flag, Scope
from engine.core.options import options_of
from engine.core.play import play_hand
from engine.games.thunee import GAME
from engine.games.thunee.rules import Rules

EXAMPLES = json.loads(GAME.examples.read_text(encoding="utf-8"))
POSITIONS = json.loads(GAME.examples.with_name("positions.json").read_text(encoding="utf-8"))
assert GAME.play is not None
PLAY = GAME.play

CLUB = {"profile": "club"}
VARIANTS = ("two", "four", "four", "six", "observed")
MOST_CHANGES = 14


def rules_of(options: dict[str, Any]) -> Rules:
    """The rules of a set that is accepted."""
    rules = GAME.read_rules(options)
    assert isinstance(rules, Rules), rules
    return rules


def values_of(name: str) -> list[Any]:
    """Some values that an option accepts, all of them where there are few."""
    kind = options_of(Rules)[name].kind
    if isinstance(kind, Flag):
        return [False, True]
    if isinstance(kind, Choice):
        return [one.value for one in kind.values(Scope())]
    numbers = [number for number in range(201) if kind.accepts(number, Scope())]
    return [None, *numbers] if kind.accepts(None, Scope()) else numbers


VALUES = {name: values_of(name) for name in options_of(Rules) if name != "variant"}


def random_options(source: Random) -> dict[str, Any]:
    """An option set that Thunee accepts: a profile, a variant, and up to some changes."""
    while True:
        names = source.sample(sorted(VALUES), source.randrange(MOST_CHANGES))
        options = {name: source.choice(VALUES[name]) for name in names}
        options |= {"profile": source.choice(["seed", "club"]), "variant": source.choice(VARIANTS)}
        if isinstance(GAME.read_rules(options), Rules):
            return options


option_sets = st.integers(0, 2**32).map(lambda seed: random_options(Random(seed)))


def random_summary(rules: Rules, source: Random) -> dict[str, Any]:
    """The summary of a hand that was played, or one of another kind that the event has."""
    side = source.choice("AB")
    kinds = [
        lambda: play_hand(PLAY, rules, source)[1],
        lambda: {"kind": "infraction", "side": side, "code": "revoke"},
        lambda: {"kind": "cancelled", "reason": "misdeal"},
        lambda: {"kind": "thunee", "side": side, "result": source.choice(["made", "caught"])},
    ]
    return source.choice(kinds if rules.thunee else kinds[:3])()
