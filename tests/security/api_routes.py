"""Every route of the API: who may, and a body with which it succeeds."""

from __future__ import annotations

from uuid import uuid4

from tests.api.world import OTHER, submission
from tests.security.ready import (
    as_closed,
    as_draft,
    as_finished,
    with_call,
    with_card,
    with_code,
    with_dealer_to_name,
    with_draw,
    with_entry,
    with_fine,
    with_offenders,
    with_sides,
    with_table,
)
from tests.security.who import (
    DEVICES,
    HIDDEN,
    LOOK,
    OPEN,
    PEOPLE,
    REFUSED,
    UNKNOWN,
    Rule,
    alone,
    needs,
    of_a_call,
    of_a_draft,
)
from tests.security.world import Ready, Route

TABLETS = ("tablet", "other_tablet", "foreign_tablet")
NOT_HERE = Rule(frozenset(), HIDDEN, HIDDEN, of_event=False)
OWN_CALLS = alone(*TABLETS, "phone", hall=REFUSED)
OWN_PHONES = alone(*TABLETS, phone=REFUSED, hall=REFUSED)
FOUR_CARDS = {"1": "2G", "2": "KS", "3": "AP", "4": "QR"}
LATE = {"name": "Late", "players": ["One", "Two"]}


def reads(path: str, rule: Rule, ready: Ready = lambda scene: {}) -> Route:
    """A row for GET."""
    return Route("get", f"/api/v1{path}", rule, None, ready)


def acts(path: str, rule: Rule, body: dict[str, object], ready: Ready = lambda scene: {}) -> Route:
    """A row for POST."""
    return Route("post", f"/api/v1{path}", rule, body, ready)


MATCH, ROUND, STAGE, EVENT = "/matches/{match}", "/rounds/{round}", "/stages/{stage}", "/events/{event}"
HAND, ENTRANT = f"{MATCH}/hands/1", "/entrants/{entrant}"

