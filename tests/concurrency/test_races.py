"""Several clients at once: the invariant holds; without locks the constraints hold it; without both it breaks.

The last is the control: it shows that the double write is real and that the scenario provokes it.
"""

from __future__ import annotations

import pytest

from tests.concurrency.conftest import Ask
from tests.concurrency.scenarios import CLICKS, CLIENTS, UNGUARDED_CLIENTS

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db]


def test_one_submission_sent_by_twenty_clients_is_stored_once(guarded: Ask) -> None:
    facts = guarded("same_submission")
    assert facts["statuses"] == [200] * (CLIENTS - 1) + [201]
    assert (facts["new"], facts["receipts"]) == (1, 1)
    assert (facts["hands"], facts["entries"]) == (1, 1)


def test_the_constraints_alone_keep_a_submission_from_being_stored_twice(without_locks: Ask) -> None:
    facts = without_locks("same_submission")
    assert facts["statuses"] == [201] + [409] * (UNGUARDED_CLIENTS - 1)
    assert (facts["hands"], facts["entries"]) == (1, 1)


def test_unguarded_one_submission_is_stored_by_every_client(unguarded: Ask) -> None:
    facts = unguarded("same_submission")
    assert (facts["hands"], facts["entries"]) == (UNGUARDED_CLIENTS, UNGUARDED_CLIENTS)


def test_of_two_corrections_one_wins_and_the_other_is_shown_the_winner(guarded: Ask) -> None:
    facts = guarded("two_corrections")
    assert (facts["statuses"], facts["codes"]) == ([201, 409], ["outdated"])
    assert facts["shown"] == [facts["winner"]]
    assert (facts["second_revisions"], facts["entries"]) == ([facts["winner"]], 2)


def test_the_constraints_alone_keep_two_corrections_from_being_one_revision(without_locks: Ask) -> None:
    facts = without_locks("two_corrections")
    assert facts["statuses"] == [201, 409]
    assert (facts["second_revisions"], facts["entries"]) == ([facts["winner"]], 2)


def test_unguarded_two_corrections_become_the_same_revision(unguarded: Ask) -> None:
    facts = unguarded("two_corrections")
    assert len(facts["second_revisions"]) == 2


def test_a_ruling_and_a_correction_of_one_hand_do_not_both_start_from_what_they_saw(guarded: Ask) -> None:
    facts = guarded("ruling_and_correction")
    assert (facts["statuses"], facts["entries"]) == ([201, 409], 2)
    assert facts["cited"] == [facts["ruled"]]
    assert facts["rulings"] == facts["ruled"], "a ruling that came too late leaves nothing behind"


def test_the_constraints_alone_keep_a_ruling_and_a_correction_from_being_one_revision(
    without_locks: Ask,
) -> None:
    facts = without_locks("ruling_and_correction")
    assert (facts["statuses"], facts["entries"]) == ([201, 409], 2)


def test_unguarded_a_ruling_and_a_correction_become_the_same_revision(unguarded: Ask) -> None:
    assert sorted(unguarded("ruling_and_correction")["cited"]) == [False, True]


@pytest.mark.parametrize(("race", "code"), [("one_card", "card_taken"), ("one_player", "draw_not_due")])
def test_of_two_who_draw_at_once_nobody_gets_two_cards_and_no_card_goes_twice(
    guarded: Ask, race: str, code: str
) -> None:
    assert guarded(race) == {"statuses": [200, 409], "codes": [code], "cards": 1, "logged": 1}


@pytest.mark.parametrize("race", ["one_card", "one_player"])
def test_unguarded_both_are_told_that_they_have_it_and_one_card_is_lost(
    without_locks: Ask, race: str
) -> None:
    assert without_locks(race) == {"statuses": [200, 200], "codes": [], "cards": 1, "logged": 2}


def test_ten_clicks_on_draw_make_one_round(guarded: Ask) -> None:
    facts = guarded("ten_draws")
    assert facts["statuses"] == [200] * (CLICKS - 1) + [201]
    assert (facts["rounds"], facts["matches"]) == (1, 2)


def test_the_constraints_alone_keep_clicks_on_draw_from_making_two_rounds(without_locks: Ask) -> None:
    facts = without_locks("ten_draws")
    assert facts["statuses"] == [201] + [409] * (UNGUARDED_CLIENTS - 1)
    assert (facts["rounds"], facts["matches"]) == (1, 2)


def test_unguarded_every_click_on_draw_makes_a_round(unguarded: Ask) -> None:
    facts = unguarded("ten_draws")
    assert (facts["rounds"], facts["matches"]) == (UNGUARDED_CLIENTS, 2 * UNGUARDED_CLIENTS)


