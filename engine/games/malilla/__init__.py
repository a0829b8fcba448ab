"""Malilla (Manilla): 48 Spanish cards, the nine on top, 72 points a hand; by summary and card by card."""

from pathlib import Path

from engine.core.game import Game, no_tie_break, no_victory_points
from engine.core.play import CardPlay
from engine.core.text import gettext_noop
from engine.games.malilla import (
    check,
    deal,
    draw,
    explain,
    infractions,
    match,
    play,
    record,
    rules,
    ruling,
    view,
)
from engine.games.malilla.messages import MESSAGES
from engine.games.malilla.paper import SLIP
from engine.games.malilla.score import LINE_TEXTS
from engine.games.malilla.showing import SHOWING
from engine.games.malilla.summary import Summary

GAME = Game(
    key="malilla",
    title=gettext_noop("Malilla"),
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
    rule=ruling.rule,
    decides=infractions.DECIDING,
    is_repeated=ruling.is_repeated,
    victory_points=no_victory_points,
    tie_break=no_tie_break,
    play=CardPlay(
        deal=deal.deal,
        read=record.read,
        apply=play.apply,
        to_act=view.to_act,
        legal_actions=view.legal_actions,
        random_event=view.random_event,
        view_for=view.view_for,
        summary=record.summary_of,
        replay=record.replay,
        showing=SHOWING,
    ),
    logs=None,
    messages=MESSAGES,
    line_texts=LINE_TEXTS,
    value_texts={each.code: each.title for each in infractions.INFRACTIONS},
    effect_texts=infractions.EFFECT_TEXTS,
    refused_options="bad_options",
    refused_entry="invalid_summary",
    explain=explain.explain,
    draw=draw.DRAW,
    slip=SLIP,
    examples=Path(__file__).with_name("examples.json"),
)
