"""The one path of a result: tablet, desk, import, command and demo all end in `record_hand`.

In order: the match is locked; a submission that is known already gets its first receipt again; round and
match must be open; the engine checks the hand in its place in the match; the entry is appended; the whole
match is folded anew; the log and the event's version close the transaction. What is stored once is never
changed: a correction is a further revision, a different result of the other side is kept as a rival.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from engine.core.problems import Problem
from scoring.models import (
    EntryKind,
    EntrySource,
    Hand,
    HandEntry,
    HandStatus,
    Ruling,
)
from scoring.receipts import Receipt, entry_json, receipt_for
from scoring.services.confirm import agree, needs_no_confirmation
from scoring.services.loading import SLIP, Loaded, context_json, load
from scoring.services.project import project
from scoring.services.publish import publish_later, settle_later
from scoring.setup import Setup, stage_setup
from scoring.slips import check_slip
from scoring.submissions import Submission, parse_submission
from tournaments.access import Actor, Permission, require
from tournaments.errors import Conflict, DomainError, Invalid, NotFound
from tournaments.locks import lock
from tournaments.models import Board, Match, MatchStatus, RoundStatus, Verb
from tournaments.services.audit import Journal, act
from tournaments.settings import event_settings

__all__ = ["Submission", "choose_entry", "parse_submission", "record_hand", "submit"]


@dataclass(slots=True)
class _Case:
    """A submission on its way: the locked match with its hands, and whoever brings it."""

    match: Match
    typed: Submission
    actor: Actor
    source: str
    journal: Journal
    loaded: Loaded
    setup: Setup
    ruling: Ruling | None

    @property
    def hand(self) -> Hand | None:
        """The hand that is meant, if anything was entered for it before."""
        return self.loaded.hand(self.typed.number)

    @property
    def side(self) -> str:
        """The side that a phone belongs to; "" for a tablet of the table and everybody else."""
        return self.actor.device.side if self.actor.device is not None else ""


def record_hand(
    *,
    match: Match,
    number: int,
    kind: str,
    payload: Mapping[str, Any] | None,
    submission: UUID,
    actor: Actor,
    source: str,
    board: int | None = None,
    seen_revision: int | None = None,
    played_at: datetime | None = None,
    reason: str = "",
    record: Mapping[str, Any] | None = None,
    ruling: Ruling | None = None,
) -> Receipt:
    """Store one thing that was typed about a hand and score the match anew.

    The caller has checked that the actor may enter results in this match. Returns the receipt. Raises Invalid
    with every fault, Conflict `rival` (kept beside the first) or `outdated` (nothing stored), both with the
    entries in `data`.
    """
    typed = Submission(submission, number, kind, payload, board, record, seen_revision, played_at, reason)
    return submit(match, typed, actor, source, ruling)


def submit(
    match: Match, typed: Submission, actor: Actor, source: str, ruling: Ruling | None = None
) -> Receipt:
    """The same for a submission that was read by `parse_submission`."""
    event = match.round.stage.event
    with act(event, actor) as journal:
        locked = lock(match)
        match.status, match.table_id = locked.status, locked.table_id
        loaded = load(match, typed.submission)
        case = _Case(match, typed, actor, source, journal, loaded, stage_setup(match.round.stage), ruling)
        if loaded.known is not None:
            return _again(case, loaded.known)
        _require_open(case)
        outcome = _STEPS[typed.kind](case)
        if journal.entries:
            publish_later(journal, match.round.stage)
    if isinstance(outcome, DomainError):  # raised behind the transaction: a rival is stored all the same
        raise outcome
    outcome.version = journal.version
    return outcome


def _again(case: _Case, known: HandEntry) -> Receipt:
    """The receipt of a submission that came before; raises Invalid when it now says something else."""
    same_place = known.hand.match_id == case.match.pk and known.hand.number == case.typed.number
    if not same_place or known.body_hash != case.typed.body_hash:
        raise Invalid.of("submission_reused", "/submission")
    return receipt_for(case.loaded, known, replayed=True)


def _require_open(case: _Case) -> None:
    """Round and match take results; an older round takes corrections of the director alone."""
    match, status = case.match, case.match.round.status
    if match.status == MatchStatus.VOID:
        raise Invalid.of("match_void")
    if match.status == MatchStatus.FORFEITED:
        raise Invalid.of("match_forfeited")
    if len(case.loaded.participations) < len(case.setup.sides):
        raise Invalid.of("match_is_a_bye")
    if case.source == EntrySource.IMPORT or status in {RoundStatus.PUBLISHED, RoundStatus.PLAYING}:
        return
    if status == RoundStatus.DRAFT:
        raise Invalid.of("round_not_published")
    if case.actor.device is not None or case.typed.kind == EntryKind.ENTER:
        raise Invalid.of("round_closed")
    require(case.actor, match.round.stage.event, Permission.RESULTS_RULE)


def _enter(case: _Case) -> Receipt | DomainError:
    hand = case.hand
    if hand is None:
        _check(case)
        hand = _open_hand(case)
        entry = _append(case, hand, revision=1)
        case.journal.add(Verb.HAND_ENTERED, _name(case), revision=1)
        return _count(case, hand, entry)
    _check(case)
    twin = _twin(case, hand)
    if twin is not None:
        return _agree(case, hand, twin)
    rival = _append(case, hand, revision=None)
    case.journal.add(Verb.HAND_RIVAL, _name(case), submission=str(rival.submission))
    if hand.status != HandStatus.CONFIRMED:
        hand.status = HandStatus.CONFLICT
        hand.save(update_fields=["status"])
    project(case.match, case.loaded.with_entry(hand, rival), case.journal)
    return Conflict("rival", data=_both(case, hand, rival))


def _twin(case: _Case, hand: Hand) -> HandEntry | None:
    """An entry of the hand that says the same, the current one first."""
    wanted = _canonical(case, case.typed.payload)
    for entry in case.loaded.standing_entries(hand):
        if entry.payload is not None and _canonical(case, entry.payload) == wanted:
            return entry
    return None


def _canonical(case: _Case, payload: Mapping[str, Any] | None) -> object:
    if payload is None or case.typed.number == SLIP:
        return payload
    return case.setup.game.canonical(payload, case.setup.rules)


def _agree(case: _Case, hand: Hand, twin: HandEntry) -> Receipt:
    """The same values again: nothing new, but the agreement of the other side if it came from there."""
    loaded = case.loaded
    if case.side and case.side != twin.side and agree(case.journal, hand, twin, case.side, case.actor):
        loaded = load(case.match)
        project(case.match, loaded, case.journal)
    return receipt_for(loaded, twin, replayed=True)


def _correct(case: _Case) -> Receipt | DomainError:
    hand = _seen_hand(case)
    if isinstance(hand, DomainError):
        return hand
    void = case.typed.kind == EntryKind.VOID
    current = hand.current
    if not void:
        _check(case)
        if current is not None and current.payload is not None and hand.status != HandStatus.CONFLICT:
            same = _canonical(case, current.payload) == _canonical(case, case.typed.payload)
            if same and case.ruling is None:
                return receipt_for(case.loaded, current, replayed=True)
    entry = _append(case, hand, revision=case.loaded.next_revision(hand))
    verb = Verb.HAND_VOIDED if void else Verb.HAND_CORRECTED
    case.journal.add(verb, _name(case), revision=entry.revision, reason=case.typed.reason)
    return _count(case, hand, entry)


def _seen_hand(case: _Case) -> Hand | DomainError:
    """The hand to be corrected, if the current revision is the one that was seen."""
    hand, typed = case.hand, case.typed
    if hand is None:
        return NotFound("no_such_hand")
    _require_table_may(case, hand)
    if typed.seen_revision is None:
        raise Invalid.of("seen_revision_needed", "/seen_revision")
    current = hand.current
    if current is None or current.revision != typed.seen_revision:
        return Conflict("outdated", data={"current": current and entry_json(current, hand)})
    return hand


def _require_table_may(case: _Case, hand: Hand) -> None:
    """What a table may correct by itself is a setting of the event (tournament.md section 10)."""
    if case.actor.device is None:
        return
    allowed = event_settings(case.match.round.stage.event.settings).table_corrections
    last = max((each.number for each in case.loaded.hands), default=0)
    if allowed == "none" or (allowed == "last_hand" and hand.number != last):
        raise Invalid.of("correction_needs_director")


def choose_entry(actor: Actor, hand: Hand, submission: UUID, reason: str = "") -> Receipt:
    """Make one of the entries of a hand its next revision: the director decides a conflict.

    Raises NotFound for a submission that does not belong to the hand.
    """
    match = hand.match
    with act(match.round.stage.event, actor) as journal:
        lock(match)
        loaded = load(match)
        chosen = next((each for each in loaded.entries_of(hand) if each.submission == submission), None)
        if chosen is None or chosen.payload is None:
            raise NotFound("no_such_entry")
        entry = HandEntry(
            hand=hand,
            revision=loaded.next_revision(hand),
            submission=_derived(chosen, loaded.next_revision(hand)),
            body_hash=chosen.body_hash,
            kind=EntryKind.CHOOSE,
            payload=chosen.payload,
            record=chosen.record,
            context=chosen.context,
            rules_hash=chosen.rules_hash,
            source=EntrySource.USER
            if actor.user
            else EntrySource.DEVICE
            if actor.device
            else EntrySource.IMPORT,
            user=actor.user,
            device=actor.device,
            side=chosen.side,
            played_at=chosen.played_at,
            recorded_at=timezone.now(),
            reason=reason,
        )
        entry.save()
        hand = loaded.own(hand)
        hand.current, hand.status = entry, HandStatus.SUBMITTED
        hand.save(update_fields=["current", "status"])
        journal.add(
            Verb.HAND_CHOSEN,
            f"match:{match.pk}/hand:{hand.number}",
            submission=str(submission),
            reason=reason,
        )
        agree(journal, hand, entry, "", actor)
        projection = project(match, load(match), journal, typed=hand.number)
        publish_later(journal, match.round.stage)
        if projection.unsettled:
            settle_later(journal, match)
    receipt = receipt_for(load(match), entry, rescored=projection.rescored)
    receipt.version = journal.version
    return receipt


def _derived(chosen: HandEntry, revision: int) -> UUID:
    """A submission id for a choice, the same for the same choice."""
    return UUID(hashlib.sha256(f"{chosen.submission}:{revision}".encode()).hexdigest()[:32])


def _check(case: _Case) -> None:
    """Every fault of what was typed; raises Invalid."""
    typed, loaded = case.typed, case.loaded
    if typed.number == SLIP:
        problems: Sequence[Problem] = check_slip(typed.payload, case.setup.sides)
        if any(hand.number != SLIP for hand in loaded.hands):
            problems = [*problems, Problem("slip_beside_hands", "/hand")]
    else:
        before = loaded.fold_before(typed.number)
        context = before.state.context(typed.board)
        problems = case.setup.game.check(typed.payload, case.setup.rules, context)
        problems = [each.below("/summary") for each in problems]
        if case.hand is None:
            problems = [*problems, *loaded.folding.refusal(before, typed.number)]
        if any(hand.number == SLIP for hand in loaded.hands):
            problems = [*problems, Problem("hands_beside_slip", "/hand")]
    if problems:
        raise Invalid("invalid_result", problems)


def _open_hand(case: _Case) -> Hand:
    board = None
    if case.typed.board is not None:
        board = Board.objects.filter(stage=case.match.round.stage, number=case.typed.board).first()
        if board is None:
            raise Invalid.of("unknown_board", "/board")
    return Hand.objects.create(match=case.match, number=case.typed.number, board=board)


def _append(case: _Case, hand: Hand, revision: int | None) -> HandEntry:
    typed, actor = case.typed, case.actor
    context: dict[str, Any] = {}
    if typed.number != SLIP:
        context = context_json(case.loaded.fold_before(typed.number).state.context(typed.board))
    filled = context.get("filled", {})
    payload = typed.payload
    if payload is not None:
        payload = {key: value for key, value in payload.items() if key not in filled}
    entry = HandEntry(
        hand=hand,
        revision=revision,
        submission=typed.submission,
        body_hash=typed.body_hash,
        kind=typed.kind,
        payload=None if typed.kind == EntryKind.VOID else payload,
        record=typed.record,
        context=context,
        rules_hash=case.setup.rules_hash,
        source=case.source,
        user=actor.user if case.source == EntrySource.USER else None,
        device=actor.device if case.source == EntrySource.DEVICE else None,
        ruling=case.ruling,
        side=case.side,
        played_at=typed.played_at,
        recorded_at=timezone.now(),
        reason=typed.reason,
    )
    entry.save()
    return entry


def _count(case: _Case, hand: Hand, entry: HandEntry) -> Receipt:
    """Make the entry the current one and score the match anew."""
    hand.current = entry
    hand.status = HandStatus.VOID if entry.payload is None else HandStatus.SUBMITTED
    if hand.status == HandStatus.SUBMITTED and needs_no_confirmation(case.match, case.source):
        hand.status = HandStatus.CONFIRMED
    hand.save(update_fields=["current", "status"])
    loaded = case.loaded.with_entry(hand, entry)
    projection = project(case.match, loaded, case.journal, typed=hand.number)
    if projection.unsettled:
        settle_later(case.journal, case.match)
    return receipt_for(loaded, entry, rescored=projection.rescored, result=projection.result, created=True)


def _both(case: _Case, hand: Hand, rival: HandEntry) -> dict[str, object]:
    current = hand.current
    return {"current": current and entry_json(current, hand), "yours": entry_json(rival, hand)}


def _name(case: _Case) -> str:
    return f"match:{case.match.pk}/hand:{case.typed.number}"


_STEPS: dict[str, Callable[[_Case], Receipt | DomainError]] = {EntryKind.ENTER: _enter, EntryKind.CORRECT: _correct, EntryKind.VOID: _correct}
