"""Logging in and out, one's own account, passwords: django-allauth's views on our pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from allauth.account import views as allauth
from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from pages.accounts import brakes, letters, mail, own
from pages.accounts.adapter import BRAKED
from pages.accounts.welcome import welcome
from pages.acts import posted
from pages.fields import Field
from pages.managing import refusals, seen_next, tell
from tournaments.errors import Invalid
from tournaments.models import User
from tournaments.services.accounts import change_account, end_sessions


class Login(allauth.LoginView):  # type: ignore[misc]  # allauth has no types
    """The page where directors and their helpers log in; who is logged in already goes on."""

    template_name = "account/login.html"

    def form_valid(self, form: Any) -> HttpResponse:
        """Go on to where one wanted to; the browser is known from now on."""
        return welcome(self.request, super().form_valid(form))

    def form_invalid(self, form: Any) -> HttpResponse:
        """The form with what is wrong; 429 for who has tried too often."""
        response: HttpResponse = super().form_invalid(form)
        errors: list[ValidationError] = form.errors.as_data().get(NON_FIELD_ERRORS, [])
        for error in errors:
            if error.code == BRAKED:
                response.status_code = 429
                response["Retry-After"] = str((error.params or {})["seconds"])
        return response


class Logout(allauth.LogoutView):  # type: ignore[misc]
    """Logs out by POST and shows the list of events; the address alone logs nobody out."""

    http_method_names = ["get", "head", "post", "options"]

    def get(self, request: HttpRequest) -> HttpResponse:
        """The list of events, for who typed the address or came back to it."""
        return redirect("home")


@method_decorator(never_cache, name="dispatch")
class PasswordChange(allauth.PasswordChangeView):  # type: ignore[misc]
    """Another password, for who knows the present one; every other browser is logged out."""

    def form_valid(self, form: Any) -> HttpResponse:
        """Back to the account; this browser is known with the new password."""
        return welcome(self.request, super().form_valid(form))


@method_decorator(never_cache, name="dispatch")
class PasswordReset(allauth.PasswordResetView):  # type: ignore[misc]
    """Asks for a letter with a link; the answer is the same whether there is such an account or not."""

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        """Besides what allauth tells: whether there is a mail server at all."""
        return {**super().get_context_data(**more), "mail_is_set_up": mail.is_set_up()}


@method_decorator(never_cache, name="dispatch")
class PasswordSet(allauth.PasswordResetFromKeyView):  # type: ignore[misc]
    """Where the link of that letter leads."""

    def form_valid(self, form: Any) -> HttpResponse:
        """The new password holds, and what was guessed before brakes nobody any more."""
        response: HttpResponse = super().form_valid(form)
        brakes.forget(self.request, self.reset_user)
        return response


def _person(request: HttpRequest) -> User:
    """Who is logged in, behind `login_required`."""
    return cast(User, request.user)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@sensitive_post_parameters("password")
def account(request: HttpRequest) -> HttpResponse:
    """One's name, e-mail address and language, one's roles, and the way to the password."""
    form = own.fields_of(_person(request), request.POST if request.method == "POST" else None)
    faults = []
    if request.method == "POST":
        problems = refusals(lambda: _save(request, form))
        if not problems:
            with translation.override(_person(request).language or translation.get_language()):
                tell(request, _("Saved."))
            return welcome(request, seen_next(request.path))
        faults = own.mark_faults(form, problems)
    about = {"fields": form, "faults": faults, "memberships": own.roles_of(_person(request))}
    return render(request, "account/account.html", about, status=422 if faults else 200)


def _save(request: HttpRequest, form: Sequence[Field]) -> None:
    """Store the account; another e-mail address takes the password, since letters with links go there."""
    user = _person(request)
    typed = {each.name: each.value for each in form if each.kind != "password"}
    before = user.email
    if typed["email"].strip() != before:
        _require_password(request, user)
    changed = request.user = change_account(user, **typed)
    if before and before != changed.email:
        mail.send(*letters.address_changed(changed), before)


def _require_password(request: HttpRequest, user: User) -> None:
    """Raise Invalid where the present password was not typed; guessing it is braked as at the login."""
    password = request.POST.get("password", "")
    try:
        if password and get_adapter(request).reauthenticate(user, password):
            return
    except ValidationError as error:
        raise Invalid.of("bad_password", "/password", reason=" ".join(error.messages)) from error
    raise Invalid.of("present_password_needed", "/password")


@posted
@login_required
def sessions(request: HttpRequest) -> HttpResponse:
    """Log out of every other browser; this one goes on."""
    user = end_sessions(_person(request))
    update_session_auth_hash(request, user)
    request.user = user
    messages.success(request, _("You are logged out everywhere but here."))
    return welcome(request, seen_next(own.address()))
