"""The story of the event: five rounds with everything that goes wrong on an evening."""

from __future__ import annotations

from typing import Any

from tests.events.club_night import ClubNight
from tests.events.reckoning import Played, worth
from tests.events.setting_up import HANDS, ROUNDS
from tests.events.typing_hands import LEVEL, random_hand, random_match, turned
from tests.support.waiting import wait_for

LATE, AWAY, GONE = 12, 8, 5
"""Numbers of the pair that comes after round 1, of the one that misses round 3, and of the one that leaves."""


def tell(night: ClubNight) -> None:
    """Play the whole event; what the API shows is compared with what is reckoned all along."""
    night.begin()
    assert sorted(night.ids) == list(range(1, LATE))
    first = round_with_a_rival_and_a_late_pair(night)
    round_of_tie_breaks(night)
    round_with_a_correction(night, first)
    round_with_a_slip(night)
    round_from_queues(night)
    last_table(night)


def round_with_a_rival_and_a_late_pair(night: ClubNight) -> dict[str, Any]:
    """Round 1; returns its second match, which will be corrected later."""
    published = night.draw(1)
    games = night.games(published["id"])
    assert len(games) == 5
    rival(night, published, games[0])
    for match in games[1:]:
        night.check_result(match, night.play(match, random_match(night.dice, HANDS)))
    night.check(night.published_table(1), 1)
    late = {"name": f"Pair {LATE}", "players": ["Late one", "Late two"]}
    entrant = night.act(f"/stages/{night.stage}/entrants", late, 201)
    assert (entrant["number"], entrant["joined_round"]) == (LATE, 2)
    night.ids[LATE], night.joined[LATE] = entrant["id"], 2
    night.close(published)
    return games[1]


def rival(night: ClubNight, published: dict[str, Any], match: dict[str, Any]) -> None:
    """Side B sends another result of the first hand: nothing counts until the director has chosen."""
    hands = random_match(night.dice, HANDS)
    other = random_hand(night.dice)
    while worth(other) == worth(hands[0]):
        other = random_hand(night.dice)
    played = night.play(match, hands, confirm=False)
    body = night.submission(1, other)
    kept = night.ok(night.phones[match["table"]["number"]].post(night.path(match), body), 409)
    assert (kept["code"], kept["current"]["summary"], kept["yours"]["summary"]) == ("rival", hands[0], other)
    refused = night.act(f"/rounds/{published['id']}/close", None, 422)
    assert refused["code"] == "round_not_complete"
    choice = {"submission": kept["yours"]["submission"], "reason": "The cards were counted again."}
    receipt = night.act(f"/matches/{match['id']}/hands/1/choice", choice, 200)
    played.hands[0] = other
    if played.totals()[0] == played.totals()[1]:
        raise AssertionError("take another seed: the chosen result makes the match level")
    assert receipt["match"]["totals"] == dict(zip("AB", played.totals(), strict=True))
    for number in range(2, HANDS + 1):
        night.confirm(match, number, hands[number - 1])
    night.check_result(match, played)


def round_of_tie_breaks(night: ClubNight) -> None:
    """Round 2: six matches end level, each decided by another criterion."""
    published = night.draw(2)
    games = night.games(published["id"])
    assert len(games) == len(LEVEL)
    deciding = []
    for match, (key, hands) in zip(games, LEVEL.items(), strict=True):
        result = night.check_result(match, night.play(match, hands))
        assert result["decided_by"] == key
        deciding.append(result["decided_by"])
    assert deciding == list(LEVEL)
    night.check(night.published_table(2), 2)
    absences = f"/entrants/{night.ids[AWAY]}/absences"
    assert night.act(absences, {"round": 3})["absences"] == [{"round": 3, "kind": "requested_bye"}]
    night.close(published)


