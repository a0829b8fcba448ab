"""What an event does (rules section 4), and the ordinary part of a hand at a glance.

`advance` is the authority on every event and changes the position it is given; `apply` is for everybody
else. `run` plays what is plainly legal without a call for each card, and leaves the rest to `advance`; a test
proves that both lead to the same position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.core.problems import Problem, shown
from engine.games.thunee import auction, calls
from engine.games.thunee.cards import BITS, CARDS, SUIT_OF, worth
from engine.games.thunee.events import CANCEL, INFRACTION, LAY, PHASES, SPECIAL, bad_event
from engine.games.thunee.infractions import BY_CODE, is_four_ball
from engine.games.thunee.legality import why_not
from engine.games.thunee.state import (
    AGREE,
    AUCTION,
    CALLED,
    DEAL1,
    DEAL2,
    DEAL3,
    OVER,
    PLAY,
    TRUMP,
    WEAK,
    State,
)
from engine.games.thunee.summary import CAUGHT, MADE, PARTNER_CATCH
from engine.games.thunee.table import NORMAL, SIDES, is_for_two, side_at

Event = Mapping[str, Any]
WEAK_POINTS = 10
MISDEAL = "misdeal"
BATCH_OF = {DEAL1: 1, DEAL2: 2, DEAL3: 3}
OBSERVER_ADVICE = "observer_advice"
SUIT_LETTER_OF = {bit: code[1] for code, bit in BITS.items()}


def apply(state: State, event: object) -> State | Problem:
    """Return the position after an event, or why it is illegal; total over any JSON value."""
    following = state.copy()
    return advance(following, event) or following


def advance(state: State, event: Any) -> Problem | None:
    """Let an event happen, or return the first reason why it is illegal (4.16)."""
    before = state.phase
    if before == OVER:
        return Problem("hand_over")
    problem = bad_event(event)
    if problem is not None:
        return problem
    name = event["e"]
    if name in RULINGS:
        return RULINGS[name](state, event)
    phases, handle = ACTIONS[name]
    if before not in phases:
        problem = _open_phase(state, name, event)
        if problem is not None:
            return problem
    problem = handle(state, event) if is_seat(state, event.get("seat")) else _no_seat(event)
    if problem is not None:
        state.phase = before
    return problem


def _open_phase(state: State, name: str, event: Event) -> Problem | None:
    """4, windows: go on to the state in which an event belongs, if the windows lead there."""
    if name == SPECIAL and state.phase in (CALLED, PLAY, DEAL3):
        return Problem("thunee_too_late", "/e", {"call": shown(event.get("call"))})
    for phase in state.chain():
        if phase in PHASES[name]:
            state.phase = phase
            return None
    return Problem("wrong_phase", "/e", {"event": name, "state": state.phase})


def is_seat(state: State, seat: object) -> bool:
    """Tell whether a value is a seat of the table; `true` and 1.0 are none."""
    return type(seat) is int and 0 < seat <= state.size.players


def _no_seat(event: Event) -> Problem:
    return Problem("seat_unknown", "/seat", {"value": shown(event.get("seat"))})


def _infraction(state: State, event: Event) -> Problem | None:
    """4, rulings: a four-ball ends the hand."""
    code, is_observed = event.get("code"), state.rules.variant == "observed"
    if "side" in event:
        if event["side"] not in SIDES or "seat" in event or not is_observed:
            return Problem("bad_event", "/side", {"value": INFRACTION})
        side = event["side"]
    elif code == OBSERVER_ADVICE and is_observed:
        return Problem("bad_event", "/side", {"value": INFRACTION})
    elif not is_seat(state, event.get("seat")):
        return _no_seat(event)
    else:
        side = side_at(event["seat"])
    if not is_four_ball(code):
        return Problem("infraction_unknown", "/code", {"code": shown(code)})
    if not BY_CODE[str(code)].exists(state.rules):
        return Problem("infraction_not_penalised", "/code", {"code": str(code)})
    state.offence, state.phase = (side, str(code)), OVER
    return None


def _cancel(state: State, event: Event) -> Problem | None:
    """4, rulings: a misdeal ends the hand."""
    if not is_seat(state, event.get("seat")):
        return _no_seat(event)
    if event["seat"] != state.dealer:
        return Problem("not_dealer", "/seat", {"dealer": state.dealer})
    if event.get("reason") != MISDEAL:
        return Problem("cancel_reason", "/reason")
    state.cancel(MISDEAL)
    return None


def _cut(state: State, event: Event) -> Problem | None:
    """4.2: the cut, or that it was refused."""
    at, least = event.get("at"), state.rules.cut_min
    if event["seat"] != state.cutter:
        return Problem("wrong_cutter", "/seat", {"seat": state.cutter})
    is_thick = type(at) is int and least <= at <= state.rules.deck_size - least
    if "declined" not in event and not is_thick:
        return Problem("cut_too_thin", "/at", {"cut_min": least})
    state.phase = AGREE if state.rules.royals_mode == "agreed" else DEAL1
    return None


def _royals_agreed(state: State, event: Event) -> Problem | None:
    """4.3: the whole hand in Royals."""
    state.royals_agreed, state.phase = True, DEAL1
    return None


def _deal(state: State, event: Event) -> Problem | None:
    """4.4, 4.10 and 4.12: the dealer gives the next batch."""
    if event["seat"] != state.dealer:
        return Problem("not_dealer", "/seat", {"dealer": state.dealer})
    batch = BATCH_OF[state.phase]
    if type(event.get("batch")) is not int or event["batch"] != batch:
        return Problem("wrong_batch", "/batch", {"batch": batch})
    hands, batches = state.hands, state.deal.batches
    for seat in state.size.seats:
        hands[seat] |= batches[seat][batch - 1]
    if batch == 1:
        state.phase = WEAK if is_weak(state) else AUCTION
    elif batch == len(state.size.batches) and is_for_two(state.rules):
        state.phase, state.first_tricks = PLAY, tuple(state.tricks)
    elif state.kind != NORMAL:
        state.phase = PLAY
    elif state.rules.trump_choice == "full_hand":
        state.phase = TRUMP
    else:
        calls.before_play(state)
    return None


def is_weak(state: State) -> bool:
    """4.4: whether the dealer's right may throw in his first batch."""
    if not state.rules.weak_hand_redeal:
        return False
    first = state.deal.batches[state.default_trumper][0]
    return worth(first, state.rules.scheme) <= WEAK_POINTS


