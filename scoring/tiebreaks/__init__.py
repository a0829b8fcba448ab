"""Every criterion of the standings but those of duplicate boards.

How each treats rounds without a played match; *rule* is the ``unplayed`` rule of the stage (module unplayed).

============================  ==========  ===============================================================
criterion                     source      byes, absences, forfeits
============================  ==========  ===============================================================
match_points, game_points     FIDE C.07   count with the points that the stage gives them
victory_points                practice    count with the points that the stage gives them
difference, quotient          practice    count with their entered score, else 0 : 0
wins                          FIDE C.07   a forfeit won; a bye worth a win or more, none under a scale
games_won, hands_won          FIDE C.07   played matches only
average_per_round_played      practice    played matches only
buchholz, cuts, medians       FIDE C.07   by the rule; cuts drop own voluntary absences first
fore_buchholz                 FIDE C.07   by the rule; played matches of the last round become draws
sum_of_, average_..buchholz   FIDE C.07   opponents really played; their Buchholz by the rule
sonneborn_berger, cut 1       FIDE C.07   by the rule; the dummy weighs as much as that round of a win
koya                          FIDE C.07   forfeits against the scheduled opponent; no byes
direct_encounter              FIDE C.07   forfeits in a round robin only; no byes
progressive, cut 1            FIDE C.07   count with the points that the stage gives them
kashdan                       US chess    0
opponents_.., own_..          card games  played matches only
fewest_penalties, rating      director    do not matter
lot, playoff                  director    do not matter
matchpoints, imps             boards      not here: they compare hands, not matches
============================  ==========  ===============================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoring.tiebreaks import head_to_head, lots, opponents, percentages, points, progressive, strength
from scoring.tiebreaks.base import TieBreak

CRITERIA: tuple[TieBreak, ...] = (
    *points.CRITERIA,
    *head_to_head.CRITERIA,
    *opponents.CRITERIA,
    *strength.CRITERIA,
    *progressive.CRITERIA,
    *percentages.CRITERIA,
    *lots.CRITERIA,
)


def _by_key(criteria: tuple[TieBreak, ...]) -> Mapping[str, TieBreak]:
    """The registry; a key used twice is an error of ours."""
    found: dict[str, TieBreak] = {}
    for criterion in criteria:
        if criterion.key in found:
            raise ValueError(f"two criteria with the key {criterion.key!r}")
        found[criterion.key] = criterion
    return MappingProxyType(found)


TIEBREAKS: Mapping[str, TieBreak] = _by_key(CRITERIA)
