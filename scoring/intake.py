"""The one path of a result: tablet, desk, import, command and demo all end here.

In order: the match is locked; a submission that is known already gets its first answer again; nobody has
moved to another seat since it was typed; round and match must be open; the engine checks the hand in its
place in the match; the entry is appended; the whole match is folded anew; the log and the event's version
close the transaction. What is stored once is never changed: a correction is a further revision, a different
result of the other side is kept as a rival.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from scoring.metrics import counting_results
from scoring.models import EntryKind, EntrySource, Hand, HandEntry, HandStatus, Repetition, Ruling
from scoring.receipts import Receipt, entry_json, receipt_for
from scoring.services.agreement import is_of_desk, needs_no_confirmation
from scoring.services.case import Case
from scoring.services.loading import load
from scoring.services.project import score_match
from scoring.services.publish import publish_later
from scoring.services.rivals import both, choose_entry, require_playable, says_the_same, second_result
from scoring.submissions import Submission, parse_submission
from tournaments.access import Actor, Permission, require
from tournaments.compiled import update
from tournaments.errors import Conflict, DomainError, Invalid, NotFound
from tournaments.locks import lock
from tournaments.models import Match, RoundStatus, Verb
from tournaments.services.audit import act
from tournaments.settings import event_settings

__all__ = ["Submission", "choose_entry", "parse_submission", "record_hand", "submit", "submit_first"]


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


@counting_results
def submit(
    match: Match, typed: Submission, actor: Actor, source: str, ruling: Ruling | None = None
) -> Receipt:
    """The same for a submission that was read by `parse_submission`.

    Raises also Conflict `seats_changed`, nothing stored, for values that were typed about other seats.
    """
    with act(match.round.stage.event, actor) as journal:
        lock(match)
        case = Case(match, typed, actor, source, journal, load(match, typed.submission), ruling)
        before = len(journal.entries)
        outcome = _known(case) or _moved(case) or _STEPS[typed.kind](case)
        changed = len(journal.entries) > before
        if changed:
            publish_later(journal, match.round.stage)
    if isinstance(outcome, DomainError):  # raised behind the transaction: a rival is stored all the same
        raise outcome
    outcome.version = journal.version if changed else 0
    return outcome


def submit_first(match: Match, queue: Sequence[Submission], actor: Actor, source: str) -> None:
    """The same for the first words about several hands of a match, which is scored once, behind them all.

    The submissions are new ones of kind `enter`. Raises Invalid with every fault of the first that has any.
    """
    with act(match.round.stage.event, actor) as journal:
        lock(match)
        loaded = load(match)
        for typed in queue:
            case = Case(match, typed, actor, source, journal, loaded)
            _require_open(case)
            case.check()
            hand = case.open_hand()
            _make_current(case, hand, case.append(hand, revision=1))
            journal.add(Verb.HAND_ENTERED, case.name, revision=1)
        score_match(journal, match, loaded)
        publish_later(journal, match.round.stage)


def _known(case: Case) -> Receipt | DomainError | None:
    """The answer to a submission that came before, None for a new one.

    Raises Invalid when the same id now says something else.
    """
    entry = case.loaded.known
    if entry is None:
        return None
    body_hash = entry.body_hash
    if entry.submission != case.typed.submission:
        body_hash = Repetition.objects.get(submission=case.typed.submission).body_hash
    place = (entry.hand.match_id, entry.hand.number)
    if place != (case.match.pk, case.typed.number) or body_hash != case.typed.body_hash:
        raise Invalid.of("submission_reused", "/submission")
    hand = case.loaded.own(entry.hand)
    if entry.revision is None and (hand.current is None or hand.current.payload != entry.payload):
        return both(hand, entry)
    return receipt_for(case.loaded, entry, replayed=True)


def _moved(case: Case) -> Conflict | None:
    """What to raise where somebody sits in another seat of the match than whoever typed the values has seen.

    Sides and seats of the values would mean other people. Who was replaced by a substitute has not moved.
    """
    seen = case.typed.seen_seats
    if not seen or case.typed.kind == EntryKind.VOID:
        return None
    now = dict(case.match.seats.values_list("player_id", "position"))
    moved = [seat for seat, player in seen.items() if now.get(player) not in (seat, None)]
    return Conflict("seats_changed", data={"seats": sorted(moved)}) if moved else None


def _require_open(case: Case) -> None:
    """Round and match take results; an older round takes corrections of the director alone."""
    require_playable(case.match)
    if len({each.side for each in case.loaded.participations}) < len(case.setup.sides):
        raise Invalid.of("match_is_a_bye")
    status = case.match.round.status
    if case.source == EntrySource.IMPORT or status in {RoundStatus.PUBLISHED, RoundStatus.PLAYING}:
        return
    if status == RoundStatus.DRAFT:
        raise Invalid.of("round_not_published")
    if case.actor.device is not None or case.hand is None:
        raise Invalid.of("round_closed")
    require(case.actor, case.match.round.stage.event, Permission.RESULTS_RULE)


def _enter(case: Case) -> Receipt | DomainError:
    hand, closed = case.hand, case.match.round.status == RoundStatus.CLOSED
    if closed and hand is not None and hand.current is not None and _is_readable(case):
        if says_the_same(case, hand.current):  # the queue of a tablet that was away: all is well
            return receipt_for(case.loaded, hand.current, replayed=True)
        raise Invalid.of("round_closed")
    _require_open(case)
    case.check()
    return second_result(case, hand) if hand is not None else _first(case, Verb.HAND_ENTERED)


def _is_readable(case: Case) -> bool:
    """Whether the result can be compared at all; raises Invalid with its faults otherwise."""
    require_playable(case.match)
    case.check()
    return True


def _first(case: Case, verb: Verb) -> Receipt:
    """The first word about a hand."""
    hand = case.open_hand()
    entry = case.append(hand, revision=1)
    case.journal.add(verb, case.name, revision=1, **_cited(case))
    return _count(case, hand, entry)


def _correct(case: Case) -> Receipt | DomainError:
    _require_open(case)
    hand = _seen_hand(case)
    if isinstance(hand, DomainError):
        return hand
    case.check()
    current = hand.current
    if current is not None and case.ruling is None and _changes_nothing(case, hand, current):
        case.remember(current)
        return receipt_for(case.loaded, current, replayed=True)
    return _revise(case, hand, Verb.HAND_CORRECTED)


def _changes_nothing(case: Case, hand: Hand, current: HandEntry) -> bool:
    """Whether the correction only repeats what stands."""
    return hand.status != HandStatus.CONFLICT and case.typed.record is None and says_the_same(case, current)


def _void(case: Case) -> Receipt | DomainError:
    """A hand that does not count: one that was entered, or a deal that was void from the start."""
    _require_open(case)
    if case.hand is None and case.typed.seen_revision is None:
        case.check()
        return _first(case, Verb.HAND_VOIDED)
    hand = _seen_hand(case)
    if isinstance(hand, DomainError):
        return hand
    if hand.status == HandStatus.VOID and hand.current is not None and case.ruling is None:
        case.remember(hand.current)
        return receipt_for(case.loaded, hand.current, replayed=True)
    return _revise(case, hand, Verb.HAND_VOIDED)


def _seen_hand(case: Case) -> Hand | DomainError:
    """The hand to be corrected, if the current revision is the one that was seen."""
    hand, typed = case.hand, case.typed
    if hand is None:
        raise NotFound("no_such_hand")
    if typed.seen_revision is None:
        raise Invalid.of("seen_revision_needed", "/seen_revision")
    current = hand.current
    if current is None or current.revision != typed.seen_revision:
        return Conflict("outdated", data={"current": current and entry_json(current, hand)})
    _require_table_may(case, hand)
    return hand


def _require_table_may(case: Case, hand: Hand) -> None:
    """What a table may correct by itself is a setting of the event (tournament.md section 10).

    A conflict is ended by both sides agreeing or by the director, never by one correction; and what the
    desk has typed, chosen or confirmed no table overturns.
    """
    if case.actor.device is None:
        return
    if hand.status == HandStatus.CONFLICT:
        raise Invalid.of("hand_in_conflict")
    if hand.current is not None and is_of_desk(hand, hand.current):
        raise Invalid.of("correction_needs_director")
    allowed = event_settings(case.match.round.stage.event.settings).table_corrections
    last = max((each.number for each in case.loaded.hands), default=0)
    if allowed == "none" or (allowed == "last_hand" and hand.number != last):
        raise Invalid.of("correction_needs_director")


def _revise(case: Case, hand: Hand, verb: Verb) -> Receipt:
    entry = case.append(hand, revision=case.loaded.next_revision(hand))
    said = {"revision": entry.revision, "reason": case.typed.reason}
    case.journal.add(verb, case.name, **said, **_cited(case))
    return _count(case, hand, entry)


def _cited(case: Case) -> dict[str, object]:
    """The ruling by which an entry is made, as the log keeps it."""
    if case.ruling is None:
        return {}
    replaced = case.ruling.replaces
    cited: dict[str, object] = {"ruling": case.ruling.position}
    return cited if replaced is None else {**cited, "replaces": replaced.position}


def _count(case: Case, hand: Hand, entry: HandEntry) -> Receipt:
    """Make the entry the current one and score the match anew."""
    _make_current(case, hand, entry)
    projection = score_match(case.journal, case.match, case.loaded, typed=hand.number)
    return receipt_for(case.loaded, entry, projection, created=True)


def _make_current(case: Case, hand: Hand, entry: HandEntry) -> None:
    """Let the entry be what the hand is."""
    hand.current = entry
    hand.status = HandStatus.VOID if entry.payload is None else HandStatus.SUBMITTED
    if hand.status == HandStatus.SUBMITTED and needs_no_confirmation(case.match, case.source):
        hand.status = HandStatus.CONFIRMED
    update(hand, "current", "status")


_STEPS: dict[str, Callable[[Case], Receipt | DomainError]] = {
    EntryKind.ENTER: _enter,
    EntryKind.CORRECT: _correct,
    EntryKind.VOID: _void,
}
