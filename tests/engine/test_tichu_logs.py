"""Game logs: every hand of a model comes back from its log, and nothing in a file is lost without a word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.logs import GameLog, LoggedHand
from engine.core.play import Replayed
from engine.core.problems import Problem
from engine.games.tichu.logs.games import Judge, Verdict, read_games
from engine.games.tichu.logs.messages import MESSAGES, log_sentence
from engine.games.tichu.logs.read import read_log
from engine.games.tichu.logs.table import Table
from engine.games.tichu.logs.turn import turned_hand
from engine.games.tichu.record import replay
from tests.engine.game_logs import (
    NAMES,
    Record,
    as_logged,
    card_in_log,
    ignored_wish,
    log_of,
    records,
    result_of,
    unfulfilled,
)

Change = Callable[[list[str]], None]


@cache
def model() -> Record:
    """A hand with a gift and a wish, and no call."""
    return next(
        each
        for each in records()
        if {event["e"] for event in each["events"]} == {"push", "play", "pass", "give"}
    )


def only_hand(log: GameLog) -> LoggedHand:
    (game,) = log.games
    (hand,) = game.hands
    return hand


def codes(log: GameLog) -> list[str]:
    return [fault.code for fault in log.faults]


def changed(change: Change, record: Record | None = None) -> str:
    """The log of a hand with something done to its lines."""
    lines = log_of(record or model()).splitlines()
    change(lines)
    return "\n".join(lines) + "\n"


def place(lines: Sequence[str], start: str, nth: int = 1) -> int:
    """The index of the nth line that begins like this."""
    return [at for at, line in enumerate(lines) if line.startswith(start)][nth - 1]


def printed_only(record: Record) -> Verdict:
    """A judge who lets the printed results count."""
    return Verdict(fault=Problem("record_incomplete"))


def series(*results: str, judge: Judge = printed_only) -> GameLog:
    return read_games("".join(log_of(model(), printed=each) for each in results), judge)


# ---- what comes back ----


def test_every_hand_of_the_model_comes_back_from_its_log() -> None:
    seen: set[str] = set()
    for record in records():
        log = read_log(log_of(record))
        hand = only_hand(log)
        wanted = {**as_logged(record), "dealer": 1}
        assert (log.faults, hand.record) == ((), wanted)
        found = replay(record)
        assert isinstance(found, Replayed)
        assert (hand.summary, hand.computed) == (found.summary, hand.printed)
        seen |= {event["e"] for event in wanted["events"]}
    assert seen == {"grand", "tichu", "push", "play", "bomb", "pass", "give"}
    assert len(records()) > 200


@given(st.lists(st.text("Ma:-()0123 gibtpsG6HuBÄñ.,", max_size=12).map(str.strip), min_size=4, max_size=4))
def test_a_name_is_text_without_promise(names: list[str]) -> None:
    hand = only_hand(read_log(log_of(model(), names)))
    assert hand.record == {**as_logged(model()), "dealer": 1}
    assert hand.players == {seat: (name,) for seat, name in enumerate(names, start=1)}


@pytest.mark.parametrize(
    "names",
    [
        ("Ma: G6 - ", "a: G6 - b: B6 -", "(2)x passt.", "x gibt: y"),
        ("", "", "", ""),
        ("a\x85b", "a\u2028b", "a\x0bb", "a\x1cb"),
    ],
)
def test_a_name_may_look_like_a_line(names: tuple[str, ...]) -> None:
    hand = only_hand(read_log(log_of(model(), names)))
    assert hand.record == {**as_logged(model()), "dealer": 1}


def test_a_name_with_a_card_of_the_giver_is_not_pushed() -> None:
    push = next(event for event in as_logged(model())["events"] if event["seat"] == 1)
    hand = model()["hands"]["1"]
    kept = next(card for card in (*hand["first"], *hand["second"]) if card not in push["to"].values())
    names = ("Mia", f"x: {card_in_log(kept)} - y", "Oli", "Pau")
    assert only_hand(read_log(log_of(model(), names))).record == {**as_logged(model()), "dealer": 1}


def test_a_grand_call_is_made_before_everything_else() -> None:
    record = next(
        each for each in records() if [event["e"] for event in each["events"][:2]] == ["grand", "push"]
    )
    caller = record["events"][0]["seat"]
    other = next(
        seat
        for seat in (1, 2, 3, 4)
        if all(event["seat"] != seat for event in record["events"] if event["e"] in {"grand", "tichu"})
    )

    def call_before(lines: list[str]) -> None:
        lines.insert(place(lines, "Grosses"), f"Tichu: ({other - 1})x")

    hand = only_hand(read_log(changed(call_before, record)))
    assert hand.record is not None
    calls = [(event["e"], event["seat"]) for event in hand.record["events"][:2]]
    assert calls == [("grand", caller), ("tichu", other)]


@pytest.mark.parametrize(
    "encode",
    [
        lambda text: text.encode(),
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.encode("cp1252"),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.replace("\n", " \n\n").encode(),
        lambda text: text.rstrip("\n").encode(),
    ],
    ids=["utf-8", "byte order mark", "windows-1252", "crlf", "blanks", "no last line end"],
)
def test_the_same_log_in_other_bytes(encode: Callable[[str], bytes]) -> None:
    names = ("Zoë€", "Ñandú", "Jörg", "Pau")
    hand = only_hand(read_log(encode(log_of(model(), names))))
    assert hand.record == {**as_logged(model()), "dealer": 1}
    assert [hand.players[seat] for seat in (1, 2, 3, 4)] == [(name,) for name in names]


def test_the_seats_that_hold_a_bomb_are_information_only() -> None:
    def announce(lines: list[str]) -> None:
        lines.insert(place(lines, "---------------Rund"), "BOMBE: (0)Mia (3)Pau ")

    assert only_hand(read_log(changed(announce))).record == {**as_logged(model()), "dealer": 1}


def test_a_pass_on_a_won_trick_is_no_event() -> None:
    def pass_again(lines: list[str]) -> None:
        at = place(lines, "Drache an:")
        lines[at:at] = ["(1)Noa passt.", "(3)Pau passt."]

    assert only_hand(read_log(changed(pass_again))).record == {**as_logged(model()), "dealer": 1}


def test_a_dragon_given_away_behind_a_double_victory_is_no_event() -> None:
    table = Table({1: {"MJ", "2G"}, 2: {"3G"}, 3: {"DR"}, 4: {"4G"}})
    assert [table.lay(1, ["MJ"]), table.passes(2), table.lay(3, ["DR"])] == ["play", True, "play"]
    assert not table.is_gift_idle
    assert [table.passes(4), table.passes(1), table.passes(2), table.passes(3)] == [True, True, True, False]
    assert (table.give(), table.turn, table.is_over) == (3, 4, False)
    other = Table({1: {"MJ"}, 2: {"3G"}, 3: {"DR"}, 4: {"4G"}})
    assert [other.lay(1, ["MJ"]), other.passes(2), other.lay(3, ["DR"])] == ["play", True, "play"]
    assert (other.is_over, other.is_gift_idle) == (True, True)


@pytest.mark.parametrize(
    ("cards", "event"),
    [(["5G", "5S", "5P", "5R"], "bomb"), (["5G"], "play"), (["2G", "3G", "4G", "5G", "6G"], "bomb")],
)
def test_without_a_closing_pass_only_a_bomb_interrupts_the_own_trick(cards: list[str], event: str) -> None:
    hand = {"MJ", "5G", "5S", "5P", "5R", "2G", "3G", "4G", "6G"}
    table = Table({1: hand, 2: {"7G"}, 3: {"8G"}, 4: {"9G"}})
    table.lay(1, ["MJ"])
    assert [table.passes(seat) for seat in (2, 3, 4)] == [True, True, True]
    assert table.lay(1, cards) == event


def test_after_a_closing_pass_a_bomb_is_a_lead() -> None:
    table = Table({1: {"MJ", "5G", "5S", "5P", "5R"}, 2: {"7G"}, 3: {"8G"}, 4: {"9G"}})
    table.lay(1, ["MJ"])
    assert [table.passes(seat) for seat in (2, 3, 4, 1)] == [True, True, True, False]
    assert table.lay(1, ["5G", "5S", "5P", "5R"]) == "play"


def test_another_value_is_no_wish() -> None:
    record = next(each for each in records() if any("wish" in event for event in each["events"]))
    rank = next(event["wish"] for event in record["events"] if "wish" in event)

    def unwish(lines: list[str]) -> None:
        lines[place(lines, "Wunsch:")] = "Wunsch:Dr"

    hand = only_hand(read_log(changed(unwish, record)))
    assert hand.record is not None
    assert rank and not any("wish" in event for event in hand.record["events"])


# ---- who sat there, games, dealers ----


def test_who_stands_in_keeps_the_seat() -> None:
    def stand_in(lines: list[str]) -> None:
        half = place(lines, "---------------Rund")
        lines[half:] = [line.replace("(1)Noa", "(1)Eva") for line in lines[half:]]

    text = log_of(model()) + changed(stand_in) + log_of(model(), ("Mia", "Eva", "Oli", "Pau"))
    (game,) = read_log(text).games
    assert [hand.players[2] for hand in game.hands] == [("Noa",), ("Noa", "Eva"), ("Eva",)]
    assert game.seats[2] == (("Noa", 1), ("Eva", 2))
    assert game.seats[1] == (("Mia", 1),)
    assert all(hand.record is not None for hand in game.hands)


def test_who_went_out_first_deals_the_next_hand() -> None:
    first, second = records()[:2]
    hands = read_log(log_of(first) + log_of(second)).games[0].hands
    assert hands[0].record is not None and hands[1].record is not None and hands[0].summary is not None
    assert (hands[0].record["dealer"], hands[1].record["dealer"]) == (1, hands[0].summary["first_out"])


@pytest.mark.parametrize(
    ("results", "sizes"),
    [
        (["600 - 0", "400 - 100", "0 - 100"], [2, 1]),
        (["1000 - 1000", "5 - 0", "0 - 100"], [2, 1]),
        (["995 - -25", "0 - 0"], [2]),
        (["1200 - 1100"], [1]),
    ],
    ids=["a target reached", "level above the target", "below the target", "both above it"],
)
def test_a_game_ends_with_the_target_unless_both_have_the_same(results: list[str], sizes: list[int]) -> None:
    log = series(*results)
    assert [len(game.hands) for game in log.games] == sizes
    assert [hand.number for game in log.games for hand in game.hands] == [
        n + 1 for size in sizes for n in range(size)
    ]
    assert [game.is_finished for game in log.games] == [True] * (len(sizes) - 1) + [
        len(sizes) == 1 and sizes != [2]
    ]


def test_the_first_hand_of_another_game_is_dealt_by_the_first_seat() -> None:
    log = series("1000 - 0", "0 - 100", judge=lambda record: Verdict({"first_out": 3}, {"A": 1000, "B": 0}))
    assert [game.hands[0].record and game.hands[0].record["dealer"] for game in log.games] == [1, 1]


# ---- what is not there ----


def test_a_hand_that_stops_anywhere_counts_nothing() -> None:
    lines = log_of(model()).splitlines()
    for end in range(1, len(lines)):
        log = read_log("\n".join(lines[:end]))
        assert (log.games, [hand.line for hand in log.unfinished]) == ((), [1])
        assert codes(log) == ["log_empty"]


def test_a_line_that_is_cut_is_no_fault_where_the_file_ends() -> None:
    text = log_of(model()) + log_of(model())[:-40]
    log = read_log(text.rstrip())
    assert (len(log.games[0].hands), log.unfinished[0].number, log.faults) == (1, 2, ())


def test_a_hand_without_a_result_is_dropped_where_the_next_begins() -> None:
    lines = log_of(model()).splitlines()
    log = read_log("\n".join([*lines[:30], *lines]))
    assert only_hand(log).line == 31
    assert (only_hand(log).number, [hand.line for hand in log.unfinished], log.faults) == (1, [1], ())


# ---- what the rules say ----


def test_another_result_than_the_rules_give_is_told() -> None:
    log = read_log(log_of(model(), printed="525 - -25"))
    (fault,) = log.faults
    computed = result_of(model())
    assert fault.code == "log_result_differs"
    assert fault.params == {
        "game": 1,
        "hand": 1,
        "line": log_of(model()).count("\n"),
        "printed": "525 - -25",
        "computed": computed,
    }
    hand = only_hand(log)
    assert hand.record is not None and hand.computed is not None
    assert computed == f"{hand.counted['A']} - {hand.counted['B']}"
    assert computed in log_sentence(fault)


def test_an_ignored_wish_leaves_the_result_without_its_record() -> None:
    log = read_log(ignored_wish() + log_of(model()))
    ignored, following = log.games[0].hands
    found = replay(unfulfilled()[0])
    assert isinstance(found, Replayed)
    assert codes(log) == ["log_wish_ignored"]
    assert (ignored.record, ignored.summary, ignored.computed) == (None, found.summary, found.score.sides)
    assert following.record is not None


def test_an_illegal_play_is_named_with_its_line() -> None:
    at = 0

    def pass_instead(lines: list[str]) -> None:
        nonlocal at
        at = place(lines, "---------------Rund") + 1
        lines[at : at + 2] = ["(0)Mia passt."]

    log = read_log(changed(pass_instead) + log_of(model()))
    bad, good = log.games[0].hands
    (fault,) = log.faults
    assert (fault.code, fault.params["line"], fault.params["hand"]) == ("log_hand_illegal", at + 1, 1)
    assert {"not_your_turn", "must_lead"} & {fault.params["reason"]}
    assert (bad.record, bad.summary, bad.computed) == (None, None, None)
    assert bad.counted == bad.printed
    assert good.record is not None


def test_a_hand_that_does_not_end_is_named() -> None:
    def stop(lines: list[str]) -> None:
        del lines[-6:-1]

    assert codes(read_log(changed(stop))) == ["log_hand_open"]


def replaced(start: str, old: str, new: str, nth: int = 1) -> Change:
    def change(lines: list[str]) -> None:
        at = place(lines, start, nth)
        assert old in lines[at]
        lines[at] = lines[at].replace(old, new, 1)

    return change


def inserted(start: str, text: str) -> Change:
    return lambda lines: lines.insert(place(lines, start), text)


def doubled(start: str, nth: int = 1) -> Change:
    return lambda lines: lines.insert(place(lines, start, nth), lines[place(lines, start, nth)])


def without(start: str, nth: int = 1) -> Change:
    return lambda lines: lines.pop(place(lines, start, nth)) and None


def card_of(seat: int, nth: int, which: int = 1) -> str:
    """A card in the nth line of a seat."""
    lines = log_of(model()).splitlines()
    return lines[place(lines, f"({seat})", nth)].split(" ")[which]


@pytest.mark.parametrize(
    ("change", "code", "line"),
    [
        (inserted("(0)", "Pause"), "log_unknown_line", 2),
        (inserted("Schupfen:", "(4)Uma passt."), "log_unknown_line", 11),
        (inserted("Schupfen:", "Wunsch:2"), "log_line_out_of_place", 11),
        (inserted("---------------Start", "Tichu: (0)Mia"), "log_line_out_of_place", 6),
        (inserted("---------------Rund", "Drache an: (0)Mia"), "log_line_out_of_place", 16),
        (inserted("Schupfen:", "Ergebnis: 60 - 40"), "log_line_out_of_place", 11),
        (without("(2)"), "log_seats_missing", 5),
        (without("(2)", 3), "log_seats_missing", 15),
        (doubled("(2)"), "log_seat_twice", 5),
        (doubled("(2)", 3), "log_seat_twice", 15),
        (replaced("(2)", card_of(2, 1) + " ", "Xy "), "log_cards_missing", 4),
        (replaced("(2)", card_of(2, 1, 3) + " ", "Xy "), "log_unknown_card", 4),
        (replaced("(2)", card_of(2, 1) + " ", ""), "log_cards_missing", 4),
        (replaced("(2)", card_of(2, 1) + " ", card_of(3, 1) + " "), "log_first_not_held", 9),
        (replaced("(2)", card_of(2, 2) + " ", card_of(3, 2) + " ", 2), "log_first_not_held", 9),
        (replaced("(2)", "gibt:", "gab:", 3), "log_exchange_unclear", 14),
        (lambda lines: lines.insert(17, "(0)Mia: "), "log_cards_missing", 18),
        (lambda lines: lines.insert(17, "(0)Mia: G1 "), "log_unknown_card", 18),
        (lambda lines: lines.insert(17, "(0)Mia denkt nach"), "log_unknown_line", 18),
    ],
)
def test_a_fault_is_named_with_its_line_and_the_next_hand_is_read(
    change: Change, code: str, line: int
) -> None:
    log = read_log(changed(change) + log_of(model()))
    assert log.games[-1].hands[-1].record is not None
    assert (codes(log)[0], log.faults[0].params["line"]) == (code, line)
    assert log.games[0].hands[0].record is None
    assert "{" not in log_sentence(log.faults[0])


def test_a_card_that_was_dealt_twice_is_named() -> None:
    lines = log_of(model()).splitlines()
    own, other = lines[place(lines, "(0)", 2)].split()[-1], lines[place(lines, "(1)", 2)].split()[-1]

    def deal_twice(lines: list[str]) -> None:
        at = place(lines, "(1)", 2)
        lines[at] = f"{lines[at].rstrip().removesuffix(other)}{own}"

    (fault, *_rest) = read_log(changed(deal_twice)).faults
    assert fault.code == "log_card_twice"


def test_what_stands_between_two_hands_is_named_once() -> None:
    log = read_log(f"Guten Abend\nund los\n{log_of(model())}Ergebnis: 60 - 40\nEnde\n{log_of(model())}")
    last = 2 + log_of(model()).count("\n") + 1
    assert [(fault.code, fault.params["line"]) for fault in log.faults] == [
        ("log_unknown_line", 1),
        ("log_line_out_of_place", last),
    ]
    assert len(log.games[0].hands) == 2


# ---- whatever it is ----


@given(st.binary(max_size=400))
def test_no_bytes_are_too_much(data: bytes) -> None:
    log = read_log(data)
    assert log.games == ()
    assert "log_empty" in codes(log)


@given(st.data())
def test_no_damage_is_too_much(data: st.DataObject) -> None:
    """Lines lost, twice, moved or spoilt: the hand behind them is read, and nothing fails."""
    lines = log_of(data.draw(st.sampled_from(records()))).splitlines()
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(lines) - 1))
        damage = data.draw(st.sampled_from(["lose", "double", "move", "spoil"]))
        line = lines[at]
        if damage != "double" and len(lines) > 1:
            lines.pop(at)
        if damage in {"double", "move"}:
            lines.insert(data.draw(st.integers(0, len(lines))), line)
        if damage == "spoil":
            cut = data.draw(st.integers(0, len(line)))
            lines.insert(
                at, line[:cut] + data.draw(st.text("MaG6(0) passt.:-", max_size=3)) + line[cut + 1 :]
            )
    log = read_log("\n".join([*lines, *log_of(model()).splitlines()]))
    assert log.games[-1].hands[-1].record == {
        **as_logged(model()),
        "dealer": log.games[-1].hands[-1].record["dealer"],
    }
    for fault in log.faults:
        assert 0 < fault.params["line"] <= len(lines) + 1
        assert "{" not in log_sentence(fault).replace("{…}", "")


@pytest.mark.parametrize("by", [0, 1, 2, 3])
def test_a_turned_hand_is_the_same_hand_at_another_place(by: int) -> None:
    for record in records()[:40]:
        read = only_hand(read_log(log_of(record)))
        hand = turned_hand(read, by)
        assert hand.record is not None
        found = replay(dict(hand.record))
        assert isinstance(found, Replayed)
        assert (hand.summary, hand.computed) == (found.summary, found.score.sides)
        assert hand.printed == hand.computed
        assert {seat: hand.players[(seat - 1 + by) % 4 + 1] for seat in (1, 2, 3, 4)} == read.players
        assert turned_hand(hand, 4 - by) == read


def test_the_names_are_those_of_our_own_fixtures() -> None:
    assert only_hand(read_log(log_of(model()))).players == {
        n: (name,) for n, name in enumerate(NAMES, start=1)
    }


def test_every_code_of_a_log_is_explained() -> None:
    page = (Path(__file__).parents[2] / "docs" / "game-logs.md").read_text(encoding="utf-8")
    assert [code for code in MESSAGES if f"| `{code}` |" not in page] == []
