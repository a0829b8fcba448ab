"""Reads of recorded hands: the record of the revision that counts, and whether everybody may see it."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import BooleanField, ExpressionWrapper, Q

from scoring.models import Hand, HandEntry, HandStatus
from tournaments.errors import NotFound
from tournaments.models import Match

Step = tuple[int, bool, bool]
"""A revision of a hand: its entry, whether that has a record, whether a ruling made it."""


def record_of(entries: Iterable[HandEntry], hand: Hand) -> HandEntry | None:
    """The entry with the record of the revision that counts, from all entries of the hand.

    A ruling changes what a hand is worth, never how it was played: it leaves the record of the revision
    before it. A void hand has none.
    """
    if _is_nothing(hand):
        return None
    revisions = {each.pk: each for each in entries if each.revision is not None}
    latest = sorted(revisions.values(), key=lambda each: -(each.revision or 0))
    steps = ((each.pk, each.record is not None, each.ruling_id is not None) for each in latest)
    return revisions.get(_walk(steps) or 0)


def _is_nothing(hand: Hand) -> bool:
    """Whether the hand does not count at all."""
    return hand.current_id is None or hand.status == HandStatus.VOID


def _walk(steps: Iterable[Step]) -> int | None:
    """The first revision with a record, the latest first; what was typed without one ends the search."""
    for entry, has_record, is_ruled in steps:
        if has_record:
            return entry
        if not is_ruled:
            return None
    return None


def recorded_hand(match: Match, number: int) -> tuple[Hand, HandEntry]:
    """A hand and the entry whose record is shown, in two queries; raises NotFound where there is none."""
    hand = Hand.objects.filter(match=match, number=number).select_related("current", "score").first()
    if hand is None:
        raise NotFound("no_such_hand")
    hand.match = match
    entry = record_of(HandEntry.objects.filter(hand=hand, revision__isnull=False), hand)
    if entry is None:
        raise NotFound
    return hand, entry


def is_released(hand: Hand, entry: HandEntry | None) -> bool:
    """Whether everybody may see the record that is shown of a hand; nobody may while results differ."""
    return entry is not None and hand.released_id == entry.pk and hand.status != HandStatus.CONFLICT


def released_hands(hands: Iterable[Hand]) -> frozenset[int]:
    """The ids of those hands whose record everybody may see; asks only where a ruling came behind it."""
    marked = [hand for hand in hands if hand.released_id is not None and not _is_nothing(hand)]
    marked = [hand for hand in marked if hand.status != HandStatus.CONFLICT]
    shown = {hand.pk for hand in marked if hand.released_id == hand.current_id}
    ruled = {hand.pk: hand for hand in marked if hand.pk not in shown}
    steps: dict[int, list[Step]] = {}
    if ruled:
        rows = HandEntry.objects.filter(hand__in=list(ruled), revision__isnull=False).order_by("-revision")
        has_record = ExpressionWrapper(Q(record__isnull=False), output_field=BooleanField())
        steps_of = rows.annotate(has_record=has_record).values_list("hand", "pk", "has_record", "ruling")
        for hand_id, entry, has, ruling in steps_of:
            steps.setdefault(hand_id, []).append((entry, has, ruling is not None))
    return frozenset(
        shown | {pk for pk, hand in ruled.items() if _walk(steps.get(pk, ())) == hand.released_id}
    )
