"""The story of the evening, step by step, with everything that goes wrong on one."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.evening.book import HANDS, signed
from tests.browser.evening.desk import Desk
from tests.browser.evening.hall import DESK
from tests.browser.evening.night import AT, EVENT, Night
from tests.browser.evening.office import accept, log_in
from tests.events.reckoning import Played, worth
from tests.events.typing_hands import counted, random_hand, random_match, turned

ROUNDS, TABLES, LATE = 4, 5, 10
PEOPLE = {number: (f"North {number}", f"South {number}") for number in range(1, LATE + 1)}
HEADER = "name;player_1;player_2;club"
SWAPPED, OFFLINE, WITH_PHONE, RIVAL, NO_SHOW = 2, 1, 3, 4, 5
"""Tables: with a wrong score, off the network, with a phone of East–West, with two tablets, with an absent pair."""


def tell(night: Night, name: str, password: str) -> None:
    """Play the whole evening."""
    make_the_event(night, name, password)
    enter_the_pairs(night)
    invite_a_helper(night, password)
    bring_devices(night)
    announce(night)
    wrong = first_round(night)
    fined = second_round(night)
    third_round(night, wrong)
    fourth_round(night, fined)
    end(night)


def make_the_event(night: Night, name: str, password: str) -> None:
    """Log in and answer the questions; nobody sees the event yet."""
    log_in(night.dora, night.hall.url, name, password)
    night.office.make_event(EVENT, ROUNDS, expected=9)
    night.look(night.dora, "questions of an event")
    night.office.save_event()
    night.look(night.dora, "overview")
    night.visitors()
    assert night.vic.status(AT) == 404
    expect(night.vic.page.get_by_text(EVENT)).to_have_count(0)


def enter_the_pairs(night: Night) -> None:
    """Three pairs by the form, six by a file that had a fault at first; then they arrive."""
    office, book = night.office, night.book
    office.opens("Pairs")
    for number in (1, 2):
        book.enter(number, office.add(PEOPLE[number], f"Pair {number}"))
    book.enter(3, office.add(PEOPLE[3]))
    rows = [f"Pair {number};{';'.join(PEOPLE[number])};Club {number % 2}" for number in range(4, 10)]
    night.dora.get_by_role("link", name="Paste a list or import a file").click()
    office.look_through("pairs.csv", "\n".join([HEADER, *rows, f"Pair 1;{';'.join(PEOPLE[LATE])};"]))
    expect(night.dora.get_by_text("Good rows: 6, errors: 1.")).to_be_visible()
    expect(night.dora.get_by_role("row", name=re.compile("^8 Name"))).to_contain_text("on the list already")
    night.look(night.dora, "import")
    office.look_through("pairs.csv", "\n".join([HEADER, *rows]))
    office.press("Enter 6 pairs", "Entered: 6 pairs.")
    for number in range(4, 10):
        book.enter(number, f"Pair {number}")
    office.has_entrants(book.names)
    office.check_in(1, 2)
    expect(night.dora.locator("#counts")).to_contain_text("9 on the list, 2 here.")
    night.look(night.dora, "entrants")
    office.press("Everybody is here", "Everybody is checked in.")


def invite_a_helper(night: Night, password: str) -> None:
    """Sam makes an account by the link that Dora gives on, and finds the way to the desk."""
    link = night.office.invite("Sam", "scorer: enters and confirms results")
    night.look(night.dora, "helpers")
    sam = night.hall.somebody("Sam", DESK)
    sam.goto(link)
    night.look(sam, "invitation")
    accept(sam, link, "sam", password)
    night.look(sam, "account")
    sam.get_by_role("link", name=re.compile(EVENT)).click()
    expect(sam.get_by_role("navigation", name="Pages of the desk")).to_be_visible()
    night.sam = Desk(sam)


def bring_devices(night: Night) -> None:
    """A tablet for each of five tables, and the phone of East–West at one of them."""
    codes = night.office.prepare(TABLES)
    more = night.office.prepare_one_more(WITH_PHONE, "East–West: a phone of that side")
    night.look(night.dora, "tablets")
    night.east = night.device("the phone", more, phone=True)
    for table, code in codes.items():
        night.tablets[table] = night.device(f"tablet {table}", code)
        night.tablets[table].rests()
    night.dora.reload()
    expect(night.dora.get_by_text("Codes to type on the tablets")).to_have_count(0)


def announce(night: Night) -> None:
    """The event appears for everybody."""
    night.office.move("Announce it", "registration")
    night.vic.page.reload()
    night.look(night.vic.page, "list of events")
    night.vic.finds(EVENT)
    night.look(night.vic.page, "event")
    expect(night.vic.page.get_by_text("9 pairs so far.")).to_be_visible()
    night.phone.page.reload()
    night.phone.finds(EVENT)
    night.office.move("Start the event", "running")
    night.at_desk()


# Round 1: the network fails, fingers are quick, two tablets disagree


def first_round(night: Night) -> Played:
    """Round 1 of nine pairs; returns the match whose score turns out to be wrong."""
    night.begin(1)
    assert len(night.round.out) == 1
    night.phone.finds_table("North 1", r"Table \d")
    night.look(night.phone.page, "my table")
    night.tablets[5].rests()
    a_tablet_off_the_network(night)
    a_double_tap(night)
    a_phone_that_confirms(night)
    two_results_for_one_hand(night)
    night.vic.standings()
    night.vic.sees(night.book.table(1), provisional=True)
    a_late_pair(night)
    night.finish(1)
    return night.match(SWAPPED)


def a_tablet_off_the_network(night: Night) -> None:
    """Offline in the middle of the match, reloaded, two more hands; each of them is counted once."""
    tablet, names = night.tablets[OFFLINE], night.names(OFFLINE)
    hands = random_match(night.dice, HANDS)
    tablet.enter(1, hands[0], names)
    night.match(OFFLINE).hands.append(hands[0])
    night.vic.opens("Round 1")
    night.vic.sees_states({OFFLINE: f"playing 1/{HANDS}", SWAPPED: "not started"})
    tablet.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    tablet.go_offline()
    tablet.record(2, hands[1], names)
    tablet.page.reload()
    tablet.state(2, "Saved here")
    night.look(tablet.page, "tablet without the network")
    tablet.agree(names[1])
    tablet.page.get_by_role("button", name="Enter hand 3").tap()
    tablet.record(3, hands[2], names)
    expect(tablet.bar).to_have_text("3 not sent yet")
    tablet.come_back()
    tablet.state(3, "Sent, not confirmed")
    night.vic.sees_states({OFFLINE: "to be confirmed"})
    tablet.agree(names[1])
    night.match(OFFLINE).hands += hands[1:]
    night.is_over(OFFLINE)
    night.vic.sees_states({OFFLINE: "finished"})
    night.each_hand_is_entered_once(OFFLINE)


def a_double_tap(night: Night) -> None:
    """Two quick taps record one hand, and nobody has agreed by the second one."""
    tablet, names = night.tablets[SWAPPED], night.names(SWAPPED)
    hands = random_match(night.dice, HANDS)
    night.match(SWAPPED).hands = hands
    tablet.type(hands[0])
    night.look(tablet.page, "tablet")
    tablet.tap_twice(tablet.keep)
    tablet.state(1, "Sent, not confirmed")
    night.look(tablet.page, "recorded hand")
    for at, hand in enumerate(hands[1:], start=2):
        tablet.agree(names[1])
        tablet.done(at - 1)
        tablet.record(at, hand, names)
    tablet.agree(names[1])
    night.is_over(SWAPPED)
    night.each_hand_is_entered_once(SWAPPED)
    night.look(night.dora, "match at the desk")


def a_phone_that_confirms(night: Night) -> None:
    """East–West agrees on its own phone."""
    number = len(night.book.rounds)
    hands = random_match(night.dice, HANDS)
    for at, hand in enumerate(hands, start=1):
        night.tablets[WITH_PHONE].is_at(f"Round {number} · Hand {at} of {HANDS}")
        night.tablets[WITH_PHONE].record(at, hand, night.names(WITH_PHONE))
        expect(night.east.review(at)).to_contain_text(signed(worth(hand)[0]))
        night.look(night.east.page, "phone of a side")
        night.east.agree(night.names(WITH_PHONE)[1])
        night.tablets[WITH_PHONE].done(at)
        night.match(WITH_PHONE).hands.append(hand)
    night.is_over(WITH_PHONE)


def two_results_for_one_hand(night: Night) -> None:
    """A second tablet says something else: nothing counts until the director has chosen."""
    night.in_office("Tablets")
    code = night.office.prepare_one_more(RIVAL, "both sides: a second tablet")
    one, other = night.tablets[RIVAL], night.device("second tablet", code)
    names, hands = night.names(RIVAL), random_match(night.dice, HANDS)
    theirs = random_hand(night.dice)
    while worth(theirs) == worth(hands[1]):
        theirs = random_hand(night.dice)
    one.enter(1, hands[0], names)
    other.is_at(f"Round 1 · Hand 2 of {HANDS}")
    other.go_offline()
    other.record(2, theirs, names)
    one.record(2, hands[1], names)
    one.state(2, "Sent, not confirmed")
    other.come_back()
    for each in (one, other):
        expect(each.page.get_by_role("heading", name="Hand 2: two different results")).to_be_visible()
    night.look(one.page, "two results on a tablet")
    night.vic.opens("Round 1")
    night.vic.sees_states({RIVAL: "two different results"})
    the_director_chooses(night)
    one.is_at(f"Round 1 · Hand 3 of {HANDS}")
    one.enter(3, hands[2], names)
    night.match(RIVAL).hands = hands
    night.is_over(RIVAL)
    other.page.close()


def the_director_chooses(night: Night) -> None:
    """The conflict stands first on the board; it is ruled on the page of the match."""
    night.at_desk()
    night.desk.misses(f"1 table missing: {RIVAL}")
    expect(night.dora.locator(".board-row").first).to_contain_text("two different results")
    night.look(night.dora, "board")
    night.desk.table(RIVAL)
    night.look(night.dora, "two results at the desk")
    night.desk.choose(2, re.compile(rf"^\s*Table {RIVAL}, \d"))
    night.desk.was_told("Hand 2 is saved.")


def a_late_pair(night: Night) -> None:
    """A tenth pair comes in the middle of round 1 and plays from round 2 on."""
    night.in_office("Pairs")
    expect(night.dora.get_by_text("Plays from round 2 on.")).to_be_visible()
    night.book.enter(LATE, night.office.add(PEOPLE[LATE], f"Pair {LATE}"), joined=2)
    night.at_desk()


# Round 2: somebody is late, somebody does not come, a match ends level


def second_round(night: Night) -> int:
    """Round 2 of ten pairs; returns the number of the pair that is fined."""
    night.begin(2)
    assert (len(night.round.matches), night.round.out) == (TABLES, {})
    late = night.match(WITH_PHONE).pairs[0]
    night.desk.fine(
        f"{late} {night.book.names[late]}", "More than 5 minutes late", "1", "Came when hand 1 was over."
    )
    night.book.fines[late] = (2, -1)
    night.look(night.dora, "rulings")
    what_everybody_reads_of_a_ruling(night, late, "cancelled", is_there=False)
    nobody_comes(night)
    night.play(OFFLINE, random_match(night.dice, HANDS))
    on_paper(night, SWAPPED)
    a_phone_that_confirms(night)
    night.play(RIVAL, [counted(50, first=seat) for seat in (1, 2, 3)])
    night.vic.standings()
    night.vic.sees(night.book.table(2), provisional=True)
    night.vic.explains(night.book.points_of(2))
    night.finish(2)
    return late


def what_everybody_reads_of_a_ruling(night: Night, pair: int, word: str, *, is_there: bool) -> None:
    """Numbers and effects are public, names and reasons are not."""
    night.vic.page.goto(f"{night.hall.url}{AT}rulings/")
    line = night.vic.page.locator("tbody tr").filter(has_text="−1 match points")
    expect(line.get_by_role("cell").nth(1)).to_have_text(str(pair))
    expect(line.filter(has_text=word)).to_have_count(int(is_there))
    expect(night.vic.page.get_by_text("Came when hand 1 was over.")).to_have_count(0)
    expect(night.vic.page.locator("tbody").get_by_text(night.book.names[pair])).to_have_count(0)
    night.look(night.vic.page, "public rulings")


def on_paper(night: Night, table: int) -> None:
    """A table has written on paper: the scorer types it at the desk, and the tablet knows it."""
    sam = night.sam
    sam.opens()
    sam.table(table)
    for number, hand in enumerate(random_match(night.dice, HANDS), start=1):
        sam.page.get_by_role("link", name=f"Enter hand {number}", exact=True).click()
        sam.type_hand(hand)
        is_signed = sam.page.get_by_label("Both sides agree: it is confirmed at once")
        expect(is_signed).to_be_checked()
        is_signed.set_checked(number > 1)
        sam.press("Save")
        sam.was_told(f"Hand {number} is saved.")
        if number == 1:
            sam.confirm(number)
        night.match(table).hands.append(hand)
    expect(sam.page.get_by_role("heading", name="Decide about the match")).to_have_count(0)
    night.is_over(table)


def nobody_comes(night: Night) -> None:
    """East–West of a table does not appear: the match is forfeited."""
    match = night.match(NO_SHOW)
    night.tablets[NO_SHOW].is_at(f"Round 2 · Hand 1 of {HANDS}")
    night.desk.opens()
    night.desk.table(NO_SHOW)
    night.desk.forfeit(night.book.names[match.pairs[1]], "Nobody came in a quarter of an hour.")
    match.forfeited_by = match.pairs[1]
    night.vic.opens("Round 2")
    night.vic.sees_states({NO_SHOW: "forfeited"})
    expect(night.tablets[NO_SHOW].page.get_by_role("heading", name="The match is over")).to_be_visible()


# Round 3: a wrong score of round 1 is found, a pair leaves


def third_round(night: Night, wrong: Played) -> None:
    """Round 3 of ten pairs, with a correction of round 1 while it is played."""
    night.begin(3)
    assert (len(night.round.matches), night.round.out) == (TABLES, {})
    for table in (OFFLINE, SWAPPED, RIVAL):
        night.play(table, random_match(night.dice, HANDS))
    a_wrong_score(night, wrong)
    night.vic.standings()
    night.vic.sees(night.book.table(3), provisional=True)
    for after in (1, 2):
        night.vic.looks_back(after)
        night.vic.sees(night.book.table(after))
    night.play(NO_SHOW, random_match(night.dice, HANDS))
    a_phone_that_confirms(night)
    a_pair_leaves(night, night.match(SWAPPED).pairs[1])
    night.finish(3)
    expect(night.vic.page.get_by_role("row").filter(has_text="withdrawn")).to_have_count(1)


def a_wrong_score(night: Night, wrong: Played) -> None:
    """The sides of a hand of round 1 were swapped: the director sees what follows before it is saved."""
    right = turned(night.dice, wrong.hands, 1)
    before = [sum(worth(hand)[side] for hand in wrong.hands) for side in (0, 1)]
    night.desk.opens()
    night.desk.shows(1)
    night.desk.table(SWAPPED)
    night.desk.hand(2).get_by_role("link", name="Change: Hand").click()
    night.desk.type_hand(right, "The sides were swapped.")
    preview = night.desk.previews()
    unchanged = night.book.table(3)
    wrong.hands[1] = right
    after = wrong.totals()
    total = preview.get_by_role("row", name=re.compile("^Total of the match"))
    expect(total.get_by_role("cell")).to_have_text([in_pair(before), in_pair(after)])
    night.look(night.dora, "correction")
    night.vic.standings()
    night.vic.sees(unchanged, provisional=True)
    night.desk.press("Save")
    night.desk.was_told("Hand 2 is saved.")


def in_pair(points: tuple[int, ...] | list[int]) -> str:
    """Points of both sides as they stand beside each other."""
    return " : ".join(str(each).replace("-", "−") for each in points)


def a_pair_leaves(night: Night, pair: int) -> None:
    """A pair has played its third match and goes home."""
    night.in_office("Pairs")
    night.office.withdraw(pair, "A train to catch.")
    night.book.left.add(pair)
    night.at_desk()


# Round 4: nine pairs again, the fine is taken back


def fourth_round(night: Night, fined: int) -> None:
    """The last round, with a bye; then the stage ends."""
    night.begin(4)
    assert len(night.round.out) == 1
    for table in (OFFLINE, SWAPPED, RIVAL):
        night.play(table, random_match(night.dice, HANDS))
    a_phone_that_confirms(night)
    night.tablets[NO_SHOW].rests()
    night.vic.standings()
    night.vic.sees(night.book.table(4), provisional=True)
    night.desk.cancel("Came when hand 1 was over.", "The clock of the hall was wrong.")
    del night.book.fines[fined]
    what_everybody_reads_of_a_ruling(night, fined, "cancelled", is_there=True)
    night.finish(4)


def end(night: Night) -> None:
    """The stage and the event are over; the final table is the one that is reckoned, for everybody."""
    night.desk.press("End the stage")
    night.desk.was_told("The stage has ended")
    night.desk.press("Finish the event")
    night.desk.was_told("The event is finished.")
    for visitor in (night.vic, night.phone):
        visitor.page.reload()
        expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Final standings")
        visitor.sees(night.book.table(ROUNDS))
    night.phone.reads_reasons(night.book.reasons(ROUNDS))
    night.look(night.vic.page, "final standings")
    assert all(night.vic.is_a_document(AT + each) for each in ("print/standings/", "export/standings.csv"))
