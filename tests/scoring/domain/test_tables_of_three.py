"""Rounds of tables of three from the draft to the next one: changes by hand, absences, who comes late or leaves."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from scoring.archive.canonical import dumps
from scoring.archive.columns import event_part, stage_part
from scoring.archive.dump import export_event
from scoring.archive.erase import erase_event
from scoring.archive.load import import_archive
from scoring.archive.read import Archive, read_archive
from scoring.services.as_played import record_as_played
from scoring.services.consequences import Ground, consequences
from scoring.services.drawing import is_outdated, stands_on_old
from scoring.services.editing import Change, edit_round, preview, sheet_of
from scoring.services.exchange import Wanted, exchange_of_two, exchange_posted, smallest_exchange
from scoring.services.presence import come_back, enter_late, leave
from scoring.services.progress import close_round, discard_round, draw_round, publish_round
from scoring.services.rulings import cancel_ruling, forfeit_match
from scoring.services.stages import change_event_with_stage
from scoring.services.standings import compute, rebuild, result_table
from scoring.services.verify import verify_event
from scoring.tiebreaks.base import Of
from scoring.tiebreaks.unplayed import dummies, opponents_scores
from tests import make
from tests.make import Evening, enter, evening
from tournaments.access import SYSTEM
from tournaments.errors import Conflict, Invalid
from tournaments.models import Club, Event, Match, Participation, Round
from tournaments.pairing.judge import Grade
from tournaments.services.entrants import NewEntrant, plan_absence

pytestmark = pytest.mark.django_db

POINTS = {"places": [2, 1, 0], "pairing_bye": 0, "requested_bye": 0, "absence": 0, "forfeit_win": 2}


@pytest.fixture
def seven(monkeypatch: pytest.MonkeyPatch) -> Evening:
    """Seven who each play for themselves, three rounds planned."""
    monkeypatch.setattr(make, "new_team", lambda n: NewEntrant(f"Player {n}", (f"Player {n}",)))
    made = evening(
        7,
        game="twenty_eight",
        options={"variant": "28_3p"},
        kind="individual",
        match={"hands": 1},
        method="individual",
        points=POINTS,
        ranking=["match_points", "game_points"],
        rounds_planned=3,
    )
    return made


def tables(found: Round) -> dict[int, list[int]]:
    """The numbers of who sits where."""
    rows = Participation.objects.filter(round=found, outcome="").order_by("match", "side")
    seated: dict[int, list[int]] = {}
    for table, number in rows.values_list("match__table__number", "entrant__number"):
        seated.setdefault(table, []).append(number)
    return seated


def outside(found: Round) -> dict[int, str]:
    """Who does not play, by number."""
    rows = Participation.objects.filter(round=found).exclude(outcome="")
    return dict(rows.values_list("entrant__number", "outcome"))


def play(ev: Evening) -> Round:
    """Every table's slip, and the round closed: P1 first, P2 and P3 level."""
    for table in tables(ev.round):
        enter(ev.match(table), 0, {"score": {"P1": 4, "P2": -2, "P3": -2}}, ev.dora)
    return ev.close()


def id_of(ev: Evening, number: int) -> int:
    return ev.event.entrants.get(number=number).pk