def round_with_a_correction(night: ClubNight, first: dict[str, Any]) -> None:
    """Round 3: a result of round 1 was wrong, one pair is away, another one leaves."""
    published = night.draw(3)
    assert night.rounds[2].out[AWAY] == "requested_bye"
    for match in night.games(published["id"]):
        night.check_result(match, night.play(match, random_match(night.dice, HANDS), confirm=False))
    correct(night, first)
    left = night.act(f"/entrants/{night.ids[GONE]}/withdraw", {"reason": "A train to catch."}, 200)
    assert (left["status"], left["left_after_round"]) == ("withdrawn", 3)
    night.close(published)


def correct(night: ClubNight, match: dict[str, Any]) -> None:
    """The director turns a match of round 1: the tables of rounds 1 and 2 follow."""
    pairs = night.pairs_of(match)
    played = next(each for each in night.rounds[0].matches if each.pairs == pairs)
    right = turned(night.dice, played.hands, 1)
    body = night.submission(2, right, kind="correct", seen_revision=1, reason="Sides were swapped.")
    table = night.tablets[match["table"]["number"]]
    assert night.ok(table.post(night.path(match), body), 422)["code"] == "round_closed"
    receipt = night.act(night.path(match), body, 201)
    assert receipt["revision"] == 2
    played.hands[1] = right
    night.check_result(match, played)
    for after in (1, 2):

        def follows(after: int = after) -> bool:
            table = night.ok(night.director.get(f"/stages/{night.stage}/standings?after={after}"))
            return [row["values"] for row in table["rows"]] == [
                row["values"] for row in night.reckoned(after)
            ]

        wait_for(follows, f"the table after round {after} with the correction")
        night.check(night.ok(night.director.get(f"/stages/{night.stage}/standings?after={after}")), after)


def round_with_a_slip(night: ClubNight) -> None:
    """Round 4: one table has played on paper."""
    published = night.draw(4)
    games = night.games(published["id"])
    assert len(games) == 5
    slip = Played(night.pairs_of(games[0]), slip=(435, 265))
    body = night.submission(0, {"score": {"A": 435, "B": 265}})
    receipt = night.act(night.path(games[0]), body, 201)
    assert receipt["match"]["winner"] == "A"
    night.rounds[-1].matches.append(slip)
    assert night.finished(games[0])["result"]["verified"] is False
    for match in games[1:]:
        night.check_result(match, night.play(match, random_match(night.dice, HANDS)))
    night.close(published)


def round_from_queues(night: ClubNight) -> None:
    """Round 5: the tablets were offline and send all they have at once."""
    published = night.draw(5)
    for match in night.games(published["id"]):
        played = Played(night.pairs_of(match), random_match(night.dice, HANDS))
        night.rounds[-1].matches.append(played)
        queue = [
            night.submission(number, hand, match=match["id"])
            for number, hand in enumerate(played.hands, start=1)
        ]
        tablet = night.tablets[match["table"]["number"]]
        for expected in (201, 200):
            outcomes = night.ok(tablet.post("/submissions/batch", {"submissions": queue}))["outcomes"]
            assert [each["status"] for each in outcomes] == [expected] * HANDS
        night.check_result(match, played)
    night.close(published)


def last_table(night: ClubNight) -> None:
    """The end: the stage is closed, nobody met twice, nobody had two byes, the table stands."""
    assert night.act(f"/stages/{night.stage}/close", None, 200)["status"] == "closed"
    meetings = [frozenset(match.pairs) for each in night.rounds for match in each.matches]
    assert len(meetings) == len(set(meetings)) == 26
    byes = [pair for each in night.rounds for pair, kind in each.out.items() if kind == "pairing_bye"]
    assert len(byes) == len(set(byes)) == 4
    table = night.ok(night.connect("").get(f"/stages/{night.stage}/standings"))
    assert (table["after_round"], table["final"], len(table["rows"])) == (ROUNDS, True, LATE)
    night.check(table, ROUNDS)
    status = {row["number"]: row["status"] for row in table["rows"]}
    assert [number for number, each in status.items() if each == "withdrawn"] == [GONE]
