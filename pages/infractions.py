"""What a ruling may be about, the game's own offences first, and its effect in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.core.infractions import Consequence, Infraction
from engine.registry import get_game
from pages.numbers import signed
from scoring.models import Ruling, RulingEffect
from scoring.setup import Setup, event_setup
from tournaments.models import Event

GENERAL = {
    "late": gettext_lazy("late at the table"),
    "no_show": gettext_lazy("did not appear"),
    "slow_play": gettext_lazy("slow play"),
    "wrong_table": gettext_lazy("played at the wrong table"),
    "phone": gettext_lazy("telephone or other device"),
    "unsporting": gettext_lazy("unsporting behaviour"),
    "disclosure": gettext_lazy("told what must not be told"),
    "ruling_refused": gettext_lazy("refused a ruling"),
    "bonus": gettext_lazy("bonus"),
    "fine": gettext_lazy("fine"),
}
OTHER = {
    "adjusted": gettext_lazy("adjusted result"),
    "time": gettext_lazy("time was up"),
}


def infractions(event: Event) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """The offences to choose from, by group; a code of the game hides the general one of the same name."""
    setup = event_setup(event)
    game = setup.game
    own = tuple((each.code, _(each.title)) for each in game.infractions if each.exists(setup.rules))
    known = {code for code, _title in own}
    general = tuple((code, str(title)) for code, title in GENERAL.items() if code not in known)
    return ((_(game.title), own), (_("General"), general))


def infraction_in_words(event: Event, code: str) -> str:
    """The offence by its title; a code that nobody knows speaks for itself."""
    titles = {**GENERAL, **OTHER, **{each.code: _(each.title) for each in get_game(event.game).infractions}}
    return str(titles.get(code, code))


def offences(setup: Setup) -> tuple[tuple[str, str], ...]:
    """The offences of the game under these rules, each with what usually follows from it."""
    return tuple(
        (each.code, _usual_in_words(each, setup))
        for each in setup.game.infractions
        if each.exists(setup.rules)
    )


def _usual_in_words(infraction: Infraction, setup: Setup) -> str:
    first, again = (infraction.consequence(repeated=each, rules=setup.rules) for each in (False, True))
    said = {"offence": _(infraction.title), "effect": setup.game.effect_in_words(first, setup.rules, _)}
    if first == again:
        return _("%(offence)s: %(effect)s") % said
    said["again"] = setup.game.effect_in_words(again, setup.rules, _)
    return _("%(offence)s: %(effect)s (again: %(again)s)") % said


def departures(setup: Setup) -> tuple[tuple[str, str], ...]:
    """The effects that a director may give in the place of the usual one."""
    return tuple(
        (effect, setup.game.effect_in_words(Consequence(effect), setup.rules, _))
        for effect in setup.game.effects
    )


def effects_with(setup: Setup, detail: str) -> list[str]:
    """The effects that have a use for something that a ruling may say besides."""
    return [effect for effect, used in setup.game.details_of.items() if detail in used]


def offences_with(setup: Setup, detail: str) -> list[str]:
    """The offences from which such an effect follows, the first time or again."""
    usual = {
        each.code: {each.consequence(repeated=again, rules=setup.rules).effect for again in (False, True)}
        for each in setup.game.infractions
    }
    return [code for code, effects in usual.items() if effects & {*effects_with(setup, detail)}]


def effect_in_words(ruling: Ruling) -> str:
    """What a ruling does: its kind, the points that it takes or gives, and the hand that it is about."""
    parts = []
    if ruling.match_points:
        parts.append(_("%(points)s match points") % {"points": signed(ruling.match_points)})
    if ruling.game_points:
        parts.append(_("%(points)s game points") % {"points": signed(ruling.game_points)})
    said = f"{_kind_in_words(ruling)}: {', '.join(parts)}" if parts else _kind_in_words(ruling)
    if ruling.hand:
        return _("Hand %(number)s: %(effect)s") % {"number": ruling.hand, "effect": said}
    return said


def _kind_in_words(ruling: Ruling) -> str:
    """The kind of a ruling; of one on a hand what it does there, in the words of the game."""
    if ruling.effect == RulingEffect.HAND:
        return _done_to_hand(ruling) or str(ruling.get_effect_display())
    given = sum(each or 0 for each in (ruling.match_points, ruling.game_points)) > 0
    is_bonus = ruling.effect == RulingEffect.FINE and given
    return str(GENERAL["bonus"]) if is_bonus else str(ruling.get_effect_display())


def _done_to_hand(ruling: Ruling) -> str:
    """What the game does to a hand; of a ruling that does not say it what usually follows; "" for neither."""
    setup = event_setup(ruling.event)
    infraction = setup.game.infraction(ruling.code)
    if "effect" in ruling.value:
        return done_in_words(setup, str(ruling.value["effect"]), ruling.value.get("points"))
    if infraction is None:
        return ""
    return setup.game.effect_in_words(infraction.consequence(rules=setup.rules), setup.rules, _)


def done_in_words(setup: Setup, effect: str, points: object) -> str:
    """An effect of the game with its points; one that nobody knows speaks for itself."""
    if effect not in setup.game.effects:
        return effect
    worth = points if isinstance(points, int) else None
    return setup.game.effect_in_words(Consequence(effect, worth), setup.rules, _)
