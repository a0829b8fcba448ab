"""Who sat down and played counts: sides that were swapped, pairs at the wrong table; what was posted is kept."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from scoring.models import HandEntry
from scoring.services import as_played
from scoring.services.as_played import record_as_played
from scoring.services.hand_rulings import OnHand, rule_on_hand
from scoring.services.rulings import adjust_match, forfeit_match
from scoring.services.standings import compute
from scoring.services.verify import verify_event
from tests.make import SIX, Evening, counted, enter, evening, result, sides
from tests.scoring.archive.test_played_events import assert_proven_and_returned
from tournaments.errors import Conflict, Invalid
from tournaments.models import AuditEntry, Device, Match, Participation, Round, Verb
from tournaments.services.devices import add_phone

pytestmark = pytest.mark.django_db

SCORES = ({1: 70, 2: 55, 3: 65, 4: 40}, {1: 35, 2: 80, 3: 60, 4: 75})


@pytest.fixture
def made(db: None) -> Evening:
    """Eight pairs after two rounds of two hands a match."""
    made = evening(8, match={"hands": 2}, ranking=["match_points", "buchholz", "difference"])
    for score in SCORES:
        made.play_round(score, hands=2)
    return made


def at(made: Evening, number: int, table: int) -> Match:
    rows = Match.objects.select_related("round__stage__event__club", "table")
    return rows.get(round__stage=made.stage, round__number=number, table__number=table)


def ids(match: Match, turned: bool = False) -> dict[str, list[int]]:
    """Who is written on the sides, or the other way round."""
    rows = list(match.participations.order_by("side").values_list("entrant_id", flat=True))
    return dict(zip("AB", ([each] for each in (reversed(rows) if turned else rows)), strict=True))


def people(match: Match) -> dict[int, str]:
    return {seat.position: str(seat.player) for seat in match.seats.select_related("player")}


def difference(made: Evening, after: int) -> dict[int, int]:
    return {row["number"]: int(row["values"]["difference"]) for row in compute(made.stage, after)}


def sit(
    made: Evening, match: Match, wanted: dict[str, list[int]], reason: str = "They say so."
) -> list[Match]:
    return record_as_played(made.dora, match, wanted, reason=reason)


def test_pairs_that_sat_the_wrong_way_round_change_sides_and_no_entry_is_made(made: Evening) -> None:
    match = at(made, 1, 1)
    before, north, entries = difference(made, 2), people(match)[1], HandEntry.objects.count()
    one, other = sides(match)["A"], sides(match)["B"]
    (changed,) = sit(made, match, ids(match, turned=True))
    assert (changed.pk, sides(match)) == (match.pk, {"A": other, "B": one})
    assert HandEntry.objects.count() == entries
    assert people(match)[2] == north, "the people are where their pair is"
    after = difference(made, 2)
    assert (after[one], after[other]) == (before[one] - 160, before[other] + 160)
    assert Round.objects.get(number=1).stale and at(made, 1, 1).posted == [f"e{one}", f"e{other}"]
    assert verify_event(made.event).problems == []
    found = assert_proven_and_returned(made.event)
    back = Match.objects.get(round__stage__event=found, round__number=1, table__number=1)
    assert (back.posted, sides(back)) == ([f"e{one}", f"e{other}"], {"A": other, "B": one})


def test_the_same_the_other_way_round_undoes_it(made: Evening) -> None:
    match = at(made, 1, 1)
    before = (sides(match), people(match), difference(made, 2))
    sit(made, match, ids(match, turned=True))
    sit(made, match, ids(match, turned=True))
    assert (sides(match), people(match), difference(made, 2)) == before
    assert at(made, 1, 1).posted is None


def test_pairs_at_each_others_table_change_places_and_met_whom_they_played(made: Evening) -> None:
    first, second = at(made, 2, 1), at(made, 2, 2)
    posted = sides(first), sides(second)
    hands = result(first).totals, result(second).totals
    other = second.participations.get(side="B").entrant_id
    changed = sit(made, first, {**ids(first), "B": [other]})
    assert [each.pk for each in changed] == [first.pk, second.pk]
    assert sides(first) == {"A": posted[0]["A"], "B": posted[1]["B"]}
    assert sides(second) == {"A": posted[1]["A"], "B": posted[0]["B"]}
    assert (result(first).totals, result(second).totals) == hands
    assert at(made, 2, 2).posted == [f"e{posted[1]['A']}", f"e{posted[1]['B']}"]
    assert verify_event(made.event).problems == []
    made.next_round()
    met = {frozenset(sides(each).values()) for each in Match.objects.filter(round__number=3)}
    assert frozenset(sides(first).values()) not in met
    told = AuditEntry.objects.filter(verb=Verb.ROUND_EXCHANGED).get()
    was, now = ([each["A"], each["B"]] for each in (posted[0], sides(first)))
    assert (told.target, told.data["tables"][0], told.data["as_played"]) == (
        "stage:1/round:2",
        [1, was, now],
        True,
    )
    assert_proven_and_returned(made.event)


def test_a_match_that_goes_on_is_recorded_too(made: Evening) -> None:
    made.next_round()
    match = at(made, 3, 1)
    enter(match, 1, counted(90), made.tablet(1))
    sit(made, match, ids(match, turned=True))
    enter(match, 2, counted(90), made.tablet(1))
    assert result(match).totals == {"A": 180, "B": 20}


def phones_of(made: Evening, match: Match) -> dict[str, Device]:
    return {side: add_phone(made.tablet(match.number), match, side, "Phone")[0] for side in "AB"}


def test_the_phones_of_players_speak_for_the_side_on_which_they_sat(made: Evening) -> None:
    made.next_round()
    match = at(made, 3, 1)
    phones = phones_of(made, match)
    sit(made, match, ids(match, turned=True))
    for side, phone in phones.items():
        phone.refresh_from_db()
        assert (phone.side, phone.revoked_at) == ({"A": "B", "B": "A"}[side], None)


def test_a_phone_of_who_sat_at_another_table_speaks_no_more(made: Evening) -> None:
    made.next_round()
    first, second = at(made, 3, 1), at(made, 3, 2)
    phones = phones_of(made, first)
    sit(made, first, {**ids(first), "B": ids(second)["B"]})
    for phone in phones.values():
        phone.refresh_from_db()
    assert (phones["A"].revoked_at, phones["A"].side) == (None, "A")
    assert phones["B"].revoked_at is not None


def test_seats_that_are_drawn_meanwhile_are_seen(made: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    made.next_round()
    match = at(made, 3, 1)
    wanted, take = ids(match, turned=True), as_played.lock_all

    def behind_a_draw(found: Any) -> Any:
        """The tables once they are free: until then another act had one and changed its sides."""
        for row in rows(match):
            row.side = {"A": "B", "B": "A"}[row.side]
            row.save(update_fields=["side"])
        return take(found)

    monkeypatch.setattr(as_played, "lock_all", behind_a_draw)
    assert sit(made, match, wanted) == [], "they sit like that already"
    assert ids(match) == wanted


def test_a_ruling_on_a_hand_comes_back_although_others_are_recorded_at_its_table(made: Evening) -> None:
    first, second = at(made, 2, 1), at(made, 2, 2)
    late = OnHand(number=1, code="wish_not_fulfilled", side="B", reason="Seen.", seen_revision=1)
    rule_on_hand(made.dora, first, late)
    sit(made, first, {**ids(first), "B": ids(second)["B"]})
    assert_proven_and_returned(made.event)


def test_nothing_is_changed_where_everybody_sat_as_it_is_written(made: Evening) -> None:
    match, before = at(made, 1, 1), AuditEntry.objects.count()
    assert sit(made, match, ids(match)) == []
    assert (AuditEntry.objects.count(), at(made, 1, 1).posted) == (before, None)


def test_teams_of_three_take_their_people_along() -> None:
    made = evening(4, match={"hands": 1}, **SIX)
    made.next_round()
    match = at(made, 1, 1)
    team = [people(match)[seat] for seat in (1, 3, 5)]
    sit(made, match, ids(match, turned=True))
    assert [people(match)[seat] for seat in (2, 4, 6)] == team


def test_who_can_not_have_sat_there_is_refused(made: Evening) -> None:
    match = at(made, 1, 1)
    own = ids(match)
    for wanted, code in (
        ({"A": own["A"]}, "sides_do_not_fit"),
        ({"A": own["A"], "B": own["A"]}, "sides_do_not_fit"),
        ({"A": own["A"], "B": [*own["B"], *own["A"]]}, "sides_do_not_fit"),
        ({"A": own["A"], "C": own["B"]}, "sides_do_not_fit"),
        ({"A": own["A"], "B": [10**9]}, "not_at_a_table"),
    ):
        with pytest.raises(Invalid, match=rf"^{code}$"):
            sit(made, match, wanted)
    with pytest.raises(Invalid, match=r"^reason_needed$"):
        sit(made, match, ids(match, turned=True), reason=" ")
    assert sides(at(made, 1, 1)) == {each.side: each.entrant.number for each in rows(match)}


def rows(match: Match) -> Any:
    return Participation.objects.filter(match=match).select_related("entrant")


def test_a_match_without_play_or_with_points_of_its_own_stays(made: Evening) -> None:
    made.next_round()
    first, second, third = (at(made, 3, table) for table in (1, 2, 3))
    forfeit_match(made.dora, first, [rows(first)[0].entrant], reason="Gone.")
    adjust_match(made.dora, second, {"A": Fraction(1), "B": Fraction(1)}, reason="Cards.")
    with pytest.raises(Invalid, match=r"^match_forfeited$"):
        sit(made, first, ids(first, turned=True))
    with pytest.raises(Conflict, match=r"^adjusted_by_ruling$"):
        sit(made, third, {**ids(third), "B": ids(second)["B"]})
    draft = made.stage.rounds.get(number=3)
    Round.objects.filter(pk=draft.pk).update(status="draft")
    with pytest.raises(Invalid, match=r"^round_not_published$"):
        sit(made, at(made, 3, 3), ids(third, turned=True))
