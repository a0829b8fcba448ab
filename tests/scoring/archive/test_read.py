"""What an event archive may say, and how everything else is named."""

from __future__ import annotations

import copy
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.problems import Problem
from scoring.archive.messages import MESSAGES
from scoring.archive.read import Archive, read_archive, read_archive_file
from tests.scoring.archive.samples import Document, add_round, changed, count, evening, hand, pairs, slip


def problems(raw: object) -> list[tuple[str, str]]:
    found = read_archive(raw)
    assert isinstance(found, tuple), "the archive was read"
    return [(problem.code, problem.path) for problem in found]


def test_a_sound_archive_is_read() -> None:
    assert isinstance(read_archive(evening()), Archive)


ROUND = "/stages/0/rounds"
FAULTS: list[tuple[str, object, str, str]] = [
    # the whole
    ("/version", 2, "unknown_version", "/version"),
    ("/version", True, "unknown_version", "/version"),
    ("/format", "other", "not_an_archive", "/format"),
    ("/stages", [], "bad_length", "/stages"),
    ("/rulings", ..., "missing_key", ""),
    ("/log", [{"act": "enter"}], "unknown_key", "/log/0/act"),
    # event
    ("/event/colour", "red", "unknown_key", "/event/colour"),
    ("/event/game", "snap", "unknown_game", "/event/game"),
    ("/event/profile", "none_such", "bad_option_value", "/event/profile"),
    ("/event/options", {"tichu_points": 7}, "bad_option_value", "/event/options/tichu_points"),
    ("/event/options", {"no_such": 7}, "unknown_option", "/event/options/no_such"),
    ("/event/time_zone", "Europe/Nowhere", "unknown_time_zone", "/event/time_zone"),
    ("/event/time_zone", "../../etc/passwd", "unknown_time_zone", "/event/time_zone"),
    ("/event/starts_at", "2026-05-08T19:00:00", "bad_moment", "/event/starts_at"),
    ("/event/slug", "Not a slug", "bad_text", "/event/slug"),
    ("/event/entrant_kind", "crowd", "bad_choice", "/event/entrant_kind"),
    ("/event/settings", {"mood": "good"}, "unknown_option", "/event/settings/mood"),
    # people
    ("/players/1/id", "p1a", "twice", "/players/1/id"),
    ("/players/0/name", " ", "bad_text", "/players/0/name"),
    ("/players/0/name", "A\x00", "bad_text", "/players/0/name"),
    ("/players/0/name", "A\ud800", "bad_text", "/players/0/name"),
    ("/players/0/name", "A\n", "bad_text", "/players/0/name"),
    ("/event/slug", "friday\n", "bad_text", "/event/slug"),
    ("/players/0/name", "x" * 201, "text_too_long", "/players/0/name"),
    ("/entrants/1/number", 1, "twice", "/entrants/1/number"),
    ("/entrants/1/name", " PAIR 1", "twice", "/entrants/1/name"),
    ("/entrants/0/players/1", "nobody", "unknown_player", "/entrants/0/players/1"),
    ("/entrants/1/players/0", "p1a", "in_two_entrants", "/entrants/1/players/0"),
    ("/entrants/0/players", ["p1a"], "wrong_number_of_players", "/entrants/0/players"),
    ("/entrants/4/rating", "1/0", "bad_shape", "/entrants/4/rating"),
    ("/entrants/4/rating", float("nan"), "bad_shape", "/entrants/4/rating"),
    # stages
    ("/stages/0/ranking", ["match_points", "wins", "match_points"], "criterion_twice", "/stages/0/ranking/2"),
    ("/stages/0/ranking/0", "luck", "bad_shape", "/stages/0/ranking/0"),
    (
        "/stages/0/ranking/0",
        {"key": "buchholz", "limit": "1/2"},
        "unknown_criterion_option",
        "/stages/0/ranking/0/limit",
    ),
    ("/stages/0/points/draw", ..., "missing_key", "/stages/0/points"),
    ("/stages/0/points/draw", 3, "points_not_descending", "/stages/0/points"),
    ("/stages/0/points", ..., "one_key_needed", "/stages/0"),
    ("/stages/0/scale", {"kind": "steps", "steps": [[1, 2, 1]]}, "steps_not_rising", "/stages/0/scale/steps"),
    ("/stages/0/match", {}, "one_key_needed", "/stages/0/match"),
    ("/stages/0/match", {"target": False}, "one_key_needed", "/stages/0/match"),
    ("/stages/0/match/tie_break", ["lot", "lot"], "listed_twice", "/stages/0/match/tie_break"),
    ("/stages/0/method_options", {"luck": 1}, "unknown_key", "/stages/0/method_options/luck"),
    (
        "/stages/0/method_options",
        {"forbidden_pairs": [["e1", "e9"]]},
        "unknown_entrant",
        "/stages/0/method_options/forbidden_pairs/0/1",
    ),
    ("/stages/0/lots", {"e9": 1}, "unknown_entrant", "/stages/0/lots/e9"),
    (f"{ROUND}/1/number", 1, "twice", f"{ROUND}/1/number"),
    (f"{ROUND}/0/status", "playing", "earlier_round_open", f"{ROUND}/1/status"),
    # matches
    (f"{ROUND}/0/matches/0/sides/1", "e9", "unknown_entrant", f"{ROUND}/0/matches/0/sides/1"),
    (f"{ROUND}/0/matches/1/sides/0", "e1", "at_two_tables", f"{ROUND}/0/matches/1/sides/0"),
    (f"{ROUND}/0/matches/1/table", 1, "table_twice", f"{ROUND}/0/matches/1/table"),
    (f"{ROUND}/0/matches/0/sides", ["e1", "e4", "e6"], "wrong_number_of_sides", f"{ROUND}/0/matches/0/sides"),
    (
        f"{ROUND}/0/matches/0/sides/0",
        ["e1", "e6"],
        "wrong_number_of_partners",
        f"{ROUND}/0/matches/0/sides/0",
    ),
    (f"{ROUND}/0/matches/2/sides", ["e3", "e6"], "bye_is_for_one", f"{ROUND}/0/matches/2/sides"),
    (f"{ROUND}/0/matches/2/outcome", ..., "missing_key", f"{ROUND}/0/matches/2"),
    (f"{ROUND}/0/matches/0/leg", 2, "leg_without_teams", f"{ROUND}/0/matches/0/leg"),
    (f"{ROUND}/0/matches/1/score", ..., "one_key_needed", f"{ROUND}/0/matches/1"),
    (f"{ROUND}/0/matches/1/outcome", "won", "bad_choice", f"{ROUND}/0/matches/1/outcome"),
    (f"{ROUND}/0/matches/1/outcome", ..., "missing_key", f"{ROUND}/0/matches/1"),
    (f"{ROUND}/0/matches/0/outcome", ..., "open_match_in_closed_round", f"{ROUND}/0/matches/0"),
    (f"{ROUND}/0/matches/1/score", [1, 2, 3], "one_number_a_side", f"{ROUND}/0/matches/1/score"),
    (f"{ROUND}/0/matches/1/winner", "e2", "key_out_of_place", f"{ROUND}/0/matches/1"),
    (f"{ROUND}/0/matches/3/match_points", [1, 2], "one_number_a_side", f"{ROUND}/0/matches/3/match_points"),
    (f"{ROUND}/1/matches/2/match_points", 2, "one_number_a_side", f"{ROUND}/1/matches/2/match_points"),
    (f"{ROUND}/1/matches/0/winner", "e2", "winner_not_in_match", f"{ROUND}/1/matches/0/winner"),
    (f"{ROUND}/1/matches/0/winner", ["e3", "e1"], "bad_length", f"{ROUND}/1/matches/0/winner"),
    (f"{ROUND}/1/matches/0/winner", ..., "missing_key", f"{ROUND}/1/matches/0"),
    (f"{ROUND}/3/matches/0", slip(1, "e1", "e5", 1, 0), "result_before_play", f"{ROUND}/3/matches/0"),
    (f"{ROUND}/2/matches/0/first_dealer", 5, "unknown_seat", f"{ROUND}/2/matches/0/first_dealer"),
    (f"{ROUND}/2/matches/1/seats/5", "p2a", "unknown_seat", f"{ROUND}/2/matches/1/seats/5"),
    (f"{ROUND}/2/matches/1/seats/1", ..., "seat_empty", f"{ROUND}/2/matches/1/seats"),
    (f"{ROUND}/2/matches/1/seats/1", "p2a", "in_two_seats", f"{ROUND}/2/matches/1/seats"),
    (f"{ROUND}/2/matches/1/seats/1", "p3a", "not_on_this_side", f"{ROUND}/2/matches/1/seats/1"),
    (f"{ROUND}/2/matches/1/seats/1", "nobody", "unknown_player", f"{ROUND}/2/matches/1/seats/1"),
    # hands
    (f"{ROUND}/0/matches/0/hands/1/number", 1, "twice", f"{ROUND}/0/matches/0/hands/1/number"),
    (f"{ROUND}/0/matches/0/score", [1, 2], "score_disagrees", f"{ROUND}/0/matches/0/score"),
    (
        f"{ROUND}/0/matches/0/hands/0/summary/points/A",
        61,
        "points_not_multiple_of_5",
        f"{ROUND}/0/matches/0/hands/0/summary/points/A",
    ),
    (
        f"{ROUND}/0/matches/0/hands/0/record",
        {"note": "\x00"},
        "bad_text",
        f"{ROUND}/0/matches/0/hands/0/record/note",
    ),
    # rulings
    ("/rulings/0/entrant", "e9", "unknown_entrant", "/rulings/0/entrant"),
    ("/rulings/0/code", "No Code", "bad_text", "/rulings/0/code"),
    (f"{ROUND}/0/closed_at", "soon", "bad_moment", f"{ROUND}/0/closed_at"),
    ("/rulings/0/round", 9, "unknown_round", "/rulings/0/round"),
    ("/rulings/0/at", "yesterday", "bad_moment", "/rulings/0/at"),
    ("/rulings/1/stage", "s9", "unknown_stage", "/rulings/1/stage"),
    ("/rulings/1/replaces", 1, "replaces_a_later_one", "/rulings/1/replaces"),
    ("/rulings/2/table", 9, "unknown_table", "/rulings/2/table"),
    ("/rulings/2/hand", 9, "unknown_hand", "/rulings/2/hand"),
    ("/rulings/2/player", "nobody", "unknown_player", "/rulings/2/player"),
    ("/rulings/2/reason", "", "bad_text", "/rulings/2/reason"),
]


