"""What a client is told about a hand: the server's sums, so that every client shows the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine.core.text import untranslated
from scoring.fold import Fold
from scoring.models import Hand, HandEntry, MatchResult
from scoring.services.loading import SLIP, Loaded, context_of

Translate = Callable[[str], str]


@dataclass(slots=True)
class Receipt:
    """The answer to a submission; `version` is the event's version that it made (0: nothing changed)."""

    submission: str
    hand: int
    revision: int | None
    status: str
    replayed: bool
    created: bool
    score: dict[str, Any] | None
    lines: list[dict[str, Any]]
    rescored: list[int]
    match: dict[str, Any]
    line_texts: dict[str, str] = field(default_factory=dict)
    version: int = 0

    def as_json(self, translate: Translate = untranslated) -> dict[str, Any]:
        """The receipt as documented in docs/api.md, its lines in the reader's words."""
        return {
            "submission": self.submission,
            "hand": self.hand,
            "revision": self.revision,
            "status": self.status,
            "replayed": self.replayed,
            "score": self.score,
            "lines": [self._line(line, translate) for line in self.lines],
            "rescored": self.rescored,
            "match": self.match,
        }

    def _line(self, line: dict[str, Any], translate: Translate) -> dict[str, Any]:
        template = self.line_texts.get(line["code"])
        text = translate(template).format(**line["params"]) if template else line["code"]
        return {**line, "text": text}


def receipt_for(
    loaded: Loaded,
    entry: HandEntry,
    *,
    replayed: bool = False,
    created: bool = False,
    rescored: tuple[int, ...] = (),
    result: MatchResult | None = None,
) -> Receipt:
    """The receipt of an entry: what it scores, and how its match stands now."""
    hand = loaded.own(entry.hand)
    score, lines = _score(loaded, hand, entry)
    game = loaded.folding.game
    return Receipt(
        submission=str(entry.submission),
        hand=hand.number,
        revision=entry.revision,
        status=hand.status if hand.current_id == entry.pk or entry.revision is None else "replaced",
        replayed=replayed,
        created=created,
        score=score,
        lines=lines,
        rescored=list(rescored),
        match=match_json(loaded, loaded.fold(), result),
        line_texts=dict(game.line_texts),
    )


def _score(
    loaded: Loaded, hand: Hand, entry: HandEntry
) -> tuple[dict[str, Any] | None, list[dict[str, Any]]]:
    """The points of an entry by side and line by line; a void hand has none, a slip no lines."""
    if entry.payload is None:
        return None, []
    if hand.number == SLIP:
        return dict(entry.payload["score"]), []
    game, rules = loaded.folding.game, loaded.folding.rules
    before = loaded.fold_before(hand.number)
    context = before.state.context(entry.context.get("board"))
    if before.state.finished or game.check(entry.payload, rules, context):
        context = context_of(entry.context) or context
    score = game.score(entry.payload, rules, context)
    return dict(score.sides), [line.as_json() for line in score.lines]


def match_json(loaded: Loaded, fold: Fold, result: MatchResult | None = None) -> dict[str, Any]:
    """How a match stands, for the tablet: totals, end, and which hand comes next."""
    if result is None:
        result = MatchResult.objects.filter(match=loaded.match).first() or MatchResult(match=loaded.match)
    return {
        "totals": result.totals,
        "games": result.games,
        "finished": result.finished,
        "complete": result.complete,
        "winner": result.winner or None,
        "reason": result.reason or None,
        "decided_by": result.decided_by or None,
        "extra_hand": result.extra_hand,
        "next_dealer": result.next_dealer,
        "next_hand": result.next_hand,
        "obstacles": result.obstacles,
    }


def entry_json(entry: HandEntry, hand: Hand) -> dict[str, Any]:
    """An entry as a conflict shows it: what was typed, by which side, when."""
    return {
        "submission": str(entry.submission),
        "hand": hand.number,
        "revision": entry.revision,
        "kind": entry.kind,
        "summary": entry.payload,
        "side": entry.side,
        "source": entry.source,
        "recorded_at": entry.recorded_at.isoformat(),
        "status": hand.status,
    }
