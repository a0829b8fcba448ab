"""The page before something grave is done: what was, what will be, and the button that does it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from pages.desk import Desk
from pages.words.consequences import Told
from pages.words.event import sides_in_words
from tournaments.models import Stage

OWN = ("csrfmiddlewaretoken", "action", "reason")
"""Fields that the page has itself; all others are sent again as they came."""


@dataclass(frozen=True, slots=True)
class Asking:
    """What is asked: the words of the button, where it leads back, and how it is undone.

    `address` is where the form goes, by default where it came from.
    """

    label: str
    back: str
    about: str = ""
    is_grave: bool = False
    undo: str = ""
    address: str = ""
    needs_reason: bool = True


def weighing(request: HttpRequest, told: Told, asking: Asking) -> dict[str, Any]:
    """What the page shows, wherever it stands: at the desk or in the office."""
    sent = [(name, each) for name, values in request.POST.lists() if name not in OWN for each in values]
    return {"told": told, "asking": asking, "sent": sent, "reason": request.POST.get("reason", "")}


def weigh(
    request: HttpRequest, desk: Desk, told: Told, asking: Asking, stage: Stage | None = None
) -> HttpResponse:
    """The page at the desk; nothing is stored."""
    context = {
        "event": desk.event,
        "desk": desk,
        "side_names": sides_in_words(stage) if stage is not None else {},
        **weighing(request, told, asking),
    }
    return render(request, "desk/weigh.html", context)
