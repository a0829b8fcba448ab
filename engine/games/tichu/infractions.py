"""Offences, and what a ruling does to a hand (rules section 8). The point values are our own proposal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.core.infractions import Consequence, Infraction, Reach, without_penalty
from engine.core.kinds import Choice, Choices, ChoiceValue, Integer, SeatNumber
from engine.core.options import option
from engine.core.problems import Problem, RulesError, shown
from engine.core.text import gettext_noop
from engine.games.tichu.check import valid
from engine.games.tichu.rules import SIDES, Rules, other_side, seats, side_of, table_of
from engine.games.tichu.summary import CALL_LABELS, CALLS, POINTS_STEP

WARNING, POINTS, CALL_VOID = "warning", "points", "call_void"
HAND_VOID, HAND_AWARDED = "hand_void", "hand_awarded"
MATCH_FORFEIT, DISQUALIFY = "match_forfeit", "disqualify"

EFFECTS = {
    WARNING: Reach.NOTE,
    POINTS: Reach.SUMMARY,
    CALL_VOID: Reach.SUMMARY,
    HAND_AWARDED: Reach.SUMMARY,
    HAND_VOID: Reach.VOID,
    MATCH_FORFEIT: Reach.MATCH,
    DISQUALIFY: Reach.EVENT,
}

DECIDES = frozenset({HAND_AWARDED})
"""Effects with which nothing of the play counts."""

EFFECT_TEXTS = {
    WARNING: gettext_noop("a warning"),
    POINTS: gettext_noop("{points} points for the side"),
    CALL_VOID: gettext_noop("the call does not count"),
    HAND_VOID: gettext_noop("the hand does not count and is dealt again"),
    HAND_AWARDED: gettext_noop("the other side gets a double victory"),
    f"{HAND_AWARDED}/tientsin": gettext_noop("the other side gets a triple victory"),
    MATCH_FORFEIT: gettext_noop("the match is lost"),
    DISQUALIFY: gettext_noop("out of the event"),
}


def _costs(points: int) -> Consequence:
    return Consequence(POINTS, points)


INFRACTIONS = (
    Infraction("wrong_card_count", gettext_noop("Too many or too few cards in a hand"), HAND_VOID),
    Infraction(
        "exchange_error",
        gettext_noop("Pushed wrongly, or looked at received cards before pushing"),
        WARNING,
        repeated=_costs(-25),
    ),
    Infraction(
        "exposed_card",
        gettext_noop("Showed a card of the own hand or of a push"),
        WARNING,
        repeated=_costs(-50),
    ),
    Infraction("illegal_combination", gettext_noop("Illegal cards laid, noticed at once"), WARNING),
    Infraction("illegal_play_stands", gettext_noop("Illegal cards laid, noticed later"), POINTS, -50),
    Infraction(
        "play_out_of_turn", gettext_noop("Cards or a pass out of turn"), WARNING, repeated=_costs(-25)
    ),
    Infraction("false_interrupt", gettext_noop("Announced a bomb and did not lay one"), POINTS, -25),
    Infraction("wish_not_fulfilled", gettext_noop("Ignored an open wish, noticed later"), POINTS, -100),
    Infraction("wish_gain", gettext_noop("Ignored an open wish and gained by it"), HAND_AWARDED),
    Infraction("late_small_call", gettext_noop("Small Tichu after the own first card"), CALL_VOID),
    Infraction(
        "late_grand_call",
        gettext_noop("Grand Tichu called too late"),
        CALL_VOID,
        when={"grand_tichu": (True,)},
    ),
    Infraction("arranged_call", gettext_noop("Partners discussed a call"), POINTS, -100),
    Infraction(
        "illegal_information",
        gettext_noop("Talk, signs or agreed meanings between partners"),
        POINTS,
        -100,
        repeated=Consequence(MATCH_FORFEIT),
    ),
    Infraction(
        "peeking", gettext_noop("Looked into another hand, or showed cards after going out"), POINTS, -50
    ),
    Infraction("dragon_not_given", gettext_noop("Kept a trick of the Dragon"), WARNING),
    Infraction("tricks_mixed", gettext_noop("Piles of tricks that cannot be separated"), WARNING),
    Infraction("scoring_error", gettext_noop("Wrong result handed in by mistake"), WARNING),
    Infraction("false_report", gettext_noop("Wrong result handed in on purpose"), DISQUALIFY),
    Infraction("slow_play", gettext_noop("Unreasonable delay"), WARNING, repeated=_costs(-25)),
    Infraction("late_arrival", gettext_noop("More than 5 minutes late"), POINTS, -50),
    Infraction("no_show", gettext_noop("Not at the table after 15 minutes"), MATCH_FORFEIT),
    Infraction("abandoned", gettext_noop("Left the match before its end"), MATCH_FORFEIT),
    Infraction(
        "unsporting",
        gettext_noop("Insult, provocation, disturbing other tables"),
        WARNING,
        repeated=Consequence(DISQUALIFY),
    ),
    Infraction("director_disobeyed", gettext_noop("Refused a ruling"), DISQUALIFY),
)

_BY_CODE = {infraction.code: infraction for infraction in INFRACTIONS}

Ruled = dict[str, Any] | tuple[Problem, ...]


def _smaller_call(rules: Rules) -> Choices:
    return (ChoiceValue("small", CALL_LABELS["small"]),)


DETAILS_OF = {POINTS: ("points",), CALL_VOID: ("seat", "call")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """What a ruling may say beside offence, side and effect."""

    points: int | None = option(
        Integer(minimum=-1000, maximum=0, step=POINTS_STEP),
        default=None,
        label=gettext_noop("Points of the ruling"),
        help=gettext_noop("Only where they are not the usual ones: 0 or less, in steps of 5."),
    )
    seat: int | None = option(
        SeatNumber(),
        default=None,
        label=gettext_noop("Whose call is void"),
        help=gettext_noop("Only where a call does not count."),
    )
    call: str | None = option(
        Choice(_smaller_call),
        default=None,
        label=gettext_noop("Call that takes its place"),
        help=gettext_noop("Only where a Grand Tichu came too late and a Tichu was still allowed."),
    )


def rule(summary: Mapping[str, Any], ruling: Mapping[str, Any], rules: Rules) -> Ruled:
    """Return the summary as the ruling leaves it, or the problems of the ruling.

    A ruling has `code` and `side` (the offender); `effect` and `points` where the director departs from the
    catalogue, `repeated` for a repeated offence, `seat` for `call_void`, and `call` (`small`) where a smaller
    call replaces the void one. RulesError for an effect that does not concern the summary, and for a summary
    that is not valid, unless the hand is awarded: then only the calls need be known. What the slip claimed no
    longer checks anything and is dropped.
    """
    consequence = _consequence(ruling)
    if isinstance(consequence, Problem):
        return (consequence,)
    if consequence.effect not in DECIDES:
        valid(summary, rules)
    if EFFECTS[consequence.effect] is Reach.NOTE:
        return dict(summary)
    if ruling.get("side") not in SIDES:
        return (Problem("ruling_side_missing", "/side"),)
    if consequence.effect not in _CHANGES:
        raise RulesError(f"effect {consequence.effect!r} does not change the summary of a hand")
    entered = {name: value for name, value in summary.items() if value is not None and name != "claimed"}
    return _CHANGES[consequence.effect](entered, ruling, consequence, rules)


def lift(summary: Mapping[str, Any], ruling: Mapping[str, Any], rules: Rules) -> dict[str, Any] | None:
    """Return the summary without the penalty of a ruling; None where it holds none.

    What a call that was void or an awarded hand had been before does not show in a summary.
    """
    consequence = _consequence(ruling)
    if isinstance(consequence, Problem) or consequence.effect != POINTS:
        return None
    points = ruling.get("points", consequence.points)
    return without_penalty(
        summary, {"side": ruling.get("side"), "points": points, "code": ruling.get("code")}
    )


def _consequence(ruling: Mapping[str, Any]) -> Consequence | Problem:
    """Return the effect asked for, else that of the catalogue; an own offence must name its effect."""
    code, effect = ruling.get("code"), ruling.get("effect")
    infraction = _BY_CODE.get(code) if isinstance(code, str) else None
    if not code or not isinstance(code, str) or (infraction is None and effect is None):
        return Problem("unknown_infraction", "/code", {"code": shown(code)})
    if effect is not None and effect not in tuple(EFFECTS):
        return Problem("unknown_effect", "/effect", {"effect": shown(effect)})
    usual = infraction.consequence(repeated=ruling.get("repeated") is True) if infraction else None
    if usual is None or effect not in (None, usual.effect):
        return Consequence(str(effect))
    return usual


Entered = dict[str, Any]
Ruling = Mapping[str, Any]


def _penalise(summary: Entered, ruling: Ruling, consequence: Consequence, rules: Rules) -> Ruled:
    """`points`: added to the offending side's hand total; the other side gets nothing."""
    points = ruling.get("points", consequence.points)
    if type(points) is not int or points > 0 or points % POINTS_STEP:
        return (Problem("bad_ruling_points", "/points", {"value": shown(points)}),)
    penalty = {"side": ruling["side"], "points": points, "code": ruling["code"]}
    return {**summary, "penalties": [*summary.get("penalties", []), penalty]}


