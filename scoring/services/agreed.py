"""A hand typed at the desk to which both sides have agreed already: entered and confirmed in one act."""

from __future__ import annotations

from dataclasses import replace

from scoring.intake import Submission, submit
from scoring.models import EntrySource, HandStatus
from scoring.receipts import Receipt
from scoring.services.confirm import confirm_hand
from tournaments.access import Actor
from tournaments.errors import DomainError
from tournaments.models import Match
from tournaments.services.audit import act


def submit_agreed(match: Match, typed: Submission, actor: Actor) -> Receipt:
    """Take the submission and confirm what came of it, so that the standings are computed once.

    Raises what `submit` raises; a different result that was kept all the same stays kept.
    """
    with act(match.round.stage.event, actor):
        outcome = _taken(match, typed, actor)
        if isinstance(outcome, Receipt) and outcome.status == HandStatus.SUBMITTED:
            confirmed = confirm_hand(actor, match, typed.number, outcome.revision or 0)
            outcome = replace(confirmed, rescored=outcome.rescored)
    if isinstance(outcome, DomainError):
        raise outcome
    return outcome


def _taken(match: Match, typed: Submission, actor: Actor) -> Receipt | DomainError:
    """What the path of a result says; a refusal has undone its own writing, and no more than that."""
    try:
        return submit(match, typed, actor, EntrySource.USER)
    except DomainError as error:
        return error