def test_of_two_different_results_one_is_current_and_one_a_rival(guarded: Ask) -> None:
    facts = guarded("two_rivals")
    assert (facts["statuses"], facts["codes"]) == ([201, 409], ["rival"])
    assert facts["hands"] == ["conflict"]
    assert (facts["current"], facts["rivals"]) == (1, 1)


def test_unguarded_two_different_results_are_both_current(unguarded: Ask) -> None:
    facts = unguarded("two_rivals")
    assert (len(facts["hands"]), facts["current"], facts["rivals"]) == (2, 2, 0)


def test_two_phones_that_call_at_once_make_one_call(guarded: Ask) -> None:
    assert guarded("two_calls") == {"statuses": [200, 201], "waiting": 1, "signals": 2}


def test_the_constraint_alone_keeps_a_table_from_waiting_twice(without_locks: Ask) -> None:
    facts = without_locks("two_calls")
    assert (facts["statuses"], facts["waiting"]) == ([201, 409], 1)


def test_unguarded_two_phones_that_call_at_once_make_two_calls(unguarded: Ask) -> None:
    assert unguarded("two_calls")["waiting"] == 2


def test_a_call_that_comes_while_another_ends_is_one_of_its_own(guarded: Ask) -> None:
    assert guarded("call_while_one_ends") == {"statuses": [200, 201], "waiting": 1, "signals": 2}


@pytest.mark.postgres
def test_unguarded_a_call_that_comes_while_another_ends_is_lost(without_locks: Ask) -> None:
    assert without_locks("call_while_one_ends") == {"statuses": [200, 200], "waiting": 0, "signals": 2}


def test_of_two_tablets_with_one_code_one_gets_a_token(guarded: Ask) -> None:
    assert guarded("two_pairings") == {"statuses": [200, 422], "tokens": 1, "logged": 1}


def test_unguarded_two_tablets_with_one_code_both_get_a_token(unguarded: Ask) -> None:
    assert unguarded("two_pairings") == {"statuses": [200, 200], "tokens": 2, "logged": 2}


def test_of_two_people_with_one_invitation_one_helps(guarded: Ask) -> None:
    assert guarded("two_guests") == {"statuses": [303, 410], "helpers": 1, "logged": 1}


def test_the_constraint_alone_keeps_an_invitation_from_being_used_twice(without_locks: Ask) -> None:
    facts = without_locks("two_guests")
    assert (facts["statuses"], facts["helpers"]) == ([303, 410], 1)


def test_unguarded_two_people_with_one_invitation_both_help(unguarded: Ask) -> None:
    assert unguarded("two_guests") == {"statuses": [303, 303], "helpers": 2, "logged": 2}


def test_a_result_that_is_being_stored_is_counted_by_the_closing(guarded: Ask) -> None:
    facts = guarded("result_before_close")
    assert (facts["correction"], facts["closing"], facts["entries"]) == (201, 200, 2)
    assert facts["kept"] == facts["true"]


def test_a_result_that_comes_while_the_round_is_closed_is_refused_before_it_is_stored(guarded: Ask) -> None:
    facts = guarded("result_after_close")
    assert (facts["correction"], facts["code"], facts["closing"]) == (422, "round_closed", 200)
    assert facts["entries"] == 1
    assert facts["kept"] == facts["true"]


def test_unguarded_a_result_is_stored_that_the_closed_table_lacks(unguarded: Ask) -> None:
    facts = unguarded("result_before_close")
    assert (facts["correction"], facts["closing"], facts["entries"]) == (201, 200, 2)
    assert facts["kept"] != facts["true"]


def test_a_correction_that_is_being_stored_is_counted_by_the_closing_of_a_later_round(guarded: Ask) -> None:
    facts = guarded("correction_before_later_close")
    assert (facts["correction"], facts["closing"], facts["entries"]) == (201, 200, 1)
    assert facts["kept"] == facts["true"]


@pytest.mark.postgres
def test_unguarded_the_table_of_the_later_round_keeps_the_old_result(without_locks: Ask) -> None:
    facts = without_locks("correction_before_later_close")
    assert (facts["correction"], facts["closing"]) == (201, 200)
    assert facts["kept"] != facts["true"]


def test_a_table_whose_first_hand_is_being_stored_is_not_stopped_by_an_exchange(guarded: Ask) -> None:
    assert guarded("result_before_exchange") == {
        "entering": 201,
        "exchanging": "table_has_begun",
        "hands": 1,
        "same_match": True,
        "logged": 0,
    }


def test_unguarded_an_exchange_takes_the_match_away_from_under_a_result(without_locks: Ask) -> None:
    facts = without_locks("result_before_exchange")
    assert (facts["exchanging"], facts["logged"], facts["same_match"]) == ("", 1, False)
    assert (facts["entering"] == 201, facts["hands"]) == (False, 0)
