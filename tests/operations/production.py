"""The environment of a production site in tests: as in deploy/baza.env, with names of an example."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping

from tests.contracts.sources import ROOT

KEY = "k-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ"
OLD_KEY = KEY[::-1]

PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "config.settings",
    "SECRET_KEY": KEY,
    "ALLOWED_HOSTS": "baza.example.org",
    "SITE_URL": "https://baza.example.org",
    "HTTPS": "true",
    "PROXIES": "1",
    "DATABASE_URL": "postgres://baza:x@127.0.0.1/baza",
    "REDIS_URL": "redis://127.0.0.1:6379/0",
    "EMAIL_URL": "smtp+tls://baza:x@mail.example.org:587",
    "EMAIL_FROM": "Baza <baza@example.org>",
    "WEB_CONCURRENCY": "3",
}
"""A complete environment; nothing of it is connected to."""


def run(
    command: list[str], environment: Mapping[str, str | None], **more: str | None
) -> subprocess.CompletedProcess[str]:
    """Run Python with exactly these variables beside the PATH; those that are None are left out."""
    wanted = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", ""), **environment, **more}
    given = {name: value for name, value in wanted.items() if value is not None}
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=given, capture_output=True, text=True, check=False
    )
