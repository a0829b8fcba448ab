"""The rulings of an event archive as rows."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.archive.canonical import Part, moment
from scoring.models import Ruling
from scoring.table import exact
from tournaments.models import Entrant, Event, Match, Player, Round, Stage

SAID = ("code", "effect", "status", "reason")
POINTS = ("match_points", "game_points")


def load_rulings(
    event: Event,
    document: Part,
    stages: Mapping[str, Stage],
    entrants: Mapping[str, Entrant],
    players: Mapping[str, Player],
    *,
    stored: dict[int, Ruling],
    of_hands: bool = False,
) -> None:
    """Add to `stored` the rulings that it lacks, by their place; each with the match that it names.

    With `of_hands` only those on hands: what stands between hands must be there before these.
    """
    first = document["stages"][0]["id"]
    for position, part in enumerate(document["rulings"]):
        if position in stored or (of_hands and not _is_of_a_hand(part, stored)):
            continue
        played = stages[part.get("stage", first)].rounds.get(number=part["round"])
        entrant = entrants[part["entrant"]] if "entrant" in part else None
        ruling = Ruling(
            event=event,
            stage=played.stage,
            round=played,
            match=_match(played, entrant, part),
            hand=part.get("hand"),
            entrant=entrant,
            player=players[part["player"]] if "player" in part else None,
            position=position,
            **{name: part[name] for name in SAID},
            **{name: exact(part[name]) for name in POINTS if name in part},
            value=part.get("value", {}),
            article=part.get("article", ""),
            public_note=part.get("public_note", ""),
            replaces=stored[part["replaces"]] if "replaces" in part else None,
            at=moment(part["at"]) if "at" in part else None,
        )
        ruling.save()
        stored[position] = ruling


def _is_of_a_hand(part: Part, stored: Mapping[int, Ruling]) -> bool:
    return part["effect"] == "hand" and ("replaces" not in part or part["replaces"] in stored)


def _match(played: Round, entrant: Entrant | None, part: Part) -> Match | None:
    """The match of a ruling: at its table, by its number, or where the entrant played the hand."""
    if "match" in part:
        return played.matches.get(number=part["match"])
    if "table" in part:
        return played.matches.get(table__number=part["table"])
    return played.matches.filter(participations__entrant=entrant).first() if "hand" in part else None
