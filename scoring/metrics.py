"""What is counted about results and standings for whoever watches the site; never whose they are."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from time import perf_counter
from typing import TYPE_CHECKING, ParamSpec

from prometheus_client import Counter, Histogram

from tournaments.errors import DomainError

if TYPE_CHECKING:
    from scoring.receipts import Receipt

P = ParamSpec("P")

RESULTS = Counter("baza_results", "Submissions of results by what became of them", ["outcome"])
REBUILDS = Histogram(
    "baza_standings_rebuild_seconds",
    "Time to compute and store the standings of a stage",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)

REFUSALS = {409: "conflict", 503: "busy"}


def counting_results(take: Callable[P, Receipt]) -> Callable[P, Receipt]:
    """Count what becomes of each submission: accepted, agreed, replayed, conflict, busy or refused."""

    @wraps(take)
    def counted(*args: P.args, **kwargs: P.kwargs) -> Receipt:
        try:
            receipt = take(*args, **kwargs)
        except DomainError as error:
            RESULTS.labels(REFUSALS.get(error.status, "refused")).inc()
            raise
        RESULTS.labels("accepted" if receipt.created else "agreed" if receipt.version else "replayed").inc()
        return receipt

    return counted


def timing_rebuilds(rebuild: Callable[P, bool]) -> Callable[P, bool]:
    """Measure those rebuilds that found something to do."""

    @wraps(rebuild)
    def timed(*args: P.args, **kwargs: P.kwargs) -> bool:
        began = perf_counter()
        done = rebuild(*args, **kwargs)
        if done:
            REBUILDS.observe(perf_counter() - began)
        return done

    return timed
