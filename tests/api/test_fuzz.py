"""The API under generated requests, good and bad: no fault of our own, no answer that is not described.

FUZZ_EXAMPLES=200 looks longer than the suite does.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks as openapi_checks

from scoring.services.rulings import fine
from tests.api.world import World, evening, pair_all, submission
from tournaments.access import SYSTEM, Actor
from tournaments.services.calls import raise_call

pytestmark = pytest.mark.once

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "5"))
CHECKS = [
    not_a_server_error,
    openapi_checks.status_code_conformance,
    openapi_checks.content_type_conformance,
    openapi_checks.response_headers_conformance,
    openapi_checks.response_schema_conformance,
    openapi_checks.negative_data_rejection,
]
TABLET = (
    "/api/v1/devices/me",
    "/api/v1/devices/me/calls",
    "/api/v1/devices/me/phones",
    "/api/v1/calls/{call_id}/take-back",
    "/api/v1/matches/{match_id}/submissions",
    "/api/v1/submissions/batch",
)

real: dict[str, Any] = {}
"""Ids of rows that are there; half of the generated ids are replaced by these."""


def find_something(context: Any, path_parameters: dict[str, Any] | None) -> dict[str, Any]:
    """Let every second request find something."""
    return {
        name: real[name]
        if name in real and isinstance(value, int) and 0 < value < 10**18 and value % 2
        else value
        for name, value in (path_parameters or {}).items()
    }


@pytest.fixture
def fuzzed(db: None) -> Iterator[World]:
    """One evening for all requests; each of them is rolled back.

    A WSGI client closes each answer, and with it Django would close the connection of the test; its own test
    client connects those receivers again, so they are taken off after the last use of it.
    """
    world = pair_all(evening())
    path = world.address("/matches/{match}/submissions")
    assert world.client("tablet").post(path, submission(), format="json").status_code == 201
    ruling = fine(SYSTEM, world.entrants[0], world.round, reason="late", game_points=Fraction(-10))
    call, _ = raise_call(Actor(device=world.devices["tablet"]), uuid4())
    real.update(
        call_id=call.pk,
        event_id=world.event.pk,
        stage_id=world.stage.pk,
        round_id=world.round.pk,
        match_id=world.match.pk,
        entrant_id=world.entrants[0].pk,
        device_id=world.devices["other_tablet"].pk,
        ruling_id=ruling.pk,
        number=1,
    )
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield world
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def schema(fuzzed: World) -> Any:
    """What is described, read when it is asked for: it takes seconds."""
    from config.wsgi import application

    found = schemathesis.openapi.from_wsgi("/api/v1/schema/", application)
    found.hook("map_path_parameters")(find_something)
    return found


def headers(world: World, path: str) -> dict[str, str]:
    """The tablet where results come from, the owner everywhere else."""
    if path in TABLET:
        return {"Authorization": f"Device {world.tokens['tablet']}"}
    session = world.client("owner").cookies["sessionid"].value
    token = "a" * 32
    return {"Cookie": f"sessionid={session}; csrftoken={token}", "X-CSRFToken": token}


def test_no_request_finds_a_fault_or_an_undescribed_answer(schema: Any, fuzzed: World, subtests: Any) -> None:
    operations = [result.ok() for result in schema.get_all_operations()]
    assert len(operations) > 50
    for operation in operations:
        with subtests.test(operation.label):
            attack(operation, fuzzed)


def attack(operation: Any, world: World) -> None:
    """Send generated requests, half of them made wrong on purpose."""
    sender = headers(world, operation.path)
    for mode in schemathesis.GenerationMode:

        @given(case=operation.as_strategy(generation_mode=mode))
        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            derandomize=EXAMPLES < 10,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        def ask(case: Any) -> None:
            with transaction.atomic():
                case.call_and_validate(headers=sender, checks=CHECKS)
                transaction.set_rollback(True)

        with suppress(Unsatisfiable):  # an operation without parameters and body cannot be asked wrongly
            ask()
