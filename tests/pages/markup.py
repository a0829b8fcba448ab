"""What a page is asked about its markup, with the parser of the standard library."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser

VOID = {"meta", "link", "input", "br", "img", "hr", "path", "circle", "rect"}


class Page(HTMLParser):
    """The elements of a page: counts, attributes, labels, what is not closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.crossed: list[str] = []
        self.labelled: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        given = {name: value or "" for name, value in attrs}
        self.attributes.append((tag, given))
        if tag == "label":
            self.labelled.add(given.get("for", ""))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.crossed.append(tag)

    def of(self, tag: str) -> list[dict[str, str]]:
        """The attributes of every element of this kind."""
        return [given for each, given in self.attributes if each == tag]


def faults(text: str) -> list[str]:
    """Everything that is wrong with the markup of a whole page."""
    page = Page(text)
    ids = Counter(given["id"] for _, given in page.attributes if "id" in given)
    found = [f"id {name} {times} times" for name, times in ids.items() if times > 1]
    found += [f"</{tag}> out of place" for tag in page.crossed] + [f"<{tag}> open" for tag in page.open]
    if page.tags["h1"] != 1:
        found.append(f"{page.tags['h1']} h1")
    if page.tags["main"] != 1 or not page.of("html")[0].get("lang"):
        found.append("no main or no language")
    for given in page.of("input"):
        if given.get("type") != "hidden" and given.get("id") not in page.labelled:
            found.append(f"no label for {given}")
    return found + inline(page)


def inline(page: Page) -> list[str]:
    """Script and style inside the page, which the content security policy forbids."""
    found = [f"inline <script> {given}" for given in page.of("script") if "src" not in given]
    found += ["<style>"] * page.tags["style"]
    for tag, given in page.attributes:
        found += [f"<{tag} {name}>" for name in given if name == "style" or name.startswith(("on", "hx-on"))]
        if given.get("href", "").startswith("javascript:"):
            found.append(f"<{tag} href=javascript:>")
    return found
