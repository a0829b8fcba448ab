"""Opens the pages of the catalogue in a browser: as a visitor, as somebody who is logged in, as a tablet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page

from scripts.screenshots.catalogue import Picture
from scripts.screenshots.world import World

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
HEIGHTS = {390: 844, 1024: 768, 1920: 1080}
PHONE = 600


@dataclass(slots=True)
class Visitor:
    """A reader with a phone or with a desk, and a language; one context for each person."""

    browser: Browser
    site: str
    world: World
    language: str = "en"
    phone: bool = False
    contexts: dict[str, BrowserContext] = field(default_factory=dict)

    @contextmanager
    def at(self, picture: Picture) -> Iterator[Page]:
        """The page of a picture, ready to be looked at."""
        apart = picture.page == "tablet"
        context = self.context(picture.who, apart=apart)
        page = context.new_page()
        try:
            page.goto(self.site + self.path(picture))
            if picture.act:
                picture.act(page)
            yield page
        finally:
            context.close() if apart else page.close()

    def path(self, picture: Picture) -> str:
        """The address with its places filled; that of a tablet has a code to pair it with."""
        code = f"?code={self.world.code(picture.tablet)}" if picture.tablet else ""
        return picture.path.format(**self.world.at) + code

    def context(self, who: str, *, apart: bool = False) -> BrowserContext:
        """The browser of a person; `apart` is a new one that remembers nothing."""
        if not apart and who in self.contexts:
            return self.contexts[who]
        wide = 390 if self.phone else 1024
        made = self.browser.new_context(
            viewport={"width": wide, "height": HEIGHTS[wide]},
            locale=self.language,
            is_mobile=self.phone,
            has_touch=self.phone,
        )
        if who:
            cookie: Any = {
                "name": settings.SESSION_COOKIE_NAME,
                "value": self.world.session(who),
                "url": self.site,
            }
            made.add_cookies([cookie])
        if not apart:
            self.contexts[who] = made
        return made

    def close(self) -> None:
        """Close what is still open."""
        for context in self.contexts.values():
            context.close()
        self.contexts.clear()


def look(page: Page, width: int, scheme: Scheme) -> None:
    """Show the page at this width in this scheme."""
    page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
    page.emulate_media(color_scheme=scheme)