API = [
    reads("/schema/", OPEN),
    reads("/docs/", OPEN),
    reads("/problems", OPEN),
    reads("/problems/rival", OPEN),
    reads("/nowhere", NOT_HERE),
    reads("/me", alone(*PEOPLE)),
    reads("/games", OPEN),
    reads("/games/tichu", OPEN),
    reads("/games/tichu/form", OPEN),
    reads("/events", OPEN),
    reads(EVENT, LOOK),
    acts(f"{EVENT}/status", needs("event.edit"), {"status": "running"}),
    reads(f"{EVENT}/log", needs("audit.view")),
    reads(f"{EVENT}/stages", LOOK),
    reads(f"{EVENT}/entrants", LOOK),
    acts(f"{EVENT}/entrants", needs("entrants.edit"), LATE),
    reads(f"{EVENT}/rulings", LOOK, with_fine),
    reads(f"{EVENT}/devices", needs("devices.edit")),
    acts(f"{EVENT}/devices", needs("devices.edit"), {"label": "Table 2", "table": 2}),
    reads(f"{EVENT}/calls", needs("calls.take"), with_call),
    reads(ENTRANT, LOOK),
    acts(f"{ENTRANT}/withdraw", needs("entrants.edit"), {"now": True, "reason": "ill"}),
    acts(f"{ENTRANT}/return", needs("entrants.edit"), {}),
    acts(f"{ENTRANT}/absences", needs("entrants.edit"), {"round": 3}),
    reads(STAGE, LOOK),
    acts(f"{STAGE}/close", needs("rounds.close"), {}, as_closed),
    acts(f"{STAGE}/entrants", needs("entrants.edit"), LATE),
    reads(f"{STAGE}/form", LOOK),
    reads(f"{STAGE}/rounds", LOOK),
    acts(f"{STAGE}/rounds", needs("rounds.draw"), {"number": 1}),
    reads(f"{STAGE}/standings", LOOK),
    reads(f"{STAGE}/standings/{{entrant}}", LOOK, with_table),
    reads(ROUND, LOOK),
    reads(ROUND, of_a_draft("drafts.view"), as_draft),
    reads(f"{ROUND}/matches", LOOK),
    reads(f"{ROUND}/matches", of_a_draft("drafts.view"), as_draft),
    acts(f"{ROUND}/fines", needs("results.rule"), {"entrant": ..., "match_points": -1, "reason": "late"}),
    acts(f"{ROUND}/redraw", of_a_draft("rounds.draw"), {}, as_draft),
    acts(f"{ROUND}/discard", of_a_draft("rounds.draw"), {}, as_draft),
    acts(f"{ROUND}/publish", needs("rounds.publish"), {}),
    acts(f"{ROUND}/close", needs("rounds.close"), {}, as_finished),
    acts(f"{ROUND}/reopen", needs("results.rule"), {"reason": "a slip was lost"}, as_closed),
    reads(MATCH, LOOK),
    reads(MATCH, of_a_draft("drafts.view"), as_draft),
    reads(f"{MATCH}/form", LOOK),
    reads(f"{MATCH}/hands", LOOK),
    reads(HAND, LOOK),
    reads(f"{MATCH}/draw", LOOK, with_draw),
    acts(f"{MATCH}/draw", needs("results.enter"), {"seat": ..., "place": 7}, with_draw),
    acts(f"{MATCH}/draw/cards", needs("seats.set"), {"rounds": [FOUR_CARDS]}, with_draw),
    acts(f"{MATCH}/draw/dealer", needs("seats.set"), {"seat": ...}, with_dealer_to_name),
    acts(f"{MATCH}/draw/undo", needs("seats.set"), {}, with_card),
    acts(f"{MATCH}/submissions", needs("results.enter"), submission(hand=2)),
    acts(
        f"{MATCH}/submissions",
        needs("results.enter", "results.correct"),
        submission(OTHER, kind="correct", seen_revision=1),
    ),
    acts(
        f"{MATCH}/submissions",
        needs("results.enter", "results.correct"),
        submission(kind="void", seen_revision=1),
    ),
    acts(f"{HAND}/confirmations", needs("results.confirm"), {"revision": 1, "side": "B"}),
    acts(f"{HAND}/choice", needs("results.rule"), {"submission": ..., "reason": "seen"}, with_entry),
    acts(
        f"{HAND}/rulings",
        needs("results.rule"),
        {"code": "peeking", "side": "A", "seen_revision": 1, "reason": "seen"},
    ),
    acts(
        f"{MATCH}/forfeit",
        needs("results.rule"),
        {"offenders": ..., "reason": "nobody came"},
        with_offenders,
    ),
    acts(
        f"{MATCH}/adjust",
        needs("results.rule"),
        {"match_points": {"A": "3/2", "B": 0}, "reason": "a wrong board"},
    ),
    acts(f"{MATCH}/as-played", needs("results.rule"), {"sides": ..., "reason": "a mistake"}, with_sides),
    acts(f"{MATCH}/close", needs("results.rule"), {"reason": "the clock"}),
    acts("/submissions/batch", alone(*PEOPLE, *DEVICES), {"submissions": [{}]}),
    acts("/rulings/{ruling}/cancel", needs("results.rule"), {"reason": "it was a mistake"}, with_fine),
    acts("/devices/pair", OPEN, {"code": ...}, with_code),
    reads("/devices/me", alone(*DEVICES)),
    acts("/devices/me/calls", OWN_CALLS, {"signal": str(uuid4()), "subject": "rules"}),
    acts("/devices/me/phones", OWN_PHONES, {"side": "B"}),
    acts("/calls/{call}/take-back", of_a_call("calls.raise"), {}, with_call),
    acts("/calls/{call}/take", of_a_call("calls.take"), {}, with_call),
    acts("/calls/{call}/end", of_a_call("calls.take"), {}, with_call),
    acts("/devices/{device}/code", needs("devices.edit"), {}),
    acts("/devices/{device}/revoke", needs("devices.edit"), {}),
]

TAKE_NO_TOKEN = ("/api/v1/schema/", "/api/v1/nowhere")
"""Nobody looks at a token there, not even at one that was taken back."""


def expected(route: Route, who: str, *, hidden: bool = False) -> str:
    """What the API answers: a token that was taken back is refused before anything is looked at."""
    if who == "revoked":
        return UNKNOWN if route.path not in TAKE_NO_TOKEN else route.rule.expects("anonymous")
    return route.rule.expects(who, hidden=hidden)
