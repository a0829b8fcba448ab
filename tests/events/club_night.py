"""A whole event through the REST API alone: what the director, the tablets and the phones send.

Everything that is typed is written down beside it, so that the table can be reckoned anew.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any
from uuid import UUID

from tests.events.reckoning import Played, Round, Table, worth
from tests.events.setting_up import DIRECTOR, HANDS, PASSWORD
from tests.events.typing_hands import Hand
from tests.support.waiting import wait_for
from tests.support.wires import Answer, Wire

Connect = Callable[[str], Wire]


class ClubNight:
    """An event in play. `connect` makes a wire for a token, without one for a person."""

    def __init__(self, connect: Connect, event: int, seed: int = 1) -> None:
        self.connect, self.event, self.dice = connect, event, random.Random(seed)
        self.director = connect("")
        self.tablets: dict[int, Wire] = {}
        self.phones: dict[int, Wire] = {}
        self.rounds: list[Round] = []
        self.joined: dict[int, int] = {}
        self.ids: dict[int, int] = {}
        self.stage = 0

    def begin(self) -> None:
        """The director logs in and reads what the event is made of."""
        self.director.log_in(DIRECTOR, PASSWORD)
        memberships = self.ok(self.director.get("/me"))["memberships"]
        assert (self.event, "director") in {(each["event"], each["role"]) for each in memberships}
        self.stage = self.ok(self.director.get(f"/events/{self.event}"))["stages"][0]["id"]
        for each in self.ok(self.director.get(f"/events/{self.event}/entrants"))["results"]:
            self.ids[each["number"]], self.joined[each["number"]] = each["id"], 1

    @staticmethod
    def ok(answer: Answer, *statuses: int) -> Any:
        """The body of an answer that must be a success (or one of the statuses)."""
        assert answer.status in (statuses or (200, 201)), answer
        return answer.body

    def act(self, path: str, body: dict[str, Any] | None = None, *statuses: int) -> Any:
        """Something the director does."""
        return self.ok(self.director.post(path, body), *statuses)

    # Rounds

    def draw(self, number: int) -> dict[str, Any]:
        """Draw and publish a round. Asking twice makes one; it is written down as drawn."""
        wanted = {"number": number}
        draft = self.act(f"/stages/{self.stage}/rounds", wanted, 201)
        assert self.act(f"/stages/{self.stage}/rounds", wanted, 200)["id"] == draft["id"]
        assert self.connect("").get(f"/rounds/{draft['id']}").status == 404, "a draft is not public"
        published = self.act(f"/rounds/{draft['id']}/publish", None, 200)
        assert published["status"] == "published"
        self.rounds.append(Round())
        for match in self.matches(draft["id"]):
            places = match["places"]
            if len(places) == 1:
                self.rounds[-1].out[places[0]["number"]] = places[0]["outcome"]
            else:
                self.equip(match["table"]["number"])
        return published

    def matches(self, round_id: int) -> list[dict[str, Any]]:
        """The matches of a round as anybody sees them."""
        return self.ok(self.connect("").get(f"/rounds/{round_id}/matches"))["results"]

    def games(self, round_id: int) -> list[dict[str, Any]]:
        """The matches that are played at tables, by table."""
        found = [each for each in self.matches(round_id) if each["table"]]
        return sorted(found, key=lambda each: each["table"]["number"])

    def equip(self, table: int) -> None:
        """A tablet and the phone of side B for a table that has none yet."""
        if table not in self.tablets:
            self.tablets[table] = self.pair({"label": f"Tablet {table}", "table": table})
            phone = {"label": f"Phone {table}", "table": table, "profile": "side", "side": "B"}
            self.phones[table] = self.pair(phone)

    def pair(self, device: dict[str, Any]) -> Wire:
        """Prepare a device and spend its code, which is good for one device only."""
        code = {"code": self.act(f"/events/{self.event}/devices", device, 201)["code"]}
        fresh = self.connect("")
        token = self.ok(fresh.post("/devices/pair", code))["token"]
        assert fresh.post("/devices/pair", code).status == 422
        return self.connect(token)

    def close(self, published: dict[str, Any]) -> None:
        """Close a round; its table must be the one that is reckoned."""
        assert self.act(f"/rounds/{published['id']}/close", None, 200)["status"] == "closed"
        after = published["number"]
        table = self.ok(self.connect("").get(f"/stages/{self.stage}/standings?after={after}"))
        assert table["final"] is True
        self.check(table, after)

    def reckoned(self, after: int) -> list[dict[str, Any]]:
        """The table after a round, by the test's own arithmetic."""
        pairs = [pair for pair, joined in self.joined.items() if joined <= after]
        return Table.of(self.rounds[:after], pairs, HANDS).rows()

    def check(self, table: dict[str, Any], after: int) -> None:
        """Every rank, value and deciding criterion as reckoned."""
        keys = ("rank", "tied", "number", "values", "decided_by")
        shown = [{key: row[key] for key in keys} for row in table["rows"]]
        assert shown == self.reckoned(after)

    def published_table(self, after: int) -> dict[str, Any]:
        """The provisional table, once it is as new as the event."""

        def newest() -> dict[str, Any] | None:
            version = self.ok(self.connect("").get(f"/events/{self.event}"))["version"]
            table = self.ok(self.connect("").get(f"/stages/{self.stage}/standings"))
            is_new = table["version"] >= version and table["after_round"] == after
            return table if is_new and not table["final"] else None

        return wait_for(newest, f"provisional standings of round {after}")

    # Tables

    def submission(self, hand: int, summary: Hand, **others: Any) -> dict[str, Any]:
        """A body with an id of its own."""
        made = str(UUID(int=self.dice.getrandbits(128), version=4))
        return {"submission": made, "hand": hand, "summary": summary, **others}

    def pairs_of(self, match: dict[str, Any]) -> tuple[int, int]:
        """The numbers of the pairs of side A and side B."""
        by_side = {place["side"]: place["number"] for place in match["places"]}
        return by_side["A"], by_side["B"]

    def play(self, match: dict[str, Any], hands: list[Hand], *, confirm: bool = True) -> Played:
        """Enter the hands at the table and let the other side agree; every receipt must add up."""
        table = match["table"]["number"]
        assert self.ok(self.tablets[table].get("/devices/me"))["match"]["id"] == match["id"]
        played = Played(self.pairs_of(match))
        self.rounds[-1].matches.append(played)
        for number, hand in enumerate(hands, start=1):
            body = self.submission(number, hand)
            receipt = self.ok(self.tablets[table].post(self.path(match), body), 201)
            played.hands.append(hand)
            self.check_receipt(receipt, played, hand)
            if confirm:
                self.confirm(match, number, hand)
        return played

    @staticmethod
    def path(match: dict[str, Any]) -> str:
        """Where results of a match go."""
        return f"/matches/{match['id']}/submissions"

    def check_receipt(self, receipt: dict[str, Any], played: Played, hand: Hand) -> None:
        """The server's sums are ours; an extra hand is asked for when nothing else has decided."""
        totals = played.totals()
        assert receipt["score"] == dict(zip("AB", worth(hand), strict=True))
        assert receipt["match"]["totals"] == dict(zip("AB", totals, strict=True))
        level = len(played.hands) == HANDS and totals[0] == totals[1]
        extra = level and played.verdict(HANDS)[1] == "higher_seed"
        assert receipt["match"]["extra_hand"] is extra
        assert receipt["match"]["finished"] is (len(played.hands) >= HANDS and not extra)

    def confirm(self, match: dict[str, Any], number: int, hand: Hand) -> None:
        """Side B agrees: now by saying so, now by sending the same."""
        phone = self.phones[match["table"]["number"]]
        if number % 2:
            self.confirm_revision(match, number, 1)
        else:
            receipt = self.ok(phone.post(self.path(match), self.submission(number, hand)), 200)
            assert receipt["status"] == "confirmed"

    def confirm_revision(self, match: dict[str, Any], number: int, revision: int) -> None:
        """Side B agrees to what it saw."""
        path = f"/matches/{match['id']}/hands/{number}/confirmations"
        answer = self.phones[match["table"]["number"]].post(path, {"revision": revision})
        assert self.ok(answer, 200)["status"] == "confirmed"

    def finished(self, match: dict[str, Any]) -> dict[str, Any]:
        """The match once nothing of it is open: a tie-break may be decided behind the last receipt."""

        def complete() -> dict[str, Any] | None:
            found = self.ok(self.connect("").get(f"/matches/{match['id']}"))
            return found if found["status"] == "complete" else None

        return wait_for(complete, f"the end of match {match['id']}")

    def check_result(self, match: dict[str, Any], played: Played) -> dict[str, Any]:
        """Winner and deciding criterion of a finished match as reckoned."""
        winner, key = played.verdict(HANDS)
        result = self.finished(match)["result"]
        assert (result["winner"], result["decided_by"]) == ("AB"[winner], key)
        return result
