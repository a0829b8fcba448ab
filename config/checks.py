"""System checks: settings that would hurt in production are refused at start."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from django.apps.config import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register

from config.exposure import exposed_hosts, uses_known_key


@register(Tags.security)
def check_exposure(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """The demo's key and DEBUG are for loopback hosts alone."""
    if not exposed_hosts():
        return []
    problems: list[CheckMessage] = []
    if uses_known_key():
        problems.append(
            Error(
                "The demo's SECRET_KEY is used for a host that others can reach.",
                hint="Set SECRET_KEY to a long random text of your own.",
                id="baza.E001",
            )
        )
    if settings.DEBUG:
        problems.append(
            Error(
                "DEBUG is on for a host that others can reach.",
                hint="Leave DEBUG unset; it is for a developer's own machine.",
                id="baza.E002",
            )
        )
    return problems


@register(Tags.caches)
def check_workers(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Several web processes need a cache in common: each would count attempts and rates on its own."""
    if int(os.environ.get("WEB_CONCURRENCY", "1")) > 1 and not settings.REDIS_URL:
        return [
            Error(
                "Several web processes run without Redis.",
                hint="Set REDIS_URL, or WEB_CONCURRENCY to 1.",
                id="baza.E003",
            )
        ]
    return []
