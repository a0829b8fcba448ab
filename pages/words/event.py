"""Rules, formats and reasons of an event as sentences in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.core.options import diff
from engine.registry import get_game
from pages.numbers import points
from scoring.decide import MATCH_TIE_BREAK_NAMES, MatchLimits
from scoring.selectors.events import EventLine
from scoring.selectors.rounds import Reason
from scoring.services.standings import criteria_of
from scoring.setup import event_setup, limits_of, stage_setup
from tournaments.models import EntrantKind, Event, EventStatus, Outcome, Round, Stage
from tournaments.pairing import METHODS
from tournaments.pairing.judge import WARNING_TEXTS, Warned
from tournaments.pairing.reasons import WHY_TEXTS
from tournaments.texts import filled

UNPLAYED = {
    "fide_2026": gettext_lazy("by the FIDE rule of 2026"),
    "fide_2023": gettext_lazy("by the FIDE rule of 2023"),
    "played_only": gettext_lazy("do not count for tie-breaks"),
    "virtual_opponent": gettext_lazy("by a virtual opponent (FIDE before 2023)"),
}
OUTCOMES = {
    **{outcome.value: outcome.label for outcome in Outcome},
    "fine": gettext_lazy("fine"),
    "carried": gettext_lazy("carried over"),
}
COMPASS = ("North", "South", "East", "West")
COSTS = (
    gettext_lazy("Rematches"),
    gettext_lazy("Bye: score, rounds missed, entrants below"),
    gettext_lazy("Meetings of one club"),
    gettext_lazy("Differences of score, squared"),
    gettext_lazy("How high somebody plays down"),
    gettext_lazy("Floats repeated"),
    gettext_lazy("Distance from the pattern, squared"),
)


@dataclass(frozen=True, slots=True)
class RulesText:
    """The rules of an event: the game, whose rules they are, and each difference from those in words."""

    game: str
    variant: str
    profile: str
    source: str
    dated: str
    differences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """A word and what it is; several lines where there are several."""

    name: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Listed:
    """An event in the list, with its size and game in words."""

    line: EventLine
    game: str
    size: str

    @property
    def event(self) -> Event:
        """The event itself."""
        return self.line.event

    @property
    def round(self) -> Round | None:
        """The round that is on."""
        return self.line.round


@dataclass(frozen=True, slots=True)
class Group:
    """The events of one state under their title."""

    status: str
    title: str
    lines: tuple[Listed, ...]


def grouped(events: Iterable[EventLine]) -> tuple[Group, ...]:
    """The list of events: what runs now, what can be joined, what is over; empty groups left out."""
    titles = {
        EventStatus.RUNNING: _("Running now"),
        EventStatus.REGISTRATION: _("Open for registration"),
        EventStatus.FINISHED: _("Finished"),
    }
    lines = [Listed(each, _(get_game(each.event.game).title), _size(each)) for each in events]
    groups = (
        Group(status.value, title, tuple(line for line in lines if line.event.status == status))
        for status, title in titles.items()
    )
    return tuple(group for group in groups if group.lines)


def _size(line: EventLine) -> str:
    """How many take part, in the club's words."""
    count = line.entrants
    words = {
        EntrantKind.PAIR: ngettext("%(count)s pair", "%(count)s pairs", count),
        EntrantKind.TEAM: ngettext("%(count)s team", "%(count)s teams", count),
        EntrantKind.INDIVIDUAL: ngettext("%(count)s player", "%(count)s players", count),
    }
    return words[EntrantKind(line.event.entrant_kind)] % {"count": count}


def rules_in_words(event: Event) -> RulesText:
    """The rules of the event against the profile that it starts from."""
    setup = event_setup(event)
    game, rules = setup.game, setup.rules
    profile = game.profile(event.profile)
    variants = {each.key: each.title for each in game.variants}
    usual = game.read_rules({"profile": event.profile, **_kept(event.options, "variant")})
    return RulesText(
        game=_(game.title),
        variant=_(variants[rules.variant]) if len(variants) > 1 else "",
        profile=_(profile.title),
        source=_(profile.source) if profile.source else "",
        dated=profile.dated,
        differences=diff(usual, rules, _, game.scope(rules)),
    )


def stage_in_words(stage: Stage) -> tuple[Fact, ...]:
    """How a stage is played: format, end of a match, what it gives, what decides ties."""
    method = METHODS.get(stage.method)
    rounds = stage.rounds_planned
    played = _(method.title) if method else stage.method
    if rounds:
        count = ngettext("%(count)s round", "%(count)s rounds", rounds) % {"count": rounds}
        played = f"{played}, {count}"
    ranking = " → ".join(_(each.tiebreak.name) for each in criteria_of(stage))
    facts = [
        Fact(_("Format"), (played,)),
        Fact(_("A match ends"), tuple(_ends(limits_of(stage)))),
        Fact(_("A match gives"), tuple(_gives(stage))),
        Fact(_("Order of the standings"), (ranking,)),
        Fact(_("Rounds not played"), (str(UNPLAYED.get(stage.unplayed, stage.unplayed)),)),
    ]
    return tuple(fact for fact in facts if fact.lines)


