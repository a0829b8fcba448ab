"""Rules, formats and reasons of an event as sentences in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.core.options import diff
from pages.numbers import points
from pages.words.kinds import size_in_words
from scoring.decide import MATCH_TIE_BREAK_NAMES, MatchLimits
from scoring.selectors.events import EventLine
from scoring.services.drawing import drawing_method
from scoring.services.standings import criteria_of
from scoring.setup import Setup, event_setup, limits_of, stage_setup
from tournaments.models import EntrantKind, Event, EventStatus, Outcome, Round, Stage
from tournaments.pairing import METHODS
from tournaments.pairing.judge import WARNING_TEXTS, Warned
from tournaments.pairing.method import Method
from tournaments.texts import filled

UNPLAYED = {
    "fide_2026": gettext_lazy("by the FIDE rule of 2026"),
    "fide_2023": gettext_lazy("by the FIDE rule of 2023"),
    "played_only": gettext_lazy("do not count for tie-breaks"),
    "virtual_opponent": gettext_lazy("by a virtual opponent (FIDE before 2023)"),
}
UNPLAYED_MEANS = {
    "fide_2026": gettext_lazy(
        "in tie-breaks each counts like an opponent with one's own final score, at most a draw in every "
        "round (FIDE rule of 2026)"
    ),
    "fide_2023": gettext_lazy(
        "in tie-breaks each counts like an opponent with one's own final score (FIDE rule of 2023)"
    ),
    "played_only": gettext_lazy("they do not count in tie-breaks: only opponents really met do"),
    "virtual_opponent": gettext_lazy(
        "in tie-breaks each counts like an opponent who was level before the round and drew all later ones "
        "(FIDE before 2023)"
    ),
}
"""What each rule does for who missed a round; the guide to the tie-breaks has it in full."""
OUTCOMES = {
    **{outcome.value: outcome.label for outcome in Outcome},
    "fine": gettext_lazy("fine"),
    "carried": gettext_lazy("carried over"),
}
SITTING_OUT = {
    Outcome.PAIRING_BYE.value: gettext_lazy("sitting out"),
    Outcome.REQUESTED_BYE.value: gettext_lazy("sitting out on request"),
}
"""A round without a table where nobody has a bye, which is what a missing opponent gives."""
FEWEST_AT_A_TABLE = 2
SWISS = "swiss"
COMPASS = ("North", "South", "East", "West")
COSTS_OF_THREE = (
    gettext_lazy("How much oftener than others somebody sits out"),
    gettext_lazy("Meetings again, this round and those still planned"),
    gettext_lazy("Of these in this round"),
)
COSTS = (
    gettext_lazy("Rematches"),
    gettext_lazy("Bye: score, rounds missed, how many stand below"),
    gettext_lazy("Meetings of one club"),
    gettext_lazy("Differences of score, squared"),
    gettext_lazy("How high somebody plays down"),
    gettext_lazy("Floats repeated"),
    gettext_lazy("Distance from the pattern, squared"),
)


@dataclass(frozen=True, slots=True)
class RulesText:
    """The rules of an event: the game, whose rules they are, and each difference from those in words.

    `played` is the game with its variant, or the variant alone where that is one of the games of a family.
    """

    game: str
    variant: str
    played: str
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
    lines = [
        Listed(each, game_in_words(each.event), size_in_words(each.event, each.entrants)) for each in events
    ]
    groups = (
        Group(status.value, title, tuple(line for line in lines if line.event.status == status))
        for status, title in titles.items()
    )
    return tuple(group for group in groups if group.lines)


def game_in_words(event: Event) -> str:
    """The game of an event in short; of a family of games the one that is played."""
    setup = event_setup(event)
    variant, is_game = _variant_of(setup)
    return _(variant).partition(" (")[0] if is_game else _(setup.game.title)


def _variant_of(setup: Setup) -> tuple[str, bool]:
    """The title of the variant, "" where there is but one; whether the family of games is named after it."""
    variants = {each.key: each.title for each in setup.game.variants}
    title = variants[setup.rules.variant] if len(variants) > 1 else ""
    return title, title.partition(" (")[0] in setup.game.title.split(", ")


def rules_in_words(event: Event) -> RulesText:
    """The rules of the event against the profile that it starts from."""
    setup = event_setup(event)
    game, rules = setup.game, setup.rules
    profile = game.profile(event.profile)
    variant, is_game = _variant_of(setup)
    usual = game.read_rules({"profile": event.profile, **_kept(event.options, "variant")})
    return RulesText(
        game=_(game.title),
        variant=_(variant) if variant else "",
        played=", ".join(_(each) for each in (game.title, variant)[is_game:] if each),
        profile=_(profile.title),
        source=_(profile.source) if profile.source else "",
        dated=profile.dated,
        differences=diff(usual, rules, _, game.scope(rules)),
    )


def stage_in_words(stage: Stage) -> tuple[Fact, ...]:
    """How a stage is played: format, end of a match, what it gives, what decides ties."""
    method = _method(stage)
    rounds = stage.rounds_planned
    played = _(method.title) if method else stage.method
    if rounds:
        count = ngettext("%(count)s round", "%(count)s rounds", rounds) % {"count": rounds}
        played = f"{played}, {count}"
    ranking = " → ".join(_(each.tiebreak.name) for each in criteria_of(stage))
    facts = [
        Fact(_("Format"), (played,)),
        *match_in_words(stage),
        Fact(_("Order of the standings"), (ranking,)),
        Fact(_("Rounds not played"), (str(UNPLAYED_MEANS.get(stage.unplayed, stage.unplayed)),)),
    ]
    return tuple(fact for fact in facts if fact.lines)


def _method(stage: Stage) -> Method | None:
    """The method that a stage is named by; individuals with changing partners have a plan of another kind."""
    method = METHODS.get(stage.method)
    return drawing_method(stage) if method is not None and method.key != SWISS else method


def match_in_words(stage: Stage) -> tuple[Fact, Fact]:
    """When a match of the stage ends, and what it gives."""
    ends = Fact(_("A match ends"), tuple(_ends(limits_of(stage))))
    return ends, Fact(_("A match gives"), tuple(_gives(stage)))


def stage_name(stage: Stage) -> str:
    """The stage by its own name; one called after its method by that, in the reader's language."""
    method = _method(stage)
    if method is None:
        return stage.name
    titles = set()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            titles.add(_(method.title))
    return _(method.title) if stage.name in titles else stage.name


