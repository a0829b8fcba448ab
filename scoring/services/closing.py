"""What the closing of a round asks of its matches and hands."""

from __future__ import annotations

from django.utils import timezone

from engine.core.problems import Problem
from scoring.models import Confirmation, Hand, HandStatus, MatchResult, SideResult
from scoring.services.project import TIE_BREAK_LATER, project_match
from tournaments.errors import Invalid
from tournaments.models import Match, Round, Verb
from tournaments.services.audit import Journal


def require_complete(journal: Journal, playing: Round, matches: list[Match]) -> None:
    """Raise Invalid `round_not_complete` with a problem for each match that is not complete.

    A match that only waits for a worker to ask its tie-break is decided here.
    """
    results = {each.match_id: each for each in MatchResult.objects.filter(match__round=playing)}
    for match in matches:
        result = results.get(match.pk)
        if result is not None and result.obstacles == [TIE_BREAK_LATER]:
            match.round = playing
            results[match.pk] = project_match(match, journal, settle=True).result
    tables = dict(playing.matches.values_list("pk", "table__number"))
    problems = []
    for match in sorted(matches, key=lambda each: each.number):
        result = results.get(match.pk)
        if result is None or not result.complete:
            obstacle = ", ".join(result.obstacles) if result is not None else ""
            params: dict[str, int | str] = {"table": tables.get(match.pk) or 0, "obstacle": obstacle}
            problems.append(Problem("match_open", f"/matches/{match.pk}", params))
    if problems:
        raise Invalid("round_not_complete", problems)


def confirm_rest(journal: Journal, playing: Round) -> None:
    """The closing is the director's word for every hand that still waits for the other side."""
    hands = Hand.objects.filter(match__round=playing, status=HandStatus.SUBMITTED, current__isnull=False)
    waiting = list(hands.select_related("current", "match").order_by("match", "number"))
    known = set(
        Confirmation.objects.filter(entry__in=[hand.current_id for hand in waiting], side="").values_list(
            "entry_id", flat=True
        )
    )
    now, user = timezone.now(), journal.actor.user
    Confirmation.objects.bulk_create(
        Confirmation(entry_id=hand.current_id or 0, user=user, at=now)
        for hand in waiting
        if hand.current_id not in known
    )
    for hand in waiting:
        hand.match.round = playing
        name = f"{hand.match.address}/hand:{hand.number}"
        journal.add(Verb.HAND_CONFIRMED, name, revision=hand.current and hand.current.revision, side="")
    hands.update(status=HandStatus.CONFIRMED)
    MatchResult.objects.filter(match__round=playing, confirmed=False).update(confirmed=True)
    SideResult.objects.filter(match__round=playing, confirmed=False).update(confirmed=True)
