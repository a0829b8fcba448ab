"""Tichu: the printed rules, six-handed Tientsin and what clubs agree on, by summary and card by card."""

from pathlib import Path

from engine.core.game import Game
from engine.core.play import CardPlay
from engine.core.text import gettext_noop
from engine.games.tichu import chance, check, draw, explain, infractions, match, play, record, rules, view
from engine.games.tichu.logs.read import READER
from engine.games.tichu.messages import MESSAGES
from engine.games.tichu.score import LINE_TEXTS
from engine.games.tichu.showing import SHOWING
from engine.games.tichu.summary import CALL_LABELS, Summary
from engine.games.tichu.totals import doubt_totals

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
    decides=infractions.DECIDES,
    Details=infractions.Details,
    details_of=infractions.DETAILS_OF,
    lift=infractions.lift,
    victory_points=check.victory_points,
    tie_break=check.tie_break,
    doubt_totals=doubt_totals,
    play=CardPlay(
        deal=chance.deal,
        read=record.read,
        apply=play.apply,
        to_act=view.to_act,
        legal_actions=view.legal_actions,
        random_event=chance.random_event,
        view_for=view.view_for,
        summary=record.summary_of,
        replay=record.replay,
        showing=SHOWING,
    ),
    logs=READER,
    messages=MESSAGES,
    line_texts=LINE_TEXTS,
    value_texts={**CALL_LABELS, **{each.code: each.title for each in infractions.INFRACTIONS}},
    effect_texts=infractions.EFFECT_TEXTS,
    explain=explain.explain,
    draw=draw.DRAW,
    examples=Path(__file__).with_name("examples.json"),
)
