"""What an event may look like, whatever the position (rules sections 4.16, step 1, and 10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.problems import Problem, shown
from engine.games.thunee.state import (
    AGREE,
    AUCTION,
    CALLED,
    CUT,
    DEAL1,
    DEAL2,
    DEAL3,
    PLAY,
    TRUMP,
    WEAK,
    WINDOW_BLIND,
    WINDOW_THUNEE,
)

INFRACTION, CANCEL, SPECIAL, LAY = "infraction", "cancel", "special", "play"

KEYS: Mapping[str, frozenset[str]] = {
    name: frozenset(("e", "seat", *keys))
    for name, keys in {
        "cut": ("at", "declined"),
        "royals_agreed": (),
        "deal": ("batch",),
        "weak_redeal": (),
        "call": ("amount",),
        "pass": (),
        "call_both": ("amount",),
        "close": (),
        SPECIAL: ("call",),
        "trump": ("suit", "last_card"),
        "partner_card": ("card",),
        LAY: ("card",),
        "jodhi": ("suit", "jack", "value"),
        "double_thunee": (),
        "final": ("call",),
        INFRACTION: ("side", "code"),
        CANCEL: ("reason",),
    }.items()
}
"""The keys that each kind of event can have."""

PHASES: Mapping[str, tuple[str, ...]] = {
    "cut": (CUT,),
    "royals_agreed": (AGREE,),
    "deal": (DEAL1, DEAL2, DEAL3),
    "weak_redeal": (WEAK,),
    "call": (AUCTION,),
    "pass": (AUCTION,),
    "call_both": (AUCTION,),
    "close": (AUCTION,),
    SPECIAL: (WINDOW_BLIND, WINDOW_THUNEE),
    "trump": (TRUMP,),
    "partner_card": (CALLED,),
    LAY: (PLAY,),
    "jodhi": (PLAY,),
    "double_thunee": (PLAY,),
    "final": (PLAY,),
}
"""The states of which each kind of event is an own action."""


def bad_event(event: object) -> Problem | None:
    """Return why something is no event of a hand; total over any JSON value."""
    name = event.get("e") if isinstance(event, dict) else None
    keys = KEYS.get(name) if isinstance(name, str) else None
    if not isinstance(event, dict) or keys is None:
        return Problem("bad_event", "", {"value": shown(name if name is not None else event)})
    if event.keys() <= keys and (name not in FLAGS or not _contradicts_itself(event)):
        return None
    return Problem("bad_event", "", {"value": shown(name)})


FLAGS = frozenset({"cut", "trump", "jodhi"})
"""Events that say something by a flag."""


def _contradicts_itself(event: Mapping[str, Any]) -> bool:
    """Tell whether two ways of saying a thing are mixed, or a flag is none."""
    return (
        ("declined" in event and ("at" in event or event["declined"] is not True))
        or ("last_card" in event and ("suit" in event or event["last_card"] is not True))
        or ("jack" in event and type(event["jack"]) is not bool)
    )
