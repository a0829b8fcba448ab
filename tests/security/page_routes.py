"""Every page, and what supervisors ask: who may, and a form with which it succeeds.

Pages know people by their session alone: a device that asks for one is nobody in particular.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

from pages.event_form import DEFAULTS
from tests.engine.game_logs import log_of, records
from tests.security.ready import (
    as_closed,
    as_closed_stage,
    as_draft,
    as_draft_of_two,
    as_finished,
    with_answers,
    with_call,
    with_card,
    with_draw,
    with_exchange,
    with_fine,
    with_pasted_record,
    with_record,
    with_release,
    with_rival,
    with_sides,
    with_table,
    with_void,
)
from tests.security.who import (
    DEVICES,
    HIDDEN,
    HOLDERS,
    LOGIN,
    LOOK,
    OFFICIALS,
    OPEN,
    PEOPLE,
    REFUSED,
    Rule,
    needs,
)
from tests.security.world import Ready, Route

PERSON = Rule(frozenset(PEOPLE), anonymous=LOGIN, of_event=False)
ORGANISER = replace(PERSON, may=HOLDERS["event.edit"] | {"otto"})
OFFICIAL = Rule(OFFICIALS, anonymous=LOGIN)
NOT_HERE = Rule(frozenset(), HIDDEN, HIDDEN, of_event=False)


def behind_login(*permissions: str) -> Rule:
    """Something of the event for who is logged in and may do all this there."""
    return replace(needs(*permissions), anonymous=LOGIN)


def in_the_open(permission: str) -> Rule:
    """Something of the event for which nobody is sent to the login."""
    return replace(needs(permission), anonymous=REFUSED)


def reads(path: str, rule: Rule, ready: Ready = lambda scene: {}) -> Route:
    """A row for GET."""
    return Route("get", path, rule, None, ready)


def sends(path: str, rule: Rule, body: Any, ready: Ready = lambda scene: {}) -> Route:
    """A row for POST."""
    return Route("post", path, rule, body, ready)


EVENT = "/{club}/{slug}/"
DESK, OFFICE = f"{EVENT}desk/", f"{EVENT}setup/"
DRAFT, EXCHANGE = f"{DESK}stages/1/rounds/1/draft/", f"{DESK}stages/1/rounds/1/exchange/"
MATCH = f"{DESK}matches/{{match}}/"
ENTRANT = f"{OFFICE}entrants/1/"
PASSWORD = "twelve small words in a row"
NEW = {"old": "wrong", "password1": PASSWORD, "password2": PASSWORD}
JOIN = {"user": "rosa", "name": "Rosa", "email": "", "password": PASSWORD, "again": PASSWORD}
PAIR = {"player_1": "Marta Rius", "player_2": "Pol Mas"}
ANSWERS = {**DEFAULTS, "name": "Friday", "time_zone": "Europe/Madrid", "starts_at": "2026-07-03T20:30"}
HAND = {
    "submission": str(uuid4()),
    "first_out": "1",
    "result": "count",
    "points-A": "80",
    "points-B": "",
    "action": "save",
}
SEEN = {"action": "preview"}
SAT = {"sat-A-0": ..., "sat-B-0": ..., "reason": "the other way round"}
TAKE = {"action": "take", "seat": ..., "place": "7"}
RULED = {"code": "peeking", "side": "A", "effect": "", "seen": "1", "reason": "seen"}
GAME_LOG = log_of(records()[0])
ENTERED = {"action": "enter", "game": "1", "by": "0"}
WARNING = {"entrant": "{entrant}", "round": "{round}", "code": "late", "effect": "warning", "reason": "late"}
CHANGED = {"kind": "exchange", "entrant": "{one}", "other": "{other}", "reason": "they asked"}


def step(kind: str) -> dict[str, str]:
    """The next step of the stage, as the board sends it."""
    return {"kind": kind, "stage": "1", "number": "1"}


ACCOUNTS = [
    reads("/", OPEN),
    reads("/login/", OPEN),
    sends("/login/", OPEN, {"username": "nobody", "password": "nothing"}),
    reads("/logout/", OPEN),
    sends("/logout/", OPEN, {}),
    reads("/account/", PERSON),
    sends("/account/", PERSON, {"name": "Somebody", "email": "", "language": ""}),
    sends("/account/sessions/", PERSON, {}),
    reads("/account/closed/", OPEN),
    reads("/account/password/", PERSON),
    sends("/account/password/", PERSON, NEW),
    *(reads(f"/account/password/{each}/", OPEN) for each in ("first", "forgotten", "sent", "set")),
    *(sends(f"/account/password/{each}/", OPEN, {}) for each in ("first", "forgotten")),
    reads("/account/password/new/1-nothing/", OPEN),
    sends("/account/password/new/1-nothing/", OPEN, NEW),
    reads("/invitation/{token}/", OPEN),
    sends("/invitation/{token}/", replace(OPEN, besides={"scorer": "422"}), JOIN),  # who is one already
    reads("/invitation/nothing/", NOT_HERE),
    reads("/trust/", OPEN),
    reads("/play/malilla/draw/", OPEN),
    reads("/trust/baza-authority.nothing", NOT_HERE),
    sends("/language/", OPEN, {"language": "es"}),
    reads("/tablet/", OPEN),
    reads("/tablet/sw.js", OPEN),
    reads("/healthz", OPEN),
    reads("/readyz", OPEN),
    reads("/metrics", NOT_HERE),  # until they are switched on
]

PUBLIC = [
    reads(EVENT, LOOK),
    reads(f"{EVENT}rounds/1/", LOOK),
    reads(f"{EVENT}stages/1/rounds/1/", LOOK),
    reads(f"{EVENT}standings/", LOOK, with_table),
    reads(f"{EVENT}stages/1/standings/", LOOK, with_table),
    reads(f"{EVENT}stages/1/standings/1/", LOOK, with_table),
    reads(f"{EVENT}rules/", LOOK),
    reads(f"{EVENT}my-table/", LOOK),
    reads(f"{EVENT}matches/{{match}}/hands/1/", LOOK, with_release),
    reads(f"{EVENT}rulings/", LOOK, with_fine),
    reads(f"{EVENT}hall/", LOOK),
    # One process for one request has no stream; `test_the_door_of_the_stream` asks where there is one.
    reads(f"{EVENT}stream/", OPEN),
    reads(f"{EVENT}print/rounds/1/pairings/", LOOK),
    reads(f"{EVENT}print/rounds/1/slips/", in_the_open("results.enter")),
    reads(f"{EVENT}print/standings/", LOOK, with_table),
    *(reads(f"{EVENT}export/standings.{kind}", LOOK, with_table) for kind in ("xlsx", "csv")),
    *(reads(f"{EVENT}export/entrants.{kind}", in_the_open("entrants.edit")) for kind in ("xlsx", "csv")),
]

AT_THE_DESK = [
    reads(DESK, OFFICIAL),
    sends(f"{DESK}step/", behind_login("rounds.draw"), {**step("draw"), "number": "2"}, as_closed),
    sends(f"{DESK}step/", behind_login("rounds.publish"), step("publish"), as_draft),
    sends(f"{DESK}step/", behind_login("rounds.close"), step("close"), as_finished),
    sends(f"{DESK}step/", behind_login("rounds.close"), step("close_stage"), as_closed),
    sends(f"{DESK}step/", behind_login("event.edit"), step("finish"), as_closed_stage),
    sends(f"{DESK}reopen/", behind_login("results.rule"), {**step(""), "reason": "a slip"}, as_closed),
    reads(f"{DESK}calls/", behind_login("calls.take"), with_call),
    sends(f"{DESK}calls/{{call}}/take/", behind_login("calls.take"), {}, with_call),
    sends(f"{DESK}calls/{{call}}/end/", behind_login("calls.take"), {}, with_call),
    reads(DRAFT, behind_login("drafts.view"), as_draft),
    reads(f"{DRAFT}change/?entrant={{one}}&other={{other}}", behind_login("rounds.draw"), as_draft_of_two),
    sends(f"{DRAFT}change/", behind_login("rounds.draw"), CHANGED, as_draft_of_two),
    sends(f"{DRAFT}redraw/", behind_login("rounds.draw"), {}, as_draft),
    sends(f"{DRAFT}discard/", behind_login("rounds.draw"), {}, as_draft),
    reads(EXCHANGE, behind_login("rounds.publish")),
    sends(
        EXCHANGE,
        behind_login("rounds.publish"),
        {"table-2": ..., "table-3": ..., "reason": "a slip"},
        with_exchange,
    ),
    reads(f"{DESK}log/", behind_login("audit.view")),
    reads(MATCH, OFFICIAL),
    reads(f"{MATCH}hands/2/", behind_login("results.enter")),
    sends(f"{MATCH}hands/2/", behind_login("results.enter"), HAND),
    sends(f"{MATCH}hands/2/", behind_login("results.enter"), HAND | SEEN),
    reads(f"{MATCH}hands/1/", behind_login("results.correct")),
    sends(f"{MATCH}hands/1/", behind_login("results.correct"), {**HAND, "seen": "1"}),
    reads(f"{MATCH}game-log/", behind_login("results.rule")),
    sends(f"{MATCH}game-log/", behind_login("results.rule"), {"text": GAME_LOG, **SEEN}),
    sends(f"{MATCH}game-log/", behind_login("results.rule"), {"text": GAME_LOG, **ENTERED}),
    reads(f"{MATCH}hands/1/ruling/", behind_login("results.rule")),
    sends(f"{MATCH}hands/1/ruling/", behind_login("results.rule"), RULED),
    sends(f"{MATCH}hands/1/ruling/", behind_login("results.rule"), RULED | SEEN),
    reads(f"{MATCH}hands/1/replay/", OFFICIAL, with_record),
    reads(f"{MATCH}hands/2/record/", behind_login("results.enter")),
    sends(f"{MATCH}hands/2/record/", behind_login("results.enter"), {"text": ...}, with_pasted_record),
    reads(f"{MATCH}draw/", OFFICIAL, with_draw),
    sends(f"{MATCH}draw/", behind_login("results.enter"), TAKE, with_draw),
    sends(f"{MATCH}draw/", behind_login("seats.set"), {"action": "undo"}, with_card),
    reads(f"{MATCH}hands/1/record/", behind_login("results.correct")),
    sends(f"{MATCH}release/", behind_login("results.rule"), {"number": "1"}, with_record),
    sends(f"{MATCH}confirm/", behind_login("results.confirm"), {"number": "1", "revision": "1"}),
    sends(f"{MATCH}choose/", behind_login("results.rule"), {"number": "1", "submission": ...}, with_rival),
    sends(f"{MATCH}restore/", behind_login("results.correct"), {"number": "1", "submission": ...}, with_void),
    sends(f"{MATCH}forfeit/", behind_login("results.rule"), {"lost": "A", "reason": "nobody came"}),
    sends(f"{MATCH}forfeit/", behind_login("results.rule"), {"lost": "A", "reason": "nobody came"} | SEEN),
    sends(f"{MATCH}adjust/", behind_login("results.rule"), {"points-A": "2", "points-B": "0", "reason": "-"}),
    sends(f"{MATCH}played/", behind_login("results.rule"), SAT, with_sides),
    sends(f"{MATCH}end/", behind_login("results.rule"), {"reason": "the clock"}),
    reads(f"{DESK}rulings/", behind_login("results.rule"), with_fine),
    sends(f"{DESK}rulings/", behind_login("results.rule"), WARNING),
    reads(f"{DESK}rulings/{{position}}/cancel/", behind_login("results.rule"), with_fine),
    sends(f"{DESK}rulings/{{position}}/cancel/", behind_login("results.rule"), {"reason": "no"}, with_fine),
]

IN_THE_OFFICE = [
    reads("/setup/", PERSON),
    reads("/new/", ORGANISER),
    sends("/new/", ORGANISER, ANSWERS),
    sends("/new/look/", PERSON, ANSWERS),
    reads(OFFICE, behind_login("entrants.edit")),
    reads(f"{OFFICE}event/", behind_login("event.edit")),
    sends(f"{OFFICE}event/", behind_login("event.edit"), ..., with_answers),
    sends(f"{OFFICE}state/", behind_login("event.edit"), {"status": "running"}),
    reads(f"{OFFICE}people/", behind_login("event.edit")),
    # Who may look and not add is shown the page again, and nobody is added.
    sends(f"{OFFICE}people/", behind_login("event.edit"), {"username": "otto", "role": "viewer"}),
    sends(f"{OFFICE}people/invite/", behind_login("members.edit"), {"invite-role": "scorer"}),
    sends(f"{OFFICE}people/invitations/{{invitation}}/", behind_login("members.edit"), {}),
    sends(f"{OFFICE}people/{{member}}/", behind_login("members.edit"), {}),
    reads(f"{OFFICE}entrants/", behind_login("entrants.edit")),
    sends(f"{OFFICE}entrants/", behind_login("entrants.edit"), PAIR),
    sends(f"{OFFICE}entrants/everybody/", behind_login("entrants.edit"), {"here": "1"}),
    reads(f"{OFFICE}entrants/import/", behind_login("entrants.edit")),
    sends(f"{OFFICE}entrants/import/", behind_login("entrants.edit"), {"pasted": "Ana Rius, Pol Mas"}),
    reads(ENTRANT, behind_login("entrants.edit")),
    sends(ENTRANT, behind_login("entrants.edit"), {**PAIR, "number": "1"}),
    sends(f"{ENTRANT}here/", behind_login("entrants.edit"), {"here": "1"}),
    sends(f"{ENTRANT}presence/", behind_login("entrants.edit"), {"act": "absent", "round": "3"}),
    reads(f"{OFFICE}devices/", behind_login("devices.edit")),
    sends(f"{OFFICE}devices/prepare/", behind_login("devices.edit"), {"tables": "4"}),
    sends(f"{OFFICE}devices/more/", behind_login("devices.edit"), {"table": "1", "side": ""}),
    sends(f"{OFFICE}devices/renew/", behind_login("devices.edit"), {"device": "unpaired"}),
    sends(f"{OFFICE}devices/{{device}}/revoke/", behind_login("devices.edit"), {}),
]

PAGES = [*ACCOUNTS, *PUBLIC, *AT_THE_DESK, *IN_THE_OFFICE]


def expected(route: Route, who: str, *, hidden: bool = False) -> str:
    """What a page answers."""
    return route.rule.expects("anonymous" if who in DEVICES else who, hidden=hidden)
