"""The site with the world of the pictures, on a free port, from a database that is thrown away."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from scripts.services import free_port

if TYPE_CHECKING:
    from scripts.screenshots.world import World

STARTUP_SECONDS = 120


@contextmanager
def served() -> Iterator[tuple[str, World]]:
    """The address of the site and what is in it."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        own = {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": f"sqlite:///{folder}/site.sqlite3",
            "REDIS_URL": "",
            "LOG_LEVEL": "ERROR",
            # Playwright keeps an event loop in this thread; Django would then refuse every query.
            "DJANGO_ALLOW_ASYNC_UNSAFE": "true",
        }
        os.environ.update(own)
        world = built()
        server = subprocess.Popen(
            [sys.executable, "-m", "scripts.serve", "--port", port], stdout=subprocess.DEVNULL
        )
        try:
            wait_for(f"http://127.0.0.1:{port}/login/", server)
            yield f"http://127.0.0.1:{port}", world
        finally:
            server.terminate()
            server.wait()


def built() -> World:
    """The world in the database that the environment names."""
    import django
    from django.core.management import call_command
    from django.utils import timezone

    django.setup()
    from scripts.screenshots.world import make_world

    call_command("migrate", interactive=False, verbosity=0)
    return make_world(timezone.now())


def wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    """Return once the site answers; raises RuntimeError when it ends or takes too long."""
    deadline = time.monotonic() + STARTUP_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        try:
            urllib.request.urlopen(address, timeout=5).close()  # noqa: S310  # our own address
            return
        except (urllib.error.URLError, TimeoutError, ConnectionError):
            time.sleep(0.2)
    raise RuntimeError(f"the site did not start (exit code {server.poll()})")
