"""Cards drawn for seats and the first deal, in every game that declares it (Malilla 4.1 and 4.2)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.draw import Drawn, FirstDealer, Purpose, Standing, Step, Terms, follow
from engine.core.game import Game
from engine.registry import all_games, get_game
from scoring.seat_draw import terms_of

SEATS = (1, 2, 3, 4)
MALILLA = get_game("malilla")
DRAWING = [game for game in all_games() if game.draw is not None]


def terms(
    purpose: Purpose, dealer: FirstDealer | None = FirstDealer.HIGHEST, *, suits: bool = False
) -> Terms:
    assert MALILLA.draw is not None
    return Terms(MALILLA.draw, SEATS, purpose, dealer, suits)


def stood(about: Terms, *rounds: dict[int, str], turned: str | None = None, **more: Any) -> Standing:
    found = about.stand(rounds, turned, **more)
    assert isinstance(found, Standing), found
    return found


def faults(about: Terms, *rounds: dict[int, str], turned: object = None) -> list[tuple[str, str]]:
    found = about.stand(rounds, turned, whole=True)
    assert isinstance(found, tuple), found
    return [(each.code, each.path) for each in found]


FOUR = {1: "2O", 2: "RC", 3: "AB", 4: "9E"}
"""From the highest: seats 4, 3, 2, 1."""
TIED = {1: "9O", 2: "RC", 3: "2B", 4: "2E"}


def test_the_two_highest_are_partners_against_the_two_lowest() -> None:
    found = stood(terms(Purpose.PARTNERS), FOUR)
    assert (found.seats, found.dealer) == ({4: 1, 3: 3, 2: 2, 1: 4}, 1)


def test_partners_who_stay_have_the_first_seats_with_the_highest_card() -> None:
    found = stood(terms(Purpose.SEATS), FOUR)
    assert (found.seats, found.dealer) == ({4: 1, 2: 3, 3: 2, 1: 4}, 1)


def test_for_the_deal_alone_nobody_changes_seat() -> None:
    found = stood(terms(Purpose.DEALER), FOUR)
    assert (found.seats, found.dealer) == ({1: 1, 2: 2, 3: 3, 4: 4}, 4)


def test_equal_ranks_draw_again_and_only_they() -> None:
    about = terms(Purpose.PARTNERS)
    found = stood(about, TIED)
    assert (found.step, found.due) == (Step.DRAW, (3, 4))
    again = stood(about, TIED, {3: "AB"})
    assert again.due == (4,)
    assert stood(about, TIED, {3: "AB", 4: "8O"}).seats == {1: 1, 3: 3, 2: 2, 4: 4}


def test_a_card_drawn_again_may_equal_one_that_was_not() -> None:
    assert stood(terms(Purpose.PARTNERS), TIED, {3: "RB", 4: "8O"}).due == (2, 3)


def test_suits_decide_where_the_rules_say_so() -> None:
    found = stood(terms(Purpose.PARTNERS, suits=True), TIED)
    assert found.seats == {1: 1, 2: 3, 4: 2, 3: 4}


def test_a_turned_card_names_the_dealer_by_its_suit() -> None:
    about = terms(Purpose.DEALER, FirstDealer.SUIT)
    assert (stood(about).step, stood(about).due) == (Step.TURN, (1,))
    assert [stood(about, turned=card).dealer for card in ("2O", "2C", "2E", "2B")] == [2, 3, 4, 1]


def test_who_has_drawn_the_first_seat_turns_the_card() -> None:
    about = terms(Purpose.SEATS, FirstDealer.SUIT)
    assert (stood(about, FOUR).step, stood(about, FOUR).dealer) == (Step.TURN, None)
    assert stood(about, FOUR, turned="5C").dealer == 3


def test_a_dealer_may_be_named() -> None:
    about = terms(Purpose.DEALER, FirstDealer.NAMED)
    assert stood(about).step is Step.NAME
    assert (stood(about, named=3).step, stood(about, named=3).dealer) == (Step.DONE, 3)


@pytest.mark.parametrize(
    ("about", "rounds", "turned", "expected"),
    [
        (terms(Purpose.SEATS), [{1: "2O", 2: "RC"}], None, [("draw_wrong_players", "/rounds/0")]),
        (terms(Purpose.SEATS), [TIED], None, [("draw_not_finished", "/rounds")]),
        (terms(Purpose.SEATS), [TIED, {1: "AB", 4: "8O"}], None, [("draw_wrong_players", "/rounds/1")]),
        (terms(Purpose.SEATS), [FOUR, {1: "AC"}], None, [("draw_wrong_players", "/rounds/1")]),
        (
            terms(Purpose.SEATS),
            [{**TIED, 1: "XO", 2: "2B"}, {1: "2E"}],
            "9O",
            [
                ("unknown_card", "/rounds/0/1"),
                ("draw_card_repeated", "/rounds/0/3"),
                ("draw_card_repeated", "/rounds/1/1"),
                ("draw_nothing_turned", "/turned"),
            ],
        ),
        (terms(Purpose.SEATS, FirstDealer.SUIT), [FOUR], None, [("draw_turn_missing", "/turned")]),
        (terms(Purpose.SEATS, FirstDealer.SUIT), [FOUR], "9E", [("draw_card_repeated", "/turned")]),
        (terms(Purpose.DEALER, FirstDealer.SUIT), [FOUR], "5C", [("draw_wrong_players", "/rounds")]),
    ],
)
def test_everything_that_is_wrong_is_named(
    about: Terms, rounds: list[dict[int, str]], turned: str | None, expected: list[tuple[str, str]]
) -> None:
    assert faults(about, *rounds, turned=turned) == expected


@pytest.mark.parametrize("game", DRAWING, ids=lambda game: game.key)
@given(seed=st.integers(0, 2**53))
def test_every_card_lies_there_once_and_the_same_seed_lays_them_alike(game: Game, seed: int) -> None:
    assert game.draw is not None
    lie = game.draw.face_down(seed)
    assert sorted(lie) == sorted(game.draw.codes)
    assert lie == game.draw.face_down(seed)


@pytest.mark.parametrize("game", DRAWING, ids=lambda game: game.key)
@given(seed=st.integers(0, 2**32))
def test_a_draw_ends_with_four_ranks_that_differ_or_with_too_few_cards_for_another_round(
    game: Game, seed: int
) -> None:
    assert game.draw is not None
    cards = iter(game.draw.face_down(seed))
    rounds: list[dict[int, str]] = []
    due: tuple[int, ...] = SEATS
    while due:
        rounds.append({chair: next(cards) for chair in due})
        found = follow(game.draw, False, SEATS, rounds)
        assert isinstance(found, Drawn)
        due = found.due
    latest = {chair: card for one in rounds for chair, card in one.items()}
    ranks = [game.draw.weakest_first.index(latest[chair][0]) for chair in found.order]
    assert ranks == sorted(ranks, reverse=True) and len(ranks) == len(SEATS)
    assert len(set(ranks)) == len(SEATS) or len(list(cards)) < len(SEATS)


@pytest.mark.parametrize("game", DRAWING, ids=lambda game: game.key)
def test_a_declared_draw_has_words_and_drawings_for_its_cards(game: Game) -> None:
    assert game.draw is not None and game.play is not None
    suits = {code[1] for code in game.draw.codes}
    assert suits == set(game.draw.suits)
    assert suits <= game.play.showing.signs.keys()
    assert set(game.draw.codes) <= set(game.play.showing.deck.codes)


def test_cards_are_drawn_only_at_tables_of_four() -> None:
    tichu = get_game("tichu")
    six = tichu.read_rules({"variant": "tientsin"})
    assert tichu.seat_draw(six) is None
    assert tichu.seat_draw(tichu.read_rules({})) is tichu.draw


def test_the_first_deal_is_found_as_the_options_say() -> None:
    assert MALILLA.draw is not None
    ways = {
        value: MALILLA.draw.first_dealer(MALILLA.read_rules({"first_dealer": value}))
        for value in ("highest_draw", "suit_draw", "assigned")
    }
    assert ways == {
        "highest_draw": FirstDealer.HIGHEST,
        "suit_draw": FirstDealer.SUIT,
        "assigned": FirstDealer.NAMED,
    }


TWENTY_EIGHT, THUNEE = get_game("twenty_eight"), get_game("thunee")


def deal_of(game: Game, **options: Any) -> Terms:
    """The draw for the first deal alone, as an event under these rules has it."""
    found = terms_of(game, game.read_rules(options), Purpose.DEALER)
    assert found is not None
    return found


def test_in_28_the_jack_deals_and_only_the_equal_highest_cut_again() -> None:
    about = deal_of(TWENTY_EIGHT)
    assert stood(about, {1: "AS", 2: "JH", 3: "AD", 4: "7C"}).dealer == 2
    tied = {1: "JS", 2: "9H", 3: "JD", 4: "9C"}
    assert stood(about, tied).due == (1, 3)
    decided = stood(about, tied, {1: "7S", 3: "8S"})
    assert (decided.dealer, decided.seats) == (3, {1: 1, 2: 2, 3: 3, 4: 4}), "not who had the nine"
    assert faults(about, tied, {1: "7S", 2: "8S", 3: "KS"}) == [("draw_wrong_players", "/rounds/1")]


def test_cards_for_seats_in_28_say_who_deals_too() -> None:
    about = terms_of(TWENTY_EIGHT, TWENTY_EIGHT.read_rules({}), Purpose.SEATS)
    assert about is not None
    found = stood(about, {1: "7S", 2: "KH", 3: "9D", 4: "JC"})
    assert (found.seats, found.dealer) == ({4: 1, 2: 3, 3: 2, 1: 4}, 1)


@pytest.mark.parametrize(("option", "dealer"), [("black_jack", 1), ("any_jack", 3)])
def test_in_thunee_who_is_dealt_the_jack_first_deals(option: str, dealer: int) -> None:
    about = deal_of(THUNEE, first_dealer=option)
    turned_up = [{1: "9H"}, {2: "QS"}, {3: "JD"}, {4: "AC"}, {1: "JC"}]
    assert stood(about, *turned_up[:2]).due == (3,)
    until = 3 if option == "any_jack" else 5
    assert stood(about, *turned_up[:until]).dealer == dealer
    late = {until % 4 + 1: "JS"}
    assert faults(about, *turned_up[:until], late) == [("draw_not_round_the_table", f"/rounds/{until}")]
    assert faults(about, {1: "9H"}, {3: "QS"}) == [("draw_not_round_the_table", "/rounds/1")]
    assert faults(about, {1: "9H"}, {2: "9H"}) == [("draw_card_repeated", "/rounds/1/2")]
    assert faults(about, {1: "9H"}) == [("draw_nobody_deals", "/rounds")]
    assert faults(about, {1: "JS"}, turned="9H") == [("draw_nothing_turned", "/turned")]


def test_the_pack_of_thunee_is_the_one_that_is_played_with() -> None:
    short, whole = deal_of(THUNEE), deal_of(THUNEE, deck_size=32)
    assert (len(short.declared.codes), len(whole.declared.codes)) == (24, 32)
    assert faults(short, {1: "8H"}) == [("unknown_card", "/rounds/0/1")]
    assert stood(whole, {1: "8H"}).due == (2,)
    assert stood(deal_of(THUNEE, first_dealer="appointed")).step is Step.NAME


def test_cards_for_seats_in_thunee_leave_it_open_who_gets_the_jack() -> None:
    about = terms_of(THUNEE, THUNEE.read_rules({}), Purpose.SEATS)
    assert about is not None
    found = stood(about, {1: "JS", 2: "KH", 3: "9D", 4: "QC"})
    assert (found.step, found.seats[1], found.dealer) == (Step.DONE, 1, None)


def test_tables_of_other_sizes_draw_no_cards() -> None:
    for game, variant in ((TWENTY_EIGHT, "56"), (TWENTY_EIGHT, "28_3p"), (THUNEE, "six"), (THUNEE, "two")):
        assert game.seat_draw(game.read_rules({"variant": variant})) is None
