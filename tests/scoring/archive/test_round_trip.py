"""What is imported comes back byte for byte, and an import is all or nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.archive.canonical import dumps
from scoring.archive.dump import export_event
from scoring.archive.load import import_archive
from scoring.archive.read import Archive, read_archive
from scoring.models import HandEntry, StandingsSnapshot
from scoring.services.standings import compute
from tests.scoring.archive.samples import add_round, changed, count, evening, hand, pairs, slip
from tests.support.recorded import recorded
from tournaments.errors import Invalid
from tournaments.models import AuditEntry, Club, Entrant, Event, EventVersion, Match, Player, Verb

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return Club.objects.create(name="Baza Club", slug="baza")


def read(raw: object) -> Archive:
    found = read_archive(raw)
    assert isinstance(found, Archive), found
    return found


def returned(raw: object, club: Club) -> tuple[bytes, bytes]:
    """The canonical bytes of a file, and those of the export after its import."""
    archive = read(raw)
    event = import_archive(archive, club)
    return dumps(archive.document), dumps(export_event(event))


def test_a_whole_evening_comes_back(club: Club) -> None:
    given, exported = returned(evening(), club)
    assert exported.decode() == given.decode()
    again = import_archive(read_file(exported), Club.objects.create(name="Other", slug="other"))
    assert dumps(export_event(again)) == exported


def read_file(data: bytes) -> Archive:
    from scoring.archive.read import read_archive_file

    found = read_archive_file(data)
    assert isinstance(found, Archive), found
    return found


def individuals() -> Any:
    """Eight people of Tichu whose partners change: two lists of entrants a match."""
    document = pairs(4)
    document["event"] |= {"slug": "solo", "entrant_kind": "individual", "status": "finished"}
    document["entrants"] = [
        {"id": f"i{n}", "number": n, "name": person["name"], "players": [person["id"]]}
        for n, person in enumerate(document["players"], start=1)
    ]
    document["stages"][0] |= {"method": "individual", "status": "closed"}
    tables = [[["i1", "i2"], ["i3", "i4"]], [["i5", "i6"], ["i7", "i8"]]]
    return add_round(
        document,
        "closed",
        *(
            {
                "table": n,
                "sides": sides,
                "outcome": "played",
                "hands": [hand(1, count(1, 70)), hand(2, count(3, 55))],
            }
            for n, sides in enumerate(tables, start=1)
        ),
    )


def two_stages() -> Any:
    """A Swiss of four pairs and a final of the best two."""
    document = add_round(pairs(4), "closed", slip(1, "e1", "e3", 1, 0), slip(2, "e2", "e4", 1, 0))
    first = document["stages"][0]
    first |= {"scale": {"kind": "linear", "top": 20, "full": 400}, "lots": {"e1": 2, "e2": 1}}
    first |= {"draw_game_points": "1/2", "bye_game_points": [5, 0], "fines_count_for_opponents": True}
    first |= {"method_options": {"pattern": "fold", "forbidden_pairs": [["e1", "e2"]]}, "status": "closed"}
    first |= {"difference_cap": 3}
    document["stages"].append(final(first))
    document["event"]["settings"] = {"confirmation": "none"}
    document["event"]["options"] = {"target_score": 500}
    document["event"]["starts_at"] = None
    return document


def final(first: Any) -> Any:
    """A knock-out in play: boards, groups, places that qualify, a table where others sat down."""
    match = {"table": 1, "sides": ["e1", "e2"], "posted": ["e1", "e4"], "first_dealer": 3}
    record, summary = recorded()
    match["hands"] = [
        hand(1, summary, board=1, record={**record, "note": [1, {"deep": None}]}, released=True)
    ]
    return {
        **first,
        "id": "s2",
        "name": "Final",
        "method": "knockout",
        "method_options": {},
        "status": "running",
        "match": {"target": True, "minutes": 90, "tie_break": ["lot"]},
        "carry_over": "half",
        "slots": [{"from": "s1", "rank": 1}, {"from": "s1", "rank": 2}],
        "groups": {"e1": "Top"},
        "boards": [{"number": 1, "dealer": 2}],
        "ranking": ["match_points", {"key": "koya", "limit": "2/3"}],
        "rounds": [{"number": 1, "status": "playing", "matches": [match]}],
    }


def declared_finished() -> Any:
    """A match that the clock ended after one of two hands."""
    match = {"table": 4, "sides": ["e1", "e2"], "outcome": "played", "hands": [hand(1, count(1, 70))]}
    return add_round(pairs(2), "closed", match)


def forfeited_in_play() -> Any:
    match = {
        "table": 1,
        "sides": ["e1", "e2"],
        "outcome": "forfeit",
        "winner": "e2",
        "hands": [hand(1, count(1, 70))],
    }
    return add_round(pairs(2), "closed", match)


def ruled_hand() -> Any:
    summary = {**count(1, 70), "penalties": [{"side": "B", "points": -50, "code": "peeking"}]}
    document = add_round(
        pairs(2),
        "closed",
        {
            "table": 1,
            "sides": ["e1", "e2"],
            "outcome": "played",
            "hands": [hand(1, summary), hand(2, count(2, 50))],
        },
    )
    ruling = {
        "round": 1,
        "hand": 1,
        "entrant": "e2",
        "code": "peeking",
        "effect": "hand",
        "status": "in_force",
    }
    document["rulings"] = [{**ruling, "reason": "Saw a card."}]
    return document


def unplayed_match() -> Any:
    return add_round(pairs(2), "closed", {"table": 1, "sides": ["e2", "e1"], "outcome": "unplayed"})


def nothing_yet() -> Any:
    document = changed(pairs(2), "/entrants/1/status", "waiting")
    document["entrants"][0] |= {"absences": {"12": "absence", "3": "requested_bye"}, "fixed_table": 9}
    return document


def drawn_draft() -> Any:
    document = add_round(pairs(2), "draft", {"table": 1, "sides": ["e2", "e1"]})
    document["stages"][0]["rounds"][0] |= {"seed": 99, "drawn_at": "2026-05-08T18:59:00.250000Z"}
    ruling = {"round": 1, "table": 1, "code": "late", "effect": "forfeit", "value": {"lost": ["A"]}}
    document["rulings"] = [
        {**ruling, "status": "in_force", "reason": "Nobody came.", "public_note": "Forfeit."}
    ]
    return document


@pytest.mark.parametrize(
    "build",
    [
        individuals,
        two_stages,
        declared_finished,
        forfeited_in_play,
        ruled_hand,
        unplayed_match,
        nothing_yet,
        drawn_draft,
    ],
)
def test_every_kind_of_event_comes_back(build: Any, club: Club) -> None:
    given, exported = returned(build(), club)
    assert exported.decode() == given.decode()


def test_hands_are_scored_and_closed_rounds_have_their_table(club: Club) -> None:
    event = import_archive(read(evening()), club)
    played = Match.objects.get(round__number=1, table__number=1, round__stage__event=event)
    assert played.result.totals == {"A": 60, "B": 240}
    assert not Match.objects.get(round__number=1, table__number=2, round__stage__event=event).result.verified
    tables = StandingsSnapshot.objects.filter(stage__event=event, final=True)
    assert list(tables.values_list("after_round", flat=True)) == [1, 2]


def test_an_encounter_counts_once_all_its_tables_are_played(club: Club) -> None:
    document = pairs(4)
    document["event"]["entrant_kind"] = "team"
    for entrant in document["entrants"]:
        others = [{"id": f"{entrant['id']}-{place}", "name": f"{entrant['id']} {place}"} for place in (3, 4)]
        document["players"] += others
        entrant["players"] = [*entrant["players"], *(each["id"] for each in others)]
    document["stages"][0]["match"] = {"hands": 1}
    tables = [
        {"table": 1, "sides": ["e1", "e2"], "hands": [hand(1, count(1, 80))]},
        {"table": 2, "sides": ["e2", "e1"]},
        {"table": 3, "sides": ["e3", "e4"], "hands": [hand(1, count(1, 80))]},
        {"table": 4, "sides": ["e4", "e3"], "hands": [hand(1, count(1, 60))]},
    ]
    legs = [{**table, "leg": leg} for table, leg in zip(tables, (1, 2, 1, 2), strict=True)]
    stage = import_archive(read(add_round(document, "playing", *legs)), club).stages.get()
    rows = compute(stage, 0, provisional=True)
    assert {row["number"]: row["values"]["match_points"] for row in rows} == {1: "0", 2: "0", 3: "2", 4: "0"}


def test_each_further_hand_costs_an_import_three_queries(club: Club) -> None:
    def queries(hands: int) -> int:
        document = pairs(2)
        document["event"]["slug"] = f"hands-{hands}"
        document["stages"][0]["match"]["hands"] = hands
        played = [hand(number, count(1, 60)) for number in range(1, hands + 1)]
        match = {"table": 1, "sides": ["e1", "e2"], "outcome": "played", "hands": played}
        archive = read(add_round(document, "closed", match))
        with CaptureQueriesContext(connection) as asked:
            import_archive(archive, club)
        return len(asked)

    queries(1)
    assert queries(7) == queries(2) + 5 * 3


def test_an_import_is_one_act_of_the_log(club: Club) -> None:
    event = import_archive(read(evening()), club)
    assert [entry.verb for entry in AuditEntry.objects.filter(event=event)] == [Verb.EVENT_IMPORTED]
    assert EventVersion.objects.get(event=event).number == 1


def test_a_slug_that_is_taken_is_refused_and_nothing_stored(club: Club) -> None:
    import_archive(read(evening()), club)
    before = (Event.objects.count(), Entrant.objects.count(), Player.objects.count())
    with pytest.raises(Invalid) as refused:
        import_archive(read(pairs(3)), club)
    assert [(each.code, each.path) for each in refused.value.problems] == [("slug_taken", "/event/slug")]
    assert (Event.objects.count(), Entrant.objects.count(), Player.objects.count()) == before


def test_replacing_puts_the_new_event_in_the_place_of_the_old(club: Club) -> None:
    import_archive(read(evening()), club)
    archive = read(changed(evening(), "/event/name", "Second try"))
    event = import_archive(archive, club, replace=True)
    assert [each.name for each in Event.objects.all()] == ["Second try"]
    assert dumps(export_event(event)) == dumps(archive.document)


def test_what_fails_half_way_leaves_nothing(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object, **named: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("scoring.archive.load.store", broken)
    with pytest.raises(RuntimeError):
        import_archive(read(evening()), club)
    assert not Event.objects.exists()
    assert not HandEntry.objects.exists()
    assert not Player.objects.exists()


def test_people_of_the_club_are_known_again_by_their_name(club: Club) -> None:
    known = Player.objects.create(club=club, name="Person 1a")
    double = changed(pairs(2), "/players/2/name", "Person 2b")
    event = import_archive(read(double), club)
    assert event.roster.get(ref="p1a").player == known
    assert Player.objects.filter(name="Person 2b").count() == 2
