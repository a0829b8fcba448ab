"""Thunee: Jack and nine high, a race to twelve balls, for two, four or six; by summary and card by card."""

from pathlib import Path

from engine.core.game import FIRST_CODE, Game, no_tie_break, no_victory_points
from engine.core.play import CardPlay
from engine.core.text import gettext_noop
from engine.games.thunee import (
    check,
    deal,
    declare,
    explain,
    infractions,
    match,
    play,
    profiles,
    record,
    rules,
    ruling,
    table,
    totals,
    view,
)
from engine.games.thunee.draw import DRAW
from engine.games.thunee.messages import MESSAGES
from engine.games.thunee.paper import SLIP
from engine.games.thunee.score import LINE_TEXTS
from engine.games.thunee.showing import SHOWING
from engine.games.thunee.summary import REASON_LABELS, Summary

GAME = Game(
    key="thunee",
    title=gettext_noop("Thunee"),
    variants=declare.VARIANTS,
    profiles=profiles.PROFILES,
    Rules=rules.Rules,
    Summary=Summary,
    read_rules=profiles.read_rules,
    seats=table.seats,
    sides=table.sides,
    side_of=table.side_of,
    seat_names=table.seat_names,
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
    ruled_whole=True,
    between=match.between,
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
    value_texts={**REASON_LABELS, **{each.code: each.title for each in infractions.INFRACTIONS}},
    effect_texts=infractions.EFFECT_TEXTS,
    doubt_totals=totals.doubt_totals,
    refused_entry=FIRST_CODE,
    as_given=True,
    explain=explain.explain,
    draw=DRAW,
    slip=SLIP,
    examples=Path(__file__).with_name("examples.json"),
)
