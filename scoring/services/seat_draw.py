"""Cards drawn at a table for seats and the first deal, until its first hand is entered.

Every act locks the match: of two who reach for one card one gets it, and nobody gets two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.db.models import Q
from django.utils.crypto import salted_hmac

from engine.core.draw import FirstDealer, Purpose, Step
from engine.core.problems import Problem, pointer, shown
from scoring.models import Hand
from scoring.seat_draw import Drawing, purpose_of, rounds_of, terms_of
from scoring.services.phones import follow_owners
from scoring.setup import Setup, stage_setup
from tournaments.access import Actor
from tournaments.errors import Conflict, Invalid
from tournaments.locks import lock
from tournaments.models import (
    EntrantKind,
    Match,
    MatchStatus,
    Participation,
    Round,
    RoundStatus,
    Seat,
    Stage,
    Verb,
)
from tournaments.services.audit import Journal, act
from tournaments.settings import event_settings

OPEN = (RoundStatus.PUBLISHED, RoundStatus.PLAYING)


def take_card(actor: Actor, match: Match, chair: int, place: int) -> Drawing:
    """Draw, or turn, the card at a place (1..n) for who sits in a chair; the same once more changes nothing.

    Raises Conflict `draw_closed`, `draw_not_due` for a chair that has its card, `card_taken`; Invalid for a
    place that there is not, and for a phone that draws for the other side.
    """
    with act(match.round.stage.event, actor) as journal:
        match = lock(match)
        drawing = open_drawing(match)
        if not 1 <= place <= len(drawing.face_down):
            raise Invalid.of("draw_no_such_place", "/place", most=len(drawing.face_down))
        card = drawing.face_down[place - 1]
        if card in (drawing.last_of(chair), drawing.turned):
            return drawing
        _require_due(actor, match, drawing, chair)
        if card in drawing.taken:
            raise Conflict("card_taken")
        after = drawing.with_card(chair, card)
        journal.add(Verb.CARD_DRAWN, match.address, seat=chair, card=card)
        _store(journal, match, drawing, after)
    return after


def enter_draw(
    actor: Actor, match: Match, rounds: Sequence[Mapping[str, str]], turned: str | None = None
) -> Drawing:
    """Enter the cards that were really drawn at the table, round by round, instead of what is there.

    Raises Invalid with everything that is wrong with them, Conflict `draw_closed`.
    """
    with act(match.round.stage.event, actor) as journal:
        match = lock(match)
        before = _unseated(journal, match, open_drawing(match))
        problems = list(_strangers(before, rounds))
        if problems:
            raise Invalid("invalid_draw", problems)
        after = Drawing(before.terms, before.seed, rounds_of(rounds), turned, by_hand=True)
        found = after.stand(whole=True)
        if isinstance(found, tuple):
            raise Invalid("invalid_draw", found)
        _store(journal, match, before, after)
    return after


def name_dealer(actor: Actor, match: Match, seat: int) -> Drawing:
    """Say who deals first, where the rules leave that to the organiser; until the first hand also anew.

    Raises Invalid for a seat that there is not, Conflict `draw_closed`, or `draw_not_due` where cards say it.
    """
    with act(match.round.stage.event, actor) as journal:
        match = lock(match)
        before = open_drawing(match)
        if before.terms.dealer is not FirstDealer.NAMED or before.standing.step is Step.DRAW:
            raise Conflict("draw_not_due")
        if seat not in before.terms.seats:
            raise Invalid.of("draw_unknown_seat", "/seat", value=seat)
        after = Drawing(before.terms, before.seed, before.rounds, None, before.by_hand, seat)
        if after != before:
            _store(journal, match, before, after)
    return after


def undo_draw(actor: Actor, match: Match) -> None:
    """Put everybody back where they sat, so that it can be drawn anew with other lots.

    Raises Conflict `draw_closed`; nothing drawn, nothing changes.
    """
    with act(match.round.stage.event, actor) as journal:
        match = lock(match)
        drawing = open_drawing(match)
        if drawing.is_begun:
            _unseated(journal, match, drawing)


def open_drawing(match: Match) -> Drawing:
    """The draw at a table as it stands; raises Conflict `draw_closed` where nothing is, or can be, drawn."""
    drawing = drawing_of(match)
    status = Round.objects.filter(pk=match.round_id).values_list("status", flat=True).first()
    if drawing is None or status not in OPEN or not is_untouched(match) or is_said_by_boards(match, drawing):
        raise Conflict("draw_closed")
    return drawing


def is_said_by_boards(match: Match, drawing: Drawing) -> bool:
    """Whether nothing is left to draw, since prepared boards say who deals."""
    is_for_deal = drawing.terms.purpose is Purpose.DEALER and not drawing.is_begun
    return is_for_deal and match.round.stage.boards.exists()


def is_untouched(match: Match) -> bool:
    """Whether nothing was entered or decided at the table yet."""
    if match.status != MatchStatus.SCHEDULED or Hand.objects.filter(match=match).exists():
        return False
    decided = ~Q(outcome="") | Q(match_points__isnull=False)
    return not Participation.objects.filter(decided, match=match).exists()


def is_being_drawn(match: Match) -> bool:
    """Whether cards were drawn at a table, or its dealer named, and not taken back since."""
    drawing = drawing_of(match) if match.draw is not None else None
    return drawing is not None and drawing.is_begun


def drawing_of(match: Match) -> Drawing | None:
    """What was drawn at a table, or is to be drawn there; None where cards decide nothing.

    A first dealer that is known without a draw, from an archive, is not asked for again.
    """
    stage = match.round.stage
    setup = stage_setup(stage)
    stored = match.draw
    purpose: str | None = _purpose(stage, setup)
    if stored is not None and (stored["rounds"] or "turned" in stored or match.first_dealer):
        purpose = stored["for"]
    terms = terms_of(setup.game, setup.rules, purpose) if purpose is not None else None
    if terms is None:
        return None
    if stored is not None:
        return Drawing.read(terms, stored, match.first_dealer)
    known = terms.purpose is Purpose.DEALER and match.first_dealer is not None
    return None if known else Drawing(terms, _seed(match))


def _purpose(stage: Stage, setup: Setup) -> Purpose | None:
    declared = setup.game.seat_draw(setup.rules)
    if declared is None:
        return None
    individuals = stage.event.entrant_kind == EntrantKind.INDIVIDUAL
    seat_draw = event_settings(stage.event.settings).seat_draw
    return purpose_of(declared, setup.rules, seat_draw, individuals=individuals)


def _seed(match: Match, before: int | None = None) -> int:
    """The seed of the cards of a table; `before`: the one that they had until the draw was taken back.

    It cannot be told from the seeds that people see: those of rounds, and those of draws that are over.
    """
    found, stage = match.round, match.round.stage
    about = f"{stage.event.seed}/{stage.order}/{found.number}/{match.number}/{before}"
    return int(salted_hmac(__name__, about, algorithm="sha256").hexdigest(), 16) % 2**53


def _strangers(drawing: Drawing, rounds: Sequence[Mapping[str, str]]) -> Iterator[Problem]:
    """Seats that the table does not have, among those for which cards are entered."""
    chairs = {str(chair) for chair in drawing.terms.seats}
    for at, one in enumerate(rounds):
        for each in one:
            if each not in chairs:
                yield Problem("draw_unknown_seat", pointer("rounds", at, each), {"value": shown(each)})


def _require_due(actor: Actor, match: Match, drawing: Drawing, chair: int) -> None:
    """Raise Conflict for a chair that takes no card now, Invalid for a phone that speaks for the others."""
    if chair not in drawing.standing.due:
        raise Conflict("draw_not_due")
    setup = stage_setup(match.round.stage)
    own = actor.device.side if actor.device is not None else ""
    if own and setup.game.side_of(setup.rules, chair) != own:
        raise Invalid.of("draw_other_side", "/seat")


def _store(journal: Journal, match: Match, before: Drawing, after: Drawing) -> None:
    """Keep the draw; who has the seats that it gives sits down in them."""
    standing = after.standing
    if after.is_seated and not before.is_seated:
        _sit(journal, match, standing.seats)
    _keep(match, after)
    if standing.step is Step.DONE or (after.is_seated and not before.is_seated):
        seats = {str(chair): seat for chair, seat in sorted(standing.seats.items())}
        more = {"by_hand": True} if after.by_hand else {}
        journal.add(Verb.SEATS_DRAWN, match.address, seats=seats, dealer=standing.dealer, **more)


def _unseated(journal: Journal, match: Match, drawing: Drawing) -> Drawing:
    """A new draw in the place of one that has begun: everybody sits where they sat, the cards lie anew."""
    if not drawing.is_begun:
        return drawing
    if drawing.is_seated:
        _sit(journal, match, {seat: chair for chair, seat in drawing.standing.seats.items()})
    stage = match.round.stage
    setup = stage_setup(stage)
    purpose = _purpose(stage, setup) or drawing.terms.purpose
    fresh = Drawing(terms_of(setup.game, setup.rules, purpose) or drawing.terms, _seed(match, drawing.seed))
    _keep(match, fresh)
    journal.add(Verb.DRAW_UNDONE, match.address)
    return fresh


def _keep(match: Match, drawing: Drawing) -> None:
    match.draw, match.first_dealer = drawing.as_json(), drawing.standing.dealer
    match.save(update_fields=["draw", "first_dealer"])


def _sit(journal: Journal, match: Match, seats: Mapping[int, int]) -> None:
    """Move everybody from the seat in which they are to the one that is given for it, entrants with them."""
    setup = stage_setup(match.round.stage)
    side_of: dict[int, str] = {seat: setup.game.side_of(setup.rules, seat) for seat in seats}
    rows = list(match.seats.all())
    sides = {side_of[old]: side_of[new] for old, new in seats.items()}
    stay = all(sides[side_of[old]] == side_of[new] for old, new in seats.items())
    Seat.objects.filter(match=match).delete()
    for row in rows:
        row.pk = None
        row.position = seats[row.position] if row.position is not None else None
        row.side = side_of[row.position] if row.position is not None else sides[row.side]
    Seat.objects.bulk_create(rows)
    _move_entrants(match, seats, side_of)
    follow_owners(journal, {match.pk: sides if stay else {}})  # drawn partners are paired anew


def _move_entrants(match: Match, seats: Mapping[int, int], side_of: Mapping[int, str]) -> None:
    """Give each entrant the side of its people: of a pair both sit on one, an individual has one seat."""
    chairs: dict[str, list[int]] = {}
    for seat in sorted(side_of):
        chairs.setdefault(side_of[seat], []).append(seat)
    rows = list(match.participations.order_by("side", "slot"))
    places: dict[str, int] = {}
    for row in rows:
        at = places.get(row.side, 0)
        places[row.side] = at + 1
        new = seats[chairs[row.side][at]]
        row.side = side_of[new]
        row.slot = chairs[row.side].index(new) if len(rows) > len(chairs) else row.slot
    Participation.objects.bulk_update(rows, ["side", "slot"])
