"""Why a table of three is as it is, and why somebody sits out; the sentences stand in `reasons.WHY_TEXTS`."""

from __future__ import annotations

from typing import Any

from tournaments.pairing.base import Why
from tournaments.pairing.threes import Threes, Trio, pairs_of


def why_table(field: Threes, trio: Trio) -> Why:
    """Return the reason for a table: who of it has met, and when."""
    if trio in field.fixed:
        return Why("fixed")
    again = [(one, other) for one, other in pairs_of([trio]) if field.met[one][other]]
    if not again:
        return Why("all_new")
    said = [_meeting(field, one, other) for one, other in again]
    if len(said) == 1:
        return Why("meets_again", said[0])
    pairs = (f"{each['number']}–{each['other']} ({each['rounds']})" for each in said)
    return Why("meet_again", {"pairs": ", ".join(pairs)})


def why_sits_out(field: Threes, place: int) -> Why:
    """Return the reason why somebody sits out."""
    entrant = field.entrants[place]
    params = {"number": entrant.number, "times": entrant.byes}
    if entrant.byes > min(field.entrants[each].byes for each in field.free):
        return Why("sits_out_again", params)
    return Why("sits_out" if entrant.byes else "sits_out_first", params)


def _meeting(field: Threes, one: int, other: int) -> dict[str, Any]:
    """Two who meet again, by number, with the rounds in which they met."""
    rounds = ", ".join(map(str, field.rounds_met(one, other)))
    return {
        "number": field.entrants[one].number,
        "other": field.entrants[other].number,
        "rounds": rounds,
    }
