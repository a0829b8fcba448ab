"""Takes a picture of every page: `make screenshots`.

The demo evening is built in a database of its own, served, and photographed at the widths of a phone, a desk
and a hall screen, light and dark, in both languages, into var/screenshots. The few pictures that the README
and the guides show go to docs/images as well.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, sync_playwright

ALL = Path("var/screenshots")
SHOWN = Path("docs/images")
STARTUP_SECONDS = 120
PHONE = 600
FLAGS = ("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")

WIDTHS = (390, 1024, 1920)
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LANGUAGES = ("en", "es")

RUNNING = "/club-baza/liga-jueves/"
FINISHED = "/club-baza/otono/"
COMING = "/club-baza/copa-invierno/"
PAGES = {
    "events": "/",
    "event": RUNNING,
    "round": f"{RUNNING}rounds/3/",
    "round-by-name": f"{RUNNING}rounds/3/?by=name",
    "standings": f"{RUNNING}standings/",
    "standings-final": f"{FINISHED}standings/",
    "why": f"{FINISHED}stages/1/standings/3/",
    "my-table": f"{RUNNING}my-table/?q=1",
    "my-table-empty": f"{RUNNING}my-table/",
    "hall": f"{RUNNING}hall/",
    "event-registration": COMING,
    "standings-empty": f"{COMING}standings/",
    "login": "/login/",
    "not-found": "/nowhere/at-all/",
}
# The pictures of the guides: name there, page, width, whether a row of the standings is open.
GUIDES = (
    ("standings", "standings-final", 1024, True),
    ("standings-phone", "standings-final", 390, False),
    ("round", "round", 1024, False),
    ("my-table-phone", "my-table", 390, False),
)


@dataclass(frozen=True, slots=True)
class Look:
    """How a page is looked at."""

    width: int
    scheme: Literal["light", "dark"]
    language: str


def main(arguments: list[str]) -> int:
    """Take all pictures, or with `--guides` only those of docs/images. Returns the exit code."""
    browser_path = os.environ.get("CHROMIUM") or os.environ.get("CHROMIUM_PATH") or shutil.which("chromium")
    if not browser_path:
        print(
            "There is no Chromium: install the package chromium, or set CHROMIUM to its path.",
            file=sys.stderr,
        )
        return 1
    sandbox = [] if os.geteuid() else ["--no-sandbox"]
    with served() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=[*FLAGS, *sandbox])
        take_guides(browser, site)
        if "--guides" not in arguments:
            for width, scheme, language in product(WIDTHS, SCHEMES, LANGUAGES):
                take_all(browser, site, Look(width, scheme, language))
        browser.close()
    return 0


@contextmanager
def served() -> Iterator[str]:
    """The demo evening on a free port, from a database that is thrown away."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    with tempfile.TemporaryDirectory() as folder:
        own = {"DATABASE_URL": f"sqlite:///{folder}/site.sqlite3", "REDIS_URL": "", "LOG_LEVEL": "ERROR"}
        command = [sys.executable, "-m", "scripts.serve", "--demo", "--port", port]
        server = subprocess.Popen(command, env={**os.environ, **own}, stdout=subprocess.DEVNULL)
        try:
            wait_for(f"http://127.0.0.1:{port}/login/", server)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait()


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


def take_guides(browser: Browser, site: str) -> None:
    """The pictures of the README and the guides, in English and light."""
    SHOWN.mkdir(parents=True, exist_ok=True)
    for name, page_name, width, opened in GUIDES:
        with looking(browser, Look(width, "light", "en")) as page:
            page.goto(site + PAGES[page_name])
            if opened:
                page.locator("tbody summary").nth(3).click()
                page.locator(".summands").first.wait_for()
                page.mouse.move(0, 0)
            page.screenshot(path=SHOWN / f"{name}.png", full_page=True)
            print(SHOWN / f"{name}.png")


def take_all(browser: Browser, site: str, look: Look) -> None:
    """Every page in one look."""
    folder = ALL / f"{look.width}-{look.scheme}-{look.language}"
    folder.mkdir(parents=True, exist_ok=True)
    with looking(browser, look) as page:
        for name, path in PAGES.items():
            page.goto(site + path)
            page.screenshot(path=folder / f"{name}.png", full_page=True)
    print(f"{folder}: {len(PAGES)} pictures")


@contextmanager
def looking(browser: Browser, look: Look) -> Iterator[Page]:
    """A new page of that width, scheme and language; narrow ones are phones that are touched."""
    phone = look.width < PHONE
    context = browser.new_context(
        viewport={"width": look.width, "height": 844 if phone else 800},
        color_scheme=look.scheme,
        locale=look.language,
        is_mobile=phone,
        has_touch=phone,
    )
    yield context.new_page()
    context.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
