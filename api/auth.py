"""Who sends a request: a device by its token, or a person by the session of the site."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import AnonymousUser
from redis.exceptions import RedisError
from rest_framework import authentication, exceptions
from rest_framework.settings import api_settings
from rest_framework.throttling import SimpleRateThrottle

from tournaments.access import Actor
from tournaments.models import Device
from tournaments.services.devices import device_of_token, note_seen

if TYPE_CHECKING:
    from rest_framework.request import Request
    from rest_framework.views import APIView

KEYWORD = "Device"


class DeviceAuthentication(authentication.BaseAuthentication):
    """`Authorization: Device <token>`; a token that is unknown or revoked is refused, never ignored."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, Device] | None:
        """The device stands in `request.auth`; it is no user."""
        scheme, _, token = request.META.get("HTTP_AUTHORIZATION", "").strip().partition(" ")
        if scheme.lower() != KEYWORD.lower():
            return None
        device = device_of_token(token.strip())
        if device is None:
            raise exceptions.AuthenticationFailed(code="bad_token")
        note_seen(device)
        return AnonymousUser(), device

    def authenticate_header(self, request: Request) -> str:
        """What a 401 asks for."""
        return KEYWORD


class SessionAuthentication(authentication.SessionAuthentication):
    """The session of the site, with its protection against forged requests."""

    def enforce_csrf(self, request: Any) -> None:
        """Refuse with a code of its own."""
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as error:
            raise exceptions.PermissionDenied(code="csrf_failed") from error


class Brake(SimpleRateThrottle):
    """Bounds how often something may be done; while the cache is away nothing is counted or refused."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Whether once more is not too often."""
        try:
            return super().allow_request(request, view)
        except (RedisError, OSError):
            return True


class CallThrottle(Brake):
    """Bounds how often one device may call for help: each makes every page of the event be read anew."""

    scope = "calls"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """One bucket per device; who is none is refused anyway."""
        return f"throttle_{self.scope}_{request.auth.pk}" if isinstance(request.auth, Device) else None


class PairingThrottle(Brake):
    """Bounds how often one address may guess codes."""

    scope = "pairing"

    def get_cache_key(self, request: Request, view: APIView) -> str:
        """One bucket per address."""
        return f"throttle_{self.scope}_{self.get_ident(request)}"

    def get_ident(self, request: Request) -> str:
        """The peer's address; a forwarded one only where the number of proxies is set, since anybody can
        send that header.
        """
        if api_settings.NUM_PROXIES is None:
            return str(request.META.get("REMOTE_ADDR", ""))
        return super().get_ident(request) or ""


def request_actor(request: Request) -> Actor:
    """Who acts in this request."""
    device = request.auth if isinstance(request.auth, Device) else None
    return Actor.of(request.user, device)
