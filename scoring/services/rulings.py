"""Rulings of the director: fines, forfeits, adjusted results, early ends, and their withdrawal.

A ruling is never changed: one that replaces it takes its place, and what it had done is undone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from engine.core.problems import Problem
from scoring.models import Ruling, RulingEffect, RulingStatus
from scoring.services.lifting import bring_back
from scoring.services.loading import IN_FORCE, load
from scoring.services.project import score_match
from scoring.services.publish import publish_later
from scoring.services.ruling_rows import NewRuling, lock_place, may_be_undone, said, store
from tournaments.access import Actor
from tournaments.errors import Conflict, Invalid
from tournaments.locks import lock
from tournaments.models import Entrant, Match, MatchStatus, Outcome, Participation, Round, RoundStatus, Verb
from tournaments.services.audit import act

SETS_RESULT: dict[str, str] = {RulingEffect.FORFEIT: "lost", RulingEffect.MATCH: "match_points"}
"""Effects that set the result of a match, and where in the ruling's value they say how."""


def fine(
    actor: Actor,
    entrant: Entrant,
    round_: Round,
    *,
    reason: str,
    code: str = "fine",
    match_points: Fraction | None = None,
    game_points: Fraction | None = None,
    match: Match | None = None,
) -> Ruling:
    """Take points from an entrant (a fine is negative) or give some (a bonus), from this round on."""
    faults: list[Problem] = []
    if not match_points and not game_points:
        faults.append(Problem("points_needed", "/match_points"))
    if not entrant.stages.filter(stage=round_.stage_id).exists():
        faults.append(Problem("unknown_entrant", "/entrant"))
    return make(
        actor,
        NewRuling(
            round=round_,
            code=code,
            effect=RulingEffect.FINE,
            reason=reason,
            match=match,
            entrant=entrant,
            match_points=match_points,
            game_points=game_points,
        ),
        faults,
    )


def forfeit_match(
    actor: Actor,
    match: Match,
    offenders: list[Entrant],
    *,
    reason: str,
    code: str = "no_show",
    value: Mapping[str, Any] | None = None,
    **told: Any,
) -> Ruling:
    """Give the match to the side that was there; with both sides as offenders it is a double forfeit.

    `told` and `value` are what else a ruling may say: the hand in which it happened, article, public note.
    """
    sides = {each.entrant_id: each.side for each in match.participations.all()}
    if len(set(sides.values())) < 2:
        raise Invalid.of("match_is_a_bye")
    if not offenders:
        problem = "offender_needed"
    else:
        problem = "" if all(each.pk in sides for each in offenders) else "not_in_match"
    lost = sorted({sides[each.pk] for each in offenders if each.pk in sides})
    return make(
        actor,
        NewRuling(
            round=match.round,
            code=code,
            effect=RulingEffect.FORFEIT,
            reason=reason,
            match=match,
            entrant=next(iter(offenders), None),
            value={**(value or {}), "lost": lost},
            **told,
        ),
        [Problem(problem, "/offenders")] if problem else (),
    )


def adjust_match(
    actor: Actor, match: Match, match_points: Mapping[str, Fraction], *, reason: str, code: str = "adjusted"
) -> Ruling:
    """Set the match points of each side by hand; won or drawn then follows from them."""
    sides = {each.side for each in match.participations.all()}
    are_complete = set(match_points) == sides and len(sides) > 1
    value = {"match_points": {side: str(points) for side, points in match_points.items()}}
    return make(
        actor,
        NewRuling(
            round=match.round,
            code=code,
            effect=RulingEffect.MATCH,
            reason=reason,
            match=match,
            entrant=_first_entrant(match),
            value=value,
        ),
        () if are_complete else [Problem("one_number_per_side", "/match_points")],
    )


def close_match(actor: Actor, match: Match, *, reason: str, code: str = "time") -> Ruling:
    """End a match early by the game's rule for that: the clock, or the director.

    Raises Conflict for a match that is not being played.
    """
    if len({each.side for each in match.participations.all()}) < 2:
        raise Invalid.of("match_is_a_bye")
    return make(
        actor,
        NewRuling(
            round=match.round,
            code=code,
            effect=RulingEffect.CLOSE,
            reason=reason,
            match=match,
            entrant=_first_entrant(match),
            value={"reason": "time"},
        ),
    )


def _first_entrant(match: Match) -> Entrant | None:
    first = match.participations.select_related("entrant").first()
    return first.entrant if first is not None else None


def make(actor: Actor, new: NewRuling, faults: Sequence[Problem] = ()) -> Ruling:
    """Store a ruling and do what it says.

    Raises Invalid with the `faults` that its kind has, without a reason, and in a draft, with which the
    ruling would be thrown away: all of them at once; Conflict in a wrong state.
    """
    problems = list(faults)
    if not new.reason.strip():
        problems.append(Problem("reason_needed", "/reason"))
    if new.round.status == RoundStatus.DRAFT:
        problems.append(Problem("round_not_published"))
    if problems:
        raise Invalid(problems[0].code, tuple(problems))
    stage = new.round.stage
    with act(stage.event, actor) as journal:
        lock_place(new.round, new.match)
        if new.match is not None and new.effect == RulingEffect.CLOSE:
            _require_playing(new.match)
        value = dict(new.value)
        if new.match is not None and new.effect in SETS_RESULT:
            value["before"] = _state(new.match)
        ruling = store(actor, new, value)
        if new.match is not None:
            _settle_match(new.match, ruling)
            score_match(journal, new.match, load(new.match))
        journal.add(Verb.RULING_MADE, f"ruling:{ruling.position}", **said(new))
        publish_later(journal, stage)
    return ruling


