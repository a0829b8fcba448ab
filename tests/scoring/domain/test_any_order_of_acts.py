"""Whatever is typed about one match in whatever order: what is stored equals what was entered, folded afresh."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from scoring.facts import stage_points
from scoring.intake import choose_entry
from scoring.models import Hand, HandEntry, HandScore, HandStatus, MatchResult, SideResult
from scoring.receipts import Receipt
from scoring.results import results_of
from scoring.services.loading import load
from scoring.services.outcome import facts_of, match_result
from tests.make import SWEEP_B, confirm, correct, counted, enter, evening, hand, void
from tournaments.access import Actor
from tournaments.errors import Conflict, Invalid, NotFound
from tournaments.models import AuditEntry, EventVersion
from tournaments.services.audit import entry_hash

RESULT = [each.name for each in MatchResult._meta.concrete_fields if each.name not in {"id", "match"}]
HANDS = st.integers(1, 4)
VALUES = st.sampled_from([counted(40), counted(50), counted(60), counted(60, calls={"2": "small"}), SWEEP_B])
WHO = st.sampled_from(["a", "b", "tab", "dora"])


class OneMatch(RuleBasedStateMachine):
    """A match of three hands, two phones, a tablet and the director."""

    @initialize()
    def sit_down(self) -> None:
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        made = evening(2, match={"hands": 3, "tie_break": ["last_hand", "higher_seed"]})
        made.next_round()
        self.match = made.match()
        self.event = made.event
        self.people = {"a": made.phone("A"), "b": made.phone("B"), "tab": made.tablet(), "dora": made.dora}
        self.sent: list[tuple[int, Any, Actor, UUID, dict[str, Any]]] = []

    def teardown(self) -> None:
        if hasattr(self, "atomic"):
            transaction.set_rollback(True)
            self.atomic.__exit__(None, None, None)

    def do(self, act: Any, *args: Any, **kwargs: Any) -> Receipt | None:
        """One act; what a person can mend is no fault, and stored nothing but a rival."""
        before = (HandEntry.objects.count(), EventVersion.objects.get(event=self.event).number)
        try:
            receipt: Receipt = act(*args, **kwargs)
        except (Conflict, Invalid, NotFound) as error:
            after = (HandEntry.objects.count(), EventVersion.objects.get(event=self.event).number)
            assert after == before or error.code == "rival"
            return None
        stored = MatchResult.objects.filter(match=self.match).first()
        if stored is not None:
            assert receipt.match["totals"] == stored.totals
            assert receipt.match["winner"] == (stored.winner or None)
            assert receipt.match["next_hand"] == stored.next_hand
        return receipt

    @rule(number=HANDS, value=VALUES, who=WHO)
    def enters(self, number: int, value: Any, who: str) -> None:
        submission = uuid4()
        self.sent.append((number, value, self.people[who], submission, {}))
        self.do(enter, self.match, number, value, self.people[who], submission=submission)

    @rule(data=st.data())
    def sends_again(self, data: st.DataObject) -> None:
        if not self.sent:
            return
        number, value, who, submission, more = data.draw(st.sampled_from(self.sent))
        known = HandEntry.objects.filter(submission=submission).exists()
        before = (HandEntry.objects.count(), AuditEntry.objects.count())
        receipt = self.do(enter, self.match, number, value, who, submission=submission, **more)
        if known:
            assert (HandEntry.objects.count(), AuditEntry.objects.count()) == before
            assert receipt is None or receipt.replayed

    @rule(number=HANDS, value=VALUES, who=WHO, right=st.booleans())
    def corrects(self, number: int, value: Any, who: str, right: bool) -> None:
        self.do(correct, self.match, number, value, self.people[who], seen=self.seen(number, right))

    @rule(number=HANDS, who=WHO, right=st.booleans())
    def voids(self, number: int, who: str, right: bool) -> None:
        self.do(void, self.match, number, self.people[who], seen=self.seen(number, right))

    @rule(number=HANDS, who=WHO, right=st.booleans())
    def confirms(self, number: int, who: str, right: bool) -> None:
        side = "A" if who == "tab" else ""
        self.do(confirm, self.match, number, self.people[who], self.seen(number, right) or 1, side=side)

    @rule(data=st.data())
    def chooses(self, data: st.DataObject) -> None:
        entries = list(HandEntry.objects.filter(hand__match=self.match).select_related("hand").order_by("pk"))
        if entries:
            entry = data.draw(st.sampled_from(entries))
            chosen = hand(self.match, entry.hand.number)
            self.do(choose_entry, self.people["dora"], chosen, entry.submission)
            assert hand(self.match, entry.hand.number).status != HandStatus.CONFLICT

    def seen(self, number: int, right: bool) -> int | None:
        current = HandEntry.objects.filter(
            hand__match=self.match, hand__number=number, revision__isnull=False
        )
        newest = current.order_by("-revision").values_list("revision", flat=True).first()
        return newest if right or newest is None else newest + 1

    @invariant()
    def the_projection_is_what_was_entered(self) -> None:
        if not hasattr(self, "match"):
            return
        loaded = load(self.match)
        fold = loaded.fold()
        fresh = match_result(loaded, fold, settle=True)
        stored = MatchResult.objects.filter(match=self.match).first()
        assert (stored is None) == loaded.is_untouched
        if stored is not None:
            assert [getattr(stored, name) for name in RESULT] == [getattr(fresh, name) for name in RESULT]
        scores = HandScore.objects.filter(hand__match=self.match).select_related("hand")
        assert {each.hand.number: (each.state, each.points) for each in scores} == {
            each.number: (each.state, dict(each.score.sides)) for each in fold.hands if each.score
        }
        points = stage_points(self.match.round.stage)
        own = results_of([facts_of(loaded, fold, fresh)], points) if fresh.finished else ()
        rows = SideResult.objects.filter(match=self.match)
        assert [(each.match_points, each.game_points, each.verdict, each.counts) for each in rows] == [
            (each.match_points, each.game_points, each.verdict, fresh.complete) for each in own
        ]

    @invariant()
    def no_hand_has_two_current_entries(self) -> None:
        if not hasattr(self, "match"):
            return
        for each in Hand.objects.filter(match=self.match).select_related("current"):
            revisions = [entry.revision for entry in each.entries.all() if entry.revision is not None]
            assert revisions == list(range(1, len(revisions) + 1))
            assert each.current is not None
            assert each.current.revision == len(revisions)
            assert (each.current.payload is None) == (
                each.status == HandStatus.VOID
            ) or each.status == "conflict"

    @invariant()
    def the_log_is_one_chain(self) -> None:
        if not hasattr(self, "event"):
            return
        head, number = "", 0
        for number, entry in enumerate(
            AuditEntry.objects.filter(event=self.event).order_by("number"), start=1
        ):
            assert (entry.number, entry.hash) == (number, entry_hash(entry, head))
            head = entry.hash
        version = EventVersion.objects.get(event=self.event)
        assert (version.log_count, version.log_head) == (number, head)


@pytest.mark.django_db
def test_any_order_of_acts_leaves_what_was_entered() -> None:
    run_state_machine_as_test(
        OneMatch,
        settings=settings(
            max_examples=15,
            stateful_step_count=12,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
