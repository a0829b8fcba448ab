"""The rulings of an event archive as rows."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.archive.canonical import Part, moment
from scoring.models import Ruling
from scoring.table import exact
from tournaments.models import Entrant, Event, Match, Player, Round, Stage


def load_rulings(
    event: Event,
    document: Part,
    stages: Mapping[str, Stage],
    entrants: Mapping[str, Entrant],
    players: Mapping[str, Player],
) -> list[Ruling]:
    """Store the rulings in their order, each with the match that its table or hand names; returns them."""
    first = document["stages"][0]["id"]
    stored: list[Ruling] = []
    for position, part in enumerate(document["rulings"]):
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
            code=part["code"],
            effect=part["effect"],
            match_points=exact(part["match_points"]) if "match_points" in part else None,
            game_points=exact(part["game_points"]) if "game_points" in part else None,
            value=part.get("value", {}),
            status=part["status"],
            reason=part["reason"],
            article=part.get("article", ""),
            public_note=part.get("public_note", ""),
            replaces=stored[part["replaces"]] if "replaces" in part else None,
            at=moment(part["at"]) if "at" in part else None,
        )
        ruling.save()
        stored.append(ruling)
    return stored


def _match(played: Round, entrant: Entrant | None, part: Part) -> Match | None:
    """The match of a ruling: at its table, by its number, or where the entrant played the hand."""
    if "match" in part:
        return played.matches.get(number=part["match"])
    if "table" in part:
        return played.matches.get(table__number=part["table"])
    return played.matches.filter(participations__entrant=entrant).first() if "hand" in part else None
