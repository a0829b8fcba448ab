"""The fields of an event's set-up in their groups, and where each fault of its parts belongs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from engine.core.game import Game
from engine.core.options import form as declared_form
from engine.core.problems import Problem
from engine.registry import all_games
from pages.event_form import BY_PLACE, KEPT, OWN, PLACES, POINTS, SETTINGS, SWISS, Given
from pages.event_variant import (
    OF_TWO,
    draws_cards,
    game_of,
    kinds,
    method_for,
    setting_words,
    side_count,
    variant_of,
    variants,
)
from pages.fields import Choice, Fault, Field, mark
from pages.words.event import UNPLAYED
from scoring.archive.messages import archive_sentence
from scoring.presets import presets_for
from scoring.tiebreaks import TIEBREAKS
from tournaments.settings import CARDS, EventSettings
from tournaments.texts import TEXTS, sentence


@dataclass(slots=True)
class Group:
    """Some questions under a title; `folded` ones are there for who wants to change what is usual.

    `text` stands above all of them, `more_text` above those that are folded. A group with `answers`, what is
    answered now in one line, is folded as a whole.
    """

    key: str
    title: str
    fields: list[Field]
    text: str = ""
    folded: str = ""
    more: list[Field] = field(default_factory=list)
    more_text: str = ""
    answers: str = ""

    @property
    def is_open(self) -> bool:
        """Whether something folded away needs to be seen."""
        return any(each.faults for each in self.more)

    @property
    def is_faulty(self) -> bool:
        """Whether something in it needs to be seen."""
        return self.is_open or any(each.faults for each in self.fields)


@dataclass(slots=True)
class Questions:
    """All questions with their answers."""

    groups: list[Group]
    faults: list[Fault] = field(default_factory=list)

    @property
    def fields(self) -> list[Field]:
        """Every field of every group."""
        return [each for group in self.groups for each in (*group.fields, *group.more)]

    def show(self, problems: Sequence[Problem], game: Game | None) -> None:
        """Write each fault beside its field."""
        self.faults = mark(
            self.fields, [_named(each) for each in problems], field_of, lambda each: _words(each, game)
        )


def questions(values: Given, *, is_new: bool) -> Questions:
    """The questions with these answers."""
    game = game_of(values)
    groups = [
        _announced(is_new=is_new),
        _played(game, values),
        _lasting(values, is_new=is_new),
        _results(values),
        _worth(values),
        _ties(values, game),
        _leaving(),
    ]
    made = Questions(groups)
    for each in made.fields:
        each.value = values.get(each.name, "")
    for group in groups:
        group.answers = group.answers or " · ".join(_answers(group, values))
    return made


FOLDED = {
    "results": ("confirmation", "table_corrections", "seat_draw", "protest_minutes"),
    "worth": ("gives", "win", "draw", "loss", *PLACES),
    "ties": ("preset",),
}
"""The groups whose usual answers fit most evenings, with the fields that their line of answers names."""


def _answers(group: Group, values: Given) -> Iterator[str]:
    """What is answered in a group that is folded, the choice that its title asks for without its label."""
    scale = POINTS[:3] if values.get("gives") != "points" else ()  # it says itself what a match gives
    for each in group.fields:
        if each.name not in FOLDED.get(group.key, ()) or each.name in scale or not each.value:
            continue
        said = next((choice.label for choice in each.choices if choice.value == each.value), each.value)
        said = f"{said} {each.unit}".strip()
        yield said if len(group.fields) == 1 or each.name == "gives" else f"{each.label}: {said}"


def _announced(*, is_new: bool) -> Group:
    fields = [
        Field("name", _("Name of the event"), required=True, longest=200),
        Field("starts_at", _("Day and time"), kind="datetime-local"),
    ]
    more = [Field("time_zone", _("Time zone"), required=True, longest=60)]
    folded = _("Change the time zone")
    if is_new:
        folded = _("Change the time zone or the web address")
        text = _(
            "The last part of the address of its page, made from the name. Small letters, digits and hyphens."
        )
        more.append(Field("slug", _("Web address"), longest=80, help=text))
    return Group("announced", _("What is announced?"), fields, folded=folded, more=more)


def _played(game: Game | None, values: Given) -> Group:
    rules = [
        Choice(f"{each.key}/{profile.key}", f"{_(each.title)}: {_(profile.title)}")
        for each in all_games()
        for profile in each.profiles
    ]
    fields = [
        Field("rules", _("Game and house rules"), kind="choice", choices=rules, leading=True),
        *variants(game, values),
        Field("entrant_kind", _("Who plays?"), kind="choice", choices=kinds(values)),
    ]
    more = [] if game is None else _options(game, values)
    text = _("What stays empty is as in the house rules.")
    return Group(
        "played", _("What is played?"), fields, folded=_("Change the rules"), more=more, more_text=text
    )


def _options(game: Game, values: Given) -> list[Field]:
    """One field for each option that the game has in its variant, which has been asked before."""
    found = [each for group in declared_form(game.Rules, translate=_) for each in group["fields"]]
    chosen = variant_of(values)
    return [
        _option(each)
        for each in found
        if chosen is None or (each["name"] != "variant" and chosen in each["when"].get("variant", (chosen,)))
    ]


def _option(declared: Mapping[str, Any]) -> Field:
    usual = Choice("", _("as in the house rules"))
    made = Field(
        f"option_{declared['name']}", declared["label"], help=declared["help"], unit=declared["unit"]
    )
    if declared["widget"] == "checkbox":
        made.kind, made.choices = "choice", [usual, Choice("true", _("yes")), Choice("false", _("no"))]
    elif "choices" in declared:
        listed = [Choice(str(each["value"]), str(each["label"])) for each in declared["choices"]]
        made.kind, made.choices = "choice", [usual, *listed]
    else:
        made.kind = "number"
        if declared.get("nullable"):
            made.help = " ".join((made.help, _("A dash for none."))).strip()
    return made


def _lasting(values: Given, *, is_new: bool) -> Group:
    fields = [
        Field("rounds_planned", _("How many rounds?"), kind="number"),
        Field("hands", _("A match ends after"), kind="number", unit=_("hands")),
        Field("minutes", _("or when the clock shows"), kind="number", unit=_("minutes")),
        Field("target", _("or when the game's own end is reached (its target)"), kind="flag"),
    ]
    if is_new:
        fields.insert(0, Field("expected", _("How many are expected?"), kind="number"))
    patterns = [
        Choice("slide", _("top half against bottom half (1 meets 5 of 8)")),
        Choice("fold", _("first against last (1 meets 8 of 8)")),
        Choice("adjacent", _("neighbours (1 meets 2)")),
        Choice("random", _("by lot")),
    ]
    more = [
        Field("pattern", _("Who meets whom with the same score?"), kind="choice", choices=patterns),
        Field("same_club_rounds", _("Rounds in which a club does not meet itself"), kind="number"),
        Field("accelerate_rounds", _("Rounds that are accelerated"), kind="number"),
    ]
    text = _("A match ends at whichever comes first. Who comes late joins from the next round on.")
    if method_for(values).key != SWISS:
        text = f"{text} {_of_three()}"
        more = []
    return Group("lasting", _("How long?"), fields, text, _("Change the pairing"), more)


def _of_three() -> str:
    """How tables of three are drawn."""
    return _(
        "The tables change every round: opponents meet again as late as can be, and all sit out as often."
    )


def _results(values: Given) -> Group:
    declared = {
        each["name"]: each
        for group in declared_form(EventSettings, translate=_)
        for each in group["fields"]
        if each["name"] in SETTINGS
    }
    fields = [
        Field(
            name,
            each["label"],
            kind="choice" if "choices" in each else "number",
            help=setting_words(values, name, "", each["help"]),
            unit=each["unit"],
            choices=[
                Choice(one["value"], setting_words(values, name, one["value"], str(one["label"])))
                for one in each.get("choices", ())
                if one["value"] != CARDS or draws_cards(values)
            ],
        )
        for name, each in declared.items()
    ]
    return Group("results", _("Who enters, who confirms?"), fields, _("Tablets or the desk enter results."))


def _worth(values: Given) -> Group:
    scales = [
        Choice("points", _("points for a win, a draw, a loss")),
        Choice("20-0", _("victory points 20–0 by the difference")),
        Choice("3-2-1-0", _("victory points 3–2–1–0 by the difference")),
        Choice("game_points", _("its game points")),
        Choice("hand_victory_points", _("the victory points of its hands")),
    ]
    is_three = side_count(values) > 2
    if is_three:
        by_place = Choice(BY_PLACE, _("points by place at the table, shared by those who are equal"))
        scales = [by_place, *(each for each in scales if each.value not in OF_TWO)]
    if values.get("gives") == KEPT:
        scales.append(Choice(KEPT, _("as it is now")))
    labels = {
        "place_1": _("First"),
        "place_2": _("Second"),
        "place_3": _("Third"),
        "win": _("Win"),
        "draw": _("Draw"),
        "loss": _("Loss"),
        "pairing_bye": _("Sitting out") if is_three else _("Bye of an odd field"),
        "requested_bye": _("Sitting out on request") if is_three else _("Bye on request"),
        "absence": _("Absence"),
        "forfeit_win": _("Won by forfeit"),
        "forfeit_loss": _("Lost by forfeit"),
    }
    fields = [Field("gives", _("A match gives"), kind="choice", choices=scales)]
    asked = (*PLACES, *POINTS[3:]) if is_three else POINTS
    fields += [Field(key, labels[key], kind="points") for key in asked]
    return Group("worth", _("What is it worth?"), fields)


def _ties(values: Given, game: Game | None) -> Group:
    presets = [
        Choice(preset.key, f"{_(preset.name)} ({_criteria(preset.ranking)})")
        for preset in presets_for(method_for(values).key, game.key if game else "")
    ]
    presets.append(Choice(OWN, _("my own order, by the numbers below")))
    if values.get("preset") == KEPT:
        presets.append(Choice(KEPT, _("as it is now")))
    help_text = _("The paragraph below spells the abbreviations out.")
    fields = [Field("preset", _("Order of the standings"), kind="choice", choices=presets, help=help_text)]
    unplayed = [Choice(key, str(text)) for key, text in UNPLAYED.items()]
    spelt_out = _("What a round that was missed counts for in the tie-breaks: the paragraph below says it.")
    more = [Field("unplayed", _("Rounds not played"), kind="choice", choices=unplayed, help=spelt_out)]
    more += [
        Field(f"criterion_{each.key}", _(each.name), kind="number", help=_(each.help))
        for each in TIEBREAKS.values()
    ]
    text = _("For an order of your own number the criteria 1, 2, 3 …; those without a number are not used.")
    return Group(
        "ties",
        _("What decides ties?"),
        fields,
        folded=_("An order of your own"),
        more=more,
        more_text=text,
    )


def _criteria(ranking: Sequence[str | Mapping[str, str]]) -> str:
    keys = [each if isinstance(each, str) else each["key"] for each in ranking]
    return ", ".join(TIEBREAKS[key].abbreviation for key in keys if key in TIEBREAKS)


def _leaving() -> Group:
    text = _(
        "Whoever leaves stays in the standings, and their results count. "
        "Leaving in the middle of a match forfeits it. "
        "Drafts of rounds are seen by you and your helpers alone; pairings when you publish them, standings "
        "after each round."
    )
    answers = _("who leaves stays in the standings; pairings are seen once you publish them")
    return Group("leaving", _("What if somebody leaves, and who sees what?"), [], text, answers=answers)


FIELDS = {
    "/event/name": "name",
    "/event/slug": "slug",
    "/event/starts_at": "starts_at",
    "/event/time_zone": "time_zone",
    "/event/entrant_kind": "entrant_kind",
    "/event/game": "rules",
    "/event/profile": "rules",
    "/stages/0/match": "hands",
    "/stages/0/scale": "gives",
    "/stages/0/points": "win",
    "/stages/0/ranking": "preset",
}
"""Where the fault of a part is shown; the deepest place that is known wins."""

FOLDERS = (
    "/event/settings/",
    "/stages/0/match/",
    "/stages/0/points/",
    "/stages/0/method_options/",
    "/stages/0/",
)


def field_of(path: str) -> str:
    """The field that a place in an archive means."""
    if path.startswith("/entrants"):
        return "entrant_kind"
    if path.startswith("/event/options/"):
        return f"option_{path.split('/')[3]}"
    if path.startswith("/stages/0/points/places"):
        at = path.removeprefix("/stages/0/points/places").strip("/")
        return PLACES[int(at)] if at.isdecimal() and int(at) < len(PLACES) else PLACES[0]
    for folder in FOLDERS[:4]:
        if path.startswith(folder):
            return path.removeprefix(folder).split("/")[0]
    while path and path not in FIELDS:
        if path.startswith(FOLDERS[4]) and path.count("/") == 3:
            return path.removeprefix(FOLDERS[4])
        path = path.rpartition("/")[0]
    return FIELDS.get(path, "")


def _named(problem: Problem) -> Problem:
    """A key that is missing is a fault of that key."""
    if problem.code == "missing_key":
        return Problem("missing_value", f"{problem.path}/{problem.params['key']}")
    return problem


def _words(problem: Problem, game: Game | None) -> str:
    """The fault as a sentence for who answers the questions."""
    plain = {
        "missing_value": _("This is still empty."),
        "bad_type": _("This is not a whole number."),
        "out_of_range": _("This number is not possible here."),
        "bad_shape": _("This is not a number."),
        "bad_places": _("No place may give more than the one before it."),
        "one_key_needed": _("A match needs an end: hands, minutes or the game's own."),
        "bad_moment": _("This is no day and time."),
        "bad_length": _("At least one criterion is needed."),
        "bad_text": _("This has letters that cannot be used here."),
    }
    if problem.code in plain:
        return plain[problem.code]
    if problem.code in TEXTS and not (game and problem.code in game.messages):
        return sentence(problem)
    return archive_sentence(problem, game, _)
