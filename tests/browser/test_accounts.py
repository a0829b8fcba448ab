"""Accounts, invitations and the page on trust in a real browser: accessible, unbroken, within the policy."""

from __future__ import annotations

import re
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.test_public_pages import violations
from tournaments.models import Event, EventMember, Role, User

LOOKS: tuple[tuple[int, Literal["light", "dark"]], ...] = ((390, "dark"), (1024, "light"))
PASSWORD = "a long evening of cards"


def owner(event: Event) -> User:
    dora = User.objects.create_user("dora", password=PASSWORD)
    EventMember.objects.create(event=event, user=dora, role=Role.OWNER)
    return dora


def test_an_owner_invites_and_the_invited_person_directs(
    site: tuple[str, Event], context: BrowserContext, browser: Browser, complaints: list[str], settings: Any
) -> None:
    url, event = site
    owner(event)
    people = f"{url}/{event.club.slug}/{event.slug}/setup/people/"
    page = context.new_page()
    page.goto(people)
    page.get_by_label("User name").fill("dora")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page).to_have_url(people)
    page.get_by_label("For whom").fill("Rosa")
    page.locator("#invite-role").select_option("director")
    page.get_by_role("button", name="Make a link").click()
    expect(page.get_by_role("img", name="Square code of the link")).to_be_visible()
    assert page.evaluate("document.querySelector('.invite-link img').naturalWidth") > 0
    link = page.get_by_label("Link to give on").input_value()

    phone = browser.new_context(viewport={"width": 390, "height": 844}, locale="es", is_mobile=True)
    guest = phone.new_page()
    guest.goto(link)
    guest.get_by_label("Nombre de usuario").fill("rosa")
    guest.locator("#password").fill(PASSWORD)
    guest.locator("#again").fill(PASSWORD)
    guest.get_by_role("button", name="Crear la cuenta y aceptar").click()
    expect(guest.get_by_role("heading", level=1)).to_have_text("Su cuenta")
    guest.goto(people)
    expect(guest.get_by_role("heading", level=1)).to_have_text("Ayudantes")
    phone.close()
    page.reload()
    expect(page.locator(".lines").first).to_contain_text("rosa")
    expect(page.get_by_role("heading", name="Open invitations")).to_have_count(0)


def test_no_page_of_accounts_is_inaccessible_or_too_wide(
    site: tuple[str, Event], context: BrowserContext, complaints: list[str], settings: Any
) -> None:
    url, event = site
    owner(event)
    page = context.new_page()
    office = f"/{event.club.slug}/{event.slug}/setup/people/"
    anonymous = ["/login/", "/account/password/forgotten/", "/account/password/sent/", "/trust/"]
    found: dict[object, object] = {}

    def look(path: str) -> None:
        page.goto(url + path)
        page.locator("details").evaluate_all("all => all.forEach(each => each.open = true)")
        for width, scheme in LOOKS:
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=scheme)
            if problems := violations(page):
                found[path, width, scheme] = problems
            if page.evaluate("document.documentElement.scrollWidth") > width:
                found[path, width] = "too wide"

    for path in anonymous:
        look(path)
    page.goto(f"{url}/login/")
    page.get_by_label("User name").fill("dora")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page).to_have_url(re.compile(r"/$"))
    for path in ("/account/", "/account/password/", office):
        look(path)
    assert found == {}
