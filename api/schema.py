"""The OpenAPI description: how one signs in, what every operation may answer, and the games' own schemas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.utils import translation
from drf_spectacular.extensions import OpenApiAuthenticationExtension

from api.fields import LARGEST_ID
from api.problems import CONTENT_TYPE
from engine.core.options import schema
from engine.registry import all_games

Description = dict[str, Any]

READS = ("400", "401", "403", "404", "406")
WRITES = (*READS, "409", "413", "415", "422", "503")
ALSO = {"pair_device": ("429",), "raise_call": ("429",), "get_game_form": ("422",)}
SIGNED_IN = {"list_log", "list_devices", "list_calls", "get_me", "get_own_table"}
"""Reads that are not for everybody; of the writes only the pairing of a device is."""
NAMES = {
    "400": "BadRequest",
    "401": "NotSignedIn",
    "403": "NotAllowed",
    "404": "NotFound",
    "406": "NotAcceptable",
    "409": "Conflict",
    "413": "BodyTooLarge",
    "415": "NotJson",
    "422": "AgainstTheRules",
    "429": "Throttled",
    "503": "Busy",
}
WORDS = {
    "400": "The request does not have the shape that is asked for.",
    "401": "Not signed in, or the token of a device that is not known.",
    "403": "Known, but not allowed.",
    "404": "Not there, or not yours to see.",
    "406": "The API answers in JSON only.",
    "409": "Something else happened in between; `current` and `yours` are the entries in question.",
    "413": "The body is too large.",
    "415": "The API reads JSON only.",
    "422": "The rules do not allow this; every fault is named.",
    "429": "Too many attempts; Retry-After says when to try again.",
    "503": "A lock was not to be had in time; Retry-After says when to try again.",
}
USUAL = (
    "A hand under the usual rules of the game. What another event takes, with other options or another "
    "variant, is in the form of its stage or match (`/stages/{stage_id}/form`, `/matches/{match_id}/form`)."
)
ID_SCHEMA = {"type": "integer", "minimum": 1, "maximum": LARGEST_ID}

PROBLEM: Description = {
    "type": "object",
    "description": "A problem document (RFC 9457).",
    "required": ["type", "title", "status", "code", "errors"],
    "properties": {
        "type": {"type": "string", "description": "Address of the explanation of the code."},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string", "description": "Permanent name of the problem."},
        "errors": {"type": "array", "minItems": 1, "items": {"$ref": "#/components/schemas/ProblemError"}},
        "current": {"description": "409: the entry that counts.", "type": ["object", "null"]},
        "yours": {"description": "409: what was sent, kept beside it.", "type": ["object", "null"]},
    },
}
PROBLEM_ERROR: Description = {
    "type": "object",
    "required": ["pointer", "code", "params", "detail"],
    "properties": {
        "pointer": {"type": "string", "description": "JSON pointer into the body; empty for the whole."},
        "code": {"type": "string"},
        "params": {"type": "object"},
        "detail": {"type": "string", "description": "The sentence, in the language of the request."},
    },
}


class DeviceScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Devices."""

    target_class = "api.auth.DeviceAuthentication"
    name = "device"

    def get_security_definition(self, auto_schema: Any) -> Description:
        """The header that carries the token."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Device <token>`, the token as given when the device was paired.",
        }


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """People."""

    target_class = "api.auth.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> Description:
        """The cookie of the site."""
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.SESSION_COOKIE_NAME,
            "description": "The session of the site; writing needs its X-CSRFToken too.",
        }


def add_common_answers(result: Description, generator: Any, request: Any, public: bool) -> Description:
    """Complete the generated description (a hook of drf-spectacular)."""
    for method, operation in _operations(result):
        _complete(method, operation)
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    for name, component in schemas.items():
        if name.endswith("Request") and component.get("type") == "object":
            component.setdefault("additionalProperties", False)
    schemas["Problem"], schemas["ProblemError"] = PROBLEM, PROBLEM_ERROR
    schemas.update(game_schemas())
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    result["components"]["responses"] = {NAMES[status]: _problem_answer(status) for status in WORDS}
    return result


def game_schemas() -> dict[str, Description]:
    """Of each game the JSON Schema of its options and of a hand's summary under its usual rules."""
    with translation.override("en"):
        found = {}
        for game in all_games():
            name = "".join(word.capitalize() for word in game.key.split("_"))
            rules = game.Rules()
            found[f"{name}Options"] = schema(game.Rules)
            found[f"{name}Summary"] = {**schema(game.Summary, game.scope(rules)), "description": USUAL}
    return found


def _operations(result: Description) -> Iterator[tuple[str, Description]]:
    for path in result["paths"].values():
        yield from path.items()


def _complete(method: str, operation: Description) -> None:
    statuses = READS if method == "get" else WRITES
    name = operation["operationId"]
    if name in SIGNED_IN or method != "get":
        operation["security"] = [way for way in operation["security"] if bool(way) != (name == "pair_device")]
    for status in (*statuses, *ALSO.get(name, ())):
        operation["responses"].setdefault(status, {"$ref": f"#/components/responses/{NAMES[status]}"})
    for parameter in operation.get("parameters", ()):
        if parameter["in"] == "path" and parameter["name"].endswith("_id"):
            parameter["schema"] = ID_SCHEMA
        if parameter["name"] == "If-None-Match":
            operation["responses"]["304"] = {"description": "Unchanged since the ETag that was sent."}
            operation["responses"]["200"]["headers"] = {"ETag": {"schema": {"type": "string"}}}
    operation["responses"] = dict(sorted(operation["responses"].items()))


def _problem_answer(status: str) -> Description:
    answer: Description = {
        "description": WORDS[status],
        "content": {CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    if status in {"429", "503"}:
        answer["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds."}}
    return answer
