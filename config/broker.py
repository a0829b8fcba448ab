"""Whether the broker is there: told to supervisors and collectors, and no condition of anything."""

from __future__ import annotations

import redis
from django.conf import settings

SECONDS = 0.5


def broker_answers() -> bool | None:
    """Whether Redis answers at once; None where none is used."""
    if not settings.REDIS_URL:
        return None
    patience = {"socket_timeout": SECONDS, "socket_connect_timeout": SECONDS}
    try:
        with redis.Redis.from_url(settings.REDIS_URL, **patience) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False
