"""Why a table was drawn as it is, as a sentence; in the first round by the list, since nobody has played."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pages.numbers import points
from scoring.selectors.rounds import Reason
from tournaments.models import Round, Stage
from tournaments.pairing.reasons import WHY_TEXTS
from tournaments.texts import filled

BY_LOT = gettext_lazy("first round: drawn by lot")
ACCELERATED = gettext_lazy("first round, accelerated: each half of the list by itself")
PATTERNS = {
    "slide": gettext_lazy("first round: top half of the list against the bottom half"),
    "fold": gettext_lazy("first round: the first of the list against the last"),
    "adjacent": gettext_lazy("first round: neighbours in the list"),
    "random": BY_LOT,
}
BEGINNINGS = {
    "slide": gettext_lazy("Nobody has points yet: the top half of the list plays against the bottom half."),
    "fold": gettext_lazy("Nobody has points yet: the first of the list plays against the last."),
    "adjacent": gettext_lazy("Nobody has points yet: neighbours in the list play against each other."),
    "random": gettext_lazy("Nobody has points yet: the tables were drawn by lot."),
}
BUT = {
    "avoids_ban": gettext_lazy("{number} and {avoided} may not meet"),
    "avoids_club": gettext_lazy("keeps {number} and {avoided} of one club apart"),
    "best_for_all": gettext_lazy("makes room for the tables of others"),
}
LAST = gettext_lazy("first round: the last of the list has the bye")


def reason_in_words(reason: Reason, drawn: Round | None = None) -> str:
    """Why a table of the round `drawn` is as it is; a code that nobody knows speaks for itself."""
    first = drawn is not None and drawn.number == 1 and _first_round(reason, drawn.stage)
    if first:
        return first
    template = WHY_TEXTS.get(reason.code)
    if template is None:
        return reason.code
    return filled(_(template), {key: _score(key, value) for key, value in reason.params.items()})


def by_lot(stage: Stage) -> bool:
    """Whether the lot alone decides who meets whom among equals."""
    options = stage.method_options
    return bool(options.get("seeding") == "draw" or options.get("pattern") == "random")


def first_round_in_words(stage: Stage) -> str:
    """How a round is drawn in which nobody has points yet, as a sentence."""
    if by_lot(stage):
        return str(BEGINNINGS["random"])
    if stage.method_options.get("accelerate_rounds"):
        return _("Nobody has points yet: each half of the list is paired by itself.")
    return str(BEGINNINGS[stage.method_options.get("pattern", "slide")])


def _first_round(reason: Reason, stage: Stage) -> str:
    """What was looked at instead of scores; "" where scores were carried over, or for other reasons."""
    options = stage.method_options
    accelerated = bool(options.get("accelerate_rounds"))
    scores = {str(reason.params.get(key, 0)) for key in ("score", "other_score")}
    if not accelerated and scores != {"0"}:
        return ""
    if reason.code == "bye_lowest":
        return str(BY_LOT if by_lot(stage) else LAST)
    if reason.code != "same_score" and reason.code not in BUT:
        return ""
    pattern = PATTERNS["random" if by_lot(stage) else options.get("pattern", "slide")]
    how = ACCELERATED if accelerated and not by_lot(stage) else pattern
    but = BUT.get(reason.code)
    return f"{how}; {filled(str(but), dict(reason.params))}" if but else str(how)


def _score(key: str, value: object) -> object:
    """Scores as they are printed everywhere; places and numbers stay as they are."""
    return points(str(value)) if key.endswith("score") else value
