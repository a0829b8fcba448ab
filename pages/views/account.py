"""Logging in and out, by Django's own views."""

from __future__ import annotations

from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect


class Login(LoginView):
    """The page where directors and their helpers log in; who is logged in already goes on."""

    template_name = "account/login.html"
    redirect_authenticated_user = True


class Logout(LogoutView):
    """Logs out by POST and shows the list of events; the address alone logs nobody out."""

    http_method_names = ["get", "head", "post", "options"]

    def get(self, request: HttpRequest) -> HttpResponse:
        """The list of events, for who typed the address or came back to it."""
        return redirect("home")