@pytest.mark.parametrize(("place", "value", "code", "named"), FAULTS)
def test_each_fault_is_named_at_its_place(place: str, value: object, code: str, named: str) -> None:
    assert (code, named) in problems(changed(evening(), place, value))


def test_every_own_code_has_a_sentence() -> None:
    theirs = {"bad_option_value", "unknown_option", "points_not_multiple_of_5"}
    assert {code for _, _, code, _ in FAULTS} - theirs <= set(MESSAGES)


def test_a_hand_behind_the_end_of_the_match_is_refused() -> None:
    document = evening()
    document["stages"][0]["rounds"][0]["matches"][0]["hands"].append(hand(3, count(1, 50)))
    assert problems(document) == [("match_over", f"{ROUND}/0/matches/0/hands/2/summary")]


def test_an_extra_hand_is_allowed_where_the_stage_asks_for_one() -> None:
    level = {"table": 1, "sides": ["e1", "e2"], "outcome": "played"}
    level["hands"] = [hand(1, count(1, 60)), hand(2, count(1, 40)), hand(3, count(1, 70))]
    document = add_round(pairs(2), "closed", level)
    assert problems(document) == [("match_over", f"{ROUND}/0/matches/0/hands/2/summary")]
    document["stages"][0]["match"]["tie_break"] = ["extra_hand"]
    assert isinstance(read_archive(document), Archive)


