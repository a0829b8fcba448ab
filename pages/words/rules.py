"""The rules of an event for those who play: the game's sentences under its options, and its penalties."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.core.explain import HAND_POINTS, MATCH_END, Section
from engine.core.options import told
from pages.numbers import points
from pages.words.event import RulesText, match_in_words, rules_in_words, stage_name, tie_break_in_words
from scoring.setup import Setup, event_setup, limits_of, stage_setup
from tournaments.models import EntrantKind, Event, Stage
from tournaments.settings import CARDS, event_settings

BY_HANDS = "hand_victory_points"
"""The scale of a stage that is scored by the victory points of its hands."""


@dataclass(frozen=True, slots=True)
class Part:
    """Sentences under a title, which names the stage where they hold in that alone."""

    key: str
    title: str
    sentences: tuple[str, ...]
    stage: str = ""


@dataclass(frozen=True, slots=True)
class Penalty:
    """An offence, what usually follows from it, and what follows the next times where that differs."""

    title: str
    usual: str
    repeated: str


@dataclass(frozen=True, slots=True)
class RulesPage:
    """All that the page of the rules says."""

    about: RulesText
    parts: tuple[Part, ...]
    penalties: tuple[Penalty, ...]


def rules_page(event: Event, stages: Iterable[Stage]) -> RulesPage:
    """The rules of the event; where a stage has other ones its own sentences stand below those they replace.

    No query: the stages have their event at hand.
    """
    stages = tuple(stages)
    setup = event_setup(event)
    return RulesPage(
        about=rules_in_words(event),
        parts=(*_of_seats(event), *_of_hands(setup, event.entrant_kind, stages), *_of_matches(stages)),
        penalties=tuple(_penalties(setup)),
    )


def _of_seats(event: Event) -> Iterator[Part]:
    """That cards decide who sits where, in an event that draws them."""
    if event_settings(event.settings).seat_draw == CARDS:
        drawn = (
            _("The two highest play together against the two lowest; the highest sits down first.")
            if event.entrant_kind == EntrantKind.INDIVIDUAL
            else _("Pairs stay together: the one with the highest card has the first seats.")
        )
        said = (_("Before the first hand each of the four takes a card, to draw the seats."), drawn)
        yield Part("seat_draw", _("Draw for seats"), said)


def _of_matches(stages: tuple[Stage, ...]) -> Iterator[Part]:
    """When a match ends and what it gives, for each stage where there are several."""
    for stage in stages:
        name = stage_name(stage) if len(stages) > 1 else ""
        setup = stage_setup(stage)
        if stage.scale == BY_HANDS:
            yield from _parts_of(setup, stage.event.entrant_kind, HAND_POINTS, name)
        yield Part("match", _("The match"), tuple(_match(stage, setup)), name)


def _match(stage: Stage, setup: Setup) -> Iterator[str]:
    """Its limits, the game's own end where the stage plays to it, and who wins what is level."""
    limits = limits_of(stage)
    ends, gives = match_in_words(stage)
    yield f"{ends.name}: {', '.join(ends.lines)}."
    if len(ends.lines) > 1:
        yield _("Whichever of these comes first ends it.")
    if limits.target:
        for part in _parts_of(setup, stage.event.entrant_kind, MATCH_END):
            yield from part.sentences
    if limits.tie_break:
        rules = " → ".join(tie_break_in_words(key) for key in limits.tie_break)
        yield _("A match that ends level is decided by: %(rules)s.") % {"rules": rules}
    else:
        yield _("A match that ends level is a draw.")
    yield f"{gives.name}: {', '.join(gives.lines)}."


def _explained(setup: Setup, kind: str) -> tuple[Section, ...]:
    """The game's own sentences; where partners are registered, without those on how they are drawn."""
    draw = setup.game.draw
    is_registered = draw is not None and kind != EntrantKind.INDIVIDUAL
    return setup.game.explain(draw.registered(setup.rules) if draw and is_registered else setup.rules)


def _parts_of(setup: Setup, kind: str, key: str, stage: str = "") -> Iterator[Part]:
    """The section with this key, if the game has one."""
    for section in _explained(setup, kind):
        if section.key == key:
            yield _part(section, stage)


def _part(section: Section, stage: str = "") -> Part:
    sentences = tuple(each.in_words(_, points) for each in section.sentences)
    return Part(section.key, _(section.title), sentences, stage)


def _of_hands(setup: Setup, kind: str, stages: tuple[Stage, ...]) -> Iterator[Part]:
    """What holds in every hand; where a stage has it otherwise its own sentences follow, under its name."""
    sections = _explained(setup, kind)
    if not sections:
        options = told(setup.rules, _, setup.game.scope(setup.rules))
        yield Part("options", _("Rules of the game"), options)
    for section in sections:
        if section.key in (MATCH_END, HAND_POINTS):
            continue
        part = _part(section)
        yield part
        for stage in stages:
            others = _parts_of(stage_setup(stage), kind, section.key, stage_name(stage))
            yield from (each for each in others if each.sentences != part.sentences)


def _penalties(setup: Setup) -> Iterator[Penalty]:
    """The offences that there are under these rules."""
    for each in setup.game.infractions:
        if each.exists(setup.rules):
            follows = (each.consequence(repeated=again, rules=setup.rules) for again in (False, True))
            usual, repeated = (setup.game.effect_in_words(one, setup.rules, _) for one in follows)
            yield Penalty(_(each.title), usual, "" if repeated == usual else repeated)
