"""Whether the cards of some Jodhi fit into hands (rules section 9.3, `jodhi_too_many_cards`)."""

from __future__ import annotations

from functools import cache

PAIR, TRIPLE = 2, 3


@cache
def fits(pairs: int, triples: int, hands: int, room: int) -> bool:
    """Tell whether so many sets of two and of three cards fit into `hands` hands of `room` cards each."""
    if not pairs and not triples:
        return True
    if not hands or PAIR * pairs + TRIPLE * triples > hands * room:
        return False
    most = min(triples, room // TRIPLE)
    return any(
        fits(max(0, pairs - (room - TRIPLE * here) // PAIR), triples - here, hands - 1, room)
        for here in range(most + 1)
    )