@pytest.mark.parametrize("given", [[110, 90], ["110", "180/2"], [Fraction(110), "90.0"], [110.0, "90"]])
def test_a_given_score_agrees_with_the_hands_however_it_is_spelled(given: list[object]) -> None:
    level = {"table": 1, "sides": ["e1", "e2"], "outcome": "played", "score": given}
    level["hands"] = [hand(1, count(1, 60)), hand(2, count(1, 50))]
    assert isinstance(read_archive(add_round(pairs(2), "closed", level)), Archive)


def test_all_faults_are_named_at_once() -> None:
    document = changed(evening(), f"{ROUND}/0/matches/1/score", ...)
    document = changed(document, "/players/0/shoe", 43)
    document = changed(document, f"{ROUND}/1/matches/0/sides/0", "e77")
    document = changed(document, "/entrants/1/number", 1)
    document = changed(document, f"{ROUND}/0/matches/0/hands/0/summary/first_out", 9)
    assert set(problems(document)) == {
        ("one_key_needed", f"{ROUND}/0/matches/1"),
        ("unknown_key", "/players/0/shoe"),
        ("unknown_entrant", f"{ROUND}/1/matches/0/sides/0"),
        ("twice", "/entrants/1/number"),
        ("bad_seat", f"{ROUND}/0/matches/0/hands/0/summary/first_out"),
    }


