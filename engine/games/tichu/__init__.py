"""Tichu, as entered at the table: the printed rules, six-handed Tientsin, and what clubs agree on."""

from pathlib import Path

from engine.core.game import Game
from engine.core.text import gettext_noop
from engine.games.tichu import check, infractions, match, rules
from engine.games.tichu.messages import MESSAGES
from engine.games.tichu.score import LINE_TEXTS
from engine.games.tichu.summary import CALL_LABELS, Summary

GAME = Game(
    key="tichu",
    title=gettext_noop("Tichu"),
    variants=rules.VARIANTS,
    profiles=rules.PROFILES,
    Rules=rules.Rules,
    Summary=Summary,
    read_rules=rules.read_rules,
    seats=rules.seats,
    sides=rules.sides,
    side_of=rules.side_of,
    seat_names=rules.seat_names,
    check=check.check,
    canonical=check.canonical,
    score=check.score,
    open_match=match.open_match,
    add=match.add,
    close=match.close,
    forfeit=match.forfeit,
    infractions=infractions.INFRACTIONS,
    effects=infractions.EFFECTS,
    rule=infractions.rule,
    victory_points=check.victory_points,
    tie_break=check.tie_break,
    messages=MESSAGES,
    line_texts=LINE_TEXTS,
    value_texts={**CALL_LABELS, **{each.code: each.title for each in infractions.INFRACTIONS}},
    examples=Path(__file__).with_name("examples.json"),
)
