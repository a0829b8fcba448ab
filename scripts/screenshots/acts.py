"""What is done on a page before its picture is taken. Nothing changes an event: every look finds the same."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from scripts.screenshots.hands import refused

PATIENCE_MS = 20_000
GAME_LOG = Path(__file__).with_name("game.tch")
ROWS = """name,player_1,player_2,club,rating
Los Cometas,Aina Vidal,Pol Serra,Sants,1480
Nube Negra,Teo Graf,,Gràcia,mil quinientos
Sin Prisa,Noa Huber,Iu Costa,Sants,1520
,,,Sants,
"""


def open_rows(page: Page) -> None:
    """Standings with the reasons of two places open."""
    for at in (0, 3):
        page.locator("tbody summary").nth(at).click()
        page.locator("tbody tr").nth(at).locator(".summands").first.wait_for()
    page.mouse.move(0, 0)


def open_folds(page: Page) -> None:
    """Everything that is folded away is open."""
    page.locator("main details").evaluate_all("all => all.forEach(each => { each.open = true; })")


def fail_to_log_in(page: Page) -> None:
    """A name and a password that do not match; nobody's account, so that no account is braked."""
    page.locator("main input[type=text]").first.fill("nadie")
    page.locator("input[type=password]").first.fill("not-this-one")
    page.locator("main button[type=submit]").first.click()
    page.locator("[role=alert]").first.wait_for()


def send_empty(page: Page) -> None:
    """A new event without a name, and with a number of rounds that cannot be."""
    page.locator("#rounds_planned").fill("0")
    page.locator("#save").click()
    page.locator("[role=alert]").first.wait_for()


def answer(page: Page) -> None:
    """The questions of a new event with its summary."""
    page.locator("#name").fill("Copa de los viernes")
    page.locator("#name").press("Tab")
    expect(page.locator("#summary")).to_contain_text("Copa de los viernes")


def make_a_link(page: Page) -> None:
    """A helper is invited: the link is shown once."""
    page.locator("form[action$='/invite/'] button[type=submit]").click()
    page.locator("#link").wait_for()
    page.mouse.move(0, 0)


def choose_file(page: Page) -> None:
    """A file of entrants with good rows and bad ones, looked through."""
    file = {"name": "pairs.csv", "mimeType": "text/csv", "buffer": ROWS.encode()}
    page.locator("#file").set_input_files(file)  # type: ignore[arg-type]
    page.locator("form[enctype] button").click()
    page.locator("table.sheet").first.wait_for()


def look_through_a_log(page: Page) -> None:
    """A game log with hands that are entered, one that cannot be read, and one that the match refuses."""
    page.locator("#file").set_input_files(GAME_LOG)
    page.locator("form[enctype] button").click()
    page.locator("#enter").wait_for()


def ask_for_codes(page: Page) -> None:
    """New codes for the tablets that were never paired."""
    page.locator("button[name=device][value=unpaired]").click()
    page.locator(".codes img").evaluate_all("all => Promise.all(all.map(each => each.decode()))")


def exchange(page: Page) -> None:
    """What an exchange of two entrants would come to."""
    page.locator("#exchange-one").select_option(index=1)
    page.locator("#exchange-other").select_option(index=4)
    page.locator("form:has(#exchange-one) button").click()
    page.locator("#save").wait_for()


def preview_correction(page: Page) -> None:
    """What it changes if one side took all the points."""
    page.locator("#hand-first_out").select_option(index=1)
    page.locator("#hand-result").select_option("count")
    page.locator("#hand-points-A").fill("100")
    page.locator("#hand-points-B").fill("")
    page.locator("#preview").click()
    page.locator("#consequences").wait_for()


def preview_wrong(page: Page) -> None:
    """A hand that the rules refuse."""
    page.locator("#hand-result").select_option("count")
    page.locator("#hand-points-A").fill("63")
    page.locator("#preview").click()
    page.locator(".field-error").first.wait_for()


def weigh_ruling(page: Page) -> None:
    """A ruling on a hand, and what it would change."""
    page.locator("#ruling-code").select_option("wish_not_fulfilled")
    page.locator("#ruling-side").select_option("A")
    page.locator("#ruling-reason").fill("The wish was ignored; it was seen two tricks later.")
    page.locator("#weigh").click()
    page.locator("#do-it").wait_for()


def rule_in_vain(page: Page) -> None:
    """A ruling on a hand of which too little is known."""
    page.locator("#ruling-code").select_option("renuncio")
    page.locator("#ruling-side").select_option("A")
    page.locator("#rule").click()
    page.locator("[role=alert]").first.wait_for()


def save_doubtful(page: Page) -> None:
    """A paper slip with totals that no hands give: it is asked about before it is saved."""
    page.locator("#hand-score-A").fill("301")
    page.locator("#hand-score-B").fill("117")
    page.locator("#save").click()
    page.locator("#doubts").wait_for()


def turn_to_standings(page: Page) -> None:
    """The last page of the screen in the hall; a phone has all of it below each other."""
    if page.evaluate("innerWidth < 600"):
        return
    page.set_viewport_size({"width": 1920, "height": 1080})
    expect(page.locator("#where")).to_have_text("1 / 2", timeout=PATIENCE_MS)
    page.keyboard.press("ArrowRight")


# The tablet


def pair(page: Page) -> None:
    """The tablet at its table, with the match there."""
    page.locator("#pair").click()
    page.locator("#table").wait_for(timeout=PATIENCE_MS)


def look_at_the_seats(page: Page) -> None:
    """Who sits where, at a table that has drawn."""
    pair(page)
    page.locator("#open-draw").click()
    page.locator("#drawn-seats").wait_for(timeout=PATIENCE_MS)


