"""What is typed about a hand (rules section 9): the declaration, and the value that the rules work on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from engine.core.compounds import BySide, Record
from engine.core.kinds import CardCode, Choice, Choices, ChoiceValue, Integer, SeatNumber, SideName
from engine.core.options import Declared, option
from engine.core.text import gettext_noop
from engine.games.malilla.cards import DECK, HAND_POINTS, POINTS, SIGNS, TRICKS
from engine.games.malilla.infractions import (
    AWARD_HAND,
    DECIDING,
    EFFECT_TEXTS,
    EFFECTS,
    INFRACTIONS,
    NONE,
    VOID,
    WITHOUT_PINTA,
    default_effect,
)
from engine.games.malilla.rules import SIDES, Rules, side_at

_HAND = gettext_noop("Hand")
_CHECKS = gettext_noop("Checks")
_RULING = gettext_noop("Ruling")


def rulings(rules: Rules) -> Choices:
    """Return the offences that a hand can be ruled by in this event."""
    return tuple(ChoiceValue(each.code, each.title) for each in INFRACTIONS if each.exists(rules))


def effects(rules: Rules) -> Choices:
    """Return what a ruling can do."""
    return tuple(ChoiceValue(effect, EFFECT_TEXTS[effect]) for effect in EFFECTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedRuling:
    """What the director ruled about the hand (section 8)."""

    DECLARED: ClassVar[Declared] = Declared(
        unknown="bad_type", bad="bad_type", missing="unknown_ruling", null_is_absent=True
    )

    code: str = option(Choice(rulings), label=gettext_noop("Offence"), required=True)
    side: str | None = option(SideName(), default=None, label=gettext_noop("Side that offended"))
    effect: str | None = option(
        Choice(effects),
        default=None,
        label=gettext_noop("Effect"),
        help=gettext_noop("Only where the director departs from the usual one."),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The fields of a summary; `Hand` is the value that the rules work on.

    The turned card and the points are required unless a ruling decides, which only the check can say.
    """

    DECLARED: ClassVar[Declared] = Declared(
        unknown="unknown_field", bad="bad_type", missing="missing_points", null_is_absent=True
    )

    dealer: int = option(SeatNumber(), label=gettext_noop("Dealer"), group=_HAND, required=True)
    pinta: str | None = option(
        CardCode(DECK, SIGNS),
        default=None,
        label=gettext_noop("Turned card"),
        help=gettext_noop("The last card of the deal; its suit is trump."),
        group=_HAND,
        unless="ruling",
    )
    points: Mapping[str, int] = option(
        BySide(Integer(minimum=0, maximum=HAND_POINTS, nullable=True)),
        default=None,
        label=gettext_noop("Points"),
        help=gettext_noop("Tricks and card points of both sides; together they make 72."),
        group=_HAND,
        unit=gettext_noop("points"),
        unless="ruling",
    )
    tricks: Mapping[str, int] = option(
        BySide(Integer(minimum=0, maximum=TRICKS, nullable=True)),
        default=None,
        label=gettext_noop("Tricks"),
        help=gettext_noop("One side is enough; they check the points."),
        group=_CHECKS,
        unit=gettext_noop("tricks"),
    )
    ruling: Mapping[str, str] | None = option(
        Record(TypedRuling), default=None, label=gettext_noop("Ruling"), group=_RULING
    )
    before: Mapping[str, int] = option(
        BySide(Integer(minimum=0)),
        default=None,
        label=gettext_noop("Game score before the deal"),
        filled=True,
    )
    expected_dealer: int | None = option(
        SeatNumber(), default=None, label=gettext_noop("Whose deal it is"), filled=True
    )
    consecutive_misdeals: int = option(
        Integer(minimum=0), default=0, label=gettext_noop("Void deals just before"), filled=True
    )


class Hand(NamedTuple):
    """A valid summary as the rules use it.

    `points` are empty where a ruling leaves none; `before` are the game scores before the deal. `effect` is
    what the ruling comes to (`none` without one), `offender` the side that it hits. `pinta_points` are the
    card points of the turned card, 0 where it does not score; with `is_closing` they would win the game, so
    that they are held back (4.4).
    """

    dealer: int
    pinta: str | None
    points: Mapping[str, int]
    before: Mapping[str, int]
    effect: str
    offender: str | None
    pinta_points: int
    is_closing: bool

    @classmethod
    def of(cls, raw: Mapping[str, Any], rules: Rules) -> Hand:
        """Return the value of a summary that has passed the check."""
        given, ruling, pinta = raw.get("before") or {}, raw.get("ruling"), raw.get("pinta")
        effect = effect_of(ruling, raw.get("consecutive_misdeals") or 0, rules) if ruling else NONE
        offender = ruling.get("side") if ruling else None
        before = {side: given.get(side, 0) for side in SIDES}
        worth = POINTS[pinta] if rules.pinta_scoring and pinta and effect not in WITHOUT_PINTA else 0
        dealer: int = raw["dealer"]
        points = raw["points"] if effect not in DECIDING else awarded(effect, offender)
        is_closing = worth > 0 and before[side_at(dealer)] + worth >= rules.game_target
        return cls(dealer, pinta, points, before, effect, offender, worth, is_closing)

    @property
    def dealers(self) -> str:
        """The side of the dealer."""
        return side_at(self.dealer)

    @property
    def is_void(self) -> bool:
        """Whether the deal does not count (row 11)."""
        return self.effect in VOID


def effect_of(ruling: Mapping[str, Any], misdeals: int, rules: Rules) -> str:
    """Return what a ruling does: the effect it names, else the usual one of the offence (section 8)."""
    named = ruling.get("effect")
    return str(named) if named is not None else default_effect(ruling["code"], misdeals, rules)


def awarded(effect: str, offender: str | None) -> Mapping[str, int]:
    """Row 10: with `award_hand` the innocent side has all 72 points; other effects leave none."""
    if effect != AWARD_HAND:
        return {}
    return {side: 0 if side == offender else HAND_POINTS for side in SIDES}