def tie_break_in_words(key: str) -> str:
    """The rule that decided an equal match."""
    return _(MATCH_TIE_BREAK_NAMES.get(key, key)) if key else ""


def outcome_in_words(outcome: str, event: Event) -> str:
    """What a round was for an entrant of the event, or what a summand of its score is."""
    if outcome in SITTING_OUT and has_no_byes(event):
        return str(SITTING_OUT[outcome])
    return str(OUTCOMES.get(outcome, outcome))


def has_no_byes(event: Event) -> bool:
    """Whether individuals meet by more than two, so that nobody who sits out misses an opponent."""
    if event.entrant_kind != EntrantKind.INDIVIDUAL:
        return False
    setup = event_setup(event)
    return len(setup.game.seats(setup.rules)) > FEWEST_AT_A_TABLE


def sides_in_words(stage: Stage) -> dict[str, str]:
    """The sides of a table by their seats, North–South or Seats 1–3–5; by letters without names."""
    setup = stage_setup(stage)
    names = setup.game.seat_names(setup.rules)
    seats: dict[str, list[int]] = {side: [] for side in setup.sides}
    for seat in sorted(
        names, key=lambda seat: COMPASS.index(names[seat]) if names[seat] in COMPASS else seat
    ):
        seats[setup.game.side_of(setup.rules, seat)].append(seat)
    return {side: _side(side, {seat: names[seat] for seat in seats[side]}) for side in setup.sides}


def _side(side: str, names: Mapping[int, str]) -> str:
    """A side by the names of its seats; seats that have numbers alone are named once."""
    if not names:
        return _("Side %(side)s") % {"side": side}
    if len(names) > 1 and all(name.endswith(f" {seat}") for seat, name in names.items()):
        return _("Seats %(seats)s") % {"seats": "–".join(map(str, names))}
    return "–".join(_(name) for name in names.values())


def costs_in_words(why: Mapping[str, Any], stage: Stage) -> tuple[tuple[str, str], ...]:
    """The cost vector of a draw in the stage, criterion by criterion."""
    names = COSTS_OF_THREE if is_of_three(stage) else COSTS
    named = zip(names, why.get("costs", ()), strict=False)
    return tuple((str(name), _cost(value)) for name, value in named)


def is_of_three(stage: Stage) -> bool:
    """Whether three meet at a table of the stage, each for himself."""
    return len(stage_setup(stage).sides) > 2


def warnings_in_words(warnings: Iterable[Warned]) -> tuple[tuple[str, str], ...]:
    """What speaks against a round, each with its grade; entrants by their numbers."""
    return tuple(
        (each.grade.name.lower(), filled(_(WARNING_TEXTS[each.code]), dict(each.params))) for each in warnings
    )


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
        Outcome.PAIRING_BYE: outcome_in_words(Outcome.PAIRING_BYE, stage.event),
        Outcome.REQUESTED_BYE: outcome_in_words(Outcome.REQUESTED_BYE, stage.event),
        Outcome.ABSENCE: _("absence"),
    }
    words = [f"{said} {points(given[kind])}" for kind, said in unplayed.items() if kind in given]
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
