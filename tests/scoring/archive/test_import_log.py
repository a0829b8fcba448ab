"""Game logs as events: every hand on the one path, with its record, and nothing left out in silence."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from engine.core.play import Replayed
from engine.games.tichu.record import replay
from scoring.models import EntrySource, HandEntry, HandStatus, MatchResult
from tests.engine.game_logs import NAMES, ignored_wish, log_of, records, whole_game
from tests.events.commands import event_command
from tournaments.models import Club, EntrantPlayer, Event, Match, Participation, Round, RoundStatus, Seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def imported(tmp_path: Path) -> Any:
    """Import texts as files; returns exit code and answer."""

    def imported(*texts: str | bytes, options: Sequence[str] = ("--slug", "evening")) -> tuple[int, Any]:
        files = []
        for number, text in enumerate(texts, start=1):
            file = tmp_path / f"Game_{number}.tch"
            file.write_bytes(text if isinstance(text, bytes) else text.encode())
            files.append(file)
        return event_command("import-log", *files, *options)

    return imported


def two_hands(names: Sequence[str] = NAMES) -> str:
    return "".join(log_of(record, names) for record in records()[:2])


def codes(answer: Any) -> list[str]:
    return [problem["code"] for problem in answer["problems"]]


def test_a_game_becomes_a_match_with_the_record_of_every_hand(imported: Any) -> None:
    text, hands = whole_game()
    code, answer = imported(text)
    assert (code, answer["imported"], answer["problems"]) == (0, "evening", [])
    assert answer["counted"] == {"files": 1, "games": 1, "hands": hands, "records": hands}
    entries = HandEntry.objects.filter(hand__match__round__stage__event__slug="evening")
    assert entries.count() == hands
    for entry in entries:
        assert entry.source == EntrySource.IMPORT
        assert entry.hand.status == HandStatus.CONFIRMED
        replayed = replay(entry.record)
        assert isinstance(replayed, Replayed)
        assert entry.payload == replayed.summary
    told = answer["games"][0]["hands"]
    assert [hand["hand"] for hand in told] == list(range(1, hands + 1))
    assert all(hand["record"] and hand["printed"] == hand["computed"] for hand in told)
    result = MatchResult.objects.get()
    assert (result.complete, dict(result.totals)) == (True, answer["games"][0]["totals"])
    assert Round.objects.get().status == RoundStatus.CLOSED


def test_what_was_imported_is_proven(imported: Any) -> None:
    imported(whole_game()[0], two_hands(("Eva", "Noa", "Oli", "Pau")))
    code, proof = event_command("verify", "evening")
    assert (code, proof["ok"]) == (0, True)
    assert proof["counted"]["tables"] == 1


def test_the_event_comes_back_from_its_archive(imported: Any, tmp_path: Path) -> None:
    imported(two_hands())
    out = io.StringIO()
    call_command("event", "export", "evening", stdout=out)
    (tmp_path / "event.json").write_text(out.getvalue(), encoding="utf-8")
    assert event_command("import", tmp_path / "event.json", "--replace")[0] == 0
    again = io.StringIO()
    call_command("event", "export", "evening", stdout=again)
    assert again.getvalue() == out.getvalue()


def test_who_sat_there_are_the_players_of_the_match(imported: Any) -> None:
    imported(two_hands())
    seats = {seat.position: seat.player.name for seat in Seat.objects.all()}
    assert seats == dict(enumerate(NAMES, start=1))
    sides = {each.side: each.entrant.name for each in Participation.objects.all()}
    assert sides == {"A": "Mia – Oli", "B": "Noa – Pau"}


def test_who_stood_in_is_recorded(imported: Any) -> None:
    first, second, third = (log_of(record) for record in records()[:3])
    _code, answer = imported(first + second.replace("(1)Noa", "(1)Eva") + third.replace("(1)Noa", "(1)Eva"))
    assert answer["games"][0]["players"]["2"] == [
        {"name": "Noa", "from_hand": 1},
        {"name": "Eva", "from_hand": 2},
    ]
    stood_in = EntrantPlayer.objects.get(substitute=True)
    assert (stood_in.player.name, stood_in.entrant.name) == ("Eva", "Noa – Pau")
    kept = [entry.record.get("players", {}).get("2") for entry in HandEntry.objects.order_by("hand__number")]
    assert kept == [None, stood_in.ref, stood_in.ref]
    assert Seat.objects.get(position=2).player.name == "Noa"


def test_the_same_pairs_meet_round_after_round_also_from_other_seats(imported: Any) -> None:
    again = ("Oli", "Pau", "Mia", "Noa")
    imported(whole_game()[0] + two_hands(), two_hands(again), two_hands(("Ida", "Leo", "Uli", "Zoe")))
    event = Event.objects.get()
    assert event.entrants.count() == 4
    rounds = {one.number: one.matches.count() for one in Round.objects.all()}
    assert rounds == {1: 2, 2: 1, 3: 1}
    last = Match.objects.get(round__number=3)
    assert {seat.position: seat.player.name for seat in last.seats.all()} == dict(enumerate(again, start=1))


def test_names_that_no_list_can_print_are_told_apart_all_the_same(imported: Any) -> None:
    code, answer = imported(two_hands(("", "", "", "")), two_hands(("a\x07b", "\x00", "X" * 300, "X" * 300)))
    assert (code, answer["problems"]) == (0, [])
    assert {player.name for player in Event.objects.get().club.players.all()} == {
        "Seat 1",
        "Seat 2",
        "Seat 3",
        "Seat 4",
        "a b",
        "X" * 200,
    }


def test_a_hand_that_cannot_be_replayed_is_named_and_left_out(imported: Any) -> None:
    first, second, third = (log_of(record).splitlines() for record in records()[:3])
    start = next(at for at, line in enumerate(second) if "Rundenverlauf" in line)
    second.insert(start + 1, "(0)Mia: Xy")
    code, answer = imported("\n".join([*first, *second, *third]))
    assert code == 1
    (problem,) = answer["problems"]
    assert problem["code"] == "log_unknown_card"
    assert (problem["file"], problem["params"]["hand"], problem["params"]["line"]) == (
        "Game_1.tch",
        2,
        len(first) + start + 2,
    )
    assert answer["games"][0]["left_out"] == [{"hand": 2, "line": len(first) + 1}]
    assert list(HandEntry.objects.values_list("hand__number", flat=True)) == [1, 3]
    assert event_command("verify", "evening")[0] == 0


def test_a_result_that_is_not_so_is_named_and_the_rules_count(imported: Any) -> None:
    code, answer = imported(log_of(records()[0], printed="525 - -25"))
    assert (code, codes(answer)) == (1, ["log_result_differs"])
    assert "525 - -25" in answer["problems"][0]["message"]
    entry = HandEntry.objects.get()
    assert isinstance(found := replay(records()[0]), Replayed)
    assert entry.payload == found.summary


def test_hands_behind_the_end_that_is_made_without_a_missing_one_are_named(imported: Any) -> None:
    """The log goes on since both have lost points in a hand that nobody can read."""
    text, hands = whole_game()
    unread = log_of(records()[0], printed="-425 - -425").replace("Schupfen:", "Schupfen")
    code, answer = imported(unread + text + two_hands())
    assert code == 1
    named = {problem["params"]["hand"]: problem["code"] for problem in answer["problems"]}
    left = [each["hand"] for each in answer["games"][0]["left_out"]]
    assert left == sorted(named) == [1, hands + 2, hands + 3]
    assert [named[hand] for hand in left] == ["log_unknown_line", "log_hand_behind", "log_hand_behind"]
    assert event_command("verify", "evening")[0] == 0


def test_an_ignored_wish_brings_the_result_without_its_record(imported: Any) -> None:
    code, answer = imported(log_of(records()[0]) + ignored_wish())
    assert (code, codes(answer)) == (1, ["log_wish_ignored"])
    assert answer["counted"] | {"hands": 2, "records": 1} == answer["counted"]
    assert [entry.record is None for entry in HandEntry.objects.order_by("hand__number")] == [False, True]
    assert event_command("verify", "evening")[0] == 0


def test_an_unfinished_hand_is_told_and_is_no_problem(imported: Any) -> None:
    code, answer = imported(two_hands() + log_of(records()[2])[:600])
    assert (code, answer["counted"]["hands"]) == (0, 2)
    line = two_hands().count("\n") + 1
    assert answer["unfinished"] == [{"file": "Game_1.tch", "game": 1, "hand": 3, "line": line}]


def test_a_file_without_a_hand_stores_nothing(imported: Any) -> None:
    for text in ("", "Guten Abend", b"\xff\x00\xfe"):
        code, answer = imported(text)
        assert (code, answer["imported"]) == (1, None)
        assert "log_empty" in codes(answer)
    assert not Event.objects.exists()
    assert not Club.objects.exists()


def test_a_dry_run_says_the_same_and_stores_nothing(imported: Any) -> None:
    dry = imported(two_hands(), options=("--dry-run",))
    assert not Event.objects.exists()
    assert not Club.objects.exists()
    real = imported(two_hands(), options=())
    assert dry[1] == real[1] | {"dry_run": True}
    assert Event.objects.get().slug == "game-1"


def test_a_taken_slug_is_refused(imported: Any) -> None:
    imported(two_hands())
    code, answer = imported(two_hands())
    assert (code, answer["imported"], codes(answer)) == (1, None, ["slug_taken"])


def test_the_club_can_be_named(imported: Any) -> None:
    for slug in ("north", "south"):
        Club.objects.create(name=slug, slug=slug)
    assert codes(imported(two_hands())[1]) == ["club_needed"]
    assert imported(two_hands(), options=("--club", "south"))[1]["club"] == "south"
    assert event_command("import-log", "/no/such.tch")[1]["problems"][0]["code"] == "file_not_readable"
