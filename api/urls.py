"""Explicit paths of the API. Ids have at most 18 digits, so that none overflows a database."""

from __future__ import annotations

from django.urls import path, re_path, register_converter

from api import pages
from api.v1 import (
    account,
    calls,
    catalogue,
    devices,
    draws,
    entrants,
    events,
    games,
    matches,
    rounds,
    rulings,
    standings,
    submissions,
)


class IdConverter:
    """A number of a row."""

    regex = "[0-9]{1,18}"

    def to_python(self, value: str) -> int:
        """The id."""
        return int(value)

    def to_url(self, value: int) -> str:
        """Its digits."""
        return str(value)


register_converter(IdConverter, "id")

app_name = "api"

urlpatterns = [
    path("schema/", pages.schema, name="schema"),
    path("docs/", pages.SwaggerView.as_view(), name="docs"),
    path("problems", catalogue.ProblemList.as_view(), name="problems"),
    path("problems/<slug:code>", catalogue.ProblemDetail.as_view(), name="problem"),
    path("me", account.Me.as_view(), name="me"),
    path("games", games.GameList.as_view(), name="games"),
    path("games/<slug:game>", games.GameDetail.as_view(), name="game"),
    path("games/<slug:game>/form", games.GameForm.as_view(), name="game-form"),
    path("events", events.EventList.as_view(), name="events"),
    path("events/<id:event_id>", events.EventDetail.as_view(), name="event"),
    path("events/<id:event_id>/status", events.EventStatusView.as_view(), name="event-status"),
    path("events/<id:event_id>/log", events.EventLog.as_view(), name="log"),
    path("events/<id:event_id>/stages", events.EventStages.as_view(), name="stages"),
    path("events/<id:event_id>/entrants", entrants.EntrantList.as_view(), name="entrants"),
    path("events/<id:event_id>/rulings", rulings.RulingList.as_view(), name="rulings"),
    path("events/<id:event_id>/devices", devices.DeviceList.as_view(), name="devices"),
    path("events/<id:event_id>/calls", calls.CallList.as_view(), name="calls"),
    path("entrants/<id:entrant_id>", entrants.EntrantDetail.as_view(), name="entrant"),
    path("entrants/<id:entrant_id>/withdraw", entrants.EntrantWithdraw.as_view(), name="withdraw"),
    path("entrants/<id:entrant_id>/return", entrants.EntrantReturn.as_view(), name="return"),
    path("entrants/<id:entrant_id>/absences", entrants.EntrantAbsences.as_view(), name="absences"),
    path("stages/<id:stage_id>", events.StageDetail.as_view(), name="stage"),
    path("stages/<id:stage_id>/close", rounds.StageClose.as_view(), name="close-stage"),
    path("stages/<id:stage_id>/entrants", entrants.LateEntrants.as_view(), name="late-entrants"),
    path("stages/<id:stage_id>/form", games.StageForm.as_view(), name="stage-form"),
    path("stages/<id:stage_id>/rounds", rounds.RoundList.as_view(), name="rounds"),
    path("stages/<id:stage_id>/standings", standings.Standings.as_view(), name="standings"),
    path(
        "stages/<id:stage_id>/standings/<id:entrant_id>",
        standings.StandingsWhy.as_view(),
        name="standings-why",
    ),
    path("rounds/<id:round_id>", rounds.RoundDetail.as_view(), name="round"),
    path("rounds/<id:round_id>/matches", matches.MatchList.as_view(), name="matches"),
    path("rounds/<id:round_id>/fines", rulings.RoundFines.as_view(), name="fines"),
    path("rounds/<id:round_id>/redraw", rounds.RoundRedraw.as_view(), name="redraw"),
    path("rounds/<id:round_id>/discard", rounds.RoundDiscard.as_view(), name="discard"),
    path("rounds/<id:round_id>/publish", rounds.RoundPublish.as_view(), name="publish"),
    path("rounds/<id:round_id>/close", rounds.RoundClose.as_view(), name="close-round"),
    path("rounds/<id:round_id>/reopen", rounds.RoundReopen.as_view(), name="reopen"),
    path("matches/<id:match_id>", matches.MatchDetail.as_view(), name="match"),
    path("matches/<id:match_id>/form", games.MatchForm.as_view(), name="match-form"),
    path("matches/<id:match_id>/hands", matches.HandList.as_view(), name="hands"),
    path("matches/<id:match_id>/hands/<id:number>", matches.HandDetail.as_view(), name="hand"),
    path(
        "matches/<id:match_id>/hands/<id:number>/confirmations", matches.HandConfirm.as_view(), name="confirm"
    ),
    path(
        "matches/<id:match_id>/hands/<id:number>/rulings", rulings.HandRulings.as_view(), name="hand-rulings"
    ),
    path("matches/<id:match_id>/hands/<id:number>/choice", matches.HandChoose.as_view(), name="choose"),
    path("matches/<id:match_id>/draw", draws.MatchDraw.as_view(), name="draw"),
    path("matches/<id:match_id>/draw/cards", draws.DrawEntered.as_view(), name="draw-cards"),
    path("matches/<id:match_id>/draw/dealer", draws.DrawDealer.as_view(), name="draw-dealer"),
    path("matches/<id:match_id>/draw/undo", draws.DrawUndo.as_view(), name="draw-undo"),
    path("matches/<id:match_id>/submissions", submissions.MatchSubmissions.as_view(), name="submissions"),
    path("matches/<id:match_id>/forfeit", rulings.MatchForfeit.as_view(), name="forfeit"),
    path("matches/<id:match_id>/adjust", rulings.MatchAdjust.as_view(), name="adjust"),
    path("matches/<id:match_id>/as-played", rulings.MatchAsPlayed.as_view(), name="as-played"),
    path("matches/<id:match_id>/close", rulings.MatchClose.as_view(), name="close-match"),
    path("submissions/batch", submissions.SubmissionBatch.as_view(), name="batch"),
    path("rulings/<id:ruling_id>/cancel", rulings.RulingCancel.as_view(), name="cancel-ruling"),
    path("devices/pair", devices.DevicePair.as_view(), name="pair"),
    path("devices/me", devices.DeviceMe.as_view(), name="own-table"),
    path("devices/me/calls", calls.OwnCalls.as_view(), name="own-calls"),
    path("devices/me/phones", devices.OwnPhones.as_view(), name="own-phones"),
    path("devices/<id:device_id>/code", devices.DeviceCode.as_view(), name="code"),
    path("devices/<id:device_id>/revoke", devices.DeviceRevoke.as_view(), name="revoke"),
    path("calls/<id:call_id>/take-back", calls.CallTakeBack.as_view(), name="take-back-call"),
    path("calls/<id:call_id>/take", calls.CallTake.as_view(), name="take-call"),
    path("calls/<id:call_id>/end", calls.CallEnd.as_view(), name="end-call"),
    re_path(r"^(?!docs$|schema$)", catalogue.Nothing.as_view(), name="nothing"),
]
