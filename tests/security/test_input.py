"""What is sent: bodies without end, spelled oddly, nested deeply, with keys and numbers that nobody asked for."""

from __future__ import annotations

import asyncio
import json
import sys
import zlib
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.asgi import get_asgi_application
from django.test import Client

from config.limits import LARGEST_BODY, bounded
from tests.security.api_routes import API
from tests.security.page_routes import AT_THE_DESK, IN_THE_OFFICE, PUBLIC
from tests.security.world import Scene, undone

SOON = 10.0
OFFICE = "/{club}/{slug}/setup/people/"
ODD = ["zlib", "bz2", "rot13", "utf-16", "idna", "undefined", "utf-7", "latin-1"]


@pytest.fixture
def owner(scene: Scene, db: None) -> Client:
    return scene.client("owner", raise_request_exception=False)


def test_a_body_that_says_that_it_is_too_large_is_not_read(scene: Scene, owner: Client) -> None:
    for path, kind in ((OFFICE, "text/html"), ("/api/v1/events/{event}/devices", "application/problem+json")):
        answer = owner.generic(
            "POST", path.format(**scene.places), b"x", CONTENT_LENGTH=str(LARGEST_BODY + 1)
        )
        assert (answer.status_code, answer.headers["Content-Type"].split(";")[0]) == (413, kind)
        assert "Content-Security-Policy" in answer.headers


def test_a_form_without_files_is_small(scene: Scene, owner: Client) -> None:
    answer = owner.post(OFFICE.format(**scene.places), {"username": "x" * 3_000_000})
    assert answer.status_code == 413 and "too large" in answer.text
    many = owner.post(OFFICE.format(**scene.places), {f"name{number}": "" for number in range(2000)})
    assert many.status_code == 400


def asgi(*chunks: bytes) -> tuple[int, bytes]:
    """What a body sent in parts without a length is answered, by the process for streams."""
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "path": "/nowhere",
        "raw_path": b"/nowhere",
        "query_string": b"",
        "headers": [(b"host", b"testserver"), (b"transfer-encoding", b"chunked")],
    }

    async def ask() -> tuple[int, bytes]:
        client = ApplicationCommunicator(bounded(get_asgi_application()), scope)
        for chunk in chunks:
            await client.send_input({"type": "http.request", "body": chunk, "more_body": True})
        await client.send_input({"type": "http.request", "body": b"", "more_body": False})
        start = await client.receive_output(SOON)
        body = await client.receive_output(SOON)
        await client.wait(SOON)
        return start["status"], body["body"]

    return asyncio.run(ask())


