"""One match in words: its hands with their entries, and what a change of one would come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from pages.forms import Declaration, payload_in_words
from pages.words.event import outcome_in_words, sides_in_words
from scoring.games import Course
from scoring.models import HandStatus, ScoreState
from scoring.receipts import Receipt
from scoring.selectors.match import HandLine, MatchPage, Standing
from scoring.services.loading import load
from scoring.setup import stage_setup
from tournaments.models import Stage
from tournaments.texts import sentence


@dataclass(frozen=True, slots=True)
class EntryWords:
    """An entry with what it says."""

    entry: Any
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReasonWords:
    """One reason for points of a side."""

    side: str
    points: int
    words: str


@dataclass(frozen=True, slots=True)
class HandWords:
    """A hand with its entries and the reasons of its points in words."""

    line: HandLine
    entries: tuple[EntryWords, ...]
    rivals: tuple[EntryWords, ...]
    current: EntryWords | None
    reasons: tuple[ReasonWords, ...]
    doubts: tuple[str, ...] = ()
    """Why it does not fit any more what came before it."""


def hands_in_words(page: MatchPage) -> tuple[HandWords, ...]:
    """Every hand of the match as people read it."""
    stage = page.match.round.stage
    declared = {number: Declaration.of(stage, number) for number in (0, 1)}
    doubts = _doubts(page)
    found = []
    for line in page.hands:
        declaration = declared[min(line.hand.number, 1)]
        said = {
            each.pk: EntryWords(each, payload_in_words(declaration, each.payload)) for each in line.entries
        }
        lines = line.score.lines if line.score is not None and line.points else []
        found.append(
            HandWords(
                line=line,
                entries=tuple(said.values()),
                rivals=tuple(said[each.pk] for each in line.rivals),
                current=said.get(line.hand.current_id or 0),
                reasons=tuple(
                    ReasonWords(each["side"], each["points"], page.setup.line_in_words(each, _))
                    for each in lines
                ),
                doubts=doubts.get(line.hand.number, ()),
            )
        )
    return tuple(found)


def _doubts(page: MatchPage) -> dict[int, tuple[str, ...]]:
    """What the rules have against each hand that an earlier one has made doubtful; read only for such."""
    lines = [
        each for each in page.hands if each.score is not None and each.score.state == ScoreState.DOUBTFUL
    ]
    if not lines:
        return {}
    loaded, names = load(page.match), sides_in_words(page.match.round.stage)
    found = {}
    for line in lines:
        context = loaded.fold_before(line.hand.number).state.context()
        payload = line.hand.current.payload if line.hand.current is not None else None
        faults = page.setup.game.check(payload, page.setup.rules, context)
        named = [replace(each, params=_by_name(each.params, names)) for each in faults]
        found[line.hand.number] = tuple(sentence(each, page.setup.game) for each in named)
    return found


def _by_name(params: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """The params of a problem with a side as it is called."""
    return {**params, **({"side": names.get(params["side"], params["side"])} if "side" in params else {})}


@dataclass(frozen=True, slots=True)
class Compared:
    """One line of the consequences: what it is about, by side before and after."""

    name: str
    before: tuple[object, ...]
    after: tuple[object, ...]
    is_words: bool = False

    @property
    def differs(self) -> bool:
        """Whether it is another than before."""
        return self.before != self.after


def standings_compared(before: Standing, after: Standing, stage: Stage) -> tuple[Compared, ...]:
    """What an act changes in a match: points of hands, totals, match points, and whether it is finished."""
    sides = stage_setup(stage).sides

    def by_side(values: Any) -> tuple[object, ...]:
        return tuple((values or {}).get(side) for side in sides)

    lines = [
        Compared(
            _("Hand %(number)s") % {"number": number},
            by_side(before.hands.get(number)),
            by_side(after.hands.get(number)),
        )
        for number in sorted({*before.hands, *after.hands})
        if before.hands.get(number) != after.hands.get(number)
    ]
    lines.append(Compared(_("Total of the match"), by_side(before.totals), by_side(after.totals)))
    if before.games or after.games:
        lines.append(Compared(_("Games won"), by_side(before.games), by_side(after.games)))
        was, will_be = (_games(each, sides) for each in (before, after))
        lines.append(Compared(_("Game by game"), (was,), (will_be,), is_words=True))
    lines.append(Compared(_("Match points"), by_side(before.points), by_side(after.points)))
    if before.outcomes != after.outcomes and {*before.outcomes.values(), *after.outcomes.values()} != {
        "played"
    }:
        lines.append(_outcomes(before, after, stage))
    if before.complete != after.complete:
        lines.append(Compared(_("State"), (_state(before),), (_state(after),), is_words=True))
    return tuple(lines)


def _games(standing: Standing, sides: Sequence[str]) -> str:
    """The score of every game, in their order."""
    games = Course.of(standing.by_game, sides).games
    return ", ".join("–".join(map(str, game.score)) for game in games) or "–"


def _outcomes(before: Standing, after: Standing, stage: Stage) -> Compared:
    """What the match is for each side, where it is not just played."""
    old, new = (
        tuple(
            outcome_in_words(each.outcomes[side], stage.event) if side in each.outcomes else "–"
            for side in stage_setup(stage).sides
        )
        for each in (before, after)
    )
    return Compared(_("Counts as"), old, new, is_words=True)


def _state(standing: Standing) -> str:
    return _("finished") if standing.complete else _("not finished")


def saved_in_words(number: int, receipt: Receipt) -> str:
    """What was stored, and which later hands are worth something else now."""
    name = _("The paper slip") if number == 0 else _("Hand %(number)s") % {"number": number}
    said = _("%(hand)s is saved.") % {"hand": name}
    if receipt.rescored:
        hands = ", ".join(map(str, receipt.rescored))
        said += " " + _("Scored anew, since it comes after it: hand %(hands)s.") % {"hands": hands}
    if receipt.status == HandStatus.SUBMITTED:
        said += " " + _("It has to be confirmed yet.")
    return said


def ruled_in_words(effect: str, receipt: Receipt | None, *, may_be_undone: bool) -> str:
    """What was ruled upon a hand, and which later hands are worth something else now."""
    said = _("The ruling is made. %(effect)s.") % {"effect": effect}
    if receipt is not None and receipt.rescored:
        hands = ", ".join(map(str, receipt.rescored))
        said += " " + _("Scored anew, since it comes after it: hand %(hands)s.") % {"hands": hands}
    return said + " " + _("It can be cancelled.") if may_be_undone else said
