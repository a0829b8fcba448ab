"""The description of the API: committed as generated, complete, and shown by Swagger without the network."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from django.core.management import call_command
from django.test import Client

from api.pages import DESCRIPTION
from engine.registry import all_games


@pytest.fixture(scope="module")
def description() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load(DESCRIPTION.read_text())
    return loaded


def operations(description: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def test_the_committed_file_is_what_the_code_answers(tmp_path: Any) -> None:
    generated = tmp_path / "openapi.yaml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(generated))
    assert generated.read_text() == DESCRIPTION.read_text(), "run `make schema`"


def test_it_is_openapi_3_1(description: dict[str, Any]) -> None:
    assert description["openapi"].startswith("3.1.")


def test_every_operation_has_a_name_a_summary_and_its_errors(description: dict[str, Any]) -> None:
    names = [operation["operationId"] for _, _, operation in operations(description)]
    assert len(names) == len(set(names))
    for path, method, operation in operations(description):
        assert operation["summary"], (path, method)
        assert operation["responses"].keys() >= {"400", "401", "403", "404"}, (path, method)
        if method == "post":
            assert operation["responses"].keys() >= {"409", "413", "415", "422", "503"}, (path, method)


def test_every_error_is_a_problem_document(description: dict[str, Any]) -> None:
    for name, answer in description["components"]["responses"].items():
        assert list(answer["content"]) == ["application/problem+json"], name
    for _, _, operation in operations(description):
        for status, answer in operation["responses"].items():
            assert status < "400" or answer.keys() == {"$ref"}


def test_writing_needs_to_be_signed_in_but_for_pairing(description: dict[str, Any]) -> None:
    for _, method, operation in operations(description):
        if method != "get":
            public = {} in operation["security"]
            assert public == (operation["operationId"] == "pair_device"), operation["operationId"]


def test_ids_have_at_most_18_digits(description: dict[str, Any]) -> None:
    found = [
        parameter["schema"]["maximum"]
        for _, _, operation in operations(description)
        for parameter in operation.get("parameters", ())
        if parameter["in"] == "path" and parameter["name"].endswith("_id")
    ]
    assert found
    assert set(found) == {10**18 - 1}


def test_bodies_take_no_unknown_keys(description: dict[str, Any]) -> None:
    schemas = description["components"]["schemas"]
    bodies = [name for name in schemas if name.endswith("Request")]
    assert bodies
    assert all(schemas[name]["additionalProperties"] is False for name in bodies)


def test_the_schemas_of_all_games_are_in_it(description: dict[str, Any]) -> None:
    for game in all_games():
        name = "".join(word.capitalize() for word in game.key.split("_"))
        assert description["components"]["schemas"][f"{name}Summary"]["properties"]
        assert description["components"]["schemas"][f"{name}Options"]["properties"]


def test_the_file_is_served_with_its_tag() -> None:
    answer = Client().get("/api/v1/schema/")
    assert answer.status_code == 200
    assert answer.content == DESCRIPTION.read_bytes()
    again = Client().get("/api/v1/schema/", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.django_db
def test_swagger_loads_scripts_of_the_site_alone() -> None:
    answer = Client().get("/api/v1/docs/")
    policy = answer.headers["Content-Security-Policy"]
    assert "script-src 'self';" in policy + ";"
    assert "style-src 'self' 'unsafe-inline'" in policy
    page = answer.content.decode()
    assert "https://" not in page
    assert "<script>" not in page
    assert "unsafe-inline" not in Client().get("/api/v1/games").headers["Content-Security-Policy"]
