"""Options that do not fit together: the table of rules section 3.2, a row for each code, in its order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.core.problems import Problem, pointer
from engine.games.thunee.cards import COUNT, DECLARE

HIGHEST_CALL = 100
"""The most that may be called where the other side counts (but for 104)."""


def is_redealt(rules: Any) -> bool:
    """Return whether the cards are dealt again when nobody calls."""
    return bool(rules.all_pass == "redeal")  # noqa: S105


_Row = tuple[str, str, Callable[[Any], bool]]
_ROWS: tuple[_Row, ...] = (
    ("deck32_needs_four_players", "deck_size", lambda o: o.deck_size == 32 and o.variant in ("two", "six")),
    (
        "bid_range",
        "bid_max",
        lambda o: o.bid_min > o.bid_max or (o.scheme == COUNT and o.bid_max > HIGHEST_CALL),
    ),
    ("declare_needs_redeal", "all_pass", lambda o: o.scheme == DECLARE and not is_redealt(o)),
    ("declare_has_no_104", "call_104", lambda o: o.scheme == DECLARE and o.call_104),
    (
        "counting_target_only_count304",
        "counting_target",
        lambda o: o.scheme == DECLARE and o.counting_target is not None,
    ),
    ("call_loss_only_count304", "call_loss_balls", lambda o: o.scheme == DECLARE and o.call_loss_balls == 2),
    ("surplus_only_declare154", "surplus_step", lambda o: o.scheme == COUNT and o.surplus_step > 0),
    ("call_104_needs_max_100", "call_104", lambda o: o.call_104 and o.bid_max != HIGHEST_CALL),
    (
        "last_card_needs_first_batch_and_default_trumper",
        "last_card_trump",
        lambda o: o.last_card_trump != "off" and (o.trump_choice == "full_hand" or is_redealt(o)),
    ),
    (
        "weak_hand_needs_default_trumper",
        "weak_hand_redeal",
        lambda o: o.weak_hand_redeal and is_redealt(o),
    ),
    (
        "free_auction_no_partner_overbid",
        "overbid_partner",
        lambda o: o.auction_mode == "free" and o.overbid_partner,
    ),
    ("blind_needs_thunee", "blind_thunee", lambda o: o.blind_thunee and not o.thunee),
    (
        "blind_royals_needs_both",
        "blind_royals",
        lambda o: o.blind_royals and not (o.royals_mode == "call" and o.blind_thunee),
    ),
    (
        "target_raise_needs_khanaak",
        "khanaak_raises_target",
        lambda o: o.khanaak_raises_target != "never" and not o.khanaak,
    ),
    ("call_partner_needs_partner", "call_partner", lambda o: o.call_partner and o.variant == "two"),
)


def conflicts(rules: Any) -> Iterator[Problem]:
    """Yield a problem for each row that applies."""
    for code, name, applies in _ROWS:
        if applies(rules):
            yield Problem(code, pointer(name), {"field": name})
