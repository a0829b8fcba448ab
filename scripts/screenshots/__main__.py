"""Takes a picture of every page: `make screenshots`.

Every page of the catalogue is photographed at the widths of a phone, a desk and a hall screen, light and
dark, in every language that it is there in, into var/screenshots; those that the README and the guides show
go to docs/images.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import Browser, sync_playwright

from scripts.screenshots.site import served

if TYPE_CHECKING:
    from scripts.screenshots.catalogue import Picture
    from scripts.screenshots.visiting import Visitor
    from scripts.screenshots.world import World

ALL = Path("var/screenshots")
FLAGS = ("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")
PHONE_WIDTHS, DESK_WIDTHS = (390,), (1024, 1920)
LANGUAGES = ("en", "es", "ml")


def main(arguments: Sequence[str]) -> int:
    """Take the pictures that are asked for. Returns the exit code."""
    asked = _asked(arguments)
    browser_path = os.environ.get("CHROMIUM") or os.environ.get("CHROMIUM_PATH") or shutil.which("chromium")
    if not browser_path:
        print(
            "There is no Chromium: install the package chromium, or set CHROMIUM to its path.",
            file=sys.stderr,
        )
        return 1
    sandbox = [] if os.geteuid() else ["--no-sandbox"]
    beginnings = tuple(asked.beginnings)
    with served() as (site, world), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=[*FLAGS, *sandbox])
        if not beginnings and not asked.language:
            take_guides(browser, site, world)
        if not asked.guides:
            for phone, language in product((True, False), asked.language or LANGUAGES):
                take_all(browser, site, world, phone=phone, language=language, beginnings=beginnings)
        browser.close()
    return 0


def _asked(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m scripts.screenshots", description=__doc__)
    parser.add_argument("--guides", action="store_true", help="only those of the README and the guides")
    parser.add_argument(
        "--language", action="append", choices=LANGUAGES, help="only pictures in this language"
    )
    parser.add_argument("beginnings", nargs="*", help="only pictures whose names begin like one of these")
    return parser.parse_args(arguments)


def take_guides(browser: Browser, site: str, world: World) -> None:
    """The pictures of the README and the guides."""
    from scripts.screenshots.catalogue import PICTURES
    from scripts.screenshots.guides import GUIDES, keep
    from scripts.screenshots.visiting import PHONE, Visitor, look

    pictures = {each.name: each for each in PICTURES}
    for shown in GUIDES:
        visitor = Visitor(browser, site, world, shown.language, phone=shown.width < PHONE)
        with visitor.at(pictures[shown.picture]) as page:
            look(page, shown.width, "light")
            print(keep(shown.name, page.screenshot(full_page=shown.whole, animations="disabled")))
        visitor.close()


def take_all(
    browser: Browser, site: str, world: World, *, phone: bool, language: str, beginnings: tuple[str, ...]
) -> None:
    """Every page in one language, on a phone or on wider screens."""
    from scripts.screenshots.catalogue import PICTURES
    from scripts.screenshots.visiting import Visitor

    visitor = Visitor(browser, site, world, language, phone=phone)
    there = [each for each in PICTURES if is_there_in(language, each)]
    chosen = [each for each in there if not beginnings or each.name.startswith(beginnings)]
    for picture in chosen:
        take(visitor, picture)
    visitor.close()
    print(f"{'phone' if phone else 'desk and hall'}, {language}: {len(chosen)} pages", flush=True)


def is_there_in(language: str, picture: Picture) -> bool:
    """Whether the page of a picture is there in the language: some have only what players read."""
    from pages.languages import FOR_PLAYERS, languages

    return language in languages() or not picture.page or picture.page in FOR_PLAYERS


def take(visitor: Visitor, picture: Picture) -> None:
    """One page in every width and scheme of its reader."""
    from scripts.screenshots.visiting import SCHEMES, look

    with visitor.at(picture) as page:
        for width, scheme in product(PHONE_WIDTHS if visitor.phone else DESK_WIDTHS, SCHEMES):
            look(page, width, scheme)
            folder = ALL / f"{width}-{scheme}-{visitor.language}"
            page.screenshot(path=folder / f"{picture.name}.png", full_page=True, animations="disabled")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
