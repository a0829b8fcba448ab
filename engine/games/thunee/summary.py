"""What is typed about a hand (rules section 9.1): the declaration, and the value that the rules work on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from engine.core.compounds import BySide, ListOf, Record
from engine.core.kinds import Choice, Choices, ChoiceValue, Flag, Integer, Scope, SideName, Text
from engine.core.options import Declared, option
from engine.core.text import gettext_noop
from engine.games.thunee.cards import SUITS, TOTALS
from engine.games.thunee.conflicts import is_redealt
from engine.games.thunee.infractions import BY_CODE, FOUR_BALL_CODES, possible_reasons
from engine.games.thunee.rules import Rules
from engine.games.thunee.table import (
    BLIND_ROYALS,
    BLIND_THUNEE,
    CANCELLED,
    INFRACTION,
    NORMAL,
    ROYALS,
    SIDES,
    THUNEE,
    THUNEE_TYPE,
    rungs,
    sizes,
)

DOUBLE, KHANAAK = "double", "khanaak"
CALLER, PARTNER, OPPONENTS = "caller", "partner", "opponents"
MADE, CAUGHT, PARTNER_CATCH = "made", "caught", "partner_catch"
JODHI_VALUES = (20, 30, 40, 50)
MOST_BALLS = 99
"""The most that a summary may say of balls on either side."""

KIND_LABELS = {
    NORMAL: gettext_noop("played out"),
    THUNEE: gettext_noop("Thunee"),
    ROYALS: gettext_noop("Royals"),
    BLIND_THUNEE: gettext_noop("Blind Thunee"),
    BLIND_ROYALS: gettext_noop("Blind Royals"),
    INFRACTION: gettext_noop("four-ball"),
    CANCELLED: gettext_noop("cancelled"),
}
FINAL_LABELS = {DOUBLE: gettext_noop("Double"), KHANAAK: gettext_noop("Khanaak")}
WINNER_LABELS = {
    CALLER: gettext_noop("the caller"),
    PARTNER: gettext_noop("a partner"),
    OPPONENTS: gettext_noop("the opponents"),
}
RESULT_LABELS = {
    MADE: gettext_noop("made"),
    CAUGHT: gettext_noop("caught by an opponent"),
    PARTNER_CATCH: gettext_noop("the partner took a trick"),
}
REASON_LABELS = {
    "all_passed": gettext_noop("nobody called"),
    "no_trumps": gettext_noop("the opponents held no trump"),
    "weak_hand": gettext_noop("a weak hand was thrown in"),
    "misdeal": gettext_noop("misdeal"),
}
_HAND = gettext_noop("Hand")
_CALLS = gettext_noop("Calls")
_CHECKS = gettext_noop("Checks")
_POINTS, _BALLS = gettext_noop("points"), gettext_noop("balls")


def kinds(rules: Rules) -> Choices:
    """Return the kinds of hand that the event plays."""
    return tuple(ChoiceValue(kind, label) for kind, label in KIND_LABELS.items() if is_played(kind, rules))


def is_played(kind: str, rules: Rules) -> bool:
    """9.3: whether a kind of hand is on under these rules."""
    switches = {
        THUNEE: rules.thunee,
        ROYALS: rules.royals_mode == "call",
        BLIND_THUNEE: rules.blind_thunee,
        BLIND_ROYALS: rules.blind_royals,
    }
    return switches.get(kind, True)


def calls(rules: Rules) -> Choices:
    """Return the rungs of the ladder, and 0 where trumps can be made without a call."""
    without = (ChoiceValue(0, gettext_noop("no call")),) if not is_redealt(rules) else ()
    return (*without, *(ChoiceValue(rung, str(rung)) for rung in rungs(rules)))


def finals(rules: Rules) -> Choices:
    """Return the calls of the last trick that the event plays."""
    return tuple(ChoiceValue(call, label) for call, label in FINAL_LABELS.items() if getattr(rules, call))


def winners(rules: Rules) -> Choices:
    """Return who can have taken the last trick after a call."""
    return _without_partner(WINNER_LABELS, PARTNER, rules)


def results(rules: Rules) -> Choices:
    """Return the results of a Thunee."""
    return _without_partner(RESULT_LABELS, PARTNER_CATCH, rules)


def offences(rules: Rules) -> Choices:
    """Return the offences that cost a four-ball in this event."""
    return tuple(
        ChoiceValue(code, BY_CODE[code].title) for code in FOUR_BALL_CODES if BY_CODE[code].exists(rules)
    )


def reasons(rules: Rules) -> Choices:
    """Return why a hand may have been cancelled."""
    return tuple(ChoiceValue(reason, REASON_LABELS[reason]) for reason in possible_reasons(rules))


def has_final_call(rules: Rules) -> bool:
    """Return whether something can be called in the last trick."""
    return bool(finals(rules))


def _without_partner(labels: Mapping[str, str], partners: str, rules: Rules) -> Choices:
    alone = sizes(rules).side == 1
    return tuple(
        ChoiceValue(value, label) for value, label in labels.items() if not alone or value != partners
    )


def _total(scope: Scope) -> int:
    return TOTALS[scope.rules.scheme]


def _tricks(scope: Scope) -> int:
    return sizes(scope.rules).tricks


def _most_jodhi(scope: Scope) -> int:
    """How many Jodhi a side can have called: none where they are not played."""
    return len(SUITS) if scope.rules.jodhi else 0


def _has_jodhi(rules: Rules) -> bool:
    return rules.jodhi


def _agrees_royals(rules: Rules) -> bool:
    return rules.royals_mode == "agreed"


def _has_double_thunee(rules: Rules) -> bool:
    return rules.double_thunee


_JODHI = tuple(ChoiceValue(value, str(value)) for value in JODHI_VALUES)
_OF_NORMAL = {"kind": (NORMAL,)}
_OF_A_SIDE = {"kind": (*THUNEE_TYPE, INFRACTION)}


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalCall:
    """A Double or a Khanaak, and who took the last trick."""

    DECLARED: ClassVar[Declared] = Declared(unknown="unknown_field", bad="bad_type", missing="field_missing")

    side: str = option(SideName(), label=gettext_noop("Side"), required=True)
    call: str = option(Choice(finals), label=gettext_noop("Call"), required=True)
    winner: str = option(Choice(winners), label=gettext_noop("Last trick taken by"), required=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The fields of a summary; `Hand` is the value that the rules work on."""

    DECLARED: ClassVar[Declared] = Declared(
        unknown="unknown_field", bad="bad_type", missing="field_missing", null_is_absent=True
    )

    kind: str = option(Choice(kinds), label=gettext_noop("Kind of hand"), group=_HAND, required=True)
    trump_side: str = option(
        SideName(), label=gettext_noop("Trumps made by"), group=_HAND, when=_OF_NORMAL, required=True
    )
    call: int = option(Choice(calls), label=gettext_noop("Call"), group=_HAND, when=_OF_NORMAL, required=True)
    points: int = option(
        Integer(minimum=0, maximum=_total),
        label=gettext_noop("Card points of the side that counts"),
        help=gettext_noop("Without any additions; the trump maker’s side of 154, the other side of 304."),
        group=_HAND,
        unit=_POINTS,
        when=_OF_NORMAL,
        required=True,
    )
    last_trick: str | None = option(
        SideName(), default=None, label=gettext_noop("Last trick won by"), group=_HAND, when=_OF_NORMAL
    )
    side: str = option(
        SideName(),
        label=gettext_noop("Side"),
        help=gettext_noop("Of the caller, or of the offender."),
        group=_HAND,
        when=_OF_A_SIDE,
        required=True,
    )
    result: str = option(
        Choice(results),
        label=gettext_noop("Result"),
        group=_HAND,
        when={"kind": THUNEE_TYPE},
        required=True,
    )
    code: str = option(
        Choice(offences),
        label=gettext_noop("Offence"),
        group=_HAND,
        when={"kind": (INFRACTION,)},
        required=True,
    )
    reason: str = option(
        Choice(reasons), label=gettext_noop("Reason"), group=_HAND, when={"kind": (CANCELLED,)}, required=True
    )
    jodhi: Mapping[str, tuple[int, ...]] = option(
        BySide(ListOf(Choice(_JODHI), maximum_length=_most_jodhi)),
        default=None,
        label=gettext_noop("Jodhi"),
        group=_CALLS,
        when=_OF_NORMAL,
        offered=_has_jodhi,
    )
    final_call: Mapping[str, str] | None = option(
        Record(FinalCall),
        default=None,
        label=gettext_noop("Double or Khanaak"),
        group=_CALLS,
        when=_OF_NORMAL,
        offered=has_final_call,
    )
    royals_agreed: bool = option(
        Flag(),
        default=False,
        label=gettext_noop("Royals were agreed"),
        group=_CALLS,
        when={"kind": (NORMAL, THUNEE, BLIND_THUNEE)},
        offered=_agrees_royals,
    )
    doubled: bool = option(
        Flag(),
        default=False,
        label=gettext_noop("Double Thunee was called"),
        group=_CALLS,
        when={"kind": (NORMAL, *THUNEE_TYPE)},
        offered=_has_double_thunee,
    )
    tricks: int | None = option(
        Integer(minimum=0, maximum=_tricks),
        default=None,
        label=gettext_noop("Tricks of the side that counts"),
        help=gettext_noop("They check the points."),
        group=_CHECKS,
        unit=gettext_noop("tricks"),
        when=_OF_NORMAL,
    )
    other_points: int | None = option(
        Integer(minimum=0, maximum=_total),
        default=None,
        label=gettext_noop("Card points of the other side"),
        help=gettext_noop("Counting both piles finds every mistake."),
        group=_CHECKS,
        unit=_POINTS,
        when=_OF_NORMAL,
    )
    claimed_balls: Mapping[str, int] = option(
        BySide(Integer(minimum=0, maximum=MOST_BALLS)),
        default=None,
        label=gettext_noop("Balls announced at the table"),
        group=_CHECKS,
        unit=_BALLS,
    )
    note: str = option(Text(), default=None, label=gettext_noop("Note"), group=_CHECKS)
    balls_before: Mapping[str, int] = option(
        BySide(Integer(minimum=0, maximum=MOST_BALLS)),
        default=None,
        label=gettext_noop("Balls before the hand"),
        filled=True,
    )
    target: int | None = option(
        Integer(minimum=1, maximum=26), default=None, label=gettext_noop("Balls of the game"), filled=True
    )


