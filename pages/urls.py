"""Addresses of the pages: club and event by their slugs, rounds and stages by their numbers."""

from __future__ import annotations

from django.urls import path
from django.views.i18n import set_language

from pages import desk_urls, setup_urls
from pages.accounts import urls as account_urls
from pages.views import free_draw, hall, prints, public, replay, tablet, trust

EVENT = "<slug:club>/<slug:slug>/"

urlpatterns = [
    path("", public.home, name="home"),
    *account_urls.urlpatterns,
    path("trust/", trust.trust, name="trust"),
    path("trust/baza-authority.<str:kind>", trust.certificate, name="trust_certificate"),
    path("language/", set_language, name="set_language"),
    path("play/<slug:game>/draw/", free_draw.free_draw, name="free_draw"),
    *setup_urls.urlpatterns,
    *desk_urls.urlpatterns,
    path("tablet/", tablet.tablet, name="tablet"),
    path("tablet/sw.js", tablet.worker, name="tablet_worker"),
    path(EVENT, public.event, name="event"),
    path(f"{EVENT}rules/", public.rules, name="rules"),
    path(f"{EVENT}rounds/<int:number>/", public.round, name="round"),
    path(f"{EVENT}standings/", public.standings, name="standings"),
    path(f"{EVENT}stages/<int:order>/rounds/<int:number>/", public.round, name="stage_round"),
    path(f"{EVENT}stages/<int:order>/standings/", public.standings, name="stage_standings"),
    path(f"{EVENT}stages/<int:order>/standings/<int:number>/", public.why, name="why"),
    path(f"{EVENT}my-table/", public.my_table, name="my_table"),
    path(f"{EVENT}matches/<int:match_id>/hands/<int:number>/", replay.public, name="replay"),
    path(f"{EVENT}print/rounds/<int:number>/pairings/", prints.pairings, name="print_pairings"),
    path(f"{EVENT}print/rounds/<int:number>/slips/", prints.slips, name="print_slips"),
    path(f"{EVENT}print/standings/", prints.standings, name="print_standings"),
    *(
        path(f"{EVENT}export/{what}.{kind}", view, {"kind": kind}, name=f"{what}_{kind}")
        for what, view in (("standings", prints.standings_sheet), ("entrants", prints.entrants_sheet))
        for kind in ("xlsx", "csv")
    ),
    path(f"{EVENT}hall/", hall.hall, name="hall"),
    path(f"{EVENT}stream/", hall.stream, name="stream"),
]
