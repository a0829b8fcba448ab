"""Addresses of the director's desk, all below those of the event."""

from __future__ import annotations

from django.urls import path

from pages.views import (
    desk,
    desk_calls,
    desk_draw,
    desk_game_log,
    desk_hand_ruling,
    desk_log,
    desk_match,
    desk_record,
    desk_rulings,
    draft,
    exchange,
    replay,
)

DESK = "<slug:club>/<slug:slug>/desk/"
DRAFT = f"{DESK}stages/<int:order>/rounds/<int:number>/draft/"

urlpatterns = [
    path(DESK, desk.board, name="desk"),
    path(f"{DESK}step/", desk.step, name="desk_step"),
    path(f"{DESK}reopen/", desk.reopen, name="desk_reopen"),
    path(f"{DESK}calls/", desk_calls.calls, name="desk_calls"),
    path(f"{DESK}calls/<int:call_id>/<slug:verb>/", desk_calls.act, name="desk_call"),
    path(DRAFT, draft.draft, name="desk_draft"),
    path(f"{DRAFT}change/", draft.change, name="desk_change"),
    path(f"{DRAFT}redraw/", draft.redraw, name="desk_redraw"),
    path(f"{DRAFT}discard/", draft.discard, name="desk_discard"),
    path(f"{DESK}stages/<int:order>/rounds/<int:number>/exchange/", exchange.exchange, name="desk_exchange"),
    path(f"{DESK}log/", desk_log.log, name="desk_log"),
    path(f"{DESK}matches/<int:match_id>/", desk_match.match, name="desk_match"),
    path(f"{DESK}matches/<int:match_id>/hands/<int:number>/", desk_match.hand, name="desk_hand"),
    path(f"{DESK}matches/<int:match_id>/hands/<int:number>/record/", desk_record.record, name="desk_record"),
    path(
        f"{DESK}matches/<int:match_id>/hands/<int:number>/ruling/",
        desk_hand_ruling.hand_ruling,
        name="desk_hand_ruling",
    ),
    path(f"{DESK}matches/<int:match_id>/hands/<int:number>/replay/", replay.desk, name="desk_replay"),
    path(f"{DESK}matches/<int:match_id>/release/", replay.release, name="desk_release"),
    path(f"{DESK}matches/<int:match_id>/game-log/", desk_game_log.game_log, name="desk_game_log"),
    path(f"{DESK}matches/<int:match_id>/draw/", desk_draw.draw, name="desk_draw"),
    path(f"{DESK}matches/<int:match_id>/<slug:verb>/", desk_match.decide, name="desk_decide"),
    path(f"{DESK}rulings/", desk_rulings.rulings, name="desk_rulings"),
    path(f"{DESK}rulings/<int:position>/cancel/", desk_rulings.cancel, name="desk_cancel_ruling"),
    path("<slug:club>/<slug:slug>/rulings/", desk_rulings.public, name="rulings"),
]
