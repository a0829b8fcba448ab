"""What a stage plays: game, rules, limits, as values; read once for each stage and set of options."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.core.game import Game
from engine.core.options import fingerprint
from engine.core.text import Translate, untranslated
from engine.registry import get_game
from scoring.decide import MatchLimits, read_limits
from tournaments.errors import Misuse
from tournaments.models import Event, Stage


@dataclass(frozen=True, slots=True)
class Setup:
    """A game under the rules of an event or stage."""

    game: Game
    rules: Any
    rules_hash: str

    def line_in_words(self, line: Mapping[str, Any], translate: Translate = untranslated) -> str:
        """The reason of a stored line in the reader's words."""
        return self.game.line_in_words(line["code"], line["params"], self.rules, translate)

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of a match, first side first."""
        return self.game.sides(self.rules)


@lru_cache(maxsize=256)
def _setup(game_key: str, options: str) -> Setup:
    game = get_game(game_key)
    rules = game.read_rules(json.loads(options))
    if isinstance(rules, tuple):
        raise Misuse(f"stored options of {game_key} are not valid: {rules}")
    return Setup(game, rules, fingerprint(rules))


def event_setup(event: Event) -> Setup:
    """The game and rules of an event."""
    return _setup(event.game, json.dumps({"profile": event.profile, **event.options}, sort_keys=True))


def stage_setup(stage: Stage) -> Setup:
    """The game and rules of a stage: those of its event with the stage's own overrides."""
    options = {"profile": stage.event.profile, **stage.event.options, **stage.rules}
    return _setup(stage.event.game, json.dumps(options, sort_keys=True))


def limits_of(stage: Stage) -> MatchLimits:
    """When a match of the stage ends and what decides one that ends level."""
    limits = read_limits(stage.match, counts_games_itself=False)
    if isinstance(limits, tuple):
        raise Misuse(f"stored limits of a stage are not valid: {limits}")
    return limits
