"""A game log seen from a match in words: who sat where, what becomes of each hand, what cannot be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.core.game import Game
from engine.core.logs import DIFFERS, LoggedHand, turned_seat
from engine.core.problems import Problem
from pages.numbers import points
from scoring.services.logs.match import Fate, Look, Offered
from scoring.setup import stage_setup
from tournaments.models import Match
from tournaments.texts import sentence

Say = Callable[[Problem], str]
"""A fault of the log in words."""

FATES: Mapping[str, tuple[object, str, str]] = {
    Fate.ENTERED: (gettext_lazy("is entered"), "finished", "good"),
    Fate.THERE: (gettext_lazy("is there already"), "finished", ""),
    Fate.DIFFERS: (gettext_lazy("differs: what was entered stays"), "conflict", "bad"),
    Fate.LEFT_OUT: (gettext_lazy("cannot be replayed"), "conflict", "bad"),
    Fate.REFUSED: (gettext_lazy("is refused"), "conflict", "bad"),
}
"""Word, sign and tone."""


@dataclass(frozen=True, slots=True)
class SeatWords:
    """A seat of the match: who sits here, and who sat there in the log, each from which hand on."""

    name: str
    here: str
    there: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class HandWords:
    """A hand of the log, what becomes of it, where it stands there, and everything that is wrong with it."""

    hand: LoggedHand
    word: object
    sign: str
    tone: str
    source: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Looked:
    """What entering a log would come to; `turns` are the four ways in which its people can sit here."""

    look: Look
    seats: tuple[SeatWords, ...]
    turns: tuple[tuple[int, str], ...]
    hands: tuple[HandWords, ...]
    notes: tuple[str, ...]

    @property
    def games(self) -> range:
        """The numbers of the games in the log."""
        return range(1, len(self.look.log.games) + 1)

    @classmethod
    def of(cls, look: Look, found: Match) -> Looked:
        """Put what was found into words."""
        setup = stage_setup(found.round.stage)
        names = setup.game.seat_names(setup.rules)
        of_log = {seat: names[turned_seat(seat, look.by, len(look.turns))] for seat in names}
        say = partial(look.reader.sentence, translate=_, seat_names=of_log)
        return cls(
            look,
            tuple(_seats(look, found, names)),
            tuple(_turns(look)),
            tuple(_hand(each, setup.game, say) for each in look.hands),
            tuple(_notes(look, say)),
        )


def entered_in_words(look: Look) -> str:
    """What has been done, and which hands of the log are still not as it says."""
    number = len(look.new)
    words = ngettext("%(number)s hand is entered.", "%(number)s hands are entered.", number) % {
        "number": number
    }
    others = [each.hand.number for each in look.hands if each.fate not in {Fate.ENTERED, Fate.THERE}]
    if not others:
        return words
    return f"{words} " + _("Not entered: %(hands)s.") % {"hands": ", ".join(map(str, others))}


def _seats(look: Look, found: Match, names: Mapping[int, str]) -> Iterator[SeatWords]:
    here = {each.position: each.player.display_name() for each in found.seats.select_related("player")}
    for seat, people in sorted(look.game.seats.items()):
        yield SeatWords(names[seat], here.get(seat, ""), people)


def _turns(look: Look) -> Iterator[tuple[int, str]]:
    """Who of the log can sit in the first seat here; the others follow in the order of play."""
    for by in look.turns:
        people = look.game.seats.get(turned_seat(1, look.by - by, len(look.turns)), ())
        yield by, ", ".join(name for name, _hand_number in people) or "–"


def _hand(offered: Offered, game: Game, say: Say) -> HandWords:
    hand = offered.hand
    word, sign, tone = FATES[offered.fate]
    if offered.fate is Fate.ENTERED and hand.faults:
        tone = "warn"
    own = (say(each) for each in hand.faults if each.code != DIFFERS)
    refused = (sentence(each, game) for each in offered.problems)
    return HandWords(hand, word, sign, tone, _source(hand), tuple(dict.fromkeys((*own, *refused))))


def _source(hand: LoggedHand) -> str:
    """Where the hand stands in the log, and the result there beside that of the rules."""
    given = {"line": hand.line, "printed": _result(hand.printed)}
    if hand.computed is None:
        return _("From line %(line)s. The log says %(printed)s.") % given
    if hand.computed == hand.printed:
        return _("From line %(line)s. The log and the rules say the same.") % given
    words = _("From line %(line)s. The log says %(printed)s, the rules give %(computed)s: the rules count.")
    return words % {**given, "computed": _result(hand.computed)}


def _result(sides: Mapping[str, int]) -> str:
    return " : ".join(points(value) for value in sides.values())


def _notes(look: Look, say: Say) -> Iterator[str]:
    """What stands outside the hands of this game: lines that cannot be read, a hand that the log stops in."""
    told = {fault.path for each in look.hands for fault in each.hand.faults}
    for fault in look.log.faults:
        if fault.path not in told and fault.params.get("game", look.number) == look.number:
            yield say(fault)
    for each in look.log.unfinished:
        if each.game == look.number:
            words = _("Hand %(hand)s, line %(line)s: the log stops in this hand. It counts nothing.")
            yield words % {"hand": each.number, "line": each.line}