def pick_cards(page: Page) -> None:
    """Real cards picked, one of them twice, none turned."""
    page.locator("#real-cards summary").click()
    for chair, card in ((1, "9O"), (2, "RC"), (3, "9O"), (4, "2E")):
        page.locator(f"#card-0-{chair}").select_option(card)
    page.locator("#real-cards button").click()
    page.locator("#real-cards [aria-invalid]").first.wait_for(timeout=PATIENCE_MS)


def pair_at_rest(page: Page) -> None:
    """The tablet at a table where nobody plays."""
    page.locator("#pair").click()
    page.locator("#rest").wait_for(timeout=PATIENCE_MS)
    expect(page.locator("#rest .lead")).not_to_contain_text("…", timeout=PATIENCE_MS)


def pair_in_vain(page: Page) -> None:
    """A code that was used already, or never was one."""
    page.locator("#code").fill("ABCD2345")
    page.locator("#pair").click()
    page.locator("#fault").wait_for(timeout=PATIENCE_MS)


def say(page: Page) -> None:
    """A usual hand, typed and not recorded."""
    pair(page)
    page.locator("#first-2").click()
    page.locator("#call-2-small").click()
    page.locator("#call-3-grand").click()
    page.locator("#points-A").fill("45")
    page.locator("#points-A").blur()
    expect(page.locator("#record")).to_be_enabled()


def ask_for_help(page: Page) -> None:
    """The director is to be called: what is it about?"""
    pair(page)
    page.locator("#help").click()
    page.locator("#help-ask").wait_for()


def call_offline(page: Page) -> None:
    """The director was called without a network: the button tells it, and opens over the page."""
    pair(page)
    page.context.set_offline(True)
    page.locator("#help").click()
    page.locator("#help-rules").click()
    page.locator("#help-state").click()
    page.locator("#help-about").wait_for()


def go_on_unconfirmed(page: Page) -> None:
    """The next hand while the one before is not confirmed."""
    look_at_the_last(page)
    page.locator("#next").click()
    page.locator("#confirm-first").wait_for()


def show_the_phone(page: Page) -> None:
    """The square that pairs a player's own phone."""
    look_at_the_last(page)
    page.locator("#phone").click()
    page.locator("#own-phone button").first.click()
    page.locator("#own-phone svg.square, #own-phone .square").first.wait_for(timeout=PATIENCE_MS)


def say_a_card(page: Page) -> None:
    """A hand with a turned card, typed and not recorded."""
    pair(page)
    for tapped in ("#pinta-suit-O", "#pinta-rank-A", "#points-key-4", "#points-key-1"):
        page.locator(tapped).click()
    expect(page.locator("#record")).to_be_enabled()


def say_trumps(page: Page) -> None:
    """A hand of Thunee with a call that is lost and a Jodhi, typed and not recorded."""
    pair(page)
    for tapped in ("#trumps-B", "#call-30", *(f"#points-key-{digit}" for digit in "134"), "#last-A"):
        page.locator(tapped).click()
    page.locator("#more summary").click()
    page.locator("#jodhi-A-40").click()
    page.locator("#more summary").click()
    expect(page.locator("#record")).to_be_enabled()


def say_a_four_ball(page: Page) -> None:
    """A four-ball as the director ruled it, typed and not recorded."""
    pair(page)
    for tapped in ("#kind-infraction", "#side-A", "#code-revoke"):
        page.locator(tapped).click()
    expect(page.locator("#record")).to_be_enabled()


def say_a_bid(page: Page) -> None:
    """A hand with a bid that fails, doubled, typed and not recorded."""
    pair(page)
    for tapped in (
        "#bidder-1",
        ".bids .toggle >> nth=6",
        "#doubled-double",
        ".near:last-child .toggle >> nth=4",
    ):
        page.locator(tapped).click()
    expect(page.locator("#record")).to_be_enabled()


def unfold_a_bid(page: Page) -> None:
    """What few hands have, unfolded."""
    say_a_bid(page)
    page.locator("#more summary").click()


def look_at_the_last(page: Page) -> None:
    """The hand that was sent and waits for the other side."""
    pair(page)
    played = page.locator(".played button").evaluate_all("all => all.map((each) => Number(each.id.slice(5)))")
    page.locator(f"#hand-{max(played)}").click()
    page.locator("#review").wait_for()


def say_offline(page: Page) -> None:
    """A hand recorded without a network, and the bar opened that tells so."""
    say(page)
    page.context.set_offline(True)
    page.locator("#record").click()
    page.locator("#review").wait_for()
    page.locator("#network").click()
    page.locator("#details").wait_for()


def be_refused(page: Page) -> None:
    """A hand that is spoilt on its way, so that the tournament refuses it in its own words."""

    def spoil(route: Route) -> None:
        sent = json.loads(route.request.post_data or "{}")
        for each in sent["submissions"]:
            each["summary"] = {**each["summary"], "points": {"A": 47}}
        route.continue_(post_data=json.dumps(sent))

    page.route("**/submissions/batch", spoil)
    say(page)
    page.locator("#record").click()
    page.locator("#review .errors").wait_for(timeout=PATIENCE_MS)


def paste_refused(page: Page) -> None:
    """A record with an event that the rules refuse, sent at the desk."""
    page.fill("#text", json.dumps(refused()))
    page.click("#save")
    page.wait_for_selector("#fault")


def scroll_to_table(page: Page) -> None:
    """The table of a hand card by card, as high on the screen as it goes."""
    page.locator(".replay-main").evaluate("each => each.scrollIntoView()")


def scroll_to_games(page: Page) -> None:
    """The games of a match on two columns, on a phone with the table above them."""
    open_folds(page)
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("#table-2").evaluate("each => each.scrollIntoView()")
