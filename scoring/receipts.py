"""What a client is told about a hand: the server's sums, so that every client shows the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.core.text import untranslated
from scoring.fold import Fold
from scoring.models import Hand, HandEntry, HandStatus, MatchResult
from scoring.services.loading import SLIP, Loaded, context_of
from scoring.services.outcome import match_result
from scoring.services.project import Projection
from scoring.setup import Setup, stage_setup
from tournaments.texts import obstacle

Translate = Callable[[str], str]
REPLACED = "replaced"
"""State of an entry in a receipt when another one counts now."""


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
    setup: Setup
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
            "lines": [{**line, "text": self.setup.line_in_words(line, translate)} for line in self.lines],
            "rescored": self.rescored,
            "match": self.match | {"hints": [obstacle(each) for each in self.match["obstacles"]]},
            "hint": obstacle(f"conflict:{self.hand}") if self.status == HandStatus.CONFLICT else None,
        }


def receipt_for(
    loaded: Loaded,
    entry: HandEntry,
    projection: Projection | None = None,
    *,
    replayed: bool = False,
    created: bool = False,
) -> Receipt:
    """The receipt of an entry: what it scores, and how its match stands now.

    `projection` is what the entry has just led to; without it the match stands as it stood before.
    """
    hand = loaded.own(entry.hand)
    fold = projection.fold if projection is not None else loaded.fold()
    result = projection.result if projection is not None else loaded.result
    score, lines = _score(loaded, hand, entry, fold)
    return Receipt(
        submission=str(entry.submission),
        hand=hand.number,
        revision=entry.revision,
        status=_status(hand, entry),
        replayed=replayed,
        created=created,
        score=score,
        lines=lines,
        rescored=list(projection.rescored) if projection is not None else [],
        match=match_json(result or match_result(loaded, fold, settle=False)),
        setup=stage_setup(loaded.match.round.stage),
    )


def _status(hand: Hand, entry: HandEntry) -> str:
    """The state of the hand for whoever sent the entry: `replaced` when other values count now."""
    counts = hand.current is not None and hand.current.payload == entry.payload
    return hand.status if counts or entry.revision is None else REPLACED


def _score(
    loaded: Loaded, hand: Hand, entry: HandEntry, fold: Fold
) -> tuple[dict[str, Any] | None, list[dict[str, Any]]]:
    """The points of an entry by side and line by line; a void hand has none, a slip no lines."""
    if entry.payload is None:
        return None, []
    if hand.number == SLIP:
        return dict(entry.payload["score"]), []
    scored = fold.scored(hand.number) if hand.current_id == entry.pk else None
    score = scored.score if scored is not None else None
    if score is None:  # it does not count, or not any more: as it was when it was accepted
        score = loaded.folding.worth(entry.payload, context_of(entry.context))
    if score is None:
        return None, []
    return dict(score.sides), [line.as_json() for line in score.lines]


def match_json(result: MatchResult) -> dict[str, Any]:
    """How a match stands, for the tablet: totals, end, and which hand comes next."""
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
