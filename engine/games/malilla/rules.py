"""The options of Malilla and its two profiles (rules section 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from engine.core.game import Profile, Variant
from engine.core.kinds import Choice, ChoiceValue, Flag, Integer
from engine.core.options import Declared, as_json, bad_values, option, parse, unknown_names
from engine.core.problems import Problem, each_once, shown
from engine.core.seats import COUNTERCLOCKWISE
from engine.core.text import gettext_noop

VARIANTS = (Variant("four", gettext_noop("4 players")),)
SIDES = ("A", "B")
SEATS = (1, 2, 3, 4)

_MATCH = gettext_noop("Match")
_TABLE = gettext_noop("Table")
_PLAY = gettext_noop("Play")
_SCORE = gettext_noop("Score")
_RULINGS = gettext_noop("Rulings")


def _choices(**labels: str) -> Choice:
    return Choice(tuple(ChoiceValue(value, label) for value, label in labels.items()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The options in force. The declared defaults are those of the profile `seed`."""

    DECLARED: ClassVar[Declared] = Declared(unknown="unknown_option", bad="bad_option_value")

    hand_scoring: str = option(
        _choices(
            all=gettext_noop("all its points"),
            excess=gettext_noop("only the points above 36"),
        ),
        default="all",
        label=gettext_noop("The side above 36 scores"),
        help=gettext_noop(
            "With all its points a game lasts one or two hands, with those above 36 about six or seven."
        ),
        group=_SCORE,
    )
    pinta_scoring: bool = option(
        Flag(),
        default=True,
        label=gettext_noop("The turned card scores"),
        help=gettext_noop("The dealer’s side writes the card points of the turned card at once."),
        group=_SCORE,
    )
    closing_pinta: str = option(
        _choices(
            must_win_hand=gettext_noop("it counts only with the hand won"),
            deferred=gettext_noop("it is counted last"),
            none=gettext_noop("nothing: it does not score"),
        ),
        default="must_win_hand",
        label=gettext_noop("A turned card that would win the game"),
        help=gettext_noop("It is held back until the hand has been played."),
        group=_SCORE,
        when={"pinta_scoring": (True,)},
    )
    game_target: int = option(
        Integer(minimum=10, maximum=200),
        default=40,
        label=gettext_noop("Points of a game"),
        help=gettext_noop("The first side with so many points wins the game."),
        group=_MATCH,
        unit=gettext_noop("points"),
        per_stage=True,
    )
    games_to_win: int = option(
        Integer(minimum=1, maximum=5),
        default=2,
        label=gettext_noop("Games that win the match"),
        help=gettext_noop("2 means the best of three games."),
        group=_MATCH,
        unit=gettext_noop("games"),
        per_stage=True,
    )
    max_hands: int = option(
        Integer(minimum=0, maximum=60),
        default=0,
        label=gettext_noop("Most hands of a match"),
        help=gettext_noop("The match stops after so many hands; 0 means no limit."),
        group=_MATCH,
        unit=gettext_noop("hands"),
        per_stage=True,
    )
    partner_relief: bool = option(
        Flag(),
        default=True,
        label=gettext_noop("No duty to beat the partner"),
        help=gettext_noop("Who has a partner winning the trick only has to follow suit."),
        group=_PLAY,
    )
    beat_after_ruff: bool = option(
        Flag(),
        default=False,
        label=gettext_noop("Play high also after a ruff"),
        help=gettext_noop("Whether the suit led must still be beaten when an opponent has ruffed."),
        group=_PLAY,
    )
    contrafallo: str = option(
        _choices(
            free=gettext_noop("any card"),
            no_undertrump=gettext_noop("no lower trump"),
            worthless=gettext_noop("no trump and no card with points"),
        ),
        default="free",
        label=gettext_noop("Discard on a ruff that cannot be beaten"),
        help=gettext_noop("What may be played by who can neither follow suit nor overtrump."),
        group=_PLAY,
    )
    partners: str = option(
        _choices(draw=gettext_noop("drawn at the table"), fixed=gettext_noop("registered pairs")),
        default="draw",
        label=gettext_noop("Partners"),
        group=_TABLE,
    )
    draw_ties: str = option(
        _choices(
            redraw=gettext_noop("draw again"),
            suit_order=gettext_noop("coins, cups, swords, batons"),
        ),
        default="redraw",
        label=gettext_noop("Equal cards in the draw"),
        group=_TABLE,
    )
    first_dealer: str = option(
        _choices(
            highest_draw=gettext_noop("who draws the highest card"),
            suit_draw=gettext_noop("as the suit of a turned card says"),
            assigned=gettext_noop("named by the organiser"),
        ),
        default="highest_draw",
        label=gettext_noop("First dealer"),
        group=_TABLE,
    )
    deal_batch: int = option(
        Choice(
            (
                ChoiceValue(4, gettext_noop("four by four")),
                ChoiceValue(1, gettext_noop("one by one")),
            )
        ),
        default=4,
        label=gettext_noop("Cards are dealt"),
        group=_TABLE,
    )
    misdeal: str = option(
        _choices(
            same_dealer=gettext_noop("the same dealer"),
            same_then_pass=gettext_noop("the same dealer, after a second misdeal the next"),
            next_dealer=gettext_noop("the next dealer"),
        ),
        default="same_dealer",
        label=gettext_noop("After a misdeal deals"),
        group=_RULINGS,
    )
    renuncio: str = option(
        _choices(
            award_hand=gettext_noop("the other side gets all points of the hand"),
            forfeit_game=gettext_noop("the other side wins the game"),
        ),
        default="award_hand",
        label=gettext_noop("A proved revoke costs"),
        group=_RULINGS,
    )
    signals: str = option(
        _choices(forbidden=gettext_noop("forbidden"), allowed=gettext_noop("allowed")),
        default="forbidden",
        label=gettext_noop("Talk and signs between partners"),
        group=_RULINGS,
    )

    def check(self) -> Iterator[Problem]:
        """Yield what the options say against each other, in the order of section 3."""
        if not self.pinta_scoring and self.closing_pinta != "none":
            yield Problem("closing_pinta_without_pinta", "/closing_pinta")
        if self.pinta_scoring and self.closing_pinta == "none":
            yield Problem("closing_pinta_missing", "/closing_pinta")
        if 0 < self.max_hands < self.games_to_win:
            yield Problem("max_hands_too_small", "/max_hands", {"games": self.games_to_win})