def _weak_redeal(state: State, event: Event) -> Problem | None:
    """4.4: a weak hand is thrown in."""
    if event["seat"] != state.default_trumper:
        return Problem("not_default_trumper", "/seat", {"seat": state.default_trumper})
    state.cancel("weak_hand")
    return None


def _play(state: State, event: Event) -> Problem | None:
    """4.12: a card of the seat on turn."""
    if event["seat"] != state.turn:
        return Problem("not_your_turn", "/seat", {"seat": state.turn})
    problem = why_not(state, event.get("card"))
    if problem is None:
        _lay(state, BITS[event["card"]])
    return problem


def _lay(state: State, bit: int) -> None:
    """Lay a card; the first of the hand may end it, and the last of a trick ends that."""
    seat = state.turn
    if not state.done and not state.led:
        if state.kind != NORMAL:
            state.trump = SUIT_LETTER_OF[bit]
            state.begin_play(seat)
        if lacks_trumps(state):
            state.hands[seat] ^= bit
            state.cancel("no_trumps")
            return
    state.hands[seat] ^= bit
    if not state.led:
        state.led, state.best, state.owner, state.table = SUIT_OF[bit], bit, seat, [bit]
    else:
        state.table.append(bit)
        if bit & state.beaters[state.best]:
            state.best, state.owner = bit, seat
    state.turn = state.size.right[seat]
    if len(state.table) == state.size.players:
        collect(state)


def lacks_trumps(state: State) -> bool:
    """4.12: whether the hand is void since the trump maker's, or the caller's, opponents hold no trump."""
    if not state.rules.no_trump_redeal or is_for_two(state.rules):
        return False
    maker = state.maker if state.kind == NORMAL else state.caller
    return not state.opponents_hold(CARDS.suits[state.trump], maker)


def collect(state: State) -> None:
    """The winner has the trick and leads to the next one."""
    owner = state.owner
    state.taken[owner] += sum([state.worth[bit] for bit in state.table])
    state.tricks[owner] += 1
    state.done += 1
    state.led, state.turn = 0, owner
    after_trick(state)


def after_trick(state: State) -> None:
    """4.12: the hand, its first deal or a Thunee may be over with a trick that is complete."""
    owner = state.owner
    if state.kind != NORMAL and owner != state.caller:
        is_partner = side_at(owner) == side_at(state.caller)
        state.result, state.phase = PARTNER_CATCH if is_partner else CAUGHT, OVER
    elif state.done == state.length:
        state.result, state.phase = "" if state.kind == NORMAL else MADE, OVER
    elif state.done == state.size.hand:
        state.phase = DEAL3


RULINGS: Mapping[str, Callable[[State, Event], Problem | None]] = {INFRACTION: _infraction, CANCEL: _cancel}
"""What a ruling does, in whatever state."""

_HANDLERS: Mapping[str, Callable[[State, Event], Problem | None]] = {
    "cut": _cut,
    "royals_agreed": _royals_agreed,
    "deal": _deal,
    "weak_redeal": _weak_redeal,
    "call": auction.call,
    "pass": auction.pass_by,
    "call_both": auction.call_both,
    "close": auction.close,
    SPECIAL: calls.special,
    "trump": calls.trump,
    "partner_card": calls.partner_card,
    LAY: _play,
    "jodhi": calls.jodhi,
    "double_thunee": calls.double_thunee,
    "final": calls.final,
}
"""What each kind of event does, its state and its seat being right."""

ACTIONS = {name: (PHASES[name], handle) for name, handle in _HANDLERS.items()}
"""The states in which each kind of event is at home, and what it does there."""