def reason_in_words(reason: Reason) -> str:
    """Why a table was drawn as it is; a code that nobody knows speaks for itself."""
    template = WHY_TEXTS.get(reason.code)
    if template is None:
        return reason.code
    return filled(_(template), {key: _score(key, value) for key, value in reason.params.items()})


def tie_break_in_words(key: str) -> str:
    """The rule that decided an equal match."""
    return _(MATCH_TIE_BREAK_NAMES.get(key, key)) if key else ""


def outcome_in_words(outcome: str) -> str:
    """What a round was for an entrant, or what a summand of its score is."""
    return str(OUTCOMES.get(outcome, outcome))


def sides_in_words(stage: Stage) -> dict[str, str]:
    """The sides of a table by their seats, such as North–South; by letters where seats have no names."""
    setup = stage_setup(stage)
    names = setup.game.seat_names(setup.rules)
    words: dict[str, list[str]] = {side: [] for side in setup.sides}
    for seat in sorted(
        names, key=lambda seat: COMPASS.index(names[seat]) if names[seat] in COMPASS else seat
    ):
        words[setup.game.side_of(setup.rules, seat)].append(_(names[seat]))
    return {side: "–".join(seats) or _("Side %(side)s") % {"side": side} for side, seats in words.items()}


def costs_in_words(why: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """The cost vector of a draw, criterion by criterion."""
    named = zip(COSTS, why.get("costs", ()), strict=False)
    return tuple((str(name), _cost(value)) for name, value in named)


def warnings_in_words(warnings: Iterable[Warned]) -> tuple[tuple[str, str], ...]:
    """What speaks against a round, each with its grade; entrants by their numbers."""
    return tuple(
        (each.grade.name.lower(), filled(_(WARNING_TEXTS[each.code]), dict(each.params))) for each in warnings
    )


def _score(key: str, value: object) -> object:
    """Scores as they are printed everywhere; places and numbers stay as they are."""
    return points(str(value)) if key.endswith("score") else value


def _cost(value: object) -> str:
    if isinstance(value, list):
        return " · ".join(points(str(each)) for each in value) or points(0)
    return points(str(value))


def _kept(options: Mapping[str, object], name: str) -> dict[str, object]:
    return {name: options[name]} if name in options else {}


def _ends(limits: MatchLimits) -> Iterator[str]:
    """Each limit of a match as a half sentence."""
    if limits.hands:
        text = ngettext("after %(count)s hand", "after %(count)s hands", limits.hands)
        yield text % {"count": limits.hands}
    if limits.target:
        yield _("when the game's own end is reached")
    if limits.best_of:
        yield _("best of %(count)s games") % {"count": limits.best_of}
    if limits.minutes:
        text = ngettext(
            "after %(count)s minute: the hand in play is finished",
            "after %(count)s minutes: the hand in play is finished",
            limits.minutes,
        )
        yield text % {"count": limits.minutes}


def _gives(stage: Stage) -> Iterator[str]:
    """What a match is worth, and what a round without one is worth."""
    given = stage.points
    if stage.scale is not None:
        yield _scale(stage.scale)
    elif "places" in given:
        places = " – ".join(points(each) for each in given["places"])
        yield _("by place at the table: %(places)s") % {"places": places}
    else:
        yield _("win %(win)s, draw %(draw)s, loss %(loss)s") % {
            "win": points(given.get("win", 2)),
            "draw": points(given.get("draw", 1)),
            "loss": points(given.get("loss", 0)),
        }
    unplayed = {
        "pairing_bye": _("bye %(bye)s"),
        "requested_bye": _("bye on request %(bye)s"),
        "absence": _("absence %(bye)s"),
    }
    words = [text % {"bye": points(given[key])} for key, text in unplayed.items() if key in given]
    if words:
        yield ", ".join(words)


def _scale(scale: object) -> str:
    """A scale of victory points by its name, or by its ends."""
    if scale == "game_points":
        return _("its game points")
    if scale == "hand_victory_points":
        return _("the victory points of its hands")
    if isinstance(scale, Mapping) and scale.get("kind") == "linear":
        return _("victory points %(top)s–0, all of them from a difference of %(full)s") % {
            "top": points(scale["top"]),
            "full": points(scale["full"]),
        }
    if isinstance(scale, Mapping):
        steps = [[points(each) for each in step] for step in scale.get("steps", ())]
        words = [
            _("from %(least)s: %(winner)s–%(loser)s") % {"least": a, "winner": b, "loser": c}
            for a, b, c in steps
        ]
        return _("victory points by the difference") + " (" + "; ".join(words) + ")"
    return _("victory points %(name)s") % {"name": scale}
