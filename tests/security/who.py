"""Who may do what, as a table to be read: written out here once more, so that a slip in the code shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

MAY = """
                 viewer scorer assistant director owner | tablet phone hall
event.view       yes    yes    yes       yes      yes   | yes    yes   yes
drafts.view      yes    -      yes       yes      yes   | -      -     -
seats.set        -      -      yes       yes      yes   | -      -     -
results.enter    -      yes    yes       yes      yes   | yes    yes   -
results.confirm  -      yes    yes       yes      yes   | yes    yes   -
results.correct  -      -      yes       yes      yes   | yes    -     -
results.rule     -      -      -         yes      yes   | -      -     -
calls.raise      -      -      -         yes      yes   | yes    yes   -
calls.take       -      -      yes       yes      yes   | -      -     -
phones.add       -      -      -         yes      yes   | yes    -     -
entrants.edit    -      -      yes       yes      yes   | -      -     -
devices.edit     -      -      yes       yes      yes   | -      -     -
rounds.draw      -      -      -         yes      yes   | -      -     -
rounds.publish   -      -      -         yes      yes   | -      -     -
rounds.close     -      -      -         yes      yes   | -      -     -
event.edit       -      -      -         yes      yes   | -      -     -
audit.view       -      -      -         yes      yes   | -      -     -
members.edit     -      -      -         -        yes   | -      -     -
"""
"""By role, and by device: at its own table, and the phone for its own match."""

PEOPLE = ("otto", "viewer", "scorer", "assistant", "director", "owner", "root")
"""Otto directs at another club; root is the superuser."""
DEVICES = ("tablet", "other_tablet", "phone", "hall", "foreign_tablet", "revoked")
"""The tablet and the phone of table 1, the tablet of table 2, a screen, one of Otto's club, one taken back."""
EVERYBODY = frozenset(("anonymous", *PEOPLE, *DEVICES))
OF_THE_EVENT = EVERYBODY - {"anonymous", "otto", "foreign_tablet", "revoked"}

IN, LOGIN, UNKNOWN, REFUSED, HIDDEN = "in", "to the login", "401", "403", "404"


def holders() -> dict[str, frozenset[str]]:
    """Who holds each permission; the superuser holds all, the tablet of another table none but to look."""
    head, *lines = (line.replace("|", " ").split() for line in MAY.strip().splitlines())
    held = {
        name: frozenset(who for who, mark in zip(head, marks, strict=True) if mark == "yes") | {"root"}
        for name, *marks in lines
    }
    return held | {"event.view": held["event.view"] | {"other_tablet"}}


HOLDERS = holders()
OFFICIALS = HOLDERS["results.enter"] | HOLDERS["drafts.view"]


@dataclass(frozen=True)
class Rule:
    """Who is let in somewhere, and what the others are answered.

    `public`: whoever may know of the event is let in. `knows`: only these are told that there is something.
    `besides`: who is answered in a way of their own.
    """

    may: frozenset[str]
    others: str = REFUSED
    anonymous: str = UNKNOWN
    knows: frozenset[str] = EVERYBODY
    of_event: bool = True
    public: bool = False
    besides: Mapping[str, str] = field(default_factory=dict)

    def expects(self, who: str, *, hidden: bool = False) -> str:
        """The answer to somebody; where the event is a draft, `hidden`, it is for its people alone."""
        if who in self.besides:
            return self.besides[who]
        if who == "anonymous" and self.anonymous == LOGIN:
            return LOGIN
        if self.of_event and hidden and who not in OF_THE_EVENT:
            return HIDDEN
        if who in self.may or self.public:
            return IN
        if who not in self.knows:
            return HIDDEN
        return self.anonymous if who == "anonymous" else self.others


def needs(*permissions: str) -> Rule:
    """Something of the event that takes all of these permissions."""
    may = frozenset.intersection(*(HOLDERS[each] for each in permissions))
    return Rule(may, public=permissions == ("event.view",))


LOOK = needs("event.view")
OPEN = Rule(EVERYBODY, of_event=False)


def of_a_draft(permission: str) -> Rule:
    """Something of a draft round: who may not see drafts is not told that there is one."""
    return Rule(HOLDERS[permission] & HOLDERS["drafts.view"], knows=HOLDERS["drafts.view"])


def of_a_call(permission: str) -> Rule:
    """Something of a call for help: known to its table and to those who answer calls."""
    knows = HOLDERS["calls.take"] | HOLDERS["calls.raise"]
    return Rule(HOLDERS[permission], knows=knows)


def alone(*names: str, **besides: str) -> Rule:
    """Something that belongs to who asks, for these alone; nobody else is known there."""
    return Rule(frozenset(names), UNKNOWN, of_event=False, besides=besides)