PROFILES = (
    Profile(
        "seed",
        gettext_noop("The rule sheet, to the letter"),
        gettext_noop("a rule sheet in Spanish without a name, read literally"),
        "2026",
        {},
    ),
    Profile(
        "club",
        gettext_noop("Club evening"),
        gettext_noop("what the rule pages and tournaments of the family agree on"),
        "2026",
        {
            "hand_scoring": "excess",
            "partners": "fixed",
            "draw_ties": "suit_order",
            "first_dealer": "suit_draw",
            "misdeal": "same_then_pass",
        },
    ),
)

_PROFILE_OPTIONS = {profile.key: profile.options for profile in PROFILES}


def read_rules(raw: object) -> Rules | tuple[Problem, ...]:
    """Return the rules of an option set, or its problems in the order of section 3, each code once.

    Bad values come before unknown names, and only without either are the options held against each other.
    """
    if not isinstance(raw, Mapping):
        return (Problem("bad_option_value", "", {"field": "options", "value": shown(raw)}),)
    given = {name: value for name, value in raw.items() if name != "profile"}
    found = [*bad_values(Rules, given), *unknown_names(Rules, given)]
    profile = raw.get("profile", "seed")
    if not isinstance(profile, str) or profile not in _PROFILE_OPTIONS:
        params = {"field": "profile", "value": shown(profile)}
        return each_once([Problem("bad_option_value", "/profile", params), *found])
    if found:
        return each_once(found)
    rules = parse(Rules, given, _PROFILE_OPTIONS[profile])
    return each_once(rules) if isinstance(rules, tuple) else rules


@cache
def naming(rules: Rules) -> tuple[str, Mapping[str, object]]:
    """Return the profile that needs the fewest other options to say these rules, and those options."""
    values, usual = as_json(rules), as_json(Rules())
    named = []
    for profile in PROFILES:
        base = {**usual, **profile.options}
        named.append((profile.key, {name: value for name, value in values.items() if value != base[name]}))
    return min(named, key=lambda one: len(one[1]))


def seats(rules: Rules) -> tuple[int, ...]:
    """Return the seats in the order of play, which is counter-clockwise."""
    return SEATS


def sides(rules: Rules) -> tuple[str, ...]:
    """Return the sides."""
    return SIDES


def side_of(rules: Rules, seat: int) -> str:
    """Return the side of a seat."""
    return side_at(seat)


def side_at(seat: int) -> str:
    """Return the side of a seat, the same under all rules: 1 and 3 are A, 2 and 4 are B."""
    return SIDES[(seat - 1) % 2]


def other_side(side: str) -> str:
    """Return the opponents of a side."""
    return SIDES[1 - SIDES.index(side)]


def right_of(seat: int) -> int:
    """Return the next seat in the order of play."""
    return seat % len(SEATS) + 1


def seat_names(rules: Rules) -> Mapping[int, str]:
    """Return the names of the seats (message ids)."""
    return COUNTERCLOCKWISE
