"""What a browser keeps of somebody who has logged in: that it knows them, and their language."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from pages.accounts.known_browser import remember
from tournaments.models import User


def welcome(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The response with both cookies; nothing for who is not logged in after all."""
    user = request.user
    if not isinstance(user, User):
        return response
    remember(request, response, user)
    if user.language:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            user.language,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            path=settings.LANGUAGE_COOKIE_PATH,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            samesite="Lax",
        )
    return response
