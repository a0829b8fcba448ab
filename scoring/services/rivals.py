"""Two results of one hand: both are kept; one is chosen, by the director or by both sides agreeing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from scoring.models import Confirmation, EntryKind, EntrySource, Hand, HandEntry, HandStatus
from scoring.receipts import Receipt, entry_json, receipt_for
from scoring.services.agreement import agree
from scoring.services.case import Case
from scoring.services.loading import Loaded, load
from scoring.services.project import score_match
from scoring.services.publish import publish_later
from tournaments.access import Actor
from tournaments.errors import Conflict, DomainError, Invalid, NotFound
from tournaments.locks import lock
from tournaments.models import Match, MatchStatus, Verb
from tournaments.services.audit import Journal, act

Word = tuple[datetime, str, object]
"""When somebody said it, who, and what the hand was by their word."""


def second_result(case: Case, hand: Hand) -> Receipt | DomainError:
    """A further result of a hand that has one: agreement, or a rival (then the Conflict to raise)."""
    if hand.status == HandStatus.CONFLICT:
        return _another_word(case, hand)
    current = hand.current
    if current is not None and says_the_same(case, current):
        case.remember(current)
        if case.side and case.side != current.side:
            agreed = agree(case.journal, hand, current, case.side, case.actor)
            projection = score_match(case.journal, case.match, case.loaded) if agreed else None
            return receipt_for(case.loaded, current, projection, replayed=True)
        return receipt_for(case.loaded, current, replayed=True)
    return _keep(case, hand)


def says_the_same(case: Case, entry: HandEntry) -> bool:
    """Whether an entry has the values that were typed now."""
    number = case.typed.number
    return entry.payload is not None and case.loaded.canonical(number, entry.payload) == case.spoken


def _keep(case: Case, hand: Hand) -> Conflict:
    """Keep a rival; a confirmed hand goes on counting, any other counts nothing until one is chosen."""
    rival = case.append(hand, revision=None)
    case.journal.add(Verb.HAND_RIVAL, case.name, submission=str(rival.submission))
    if hand.status not in {HandStatus.CONFIRMED, HandStatus.CONFLICT}:
        hand.status = HandStatus.CONFLICT
        hand.save(update_fields=["status"])
        score_match(case.journal, case.match, case.loaded)
    return both(hand, rival)


def both(hand: Hand, rival: HandEntry) -> Conflict:
    """The Conflict that shows what stands and what differs from it."""
    current = hand.current
    data = {"current": current and entry_json(current, hand), "yours": entry_json(rival, hand)}
    return Conflict("rival", data=data)


def _another_word(case: Case, hand: Hand) -> Receipt | DomainError:
    """A result that comes while others contradict each other: it counts once nobody contradicts it."""
    meant = next((each for each in case.loaded.standing_entries(hand) if says_the_same(case, each)), None)
    if meant is None:
        return _keep(case, hand)
    if not _all_agree(case.loaded, hand, _speaker(case.actor, case.side), case.spoken):
        case.remember(meant)
        if case.side and case.side != meant.side:
            agree(case.journal, hand, meant, case.side, case.actor)
        return both(hand, meant)
    revision = case.loaded.next_revision(hand)
    entry = case.append(hand, revision, kind=EntryKind.CHOOSE, payload=meant.payload)
    Choice(case.journal, case.loaded, hand, case.actor, case.side).count(entry, meant)
    projection = score_match(case.journal, case.match, case.loaded, typed=hand.number)
    return receipt_for(case.loaded, entry, projection, created=True)


@dataclass(frozen=True, slots=True)
class Choice:
    """Somebody says which entry of a hand counts: a side, or the director (side "")."""

    journal: Journal
    loaded: Loaded
    hand: Hand
    actor: Actor
    side: str = ""
    reason: str = ""

    def count(self, entry: HandEntry, meant: HandEntry) -> None:
        """Let `entry`, which repeats what was meant, count; whoever chose it agrees to it."""
        hand = self.hand
        hand.current = entry
        hand.status = HandStatus.CONFIRMED if entry.payload is not None else HandStatus.VOID
        hand.save(update_fields=["current", "status"])
        name = f"{hand.match.address}/hand:{hand.number}"
        self.journal.add(Verb.HAND_CHOSEN, name, submission=str(meant.submission), reason=self.reason)
        agree(self.journal, hand, entry, self.side, self.actor)

    def take(self, meant: HandEntry) -> HandEntry:
        """Make an entry of the hand its next revision; the id of that follows from the choice."""
        revision = self.loaded.next_revision(self.hand)
        derived = hashlib.sha256(f"{meant.submission}:{revision}".encode()).hexdigest()
        user, device = self.actor.user, self.actor.device
        source = EntrySource.DEVICE if device else EntrySource.USER if user else EntrySource.IMPORT
        entry = HandEntry.objects.create(
            hand=self.hand,
            revision=revision,
            submission=UUID(derived[:32]),
            body_hash=meant.body_hash,
            kind=EntryKind.CHOOSE,
            payload=meant.payload,
            record=meant.record,
            context=meant.context,
            rules_hash=meant.rules_hash,
            source=source,
            user=user if source == EntrySource.USER else None,
            device=device,
            side=meant.side,
            played_at=meant.played_at,
            recorded_at=timezone.now(),
            reason=self.reason,
        )
        self.loaded.add(self.hand, entry)
        self.count(entry, meant)
        return entry


def settle_by_word(choice: Choice) -> HandEntry | None:
    """A side agrees to the current entry of a hand in conflict: what counts now, if nobody contradicts it."""
    current = choice.hand.current
    if current is None or not choice.side:
        raise Invalid.of("hand_in_conflict")
    spoken = choice.loaded.canonical(choice.hand.number, current.payload)
    if _all_agree(choice.loaded, choice.hand, choice.side, spoken):
        return choice.take(current)
    agree(choice.journal, choice.hand, current, choice.side, choice.actor)
    return None


def _all_agree(loaded: Loaded, hand: Hand, speaker: str, spoken: object) -> bool:
    """Whether two or more have spoken and each one's last word, this one included, is the same."""
    last = {who: said for _, who, said in sorted(_words(loaded, hand), key=lambda word: word[0])}
    last[speaker] = spoken
    return len(last) > 1 and all(said == spoken for said in last.values())


