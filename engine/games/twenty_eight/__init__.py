"""Twenty-Eight, Twenty-Nine and Fifty-Six: bids, a hidden trump, 28 points; by summary and card by card."""

from pathlib import Path

from engine.core.game import Game, no_victory_points
from engine.core.play import CardPlay
from engine.core.text import gettext_noop
from engine.games.twenty_eight import (
    check,
    deal,
    explain,
    infractions,
    match,
    play,
    record,
    rules,
    ruling,
    totals,
    view,
)
from engine.games.twenty_eight.draw import DRAW
from engine.games.twenty_eight.messages import MESSAGES
from engine.games.twenty_eight.paper import SLIP
from engine.games.twenty_eight.score import LINE_TEXTS
from engine.games.twenty_eight.showing import SHOWING
from engine.games.twenty_eight.summary import CONCEDED_REASONS, VOID_REASONS, Summary

GAME = Game(
    key="twenty_eight",
    title=gettext_noop("Twenty-Eight, Twenty-Nine, Fifty-Six"),
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
    decides=infractions.DECIDES,
    Details=ruling.Details,
    details_of=ruling.DETAILS_OF,
    lift=ruling.lift,
    doubt_totals=totals.doubt_totals,
    victory_points=no_victory_points,
    tie_break=match.tie_break,
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
        wrong_dealer="dealer_out_of_rotation",
    ),
    logs=None,
    messages=MESSAGES,
    line_texts=LINE_TEXTS,
    value_texts={**CONCEDED_REASONS, **VOID_REASONS},
    effect_texts=infractions.EFFECT_TEXTS,
    explain=explain.explain,
    draw=DRAW,
    slip=SLIP,
    examples=Path(__file__).with_name("examples.json"),
)
