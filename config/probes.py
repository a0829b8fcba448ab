"""What a supervisor, a load balancer and a collector of metrics ask: /healthz, /readyz, /metrics.

They ask by whatever name or address they know the process by, over plain HTTP and every few seconds. So these
paths are answered before host names are checked, and leave no line in the log.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Mapping
from functools import cache

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe

from config import metrics
from config.broker import broker_answers

FORWARDED = ("X-Forwarded-For", "X-Real-IP", "Forwarded")


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers; nothing else is asked."""
    return JsonResponse({"ok": True})


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Whether the process can do its work: its database answers and has the tables of this release.

    The state of the broker is told beside it: without one results are taken all the same.
    """
    migrated = has_migrations()
    ready = bool(migrated)
    told = {
        "ok": ready,
        "database": migrated is not None,
        "migrations": ready,
        "broker": broker_answers(),
    }
    return JsonResponse(told, status=200 if ready else 503, headers={} if ready else {"Retry-After": "5"})


@require_safe
def scrape(request: HttpRequest) -> HttpResponse:
    """The metrics, for this machine and for who has the token; 404 where they are off."""
    if not settings.METRICS:
        return HttpResponse(status=404)
    if not may_scrape(request):
        return HttpResponse(status=403)
    return HttpResponse(metrics.exposition(), content_type=metrics.CONTENT_TYPE)


PROBES: Mapping[str, Callable[[HttpRequest], HttpResponse]] = {
    "/healthz": healthz,
    "/readyz": readyz,
    "/metrics": scrape,
}


class ProbesMiddleware:
    """Answers the probes and lets everything else pass."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer of the probe, or of the site."""
        return PROBES.get(request.path_info, self.get_response)(request)


def has_migrations() -> bool | None:
    """Whether the database has every migration of this release; None when it does not answer."""
    try:
        applied = MigrationRecorder(connection).applied_migrations()
    except Error:
        return None
    return last_migrations() <= applied.keys()


@cache
def last_migrations() -> frozenset[tuple[str, str]]:
    """The last migration of each app, as the files of this release have it."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())


def may_scrape(request: HttpRequest) -> bool:
    """Whether the request has the token, or comes from this machine and not through a proxy on it."""
    token = settings.METRICS_TOKEN
    if token and constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {token}"):
        return True
    if any(name in request.headers for name in FORWARDED):
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
