"""Ways to draw rounds. A new one is a module here and an entry in the tuple below; keys are permanent."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tournaments.pairing.individual import Individual
from tournaments.pairing.method import Method
from tournaments.pairing.swiss import Swiss


def by_key(methods: tuple[Method, ...]) -> Mapping[str, Method]:
    """Return the methods by key; ValueError for a key that is taken."""
    found: dict[str, Method] = {}
    for method in methods:
        if method.key in found:
            raise ValueError(f"two pairing methods have the key {method.key}")
        found[method.key] = method
    return MappingProxyType(found)


METHODS: Mapping[str, Method] = by_key((Swiss(), Individual()))
