"""Cards drawn at a table: who takes which, who then sits where and deals first, until the first hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest

from scoring.archive.columns import event_part, stage_part
from scoring.archive.load import import_archive
from scoring.archive.read import Archive, read_archive
from scoring.intake import submit
from scoring.models import EntrySource, Hand, MatchResult
from scoring.seat_draw import Drawing
from scoring.selectors.seat_draw import draw_page
from scoring.services.rulings import cancel_ruling, fine, forfeit_match
from scoring.services.seat_draw import drawing_of, enter_draw, name_dealer, open_drawing, take_card, undo_draw
from scoring.services.stages import change_event_with_stage
from scoring.services.verify import verify_event
from scoring.submissions import Submission, parse_submission
from tests.make import Evening, counted, enter, evening, sides, turned
from tests.scoring.archive.samples import pairs
from tournaments.access import SYSTEM
from tournaments.errors import DomainError, Invalid
from tournaments.models import AuditEntry, Club, Match, Player, Verb
from tournaments.services.devices import add_phone

pytestmark = pytest.mark.django_db

FOUR = {"1": "2O", "2": "RC", "3": "AB", "4": "9E"}
"""From the highest: seats 4, 3, 2, 1."""


def playing(seat_draw: str = "cards", *, game: str = "malilla", **options: Any) -> Evening:
    """Four pairs in their first round."""
    made = evening(game=game, match={"hands": 2}, settings={"seat_draw": seat_draw}, options=options)
    made.next_round()
    return made


def people(match: Match) -> dict[int | None, str]:
    """Who sits where, as it is stored now."""
    return {seat.position: seat.player.name for seat in match.seats.select_related("player")}


def place_of(match: Match, card: str) -> int:
    return open_drawing(fresh(match)).face_down.index(card) + 1


def fresh(match: Match) -> Match:
    return Match.objects.select_related("round__stage__event__club").get(pk=match.pk)


def take(match: Match, chair: int, card: str, actor: Any = SYSTEM) -> Drawing:
    return take_card(actor, fresh(match), chair, place_of(match, card))


def refused(code: str, call: Any, *args: Any) -> DomainError:
    with pytest.raises(DomainError) as found:
        call(*args)
    assert found.value.code == code
    return found.value


def test_the_pair_with_the_highest_card_takes_the_first_seats_and_deals() -> None:
    made = playing(first_dealer="highest_draw")
    match = made.match()
    before, teams = people(match), sides(match)
    for chair, card in FOUR.items():
        take(match, int(chair), card)
    after = people(match)
    assert [after[seat] for seat in (1, 3, 2, 4)] == [before[chair] for chair in (4, 2, 3, 1)]
    assert sides(match) == {"A": teams["B"], "B": teams["A"]}
    assert fresh(match).first_dealer == 1
    assert {seat.position: seat.side for seat in match.seats.all()} == {1: "A", 2: "B", 3: "A", 4: "B"}
    assert verify_event(made.event).problems == []


def test_equal_cards_draw_again_and_every_card_is_kept() -> None:
    made = playing(first_dealer="highest_draw", draw_ties="redraw")
    match = made.match()
    for chair, card in ((1, "9O"), (2, "RC"), (3, "2B"), (4, "2E")):
        take(match, chair, card)
    assert open_drawing(fresh(match)).standing.due == (3, 4)
    refused("draw_not_due", take, match, 1, "5O")
    assert fresh(match).first_dealer is None
    take(match, 4, "8O")
    take(match, 3, "AB")
    stored = fresh(match).draw
    assert stored["rounds"] == [{"1": "9O", "2": "RC", "3": "2B", "4": "2E"}, {"3": "AB", "4": "8O"}]
    assert fresh(match).first_dealer == 1


def test_the_suit_order_needs_one_round() -> None:
    made = playing(first_dealer="highest_draw", draw_ties="suit_order")
    for chair, card in ((1, "9O"), (2, "9C"), (3, "2B"), (4, "2E")):
        take(made.match(), chair, card)
    assert open_drawing(made.match()).standing.due == ()


def test_who_has_the_first_seat_turns_the_card_that_names_the_dealer() -> None:
    made = playing(first_dealer="suit_draw")
    match = made.match()
    for chair, card in FOUR.items():
        take(match, int(chair), card)
    assert fresh(match).first_dealer is None
    refused("draw_not_due", take, match, 2, "5C")
    take(match, 1, "5C")
    assert (fresh(match).first_dealer, fresh(match).draw["turned"]) == (3, "5C")


@pytest.mark.parametrize(("card", "dealer"), [("5O", 2), ("5C", 3), ("5E", 4), ("5B", 1)])
def test_without_cards_for_seats_one_turned_card_is_all(card: str, dealer: int) -> None:
    made = playing("balanced", first_dealer="suit_draw")
    match = made.match()
    before = people(match)
    take(match, 1, card)
    assert (fresh(match).first_dealer, people(match)) == (dealer, before)


def test_the_organiser_names_the_dealer_where_the_rules_say_so() -> None:
    made = playing("balanced", first_dealer="assigned")
    match = made.match()
    refused("draw_not_due", take, match, 1, "5C")
    refused("draw_unknown_seat", name_dealer, made.dora, match, 5)
    for seat in (3, 4):
        name_dealer(made.dora, fresh(match), seat)
        assert fresh(match).first_dealer == seat
    refused("draw_not_due", name_dealer, made.dora, playing("balanced").match(), 1)


def test_the_first_hand_is_dealt_by_who_was_drawn_and_closes_the_draw() -> None:
    made = playing("balanced", first_dealer="suit_draw")
    match = made.match()
    place = place_of(match, "5B")
    take(match, 1, "5C")
    with pytest.raises(Invalid) as wrong:
        enter(fresh(match), 1, turned(1, "RO", 41), made.dora)
    assert [each.code for each in wrong.value.problems] == ["wrong_dealer"]
    enter(fresh(match), 1, turned(3, "RO", 41), made.dora)
    for call, args in (
        (take_card, (SYSTEM, match, 1, place)),
        (enter_draw, (made.dora, match, [], "5B")),
        (undo_draw, (made.dora, match)),
        (name_dealer, (made.dora, match, 1)),
    ):
        refused("draw_closed", call, *args)
    assert fresh(match).draw["turned"] == "5C"


def test_a_table_that_does_not_draw_plays_as_it_sits() -> None:
    made = playing(first_dealer="suit_draw")
    enter(made.match(), 1, turned(2, "RO", 41), made.dora)
    refused("draw_closed", open_drawing, made.match())
    assert fresh(made.match()).draw is None


def test_the_same_card_taken_twice_by_one_is_one_and_by_two_is_refused() -> None:
    made = playing()
    match = made.match()
    place = place_of(match, "AB")
    take_card(made.tablet(), match, 1, place)
    take_card(made.tablet(), fresh(match), 1, place)
    refused("card_taken", take_card, made.tablet(), fresh(match), 2, place)
    refused("draw_not_due", take, match, 1, "RC")
    refused("draw_no_such_place", take_card, SYSTEM, fresh(match), 2, 49)
    assert fresh(match).draw["rounds"] == [{"1": "AB"}]
    assert AuditEntry.objects.filter(verb=Verb.CARD_DRAWN).count() == 1


def test_a_phone_draws_for_its_own_side() -> None:
    made = playing()
    refused("draw_other_side", take, made.match(), 2, "AB", made.phone("A"))
    take(made.match(), 3, "AB", made.phone("A"))


def test_the_phones_of_players_go_with_them() -> None:
    made = playing()
    match = made.match()
    phones = {side: add_phone(made.tablet(), match, side, "Phone")[0] for side in "AB"}
    for chair, card in FOUR.items():
        take(match, int(chair), card)
    for side, phone in phones.items():
        phone.refresh_from_db()
        assert phone.side == {"A": "B", "B": "A"}[side]


def test_real_cards_are_entered_round_by_round() -> None:
    made = playing(first_dealer="suit_draw", draw_ties="redraw")
    match = made.match()
    drawn = [{"1": "9O", "2": "RC", "3": "2B", "4": "2E"}, {"3": "AB", "4": "8O"}]
    enter_draw(made.dora, match, drawn, "5B")
    stored = fresh(match).draw
    assert (stored["rounds"], stored["turned"], stored["by_hand"]) == (drawn, "5B", True)
    assert fresh(match).first_dealer == 1
    assert AuditEntry.objects.get(verb=Verb.SEATS_DRAWN).data["by_hand"] is True


def test_everything_wrong_with_entered_cards_is_named_and_nothing_is_changed() -> None:
    made = playing(first_dealer="suit_draw")
    match = made.match()
    take(match, 1, "AB")
    before = people(match)
    error = refused("invalid_draw", enter_draw, made.dora, match, [{"1": "XX", "2": "2O", "3": "2O"}], None)
    assert [(each.code, each.path) for each in error.problems] == [
        ("draw_wrong_players", "/rounds/0"),
        ("unknown_card", "/rounds/0/1"),
        ("draw_card_repeated", "/rounds/0/3"),
        ("draw_turn_missing", "/turned"),
    ]
    error = refused("invalid_draw", enter_draw, made.dora, match, [{**FOUR, "7": "5O"}], "5C")
    assert [(each.code, each.path) for each in error.problems] == [("draw_unknown_seat", "/rounds/0/7")]
    assert (fresh(match).draw["rounds"], people(match)) == ([{"1": "AB"}], before)


def test_a_draw_taken_back_puts_everybody_where_they_sat_and_lays_the_cards_anew() -> None:
    made = playing(first_dealer="highest_draw")
    match = made.match()
    before, teams, lay = people(match), sides(match), open_drawing(match).face_down
    undo_draw(made.dora, match)
    assert fresh(match).draw is None
    for chair, card in FOUR.items():
        take(match, int(chair), card)
    assert people(match) != before
    undo_draw(made.dora, fresh(match))
    assert (people(match), sides(match), fresh(match).first_dealer) == (before, teams, None)
    assert open_drawing(fresh(match)).face_down != lay
    assert AuditEntry.objects.order_by("number").last().verb == Verb.DRAW_UNDONE


def test_entered_cards_replace_a_draw_and_mean_the_seats_of_before() -> None:
    made = playing(first_dealer="highest_draw")
    match = made.match()
    before = people(match)
    for chair, card in FOUR.items():
        take(match, int(chair), card)
    enter_draw(made.dora, fresh(match), [{"1": "9O", "2": "3C", "3": "2B", "4": "AE"}])
    assert [people(match)[seat] for seat in (1, 3, 2, 4)] == [before[chair] for chair in (1, 3, 4, 2)]


def test_the_lots_are_those_of_the_event_and_differ_from_table_to_table() -> None:
    made = playing()
    one, other = made.match(1), made.match(2)
    assert open_drawing(one).face_down == open_drawing(fresh(one)).face_down
    assert open_drawing(one).face_down != open_drawing(other).face_down


def test_where_the_cards_lie_cannot_be_told_from_what_people_see(settings: Any) -> None:
    made = playing(first_dealer="highest_draw")
    match, lie = made.match(), open_drawing(made.match()).face_down
    settings.SECRET_KEY = "that of another installation"
    assert open_drawing(fresh(match)).face_down != lie
    for chair, card in FOUR.items():
        take(match, int(chair), card)
    seen = fresh(match).draw["seed"]
    undo_draw(made.dora, fresh(match))
    assert abs(open_drawing(fresh(match)).seed - seen) > 1, "the next lots do not follow from the last"


def test_points_that_a_ruling_gave_before_the_draw_stay_with_their_pair() -> None:
    made = playing(first_dealer="highest_draw")
    match = made.match()
    fined = match.participations.select_related("entrant").get(side="A").entrant
    fine(made.dora, fined, match.round, match=match, match_points=-1, reason="Late.")
    for chair, card in FOUR.items():
        take(match, int(chair), card)
    assert match.participations.get(entrant=fined).side == "B"
    assert not MatchResult.objects.filter(match=match, finished=True).exists()
    assert verify_event(made.event).problems == []


def test_a_forfeit_closes_the_draw_and_its_end_opens_it_again() -> None:
    made = playing("balanced", first_dealer="suit_draw")
    match = made.match()
    late = match.participations.select_related("entrant").get(side="A").entrant
    forfeit = forfeit_match(made.dora, match, [late], reason="Nobody came.")
    refused("draw_closed", take, match, 1, "5C")
    cancel_ruling(made.dora, forfeit, reason="They came.")
    take(match, 1, "5C")
    assert fresh(match).first_dealer == 3
    assert verify_event(made.event).problems == []
    undo_draw(made.dora, fresh(match))
    assert verify_event(made.event).problems == []


def test_tichu_draws_for_seats_alone_and_from_the_cards_with_a_suit() -> None:
    made = playing(game="tichu")
    drawing = open_drawing(made.match())
    assert len(drawing.face_down) == 52
    for chair, card in ((1, "2G"), (2, "KS"), (3, "AP"), (4, "QR")):
        take(made.match(), chair, card)
    assert people(made.match())[1].startswith(("North", "South"))
    enter(made.match(), 1, counted(60), made.dora)
    assert drawing_of(playing("balanced", game="tichu").match()) is None


def test_cards_are_no_setting_of_a_game_for_six() -> None:
    with pytest.raises(Invalid) as wrong:
        evening(kind="team", options={"variant": "tientsin"}, settings={"seat_draw": "cards"})
    assert [(each.code, each.path) for each in wrong.value.problems] == [
        ("seat_draw_not_possible", "/settings/seat_draw")
    ]


def test_the_rules_of_a_draw_stay_until_it_is_taken_back() -> None:
    made = playing(first_dealer="suit_draw")
    take(made.match(), 1, "5C")
    event, stage = event_part(made.event), stage_part(made.stage)
    wanted = {**event, "options": {**event["options"], "first_dealer": "highest_draw"}}
    found = refused("seats_drawn", change_event_with_stage, made.dora, made.event, wanted, stage)
    assert [each.path for each in found.problems] == ["/event/options/first_dealer"]
    change_event_with_stage(made.dora, made.event, {**event, "name": "Another evening"}, stage)
    undo_draw(made.dora, fresh(made.match()))
    wanted["settings"] = {**wanted["settings"], "seat_draw": "balanced"}
    change_event_with_stage(made.dora, made.event, wanted, stage)
    found_now = open_drawing(fresh(made.match()))
    assert (found_now.terms.purpose, found_now.standing.due) == ("dealer", (1, 2, 3, 4))


def individuals() -> Match:
    """Four individuals at one table, from an archive."""
    document = pairs(2)
    document["event"] |= {
        "game": "malilla",
        "profile": "seed",
        "entrant_kind": "individual",
        "settings": {"seat_draw": "cards"},
    }
    document["entrants"] = [
        {"id": f"i{n}", "number": n, "name": person["name"], "players": [person["id"]]}
        for n, person in enumerate(document["players"], start=1)
    ]
    table = {"table": 1, "sides": [["i1", "i2"], ["i3", "i4"]]}
    document["stages"][0] |= {
        "method": "individual",
        "rounds": [{"number": 1, "status": "published", "matches": [table]}],
    }
    read = read_archive(document)
    assert isinstance(read, Archive), read
    event = import_archive(read, Club.objects.create(slug="solo", name="Solo"))
    return fresh(Match.objects.get(round__stage__event=event))


def test_individuals_draw_their_partners() -> None:
    match = individuals()
    before = people(match)
    phone, _code = add_phone(SYSTEM, match, "A", "Phone")
    for chair, card in FOUR.items():
        take(match, int(chair), card)
    assert [people(match)[seat] for seat in (1, 3, 2, 4)] == [before[chair] for chair in (4, 3, 2, 1)]
    rows = match.participations.order_by("side", "slot").values_list("side", "slot", "entrant__name")
    seats = {("A", 0): 1, ("A", 1): 3, ("B", 0): 2, ("B", 1): 4}
    assert list(rows) == [(*place, people(match)[seat]) for place, seat in seats.items()]
    assert fresh(match).first_dealer == 1
    phone.refresh_from_db()
    assert phone.revoked_at is not None
    undo_draw(SYSTEM, fresh(match))
    assert people(match) == before


def test_in_thunee_cards_are_turned_up_round_the_table_until_a_black_jack() -> None:
    made = playing("balanced", game="thunee")
    match = made.match()
    for chair, card in ((1, "JH"), (2, "9S"), (3, "QC")):
        take(match, chair, card)
    assert open_drawing(fresh(match)).standing.due == (4,)
    refused("draw_not_due", take, match, 1, "AS")
    take(match, 4, "JC")
    assert fresh(match).first_dealer == 4
    assert fresh(match).draw["rounds"] == [{"1": "JH"}, {"2": "9S"}, {"3": "QC"}, {"4": "JC"}]
    refused("draw_not_due", take, match, 1, "AS")
    assert verify_event(made.event).problems == []


def test_in_28_each_cuts_a_card_for_the_deal_and_boards_say_it_themselves() -> None:
    made = playing("balanced", game="twenty_eight")
    match = made.match()
    for chair, card in ((1, "JH"), (2, "9S"), (3, "JC"), (4, "7D")):
        take(match, chair, card)
    assert open_drawing(fresh(match)).standing.due == (1, 3)
    undo_draw(SYSTEM, fresh(match))
    assert draw_page(fresh(match)) is not None
    made.stage.boards.create(number=1, dealer=2)
    assert draw_page(fresh(match)) is None
    refused("draw_closed", open_drawing, fresh(match))


def seats(match: Match) -> dict[str, int]:
    """Who sits where, as a tablet sees it."""
    return {str(seat.position): seat.player_id for seat in fresh(match).seats.all()}


def typed(match: Match, **more: Any) -> Submission:
    """A hand as a tablet sends it: side A has 50 of the 72 points."""
    summary = {"dealer": 1, "pinta": "2C", "points": {"A": 50, "B": 22}}
    return parse_submission({"submission": str(uuid4()), "hand": 1, "summary": summary, **more})


def test_what_was_typed_before_the_draw_ended_does_not_count_for_who_sits_there_now() -> None:
    made = playing(first_dealer="highest_draw")
    match, tablet = made.match(), made.tablet(1)
    before = typed(match, seen_seats=seats(match))
    enter_draw(made.dora, fresh(match), [FOUR])
    found = refused("seats_changed", submit, fresh(match), before, tablet, EntrySource.DEVICE)
    assert found.status == 409 and found.data == {"seats": [1, 2, 3, 4]}
    assert not Hand.objects.filter(match=match).exists()
    again = replace(before, seen_seats={int(seat): who for seat, who in seats(match).items()})
    receipt = submit(fresh(match), again, tablet, EntrySource.DEVICE)
    assert receipt.created
    assert submit(fresh(match), before, tablet, EntrySource.DEVICE).replayed, "what is stored stays known"
    correction = typed(match, kind="correct", seen_revision=1, seen_seats={"1": seats(match)["2"]})
    assert refused("seats_changed", submit, fresh(match), correction, tablet, EntrySource.DEVICE).data == {
        "seats": [1]
    }


def test_a_substitute_in_a_seat_holds_up_no_result() -> None:
    made = playing(first_dealer="highest_draw")
    match = made.match()
    before = typed(match, seen_seats=seats(match))
    match.seats.filter(position=2).update(
        player=Player.objects.create(club=made.event.club, name="Substitute")
    )
    assert submit(fresh(match), before, made.tablet(1), EntrySource.DEVICE).created


def test_whoever_does_not_say_who_sat_where_enters_as_before() -> None:
    made = playing(first_dealer="highest_draw")
    match = made.match()
    before = typed(match)
    enter_draw(made.dora, fresh(match), [FOUR])
    assert submit(fresh(match), before, made.tablet(1), EntrySource.DEVICE).created
