"""The options of Tichu, its variants and its named profiles (rules section 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from engine.core.game import Profile, Variant
from engine.core.kinds import Choice, ChoiceValue, Flag, Integer
from engine.core.options import Declared, as_json, option, parse, unknown_names
from engine.core.problems import Problem, each_once, shown
from engine.core.seats import CLOCKWISE, COUNTERCLOCKWISE, NUMBERED
from engine.core.text import gettext_noop

VARIANTS = (
    Variant("nanking", gettext_noop("Nanking (4 players)")),
    Variant("tientsin", gettext_noop("Tientsin (6 players)")),
)
SIDES = ("A", "B")

UNUSABLE = 0
"""Stands for a target or a number of hands that no match can have; `Rules.check` refuses it by its mode."""

_MATCH = gettext_noop("Match")
_TABLE = gettext_noop("Table")
_CALLS = gettext_noop("Calls")
_PLAY = gettext_noop("Play")
_POINTS = gettext_noop("points")
_CALL_VALUE = Integer(minimum=5, maximum=1000, step=5)


def _choices(**labels: str) -> Choice:
    return Choice(tuple(ChoiceValue(value, label) for value, label in labels.items()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The options in force. The declared defaults are those of the profile `seed`, variant `nanking`."""

    DECLARED: ClassVar[Declared] = Declared(unknown="unknown_option", bad="bad_option_value")

    variant: str = option(
        _choices(**{variant.key: variant.title for variant in VARIANTS}),
        default="nanking",
        label=gettext_noop("Variant"),
        help=gettext_noop("The game: four players in pairs, or six in teams of three."),
        group=_TABLE,
    )
    turn_direction: str = option(
        _choices(
            counterclockwise=gettext_noop("counter-clockwise"),
            clockwise=gettext_noop("clockwise"),
        ),
        default="counterclockwise",
        label=gettext_noop("Direction of play"),
        help=gettext_noop("The way round the table; it decides the names of seats 2 and 4."),
        group=_TABLE,
        when={"variant": ("nanking",)},
    )
    match_mode: str = option(
        _choices(target=gettext_noop("to a target"), hands=gettext_noop("a number of hands")),
        default="target",
        label=gettext_noop("Match"),
        help=gettext_noop("Whether a match is played to a number of points or for a number of hands."),
        group=_MATCH,
        per_stage=True,
    )
    target_score: int | None = option(
        Integer(minimum=100, maximum=10_000, step=5, nullable=True),
        default=1000,
        label=gettext_noop("Target"),
        help=gettext_noop("The match ends after the hand in which a side reaches this total."),
        group=_MATCH,
        unit=_POINTS,
        when={"match_mode": ("target",)},
        per_stage=True,
        unusable=UNUSABLE,
    )
    hands_per_match: int | None = option(
        Integer(minimum=1, maximum=100, nullable=True),
        default=None,
        label=gettext_noop("Hands per match"),
        help=gettext_noop("The match ends after so many hands."),
        group=_MATCH,
        unit=gettext_noop("hands"),
        when={"match_mode": ("hands",)},
        per_stage=True,
        unusable=UNUSABLE,
    )
    tie_rule: str = option(
        _choices(play_on=gettext_noop("play on"), draw=gettext_noop("draw")),
        default="play_on",
        label=gettext_noop("Equal totals at the end"),
        help=gettext_noop("Whether equal totals mean another hand or a drawn match."),
        group=_MATCH,
        per_stage=True,
    )
    lead_margin: int = option(
        Integer(minimum=0, maximum=10_000, step=5),
        default=0,
        label=gettext_noop("Lead that ends the match"),
        help=gettext_noop("A lead of so many points ends the match as well; 0 switches this off."),
        group=_MATCH,
        unit=_POINTS,
        when={"match_mode": ("target",)},
        per_stage=True,
    )
    next_dealer: str = option(
        _choices(
            first_out=gettext_noop("who went out first"),
            rotate=gettext_noop("in turn"),
            any=gettext_noop("anybody"),
        ),
        default="first_out",
        label=gettext_noop("Next dealer"),
        help=gettext_noop("Who shuffles and takes the first card of the next hand."),
        group=_TABLE,
    )
    tichu_points: int = option(
        _CALL_VALUE,
        default=100,
        label=gettext_noop("Value of a small Tichu"),
        group=_CALLS,
        unit=_POINTS,
    )
    grand_tichu: bool = option(
        Flag(),
        default=True,
        label=gettext_noop("Grand Tichu is played"),
        group=_CALLS,
    )
    grand_tichu_points: int = option(
        _CALL_VALUE,
        default=200,
        label=gettext_noop("Value of a Grand Tichu"),
        group=_CALLS,
        unit=_POINTS,
        when={"grand_tichu": (True,)},
    )
    failed_call: str = option(
        _choices(
            subtract=gettext_noop("the caller's side loses the value"),
            credit_opponents=gettext_noop("the other side gets the value"),
        ),
        default="subtract",
        label=gettext_noop("Failed call"),
        group=_CALLS,
    )
    one_call_per_side: bool = option(
        Flag(),
        default=False,
        label=gettext_noop("One call per side"),
        help=gettext_noop("At most one call, small or grand, for each side in a hand."),
        group=_CALLS,
    )
    tichu_after_first_out: bool = option(
        Flag(),
        default=True,
        label=gettext_noop("Small Tichu after somebody is out"),
        help=gettext_noop("Whether a small Tichu may still be called when it can only fail."),
        group=_CALLS,
    )
    sweep_points: int = option(
        Integer(minimum=0, maximum=1000, step=5),
        default=200,
        label=gettext_noop("Points when a whole side is out first"),
        help=gettext_noop(
            "The double victory of a pair, or the triple victory of a team (usually 300). It replaces the "
            "count of the cards."
        ),
        group=_PLAY,
        unit=_POINTS,
    )
    wish_mandatory: bool = option(
        Flag(),
        default=False,
        label=gettext_noop("The Mah Jong must wish"),
        help=gettext_noop("Whether who plays the Mah Jong must name a rank."),
        group=_PLAY,
    )
    final_dragon_gift: bool = option(
        Flag(),
        default=True,
        label=gettext_noop("A Dragon as last card is given away"),
        help=gettext_noop("Otherwise a Dragon that ends the hand keeps its trick."),
        group=_PLAY,
    )

    def check(self) -> Iterator[Problem]:
        """Yield what the options say against each other, by the alphabet of the codes."""
        to_target = self.match_mode == "target"
        if self.grand_tichu and self.grand_tichu_points <= self.tichu_points:
            yield Problem("grand_not_above_small", "/grand_tichu_points")
        if not to_target and not self.hands_per_match:
            yield Problem("hands_mode_needs_hands", "/hands_per_match")
        if to_target and self.hands_per_match is not None:
            yield Problem("hands_only_in_hands_mode", "/hands_per_match")
        if not to_target and self.lead_margin:
            yield Problem("margin_only_in_target_mode", "/lead_margin")
        if to_target and not self.target_score:
            yield Problem("target_mode_needs_target", "/target_score")
        if not to_target and self.target_score is not None:
            yield Problem("target_only_in_target_mode", "/target_score")


