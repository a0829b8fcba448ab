"""The sentence of every problem that the domain itself can name; those of the games come from the engine.

Codes are permanent and the same in every language; what a person reads is made here, in the language of the
request. `{places}` are filled from the params of the problem.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.core.game import Game
from engine.core.problems import Problem
from engine.core.problems import sentence as game_sentence

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Text

ACCESS: Mapping[str, Text] = {
    "not_allowed": _("You may not do this here."),
    "not_found": _("There is no such thing, or it is not yours to see."),
    "not_your_table": _("This tablet belongs to another table."),
    "busy": _("The event is busy at this moment. Try again."),
}

STATES: Mapping[str, Text] = {
    "already_there": _("Somebody else did this at the same moment."),
    "wrong_state": _("This is not possible now (state: {state}, wanted: {wanted})."),
    "round_already_drawn": _("Round {round} has been drawn already."),
}

DEVICES: Mapping[str, Text] = {
    "bad_code": _("This code is not valid, or not valid any more. Ask for a new one."),
    "device_revoked": _("This device has lost its access."),
    "side_needed": _("Say which side the phone belongs to."),
    "table_needed": _("Say at which table the device stands."),
    "unknown_table": _("The event has no such table."),
}

EVENTS: Mapping[str, Text] = {
    "invalid_event": _("The event cannot be made like this."),
    "club_needed": _("There are several clubs: say which one."),
    "slug_taken": _("The address “{slug}” is taken."),
    "unknown_game": _("There is no game “{game}”."),
    "invalid_entrants": _("The entrants cannot be entered like this."),
    "duplicate": _("“{value}” is on the list already."),
    "missing_value": _("A value is missing."),
    "wrong_number_of_players": _("An entrant of this event has {low} to {high} players."),
}

TEXTS: Mapping[str, Text] = {**ACCESS, **STATES, **DEVICES, **EVENTS}


def sentence(problem: Problem, game: Game | None = None) -> str:
    """The problem in words, in the language in force; a code that nobody knows speaks for itself."""
    if game is not None and problem.code in game.messages:
        return game_sentence(problem, game.messages, gettext)
    template = TEXTS.get(problem.code)
    return problem.code if template is None else filled(str(template), problem.params)


def filled(template: str, params: Mapping[str, object]) -> str:
    """The template with its places filled; a place without a param stays visible."""
    return game_sentence(Problem("text", "", dict(params)), {"text": template})  # type: ignore[arg-type]
