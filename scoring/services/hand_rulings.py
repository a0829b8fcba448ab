"""Rulings on a hand, by the catalogue of its game: noted, or done to the hand, the match or the entrant.

What a ruling does to a hand is done by the game's own rule and becomes a revision on the one path of a
result, so that points always come from lines and later hands are scored anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import uuid4

from engine.core.game import Game, HandContext
from engine.core.infractions import Consequence, Infraction, Reach
from engine.core.options import options_of
from engine.core.problems import Problem, pointer, shown
from scoring.intake import Submission, submit
from scoring.models import EntryKind, Hand, HandStatus, Ruling, RulingEffect
from scoring.receipts import Receipt, entry_json
from scoring.services.confirm import confirm_hand
from scoring.services.lifting import source_of, told_to
from scoring.services.loading import SLIP, Loaded, load
from scoring.services.presence import leave
from scoring.services.project import score_match
from scoring.services.publish import publish_later
from scoring.services.ruling_rows import NewRuling, lock_place, said, store
from scoring.services.rulings import forfeit_match
from scoring.setup import Setup, stage_setup
from scoring.submissions import HIGHEST_HAND, faults_of_object
from tournaments.access import Actor
from tournaments.errors import Conflict, Invalid
from tournaments.models import Entrant, Match, RoundStatus, Verb
from tournaments.services.audit import Journal, act

WARNING = "warning"


@dataclass(frozen=True, slots=True, kw_only=True)
class OnHand:
    """What a director rules about a hand.

    `side` is the one that offended ("" where the offence is nobody's), `effect` one that departs from the
    usual one, `details` what the game lets a ruling say besides. `summary` is what is known of a hand that
    nobody has entered, `seen_revision` the revision that was seen of one that has a result.
    """

    number: int
    code: str
    reason: str
    side: str = ""
    effect: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)
    summary: Mapping[str, Any] | None = None
    seen_revision: int | None = None
    article: str = ""
    public_note: str = ""


@dataclass(frozen=True, slots=True)
class Follows:
    """What follows from an offence: the effect, whether that is due to a repetition, how far it goes."""

    consequence: Consequence
    repeated: bool
    reach: Reach


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling that was made, what follows from it, and the receipt of the revision that it led to."""

    ruling: Ruling
    follows: Follows
    receipt: Receipt | None = None


def rule_on_hand(actor: Actor, match: Match, new: OnHand) -> Ruled:
    """Make a ruling on a hand of a match and do what follows from it.

    Raises Invalid with every fault of what was said, Conflict `outdated` where the hand is not what was seen,
    and what the path of a result raises for a hand that cannot be like this.
    """
    _require_sound(match, new)
    if _may_expel(match, new):  # the event's own locks come before that of a match
        asked = _Asked.of(match, load(match), new)
        if asked.follows.reach is Reach.EVENT:
            return _expel(actor, asked)
    with act(match.round.stage.event, actor) as journal:
        lock_place(match.round, match)
        asked = _Asked.of(match, load(match), new)
        made = _STEPS[asked.follows.reach](actor, journal, asked)
        publish_later(journal, match.round.stage)
    return made


def _may_expel(match: Match, new: OnHand) -> bool:
    """Whether what follows from the offence, once or again, may be the end of the event for the side."""
    setup = stage_setup(match.round.stage)
    infraction = _known(setup.game, new.code)
    usual = {infraction.consequence(repeated=again, rules=setup.rules).effect for again in (False, True)}
    return any(setup.game.effects[each] is Reach.EVENT for each in ({new.effect} if new.effect else usual))


def follows_from(game: Game, rules: Any, new: OnHand, earlier: int, context: HandContext) -> Follows:
    """What follows from an offence of the catalogue, after so many earlier ones of the side in the match."""
    infraction = _known(game, new.code)
    repeated = game.is_repeated(new.code, earlier, context)
    usual = infraction.consequence(repeated=repeated, rules=rules)
    own = new.effect and new.effect != usual.effect
    consequence = Consequence(new.effect) if own else usual
    reach = game.effects[consequence.effect]
    if reach is Reach.SUMMARY and new.details.get("points") is not None:
        consequence = replace(consequence, points=new.details["points"])
    is_again = repeated and usual != infraction.consequence(rules=rules)
    return Follows(consequence, is_again, reach)


def _known(game: Game, code: str) -> Infraction:
    infraction = game.infraction(code)
    if infraction is None:
        raise Invalid("unknown_infraction", [Problem("unknown_infraction", "/code", {"code": shown(code)})])
    return infraction


def _require_sound(match: Match, new: OnHand) -> None:
    """Raise Invalid with all that is wrong with what was said, whatever the hand is."""
    problems = list(_faults(match, new))
    if problems:
        raise Invalid(problems[0].code, problems)


def _faults(match: Match, new: OnHand) -> Iterator[Problem]:
    setup = stage_setup(match.round.stage)
    if match.round.status == RoundStatus.DRAFT:
        yield Problem("round_not_published")
    if len({each.side for each in match.participations.all()}) < len(setup.sides):
        yield Problem("match_is_a_bye")
    if not SLIP < new.number <= HIGHEST_HAND:
        yield Problem("bad_number", "/hand")
    yield from _faults_of_offence(setup, new)
    known = options_of(setup.game.Details) if setup.game.Details is not None else {}
    for name in new.details:
        if name not in known:
            yield Problem("unknown_field", pointer("details", name), {"field": shown(name)})
    yield from faults_of_object(new.details, "/details")
    yield from faults_of_object(new.summary or {}, "/summary")
    if not new.reason.strip():
        yield Problem("reason_needed", "/reason")


def _faults_of_offence(setup: Setup, new: OnHand) -> Iterator[Problem]:
    """What happened, whose it was and what follows must be something that the game knows under its rules."""
    infraction = setup.game.infraction(new.code)
    if not new.code:
        yield Problem("missing_value", "/code")
    elif infraction is None or not infraction.exists(setup.rules):
        yield Problem("unknown_infraction", "/code", {"code": shown(new.code)})
    if new.effect and new.effect not in setup.game.effects:
        yield Problem("unknown_effect", "/effect", {"effect": shown(new.effect)})
    if new.side and new.side not in setup.sides:
        yield Problem("unknown_side", "/side")
    if not new.side and infraction is not None and not infraction.nobodys:
        yield Problem("offending_side_needed", "/side")


@dataclass(frozen=True, slots=True)
class _Asked:
    """A ruling that is asked for, beside the match and its hand as they stand."""

    match: Match
    loaded: Loaded
    new: OnHand
    hand: Hand | None
    context: HandContext
    follows: Follows

    @classmethod
    def of(cls, match: Match, loaded: Loaded, new: OnHand) -> _Asked:
        folding = loaded.folding
        context = loaded.fold_before(new.number).state.context()
        earlier = sum(_is_like(loaded, each, new) for each in loaded.rulings)
        follows = follows_from(folding.game, folding.rules, new, earlier, context)
        _require_used(folding.game, follows, new)
        return cls(match, loaded, new, loaded.hand(new.number), context, follows)

    @property
    def game(self) -> Game:
        return self.loaded.folding.game

    @property
    def offender(self) -> Entrant | None:
        """The first entrant on the side that offended."""
        rows = self.match.participations.select_related("entrant").filter(side=self.new.side)
        first = rows.order_by("slot").first()
        return first.entrant if first is not None else None

    @property
    def value(self) -> dict[str, Any]:
        """What the ruling keeps: whom it hits, what follows, and how it changes the hand."""
        consequence = self.follows.consequence
        told = {
            **self.new.details,
            "side": self.new.side,
            "effect": consequence.effect,
            "points": consequence.points,
            "repeated": self.follows.repeated,
        }
        return {name: each for name, each in told.items() if each not in (None, "", False)}

    def row(self, effect: str) -> NewRuling:
        """The ruling to be stored."""
        new = self.new
        return NewRuling(
            round=self.match.round,
            match=self.match,
            hand=new.number,
            entrant=self.offender,
            code=new.code,
            effect=effect,
            reason=new.reason,
            article=new.article,
            public_note=new.public_note,
            value=self.value,
        )

    def require_seen(self) -> None:
        """Raise Conflict where the hand is not what was seen, Invalid while there are two results of it."""
        current = self.hand.current if self.hand is not None else None
        if self.hand is not None and self.hand.status == HandStatus.CONFLICT:
            raise Invalid.of("hand_in_conflict", "/hand")
        if (current.revision if current is not None else None) != self.new.seen_revision:
            shown_entry = entry_json(current, self.hand) if current and self.hand else None
            raise Conflict("outdated", data={"current": shown_entry})

    def summary(self) -> Mapping[str, Any]:
        """The hand as the ruling leaves it; raises Invalid with what is wrong with the hand or the ruling."""
        current = self.hand.current if self.hand is not None else None
        payload = current.payload if current is not None else None
        if payload is not None and self.new.summary:
            raise Invalid.of("hand_has_result", "/summary")
        known = {**(payload if payload is not None else self.new.summary or {}), **self.context.filled}
        rules = self.loaded.folding.rules
        if self.follows.consequence.effect not in self.game.decides:
            faults = self.game.check(known, rules, self.context)
            if faults:
                raise Invalid("invalid_result", [each.below("/summary") for each in faults])
        told = {"code": self.new.code, "side": self.new.side or None}
        told |= told_to(self.game, rules, self.new.code, self.value)
        found = self.game.rule(known, told, rules)
        if isinstance(found, tuple):
            raise Invalid(found[0].code, [self._placed(each) for each in found])
        return {name: each for name, each in found.items() if name not in self.context.filled}

    def _placed(self, problem: Problem) -> Problem:
        """A fault of the ruling at the place where it was said."""
        details = options_of(self.game.Details) if self.game.Details is not None else {}
        return problem.below("/details") if problem.path.strip("/") in details else problem


def _is_like(loaded: Loaded, ruling: Ruling, new: OnHand) -> bool:
    """Whether a ruling in force is about the same offence of the same side."""
    if ruling.code != new.code:
        return False
    side = ruling.value.get("side") or next(
        (each.side for each in loaded.participations if each.entrant_id == ruling.entrant_id), ""
    )
    return bool(side == new.side)


def _require_used(game: Game, follows: Follows, new: OnHand) -> None:
    """Raise Invalid for details that would be lost, since what follows from the offence does not use them."""
    used = game.details_of.get(follows.consequence.effect, ())
    idle = [name for name, said in new.details.items() if said is not None and name not in used]
    found = [Problem("detail_not_used", pointer("details", each)) for each in idle]
    if found:
        raise Invalid(found[0].code, found)


def _require_near(asked: _Asked) -> None:
    """Raise Invalid for a hand that nobody has come to: only the one being played may have no result."""
    last = max((each.number for each in asked.loaded.hands), default=0)
    if asked.new.number > last + 1:
        raise Invalid.of("no_such_hand", "/hand")


def _note(actor: Actor, journal: Journal, asked: _Asked) -> Ruled:
    """A warning, or only a note: a row that names the hand."""
    _require_near(asked)
    is_warning = asked.follows.consequence.effect == WARNING
    return Ruled(_stored(actor, journal, asked, "warning" if is_warning else "none"), asked.follows)


def _stored(actor: Actor, journal: Journal, asked: _Asked, effect: str) -> Ruling:
    row = asked.row(effect)
    ruling = store(actor, row, row.value)
    journal.add(Verb.RULING_MADE, f"ruling:{ruling.position}", **said(row))
    return ruling


def _change(actor: Actor, journal: Journal, asked: _Asked) -> Ruled:
    """The result of the hand as the game's rule leaves it, as its next revision."""
    asked.require_seen()
    return _revised(actor, journal, asked, asked.summary())


def _void(actor: Actor, journal: Journal, asked: _Asked) -> Ruled:
    """The hand does not count; it keeps its number."""
    asked.require_seen()
    return _revised(actor, journal, asked, None)


def _revised(actor: Actor, journal: Journal, asked: _Asked, payload: Mapping[str, Any] | None) -> Ruled:
    """Store the ruling and the revision that cites it.

    A hand keeps the agreement that it had; where nothing of the play counts any more there is nothing to
    agree to.
    """
    hand, new = asked.hand, asked.new
    current = hand.current if hand is not None else None
    was_agreed = hand is not None and hand.status == HandStatus.CONFIRMED
    ruling = _stored(actor, journal, asked, RulingEffect.HAND)
    kind = EntryKind.VOID if payload is None else EntryKind.ENTER if hand is None else EntryKind.CORRECT
    typed = Submission(
        uuid4(),
        new.number,
        kind,
        payload,
        seen_revision=new.seen_revision,
        board=current.context.get("board") if current is not None else None,
        reason=new.reason[:500],
    )
    receipt = submit(asked.match, typed, actor, source_of(actor), ruling)
    is_agreed = was_agreed or asked.follows.consequence.effect in asked.game.decides
    if is_agreed and receipt.status == HandStatus.SUBMITTED:
        agreed = confirm_hand(actor, asked.match, new.number, receipt.revision or 0)
        receipt = replace(agreed, rescored=receipt.rescored)
    return Ruled(ruling, asked.follows, receipt)


def _between(actor: Actor, journal: Journal, asked: _Asked) -> Ruled:
    """An entry of the match behind the hand: the ruling itself is the entry, and the match is scored anew."""
    loaded, new = asked.loaded, asked.new
    if loaded.hand(new.number) is None:
        raise Invalid.of("no_such_hand", "/hand")
    entry = asked.game.between({"code": new.code, **asked.value}, loaded.folding.rules)
    state = loaded.fold_before(new.number + 1).state
    found = asked.game.add(state, entry)
    if isinstance(found, tuple):
        raise Invalid(found[0].code, found)
    ruling = _stored(actor, journal, asked, RulingEffect.HAND)
    score_match(journal, asked.match, load(asked.match))
    return Ruled(ruling, asked.follows)


def _forfeit(actor: Actor, journal: Journal, asked: _Asked) -> Ruled:
    """The match is lost; the ruling names the hand in which it happened."""
    _require_near(asked)
    rows = asked.match.participations.select_related("entrant").filter(side=asked.new.side)
    ruling = forfeit_match(
        actor,
        asked.match,
        [each.entrant for each in rows],
        reason=asked.new.reason,
        code=asked.new.code,
        hand=asked.new.number,
        article=asked.new.article,
        public_note=asked.new.public_note,
        value=asked.value,
    )
    return Ruled(ruling, asked.follows)


def _expel(actor: Actor, asked: _Asked) -> Ruled:
    """Everybody of the side leaves the event now, and the matches that they are playing are forfeited."""
    match, new = asked.match, asked.new
    _require_near(asked)
    with act(match.round.stage.event, actor) as journal:
        for each in match.participations.select_related("entrant__event").filter(side=new.side):
            leave(actor, each.entrant, reason=new.reason, now=True)
        ruling = _stored(actor, journal, asked, RulingEffect.EXPULSION)
        publish_later(journal, match.round.stage)
    return Ruled(ruling, asked.follows)


def _changed_meanwhile(actor: Actor, journal: Journal, asked: _Asked) -> Ruled:
    """Another ruling, made at the same moment, has made this one of a repeated offence."""
    raise Conflict("already_there")


_STEPS = {
    Reach.NOTE: _note,
    Reach.SUMMARY: _change,
    Reach.VOID: _void,
    Reach.BETWEEN: _between,
    Reach.MATCH: _forfeit,
    Reach.EVENT: _changed_meanwhile,
}