def test_a_body_without_a_length_is_cut_off() -> None:
    half = b"x" * (LARGEST_BODY // 2)
    assert asgi(half)[0] == 404
    status, page = asgi(half, half, half, half)
    assert status == 413 and b"too large" in page


@pytest.mark.parametrize("charset", ODD)
def test_text_comes_in_utf_8(scene: Scene, owner: Client, charset: str) -> None:
    bomb = zlib.compress(json.dumps({"label": "x" * 10_000_000, "table": 1}).encode())
    api = owner.generic(
        "POST",
        "/api/v1/events/{event}/devices".format(**scene.places),
        bomb,
        content_type=f"application/json; charset={charset}",
    )
    assert (api.status_code, api.json()["code"]) == (400, "bad_request")
    form = b'--x\r\nContent-Disposition: form-data; name="username"\r\n\r\nabc\r\n--x--\r\n'
    kind = f"multipart/form-data; boundary=x; charset={charset}"
    assert owner.generic("POST", OFFICE.format(**scene.places), form, content_type=kind).status_code == 400
    assert owner.get("/", headers={"content-type": f"text/plain; charset={charset}"}).status_code == 400


@pytest.mark.parametrize("charset", ["UTF-8", "utf8", "us-ascii", "no-such-thing"])
def test_utf_8_by_any_name_is_read(scene: Scene, owner: Client, charset: str) -> None:
    with undone():
        answer = owner.generic(
            "POST",
            "/api/v1/events/{event}/devices".format(**scene.places),
            b'{"label": "x", "table": 1}',
            content_type=f"application/json; charset={charset}",
        )
    assert answer.status_code == 201


def test_a_key_that_nobody_asked_for_is_refused_by_every_route(scene: Scene, db: None) -> None:
    wrong = []
    for route in API:
        if route.method == "get" or route.rule.expects("owner") != "in":
            continue
        for key, value in (("status", "x"), ("event", 1), ("is_superuser", True), ("id", 1)):
            if key in (route.body or {}):
                continue
            with undone():
                places = scene.places | route.ready(scene)
                answer = scene.send(route, "owner", places, {**(route.body or {}), key: value})
            refused = answer.response.json()
            if answer.response.status_code not in (400, 422) or f"/{key}" not in str(refused["errors"]):
                wrong.append(f"{route.path} {key}: {answer.response.status_code}")
    assert wrong == []


DEEP = {"lists": "[" * 200_000, "objects": '{"a":' * 100_000, "closed": "[" * 100 + "]" * 100}


@pytest.mark.parametrize("body", DEEP.values(), ids=DEEP)
def test_nesting_without_end_is_no_fault_of_ours(scene: Scene, owner: Client, body: str) -> None:
    for path in ("/api/v1/submissions/batch", "/api/v1/events/{event}/devices"):
        answer = owner.post(path.format(**scene.places), body, content_type="application/json")
        assert answer.status_code == 400


HUGE = [10**18, 2**63, 10**100, 10**5000, -(10**30)]


@pytest.mark.parametrize("number", HUGE, ids=lambda number: f"{len(hex(number))} digits")
def test_huge_numbers_are_refused_wherever_a_number_stands(scene: Scene, owner: Client, number: int) -> None:
    sys.set_int_max_str_digits(10_000)
    text = str(number)
    sys.set_int_max_str_digits(4300)
    for path, body in (
        ("/api/v1/events/{event}/devices", '{"label": "x", "table": %s}'),
        ("/api/v1/stages/{stage}/rounds", '{"number": %s}'),
        ("/api/v1/submissions/batch", '{"submissions": [{"match": %s}]}'),
        ("/api/v1/rounds/{round}/fines", '{"entrant": %s, "match_points": 1, "reason": "x"}'),
    ):
        answer = owner.post(path.format(**scene.places), body % text, content_type="application/json")
        assert answer.status_code in (200, 400, 422), (path, answer.status_code)
        assert answer.status_code != 200 or answer.json()["outcomes"][0]["status"] == 400
    for path in (
        "/api/v1/events?cursor=%s",
        "/api/v1/events?page_size=%s",
        "/{club}/{slug}/standings/?after=%s",
    ):
        assert owner.get(path.format(**scene.places) % text).status_code in (400, 404)


STRANGE = ["'\"\\';--", "%%s %", "\u0000", "\ud7ff\U0010ffff", "1 OR 1=1", "a" * 5000, "-1"]


@pytest.mark.parametrize("text", STRANGE, ids=ascii)
def test_whatever_is_typed_is_a_value_and_never_a_question(scene: Scene, owner: Client, text: str) -> None:
    """Every form with this in every field, and every page with it in its query: no fault of ours."""
    wrong = []
    for route in (*PUBLIC, *AT_THE_DESK, *IN_THE_OFFICE):
        body: Any = route.body
        if body is ...:
            continue
        with undone():
            places = scene.places | route.ready(scene)
            path = route.path.partition("?")[0].format(**places)
            if route.method == "get":
                names = (
                    "q",
                    "by",
                    "after",
                    "stage",
                    "round",
                    "show",
                    "paper",
                    "kind",
                    "who",
                    "before",
                    "entrant",
                )
                answer = owner.get(path, dict.fromkeys(names, text))
            else:
                answer = owner.post(
                    path, {key: value if key in KEYS else text for key, value in body.items()}
                )
        if answer.status_code >= 500:
            wrong.append(f"{route.method} {route.path}: {answer.status_code}")
    assert wrong == []


KEYS = {"action", "kind", "act"}
"""What a form is for; without it none of its other fields is read."""


def test_a_form_with_a_sign_that_no_database_keeps_is_refused(scene: Scene, owner: Client) -> None:
    path = OFFICE.format(**scene.places)
    for body in ({"username": "a\0b"}, {"a\0b": "x"}):
        assert owner.post(path, body).status_code == 400
    assert owner.generic("POST", path, "username=%00", "application/x-www-form-urlencoded").status_code == 400


def test_a_method_is_what_it_says_and_nothing_else(scene: Scene, owner: Client) -> None:
    path = "/api/v1/events/{event}/devices".format(**scene.places)
    headers = {"x-http-method-override": "POST", "x-method-override": "POST"}
    assert "results" in owner.get(path, headers=headers).json()
    assert owner.post(OFFICE.format(**scene.places), {"_method": "DELETE"}).status_code == 422
    assert owner.get(path, {"_method": "POST"}).status_code == 400


ROWS = ["/api/v1/events", "/api/v1/events/{event}/entrants", "/api/v1/rounds/{round}/matches"]


@pytest.mark.parametrize("path", ROWS)
def test_a_filter_names_a_column_and_no_other_way_to_it(scene: Scene, owner: Client, path: str) -> None:
    path = path.format(**scene.places)
    for name in ("pk", "event__club", "members__user", "status__startswith", "status__in", "order_by", "id"):
        assert owner.get(path, {name: "a"}).status_code == 400, name
    for name in ("status", "club", "game", "table", "entrant", "cursor"):
        for text in STRANGE:
            answer = owner.get(path, {name: text})
            assert answer.status_code in (200, 400), (name, text)
            assert answer.status_code == 400 or answer.json()["results"] == [], (name, text)