def test_an_unknown_game_does_not_hide_other_faults() -> None:
    document = changed(evening(), "/event/game", "snap")
    found = problems(changed(document, "/entrants/1/number", 1))
    assert found == [("unknown_game", "/event/game"), ("twice", "/entrants/1/number")]


@pytest.mark.parametrize("raw", [None, 1, "text", [], [1], {}, {"format": "baza-event"}])
def test_what_is_no_archive_is_refused(raw: object) -> None:
    assert problems(raw)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "bad_json"),
        (b"{", "bad_json"),
        (b"\xff\xfe", "not_utf8"),
        (b'{"format": 1, "format": 2}', "key_twice"),
        (b'{"version": NaN}', "number_not_usable"),
        (b'{"version": 1e999999}', "number_not_usable"),
        (b'{"version": ' + b"9" * 5000 + b"}", "number_not_usable"),
        (b"[" * 100_000, "too_deep"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(data: bytes, code: str) -> None:
    found = read_archive_file(data)
    assert isinstance(found, tuple)
    assert [problem.code for problem in found] == [code]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.fractions(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def places(part: Any, place: str = "") -> list[str]:
    """The pointers of everything inside a document."""
    inner = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    return [found for key, value in inner for found in (f"{place}/{key}", *places(value, f"{place}/{key}"))]


EVENING = evening()
PLACES = places(EVENING)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(PLACES), JSON | st.just(...)), min_size=1, max_size=3))
def test_reading_is_total_whatever_stands_in_the_file(changes: list[tuple[str, object]]) -> None:
    document: Document = copy.deepcopy(EVENING)
    for place, value in changes:
        try:
            document = changed(document, place, value)
        except (KeyError, IndexError, TypeError, ValueError):
            continue
    found = read_archive(document)
    assert isinstance(found, Archive) or all(isinstance(problem, Problem) for problem in found)


def test_nesting_without_end_is_refused() -> None:
    deep: Document = {}
    for _ in range(500):
        deep = {"in": deep}
    assert problems(changed(evening(), f"{ROUND}/0/matches/0/hands/0/record", deep)) == [("too_deep", "")]


def test_numbers_are_exact_in_every_spelling() -> None:
    for spelling in (0.5, "0.5", "1/2", "2/4", Fraction(1, 2)):
        found = read_archive(changed(evening(), f"{ROUND}/0/matches/3/match_points", spelling))
        assert isinstance(found, Archive)
        assert found.document["stages"][0]["rounds"][0]["matches"][3]["match_points"] == "1/2"
