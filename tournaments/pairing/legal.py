"""The best legal round of a Swiss, by the method that suits the size of the field."""

from __future__ import annotations

from tournaments.pairing import sparse
from tournaments.pairing.exact import Solution, best_round
from tournaments.pairing.graph import leaves_plenty
from tournaments.pairing.lineup import Lineup

SMALL_FIELD = 120
"""Up to here all tables are looked at at once; beyond, that takes longer than few tables and a proof."""

MIDDLE_FIELD = 700
"""Up to here a round that was not proven from few tables is drawn again from all of them."""


def best_legal_round(lineup: Lineup) -> Solution | None:
    """Return the best legal round, by the method that suits the size of the field; None without any."""
    size = len(lineup.free)
    if size > SMALL_FIELD and leaves_plenty(lineup) and not (lineup.is_odd and not lineup.bye_candidates):
        found = sparse.best_round(lineup)
        if found is not None and (found.certificate.is_complete or size > MIDDLE_FIELD):
            return found
    return best_round(lineup, lineup.bye_candidates)
