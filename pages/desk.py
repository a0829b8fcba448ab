"""What all pages of the director's desk share: the door, what went wrong in words, answers to a form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.timezone import now
from django.utils.translation import gettext as _

from engine.core.problems import Problem
from engine.registry import get_game
from pages import live
from scoring.selectors.calls import open_calls
from scoring.selectors.desk import Obstacle
from scoring.selectors.events import event_at
from tournaments.access import Actor, Permission, permissions, require
from tournaments.errors import DomainError
from tournaments.models import Call, Event
from tournaments.texts import sentence

P = Permission


@dataclass(frozen=True)
class Desk:
    """Who sits at the desk of an event, and what they may do there."""

    actor: Actor
    event: Event
    granted: frozenset[Permission]

    @property
    def may(self) -> dict[str, bool]:
        """The permissions by the names that templates use."""
        return {each.name.lower(): each in self.granted for each in Permission}

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """The tables that wait for somebody, for who may answer them; read once a request."""
        return open_calls(self.event) if P.CALLS_TAKE in self.granted else ()

    @property
    def poll(self) -> str:
        """How often a page asks what is new."""
        return f"every {live.POLL_SECONDS}s"

    def url(self, name: str, *rest: object, **query: str | int) -> str:
        """The address of a page of this desk."""
        path = reverse(name, args=[self.event.club.slug, self.event.slug, *rest])
        return f"{path}?{urlencode(query)}" if query else path


def desk_at(request: HttpRequest, club: str, slug: str, permission: Permission = P.EVENT_VIEW) -> Desk:
    """The desk of the event at this address; raises NotFound or NotAllowed for who may not sit there.

    Everybody who helps may: who directs, who enters results, who looks at drafts.
    """
    actor = Actor.of(request.user)
    event = event_at(actor, club, slug)
    granted = permissions(actor, event)
    if P.DRAFTS_VIEW not in granted:
        require(actor, event, P.RESULTS_ENTER)
    require(actor, event, permission)
    return Desk(actor, event, granted)


def faults(error: DomainError, event: Event) -> tuple[str, ...]:
    """Everything that was wrong, as sentences; each said once."""
    game = get_game(event.game)
    problems: Sequence[Problem] = error.problems
    if error.code == "round_not_complete":
        return tuple(_match_open(each) for each in problems)
    return tuple(dict.fromkeys(sentence(each, game) for each in problems))


def _match_open(problem: Problem) -> str:
    """A table that keeps the round open, and why."""
    obstacles = [each for each in str(problem.params.get("obstacle", "")).split(", ") if each]
    reasons = obstacles_in_words(_read(each) for each in obstacles)
    table = problem.params.get("table", "")
    if not reasons:
        return _("Table %(table)s has not finished.") % {"table": table}
    return _("Table %(table)s has not finished: %(reasons)s") % {
        "table": table,
        "reasons": "; ".join(reasons),
    }


def _read(text: str) -> Obstacle:
    code, _sign, hand = text.partition(":")
    return Obstacle(code, int(hand) if hand.isdecimal() else None)


def obstacles_in_words(obstacles: Iterable[Obstacle]) -> tuple[str, ...]:
    """What has to be done about a match, shortly."""
    words = {
        "conflict": _("hand %(hand)s: two different results"),
        "missing_hand": _("hand %(hand)s is missing"),
        "doubtful": _("hand %(hand)s does not fit any more what came before it"),
        "match_tie_break": _("the tie is being decided"),
    }
    return tuple(words.get(each.code, each.code) % {"hand": each.hand} for each in obstacles)


def minute() -> int:
    """The minute it is: what is shown in minutes changes with it."""
    return int(now().timestamp() // 60)
