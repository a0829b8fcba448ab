"""The form of logging in: allauth's, under the names that our page uses."""

from __future__ import annotations

from allauth.account import forms


class LoginForm(forms.LoginForm):  # type: ignore[misc]  # allauth has no types
    """User name and password."""

    def add_prefix(self, field_name: str) -> str:
        """The field that allauth calls `login` is the user name."""
        return "username" if field_name == "login" else str(super().add_prefix(field_name))
