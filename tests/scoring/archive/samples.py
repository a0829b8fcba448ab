"""Small event archives, written down for these tests."""

from __future__ import annotations

import copy
from typing import Any

from tests.support.usual import POINTS

Document = dict[str, Any]


def pairs(count: int) -> Document:
    """An event of Tichu pairs `e1`, `e2`, ... with one Swiss stage of two hands a match and no rounds."""
    numbers = range(1, count + 1)
    return {
        "format": "baza-event",
        "version": 1,
        "event": {
            "slug": "friday",
            "name": "Friday evening",
            "game": "tichu",
            "profile": "club",
            "options": {},
            "entrant_kind": "pair",
            "time_zone": "Europe/Madrid",
            "starts_at": "2026-05-08T19:00:00Z",
            "seed": 7,
        },
        "players": [{"id": f"p{n}{who}", "name": f"Person {n}{who}"} for n in numbers for who in "ab"],
        "entrants": [
            {"id": f"e{n}", "number": n, "name": f"Pair {n}", "players": [f"p{n}a", f"p{n}b"]}
            for n in numbers
        ],
        "stages": [
            {
                "id": "s1",
                "name": "Swiss",
                "method": "swiss",
                "method_options": {},
                "match": {"hands": 2},
                "points": dict(POINTS),
                "ranking": ["match_points", "buchholz", "difference"],
                "unplayed": "fide_2026",
                "rounds": [],
            }
        ],
        "rulings": [],
    }


def count(first_out: int, points: int) -> Document:
    """The summary of a counted hand in which side A took so many card points."""
    return {"first_out": first_out, "result": "count", "points": {"A": points, "B": 100 - points}}


def hand(number: int, summary: Document, **more: object) -> Document:
    return {"number": number, "summary": summary, **more}


def slip(table: int, first: str, second: str, *score: object) -> Document:
    return {"table": table, "sides": [first, second], "outcome": "played", "score": list(score)}


def add_round(document: Document, status: str, *matches: Document) -> Document:
    """Add a round to the first stage; returns the document."""
    rounds = document["stages"][0]["rounds"]
    rounds.append({"number": len(rounds) + 1, "status": status, "matches": list(matches)})
    return document


def evening() -> Document:
    """Seven pairs: a round with hands, slips, halves and a bye, one with a forfeit, one in play, one prepared."""
    document = pairs(7)
    document["entrants"][4] |= {"club": "North", "rating": "1512.5"}
    document["entrants"][5] |= {"joined_round": 2, "left_after_round": 2}
    document["players"].append({"id": "spare", "name": "Zoë Spare", "club": "South", "rating": 12})
    add_round(document, "closed", *first_round())
    add_round(document, "closed", *second_round())
    add_round(document, "playing", *third_round())
    add_round(document, "draft", {"sides": ["e5"], "outcome": "requested_bye"})
    document["rulings"] = rulings()
    return document


def first_round() -> list[Document]:
    hands = [hand(1, count(1, 60)), hand(2, {"first_out": 2, "result": "double"})]
    return [
        {"table": 1, "sides": ["e1", "e4"], "outcome": "played", "hands": hands},
        slip(2, "e2", "e5", 120.5, "159/2"),
        {"sides": ["e3"], "outcome": "pairing_bye", "score": [100, 0]},
        {"sides": ["e7"], "outcome": "requested_bye", "match_points": "1/2"},
    ]


def second_round() -> list[Document]:
    return [
        {"table": 1, "sides": ["e3", "e1"], "outcome": "forfeit", "winner": "e1", "score": [0, 200]},
        {"table": 2, "sides": ["e2", "e7"], "outcome": "double_forfeit"},
        {**slip(3, "e4", "e6", 300, 100), "match_points": [1, 1]},
        {"sides": ["e5"], "outcome": "absence"},
    ]


def third_round() -> list[Document]:
    return [
        {"table": 1, "sides": ["e1", "e5"], "hands": [hand(1, count(3, 45))]},
        {"table": 2, "sides": ["e2", "e4"], "seats": {"1": "p2b", "2": "p4a", "3": "p2a", "4": "p4b"}},
        slip(3, "e3", "e7", 200, 0),
    ]


def rulings() -> list[Document]:
    """A fine, its withdrawal, and a warning."""
    late = {"round": 1, "entrant": "e2", "code": "late", "match_points": "-1/2"}
    at = "2026-05-08T21:30:00+02:00"
    return [
        {**late, "effect": "fine", "status": "in_force", "reason": "Came after the first hand.", "at": at},
        {**late, "stage": "s1", "status": "cancelled", "reason": "The clock was wrong.", "replaces": 0},
        {
            "round": 2,
            "table": 3,
            "entrant": "e6",
            "player": "p6a",
            "code": "phone",
            "effect": "warning",
            "status": "in_force",
            "reason": "It rang.",
            "article": "House rule 4",
        },
    ]


def changed(document: Document, pointer: str, value: object) -> Document:
    """A copy with the value at a JSON pointer set; `...` takes it out."""
    found = copy.deepcopy(document)
    *steps, last = pointer.split("/")[1:]
    part: Any = found
    for step in steps:
        part = part[int(step) if isinstance(part, list) else step]
    key: Any = int(last) if isinstance(part, list) else last
    if value is ...:
        del part[key]
    else:
        part[key] = value
    return found
