"""What a ruling may be about, the game's own offences first, and its effect in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.registry import get_game
from pages.numbers import signed
from scoring.models import Ruling, RulingEffect
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
    game = get_game(event.game)
    own = tuple((each.code, _(each.title)) for each in game.infractions)
    known = {code for code, _title in own}
    general = tuple((code, str(title)) for code, title in GENERAL.items() if code not in known)
    return ((_(game.title), own), (_("General"), general))


def infraction_in_words(event: Event, code: str) -> str:
    """The offence by its title; a code that nobody knows speaks for itself."""
    titles = {**GENERAL, **OTHER, **{each.code: _(each.title) for each in get_game(event.game).infractions}}
    return str(titles.get(code, code))


def effect_in_words(ruling: Ruling) -> str:
    """What a ruling does: its kind, and the points that it takes or gives."""
    parts = []
    if ruling.match_points:
        parts.append(_("%(points)s match points") % {"points": signed(ruling.match_points)})
    if ruling.game_points:
        parts.append(_("%(points)s game points") % {"points": signed(ruling.game_points)})
    given = sum(each or 0 for each in (ruling.match_points, ruling.game_points)) > 0
    is_bonus = ruling.effect == RulingEffect.FINE and given
    name = str(GENERAL["bonus"]) if is_bonus else ruling.get_effect_display()
    return f"{name}: {', '.join(parts)}" if parts else str(name)