@dataclass(frozen=True, slots=True)
class Table:
    """What a variant fixes: its seats, and the result that takes the place of a count."""

    seats: tuple[int, ...]
    sweep: str
    sweep_length: int
    """How many seats of one side must be the first out."""
    seat_keys: frozenset[str]
    """The seats as keys of a map."""

    @property
    def results(self) -> tuple[str, str]:
        """The results of a hand."""
        return ("count", self.sweep)


TABLES = {
    "nanking": Table((1, 2, 3, 4), "double", 2, frozenset("1234")),
    "tientsin": Table((1, 2, 3, 4, 5, 6), "triple", 3, frozenset("123456")),
}

_CLUB = {"next_dealer": "any", "tichu_after_first_out": False}

PROFILES = (
    Profile(
        "seed",
        gettext_noop("Rules of the box"),
        gettext_noop("the printed rules of the game, with the answers of the publisher"),
        "2026",
        {},
    ),
    Profile(
        "club",
        gettext_noop("Club evening"),
        gettext_noop("what clubs and leagues usually agree on"),
        "2026",
        _CLUB,
    ),
    Profile(
        "german_championship",
        gettext_noop("German championship"),
        gettext_noop("individual championship of the ATP, tichu.ddd-verlag.de"),
        "2026",
        {
            **_CLUB,
            "grand_tichu": False,
            "sweep_points": 100,
            "final_dragon_gift": False,
            "match_mode": "hands",
            "target_score": None,
            "hands_per_match": 4,
            "tie_rule": "draw",
        },
    ),
)

