"""An event as its archive: everything that was entered, in canonical form."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from scoring.archive.canonical import Part, canonical
from scoring.archive.columns import event_part, stage_part
from scoring.archive.dump_log import history
from scoring.archive.exact import plain
from scoring.archive.kept import kept, moment_or_none
from scoring.archive.line_up import without_usual_seats
from scoring.archive.load_rounds import FORFEIT, ROUND_TIMES
from scoring.archive.schema import FORMAT, VERSION
from scoring.models import Hand, HandStatus, Ruling, ScoreState
from scoring.selectors.records import released_hands
from scoring.services.drawing import is_outdated
from scoring.services.loading import SLIP
from scoring.services.outcome import TIE_BREAK_LATER
from scoring.setup import event_setup
from tournaments.models import EntrantPlayer, Event, Match, Outcome, Participation, Round, RoundStatus, Stage

PLAYED = {"", Outcome.PLAYED}
"""What a participation says of a match whose result comes from play."""


def export_event(event: Event) -> dict[str, Any]:
    """Return the canonical archive of an event: exporting what was imported gives the same document."""
    people = {row.player_id: row.ref for row in event.roster.all()}
    listed: set[int] = set()
    document = {
        "format": FORMAT,
        "version": VERSION,
        "event": event_part(event),
        "players": [
            kept(id=row.ref, name=row.player.name, club=row.club, rating=_number(row.rating))
            for row in event.roster.select_related("player").order_by("pk")
        ],
        "entrants": _entrants(event),
        "tables": [kept(number=each.number, label=each.label.strip()) for each in event.tables.all()],
        "stages": [_stage(stage, people, listed) for stage in event.stages.order_by("order")],
        "rulings": _rulings(event, people),
        "log": history(event, listed),
    }
    setup = event_setup(event)
    return canonical(without_usual_seats(document, setup.game, setup.rules))


def _number(value: Any) -> int | str | None:
    return None if value is None else plain(value)


def _entrants(event: Event) -> list[Part]:
    players, others = defaultdict(list), defaultdict(list)
    entrants = event.entrants.select_related("fixed_table").prefetch_related("planned_absences")
    for row in event.roster.filter(entrant__isnull=False).order_by("slot", "pk"):
        if not row.substitute and row.to_round is None:
            players[row.entrant_id].append(row.ref)
        if row.substitute or row.from_round or row.to_round:
            others[row.entrant_id].append(_member(row))
    return [
        kept(
            id=entrant.ref,
            number=entrant.number,
            name=entrant.name,
            players=players[entrant.pk],
            club=entrant.club,
            rating=_number(entrant.rating),
            status=entrant.status,
            joined_round=entrant.joined_round,
            left_after_round=entrant.left_after_round,
            absences={str(each.round): each.kind for each in entrant.planned_absences.all()},
            line_up=others[entrant.pk],
            fixed_table=entrant.fixed_table.number if entrant.fixed_table is not None else None,
        )
        for entrant in entrants.order_by("number")
    ]


def _member(row: EntrantPlayer) -> Part:
    return kept(
        player=row.ref,
        slot=row.slot,
        substitute=row.substitute,
        from_round=row.from_round,
        to_round=row.to_round,
    )


def _stage(stage: Stage, people: Mapping[int, str], listed: set[int]) -> Part:
    places = list(stage.places.select_related("entrant").order_by("entrant__number"))
    rounds = stage.rounds.order_by("number")
    return kept(
        id=stage.ref,
        **stage_part(stage),
        status=stage.status,
        entrants=[place.entrant.ref for place in places],
        rounds=_rounds(stage, list(rounds), people, listed),
        groups={place.entrant.ref: place.group for place in places if place.group},
        boards=[
            kept(number=board.number, dealer=board.dealer, deal=board.deal)
            for board in stage.boards.filter(dealer__isnull=False)
        ],
    )


def _rounds(stage: Stage, rounds: Sequence[Round], people: Mapping[int, str], listed: set[int]) -> list[Part]:
    """The rounds of a stage; adds to `listed` the hands that stand in them."""
    refs = dict(stage.event.entrants.values_list("pk", "ref"))
    matches = defaultdict(list)
    rows = (
        Match.objects.filter(round__stage=stage).select_related("round", "table", "result").order_by("number")
    )
    hands = _hands(stage)
    released = released_hands(hand for counting in hands.values() for hand in counting)
    for match in rows.prefetch_related("participations__entrant", "seats"):
        counting = _counting(match, hands.get(match.pk, []))
        listed.update(hand.pk for hand in counting)
        matches[match.round_id].append(_match(match, counting, people, released))
    return [
        kept(
            number=one.number,
            status=one.status,
            seed=one.seed,
            **{key: moment_or_none(getattr(one, key)) for key in ROUND_TIMES},
            why=_why(one, refs),
            matches=matches[one.pk],
        )
        for one in rounds
    ]


def _why(one: Round, refs: Mapping[int, str]) -> Part:
    """How the round was drawn; the version of the table it came from says only whether that still stands."""
    why = {key: value for key, value in one.why.items() if key != "standings"}
    if "byes" in why:
        why["byes"] = [{**bye, "entrant": refs[bye["entrant"]]} for bye in why["byes"]]
    return why | {"outdated": True} if is_outdated(one) else why


def _hands(stage: Stage) -> dict[int, list[Hand]]:
    """The hands that count, by match: neither void nor in conflict, nor surplus, nor in doubt."""
    found = defaultdict(list)
    hands = Hand.objects.filter(match__round__stage=stage).select_related("current", "board", "score")
    for hand in hands.exclude(status=HandStatus.CONFLICT).order_by("match", "number"):
        score = getattr(hand, "score", None)
        if score is not None and score.state != ScoreState.COUNTS:
            continue
        if hand.current is not None and hand.current.payload is not None:
            found[hand.match_id].append(hand)
    return found


def _counting(match: Match, hands: Sequence[Hand]) -> Sequence[Hand]:
    """The hands that the match lists; the totals of a slip only where they are its result."""
    is_slip = bool(hands) and hands[0].number == SLIP
    return [] if is_slip and not _is_finished(match) else hands


def _match(match: Match, hands: Sequence[Hand], people: Mapping[int, str], released: Collection[int]) -> Part:
    sides: dict[str, list[Participation]] = defaultdict(list)
    for participation in sorted(match.participations.all(), key=lambda row: (row.side, row.slot)):
        sides[participation.side].append(participation)
    return kept(
        number=match.number,
        table=match.table.number if match.table is not None else None,
        leg=match.leg,
        sides=[_side(rows) for rows in sides.values()],
        posted=match.posted,
        seats=_seats(match, people),
        first_dealer=match.first_dealer,
        draw=match.draw,
        scheduled_at=moment_or_none(match.scheduled_at),
        **_outcome(match, [rows[0] for rows in sides.values()]),
        **_play(match, hands, list(sides), released),
    )


def _side(rows: Sequence[Participation]) -> str | list[str]:
    refs = [row.entrant.ref for row in rows]
    return refs[0] if len(refs) == 1 else refs


def _seats(match: Match, people: Mapping[int, str]) -> dict[str, str]:
    return {
        str(seat.position): people[seat.player_id] for seat in match.seats.all() if seat.position is not None
    }


def _outcome(match: Match, rows: Sequence[Participation]) -> dict[str, Any]:
    """The outcome of the match, and the points that were set by hand."""
    outcomes = [row.outcome for row in rows]
    found: dict[str, Any] = {}
    if Outcome.FORFEIT_WIN in outcomes:
        there = [row.entrant.ref for row in rows if row.outcome == Outcome.FORFEIT_WIN]
        found = {"outcome": FORFEIT, "winner": there[0] if len(there) == 1 else there}
    elif Outcome.FORFEIT_LOSS in outcomes:
        found = {"outcome": Outcome.DOUBLE_FORFEIT.value}
    elif outcomes[0] not in {"", Outcome.PLAYED}:
        found = {"outcome": outcomes[0]}
    elif match.round.status != RoundStatus.DRAFT and _is_finished(match):
        found = {"outcome": Outcome.PLAYED.value}
    return found | _set_points(rows)


def _is_finished(match: Match) -> bool:
    """Whether the match was played to its end, be it that its tie-break has not been asked yet."""
    result = getattr(match, "result", None)
    if result is None or any(row.outcome not in PLAYED for row in match.participations.all()):
        return False
    return bool(result.complete) or result.obstacles == [TIE_BREAK_LATER]


def _set_points(rows: Sequence[Participation]) -> dict[str, Any]:
    """Own game points of byes and forfeits, and adjusted match points."""
    alone = len(rows) == 1
    game_points = [row.game_points for row in rows] + ([rows[0].game_points_against] if alone else [])
    match_points = [row.match_points for row in rows]
    found: dict[str, Any] = {}
    if any(value is not None for value in game_points):
        found["score"] = [plain(value or 0) for value in game_points]
    if any(value is not None for value in match_points):
        points = [plain(value or 0) for value in match_points]
        found["match_points"] = points[0] if alone else points
    return found


def _play(
    match: Match, hands: Sequence[Hand], sides: Sequence[str], released: Collection[int]
) -> dict[str, Any]:
    """The hands of a match, or the totals of its paper slip."""
    if not hands:
        return {"hands": []} if _is_finished(match) else {}
    slip = hands[0]
    if slip.number == SLIP:
        payload = _payload(slip)
        return {key: [payload[key][side] for side in sides] for key in ("score", "games") if payload.get(key)}
    return {
        "hands": [
            kept(
                number=hand.number,
                board=hand.board.number if hand.board is not None else None,
                summary=_payload(hand),
                record=hand.current.record if hand.current is not None else None,
                released=True if hand.pk in released else None,
            )
            for hand in hands
        ]
    }


def _payload(hand: Hand) -> Part:
    return hand.current.payload or {} if hand.current is not None else {}


def _rulings(event: Event, people: Mapping[int, str]) -> list[Part]:
    rows = Ruling.objects.filter(event=event).select_related("stage", "round", "match__table", "entrant")
    ordered = list(rows.order_by("position"))
    places = {ruling.pk: place for place, ruling in enumerate(ordered)}
    return [_ruling(ruling, places, people) for ruling in ordered]


def _ruling(ruling: Ruling, places: Mapping[int, int], people: Mapping[int, str]) -> Part:
    match = ruling.match
    table = match.table if match is not None else None
    return kept(
        stage=ruling.stage.ref if ruling.stage is not None else None,
        round=ruling.round.number if ruling.round is not None else None,
        table=table.number if table is not None else None,
        match=match.number if match is not None and table is None else None,
        hand=ruling.hand,
        entrant=ruling.entrant.ref if ruling.entrant is not None else None,
        player=people.get(ruling.player_id or 0),
        code=ruling.code,
        effect=ruling.effect,
        match_points=_number(ruling.match_points),
        game_points=_number(ruling.game_points),
        value=ruling.value,
        status=ruling.status,
        reason=ruling.reason,
        article=ruling.article,
        public_note=ruling.public_note,
        at=moment_or_none(ruling.at),
        replaces=places[ruling.replaces_id] if ruling.replaces_id is not None else None,
    )
