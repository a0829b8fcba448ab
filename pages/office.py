"""What is ready of an event and what comes next, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from pages.words.event import rules_in_words, stage_name
from pages.words.kinds import kind_in_words
from scoring.selectors.events import OUT
from tournaments.access import Permission
from tournaments.models import EntrantStatus, Event, EventStatus
from tournaments.transitions import allowed

MOVES = {
    ("draft", "registration"): (
        gettext_lazy("Announce it"),
        gettext_lazy("The event appears in the public list; who plays can still change."),
    ),
    ("draft", "running"): (
        gettext_lazy("Start it now"),
        gettext_lazy("The public list shows it as running. Publishing the first round does the same."),
    ),
    ("registration", "running"): (
        gettext_lazy("Start the event"),
        gettext_lazy("The public list shows it as running. Publishing the first round does the same."),
    ),
    ("registration", "draft"): (
        gettext_lazy("Hide it again"),
        gettext_lazy("Only you and your helpers see it."),
    ),
    ("running", "finished"): (
        gettext_lazy("Finish the event"),
        gettext_lazy("The standings become final. You can open it again."),
    ),
    ("finished", "running"): (
        gettext_lazy("Open it again"),
        gettext_lazy("For a late correction or one more round."),
    ),
}


@dataclass(frozen=True, slots=True)
class Move:
    """A state that may follow, as a button with what it does."""

    target: str
    label: str
    help: str


@dataclass(frozen=True, slots=True)
class Step:
    """A part of the preparation: how far it is and where it is done."""

    title: str
    text: str
    is_done: bool
    address: str
    may_wait: bool = False


@dataclass(frozen=True, slots=True)
class Next:
    """What comes next in the preparation, as a button."""

    label: str
    address: str


def next_of(event: Event, steps: Sequence[Step]) -> Next | None:
    """The button that leads on: to the list while nobody can be drawn, then to the desk; None at the end."""
    if event.status == EventStatus.FINISHED:
        return None
    _played, entrants, _tablets, rounds = steps
    if not entrants.is_done:
        return Next(_("Enter who plays"), entrants.address)
    if not rounds.is_done:
        return Next(_("Draw the first round at the director's desk"), rounds.address)
    return Next(_("Go on at the director's desk"), rounds.address)


def event_moves(event: Event, granted: Iterable[Permission]) -> list[Move]:
    """The buttons for the state of the event that these permissions allow, the usual one first."""
    found = [each for each in allowed(event) if each.permission in granted and each.target != "draft"]
    found += [each for each in allowed(event) if each.permission in granted and each.target == "draft"]
    moves: list[Move] = []
    for each in found:
        label, text = MOVES[each.source, each.target]
        moves.append(Move(each.target, str(label), str(text)))
    return moves


def steps_of(event: Event) -> list[Step]:
    """Rules, entrants, tablets, rounds: each with its state."""
    at = {"club": event.club.slug, "slug": event.slug}
    entrants = [each for each in event.entrants.all() if each.status not in OUT]
    here = sum(each.status == EntrantStatus.ACTIVE for each in entrants)
    paired = event.devices.filter(revoked_at=None, paired_at__isnull=False).count()
    rules = rules_in_words(event)
    stages = list(event.stages.prefetch_related("rounds").order_by("order"))
    drawn = sum(len(stage.rounds.all()) for stage in stages)
    played = ", ".join((rules.played, rules.profile, *map(stage_name, stages)))
    return [
        Step(_("How it is played"), played, bool(stages), reverse("setup_event", kwargs=at)),
        Step(
            kind_in_words(event, "many"),
            _on_the_list(len(entrants), here),
            len(entrants) > 1,
            reverse("setup_entrants", kwargs=at),
        ),
        Step(
            _("Tablets"),
            ngettext("%(count)s tablet is connected", "%(count)s tablets are connected", paired)
            % {"count": paired}
            if paired
            else _("Without tablets the results are typed at the desk"),
            paired > 0,
            reverse("setup_devices", kwargs=at),
            may_wait=True,
        ),
        Step(
            _("Rounds"),
            ngettext("%(count)s round is drawn", "%(count)s rounds are drawn", drawn) % {"count": drawn}
            if drawn
            else _("The director's desk draws and publishes them"),
            drawn > 0,
            reverse("desk", kwargs=at),
        ),
    ]


def _on_the_list(entered: int, here: int) -> str:
    if not entered:
        return _("Nobody is entered yet")
    listed = ngettext("%(count)s on the list", "%(count)s on the list", entered) % {"count": entered}
    return listed + ", " + _("%(count)s here") % {"count": here}
