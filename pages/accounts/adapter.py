"""How django-allauth speaks and acts on this site."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.internal.httpkit import clean_client_ip
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from pages import addresses
from pages.accounts import brakes, letters, mail
from tournaments.models import User

BRAKED = "too_many_login_attempts"


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Accounts by invitation, brakes of our own, words in both languages."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": gettext_lazy(
            "Name and password do not match an account. Look whether capitals are locked, and try again."
        ),
        "enter_current_password": gettext_lazy("This is not your present password."),
        "incorrect_password": gettext_lazy("This is not your present password."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Nobody signs up: accounts come by invitation, or from who runs the site."""
        return False

    def is_ajax(self, request: HttpRequest) -> bool:
        """Pages answer with pages, whatever the request asks for."""
        return False

    def get_client_ip(self, request: HttpRequest) -> str:
        """The client's address: that of the peer, or with PROXIES the one that the outermost of them saw."""
        address = str(request.META.get("REMOTE_ADDR", ""))
        told = request.headers.get("x-forwarded-for", "").split(",")
        if settings.PROXIES and told != [""]:
            address = told[-min(settings.PROXIES, len(told))]
        return clean_client_ip(address) or "unknown"

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the attempt; raises ValidationError where no more are looked at for now."""
        try:
            usage = brakes.count_attempt(request, credentials.get("username") or "")
        except brakes.Braked as braked:
            raise braked_error(braked.seconds) from braked
        self._login_failed_rl_usage = usage  # taken back by allauth after the right password

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """In a flood of guesses a wrong password and a name that nobody has are answered alike."""
        if brakes.is_flooded(request):
            raise braked_error(60)

    def add_message(self, request: HttpRequest, level: int, *args: Any, **kwargs: Any) -> None:
        """Only what the next page does not show by itself: that the password is another one now."""
        if "account/messages/password_changed.txt" in args and request.user.is_authenticated:
            messages.success(request, _("Your password is changed. Other browsers are logged out."))

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Back to the account."""
        return reverse("account")

    def get_reset_password_from_key_url(self, key: str) -> str:
        """The link of that letter: at the site's own address, whatever name the request was sent to."""
        link = super().get_reset_password_from_key_url(key)
        return addresses.in_letters(link)

    def send_password_reset_mail(self, user: User, email: str, context: dict[str, Any]) -> None:
        """The letter with the link by which a new password is set."""
        mail.send(*letters.new_password(user, context["password_reset_url"]), email)


def braked_error(seconds: int) -> ValidationError:
    """What somebody reads who has tried too often."""
    minutes = -(-seconds // 60)
    text = ngettext(
        "Too many wrong passwords were tried for this account. Try again in %(minutes)s minute.",
        "Too many wrong passwords were tried for this account. Try again in %(minutes)s minutes.",
        minutes,
    )
    return ValidationError(text, code=BRAKED, params={"minutes": minutes, "seconds": seconds})
