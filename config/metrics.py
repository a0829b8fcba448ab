"""What is measured, in the text form that Prometheus and its like collect.

Processes that share the folder PROMETHEUS_MULTIPROC_DIR (web, stream, worker) are told of together by any of
them; what the database knows is asked for when the metrics are. Labels are names of routes, methods and
statuses, never paths.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from prometheus_client import (
    CONTENT_TYPE_PLAIN_0_0_4,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
)
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from config.broker import broker_answers
from scoring.selectors.freshness import behind

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

REQUESTS = Counter("baza_requests", "Requests that were answered", ["route", "method", "status"])
SECONDS = Histogram(
    "baza_request_seconds",
    "Time from the request to the beginning of its answer",
    ["route"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)


class MetricsMiddleware:
    """Counts and times every request; not in use unless METRICS is on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.METRICS:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer of the site."""
        began = perf_counter()
        response = self.get_response(request)
        route = route_of(request)
        SECONDS.labels(route).observe(perf_counter() - began)
        method = request.method if request.method in METHODS else "other"
        REQUESTS.labels(route, method, str(response.status_code)).inc()
        return response


def route_of(request: HttpRequest) -> str:
    """The name of the address that answers, of which there are only so many."""
    if request.resolver_match is not None:
        return request.resolver_match.view_name
    return "static" if request.path_info.startswith(settings.STATIC_URL) else "none"


class StoredState(Collector):
    """What database and broker tell at this moment."""

    def collect(self) -> Iterator[Metric]:
        """Whether they answer, and if the database does, which standings wait and for how long."""
        broker = broker_answers()
        if broker is not None:
            yield GaugeMetricFamily("baza_broker_up", "Whether Redis answers", broker)
        try:
            found = behind()
        except Error:
            yield GaugeMetricFamily("baza_database_up", "Whether the database answers", 0)
            return
        waited = (timezone.now() - found.since).total_seconds() if found.since else 0
        yield GaugeMetricFamily("baza_database_up", "Whether the database answers", 1)
        yield GaugeMetricFamily("baza_standings_behind", "Stages whose standings wait", found.stages)
        yield GaugeMetricFamily(
            "baza_standings_behind_seconds", "How long the oldest change has waited", max(0, waited)
        )


def exposition() -> bytes:
    """All metrics of this machine as text."""
    registry = REGISTRY
    if settings.PROMETHEUS_MULTIPROC_DIR:
        registry = CollectorRegistry()
        forget_ended(Path(settings.PROMETHEUS_MULTIPROC_DIR))
        MultiProcessCollector(registry, settings.PROMETHEUS_MULTIPROC_DIR)  # type: ignore[no-untyped-call]
    stored = CollectorRegistry()
    stored.register(StoredState())
    return generate_latest(registry) + generate_latest(stored)


def forget_ended(folder: Path) -> None:
    """Leave out the present state of processes that are no more, such as the watchers of a killed stream."""
    for pid in {path.stem.rpartition("_")[2] for path in folder.glob("gauge_live*_*.db")}:
        try:
            os.kill(int(pid), 0)
        except ProcessLookupError:
            mark_process_dead(pid, str(folder))  # type: ignore[no-untyped-call]
        except PermissionError:
            continue
