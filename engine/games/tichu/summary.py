"""What is typed about a hand (rules section 9.1): the declaration, and the value that the rules work on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.core.compounds import BySeat, BySide, ListOf, Record
from engine.core.kinds import Choice, Choices, ChoiceValue, Integer, Scope, SeatNumber, SideName, Text
from engine.core.options import Declared, option
from engine.core.text import gettext_noop
from engine.games.tichu.rules import SIDES, Rules, other_side, side_of, table_of

CARDS_IN_HAND = 100
"""The card points of the whole deck (section 2)."""

LEAST_POINTS, MOST_POINTS, POINTS_STEP = -25, 125, 5
CALLS = ("none", "small", "grand")
COUNT = "count"

_RESULT_LABELS = {
    COUNT: gettext_noop("cards are counted"),
    "double": gettext_noop("double victory"),
    "triple": gettext_noop("triple victory"),
}
CALL_LABELS = {
    "none": gettext_noop("no call"),
    "small": gettext_noop("Tichu"),
    "grand": gettext_noop("Grand Tichu"),
}
_RESULT = gettext_noop("Result")
_CHECKS = gettext_noop("Checks")
_POINTS = gettext_noop("points")


def results(rules: Rules) -> Choices:
    """Return the results that a hand of the variant can have."""
    return tuple(ChoiceValue(result, _RESULT_LABELS[result]) for result in table_of(rules).results)


def calls(rules: Rules) -> Choices:
    """Return the calls that the event plays."""
    return tuple(
        ChoiceValue(call, CALL_LABELS[call]) for call in CALLS if call != "grand" or rules.grand_tichu
    )


def _most_out(scope: Scope) -> int:
    return len(scope.seats) - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """Points taken from a side by a ruling of section 8; the code may be an own one of the director."""

    DECLARED: ClassVar[Declared] = Declared(open_ended=True)

    side: str = option(SideName(), label=gettext_noop("Side"), required=True)
    points: int = option(
        Integer(maximum=0, step=POINTS_STEP), label=gettext_noop("Points"), unit=_POINTS, required=True
    )
    code: str = option(Text(minimum_length=1), label=gettext_noop("Offence"), required=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """A valid summary. `calls` has real calls only, by seat; `points` may name one side or both."""

    DECLARED: ClassVar[Declared] = Declared(unknown="unknown_field", bad="bad_type", null_is_absent=True)

    first_out: int = option(SeatNumber(), label=gettext_noop("First out"), group=_RESULT, required=True)
    result: str = option(Choice(results), label=gettext_noop("Result"), group=_RESULT, required=True)
    points: Mapping[str, int] = option(
        BySide(Integer(minimum=LEAST_POINTS, maximum=MOST_POINTS, step=POINTS_STEP)),
        label=gettext_noop("Card points"),
        help=gettext_noop("Before calls; one side is enough."),
        group=_RESULT,
        unit=_POINTS,
        when={"result": (COUNT,)},
        required=True,
    )
    calls: Mapping[int, str] = option(
        BySeat(Choice(calls, nothing="none")),
        default=None,
        label=gettext_noop("Calls"),
        help=gettext_noop("Who called; whether the call was made follows from who went out first."),
        group=gettext_noop("Calls"),
    )
    out_order: tuple[int, ...] = option(
        ListOf(SeatNumber(), minimum_length=1, maximum_length=_most_out, unique=True),
        default=None,
        label=gettext_noop("Order of going out"),
        help=gettext_noop("From the first on, as far as known."),
        group=_CHECKS,
    )
    penalties: tuple[Penalty, ...] = option(
        ListOf(Record(Penalty)),
        default=None,
        label=gettext_noop("Penalties"),
        group=_CHECKS,
    )
    claimed: Mapping[str, int] = option(
        BySide(Integer()),
        default=None,
        label=gettext_noop("Totals on the slip"),
        help=gettext_noop("The hand totals as written on paper, calls and penalties included."),
        group=_CHECKS,
        unit=_POINTS,
    )

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> Summary:
        """Return the value of a summary that has passed the check."""
        return cls(
            first_out=raw["first_out"],
            result=raw["result"],
            points=raw.get("points") or {},
            calls={
                int(seat): call for seat, call in sorted((raw.get("calls") or {}).items()) if call != "none"
            },
            out_order=tuple(raw.get("out_order") or ()),
            penalties=tuple(
                Penalty(side=one["side"], points=one["points"], code=one["code"])
                for one in raw.get("penalties") or ()
            ),
            claimed=raw.get("claimed") or {},
        )

    @property
    def is_sweep(self) -> bool:
        """Whether one side has gone out before any opponent."""
        return self.result != COUNT

    def cards(self, side: str) -> int:
        """Return the counted card points of a side; both sides together have 100."""
        return self.points[side] if side in self.points else CARDS_IN_HAND - self.points[other_side(side)]

    def canonical(self, rules: Rules) -> dict[str, Any]:
        """Return the one way of typing this hand: both sides' points, no `none`, no order that adds nothing.

        `claimed` is left out, since it only checks the other fields.
        """
        told = {
            "points": {} if self.is_sweep else {side: self.cards(side) for side in SIDES},
            "calls": {str(seat): call for seat, call in self.calls.items()},
            "out_order": [] if self._order_is_implied(rules) else list(self.out_order),
            "penalties": sorted(
                ({"side": one.side, "points": one.points, "code": one.code} for one in self.penalties),
                key=lambda one: (one["side"], one["code"], one["points"]),
            ),
        }
        entered = {name: value for name, value in told.items() if value}
        return {"first_out": self.first_out, "result": self.result, **entered}

    def _order_is_implied(self, rules: Rules) -> bool:
        """Tell whether the order only repeats who was first, and in a double victory who then was second."""
        if not self.is_sweep or rules.variant == "tientsin":
            return len(self.out_order) <= 1
        return True

    def side_first_out(self, rules: Rules) -> str:
        """Return the side of the seat that went out first."""
        return side_of(rules, self.first_out)