def _void_call(summary: Entered, ruling: Ruling, consequence: Consequence, rules: Rules) -> Ruled:
    """`call_void`: the call is taken away before scoring; a small one may take the place of a grand one."""
    seat, calls = ruling.get("seat"), summary.get("calls", {})
    if type(seat) is not int or seat not in seats(rules) or side_of(rules, seat) != ruling["side"]:
        return (Problem("ruling_seat_missing", "/seat"),)
    call = calls.get(str(seat), "none")
    if call == "none":
        return (Problem("ruling_without_call", "/seat", {"seat": seat}),)
    left = {caller: other for caller, other in calls.items() if caller != str(seat)}
    if call == "grand" and ruling.get("call") == "small":
        left[str(seat)] = "small"
    return {**summary, "calls": left}


def _award(summary: Entered, ruling: Ruling, consequence: Consequence, rules: Rules) -> Ruled:
    """`hand_awarded`: a sweep of the innocent side; calls stay, and those of the offenders fail."""
    calls: Any = summary.get("calls")
    made = calls if isinstance(calls, Mapping) else {}
    heights = {seat: _height(made.get(str(seat))) for seat in seats(rules)}
    innocent = [seat for seat in seats(rules) if side_of(rules, seat) == other_side(ruling["side"])]
    first_out = max(innocent, key=heights.__getitem__)
    kept: Entered = {name: summary[name] for name in ("calls", "penalties") if name in summary}
    return {"first_out": first_out, "result": table_of(rules).sweep, **kept}


def _height(call: object) -> int:
    """How high a call is; 0 for none, and for what is no call."""
    return CALLS.index(str(call)) if call in CALLS else 0


_CHANGES: Mapping[str, Callable[[Entered, Ruling, Consequence, Rules], Ruled]] = {
    POINTS: _penalise,
    CALL_VOID: _void_call,
    HAND_AWARDED: _award,
}
