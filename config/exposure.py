"""Whether others could reach a site that signs its sessions with the published key of the demo."""

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
    """Whether the key is the published one although the address or a host name is open to others."""
    if settings.SECRET_KEY != DEFAULT_SECRET_KEY:
        return False
    return not is_loopback(listens_on) or bool(exposed_hosts())


def is_loopback(host: str) -> bool:
    """Whether only programs of this machine reach this address; names other than localhost count as open."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def refuse_known_key() -> None:
    """Raise ImproperlyConfigured where a server would show others what anybody can sign."""
    if uses_known_key():
        hosts = ", ".join(exposed_hosts())
        raise ImproperlyConfigured(
            f"ALLOWED_HOSTS lets others in ({hosts}), so the site needs a SECRET_KEY that nobody else knows."
        )