def test_round_follows_round_until_all_have_sat_out_and_the_places_are_added_up(seven: Evening) -> None:
    out: list[int] = []
    met: Counter[tuple[int, ...]] = Counter()
    points: Counter[int] = Counter()
    for number in (1, 2, 3):
        drawn, made = draw_round(seven.dora, seven.stage, number=number)
        assert made and draw_round(seven.dora, seven.stage, number=number) == (drawn, False)
        assert {len(seated) for seated in tables(drawn).values()} == {3}
        assert drawn.why["costs"][2] <= drawn.why["costs"][1]
        publish_round(seven.dora, drawn)
        out += [each for each, kind in outside(drawn).items() if kind == "pairing_bye"]
        for seated in tables(drawn).values():
            met.update(tuple(sorted(pair)) for pair in combinations(seated, 2))
            points.update({seated[0]: 4, seated[1]: 1, seated[2]: 1})  # halves of a point
        play(seven)
    assert len(set(out)) == 3 and sum(times - 1 for times in met.values()) == 3
    shown = {row["number"]: row["values"]["match_points"] for row in compute(seven.stage, 3)}
    halves = {
        each: f"{points[each]}/2" if points[each] % 2 else str(points[each] // 2) for each in range(1, 8)
    }
    assert shown == halves


def test_an_event_that_was_changed_by_hand_comes_back_from_its_file(seven: Evening) -> None:
    drawn = seven.drawn()
    one, other = (sheet_of(drawn).tables[table][0] for table in (1, 2))
    edit_round(seven.dora, drawn, Change("exchange", one, other))
    publish_round(seven.dora, seven.round)
    play(seven)
    seven.drawn()
    document = export_event(Event.objects.select_related("club").get(pk=seven.event.pk))
    assert document["stages"][0]["rounds"][0]["why"]["tables"][0]["code"] == "fixed"
    erase_event(seven.event)
    archive = read_archive(document)
    assert isinstance(archive, Archive), archive
    again = import_archive(archive, Club.objects.create(name="Elsewhere", slug="elsewhere"))
    told = export_event(again)
    assert dumps(told) == dumps(document)
    assert [each for each in verify_event(again).problems if each] == []
    drawn = again.stages.get().rounds.get(number=2)
    assert sheet_of(drawn).size == 3 and len(sheet_of(drawn).tables) == 2
    assert preview(drawn, Change("play", again.entrants.get(number=1).pk)).before.costs is not None


def test_to_sit_out_is_worth_nothing_unless_the_stage_says_so(seven: Evening) -> None:
    seven.stage.points = {key: value for key, value in POINTS.items() if key != "pairing_bye"}
    seven.stage.save()
    first = seven.next_round()
    (sitting,) = outside(first)
    play(seven)
    rows = {row["number"]: row["values"]["match_points"] for row in compute(seven.stage, 1)}
    assert rows[sitting] == "0"
    imagined = dummies(result_table(seven.stage, 1), Of.MATCH_POINTS)
    assert [each for found in imagined.values() for each in found] == []
    seven.stage.unplayed = "virtual_opponent"
    table = result_table(seven.stage, 1)
    assert opponents_scores(table, Of.MATCH_POINTS) == table.match_score.final


def test_a_draft_is_changed_by_hand_and_says_what_that_costs(seven: Evening) -> None:
    drawn = seven.drawn()
    (sitting,) = outside(drawn)
    sheet = sheet_of(drawn)
    one, other = sheet.tables[1][0], sheet.tables[2][0]
    found = preview(drawn, Change("exchange", one, other))
    assert found.before.costs is not None and found.before.costs.as_json() == drawn.why["costs"]
    assert found.moved == {1, 2} and not found.needs_reason
    edit_round(seven.dora, drawn, Change("exchange", one, other))
    assert sheet_of(seven.round).tables[1][0] == other
    gone = Change("sit_out", other, bye="absence")
    edit_round(seven.dora, seven.round, gone)
    assert sheet_of(seven.round).tables[1][0] == id_of(seven, sitting)
    assert {len(seated) for seated in tables(seven.round).values()} == {3}
    broken = preview(seven.round, Change("sit_out", one, bye="absence"))
    assert "too_many_sit_out" not in {each.code for each in broken.after.warnings}
    assert len(broken.after.sheet.tables) == 1  # five are left: two sit out
    edit_round(seven.dora, seven.round, Change("sit_out", one, bye="absence"))
    edit_round(seven.dora, seven.round, Change("play", one))
    assert len(tables(seven.round)) == 2 and seven.round.why["certificate"]["method"] == "by_hand"


def test_who_sat_out_before_sits_out_again_by_hand_only_for_a_reason(seven: Evening) -> None:
    (sitting,) = outside(seven.next_round())
    play(seven)
    drawn = seven.drawn()
    (now,) = outside(drawn)
    change = Change("exchange", id_of(seven, sitting), id_of(seven, now))
    found = preview(drawn, change)
    assert {each.code for each in found.after.warnings if each.grade is Grade.FORBIDDEN} == {
        "sits_out_too_often"
    }
    with pytest.raises(Invalid) as refused:
        edit_round(seven.dora, drawn, change)
    assert refused.value.code == "reason_needed"
    edit_round(seven.dora, drawn, change, "has to telephone")
    assert outside(seven.round) == {sitting: "pairing_bye"}


def test_a_posted_round_is_changed_where_nobody_has_begun(seven: Evening) -> None:
    posted = seven.next_round()
    assert smallest_exchange(posted) is None
    (sitting,) = outside(posted)
    comes, goes = id_of(seven, sitting), sheet_of(posted).tables[2][1]
    wanted = exchange_of_two(posted, goes, comes).wanted
    exchange_posted(seven.dora, posted, wanted, "has a lift home")
    assert sheet_of(seven.round).tables[2][1] == comes
    assert sheet_of(seven.round).byes == {goes: "pairing_bye"}
    assert [seat.player.name for seat in seven.match(2).seats.filter(side="P2")] == [f"Player {sitting}"]
    enter(seven.match(1), 0, {"score": {"P1": 1, "P2": 0, "P3": -1}}, seven.dora)
    begun = sheet_of(seven.round).tables[1][0]
    with pytest.raises(Conflict) as refused:
        exchange_of_two(seven.round, begun, comes)
    assert refused.value.code == "table_has_begun"


def test_nobody_is_seated_as_the_second_of_two_or_as_the_fourth(seven: Evening) -> None:
    posted = seven.next_round()
    one, other = sheet_of(posted).tables.values()
    uneven = Wanted({1: one[:2], 2: (*other, one[2])})
    with pytest.raises(Conflict, match=r"^pairings_changed$"):
        exchange_posted(seven.dora, posted, uneven, "Wrong.")


def test_a_stage_that_nothing_draws_is_judged_by_the_options_that_are_understood(seven: Evening) -> None:
    drawn = seven.drawn()
    sheet = sheet_of(drawn)
    one, two, other = *sheet.tables[1][:2], sheet.tables[2][0]
    first = seven.event.entrants.get(pk=two).ref
    banned = [first, seven.event.entrants.get(pk=other).ref]
    options = {"pattern": "fold", "forbidden_pairs": [banned, [first, "nobody"]], "forfeit_is_meeting": "?"}
    seven.stage.method, seven.stage.method_options = "swiss", options
    seven.stage.save()
    found = preview(seven.round, Change("exchange", one, other))
    assert found.after.costs is not None
    assert [each.code for each in found.after.warnings if each.grade is Grade.FORBIDDEN] == ["forbidden_pair"]


def posted_for_two_who_have_met(seven: Evening) -> Round:
    """The second round, in which two of table 1 meet again, since in the first they sat down otherwise."""
    seven.next_round()
    play(seven)
    posted = seven.next_round()
    first = Round.objects.get(stage=seven.stage, number=1)
    meet = sheet_of(posted).tables[1]
    earlier = sheet_of(first)
    table = next(number for number, seated in earlier.tables.items() if meet[0] in seated)
    match = first.matches.get(table__number=table)
    apart = [each for each in meet[1:] if each not in earlier.tables[table] and each not in earlier.byes]
    gone = next(each for each in earlier.tables[table] if each not in meet)
    there = [apart[0] if each == gone else each for each in earlier.tables[table]]
    played = dict(zip(("P1", "P2", "P3"), ([each] for each in there), strict=True))
    record_as_played(seven.dora, read_again(match), played, reason="They sat down so.")
    return posted


def test_the_smallest_exchange_makes_up_for_what_was_played_otherwise(seven: Evening) -> None:
    posted = posted_for_two_who_have_met(seven)
    found = smallest_exchange(posted)
    assert found is not None and found.proven and len(found.moved) in (1, 2)
    assert found.before.costs is not None and found.after.costs is not None
    assert found.after.costs.as_json()[2] < found.before.costs.as_json()[2]
    exchange_posted(seven.dora, posted, found.wanted, "They met.")
    assert sheet_of(seven.round) == found.after.sheet


def test_who_has_left_while_sitting_out_is_not_called_to_a_table(seven: Evening) -> None:
    posted = posted_for_two_who_have_met(seven)
    called = smallest_exchange(posted)
    assert called is not None and len(called.moved) == 1
    (sitting,) = outside(posted)
    leave(seven.dora, seven.entrants[sitting - 1], reason="Went home.")
    found = smallest_exchange(posted)
    assert found is not None and len(found.moved) == 2
    assert found.after.sheet.byes == {id_of(seven, sitting): "pairing_bye"}


def read_again(match: Match) -> Match:
    return Match.objects.select_related("round__stage__event__club", "table").get(pk=match.pk)


def test_who_is_away_comes_late_or_leaves_changes_the_number_at_the_tables(seven: Evening) -> None:
    plan_absence(SYSTEM, seven.entrants[3], 1)
    first = seven.next_round()
    assert outside(first) == {4: "requested_bye"} and len(tables(first)) == 2
    play(seven)
    (late,) = enter_late(seven.dora, seven.stage, [NewEntrant("Player 8", ("Player 8",))])
    told = consequences(seven.stage, lambda: leave(seven.dora, seven.entrants[0], reason="Ill."))
    assert told.outcome.left_after_round == 1
    leave(seven.dora, seven.entrants[0], reason="Ill.")
    second = seven.next_round()
    seated = [one for table in tables(second).values() for one in table]
    assert 1 not in seated and len(outside(second)) == 1
    assert {*seated, *outside(second)} == {2, 3, 4, 5, 6, 7, 8}
    assert late.number == 8 and 8 in seated  # who has missed a round does not sit out next
    running = next(each for each in seven.entrants if each.number in seated)
    leave(seven.dora, running, reason="Called away.", now=True)
    for table in tables(second):
        if running.number not in tables(second)[table]:
            enter(seven.match(table), 0, {"score": {"P1": 1, "P2": 0, "P3": -1}}, seven.dora)
    close_round(seven.dora, seven.round)
    come_back(seven.dora, seven.entrants[0])
    third = seven.drawn()
    assert {one for table in tables(third).values() for one in table} | outside(third).keys() >= {1, 8}


def test_the_seats_of_a_table_stay_as_soon_as_a_round_is_drawn(seven: Evening) -> None:
    drawn = seven.drawn()
    event, stage = event_part(seven.event), stage_part(seven.stage)
    two_sides = {"method": "swiss", "points": {"win": 2, "draw": 1, "loss": 0}}
    wanted = {**event, "options": {**event["options"], "variant": "28"}}, {**stage, **two_sides}
    with pytest.raises(Invalid) as refused:
        change_event_with_stage(seven.dora, seven.event, *wanted)
    found = [(each.code, each.path) for each in refused.value.problems]
    assert found == [("tables_drawn", "/event/options/variant")]
    other = {**event, "options": {**event["options"], "match_deals": 12}}
    change_event_with_stage(seven.dora, seven.event, other, stage)
    discard_round(seven.dora, drawn)
    change_event_with_stage(seven.dora, seven.event, *wanted)


def test_each_who_is_missing_loses_at_the_table_whichever_was_ruled_first(seven: Evening) -> None:
    draw_round(SYSTEM, seven.stage)
    publish_round(SYSTEM, seven.stage.rounds.get())
    match = Match.objects.filter(table__isnull=False).order_by("number")[0]
    one, other, third = (row.entrant for row in match.participations.order_by("side"))
    forfeit_match(SYSTEM, match, [other], reason="Not there.")
    ruling = forfeit_match(SYSTEM, match, [one], reason="Not there either.")
    assert outcomes(match) == {"P1": "forfeit_loss", "P2": "forfeit_loss", "P3": "forfeit_win"}
    forfeit_match(SYSTEM, match, [third], reason="Gone.")
    assert set(outcomes(match).values()) == {"double_forfeit"}
    cancel_ruling(SYSTEM, ruling, reason="Came in time.")
    assert outcomes(match) == {"P1": "forfeit_win", "P2": "forfeit_loss", "P3": "forfeit_loss"}


def test_a_draft_of_three_stands_on_no_results(seven: Evening) -> None:
    seven.next_round()
    play(seven)
    drawn = seven.drawn()
    match = Match.objects.filter(round__number=1, table__number=1).select_related("round__stage__event__club")

    def correction() -> None:
        said = {"score": {"P1": -2, "P2": 4, "P3": -2}}
        enter(match.get(), 0, said, seven.dora, kind="correct", seen=1)

    assert [each.ground for each in consequences(seven.stage, correction).posted] == [Ground.SAME]
    before = compute(seven.stage, 1)
    correction()
    rebuild(seven.stage.pk)
    assert compute(seven.stage, 1) != before and is_outdated(drawn)
    assert not stands_on_old(drawn)


def outcomes(match: Match) -> dict[str, str]:
    """What the match is to each side."""
    return dict(Participation.objects.filter(match=match).values_list("side", "outcome"))


def test_two_are_too_few(seven: Evening) -> None:
    for entrant in seven.entrants[2:]:
        leave(seven.dora, entrant, reason="Gone.")
    with pytest.raises(Invalid) as refused:
        draw_round(seven.dora, seven.stage)
    assert (refused.value.code, dict(refused.value.problems[0].params)) == (
        "too_few_for_a_table",
        {"active": 2, "needed": 3},
    )
