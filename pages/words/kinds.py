"""Those who play, by the word for what they are in an event: pairs, teams, players."""

from __future__ import annotations

from django.utils.translation import gettext_lazy, ngettext

from tournaments.models import EntrantKind, Event

PAIR, TEAM, PLAYER = EntrantKind.PAIR, EntrantKind.TEAM, EntrantKind.INDIVIDUAL
WORDS = {
    "one": {PAIR: gettext_lazy("Pair"), TEAM: gettext_lazy("Team"), PLAYER: gettext_lazy("Player")},
    "many": {PAIR: gettext_lazy("Pairs"), TEAM: gettext_lazy("Teams"), PLAYER: gettext_lazy("Players")},
    "all": {
        PAIR: gettext_lazy("All pairs"),
        TEAM: gettext_lazy("All teams"),
        PLAYER: gettext_lazy("All players"),
    },
    "import": {
        PAIR: gettext_lazy("Import pairs"),
        TEAM: gettext_lazy("Import teams"),
        PLAYER: gettext_lazy("Import players"),
    },
}


def kind_in_words(event: Event, word: str) -> str:
    """One of the words for those who play: `one`, `many`, `all`, `import`; raises KeyError for another."""
    return str(WORDS[word][EntrantKind(event.entrant_kind)])


def size_in_words(event: Event, count: int) -> str:
    """How many take part, such as 8 pairs."""
    words = {
        PAIR: ngettext("%(count)s pair", "%(count)s pairs", count),
        TEAM: ngettext("%(count)s team", "%(count)s teams", count),
        PLAYER: ngettext("%(count)s player", "%(count)s players", count),
    }
    return words[EntrantKind(event.entrant_kind)] % {"count": count}
