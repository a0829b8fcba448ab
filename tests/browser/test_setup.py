"""The office of an event in a real browser: what scripts improve, and that the security policy is content."""

from __future__ import annotations

from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from tournaments.models import Event, EventMember, Role, User


def logged_in(context: BrowserContext, url: str, event: Event) -> Page:
    """A page of a director of the event."""
    dora = User.objects.create_user("dora")
    EventMember.objects.create(event=event, user=dora, role=Role.OWNER)
    client = Client()
    client.force_login(dora)
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": url}])
    return context.new_page()


def test_check_in_search_and_summary_follow_without_a_reload(
    site: tuple[str, Event], context: BrowserContext, complaints: list[str]
) -> None:
    url, event = site
    page = logged_in(context, url, event)
    page.goto(f"{url}/{event.club.slug}/{event.slug}/setup/entrants/")
    expect(page.locator("#counts")).to_contain_text("6 on the list, 5 here.")
    page.locator("#here-2").click()
    expect(page.locator("#here-2")).to_contain_text("not here")
    expect(page.locator("#counts")).to_contain_text("4 here.")
    name = event.entrants.get(number=3).name
    page.locator("#q").press_sequentially(name[:6])
    expect(page.locator("#list li")).to_have_count(1)

    page.goto(f"{url}/new/")
    expect(page.locator("#summary")).to_contain_text("(no name yet): Tichu")
    page.locator("#name").fill("Friday night")
    page.locator("#rounds_planned").fill("7")
    page.locator("#rounds_planned").press("Tab")
    expect(page.locator("#summary")).to_contain_text("Friday night: Tichu")
    expect(page.locator("#summary")).to_contain_text("7 rounds")
    page.locator("#save").click()
    expect(page.locator("h1")).to_have_text("Overview")
    assert Event.objects.get(name="Friday night").stages.get().rounds_planned == 7
