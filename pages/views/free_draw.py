"""Partners, seats and first dealer of any four players, drawn by cards, without an event.

Nothing is stored: names, seed and the cards that were taken stand in the address, so that the same link shows
the same draw to everybody.
"""

from __future__ import annotations

import secrets
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine.core.game import Game
from engine.registry import UnknownGame, get_game
from pages.errors import shown
from pages.free_draw import SEED, drawn, names_of

SEEDS = 2**31


@require_safe
@never_cache
@shown
def free_draw(request: HttpRequest, game: str) -> HttpResponse:
    """The form for four names, or their draw as far as cards were taken."""
    found = _game(game)
    given = request.GET
    profile = given.get("profile", found.profiles[0].key)
    context: dict[str, Any] = {
        "game": found,
        "profile": profile,
        "names": names_of(given),
        "new_seed": secrets.randbelow(SEEDS),
    }
    if SEED.fullmatch(given.get("seed", "")):
        context |= drawn(found, profile, given)
    return render(request, "public/free_draw.html", context)


def _game(key: str) -> Game:
    """The game, if cards are drawn in it; raises Http404."""
    try:
        game = get_game(key)
    except UnknownGame as error:
        raise Http404(key) from error
    if game.draw is None or game.play is None or game.play.showing is None:
        raise Http404(key)
    return game
