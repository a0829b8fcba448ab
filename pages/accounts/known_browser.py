"""Browsers in which somebody has logged in before: guesses made elsewhere do not brake them.

The cookie is signed, names its browser by a random mark, and knows for each account what its password was
made into; a new password, or logging out everywhere, makes it forget.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from tournaments.models import User

COOKIE = "known"
SALT = "baza.known-browser"
LIFETIME = timedelta(days=180)
MOST_ACCOUNTS = 5


def mark_of(request: HttpRequest, user: User | None) -> str:
    """The mark of this browser for the account, "" where nobody has logged into it here."""
    if user is None:
        return ""
    kept = _kept(request)
    is_known = kept["accounts"].get(str(user.pk)) == _fingerprint(user)
    return f"{kept['browser']}:{user.pk}" if is_known else ""


def remember(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Let the browser know the account from now on; of many the last five."""
    kept = _kept(request)
    others = [pair for pair in kept["accounts"].items() if pair[0] != str(user.pk)]
    accounts = dict([*others[1 - MOST_ACCOUNTS :], (str(user.pk), _fingerprint(user))])
    value = signing.dumps({"browser": kept["browser"], "accounts": accounts}, salt=SALT)
    response.set_cookie(
        COOKIE,
        value,
        max_age=LIFETIME,
        path=settings.SESSION_COOKIE_PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _kept(request: HttpRequest) -> dict[str, Any]:
    """What the cookie says; the beginning of a new one where there is none that we signed."""
    try:
        kept: dict[str, Any] = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=LIFETIME)
    except signing.BadSignature:
        return {"browser": secrets.token_urlsafe(12), "accounts": {}}
    return kept


def _fingerprint(user: User) -> str:
    return salted_hmac(SALT, user.get_session_auth_hash(), algorithm="sha256").hexdigest()[:24]
