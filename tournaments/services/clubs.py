"""Clubs of a site: what an operator names before anybody can direct."""

from __future__ import annotations

import re
from zoneinfo import ZoneInfo

from django.conf import settings

from engine.core.problems import Problem
from tournaments.errors import Invalid
from tournaments.locks import writing
from tournaments.models import Club

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST_SLUG, LONGEST_NAME = 80, 200


def add_club(*, slug: str, name: str, time_zone: str = "UTC", language: str = "en") -> Club:
    """A new club; raises Invalid `invalid_club` with every fault."""
    problems = []
    if not SLUG.fullmatch(slug) or len(slug) > LONGEST_SLUG:
        problems.append(Problem("bad_slug", "/slug", {"slug": slug}))
    elif Club.objects.filter(slug=slug).exists():
        problems.append(Problem("slug_taken", "/slug", {"slug": slug}))
    name = " ".join(name.split())
    if not name:
        problems.append(Problem("missing_value", "/name"))
    elif len(name) > LONGEST_NAME:
        problems.append(Problem("too_long", "/name", {"most": LONGEST_NAME}))
    if not _is_time_zone(time_zone):
        problems.append(Problem("unknown_time_zone", "/time_zone", {"value": time_zone}))
    if language not in dict(settings.LANGUAGES):
        known = ", ".join(dict(settings.LANGUAGES))
        problems.append(Problem("unknown_language", "/language", {"value": language, "known": known}))
    if problems:
        raise Invalid("invalid_club", problems)
    with writing():
        return Club.objects.create(slug=slug, name=name, time_zone=time_zone, language=language)


def _is_time_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return False
    return True