def cancel_ruling(actor: Actor, ruling: Ruling, *, reason: str) -> Ruling:
    """Take a ruling back: a new row replaces it, and what it had done is undone; the history stays.

    Raises Invalid without a reason, for an effect that cannot be undone like this, and where a match of a
    closed round would be open again; Conflict for a ruling that was replaced or cancelled already.
    """
    if not reason.strip():
        raise Invalid.of("reason_needed", "/reason")
    if ruling.round is None or not may_be_undone(ruling):
        raise Invalid.of("cannot_be_cancelled", effect=ruling.effect)
    with act(ruling.event, actor) as journal:
        match = ruling.match
        lock_place(ruling.round, match)
        if Ruling.objects.filter(replaces=ruling).exists() or ruling.status == RulingStatus.CANCELLED:
            raise Conflict("ruling_replaced")
        new = NewRuling(
            round=ruling.round,
            code=ruling.code,
            effect=ruling.effect,
            reason=reason,
            match=match,
            hand=ruling.hand,
            entrant=ruling.entrant,
            player=ruling.player,
            match_points=ruling.match_points,
            game_points=ruling.game_points,
            article=ruling.article,
            public_note=ruling.public_note,
        )
        row = store(actor, new, ruling.value, ruling)
        if match is not None:
            _undo(actor, match, ruling, row)
            score_match(journal, match, load(match))
        journal.add(Verb.RULING_CHANGED, f"ruling:{row.position}", replaces=ruling.position, reason=reason)
        publish_later(journal, ruling.round.stage)
    return row


def _undo(actor: Actor, match: Match, ruling: Ruling, by: Ruling) -> None:
    """Take out of a match, or of one of its hands, what a ruling had done; `by` cancels it."""
    if ruling.effect == RulingEffect.HAND:
        bring_back(actor, match, ruling, by)
    else:
        _settle_match(match, by)


def _require_playing(match: Match) -> None:
    status = lock(match).status
    if status not in {MatchStatus.SCHEDULED, MatchStatus.PLAYING}:
        raise Conflict("wrong_state", params={"state": status, "wanted": MatchStatus.COMPLETE})


def _state(match: Match) -> dict[str, list[str | None]]:
    """What is set by hand in a match, by side."""
    return {
        each.side: [each.outcome, None if each.match_points is None else str(each.match_points)]
        for each in Participation.objects.filter(match=match)
    }


def _settle_match(match: Match, latest: Ruling) -> None:
    """Set the result of a match to what all its rulings in force say, in their order.

    It starts from what stood before the first of them, so that one cancelled in between leaves no trace.
    """
    if latest.effect not in SETS_RESULT:
        return
    made = list(Ruling.objects.filter(match=match, effect__in=SETS_RESULT).order_by("position"))
    replaced = {each.replaces_id for each in made}
    standing = [each for each in made if each.pk not in replaced and each.status in IN_FORCE]
    before = _before(made, standing)
    rows = list(Participation.objects.filter(match=match))
    for row in rows:
        outcome, points = before.get(row.side, ["", None])
        row.outcome, row.match_points = outcome, None if points is None else Fraction(points)
    for ruling in standing:
        if SETS_RESULT[ruling.effect] in ruling.value:
            _set_result(rows, ruling)
    Participation.objects.bulk_update(rows, ["outcome", "match_points"])


def _before(made: Sequence[Ruling], standing: Sequence[Ruling]) -> dict[str, Any]:
    """What was set in a match, by side, before the first of its rulings that remembers it.

    Those of an archive do not: what they did is part of it, as long as all of them stand.
    """
    first = next((at for at, each in enumerate(made) if "before" in each.value), None)
    if first is None or any(each not in standing for each in made[:first]):
        return {}
    before: dict[str, Any] = made[first].value["before"]
    return before


def _set_result(rows: list[Participation], ruling: Ruling) -> None:
    """Write a forfeit or an adjusted result into the sides of a match.

    Of two sides the latest forfeit decides who has lost; at a table of three it joins those who lost before.
    """
    if ruling.effect == RulingEffect.MATCH:
        for row in rows:
            row.match_points = Fraction(ruling.value["match_points"][row.side])
        return
    lost = set(ruling.value["lost"])
    if len(rows) > 2:
        lost |= {row.side for row in rows if row.outcome == Outcome.FORFEIT_LOSS}
    nobody = lost == {row.side for row in rows}
    for row in rows:
        kept = Outcome.FORFEIT_LOSS if row.side in lost else Outcome.FORFEIT_WIN
        row.outcome = Outcome.DOUBLE_FORFEIT if nobody else kept
