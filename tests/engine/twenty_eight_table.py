"""Sections 5.2 to 5.4 of the rules, sentence by sentence over codes of cards: what the engine must equal.

Nothing here uses the engine's bits; of a position only what everybody at the table could tell is read.
"""

from __future__ import annotations

from engine.games.twenty_eight.state import ASKED, TURNED, State

STRENGTH = "78QKTA9J"


def hand_of(state: State, seat: int) -> list[str]:
    return state.table.pack.cards.codes(state.hands[seat])


def trump_of(state: State) -> str | None:
    return next(
        (letter for letter, mask in state.table.pack.cards.suits.items() if mask == state.trump), None
    )


def laid(state: State) -> list[str]:
    """The cards of the trick that is not complete."""
    return [state.table.pack.cards.codes_of[bit] for bit in state.laid] if state.led else []


def indicator_of(state: State) -> str | None:
    return state.table.pack.cards.codes_of[state.indicator] if state.indicator else None


def legal(state: State, effective: list[bool]) -> tuple[str, set[str]]:
    """The rule of 5.3 that decides and the cards that it lets the seat on turn play.

    `effective` says of each card in the trick whether it was played while the trump was revealed.
    """
    rules, hand = state.rules, hand_of(state, state.turn)
    trump, trick = trump_of(state), laid(state)
    hidden = state.indicator != 0 and not state.revealed
    if not trick:
        others = [card for card in hand if card[1] != trump]
        if hidden and state.turn == state.bidder and rules.bidder_lead_trump == "only_if_no_other" and others:
            return "1 others", set(others)
        return "1", set(hand)
    led = trick[0][1]
    own = [card for card in hand if card[1] == led]
    if own:
        return "2", set(own)
    if state.asked == TURNED and rules.bidder_reveal_plays == "indicator":
        return "3", {str(indicator_of(state))}
    trumps = [card for card in hand if card[1] == trump and state.revealed]
    best = best_trump(state, trick, effective, trump)
    higher = [card for card in trumps if best and STRENGTH.index(card[0]) > STRENGTH.index(best[0])]
    if state.asked in (ASKED, TURNED) and rules.must_trump_after_ask and trumps:
        if rules.undertrump == "forbidden" and higher:
            return "4 higher", set(higher)
        return "4", set(trumps)
    if rules.undertrump == "forbidden" and state.revealed and led != trump and best:
        allowed = [card for card in hand if card not in trumps] + higher
        return ("5", set(allowed)) if allowed else ("5 any", set(hand))
    return "6", set(hand)


def best_trump(state: State, trick: list[str], effective: list[bool], trump: str | None) -> str | None:
    """The best effective trump that lies in the trick, the trump being revealed."""
    live = state.rules.pre_reveal_trumps == "same_trick_live"
    found = [
        card
        for card, was_open in zip(trick, effective, strict=True)
        if card[1] == trump and state.revealed and (was_open or live)
    ]
    return max(found, key=lambda card: STRENGTH.index(card[0]), default=None)


def winner(trick: list[str], effective: list[bool], trump: str | None) -> int:
    """5.4: which card of a complete trick wins; of identical ones the first."""
    led = trick[0][1]
    trumps = [at for at, card in enumerate(trick) if card[1] == trump and effective[at]]
    ranked = trumps if trumps and led != trump else [at for at, card in enumerate(trick) if card[1] == led]
    return max(ranked, key=lambda at: (STRENGTH.index(trick[at][0]), -at))


def may_ask(state: State) -> bool:
    """5.2: whether the seat on turn may have the trump turned by the bidder, or turn it."""
    trick = laid(state)
    if not state.indicator or state.revealed:
        return False
    is_bidder = state.turn == state.bidder
    hand = hand_of(state, state.turn)
    if is_bidder and not hand:
        return True
    if not trick or any(card[1] == trick[0][1] for card in hand):
        return False
    side = state.table.side_of
    if state.rules.reveal_by == "any_player":
        return True
    if state.rules.reveal_by == "any_but_bidder":
        return not is_bidder
    return side[state.turn] != side[state.bidder]
