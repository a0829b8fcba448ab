"""The variant of a game that is asked for, and who can play it: how many sit on a side decides that."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.core.game import Game, Variant
from engine.registry import UnknownGame, get_game
from pages.event_form import BY_PLACE, DEFAULTS, PLACES, POINTS, SWISS, Given
from pages.fields import Choice, Field
from tournaments.models import EntrantKind
from tournaments.names import can_fill, usual_kind
from tournaments.pairing import METHODS
from tournaments.pairing.method import Method

VARIANT = "option_variant"
KIND = "entrant_kind"
FOLLOWING = ("played", "lasting", "worth", "ties")
"""The groups of questions that are asked anew when another game is chosen."""

TWO = {key: DEFAULTS[key] for key in ("gives", "pairing_bye", "requested_bye", "preset")}
THREE = {"gives": BY_PLACE, "pairing_bye": "0", "requested_bye": "0", "preset": "three_handed"}
"""What a match and a round without one are usually worth at tables of two sides and of three."""

OF_TWO = ("points", "20-0", "3-2-1-0", "hand_victory_points")

AT_TABLES_OF_THREE = {
    ("confirmation", "other_side"): gettext_lazy("by another player of the table"),
    ("seat_draw", "balanced"): gettext_lazy("everybody equally often in each seat"),
    ("seat_draw", "fixed"): gettext_lazy("who is named first has the first seat"),
    ("seat_draw", ""): gettext_lazy("Who of a table has which seat: the order of play."),
}
"""What a setting is called, by its name and value, where nobody has a side with others; `""`: its help."""

BY_HANDS = {"hands": DEFAULTS["hands"], "minutes": "", "target": ""}
BY_GAMES = {"hands": "", "minutes": "", "target": "1"}


def game_of(values: Given) -> Game | None:
    """The game that was chosen."""
    try:
        return get_game(values.get("rules", "").partition("/")[0])
    except UnknownGame:
        return None


def variants(game: Game | None, values: Given) -> list[Field]:
    """The question for the variant, where several can be drawn: the first one is the usual one."""
    found = () if game is None else _drawn(game, values.get(VARIANT, ""))
    if len(found) < 2:
        return []
    usual, *others = found
    said = usual.key if values.get(VARIANT) == usual.key else ""
    choices = [Choice(said, _(usual.title)), *(Choice(each.key, _(each.title)) for each in others)]
    return [Field(VARIANT, _("Which variant?"), kind="choice", choices=choices, leading=True)]


def _drawn(game: Game, chosen: str) -> tuple[Variant, ...]:
    """The variants for whose tables there is a draw, and the one that was chosen already."""
    drawn = {method.sides for method in METHODS.values()}
    return tuple(
        each
        for each in game.variants
        if each.key == chosen or len(game.sides(game.read_rules({"variant": each.key}))) in drawn
    )


def variant_of(values: Given) -> str | None:
    """The variant that was chosen; None where the game has but one form."""
    game = game_of(values)
    if game is None or len(game.variants) < 2:
        return None
    return values.get(VARIANT, "").strip() or game.variants[0].key


def kinds(values: Given) -> list[Choice]:
    """The kinds of entrant that fill a side by themselves, and the one that was chosen already.

    Teams have the number who sit where pairs are too few.
    """
    seats = side_size(values)
    offered = [kind for kind in EntrantKind if can_fill(kind, seats)]
    chosen = values.get(KIND)
    if seats > 1 and chosen != EntrantKind.INDIVIDUAL:
        offered.remove(EntrantKind.INDIVIDUAL)  # who would be partners is drawn by no format
    if side_count(values) > 2:  # everybody plays for himself
        offered = [kind for kind in offered if kind in (EntrantKind.INDIVIDUAL, chosen)]
    found = [Choice(kind.value, str(kind.label)) for kind in offered]
    if not can_fill(EntrantKind.PAIR, seats):
        teams = next(each for each in found if each.value == EntrantKind.TEAM)
        teams.label = _("teams of %(count)s") % {"count": seats}
    return found


def setting_words(values: Given, name: str, value: str, usual: str) -> str:
    """What a value of a setting is called at the tables of the chosen game; without a value, its help."""
    own = AT_TABLES_OF_THREE if side_count(values) > 2 else {}
    return str(own.get((name, value), usual))


def side_size(values: Given) -> int:
    """How many sit on a side of the game that was chosen; 1 where that cannot be known."""
    game, rules = _rules_of(values)
    return 1 if game is None else game.side_size(rules)


def side_count(values: Given) -> int:
    """How many sides meet at a table of the game that was chosen; 2 where that cannot be known."""
    game, rules = _rules_of(values)
    return 2 if game is None else len(game.sides(rules))


def method_for(values: Given) -> Method:
    """The method that draws the tables of the game that was chosen; the first one where none does."""
    sides = side_count(values)
    return next((each for each in METHODS.values() if each.sides == sides), METHODS[SWISS])


def draws_cards(values: Given) -> bool:
    """Whether cards can be drawn for seats in the game that was chosen; so too where that cannot be known."""
    game, rules = _rules_of(values)
    return game is None or game.seat_draw(rules) is not None


def _rules_of(values: Given) -> tuple[Game | None, Any]:
    """The game that was chosen, in its variant under the rules of its profile."""
    game = game_of(values)
    if game is None:
        return None, None
    chosen = {"profile": values.get("rules", "").partition("/")[2]}
    variant = variant_of(values)
    if variant is not None:
        chosen["variant"] = variant
    rules = game.read_rules(chosen)
    return (None, None) if isinstance(rules, tuple) else (game, rules)


def fitting(values: dict[str, str], changed: str) -> dict[str, str]:
    """The answers with entrants and an end of matches that fit, now that this answer was changed."""
    values = fitting_worth(values)
    if changed == "rules":
        values = _lasting_as_usual(values)
    seats, kind = side_size(values), values.get(KIND, "")
    fits = kind in EntrantKind.values and can_fill(kind, seats)
    if changed == VARIANT or (changed == "rules" and not fits):
        return {**values, KIND: usual_kind(seats)}
    return values


def fitting_worth(values: dict[str, str]) -> dict[str, str]:
    """The answers with what a match gives and the order of the standings as usual, where others cannot be.

    Wins, draws and losses are of two sides, places of three; a scale of differences needs two as well.
    """
    by_place, is_three = values.get("gives") == BY_PLACE, side_count(values) > 2
    worth = {key: DEFAULTS[key] for key in (*PLACES, *POINTS[:3])}  # fields that were not asked till now
    if is_three and values.get("gives", "points") in OF_TWO:
        return {**worth, **values, **THREE}
    return {**worth, **values, **TWO} if by_place and not is_three else values


def _lasting_as_usual(values: dict[str, str]) -> dict[str, str]:
    """The answers with the usual end of a match in the game that was chosen, unless somebody gave another.

    A match of several games ends with the game that decides it, every other after the usual number of hands.
    """
    game, rules = _rules_of(values)
    usual = (BY_HANDS, BY_GAMES)
    if game is None or {name: values.get(name, "") for name in BY_HANDS} not in usual:
        return values
    return {**values, **(BY_HANDS if game.slip.games(rules) is None else BY_GAMES)}
