"""Whether others could reach a site that is not made for them."""

from __future__ import annotations

import ipaddress

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from config.settings import DEFAULT_SECRET_KEY, LOOPBACK_HOSTS

HOSTS_OF_TESTS = frozenset({"testserver"})


def exposed_hosts() -> list[str]:
    """The names under which the site answers others than this machine."""
    return sorted({*settings.ALLOWED_HOSTS} - {*LOOPBACK_HOSTS} - HOSTS_OF_TESTS)


def uses_known_key(listens_on: str = "127.0.0.1") -> bool:
    """Whether a key that counts is the published one, and the address or a host name open to others."""
    if DEFAULT_SECRET_KEY not in {settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS}:
        return False
    return not is_loopback(listens_on) or bool(exposed_hosts())


def is_loopback(host: str) -> bool:
    """Whether only programs of this machine reach this address; names other than localhost count as open."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def refuse_unsafe_settings() -> None:
    """Raise ImproperlyConfigured where a server would start with what config/checks.py calls an error."""
    from config.checks import REFUSED  # which asks this module

    for look in REFUSED:
        for message in look(None):
            raise ImproperlyConfigured(f"{message.msg} {message.hint}")
