"""Addresses of accounts: the part of django-allauth that is used, under its names, and what is ours."""

from __future__ import annotations

from allauth.account import views as allauth
from django.urls import path, re_path
from django.views.generic import RedirectView

from pages.views import account, invitation

urlpatterns = [
    path("login/", account.Login.as_view(), name="login"),
    path("login/", account.Login.as_view(), name="account_login"),
    path("logout/", account.Logout.as_view(), name="logout"),
    path("logout/", account.Logout.as_view(), name="account_logout"),
    path("account/", account.account, name="account"),
    path("account/sessions/", account.sessions, name="account_sessions"),
    path("account/closed/", allauth.account_inactive, name="account_inactive"),
    path("account/password/", account.PasswordChange.as_view(), name="account_change_password"),
    # Who never had a password sets the first one by mail.
    path(
        "account/password/first/",
        RedirectView.as_view(pattern_name="account_reset_password"),
        name="account_set_password",
    ),
    path("account/password/forgotten/", account.PasswordReset.as_view(), name="account_reset_password"),
    path("account/password/sent/", allauth.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^account/password/new/(?P<uidb36>[0-9A-Za-z]{1,13})-(?P<key>[-\w]{1,100})/$",
        account.PasswordSet.as_view(),
        name="account_reset_password_from_key",
    ),
    path(
        "account/password/set/",
        allauth.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    path("invitation/<str:token>/", invitation.invitation, name="invitation"),
]
