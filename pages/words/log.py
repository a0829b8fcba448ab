"""The log of an event as plain sentences: who did what to whom, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pages.infractions import done_in_words, infraction_in_words
from pages.words.event import SITTING_OUT, has_no_byes, outcome_in_words, stage_name, tie_break_in_words
from scoring.models import RulingEffect
from scoring.selectors.log import LogNames
from scoring.setup import event_setup
from tournaments.models import AuditEntry, Entrant, Event, Role, Verb
from tournaments.texts import STATE_WORDS, filled

SENTENCES: Mapping[str, Any] = {
    Verb.EVENT_CREATED: gettext_lazy("The event was made."),
    Verb.EVENT_CHANGED: gettext_lazy("The rules or the set-up of the event were changed."),
    Verb.EVENT_IMPORTED: gettext_lazy("The event was read from an archive."),
    Verb.EVENT_MOVED: gettext_lazy("The event went from “{before}” to “{after}”."),
    Verb.MEMBER_ADDED: gettext_lazy("{person} may help now: {role}."),
    Verb.MEMBER_REMOVED: gettext_lazy("{person} does not help any more: {role}."),
    Verb.INVITATION_MADE: gettext_lazy("An invitation was made: {role}."),
    Verb.INVITATION_REVOKED: gettext_lazy("An invitation was taken back: {role}."),
    Verb.INVITATION_USED: gettext_lazy("An invitation was used: {role}."),
    Verb.STAGE_CREATED: gettext_lazy("The stage “{stage}” was made."),
    Verb.STAGE_CLOSED: gettext_lazy("The stage “{stage}” has ended."),
    Verb.ENTRANT_ADDED: gettext_lazy("{entrant} was put on the list, from round {joined_round} on."),
    Verb.ENTRANT_CHANGED: gettext_lazy("{entrant} was changed."),
    Verb.ENTRANT_REMOVED: gettext_lazy("{entrant} was taken off the list."),
    Verb.ENTRANT_WITHDRAWN: gettext_lazy("{entrant} has left after round {left_after_round}."),
    Verb.ENTRANT_RETURNED: gettext_lazy("{entrant} has come back."),
    Verb.ENTRANTS_IMPORTED: gettext_lazy("Who plays was read from a file."),
    Verb.ABSENCE_PLANNED: gettext_lazy("{entrant} will not play round {round}: {kind}."),
    Verb.ABSENCE_TAKEN_BACK: gettext_lazy("{entrant} plays round {round} after all."),
    Verb.ROUND_DRAWN: gettext_lazy("{place} was drawn with the seed {seed}."),
    Verb.ROUND_DISCARDED: gettext_lazy("{place}: the draft was thrown away."),
    Verb.ROUND_EDITED: gettext_lazy("{place}: the draft was changed by hand. {change}"),
    Verb.ROUND_PUBLISHED: gettext_lazy("{place} was published."),
    Verb.ROUND_EXCHANGED: gettext_lazy("{place} was changed after it was posted. {change}"),
    Verb.ROUND_CLOSED: gettext_lazy("{place} was closed."),
    Verb.ROUND_REOPENED: gettext_lazy("{place} was opened again."),
    Verb.MATCH_DECIDED: gettext_lazy("{place}: the tie was decided by: {rule}."),
    Verb.CARD_DRAWN: gettext_lazy("{place}, seat {seat}: drew a card for the seats, {card}."),
    Verb.SEATS_DRAWN: gettext_lazy("{place}: who sits where and who deals first is settled."),
    Verb.DRAW_UNDONE: gettext_lazy("{place}: the draw for seats was taken back."),
    Verb.HAND_ENTERED: gettext_lazy("{place} was entered."),
    Verb.HAND_RIVAL: gettext_lazy("{place}: a different result came and was kept."),
    Verb.HAND_CORRECTED: gettext_lazy("{place} was corrected, revision {revision}."),
    Verb.HAND_VOIDED: gettext_lazy("{place} was declared void."),
    Verb.HAND_CHOSEN: gettext_lazy("{place}: one of the results was chosen."),
    Verb.HAND_CONFIRMED: gettext_lazy("{place} was confirmed."),
    Verb.HAND_RESCORED: gettext_lazy("{place}: later hands were scored anew: {hands}."),
    Verb.HAND_RELEASED: gettext_lazy("{place}: everybody may see its cards now."),
    Verb.HAND_WITHHELD: gettext_lazy("{place}: its cards are not shown any more."),
    Verb.RULING_MADE: gettext_lazy("Ruling {ruling}: {infraction}, {effect}."),
    Verb.RULING_CHANGED: gettext_lazy("Ruling {replaced} was cancelled."),
    Verb.DEVICE_CREATED: gettext_lazy("{device}: a code was made."),
    Verb.DEVICE_PAIRED: gettext_lazy("{device} was connected by its code."),
    Verb.DEVICE_REVOKED: gettext_lazy("{device} lost its access."),
    Verb.CALL_RAISED: gettext_lazy("{place} called the director."),
    Verb.CALL_TAKEN: gettext_lazy("{place}: somebody is on the way."),
    Verb.CALL_TAKEN_BACK: gettext_lazy("{place} took its call back."),
    Verb.CALL_ENDED: gettext_lazy("{place} has been helped."),
    Verb.CALL_REOPENED: gettext_lazy("{place} waits for help again."),
}
"""One sentence for each verb; what has none says its verb and its target."""

_BACK = gettext_lazy("{place} is again what it was before ruling {replaced}, revision {revision}.")
_RULED = gettext_lazy("{place} was changed by ruling {cited}, revision {revision}.")
_HANDS = (Verb.HAND_ENTERED, Verb.HAND_CORRECTED, Verb.HAND_VOIDED)
WITH: Mapping[tuple[str, str], Any] = {
    (Verb.ROUND_EXCHANGED, "as_played"): gettext_lazy("{place} is recorded as it was played. {change}"),
    (Verb.RULING_MADE, "hand"): gettext_lazy("Ruling {ruling} on {place}: {infraction}, {effect}."),
    **{(verb, "replaces"): _BACK for verb in _HANDS},
    **{(verb, "ruling"): _RULED for verb in _HANDS},
}
"""Sentences of verbs whose data have something that makes them another story, the first that fits."""

BEFORE: Mapping[tuple[str, str], str] = {
    (Verb.EVENT_CHANGED, "role_removed"): Verb.MEMBER_REMOVED,
    (Verb.ENTRANT_CHANGED, "removed"): Verb.ENTRANT_REMOVED,
    (Verb.ABSENCE_PLANNED, "cancelled"): Verb.ABSENCE_TAKEN_BACK,
}
"""Acts that older logs tell by the verb of another act and a mark in their data: what they are."""


def verb_of(entry: AuditEntry) -> str:
    """The verb of an entry, by the names of today."""
    marks = (BEFORE.get((entry.verb, key)) for key in entry.data)
    return next((verb for verb in marks if verb), entry.verb)


@dataclass(frozen=True, slots=True)
class LogWords:
    """An entry of the log as people read it."""

    number: int
    at: datetime
    who: str
    words: str
    reason: str


class Sentences:
    """Makes sentences of entries, with the names of one event."""

    def __init__(self, event: Event, names: LogNames) -> None:
        self.event, self.names = event, names

    def of(self, entry: AuditEntry) -> LogWords:
        """The entry in words."""
        verb = verb_of(entry)
        own = (template for (of, key), template in WITH.items() if of == verb and key in entry.data)
        template = next(own, SENTENCES.get(verb))
        words = f"{entry.get_verb_display()}: {entry.target}" if template is None else str(template)
        return LogWords(
            entry.number,
            entry.at,
            self.actor(entry.actor),
            filled(words, dict(self._places(entry))).strip(),
            str(entry.data.get("reason") or ""),
        )

    def actor(self, label: str) -> str:
        """Who acted: a person, a tablet, or the program itself."""
        own = {"system": _("Baza itself"), "anonymous": _("nobody who is known")}
        return self.names.actors.get(label) or own.get(label) or label

    def _places(self, entry: AuditEntry) -> Iterator[tuple[str, object]]:
        """What the places of a sentence are filled with."""
        data, target = entry.data, dict(_steps(entry.target))
        if "hand" in data:
            target |= dict(_steps(f"{data.get('match', '')}/hand:{data['hand']}"))
        yield from ((key, value) for key, value in data.items() if isinstance(value, int | str))
        yield "place", ", ".join(self._place(target))
        yield "entrant", self._entrant(target, data)
        yield "person", self.names.actors.get(entry.target, entry.target)
        yield "device", self.names.actors.get(entry.target) or data.get("label") or entry.target
        yield "stage", self._stage(target) or data.get("name", "")
        yield "ruling", target.get("ruling", 0) + 1
        yield "cited", int(data.get("ruling") or 0) + 1
        yield "replaced", int(data.get("replaces") or 0) + 1
        yield "change", " ".join(self._change(entry))
        yield from self._words(data)

    def _words(self, data: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
        """Codes of the log in words."""
        for key in ("before", "after"):
            yield key, str(STATE_WORDS.get(str(data.get(key)), data.get(key, "")))
        role = str(data.get("role") or data.get("role_removed") or "")
        yield "role", str(dict(Role.choices).get(role, role))
        yield "kind", outcome_in_words(str(data.get("kind", "")), self.event)
        yield "infraction", infraction_in_words(self.event, str(data.get("code", "")))
        yield "effect", self._effect(data)
        yield "rule", tie_break_in_words(str(data.get("decided_by", "")))
        yield "hands", ", ".join(map(str, data.get("hands") or ()))

    def _effect(self, data: Mapping[str, Any]) -> str:
        """What a ruling does: of one on a hand in the words of the game."""
        if "does" in data:
            return done_in_words(event_setup(self.event), str(data["does"]), data.get("points"))
        return str(dict(RulingEffect.choices).get(str(data.get("effect")), data.get("effect", "")))

    def _stage(self, target: Mapping[str, int]) -> str:
        """The stage in which something happened, "" where it is gone."""
        stage = self.names.stages.get(target.get("stage", 0))
        return "" if stage is None else stage_name(stage)

    def _place(self, target: Mapping[str, int]) -> Iterator[str]:
        """Where something happened: stage where there are several, round, table, hand."""
        if len(self.names.stages) > 1 and "stage" in target:
            yield self._stage(target)
        if "round" in target:
            yield _("Round %(number)s") % {"number": target["round"]}
        if "match" in target:
            at = (target.get("stage", 0), target.get("round", 0), target["match"])
            table = self.names.tables.get(at)
            yield _("table %(table)s") % {"table": table} if table else f"#{target['match']}"
        if "table" in target:
            yield _("Table %(table)s") % {"table": target["table"]}
        if "hand" in target:
            yield _("hand %(hand)s") % {"hand": target["hand"]} if target["hand"] else _("paper slip")

    def _entrant(self, target: Mapping[str, int], data: Mapping[str, Any]) -> str:
        numbers = [target["entrant"]] if "entrant" in target else list(data.get("numbers") or ())
        if len(numbers) > 1:
            return ", ".join(map(str, numbers))
        return ", ".join(self._numbered(each) for each in numbers)

    def _numbered(self, number: int) -> str:
        found = self.names.numbers.get(number)
        return f"{number} {found.name}" if found else str(number)

    def _change(self, entry: AuditEntry) -> Iterator[str]:
        """What was changed in a draft or in a posted round."""
        data = entry.data
        for table, old, new in data.get("tables") or ():
            yield _("Table %(table)s: %(new)s instead of %(old)s.") % {
                "table": table,
                "new": " – ".join(map(str, new)),
                "old": " – ".join(map(str, old)),
            }
        named = [self.names.numbers[each] for each in data.get("numbers") or () if each in self.names.numbers]
        if not named:
            return
        one, *others = named
        if data.get("kind") == "exchange" and others:
            yield _("%(one)s and %(other)s change places.") % {"one": one.name, "other": others[0].name}
        elif data.get("kind") == "sit_out":
            yield self._sits_out(one, str(data.get("bye", "")))
        elif data.get("kind") == "play":
            yield _("%(one)s plays after all.") % {"one": one.name}

    def _sits_out(self, one: Entrant, kind: str) -> str:
        """That somebody does not play, and what it counts as where that says more."""
        bye = outcome_in_words(kind, self.event)
        if kind in SITTING_OUT and has_no_byes(self.event):
            return f"{one.name}: {bye}."
        return _("%(one)s sits out: %(bye)s.") % {"one": one.name, "bye": bye}


def _steps(target: str) -> Iterator[tuple[str, int]]:
    """A target such as `stage:1/round:2/match:5/hand:3` by its parts."""
    for part in target.split("/"):
        name, sign, number = part.partition(":")
        if sign and number.isdecimal():
            yield name, int(number)
