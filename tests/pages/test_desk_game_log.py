"""A game log at the desk: seen first, then the missing hands are entered with their records."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from engine.core.play import Replayed
from engine.games.tichu.logs.turn import turned
from engine.games.tichu.record import replay
from scoring.models import EntrySource, Hand, HandEntry, HandStatus, MatchResult
from tests.engine.game_logs import NAMES, as_logged, log_of, records, whole_game
from tests.make import Evening, counted, enter, evening
from tests.pages.test_desk import at, client_of, member
from tournaments.models import Event, Match, Role

HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')


@pytest.fixture
def ev(db: None) -> Evening:
    """Four pairs in their first round, matches to the target of the printed rules."""
    made = evening(4, match={"target": True}, profile="seed")
    made.next_round()
    return made


@pytest.fixture
def dora(ev: Evening) -> Client:
    return client_of(ev.dora)


def page(match: Match, rest: str = "game-log/") -> str:
    return at(match.round.stage.event, f"matches/{match.pk}/{rest}")


def log(count: int = 3, names: Sequence[str] = NAMES) -> str:
    return "".join(log_of(record, names) for record in records()[:count])


def looked(client: Client, match: Match, text: str | bytes) -> Any:
    data = text if isinstance(text, bytes) else text.encode()
    return client.post(page(match), {"file": SimpleUploadedFile("game.tch", data)})


def entered(client: Client, match: Match, text: str, by: int = 0, game: int = 1) -> Any:
    data = {"text": text, "by": by, "game": game, "action": "enter"}
    return client.post(page(match), data, follow=True)


def names_at(match: Match) -> list[str]:
    return [match.seats.get(position=seat).player.name for seat in (1, 2, 3, 4)]


def test_the_page_of_the_match_leads_there_and_back(ev: Evening, dora: Client) -> None:
    match = ev.match(1)
    assert page(match) in dora.get(page(match, "")).text
    form = dora.get(page(match))
    assert form.status_code == 200
    assert page(match, "") in form.text


def test_a_whole_log_computes_the_standings_once(
    ev: Evening, dora: Client, computed: list[int], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        entered(dora, ev.match(1), log())
    assert (Hand.objects.count(), computed) == (3, [ev.stage.pk])


def test_a_log_is_seen_before_anything_is_stored(ev: Evening, dora: Client) -> None:
    match = ev.match(1)
    seen = looked(dora, match, log())
    assert seen.status_code == 200
    assert "Enter 3 hands" in seen.text
    assert seen.text.count("The log and the rules say the same.") == 3
    for name in NAMES:
        assert name in seen.text
    assert not Hand.objects.exists()


def test_the_missing_hands_are_entered_with_their_records(ev: Evening, dora: Client) -> None:
    match = ev.match(1)
    said = entered(dora, match, log())
    assert "3 hands are entered." in said.text
    entries = HandEntry.objects.filter(hand__match=match).order_by("hand__number")
    for entry, record in zip(entries, records()[:3], strict=True):
        found = replay(entry.record)
        assert isinstance(found, Replayed)
        assert (entry.payload, entry.source) == (found.summary, EntrySource.USER)
        assert entry.record["hands"] == {
            seat: {"first": hand["first"], "second": hand["second"]} for seat, hand in record["hands"].items()
        }
        assert entry.hand.status == HandStatus.CONFIRMED


def test_what_the_form_brings_along_is_what_is_entered(ev: Evening, dora: Client) -> None:
    """The seen page is sent as a browser sends it, line ends and all."""
    match = ev.match(1)
    seen = looked(dora, match, log().replace("Mia", "Zoë"))
    last = seen.text[: seen.text.index('id="enter"')].rpartition("<form")[2]
    sent = {name: value.replace("\n", "\r\n") for name, value in HIDDEN.findall(last)}
    dora.post(page(match), {**sent, "action": "enter"})
    assert Hand.objects.filter(match=match).count() == 3


def test_the_people_of_the_log_are_put_where_they_sit_here(ev: Evening, dora: Client) -> None:
    match = ev.match(1)
    people = names_at(match)
    from_another_seat = [*people[1:], people[0]]
    seen = looked(dora, match, log(1, from_another_seat))
    assert re.search(r'<option value="1" selected>', seen.text)
    entered(dora, match, log(1, from_another_seat), by=1)
    entry = HandEntry.objects.get(hand__match=match)
    record = records()[0]
    assert entry.record["events"] == turned({**as_logged(record), "dealer": 1}, 1)["events"]
    here, there = replay(entry.record), replay(record)
    assert isinstance(here, Replayed) and isinstance(there, Replayed)
    assert entry.payload == here.summary
    assert here.score.sides == {"A": there.score.sides["B"], "B": there.score.sides["A"]}


def test_a_log_that_comes_twice_is_entered_once(ev: Evening, dora: Client) -> None:
    match = ev.match(1)
    entered(dora, match, log())
    seen = looked(dora, match, log(4))
    assert seen.text.count("is there already") == 3
    assert "Enter 1 hand" in seen.text
    entered(dora, match, log(4))
    assert [hand.entries.count() for hand in Hand.objects.filter(match=match)] == [1, 1, 1, 1]


def test_what_was_typed_stays_and_the_difference_is_told(ev: Evening, dora: Client) -> None:
    match = ev.match(1)
    first = replay(records()[0])
    assert isinstance(first, Replayed)
    typed = {name: value for name, value in first.summary.items() if name != "out_order"}
    enter(match, 1, typed, ev.dora)
    enter(match, 2, counted(105), ev.dora)
    seen = looked(dora, match, log())
    assert seen.text.count("is there already") == 1
    assert seen.text.count("differs: what was entered stays") == 1
    entered(dora, match, log())
    assert HandEntry.objects.get(hand__match=match, hand__number=2).payload == counted(105)
    assert Hand.objects.filter(match=match).count() == 3


def test_a_hand_that_cannot_be_replayed_is_named_with_its_line(ev: Evening, dora: Client) -> None:
    match = ev.match(1)
    lines = log(2).splitlines()
    start = next(at for at, line in enumerate(lines) if "Rundenverlauf" in line)
    lines.insert(start + 1, "(0)Mia: Xy")
    seen = looked(dora, match, "\n".join(lines))
    assert f"Line {start + 2}: Xy is no card." in seen.text
    assert "cannot be replayed" in seen.text
    entered(dora, match, "\n".join(lines))
    assert list(Hand.objects.filter(match=match).values_list("number", flat=True)) == [2]


def test_another_result_than_the_rules_give_is_told(ev: Evening, dora: Client) -> None:
    match = ev.match(1)
    found = replay(records()[0])
    assert isinstance(found, Replayed)
    here, there = found.score.sides["A"], found.score.sides["B"]
    told = f"The log says 525 : −25, the rules give {here} : {there}: the rules count.".replace("-", "−")
    text = log_of(records()[0], printed="525 - -25")
    assert told in looked(dora, match, text).text
    turned_told = f"The log says −25 : 525, the rules give {there} : {here}: the rules count.".replace(
        "-", "−"
    )
    assert turned_told in dora.post(page(match), {"text": text, "by": "1"}).text


def test_a_hand_that_the_match_refuses_does_not_keep_back_the_others(db: None) -> None:
    made = evening(4, match={"hands": 2}, profile="seed")
    made.next_round()
    match, client = made.match(1), client_of(made.dora)
    seen = looked(client, match, log())
    assert seen.text.count("is refused") == 1
    said = entered(client, match, log())
    assert "2 hands are entered. Not entered: 3." in said.text
    assert Hand.objects.filter(match=match).count() == 2


def test_a_whole_game_finishes_the_match(ev: Evening, dora: Client) -> None:
    match = ev.match(1)
    text, hands = whole_game()
    entered(dora, match, text + log(1), game=1)
    assert Hand.objects.filter(match=match).count() == hands
    assert MatchResult.objects.get(match=match).complete
    assert 'name="game"' in looked(dora, ev.match(2), text + log(1)).text


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "There is no finished hand in this file."),
        (b"Guten Abend", "Line 1 is no line of a game log: Guten Abend"),
        (b"\xff\xfe\x00<script>", "is no line of a game log"),
        (log(1).encode()[:700], "the log stops in this hand"),
    ],
)
def test_a_file_without_a_hand_is_told(ev: Evening, dora: Client, data: bytes, words: str) -> None:
    seen = looked(dora, ev.match(1), data or b"\n")
    assert words in seen.text
    assert 'id="enter"' not in seen.text
    assert "<script>" not in seen.text.split("<main", 1)[1].split("</main", 1)[0]


def test_no_file_and_a_huge_one_are_told(ev: Evening, dora: Client) -> None:
    match = ev.match(1)
    missing = dora.post(page(match), {})
    assert (missing.status_code, "Choose a file first." in missing.text) == (422, True)
    huge = looked(dora, match, b"x" * (512 * 1024 + 1))
    assert (huge.status_code, "too large for a game log" in huge.text) == (422, True)
    assert dora.post(page(match), {"text": "x" * (512 * 1024 + 1)}).status_code == 422


def test_only_who_rules_may_import(ev: Evening) -> None:
    match = ev.match(1)
    for role, wanted in ((Role.DIRECTOR, 200), (Role.ASSISTANT, 403), (Role.SCORER, 403), (Role.VIEWER, 403)):
        client = client_of(member(ev.event, role, role))
        assert client.get(page(match)).status_code == wanted
        assert (page(match) in client.get(page(match, "")).text) is (wanted == 200)
    assert entered(client, match, log()).status_code == 403
    assert not Hand.objects.exists()


def test_six_at_a_table_have_no_logs(ev: Evening, dora: Client) -> None:
    match = ev.match(1)
    Event.objects.filter(pk=ev.event.pk).update(options={"variant": "tientsin"})
    assert dora.get(page(match)).status_code == 404
    assert page(match) not in dora.get(page(match, "")).text


def test_the_page_speaks_spanish(ev: Evening, dora: Client) -> None:
    seen = dora.post(
        page(ev.match(1)),
        {"file": SimpleUploadedFile("game.tch", log().encode() + b"Ende\n")},
        headers={"accept-language": "es"},
    )
    assert "Introducir 3 manos" in seen.text
    assert "no es una línea de un registro" in seen.text
