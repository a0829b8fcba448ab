"""People and their club."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """Somebody who can log in: a director, a helper, the owner of a club's account.

    Capitals do not count in user names. `session_salt` goes into every session of the account: a new one ends
    them all.
    """

    language = models.CharField(_("language"), max_length=8, blank=True, default="")
    session_salt = models.CharField(max_length=32, blank=True, default="")

    class Meta(AbstractUser.Meta):
        constraints = [models.UniqueConstraint(Lower("username"), name="user_name_once_in_any_case")]

    def get_session_auth_hash(self) -> str:
        """What a session of this account must show to go on."""
        return self._salted(super().get_session_auth_hash())

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """The same under earlier secret keys."""
        return map(self._salted, super().get_session_auth_fallback_hash())

    def _salted(self, made: str) -> str:
        # Signed already, by the secret key or by an earlier one.
        return hashlib.sha256(f"{self.session_salt}{made}".encode()).hexdigest()


class Club(models.Model):
    """Who organises events; slugs of events are unique inside it."""

    name = models.CharField(_("name"), max_length=200)
    slug = models.SlugField(_("address"), max_length=80, unique=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    language = models.CharField(_("language"), max_length=8, default="en")

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """A person who plays. Shown only through `display_name`, so that anonymising works everywhere."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(_("name"), max_length=200)
    short_name = models.CharField(_("short name"), max_length=60, blank=True, default="")
    email = models.EmailField(_("e-mail"), blank=True, default="")
    user = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="players")
    consent_public = models.BooleanField(_("name may be published"), default=True)
    anonymised_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["club", "name"])]

    def __str__(self) -> str:
        return self.display_name()

    def display_name(self) -> str:
        """The name as it may be shown."""
        return str(_("Player {number}")).format(number=self.pk) if self.anonymised_at else self.name
