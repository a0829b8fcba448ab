"""What slows down those who guess passwords, and nobody else at the same address.

Everybody in a hall shares one address, so an address alone is never shut: what is counted is one account at
one address, and one account at any. An address from which much is guessed leaves each account fewer tries,
but always its own; see docs/people.md. The rates stand in the settings (ACCOUNT_RATE_LIMITS).
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Any

import structlog
from allauth.account.internal.userkit import get_user_by_username
from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.http import HttpRequest
from redis.exceptions import RedisError

from pages.accounts.known_browser import mark_of
from tournaments.models import User

logger = structlog.get_logger(__name__)

APP = "allauth.account"
Usage = Any
"""A `RateLimitUsage` of allauth: what was counted, and can be taken back after the right password."""


class Braked(Exception):
    """Too many wrong passwords: nothing more is looked at for so many seconds."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__(seconds)


def count_attempt(request: HttpRequest, login: str) -> Usage:
    """Count an attempt to log in before the password is looked at; raises Braked.

    Without its cache the site cannot count and looks at no password: the cache's error becomes a 503.
    """
    name = login.strip().lower()
    found = get_user_by_username(name)
    user = found if isinstance(found, User) else None
    if mark := mark_of(request, user):
        return _take(request, [("login_known", mark)])
    if user is None:
        _take(request, [("login_unknown", None)])
    here = f"{ratelimit.get_ip(request)} {name}"
    counted = [("login_here", here), ("login_account", name)]
    if _is_used_up(request, "login_address"):
        counted.insert(0, ("login_noisy", here))
    usage = _take(request, counted)
    if noise := ratelimit.consume(request, app=APP, action="login_address"):
        usage.usage.extend(noise.usage)
    return usage


def _take(request: HttpRequest, counted: Sequence[tuple[str, str | None]]) -> Usage:
    """Count under each of these names; raises Braked, and counts under none, where one is used up."""
    total = ratelimit.RateLimitUsage(usage=[])
    for action, key in counted:
        taken = ratelimit.consume(request, app=APP, action=action, key=key)
        if taken is None:
            total.rollback()
            raise Braked(_seconds_left(request, action, key))
        total.usage.extend(taken.usage)
    return total


def is_flooded(request: HttpRequest) -> bool:
    """Whether so many unknown names came from the address that a wrong password is answered like one."""
    return _is_used_up(request, "login_unknown")


def _is_used_up(request: HttpRequest, action: str) -> bool:
    return ratelimit.consume(request, app=APP, action=action, dry_run=True) is None


def _seconds_left(request: HttpRequest, action: str, key: str | None) -> int:
    """Until the oldest attempt that fills a rate is forgotten."""
    waits = [1.0]
    for rate in ratelimit.get_rates(app=APP, action=action):
        name = ratelimit.get_cache_key(request, app=APP, action=action, rate=rate, key=key)
        stamps = cache.get(name, [])
        if len(stamps) >= rate.amount:
            waits.append(stamps[-1] + rate.duration - time.time())
    return math.ceil(max(waits))


def forget(request: HttpRequest, user: User) -> None:
    """A password was set anew by a link in a mail: what was guessed before does not count any more."""
    name = user.get_username().lower()
    here = f"{ratelimit.get_ip(request)} {name}"
    try:
        for action, key in (("login_here", here), ("login_noisy", here), ("login_account", name)):
            ratelimit.clear(request, app=APP, action=action, key=key)
    except (RedisError, OSError) as error:
        logger.warning("brakes_without_cache", error=type(error).__name__)
