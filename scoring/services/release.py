"""Recorded hands are hidden until they are released: boards may be played again, and calls are secret."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from scoring.models import Hand, HandEntry, HandStatus
from scoring.selectors.records import is_released, record_of
from tournaments.access import Actor, Permission, require
from tournaments.locks import lock
from tournaments.models import Match, Verb
from tournaments.services.audit import act


def release_hands(actor: Actor, match: Match, number: int | None = None) -> tuple[int, ...]:
    """Let everybody see the records of a match, or of one of its hands; returns the hands that changed.

    What is entered afterwards is not released with them, nor is a hand with two different results. Raises
    NotAllowed for who may not rule on results.
    """
    return _set(actor, match, number, release=True)


def withhold_hands(actor: Actor, match: Match, number: int | None = None) -> tuple[int, ...]:
    """Hide them again; returns the hands that changed. Raises NotAllowed."""
    return _set(actor, match, number, release=False)


def restore_release(match: Match, numbers: Collection[int]) -> None:
    """Release the hands that an archive says were released; its log tells who had done it."""
    for hand, entry in _recorded(match, None) if numbers else ():
        if hand.number in numbers:
            hand.released = entry
            hand.save(update_fields=["released"])


def _set(actor: Actor, match: Match, number: int | None, *, release: bool) -> tuple[int, ...]:
    event = match.round.stage.event
    require(actor, event, Permission.RESULTS_RULE)
    changed = []
    with act(event, actor) as journal:
        lock(match)
        for hand, entry in _recorded(match, number):
            if is_released(hand, entry) == release:
                continue
            hand.released = entry if release else None
            hand.save(update_fields=["released"])
            verb = Verb.HAND_RELEASED if release else Verb.HAND_WITHHELD
            journal.add(verb, f"{match.address}/hand:{hand.number}", revision=entry.revision)
            changed.append(hand.number)
    return tuple(changed)


def _recorded(match: Match, number: int | None) -> Iterator[tuple[Hand, HandEntry]]:
    """The hands with a record to show; `number` picks one of them."""
    hands = Hand.objects.filter(match=match).exclude(status=HandStatus.CONFLICT)
    if number is not None:
        hands = hands.filter(number=number)
    for hand in hands.prefetch_related("entries").order_by("number"):
        entry = record_of(hand.entries.all(), hand)
        if entry is not None:
            yield hand, entry
