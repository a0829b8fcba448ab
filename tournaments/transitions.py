"""The life of events, stages, rounds and matches as data.

The same table tells a service what may follow, the director's screen which buttons to show, and the docs
which arrows to draw.
"""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.access import Permission
from tournaments.errors import Conflict
from tournaments.models import Event, Match, Round, Stage

P = Permission


@dataclass(frozen=True, slots=True)
class Transition:
    """One allowed change of state and the permission that it takes."""

    source: str
    target: str
    permission: Permission


TRANSITIONS: dict[type, tuple[Transition, ...]] = {
    Event: (
        Transition("draft", "registration", P.EVENT_EDIT),
        Transition("draft", "running", P.EVENT_EDIT),
        Transition("registration", "draft", P.EVENT_EDIT),
        Transition("registration", "running", P.EVENT_EDIT),
        Transition("running", "finished", P.EVENT_EDIT),
        Transition("finished", "running", P.RESULTS_RULE),
    ),
    Stage: (
        Transition("planned", "running", P.ROUNDS_DRAW),
        Transition("running", "closed", P.ROUNDS_CLOSE),
        Transition("closed", "running", P.RESULTS_RULE),
    ),
    Round: (
        Transition("draft", "published", P.ROUNDS_PUBLISH),
        Transition("published", "playing", P.RESULTS_ENTER),
        Transition("published", "closed", P.ROUNDS_CLOSE),
        Transition("playing", "closed", P.ROUNDS_CLOSE),
        Transition("closed", "playing", P.RESULTS_RULE),
    ),
    Match: (
        Transition("scheduled", "playing", P.RESULTS_ENTER),
        Transition("scheduled", "complete", P.RESULTS_ENTER),
        Transition("playing", "complete", P.RESULTS_ENTER),
        Transition("complete", "playing", P.RESULTS_CORRECT),
        Transition("complete", "scheduled", P.RESULTS_CORRECT),
        Transition("playing", "scheduled", P.RESULTS_CORRECT),
        Transition("scheduled", "forfeited", P.RESULTS_RULE),
        Transition("playing", "forfeited", P.RESULTS_RULE),
        Transition("complete", "forfeited", P.RESULTS_RULE),
        Transition("forfeited", "playing", P.RESULTS_RULE),
        Transition("forfeited", "scheduled", P.RESULTS_RULE),
        Transition("forfeited", "complete", P.RESULTS_RULE),
        Transition("scheduled", "void", P.RESULTS_RULE),
        Transition("playing", "void", P.RESULTS_RULE),
        Transition("complete", "void", P.RESULTS_RULE),
        Transition("void", "scheduled", P.RESULTS_RULE),
    ),
}


def allowed(row: Event | Stage | Round | Match) -> tuple[Transition, ...]:
    """What may follow the state of the row."""
    return tuple(each for each in TRANSITIONS[type(row)] if each.source == row.status)


def move(row: Event | Stage | Round | Match, target: str) -> None:
    """Put the row into a state that may follow and save it; raises Conflict `wrong_state` otherwise."""
    if not any(each.target == target for each in allowed(row)):
        raise Conflict("wrong_state", params={"state": row.status, "wanted": target})
    row.status = target
    row.save(update_fields=["status"])
