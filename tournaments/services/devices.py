"""Tablets: prepare one, pair it by its code, know it by its token, revoke it."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from itertools import count

from django.db.models import CharField
from django.utils import timezone

from engine.core.problems import Problem
from engine.registry import get_game
from tournaments.access import Actor
from tournaments.compiled import Reading
from tournaments.errors import Busy, Invalid, Misuse
from tournaments.locks import lock, writing
from tournaments.models import Device, DeviceProfile, DeviceSeen, Event, Match, PairingCode, Table, Verb
from tournaments.services.audit import act

LONGEST_LABEL = 80
CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # without what looks alike
CODE_LENGTH = 8
CODE_LIFETIME = timedelta(minutes=10)
SEEN_EVERY = timedelta(minutes=1)


def digest(secret: str) -> str:
    """SHA-256 of a code or token, which is all that is stored of it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def create_device(
    actor: Actor,
    event: Event,
    *,
    label: str,
    table: Table | None = None,
    profile: str = DeviceProfile.TABLE,
    side: str = "",
    match: Match | None = None,
) -> tuple[Device, str]:
    """A device waiting to be paired, and its first code.

    Raises Invalid with every fault: a table or a side that the profile needs or cannot have, or that is not
    of this event or game.

    A label that another device of the table has already gets a number, so that the two can be told apart.
    """
    problems = list(_faults(event, table, profile, side))
    if problems:
        raise Invalid(problems[0].code, problems)
    with act(event, actor) as journal:
        label = _own_label(event, label, table)
        device = Device.objects.create(
            event=event, label=label, table=table, profile=profile, side=side, match=match
        )
        code = _new_code(device)
        journal.add(Verb.DEVICE_CREATED, f"device:{device.pk}", label=label, table=table and table.number)
    return device, code


def _faults(event: Event, table: Table | None, profile: str, side: str) -> Iterator[Problem]:
    if profile != DeviceProfile.HALL and table is None:
        yield Problem("table_needed", "/table")
    if table is not None and table.event_id != event.pk:
        yield Problem("unknown_table", "/table")
    if profile == DeviceProfile.SIDE and not side:
        yield Problem("side_needed", "/side")
    if side and profile != DeviceProfile.SIDE:
        yield Problem("side_of_a_phone", "/side")
    elif side and side not in _sides(event):
        yield Problem("unknown_side", "/side")


def _sides(event: Event) -> tuple[str, ...]:
    game = get_game(event.game)
    rules = game.read_rules({"profile": event.profile, **event.options})
    if isinstance(rules, tuple):
        raise Misuse(f"stored options of {event.game} are not valid: {rules}")
    return game.sides(rules)


def add_phone(actor: Actor, match: Match, side: str, label: str) -> tuple[Device, str]:
    """A player's own phone for a side of this match alone, and its code.

    One that was prepared before and never paired is used again. Raises Invalid where the match has no such
    side, or no table.
    """
    event = match.round.stage.event
    with act(event, actor):
        match = lock(match)
        if not match.participations.filter(side=side).exists():
            raise Invalid.of("unknown_side", "/side")
        waiting = match.phones.filter(side=side, paired_at=None, revoked_at=None).first()
        if waiting is not None:
            waiting.event = event
            return waiting, renew_code(actor, waiting)
        return create_device(
            actor,
            event,
            label=label[:LONGEST_LABEL],
            table=match.table,
            profile=DeviceProfile.SIDE,
            side=side,
            match=match,
        )


def _own_label(event: Event, label: str, table: Table | None) -> str:
    """The label, with the first number that makes it differ from those in use at the table."""
    in_use = set(
        Device.objects.filter(event=event, table=table, revoked_at=None).values_list("label", flat=True)
    )
    if label not in in_use:
        return label
    numbered = (f"{label[: LONGEST_LABEL - len(str(n)) - 1]} {n}" for n in count(2))
    return next(each for each in numbered if each not in in_use)


def renew_code(actor: Actor, device: Device) -> str:
    """Another code for the device; pairing with it replaces the token that it had."""
    with act(device.event, actor) as journal:
        device = lock(device)
        if device.revoked_at is not None:
            raise Invalid.of("device_revoked")
        code = _new_code(device)
        journal.add(Verb.DEVICE_CREATED, f"device:{device.pk}", label=device.label, again=True)
    return code


def _new_code(device: Device) -> str:
    code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
    PairingCode.objects.create(
        device=device, code_hash=digest(code), expires_at=timezone.now() + CODE_LIFETIME
    )
    return code


def pair_device(code: str) -> tuple[Device, str]:
    """Spend a code: the device and its new token, shown once. Raises Invalid `bad_code` for any other code.

    The rows of device and code are locked, so of two tablets that type the same code one is refused; and so
    is who comes later with another code that was made for the device before.
    """
    wanted = digest(code.strip().upper().replace("-", "").replace(" ", ""))
    found = PairingCode.objects.select_related("device__event").filter(code_hash=wanted).first()
    if found is None:
        raise Invalid.of("bad_code", "/code")
    with act(found.device.event, Actor(device=found.device)) as journal:
        device = lock(found.device)
        locked = lock(found)
        now = timezone.now()
        if locked.used_at is not None or locked.expires_at <= now or device.revoked_at is not None:
            raise Invalid.of("bad_code", "/code")
        device.codes.filter(used_at=None).update(used_at=now)
        token = secrets.token_urlsafe(32)
        device.token_hash = digest(token)
        device.paired_at = now
        device.save(update_fields=["token_hash", "paired_at"])
        journal.add(Verb.DEVICE_PAIRED, f"device:{device.pk}")
    return device, token


def device_of_token(token: str) -> Device | None:
    """The device that the token belongs to, unless it was revoked."""
    wanted = digest(token)
    device = _by_token.first(token_hash=wanted)
    if device is None or device.revoked_at is not None:
        return None
    return device if hmac.compare_digest(device.token_hash or "", wanted) else None


_by_token = Reading(
    lambda token_hash: Device.objects.select_related("event", "table", "seen").filter(token_hash=token_hash),
    token_hash=CharField(),
)


def note_seen(device: Device) -> None:
    """Remember, once a minute, that the device was heard of.

    A transaction is opened only then: on SQLite it would make every request wait for whoever is writing.
    Nobody waits for the note either.
    """
    now = timezone.now()
    seen = getattr(device, "seen", None)
    if seen is None or now - seen.at >= SEEN_EVERY:
        with suppress(Busy), writing():
            DeviceSeen.objects.bulk_create(
                [DeviceSeen(device=device, at=now)],
                update_conflicts=True,
                unique_fields=["device"],
                update_fields=["at"],
            )


def revoke_device(actor: Actor, device: Device) -> None:
    """Take the device's access away at once; revoking twice changes nothing."""
    with act(device.event, actor) as journal:
        device = lock(device)
        if device.revoked_at is None:
            device.revoked_at = timezone.now()
            device.save(update_fields=["revoked_at"])
            journal.add(Verb.DEVICE_REVOKED, f"device:{device.pk}")


def expire_codes() -> int:
    """Delete codes that nobody can use any more; returns how many."""
    return PairingCode.objects.filter(expires_at__lt=timezone.now() - timedelta(days=1)).delete()[0]
