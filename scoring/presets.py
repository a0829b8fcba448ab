"""Named lists of criteria to start from; a director may put them in another order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.core.text import gettext_noop as noop

SWISS = frozenset({"swiss"})
ROUND_ROBIN = frozenset({"round_robin", "groups"})
KNOCKOUT = frozenset({"knockout", "double_elimination"})
INDIVIDUAL = frozenset({"individual", "mitchell", "howell"})


@dataclass(frozen=True, slots=True)
class Preset:
    """A ranking list with a name. ``methods`` and ``games`` say what it is made for; empty = for all."""

    key: str
    name: str
    ranking: tuple[str | Mapping[str, str], ...]
    methods: frozenset[str] = frozenset()
    games: frozenset[str] = frozenset()
    is_scaled: bool = False

    def suits(self, method: str, game: str) -> bool:
        """Whether it is made for stages of this method in events of this game."""
        return (not self.methods or method in self.methods) and (not self.games or game in self.games)


ALL = (
    Preset(
        key="tichu_championship",
        name=noop("Tichu: victory points of the hands"),
        ranking=("victory_points", "game_points"),
        games=frozenset({"tichu"}),
        is_scaled=True,
    ),
    Preset(
        key="malilla_league",
        name=noop("Malilla: difference, then points made"),
        ranking=("match_points", "difference", "game_points", "direct_encounter"),
        methods=ROUND_ROBIN | frozenset({"manual"}),
        games=frozenset({"malilla"}),
    ),
    Preset(
        key="thunee_league",
        name=noop("Thunee: difference of balls"),
        ranking=("match_points", "difference", "direct_encounter", "lot"),
        methods=ROUND_ROBIN | frozenset({"manual"}),
        games=frozenset({"thunee"}),
    ),
    Preset(
        key="twenty_eight_session",
        name=noop("Twenty-Eight: difference, then head to head"),
        ranking=("match_points", "difference", "direct_encounter"),
        games=frozenset({"twenty_eight"}),
    ),
    Preset(
        key="three_handed",
        name=noop("For three: points by place, then game points, then first places"),
        ranking=("match_points", "game_points", "wins", "direct_encounter"),
        methods=frozenset({"individual"}),
    ),
    Preset(
        key="swiss",
        name=noop("Swiss: strength of the opponents"),
        ranking=(
            "match_points",
            "buchholz_cut1",
            "buchholz",
            "sonneborn_berger",
            "direct_encounter",
            "difference",
        ),
        methods=SWISS,
    ),
    Preset(
        key="swiss_victory_points",
        name=noop("Swiss by a scale of victory points"),
        ranking=("victory_points", "direct_encounter", "buchholz", "difference"),
        methods=SWISS,
        is_scaled=True,
    ),
    Preset(
        key="swiss_teams",
        name=noop("Swiss of teams: game points before strength"),
        ranking=(
            "match_points",
            "game_points",
            {"key": "sonneborn_berger", "by": "game_points"},
            "direct_encounter",
        ),
        methods=SWISS,
    ),
    Preset(
        key="round_robin",
        name=noop("Round robin: head to head first"),
        ranking=("match_points", "direct_encounter", "sonneborn_berger", "wins", "difference"),
        methods=ROUND_ROBIN,
    ),
    Preset(
        key="knockout",
        name=noop("Knock-out: how far each came"),
        ranking=("match_points",),
        methods=KNOCKOUT,
    ),
    Preset(
        key="individual",
        name=noop("Individual: match points, then difference"),
        ranking=("match_points", "difference", "game_points"),
        methods=INDIVIDUAL,
    ),
    Preset(
        key="plain",
        name=noop("Points and difference"),
        ranking=("match_points", "difference"),
    ),
)
PRESETS: Mapping[str, Preset] = MappingProxyType({preset.key: preset for preset in ALL})


def presets_for(method: str, game: str) -> tuple[Preset, ...]:
    """The presets for a stage, those of the game first."""
    return tuple(preset for preset in ALL if preset.suits(method, game))
