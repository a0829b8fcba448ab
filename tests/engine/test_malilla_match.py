"""Matches of Malilla: games, the early stop, rulings, and the draw before them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.__main__ import main
from engine.core.draw import FirstDealer, Purpose, Standing, Terms, dealer_by_suit
from engine.core.game import MatchState
from engine.core.infractions import Consequence, Reach
from engine.core.problems import RulesError
from engine.games.malilla import GAME
from engine.games.malilla.draw import DRAW
from engine.games.malilla.rules import SEATS
from tests.engine import playing
from tests.engine.malilla import EXAMPLES, hands, option_sets, rules_of
from tests.engine.test_vectors import answers, codes

CLUB = {"profile": "club"}


def hand(dealer: int, pinta: str, a: int, **more: Any) -> dict[str, Any]:
    return {"dealer": dealer, "pinta": pinta, "points": {"A": a, "B": 72 - a}, **more}


def ruled(dealer: int, code: str, **ruling: Any) -> dict[str, Any]:
    return {"dealer": dealer, "ruling": {"code": code, **ruling}}


def play(state: MatchState, *entries: dict[str, Any]) -> MatchState:
    return playing.after(GAME, state, *entries)


def match(options: dict[str, Any], *entries: dict[str, Any], **opened: Any) -> MatchState:
    return play(GAME.open_match(rules_of(options), **opened), *entries)


@pytest.mark.parametrize("example", EXAMPLES["matches"], ids=lambda example: example["article"])
def test_the_games_of_a_worked_match(example: dict[str, Any]) -> None:
    state = match(example["options"], *example["entries"])
    assert state.games == example["games"]
    assert len(state.details["hands"]) == len(example["entries"])
    if "next_dealer" in example:
        assert state.next_dealer == example["next_dealer"]
    if "closed_by_time" in example:
        closed = GAME.close(state, "time")
        assert (closed.winner, closed.reason) == (example["closed_by_time"], "time")


@given(st.data())
def test_a_match_adds_up_and_its_end_is_final(data: st.DataObject) -> None:
    rules = rules_of(data.draw(option_sets))
    state = GAME.open_match(rules, dealer=data.draw(st.integers(1, 4)))
    sums = {"A": 0, "B": 0}
    for _ in range(data.draw(st.integers(0, 12))):
        entry = data.draw(hands(rules, state.next_dealer))
        score = GAME.score(entry, rules, state.context())
        sums = {side: sums[side] + score.sides[side] for side in "AB"}
        state = play(state, entry)
        assert state.totals == sums
        assert state.running[-1] == score.details["after"]
        assert max(state.details["game_score"].values()) < rules.game_target
        if state.finished:
            break
    assert state.hands == sum(not one["details"]["void"] for one in state.details["hands"])
    assert sum(state.games.values()) == len(state.details["finished_games"])
    assert state.finished == (state.winner is not None) == (state.reason is not None)
    assert state.next_dealer is None or not state.finished
    json.dumps(state.as_json())
    if state.finished:
        (problem,) = GAME.add(state, {})
        assert problem.code == "match_over"


def test_what_is_given_for_the_system_is_replaced() -> None:
    state = match({}, hand(1, "5O", 38))
    later = play(
        state, hand(2, "2C", 34, before={"A": 0, "B": 39}, expected_dealer=4, consecutive_misdeals=7)
    )
    assert later.running[-1] == {"A": 38, "B": 38}
    (problem,) = GAME.add(state, hand(3, "2C", 34))
    assert (problem.code, problem.params) == ("wrong_dealer", {"first": 2, "second": 3})


def test_the_first_hand_keeps_the_dealer_that_it_expects_itself_unless_the_match_knows() -> None:
    entry = hand(1, "5O", 38, expected_dealer=2)
    (problem,) = GAME.add(GAME.open_match(rules_of({})), entry)
    assert problem.code == "wrong_dealer"
    assert isinstance(GAME.add(GAME.open_match(rules_of({}), dealer=1), entry), MatchState)
    assert isinstance(GAME.add(GAME.open_match(rules_of({}), dealer=2), hand(1, "5O", 38)), tuple)


def test_without_its_own_end_a_match_goes_on_and_its_games_are_counted() -> None:
    wins = [hand(1 + at % 4, "5O", 72) for at in range(3)]
    state = match({"max_hands": 2}, *wins, own_end=False)
    assert (state.finished, state.games) == (False, {"A": 3, "B": 0})
    closed = GAME.close(state, "director")
    assert (closed.winner, closed.reason, closed.next_dealer) == ("A", "director", None)


@pytest.mark.parametrize(
    ("points", "winner"),
    [
        pytest.param([72, 30], "A", id="more games"),
        pytest.param([72, 0, 37], "A", id="more points in the running game"),
        pytest.param([71, 0], "B", id="more points in the whole match"),
        pytest.param([36], "draw", id="all equal"),
    ],
)
def test_a_match_stopped_early_is_decided_by_the_first_thing_that_differs(
    points: list[int], winner: str
) -> None:
    entries = [hand(1 + at % 4, "5O", a) for at, a in enumerate(points)]
    assert GAME.close(match({"games_to_win": 3}, *entries), "time").winner == winner


def test_closing_leaves_a_decided_match_as_it_was() -> None:
    state = match({"games_to_win": 1}, hand(1, "5O", 72))
    assert GAME.close(state, "time") == state
    assert state.reason == "games"


def test_games_are_the_reason_where_the_hands_are_used_up_as_well() -> None:
    assert match({"max_hands": 2}, hand(1, "5O", 72), hand(2, "5O", 72)).reason == "games"
    assert match({"max_hands": 2}, hand(1, "5O", 72), hand(2, "5O", 30)).reason == "max_hands"


def test_void_deals_fill_no_hand_and_a_second_one_passes_the_deal() -> None:
    misdeal = ruled(1, "misdeal")
    state = match({**CLUB, "games_to_win": 1, "max_hands": 1}, misdeal)
    assert (state.hands, state.finished, state.next_dealer) == (0, False, 1)
    again = play(state, misdeal)
    assert (again.next_dealer, again.context().filled["consecutive_misdeals"]) == (2, 0)
    played = play(again, hand(2, "5O", 30))
    assert (played.hands, played.finished) == (1, True)


def test_a_forfeited_game_counts_and_the_deal_passes() -> None:
    state = match({}, hand(1, "5O", 38), ruled(2, "renuncio", side="B", effect="forfeit_game"))
    assert (state.games, state.next_dealer) == ({"A": 1, "B": 0}, 3)
    assert state.details["finished_games"] == [{"A": 38, "B": 0, "winner": "A", "hands": 2}]


def test_a_forfeited_match_keeps_the_games_really_won() -> None:
    state = match({}, hand(1, "5O", 72), ruled(2, "no_show", side="A"))
    assert (state.winner, state.reason, state.games) == ("B", "forfeit", {"A": 1, "B": 0})
    forfeited = GAME.forfeit(match({}, hand(1, "5O", 72)), "A")
    assert (forfeited.winner, forfeited.games) == ("B", {"A": 0, "B": 2})
    assert forfeited.details["games_won"] == {"A": 1, "B": 0}


def test_a_faulty_hand_of_a_match_is_answered_with_one_code_that_carries_its_own() -> None:
    lines = [{"summaries": [hand(1, "5O", 38), {"dealer": 2}]}, {"summaries": 5, "options": {}}]
    faulty, no_list = answers(["match", "malilla"], lines)
    assert codes(faulty) == ["invalid_summary"]
    assert faulty["problems"][0]["params"]["codes"] == "missing_pinta, missing_points"
    assert faulty["problems"][0]["hand"] == 2
    assert codes(no_list) == ["bad_type"]


@pytest.mark.parametrize("command", ["check", "score", "match", "replay"])
def test_a_rejected_option_set_is_answered_with_one_code(command: str) -> None:
    field = {"match": "summaries", "replay": "record"}.get(command, "summary")
    value: Any = [] if command == "match" else {"events": []}
    (answer,) = answers([command, "malilla"], [{field: value, "options": {"closing_pinta": "none"}}])
    assert codes(answer) == ["bad_options"]


def test_the_command_line_plays_and_deals(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "malilla", "--seed", "7", "--count", "3", "--profile", "club"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(lines) == 3
    assert [codes(answer) for answer in answers(["replay", "malilla"], lines)] == [[], [], []]
    assert main(["deal", "malilla", "--seed", "7"]) == 0
    dealt = json.loads(capsys.readouterr().out)
    assert dealt["events"] == [] and dealt["hands"][str(dealt["dealer"])][-1] == dealt["pinta"]


# ---- rulings ----

PLAYED = hand(1, "CO", 40, tricks={"A": 7})


def test_a_ruling_that_decides_takes_the_points_out() -> None:
    rules = rules_of(CLUB)
    changed = GAME.rule(PLAYED, {"code": "renuncio", "side": "B", "reason": "seen"}, rules)
    assert changed == {"dealer": 1, "pinta": "CO", "ruling": {"code": "renuncio", "side": "B"}}
    assert GAME.score(changed, rules).sides == {"A": 38, "B": 0}


def test_a_warning_changes_nothing_and_a_void_deal_stands_in_the_summary() -> None:
    rules = rules_of(CLUB)
    assert GAME.rule(PLAYED, {"code": "out_of_turn", "side": "B"}, rules) == PLAYED
    voided = GAME.rule(PLAYED, {"code": "misdeal"}, rules)
    assert isinstance(voided, dict) and GAME.score(voided, rules).details["void"] is True


@pytest.mark.parametrize(
    ("ruling", "code"),
    [
        ({"code": "cheating"}, "unknown_ruling"),
        ({"code": ["renuncio"]}, "unknown_ruling"),
        ({"code": "renuncio", "side": "A", "effect": "death"}, "unknown_effect"),
        ({"code": "renuncio"}, "ruling_side_missing"),
        ({"code": "renuncio", "side": "C"}, "ruling_side_missing"),
        ({"code": "misdeal", "effect": "award_hand"}, "ruling_side_missing"),
        ({"code": "misdeal", "side": "C"}, "ruling_side_missing"),
        ({"code": "illegal_signal", "side": "A"}, "ruling_not_applicable"),
    ],
)
def test_a_ruling_that_cannot_be_is_answered_with_its_code(ruling: dict[str, Any], code: str) -> None:
    (problem,) = GAME.rule(PLAYED, ruling, rules_of({"signals": "allowed"}))
    assert problem.code == code


def test_a_forfeited_match_is_beyond_a_hand() -> None:
    with pytest.raises(RulesError, match="beyond"):
        GAME.rule(PLAYED, {"code": "no_show", "side": "A"}, rules_of({}))
    with pytest.raises(RulesError, match="invalid"):
        GAME.rule({}, {"code": "out_of_turn", "side": "A"}, rules_of({}))


def test_options_decide_what_follows_from_an_offence() -> None:
    def follows(code: str, options: dict[str, Any], **when: bool) -> str:
        infraction = GAME.infraction(code)
        assert infraction is not None
        return infraction.consequence(rules=rules_of(options), **when).effect

    assert follows("renuncio", {}) == "award_hand"
    assert follows("false_claim", {"renuncio": "forfeit_game"}) == "forfeit_game"
    assert follows("misdeal", CLUB) == follows("misdeal", {}, repeated=True) == "void_same_dealer"
    assert follows("misdeal", CLUB, repeated=True) == "void_next_dealer"
    assert follows("pinta_not_shown", {"misdeal": "next_dealer"}) == "void_next_dealer"
    assert GAME.infraction("renuncio").consequence() == Consequence("award_hand")
    assert not GAME.infraction("illegal_signal").exists(rules_of({"signals": "allowed"}))
    assert GAME.effects["forfeit_match"] is Reach.MATCH


def test_every_effect_has_words() -> None:
    assert GAME.effect_texts.keys() == GAME.effects.keys()


# ---- the draw ----


@pytest.mark.parametrize("example", EXAMPLES["draws"], ids=lambda example: str(example["rounds"]))
def test_the_draw_for_partners(example: dict[str, Any]) -> None:
    names = dict(zip("abcd", SEATS, strict=True))
    rounds = [{names[name]: card for name, card in one.items()} for one in example["rounds"]]
    rules = rules_of({"draw_ties": example["draw_ties"]})
    terms = Terms(DRAW, SEATS, Purpose.PARTNERS, FirstDealer.HIGHEST, DRAW.suits_decide(rules))
    found = terms.stand(rounds, whole=True)
    if "code" in example:
        assert isinstance(found, tuple) and found[0].code == example["code"]
        assert found[0].code in GAME.messages
        return
    assert isinstance(found, Standing) and found.dealer == 1
    assert {name: found.seats[chair] for name, chair in names.items()} == example["seats"]
    by_place = sorted(names, key=lambda name: (1, 3, 2, 4).index(found.seats[names[name]]))
    assert "".join(by_place) == example["order"]


def test_the_suit_of_a_turned_card_names_the_dealer() -> None:
    for turned_by, dealers in ((1, [2, 3, 4, 1]), (4, [1, 2, 3, 4])):
        found = [dealer_by_suit(DRAW, card, SEATS, turned_by) for card in ("2O", "2C", "2E", "2B")]
        assert found == dealers
