"""Addresses of the pages on which an event is prepared."""

from __future__ import annotations

from django.urls import path

from pages.views import setup, setup_devices, setup_entrants, setup_event, setup_people

AT = "<slug:club>/<slug:slug>/setup/"

urlpatterns = [
    path("new/", setup_event.new, name="setup_new"),
    path("new/look/", setup_event.look, name="setup_look"),
    path("setup/", setup.mine, name="own_events"),
    path(AT, setup.overview, name="setup"),
    path(f"{AT}event/", setup_event.event, name="setup_event"),
    path(f"{AT}state/", setup.state, name="setup_state"),
    path(f"{AT}people/", setup_people.people, name="setup_people"),
    path(f"{AT}people/invite/", setup_people.invited, name="setup_invite"),
    path(f"{AT}people/invitations/<int:invitation>/", setup_people.revoked, name="setup_uninvite"),
    path(f"{AT}people/<int:member>/", setup_people.person, name="setup_person"),
    path(f"{AT}entrants/", setup_entrants.entrants, name="setup_entrants"),
    path(f"{AT}entrants/everybody/", setup_entrants.everybody, name="setup_everybody"),
    path(f"{AT}entrants/import/", setup_entrants.imported, name="setup_import"),
    path(f"{AT}entrants/<int:number>/", setup_entrants.entrant, name="setup_entrant"),
    path(f"{AT}entrants/<int:number>/here/", setup_entrants.here, name="setup_here"),
    path(f"{AT}entrants/<int:number>/presence/", setup_entrants.presence, name="setup_presence"),
    path(f"{AT}devices/", setup_devices.devices, name="setup_devices"),
    path(f"{AT}devices/prepare/", setup_devices.prepare, name="setup_prepare"),
    path(f"{AT}devices/more/", setup_devices.more, name="setup_more"),
    path(f"{AT}devices/renew/", setup_devices.renew, name="setup_renew"),
    path(f"{AT}devices/<int:device>/revoke/", setup_devices.revoke, name="setup_revoke"),
]
