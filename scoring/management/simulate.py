"""`manage.py event simulate`: an archive in, the archive of the same event played to its end out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.core.problems import Problem, pointer
from scoring.archive.dump import export_event
from scoring.archive.load import import_archive
from scoring.archive.load_rounds import ROUND_TIMES
from scoring.archive.read import Archive, read_archive
from scoring.management.answers import Answer, with_refs
from scoring.services.simulation import Played, Wanted, card_play, simulate_event
from scoring.services.simulation_database import own_database
from scoring.services.verify import verify_event
from tournaments.errors import DomainError, Misuse
from tournaments.models import Club, Event, Stage

Part = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Simulated:
    """What was played, the problem that stopped it, and the archive where there is none."""

    played: Played
    document: Mapping[str, Any] | None = None
    problems: tuple[Problem, ...] = ()

    def as_json(self, wanted: Wanted) -> Answer:
        """What the command prints about it, but for its problems."""
        return {
            "seed": wanted.seed,
            "rounds": self.played.rounds,
            "matches": self.played.matches,
            "hands": self.played.hands,
            "finished": self.played.finished and not self.problems,
        }


def simulate_archive(archive: Archive, wanted: Wanted) -> Simulated:
    """Play the rest of the event of an archive in a database of its own, which is gone afterwards.

    Raises Invalid `cannot_simulate` for a game that cannot be played card by card, Misuse where what was
    played does not verify.
    """
    card_play(archive.game)
    with own_database():
        club = Club.objects.create(name="Club", slug="club")
        event = import_archive(archive, club)
        played = simulate_event(event, wanted)
        if played.stopped is not None:
            return Simulated(played, problems=tuple(_placed(*played.stopped)))
        event.refresh_from_db()
        written = read_archive(_without_clock(export_event(event), archive.document))
        if not isinstance(written, Archive):  # such as a draw of individuals, who are no whole side
            return Simulated(played, problems=written)
        _prove(written, club)
    return Simulated(played, written.document)


def _placed(stage: Stage, number: int, error: DomainError) -> Iterator[Problem]:
    """What stopped a round, at its place in the archive, entrants by their ids there."""
    for each in with_refs(stage, error.problems):
        yield Problem(each.code, pointer("stages", stage.order - 1, "rounds", number - 1), each.params)


def _without_clock(made: Part, given: Mapping[str, Any]) -> Part:
    """The archive without what the clock of this machine said; what the file told before stays as it was.

    The history is that of the file: nobody has done what was simulated.
    """
    made.pop("log", None)
    if "log" in given:
        made["log"] = given["log"]
    for ruling in made["rulings"][len(given["rulings"]) :]:
        ruling.pop("at", None)
    for stage, before in zip(made["stages"], given["stages"], strict=True):
        told = {one["number"]: one for one in before["rounds"]}
        for one in stage["rounds"]:
            known = told.get(one["number"], {})
            for key in set(ROUND_TIMES) - known.keys():
                one.pop(key, None)
    return made


def _prove(written: Archive, club: Club) -> None:
    """Import what will be written and verify it; raises Misuse where it is not clean."""
    event: Event = import_archive(written, club, replace=True)
    proof = verify_event(event)
    if proof.problems:
        raise Misuse(f"a simulated event is not what it was entered as: {proof.as_json()}")
