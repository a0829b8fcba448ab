"""The sentences for the faults of a game log, as message ids with places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.core.problems import Problem, sentence
from engine.core.text import Translate, gettext_noop, untranslated
from engine.games.tichu.messages import MESSAGES as RULES

MESSAGES = {
    "log_empty": gettext_noop("There is no finished hand in this file."),
    "log_unknown_line": gettext_noop("Line {line} is no line of a game log: {value}"),
    "log_line_out_of_place": gettext_noop("Line {line} stands where it cannot stand: {value}"),
    "log_seats_missing": gettext_noop("Line {line}: the four lines of the seats before it are not complete."),
    "log_seat_twice": gettext_noop("Line {line}: the seat stands here twice: {value}"),
    "log_unknown_card": gettext_noop("Line {line}: {value} is no card."),
    "log_cards_missing": gettext_noop("Line {line}: {n} cards are needed here."),
    "log_card_twice": gettext_noop("Line {line}: the card {value} was dealt twice."),
    "log_first_not_held": gettext_noop("Line {line}: {value} was among the first cards and is not here."),
    "log_exchange_unclear": gettext_noop("Line {line}: three cards that are pushed cannot be read here."),
    "log_hand_illegal": gettext_noop("Hand {hand}, line {line}: the rules do not allow this. {reason}"),
    "log_hand_open": gettext_noop("Hand {hand}, line {line}: the hand has a result but did not end."),
    "log_wish_ignored": gettext_noop(
        "Hand {hand}, line {line}: an open wish was not fulfilled. The result stands, its record does not."
    ),
    "log_result_differs": gettext_noop(
        "Hand {hand}, line {line}: the log says {printed}, the rules give {computed}."
    ),
}
"""The hand goes before the line where the rest is about the whole of it."""


def log_sentence(
    problem: Problem, translate: Translate = untranslated, seat_names: Mapping[int, str] | None = None
) -> str:
    """Return the fault of a log in words; where the rules forbid something, with their reason."""
    if "reason" in problem.params:
        reason = Problem(str(problem.params["reason"]), "", problem.params)
        words = sentence(reason, RULES, translate, seat_names) if reason.code in RULES else f"({reason.code})"
        problem = replace(problem, params={**problem.params, "reason": words})
    return sentence(problem, MESSAGES, translate, seat_names)
