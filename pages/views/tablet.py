"""The tablet of a table: one page for everybody, and the worker that keeps it on the device."""

from __future__ import annotations

import json
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from engine.core.kinds import CardCode
from engine.core.options import options_of
from engine.registry import all_games
from pages import live
from pages.words.draw import drawn_signs
from pages.words.tablet import tablet_texts

FOLDER = Path(settings.BASE_DIR) / "static"
SCRIPTS = (
    "app",
    "calls",
    "deck",
    "dom",
    "draw",
    "form",
    "games",
    "hands",
    "help",
    "keypad",
    "malilla",
    "malilla-score",
    "queue",
    "refusals",
    "store",
    "thunee",
    "thunee-calls",
    "thunee-check",
    "thunee-score",
    "thunee-sixes",
    "thunee-words",
    "tichu",
    "twenty_eight",
    "twenty_eight-check",
    "twenty_eight-more",
    "twenty_eight-score",
    "twenty_eight-words",
    "view",
)
STYLES = ("tablet", "heading", "entry", "cards", "bids", "draw", "review", "thunee")
ASSETS = (
    "css/tokens.css",
    "css/base.css",
    "css/parts.css",
    *(f"tablet/{name}.css" for name in STYLES),
    *(f"tablet/{name}.js" for name in SCRIPTS),
    "tablet/manifest.webmanifest",
    "tablet/icon-192.png",
    "icons/favicon.svg",
)
ICONS = ("call", "conflict", "down", "draft", "finished", "language", "void", "waiting")


def suit_signs() -> tuple[str, ...]:
    """The drawings of the suits that are tapped in the form of some game."""
    kinds = [each.kind for game in all_games() for each in options_of(game.Summary).values()]
    signs = [sign for kind in kinds if isinstance(kind, CardCode) for sign in kind.signs.values()]
    return tuple(dict.fromkeys(signs))


@require_safe
def tablet(request: HttpRequest) -> HttpResponse:
    """The shell: no person, no event, no table in it; everything else comes through the API."""
    icons = dict.fromkeys((*ICONS, *suit_signs(), *drawn_signs()))
    context = {"texts": tablet_texts(), "icons": icons, "poll": live.POLL_SECONDS}
    response = render(request, "tablet/tablet.html", context)
    response["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ("Accept-Language", "Cookie"))
    return response


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, told which release it belongs to and which files the page needs.

    The plain names of the files are used: the scripts load each other by them.
    """
    files = [f"{settings.STATIC_URL}{name}" for name in ASSETS]
    head = f"const RELEASE = {json.dumps(live.release())};\nconst FILES = {json.dumps(files)};\n"
    script = (FOLDER / "tablet" / "sw.js").read_text(encoding="utf-8")
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": "/tablet/"}
    return HttpResponse(head + script, content_type="text/javascript; charset=utf-8", headers=headers)
