"""A server that others can reach does not start with the published key."""

from __future__ import annotations

import importlib

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from config.settings import DEFAULT_SECRET_KEY

ENTRIES = ("config.wsgi", "config.asgi")


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_published_key_does_not_serve_others(monkeypatch: pytest.MonkeyPatch, entry: str) -> None:
    module = importlib.import_module(entry)
    monkeypatch.setattr(settings, "SECRET_KEY", DEFAULT_SECRET_KEY)
    monkeypatch.setattr(settings, "ALLOWED_HOSTS", ["localhost", "baza.example.org"])
    with pytest.raises(ImproperlyConfigured, match=r"baza\.example\.org.*SECRET_KEY"):
        importlib.reload(module)
    monkeypatch.setattr(settings, "SECRET_KEY", "a key of our own, 0123456789-abcdefghijklmnopqrstuvwxyz")
    assert importlib.reload(module).application
    monkeypatch.setattr(settings, "SECRET_KEY", DEFAULT_SECRET_KEY)
    monkeypatch.setattr(settings, "ALLOWED_HOSTS", ["localhost", "testserver"])
    assert importlib.reload(module).application
