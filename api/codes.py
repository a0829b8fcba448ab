"""The codes of the API itself: what each is in HTTP and in words. Domain codes have theirs elsewhere.

The status of a domain code is that of its error class (`tournaments.errors`), except for those named here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Text


@dataclass(frozen=True, slots=True)
class Answer:
    """How a code is answered."""

    status: int
    text: Text


ANSWERS: Mapping[str, Answer] = {
    "bad_request": Answer(400, _("The request does not have the shape that is asked for.")),
    "parse_error": Answer(400, _("The body is not JSON that can be read.")),
    "bad_cursor": Answer(400, _("This page mark was not given out by this list.")),
    "not_authenticated": Answer(401, _("Sign in, or send the token of a device.")),
    "authentication_failed": Answer(401, _("This sign-in is not valid.")),
    "bad_token": Answer(401, _("This device token is not known or has been revoked.")),
    "csrf_failed": Answer(403, _("The request did not come from a page of this site.")),
    "not_allowed": Answer(403, _("You may not do this here.")),
    "not_found": Answer(404, _("There is no such thing, or it is not yours to see.")),
    "method_not_allowed": Answer(405, _("This address does not take this method.")),
    "not_acceptable": Answer(406, _("The API answers in JSON only.")),
    "body_too_large": Answer(413, _("The body is larger than {limit} bytes.")),
    "unsupported_media_type": Answer(415, _("The API reads JSON only.")),
    "throttled": Answer(429, _("Too many attempts. Wait a little.")),
    "server_error": Answer(500, _("Something went wrong here. It has been noted.")),
    "busy": Answer(503, _("The event is busy at this moment. Try again.")),
    "no_room": Answer(
        503, _("The server has no room left to store anything. Tell the organisers; nothing was stored.")
    ),
}

SHAPES: Mapping[str, Text] = {
    "required": _("This is needed."),
    "null": _("This may not be null."),
    "blank": _("This may not be empty."),
    "empty": _("This may not be empty."),
    "invalid": _("This is not a value of the kind that is asked for."),
    "not_exact": _(
        "An exact number is wanted: a whole number like 3, or a text like “3/2” or “1.5” in quotation marks."
    ),
    "invalid_choice": _("This is none of the values that are possible."),
    "not_a_list": _("This is not a list."),
    "not_a_dict": _("This is not an object."),
    "min_value": _("This is too small."),
    "max_value": _("This is too large."),
    "min_length": _("This is too short."),
    "max_length": _("This is too long."),
    "unknown_key": _("There is no such key."),
}
"""Faults in the shape of a request, named by pointer; all of them are 400."""

TITLES: Mapping[str, Text] = {
    "round_not_next": _("Another round comes next."),
    "wrong_state": _("This is not possible in the present state."),
    "draft_outdated": _("The draft is out of date."),
}
"""Titles of domain codes whose own text has places for what was found."""

STATUS_TITLES: Mapping[int, Text] = {
    400: _("The request cannot be read."),
    401: _("Not signed in."),
    403: _("Not allowed."),
    404: _("Not found."),
    409: _("Something else happened in between."),
    422: _("The rules do not allow this."),
    503: _("Busy."),
}
