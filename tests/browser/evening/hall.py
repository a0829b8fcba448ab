"""The hall: a browser of its own for everybody in it, and what their consoles complain about."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, WebError

from tests.browser.test_public_pages import violations

PATIENCE_MS = 60_000
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True}
DESK = {"viewport": {"width": 1280, "height": 900}}
NO_NETWORK = "net::ERR_INTERNET_DISCONNECTED"


@dataclass
class Hall:
    """A running site and everybody who has it open."""

    browser: Browser
    url: str
    complaints: list[str] = field(default_factory=list)
    looked_at: dict[str, list[str]] = field(default_factory=dict)

    def somebody(self, who: str, device: dict[str, Any]) -> Page:
        """A person with a device: a context of its own, whose console is listened to."""
        context = self.browser.new_context(locale="en", **device)
        context.set_default_timeout(PATIENCE_MS)
        context.on("console", lambda message: self._hear(who, message))
        context.on("weberror", lambda error: self._fail(who, error))
        return context.new_page()

    def _hear(self, who: str, message: ConsoleMessage) -> None:
        # That the network is away is what the test does, not what the page does wrong.
        if message.type in {"error", "warning"} and NO_NETWORK not in message.text:
            self.complaints.append(f"{who}: {message.text} ({message.location['url']})")

    def _fail(self, who: str, error: WebError) -> None:
        self.complaints.append(f"{who}: {error.error}")

    def look(self, page: Page, kind: str) -> None:
        """Let axe look at each kind of page once, and see that nothing is wider than its window."""
        if kind not in self.looked_at:
            width = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
            self.looked_at[kind] = [*violations(page), *([f"{width} px too wide"] if width > 0 else [])]

    @property
    def violations(self) -> dict[str, list[str]]:
        """What axe found, by kind of page."""
        return {kind: found for kind, found in self.looked_at.items() if found}

    def close(self) -> None:
        """Everybody goes home."""
        for context in self.browser.contexts:
            _leave(context)


def _leave(context: BrowserContext) -> None:
    context.set_offline(False)
    context.close()
