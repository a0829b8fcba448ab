"""Players' own phones of one match: they speak for the side on which their owners sit."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils import timezone

from tournaments.models import Device, Verb
from tournaments.services.audit import Journal


def follow_owners(journal: Journal, moved: Mapping[int, Mapping[str, str]]) -> None:
    """Let the phones of matches speak for the side of their owners now: by match (id), sides new by old.

    The matches are locked. Of a side that is not named the owners have left or were parted: its phones speak
    no more.
    """
    for phone in Device.objects.filter(match__in=list(moved), revoked_at=None).exclude(side=""):
        side = moved[phone.match_id or 0].get(phone.side)
        if side is None:
            phone.revoked_at = timezone.now()
            phone.save(update_fields=["revoked_at"])
            journal.add(Verb.DEVICE_REVOKED, f"device:{phone.pk}", label=phone.label)
        elif side != phone.side:
            phone.side = side
            phone.save(update_fields=["side"])
