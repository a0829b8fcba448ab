"""The draft of a round in words: what it costs, what speaks against it, what a change would come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from pages.desk import Desk
from pages.words.event import costs_in_words, is_of_three, sides_in_words, warnings_in_words
from pages.words.reasons import by_lot, first_round_in_words
from scoring.selectors.rounds import table_lines
from scoring.services.drawing import judge_of, stands_on_old
from scoring.services.editing import BYES, Beside, Judgement, judged, sheet_of
from scoring.services.editing import asked as question_of
from tournaments.access import Permission
from tournaments.errors import Invalid
from tournaments.models import Entrant, Round


@dataclass(frozen=True, slots=True)
class Line:
    """A criterion of the cost vector, before and after a change."""

    name: str
    before: str
    after: str

    @property
    def differs(self) -> bool:
        """Whether the change touches it."""
        return self.before != self.after


def draft_context(desk: Desk, found: Round) -> dict[str, object]:
    """Everything that the page of a draft shows."""
    lines = table_lines(found.matches.all(), found.stage, found)
    entrants = {each.pk: each for line in lines for side in line.sides for each in side.entrants}
    judgement = _judgement(found)
    return {
        "event": desk.event,
        "desk": desk,
        "stage": found.stage,
        "round": found,
        "tables": [line for line in lines if len(line.sides) > 1],
        "byes": [line for line in lines if len(line.sides) == 1],
        "entrants": sorted(entrants.values(), key=lambda each: each.number),
        "side_names": sides_in_words(found.stage),
        "beginning": first_round_in_words(found.stage) if _is_beginning(found, judgement) else "",
        "by_lot": by_lot(found.stage),
        "costs": costs_in_words(found.why, found.stage),
        "warnings": _warnings(found, judgement),
        "bye_kinds": BYES,
        "may_edit": judgement is not None and Permission.ROUNDS_DRAW in desk.granted,
    }


def _is_beginning(found: Round, judgement: Judgement | None) -> bool:
    """Whether a round of a Swiss system is drawn from the list alone: the first one of the event."""
    is_first = found.number == 1 and found.stage.order == 1 and not is_of_three(found.stage)
    return is_first and judgement is not None and not found.why.get("edited")


def _judgement(found: Round) -> Judgement | None:
    """What the draft costs and what speaks against it; None where nothing can judge its tables."""
    try:
        return judged(judge_of(found.stage), sheet_of(found), question_of(found))
    except Invalid:
        return None


def _warnings(found: Round, judgement: Judgement | None) -> tuple[tuple[str, str], ...]:
    """What speaks against the draft, what it stands on and the look-ahead included."""
    if judgement is None:
        return ()
    warnings = warnings_in_words(judgement.warnings)
    if stands_on_old(found):
        old = _("The standings have changed since this round was drawn: draw it again.")
        warnings = (("warning", old), *warnings)
    if judgement.next_round_possible or _is_last(found):
        return warnings
    ahead = _("After this round no further round without a rematch is possible.")
    if is_of_three(found.stage):
        ahead = _("In the round after this one some will meet again.")
    return (*warnings, ("warning", ahead))


def _is_last(found: Round) -> bool:
    planned = found.stage.rounds_planned
    return planned is not None and found.number >= planned


def preview_words(seen: Beside, found: Round) -> dict[str, object]:
    """A change in words: each criterion and each table that differs, and what speaks against it newly."""
    names = dict(found.stage.event.entrants.in_bulk())
    before, after = (
        costs_in_words({"costs": each.costs.as_json()}, found.stage) if each.costs else ()
        for each in (seen.before, seen.after)
    )
    new = tuple(each for each in seen.after.warnings if each not in seen.before.warnings)
    gone = tuple(each for each in seen.before.warnings if each not in seen.after.warnings)
    return {
        "lines": [Line(name, old, now) for (name, old), (_n, now) in zip(before, after, strict=False)],
        "moves": [
            (table, _pair(seen.before, table, names), _pair(seen.after, table, names))
            for table in sorted(seen.moved)
        ],
        "bye_before": _byes(seen.before, names),
        "bye_after": _byes(seen.after, names),
        "new_warnings": warnings_in_words(new),
        "gone_warnings": warnings_in_words(gone),
        "blocks_next": seen.before.next_round_possible and not seen.after.next_round_possible,
    }


def _pair(judgement: Judgement, table: int, names: Mapping[int, Entrant]) -> tuple[Entrant, ...]:
    return tuple(names[each] for each in judgement.sheet.tables.get(table, ()))


def _byes(judgement: Judgement, names: Mapping[int, Entrant]) -> list[tuple[Entrant, str]]:
    return [(names[each], kind) for each, kind in judgement.sheet.byes.items()]