def _words(loaded: Loaded, hand: Hand) -> Iterator[Word]:
    """Who has said what about the hand since its current entry: by sending it or by agreeing to it."""
    standing = {entry.pk: entry for entry in loaded.standing_entries(hand)}
    said = {pk: loaded.canonical(hand.number, entry.payload) for pk, entry in standing.items()}
    for pk, entry in standing.items():
        yield entry.recorded_at, entry.side or _said_by(entry), said[pk]
    for each in Confirmation.objects.filter(entry__in=list(standing)):
        yield each.at, each.side or _said_by(each), said[each.entry_id]


def _speaker(actor: Actor, side: str) -> str:
    user, device = actor.user, actor.device
    return side or _source(user.pk if user else None, device.pk if device else None)


def _said_by(row: HandEntry | Confirmation) -> str:
    """Who said it; who is known from an archive is nobody who acts here."""
    return f"archive:{row.by}" if row.by else _source(row.user_id, row.device_id)


def _source(user: int | None, device: int | None) -> str:
    return f"device:{device}" if device is not None else f"user:{user}"


def choose_entry(actor: Actor, hand: Hand, submission: UUID, reason: str = "") -> Receipt:
    """Make one of the entries of a hand its next revision: the director decides.

    Choosing what counts already confirms it and changes nothing else. Raises NotFound for a submission that
    does not belong to the hand, Invalid for a match that was forfeited or declared void, and for a
    hand beside a slip or a slip beside hands.
    """
    match = hand.match
    with act(match.round.stage.event, actor) as journal:
        lock(match)
        loaded = load(match)
        hand = loaded.own(hand)
        require_playable(match)
        chosen = next((each for each in loaded.entries_of(hand) if each.submission == submission), None)
        if chosen is None:
            raise NotFound("no_such_entry")
        if chosen.payload is not None and loaded.excluded(hand.number):
            raise Invalid.of(loaded.excluded(hand.number))
        entry, current = chosen, hand.current
        stands = hand.status != HandStatus.CONFLICT and current is not None
        if stands and current is not None and current.payload == chosen.payload:
            entry, changed = current, agree(journal, hand, current, "", actor)
        else:
            entry, changed = Choice(journal, loaded, hand, actor, "", reason).take(chosen), True
        projection = None
        if changed:
            projection = score_match(journal, match, loaded, typed=hand.number)
            publish_later(journal, match.round.stage)
        receipt = receipt_for(loaded, entry, projection, replayed=not changed)
    receipt.version = journal.version
    return receipt


def require_playable(match: Match) -> None:
    """Raise Invalid for a match that takes no results."""
    if match.status == MatchStatus.VOID:
        raise Invalid.of("match_void")
    if match.status == MatchStatus.FORFEITED:
        raise Invalid.of("match_forfeited")
