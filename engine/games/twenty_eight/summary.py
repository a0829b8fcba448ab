"""What is typed about a hand (rules section 9): the declaration, and the value that the rules work on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from engine.core.compounds import ListOf, Record
from engine.core.kinds import Choice, Choices, ChoiceValue, Flag, Integer, Scope, SeatNumber, SideName
from engine.core.options import Declared, option
from engine.core.text import gettext_noop
from engine.games.twenty_eight.bounds import BIDDERS, DEFENDERS, NONE
from engine.games.twenty_eight.cards import TRICKS
from engine.games.twenty_eight.infractions import (
    INFRACTIONS,
    MATCH_FORFEIT,
    MOST_POINTS,
    OF_A_PENALTY,
    PENALTY_TEXTS,
    POINTS,
    penalty_points,
)
from engine.games.twenty_eight.rules import Rules, highest_bid, table_of

PLAYED, CONCEDED, VOID = "played", "conceded", "void"
KINDS = (PLAYED, CONCEDED, VOID)
DOUBLES = (NONE, "double", "redouble")
CONCESSION = "concession"
ALL_PASS = "all_pass"  # noqa: S105  # all players passed
GROUPS = (BIDDERS, DEFENDERS)

VOID_REASONS = {
    ALL_PASS: gettext_noop("all passed"),
    "pointless_hand": gettext_noop("a hand without points"),
    "four_jacks": gettext_noop("all four Jacks in one hand"),
    "misdeal": gettext_noop("a wrong deal"),
    "exposed_card_in_deal": gettext_noop("a card seen during the deal"),
    "director": gettext_noop("the director says so"),
}
CONCEDED_REASONS = {
    CONCESSION: gettext_noop("given up"),
    **{infraction.code: infraction.title for infraction in INFRACTIONS},
}
GROUP_LABELS = {
    BIDDERS: gettext_noop("the bidding side"),
    DEFENDERS: gettext_noop("the defenders"),
}
DOUBLE_LABELS = {
    NONE: gettext_noop("not doubled"),
    "double": gettext_noop("doubled"),
    "redouble": gettext_noop("redoubled"),
}

_HAND = gettext_noop("Hand")
_CALLS = gettext_noop("Calls")
_CHECKS = gettext_noop("Checks")
_RULING = gettext_noop("Ruling")
_POINTS = gettext_noop("points")


def _labelled(labels: Mapping[str, str]) -> Choices:
    return tuple(ChoiceValue(value, label) for value, label in labels.items())


_KIND = Choice(
    (
        ChoiceValue(PLAYED, gettext_noop("played out")),
        ChoiceValue(CONCEDED, gettext_noop("given up or ruled")),
        ChoiceValue(VOID, gettext_noop("does not count")),
    ),
    nothing=PLAYED,
)
_NOBODY = ChoiceValue(NONE, gettext_noop("neither"))


def _least(scope: Scope) -> int:
    return int(scope.rules.min_bid)


def _most(scope: Scope) -> int:
    return highest_bid(scope.rules)


def _has_doubles(rules: Rules) -> bool:
    return rules.doubling != "off"


def _has_pair(rules: Rules) -> bool:
    return rules.pair


def _has_honours(rules: Rules) -> bool:
    return rules.honours


def _has_solo(rules: Rules) -> bool:
    return rules.solo


_UNDER_A_CONTRACT = {"solo": (False, None)}
"""A solo has neither bid nor points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """What the director ruled besides the hand (section 8); without points they are the usual ones."""

    DECLARED: ClassVar[Declared] = Declared(unknown="bad_penalty", bad="bad_penalty", missing="bad_penalty")

    code: str = option(
        Choice(tuple(ChoiceValue(each.code, each.title) for each in INFRACTIONS)),
        label=gettext_noop("Offence"),
        required=True,
    )
    side: str = option(SideName(), label=gettext_noop("Side that offended"), required=True)
    effect: str = option(
        Choice(tuple(ChoiceValue(each, PENALTY_TEXTS[each]) for each in OF_A_PENALTY)),
        label=gettext_noop("Effect"),
        required=True,
    )
    points: int | None = option(
        Integer(minimum=1, maximum=MOST_POINTS),
        default=None,
        label=gettext_noop("Points"),
        help=gettext_noop("Only where the director departs from the usual ones."),
        unit=_POINTS,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The fields of a summary; `Hand` is the value that the rules work on.

    What is required depends on the kind of the hand and on a solo, which only the check can say.
    """

    DECLARED: ClassVar[Declared] = Declared(
        unknown="unknown_field", bad="bad_type", missing="missing_field", null_is_absent=True
    )

    bidder: int | None = option(
        SeatNumber(),
        default=None,
        label=gettext_noop("Bidder"),
        help=gettext_noop("Who holds the contract; in a solo the soloist."),
        group=_HAND,
        unless="kind",
    )
    bid: int | None = option(
        Integer(minimum=_least, maximum=_most),
        default=None,
        label=gettext_noop("Bid"),
        group=_HAND,
        unit=_POINTS,
        when=_UNDER_A_CONTRACT,
        unless="kind",
    )
    bidder_points: int | None = option(
        Integer(minimum=0, maximum=_most),
        default=None,
        label=gettext_noop("Points of the bidding side"),
        help=gettext_noop(
            "Card points of its tricks; the point for the last trick, where there is one, too."
        ),
        group=_HAND,
        unit=_POINTS,
        when=_UNDER_A_CONTRACT,
        unless="kind",
    )
    doubled: str = option(
        Choice(_labelled(DOUBLE_LABELS), nothing=NONE),
        default=NONE,
        label=gettext_noop("Doubled"),
        group=_CALLS,
        offered=_has_doubles,
    )
    pair: str = option(
        Choice((_NOBODY, *_labelled(GROUP_LABELS)), nothing=NONE),
        default=NONE,
        label=gettext_noop("Pair of trumps declared by"),
        group=_CALLS,
        offered=_has_pair,
    )
    all_jacks: str | None = option(
        Choice((_NOBODY, *_labelled(GROUP_LABELS))),
        default=None,
        label=gettext_noop("Every Jack captured by"),
        group=_CALLS,
        offered=_has_honours,
    )
    solo: bool = option(Flag(), default=False, label=gettext_noop("Solo"), group=_CALLS, offered=_has_solo)
    bidder_tricks: int | None = option(
        Integer(minimum=0, maximum=TRICKS),
        default=None,
        label=gettext_noop("Tricks of the bidding side"),
        help=gettext_noop("Needed in a solo; otherwise they check the points."),
        group=_CHECKS,
        unit=gettext_noop("tricks"),
    )
    defender_points: int | None = option(
        Integer(minimum=0, maximum=_most),
        default=None,
        label=gettext_noop("Points of the defenders"),
        help=gettext_noop("They check the points of the bidding side."),
        group=_CHECKS,
        unit=_POINTS,
    )
    made: bool | None = option(
        Flag(),
        default=None,
        label=gettext_noop("Contract made"),
        help=gettext_noop("It checks bid and points."),
        group=_CHECKS,
    )
    kind: str = option(_KIND, default=PLAYED, label=gettext_noop("The hand was"), group=_RULING)
    conceded_by: str | None = option(
        Choice(_labelled(GROUP_LABELS)),
        default=None,
        label=gettext_noop("Given up by"),
        group=_RULING,
        when={"kind": (CONCEDED,)},
        required=True,
    )
    reason: str | None = option(
        Choice(_labelled({**VOID_REASONS, **CONCEDED_REASONS, **VOID_REASONS})),
        default=None,
        label=gettext_noop("Reason"),
        group=_RULING,
        when={"kind": (CONCEDED, VOID)},
        required=True,
    )
    penalties: tuple[Penalty, ...] = option(
        ListOf(Record(Penalty)), default=None, label=gettext_noop("Penalties"), group=_RULING
    )


class Fine(NamedTuple):
    """A penalty as the rules use it; `points` is 0 where it costs none."""

    code: str
    side: str
    effect: str
    points: int


class Hand(NamedTuple):
    """A valid summary as the rules use it.

    `bid` is 0 in a solo, `points` and `tricks` are None where nobody counted; `reason` is "" for a hand that
    was played. A void deal has neither bidder (0) nor bid.
    """

    kind: str
    bidder: int
    bid: int
    points: int | None
    tricks: int | None
    doubled: str
    pair: str
    all_jacks: str
    solo: bool
    conceded_by: str
    reason: str
    fines: tuple[Fine, ...]

    @classmethod
    def of(cls, raw: Mapping[str, Any], rules: Rules) -> Hand:
        """Return the value of a summary that has passed the check."""
        kind = raw.get("kind") or PLAYED
        return cls(
            kind=kind,
            bidder=raw.get("bidder") or 0,
            bid=raw.get("bid") or 0,
            points=raw.get("bidder_points"),
            tricks=raw.get("bidder_tricks"),
            doubled=raw.get("doubled") or NONE,
            pair=raw.get("pair") or NONE,
            all_jacks=raw.get("all_jacks") or NONE,
            solo=bool(raw.get("solo")),
            conceded_by=raw.get("conceded_by") or "",
            reason=raw.get("reason") or "",
            fines=tuple(_fine(each, rules) for each in raw.get("penalties") or ()),
        )

    @property
    def is_void(self) -> bool:
        """Whether the deal does not count."""
        return self.kind == VOID

    def bidders(self, rules: Rules) -> str:
        """The side of the bidder; "" in a void deal."""
        return table_of(rules).side_of[self.bidder]

    @property
    def forfeits(self) -> tuple[str, ...]:
        """The sides that lose the match by a ruling about this hand, in the order of the penalties."""
        return tuple(fine.side for fine in self.fines if fine.effect == MATCH_FORFEIT)


def _fine(raw: Mapping[str, Any], rules: Rules) -> Fine:
    costs = raw["effect"] == POINTS
    points = penalty_points(raw["code"], raw.get("points"), rules) if costs else 0
    return Fine(raw["code"], raw["side"], raw["effect"], points)