_PROFILE_OPTIONS = {profile.key: profile.options for profile in PROFILES}
_DEFAULTS = as_json(Rules())
TIENTSIN_SWEEP_POINTS = 300


def read_rules(raw: object) -> Rules | tuple[Problem, ...]:
    """Return the rules of an option set, or its problems in the order of section 3, each code once.

    An unknown name is reported alone, then a bad value alone, else everything that does not fit together.
    """
    if not isinstance(raw, Mapping):
        return (Problem("bad_option_value", "", {"field": "options", "value": shown(raw)}),)
    given = {name: value for name, value in raw.items() if name != "profile"}
    profile = raw.get("profile", "seed")
    if not unknown_names(Rules, given) and profile not in tuple(_PROFILE_OPTIONS):
        return (Problem("bad_option_value", "/profile", {"field": "profile", "value": shown(profile)}),)
    rules = parse(Rules, given, _defaults(profile, given))
    return each_once(rules) if isinstance(rules, tuple) else rules


@cache
def naming(rules: Rules) -> tuple[str, Mapping[str, object]]:
    """Return the profile that needs the fewest other options to say these rules, and those options."""
    values = as_json(rules)
    chosen = {"variant": rules.variant, "match_mode": rules.match_mode}
    named = []
    for profile in PROFILES:
        usual = {**_defaults(profile.key, chosen), "variant": rules.variant}
        options = {name: value for name, value in values.items() if value != usual[name]}
        named.append((profile.key, options))
    return min(named, key=lambda one: len(one[1]))


def table_of(rules: Rules) -> Table:
    """Return seats and results of the variant."""
    return TABLES[rules.variant]


def is_for_six(rules: Rules) -> bool:
    """Return whether six play in two teams of three (section 14), not four in pairs."""
    return len(table_of(rules).seats) > len(TABLES["nanking"].seats)


def seats(rules: Rules) -> tuple[int, ...]:
    """Return the seats in the order of play."""
    return TABLES[rules.variant].seats


def sides(rules: Rules) -> tuple[str, ...]:
    """Return the sides, the same in both variants."""
    return SIDES


def side_of(rules: Rules, seat: int) -> str:
    """Return the side of a seat: odd seats are A, even seats B."""
    return SIDES[(seat - 1) % 2]


def other_side(side: str) -> str:
    """Return the opponents of a side."""
    return SIDES[1 - SIDES.index(side)]


def seat_names(rules: Rules) -> Mapping[int, str]:
    """Return the names of the seats (message ids); in `tientsin` a seat has only its number (section 14)."""
    if is_for_six(rules):
        return NUMBERED
    return CLOCKWISE if rules.turn_direction == "clockwise" else COUNTERCLOCKWISE


def _defaults(profile: object, given: Mapping[str, object]) -> dict[str, object]:
    """Return what an option set does not have to name, under its profile, mode and variant (section 3)."""
    base = {**_DEFAULTS, **_PROFILE_OPTIONS.get(str(profile), {})}
    base["hands_per_match" if given.get("match_mode", base["match_mode"]) == "target" else "target_score"] = (
        None
    )
    if given.get("variant") == "tientsin":
        base["sweep_points"] = TIENTSIN_SWEEP_POINTS
    return base
