"""Rulings on a hand: what the game does to it becomes a revision, and cancelling brings back what stood before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from scoring.models import Hand, HandEntry, HandScore, HandStatus, Ruling, RulingStatus
from scoring.services.hand_rulings import OnHand, Ruled, rule_on_hand
from scoring.services.rulings import cancel_ruling
from scoring.services.verify import verify_event
from tests.make import (
    Evening,
    counted,
    enter,
    evening,
    hand,
    result,
    side_points,
    states,
    turned,
    void,
)
from tournaments.errors import Conflict, Invalid
from tournaments.models import AuditEntry, EntrantStatus, Match, MatchStatus, Verb

pytestmark = pytest.mark.django_db


@pytest.fixture
def cards(db: None) -> Evening:
    """Four pairs in their first round of Malilla: games of 40, two of them win a match."""
    made = evening(game="malilla", match={"target": True})
    made.next_round()
    return made


def rule(made: Evening, code: str, side: str = "B", number: int = 1, **more: Any) -> Ruled:
    """A ruling of Dora on a hand of the first table, as she has seen it."""
    match = more.pop("match", None) or made.match()
    seen = Hand.objects.filter(match=match, number=number).values_list("current__revision", flat=True)
    more.setdefault("seen_revision", seen[0] if seen else None)
    return rule_on_hand(made.dora, match, OnHand(number=number, code=code, side=side, reason="Seen.", **more))


def cancel(made: Evening, ruling: Ruling) -> Ruling:
    fresh = Ruling.objects.select_related("round__stage__event", "match__round__stage__event__club")
    return cancel_ruling(made.dora, fresh.get(pk=ruling.pk), reason="Appeal upheld.")


def payload(match: Match, number: int = 1) -> Mapping[str, Any] | None:
    current = hand(match, number).current
    assert current is not None
    found: Mapping[str, Any] | None = current.payload
    return found


def points(match: Match, number: int = 1) -> dict[str, int]:
    found: dict[str, int] = HandScore.objects.get(hand__match=match, hand__number=number).points
    return found


def proven(made: Evening) -> bool:
    return verify_event(made.event).problems == []


def codes(refused: pytest.ExceptionInfo[Invalid]) -> list[tuple[str, str]]:
    return [(each.code, each.path) for each in refused.value.problems]


def test_penalty_points_become_a_revision_that_cites_the_ruling(four: Evening) -> None:
    match = four.match()
    for number in (1, 2):
        enter(match, number, counted(60), four.dora)
    made = rule(four, "wish_not_fulfilled")
    found = hand(match, 1)
    assert found.current is not None and made.receipt is not None
    assert (found.current.revision, found.current.ruling, made.receipt.revision) == (2, made.ruling, 2)
    assert found.current.payload == counted(60) | {
        "penalties": [{"side": "B", "points": -100, "code": "wish_not_fulfilled"}]
    }
    assert points(match) == {"A": 60, "B": -60}
    assert result(match).totals == {"A": 120, "B": -20}
    assert (made.ruling.effect, made.ruling.hand, made.ruling.value) == (
        "hand",
        1,
        {"side": "B", "effect": "points", "points": -100},
    )
    assert made.ruling.entrant == match.participations.get(side="B").entrant
    assert HandEntry.objects.filter(hand=found, revision=1).exists()
    assert proven(four)


def test_an_awarded_hand_turns_the_match(four: Evening) -> None:
    match = four.match()
    for number in (1, 2):
        enter(match, number, counted(20, calls={"1": "small", "2": "small"}), four.dora)
    assert side_points(match) == {"A": 2, "B": 0}, "the call of North is made twice"
    rule(four, "wish_gain", "A", 2)
    assert payload(match, 2) == {"first_out": 2, "result": "double", "calls": {"1": "small", "2": "small"}}
    assert points(match, 2) == {"A": -100, "B": 300}
    assert side_points(match) == {"A": 0, "B": 2}


def test_a_ruling_of_an_older_round_changes_its_table_and_no_pairing(four: Evening) -> None:
    four.play({1: 60, 2: 60}, hands=2)
    four.close()
    old = four.match()
    four.next_round()
    before = [each.entrant_id for each in four.match().participations.order_by("side")]
    rule(four, "wish_not_fulfilled", "A", 2, match=old)
    assert result(old).totals == {"A": 20, "B": 80}
    assert hand(old, 2).status == HandStatus.CONFIRMED
    assert four.round.stage.rounds.get(number=1).stale
    assert [each.entrant_id for each in four.match().participations.order_by("side")] == before


def test_a_warning_is_a_row_that_names_the_hand_and_nothing_else(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.dora)
    made = rule(four, "exposed_card")
    assert (made.ruling.effect, made.ruling.hand, made.receipt) == ("warning", 1, None)
    assert HandEntry.objects.count() == 1
    being_played = rule(four, "tricks_mixed", "A", 2)
    assert being_played.ruling.hand == 2
    assert cancel(four, made.ruling).status == RulingStatus.CANCELLED


def test_only_the_same_side_repeats_an_offence_and_only_while_the_first_ruling_stands(four: Evening) -> None:
    for number in (1, 2):
        enter(four.match(), number, counted(60), four.dora)
    first = rule(four, "slow_play")
    assert rule(four, "slow_play", "A").ruling.effect == "warning"
    assert rule(four, "exposed_card").ruling.effect == "warning"
    again = rule(four, "slow_play", "B", 2)
    assert (again.follows.repeated, again.ruling.value["points"]) == (True, -25)
    assert again.ruling.value["repeated"] is True
    cancel(four, again.ruling)
    cancel(four, first.ruling)
    assert rule(four, "slow_play", "B", 2).ruling.effect == "warning"


def test_a_void_call_names_its_caller_and_a_late_grand_one_may_become_small(four: Evening) -> None:
    match = four.match()
    enter(match, 1, counted(60, calls={"2": "grand"}), four.dora)
    with pytest.raises(Invalid) as refused:
        rule(four, "late_grand_call")
    assert codes(refused) == [("ruling_seat_missing", "/details/seat")]
    made = rule(four, "late_grand_call", details={"seat": 2, "call": "small"})
    assert payload(match) == counted(60, calls={"2": "small"})
    assert made.ruling.value == {"side": "B", "effect": "call_void", "seat": 2, "call": "small"}
    cancel(four, made.ruling)
    assert payload(match) == counted(60, calls={"2": "grand"})


def test_a_hand_that_is_void_by_ruling_keeps_its_number_and_counts_again_when_that_is_cancelled(
    four: Evening,
) -> None:
    match = four.match()
    for number in (1, 2):
        enter(match, number, counted(60), four.dora)
    made = rule(four, "wrong_card_count", "A")
    found = hand(match, 1)
    assert found.current is not None
    assert (found.status, found.current.ruling) == (HandStatus.VOID, made.ruling)
    assert (result(match).hands, result(match).next_hand, result(match).finished) == (1, 3, False)
    cancel(four, made.ruling)
    assert (payload(match), result(match).finished) == (counted(60), True)
    assert proven(four)


def test_a_hand_that_was_void_before_is_void_by_ruling_too_and_stays_so(four: Evening) -> None:
    match = four.match()
    enter(match, 1, counted(60), four.dora)
    void(match, 1, four.dora)
    made = rule(four, "wrong_card_count", "A")
    assert hand(match, 1).current.ruling == made.ruling
    back = cancel(four, made.ruling)
    assert (hand(match, 1).status, hand(match, 1).current.ruling) == (HandStatus.VOID, back)


def test_a_deal_is_void_before_anybody_has_entered_it(four: Evening) -> None:
    made = rule(four, "wrong_card_count", "A")
    assert (hand(four.match(), 1).status, result(four.match()).next_hand) == (HandStatus.VOID, 2)
    assert made.receipt is not None and made.receipt.created


def test_a_match_lost_by_a_ruling_on_a_hand_is_forfeited(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.dora)
    made = rule(four, "abandoned")
    assert (made.ruling.effect, made.ruling.hand) == ("forfeit", 1)
    assert (four.match().status, side_points(four.match())) == (MatchStatus.FORFEITED, {"A": 2, "B": 0})
    with pytest.raises(Invalid, match=r"^match_forfeited$"):
        rule(four, "peeking")
    cancel(four, made.ruling)
    assert four.match().status == MatchStatus.PLAYING


def test_the_third_step_of_a_talk_is_the_match(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.dora)
    assert rule(four, "illegal_information").follows.consequence.effect == "points"
    again = rule(four, "illegal_information")
    assert (again.follows.consequence.effect, again.follows.repeated) == ("match_forfeit", True)


def test_out_of_the_event_is_out_of_the_match_too(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.dora)
    made = rule(four, "director_disobeyed")
    gone = four.match().participations.get(side="B").entrant
    assert (made.ruling.effect, gone.status) == ("expulsion", EntrantStatus.WITHDRAWN)
    assert four.match().status == MatchStatus.FORFEITED
    assert four.match(2).status == MatchStatus.SCHEDULED


def test_a_hand_keeps_the_agreement_that_it_had(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.phone("A"))
    rule(four, "peeking")
    assert hand(four.match(), 1).status == HandStatus.SUBMITTED
    enter(four.match(2), 1, counted(60), four.dora)
    Hand.objects.filter(match=four.match(2)).update(status=HandStatus.CONFIRMED)
    rule(four, "peeking", match=four.match(2))
    assert hand(four.match(2), 1).status == HandStatus.CONFIRMED


def test_no_table_overturns_a_ruling(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.tablet())
    rule(four, "peeking")
    with pytest.raises(Invalid, match=r"^correction_needs_director$"):
        enter(four.match(), 1, counted(60), four.tablet(), kind="correct", seen=2)


def test_a_result_that_was_waiting_in_a_queue_meets_the_ruled_hand_as_a_rival(cards: Evening) -> None:
    made = rule(cards, "renuncio", "A", summary={"dealer": 1, "pinta": "RO"})
    assert hand(cards.match(), 1).status == HandStatus.CONFIRMED
    with pytest.raises(Conflict, match=r"^rival$"):
        enter(cards.match(), 1, turned(1, "RO", 30), cards.tablet())
    assert hand(cards.match(), 1).status == HandStatus.CONFIRMED, "what the director ruled goes on counting"
    cancel(cards, made.ruling)
    assert (payload(cards.match()), hand(cards.match(), 1).status) == (
        turned(1, "RO", 30),
        HandStatus.SUBMITTED,
    )


def test_a_ruling_on_a_hand_that_nobody_has_played_to_its_end_leaves_a_void_deal_behind(
    cards: Evening,
) -> None:
    made = rule(cards, "renuncio", "A", summary={"dealer": 1, "pinta": "RO"})
    assert points(cards.match()) == {"A": 3, "B": 36}
    cancel(cards, made.ruling)
    assert hand(cards.match(), 1).status == HandStatus.VOID
    assert (result(cards.match()).totals, result(cards.match()).next_hand) == ({"A": 0, "B": 0}, 2)
    assert proven(cards)


def test_later_hands_are_scored_anew(db: None) -> None:
    made = evening(game="malilla", match={"target": True}, options={"game_target": 30})
    made.next_round()
    match = made.match()
    for number, each in enumerate((turned(1, "4O", 50), turned(2, "4O", 50), turned(3, "AO", 36)), start=1):
        enter(match, number, each, made.dora)
    assert (result(match).games, points(match, 3)) == ({"A": 0, "B": 0}, {"A": 0, "B": 0})
    ruled = rule(made, "renuncio", "A")
    assert payload(match) == {"dealer": 1, "pinta": "4O", "ruling": {"code": "renuncio", "side": "A"}}
    assert ruled.receipt is not None and points(match) == {"A": 0, "B": 36}
    assert (result(match).games, ruled.receipt.rescored) == ({"A": 0, "B": 1}, [3])
    assert points(match, 3) == {"A": 4, "B": 0}, "the turned card would not win a new game"
    back = cancel(made, ruled.ruling)
    assert (result(match).games, result(match).totals) == ({"A": 0, "B": 0}, {"A": 28, "B": 0})
    assert hand(match, 1).current.ruling == back
    assert states(match) == dict.fromkeys((1, 2, 3), "counts")
    assert proven(made)


def test_the_usual_effect_is_that_of_the_options_and_follows_the_deals_before(cards: Evening) -> None:
    match = cards.match()
    first = rule(cards, "misdeal", "", summary={"dealer": 1})
    assert first.follows.consequence.effect == "void_same_dealer"
    assert (result(match).next_dealer, result(match).hands) == (1, 0)
    assert first.ruling.entrant is None
    second = rule(cards, "misdeal", "", 2, summary={"dealer": 1})
    assert (second.follows.consequence.effect, second.follows.repeated) == ("void_next_dealer", True)
    assert payload(match, 2) == {"dealer": 1, "ruling": {"code": "misdeal"}}
    assert result(match).next_dealer == 2
    third = rule(cards, "misdeal", "", 3, summary={"dealer": 2})
    assert third.follows.consequence.effect == "void_same_dealer", "the next dealer begins anew"


def test_a_departure_from_the_usual_effect_stands_in_the_hand(cards: Evening) -> None:
    made = rule(cards, "out_of_turn", "A", effect="forfeit_game", summary={"dealer": 1})
    assert payload(cards.match()) == {
        "dealer": 1,
        "ruling": {"code": "out_of_turn", "side": "A", "effect": "forfeit_game"},
    }
    assert result(cards.match()).games == {"A": 0, "B": 1}
    cancel(cards, made.ruling)
    assert result(cards.match()).games == {"A": 0, "B": 0}


@pytest.mark.parametrize(
    ("game", "code", "summary", "wanted"),
    [
        ("malilla", "renuncio", {"dealer": 1}, [("missing_pinta", "/summary/pinta")]),
        ("malilla", "renuncio", {"pinta": "RO"}, [("missing_dealer", "/summary/dealer")]),
        ("malilla", "misdeal", {}, [("missing_dealer", "/summary/dealer")]),
        ("tichu", "peeking", {"result": "double"}, [("first_out_missing", "/summary/first_out")]),
        ("tichu", "wish_gain", {"calls": {"9": "small"}}, [("bad_seat", "/summary/calls/9")]),
        ("tichu", "wish_gain", {"calls": 7}, [("bad_type", "/summary/calls")]),
    ],
)
def test_what_the_play_has_not_told_is_asked_for(
    game: str, code: str, summary: dict[str, Any], wanted: list[tuple[str, str]]
) -> None:
    made = evening(game=game, match={"hands": 2})
    made.next_round()
    with pytest.raises(Invalid) as refused:
        rule(made, code, "A", summary=summary)
    assert codes(refused) == wanted
    assert not Ruling.objects.exists()


def test_a_hand_of_which_only_the_calls_are_known_is_awarded(four: Evening) -> None:
    rule(four, "wish_gain", "A", summary={"calls": {"2": "small"}})
    assert payload(four.match()) == {"first_out": 2, "result": "double", "calls": {"2": "small"}}
    assert hand(four.match(), 1).status == HandStatus.CONFIRMED


def test_cancelling_one_of_two_rulings_on_a_hand_leaves_the_other(four: Evening) -> None:
    match = four.match()
    enter(match, 1, counted(60), four.dora)
    first = rule(four, "peeking", "A")
    second = rule(four, "false_interrupt", "B")
    assert points(match) == {"A": 10, "B": 15}
    cancel(four, first.ruling)
    assert points(match) == {"A": 60, "B": 15}
    cancel(four, second.ruling)
    assert payload(match) == counted(60)
    third, fourth = rule(four, "peeking", "A"), rule(four, "peeking", "B")
    cancel(four, fourth.ruling)
    cancel(four, third.ruling)
    assert payload(match) == counted(60)
    assert proven(four)


def test_a_void_hand_stays_void_when_an_earlier_ruling_on_it_is_cancelled(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.dora)
    penalty = rule(four, "peeking").ruling
    deal = rule(four, "wrong_card_count", "A").ruling
    cancel(four, penalty)
    assert hand(four.match(), 1).status == HandStatus.VOID
    cancel(four, deal)
    assert payload(four.match()) == counted(60)


def test_a_correction_behind_a_ruling_stands_when_that_is_cancelled(four: Evening) -> None:
    match = four.match()
    enter(match, 1, counted(60), four.dora)
    penalty = rule(four, "peeking").ruling
    ruled = payload(match)
    assert ruled is not None
    enter(match, 1, {**ruled, "points": {"A": 70}}, four.dora, kind="correct", seen=2)
    cancel(four, penalty)
    assert payload(match) == counted(70)
    awarded = rule(four, "wish_gain").ruling
    enter(match, 1, counted(80), four.dora, kind="correct", seen=hand(match, 1).current.revision)
    cancel(four, awarded)
    assert payload(match) == counted(80)
    assert proven(four)


def test_a_ruling_on_which_a_later_one_stands_is_not_cancelled_alone(four: Evening) -> None:
    first = rule(four, "wish_gain", "A", summary={"calls": {"2": "small"}})
    second = rule(four, "peeking", "B")
    with pytest.raises(Conflict, match=r"^ruling_on_top$"):
        cancel(four, first.ruling)
    cancel(four, second.ruling)
    cancel(four, first.ruling)
    assert hand(four.match(), 1).status == HandStatus.VOID


def test_the_log_tells_the_ruling_and_the_revision(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.dora)
    made = rule(four, "peeking")
    cancel(four, made.ruling)
    told = AuditEntry.objects.filter(event=four.event).order_by("-number")[:4]
    place = "stage:1/round:1/match:1"
    number = made.ruling.entrant and made.ruling.entrant.number
    assert [(each.verb, each.target, each.data) for each in reversed(told)] == [
        (
            Verb.RULING_MADE,
            "ruling:0",
            {
                "code": "peeking",
                "effect": "hand",
                "reason": "Seen.",
                "match": place,
                "hand": 1,
                "does": "points",
                "points": -50,
                "number": number,
            },
        ),
        (Verb.HAND_CORRECTED, f"{place}/hand:1", {"revision": 2, "reason": "Seen.", "ruling": 0}),
        (
            Verb.HAND_CORRECTED,
            f"{place}/hand:1",
            {"revision": 3, "reason": "Appeal upheld.", "ruling": 1, "replaces": 0},
        ),
        (Verb.RULING_CHANGED, "ruling:1", {"replaces": 0, "reason": "Appeal upheld."}),
    ]


def test_everything_that_is_wrong_is_said_at_once(four: Evening) -> None:
    new = OnHand(number=0, code="no_trumps", side="C", effect="death", details={"x": 1}, reason=" ")
    with pytest.raises(Invalid) as refused:
        rule_on_hand(four.dora, four.match(), new)
    assert codes(refused) == [
        ("bad_number", "/hand"),
        ("unknown_infraction", "/code"),
        ("unknown_effect", "/effect"),
        ("unknown_side", "/side"),
        ("unknown_field", "/details/x"),
        ("reason_needed", "/reason"),
    ]
    with pytest.raises(Invalid) as refused:
        rule(four, "peeking", "")
    assert codes(refused) == [("offending_side_needed", "/side")]
    assert not Ruling.objects.exists()


def test_only_what_was_seen_is_ruled_upon(four: Evening) -> None:
    match = four.match()
    enter(match, 1, counted(60), four.dora)
    for seen in (None, 2):
        with pytest.raises(Conflict, match=r"^outdated$") as refused:
            rule(four, "peeking", seen_revision=seen)
        assert refused.value.data["current"]["summary"] == counted(60)
    with pytest.raises(Conflict, match=r"^outdated$"):
        rule(four, "wish_gain", number=2, seen_revision=1)
    with pytest.raises(Invalid, match=r"^hand_has_result$"):
        rule(four, "peeking", summary=counted(70))
    enter(match, 2, counted(60), four.phone("A"))
    with pytest.raises(Conflict, match=r"^rival$"):
        enter(match, 2, counted(65), four.phone("B"))
    with pytest.raises(Invalid, match=r"^hand_in_conflict$"):
        rule(four, "peeking", number=2)
    assert not Ruling.objects.exists()
    assert HandEntry.objects.filter(revision__gt=1).count() == 0


def test_a_void_hand_needs_a_result_before_points_are_taken_from_it(four: Evening) -> None:
    match = four.match()
    enter(match, 1, counted(60), four.dora)
    void(match, 1, four.dora)
    with pytest.raises(Invalid, match=r"^invalid_result$"):
        rule(four, "peeking")
    rule(four, "peeking", summary=counted(60))
    assert points(match) == {"A": 60, "B": -10}


def test_no_hand_of_a_closed_round_is_invented_by_a_ruling(four: Evening) -> None:
    four.play({1: 60, 2: 60}, hands=2)
    four.close()
    with pytest.raises(Invalid, match=r"^round_closed$"):
        rule(four, "wish_gain", number=3, summary={})
    assert not Ruling.objects.exists()