NO_JODHI: Mapping[str, tuple[int, ...]] = {side: () for side in SIDES}
NO_BALLS: Mapping[str, int] = {side: 0 for side in SIDES}


class Final(NamedTuple):
    """A Double or Khanaak as the rules use it."""

    side: str
    call: str
    winner: str


class Hand(NamedTuple):
    """A summary whose fields have the right shape, as the rules use it; null where a field is absent.

    `jodhi` and `balls_before` always have both sides.
    """

    kind: str
    side: str
    trump_side: str
    call: int
    points: int
    last_trick: str | None
    jodhi: Mapping[str, tuple[int, ...]]
    final: Final | None
    tricks: int | None
    other_points: int | None
    royals_agreed: bool
    doubled: bool
    result: str
    code: str
    reason: str
    claimed: Mapping[str, int] | None
    balls_before: Mapping[str, int]
    target: int

    @classmethod
    def of(cls, raw: Mapping[str, Any], rules: Rules) -> Hand:
        """Return the value of a summary that has passed the first two stages of the check."""
        jodhi, final, before = raw.get("jodhi") or {}, raw.get("final_call"), raw.get("balls_before")
        target = raw.get("target")
        return cls(
            raw["kind"],
            raw.get("side") or "",
            raw.get("trump_side") or "",
            raw.get("call") or 0,
            raw.get("points") or 0,
            raw.get("last_trick"),
            {side: tuple(jodhi.get(side, ())) for side in SIDES} if jodhi else NO_JODHI,
            None if final is None else Final(final["side"], final["call"], final["winner"]),
            raw.get("tricks"),
            raw.get("other_points"),
            raw.get("royals_agreed") is True,
            raw.get("doubled") is True,
            raw.get("result") or "",
            raw.get("code") or "",
            raw.get("reason") or "",
            raw.get("claimed_balls"),
            before or NO_BALLS,
            rules.match_target if target is None else target,
        )

    @property
    def is_thunee_type(self) -> bool:
        """Whether it was one of the calls that must win every trick."""
        return self.kind in THUNEE_TYPE
