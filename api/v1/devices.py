"""Devices: prepare, pair by code, revoke; and what a tablet needs to know of its table."""

from __future__ import annotations

from typing import Any

import segno
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from api.auth import PairingThrottle
from api.docs import acts, lists, reads
from api.pagination import PageQuery, page
from api.permissions import device_for
from api.v1.games import form_of
from api.v1.matches import whole
from api.v1.shapes.calls import OwnCallSerializer
from api.v1.shapes.devices import (
    CodeSerializer,
    DeviceSerializer,
    NewDeviceSerializer,
    NewPhoneSerializer,
    PairSerializer,
    PhoneSerializer,
    TableViewSerializer,
    TokenSerializer,
)
from api.v1.shapes.draws import draw_json
from api.v1.shapes.play import MatchSerializer, NothingSerializer, RoundSerializer
from api.views import ApiView
from scoring.selectors.calls import own_call
from scoring.selectors.events import closed_before, published_rounds
from scoring.selectors.seat_draw import draw_page
from scoring.setup import stage_setup
from tournaments.access import Permission, event_for
from tournaments.errors import Invalid
from tournaments.models import Device, Event, Match, RoundStatus
from tournaments.services.devices import add_phone, create_device, pair_device, renew_code, revoke_device
from tournaments.settings import event_settings


class DeviceList(ApiView):
    """The devices of an event."""

    @lists("list_devices", DeviceSerializer, "The devices of an event", query=PageQuery, conditional=False)
    def get(self, request: Request, event_id: int) -> Response:
        """With when each was last heard of, hence without an ETag."""
        event = event_for(self.actor, event_id, Permission.DEVICES_EDIT)
        query = self.query(PageQuery)
        rows = event.devices.select_related("table", "seen")
        return Response(
            page(request, rows, ["pk"], lambda found: DeviceSerializer(found, many=True).data, query)
        )

    @acts(
        "create_device", NewDeviceSerializer, CodeSerializer, "Prepare a device and its code", statuses=(201,)
    )
    def post(self, request: Request, event_id: int) -> Response:
        """The code is valid once and for ten minutes."""
        event = event_for(self.actor, event_id, Permission.DEVICES_EDIT)
        read = self.body(NewDeviceSerializer)
        number = read.pop("table")
        table = None if number is None else event.tables.filter(number=number).first()
        if number is not None and table is None:
            raise Invalid.of("unknown_table", "/table")
        device, code = create_device(self.actor, event, table=table, **read)
        return Response(CodeSerializer({"device": device, "code": code}).data, status=201)


class DeviceCode(ApiView):
    """Another code."""

    @acts("renew_code", NothingSerializer, CodeSerializer, "Make another code for a device", statuses=(201,))
    def post(self, request: Request, device_id: int) -> Response:
        """Pairing with it replaces the token that the device had."""
        device = device_for(self.actor, device_id)
        self.body(NothingSerializer)
        code = renew_code(self.actor, device)
        return Response(CodeSerializer({"device": device, "code": code}).data, status=201)


class DeviceRevoke(ApiView):
    """Access taken away."""

    @acts("revoke_device", NothingSerializer, DeviceSerializer, "Take a device's access away at once")
    def post(self, request: Request, device_id: int) -> Response:
        """Revoking twice changes nothing."""
        device = device_for(self.actor, device_id)
        self.body(NothingSerializer)
        revoke_device(self.actor, device)
        return Response(DeviceSerializer(_found(device)).data)


class DevicePair(ApiView):
    """A code becomes a token."""

    throttle_classes = [PairingThrottle]

    @acts("pair_device", PairSerializer, TokenSerializer, "Spend a code for a token, shown this once")
    def post(self, request: Request) -> Response:
        """422 `bad_code` for every code that cannot be used; 429 for too many attempts."""
        device, token = pair_device(self.body(PairSerializer)["code"])
        shown = {"device": _found(device), "event": device.event_id, "token": token}
        return Response(TokenSerializer(shown).data)


class OwnPhones(ApiView):
    """Phones of the players at a tablet's own table."""

    @acts(
        "add_own_phone",
        NewPhoneSerializer,
        PhoneSerializer,
        "Let a player's phone confirm for a side of the match that is on",
        statuses=(201,),
    )
    def post(self, request: Request) -> Response:
        """The code is valid once and for ten minutes, the phone until the round is closed."""
        device = self.actor.device
        if device is None:
            raise NotAuthenticated
        event_for(self.actor, device.event_id, Permission.PHONES_ADD)
        side = self.body(NewPhoneSerializer)["side"]
        phone, code = add_phone(self.actor, _own_match(device), side, gettext("Phone"))
        shown = {"device": _found(phone), "code": code, "square": _square(request, code)}
        return Response(PhoneSerializer(shown).data, status=201)


def _own_match(device: Device) -> Match:
    match = running_match(device)
    if match is None:
        raise Invalid.of("no_match_here")
    return match


def _square(request: Request, code: str) -> list[str]:
    """The address of the tablet's page with the code, as rows of dark and light."""
    link = request.build_absolute_uri(f"/tablet/?code={code}")
    return ["".join(map(str, row)) for row in segno.make_qr(link, error="m").matrix]


class DeviceMe(ApiView):
    """What a tablet shows."""

    @reads("get_own_table", TableViewSerializer, "The device's table, its match and the form of a hand")
    def get(self, request: Request) -> Response:
        """Round, match and form are null while nothing is to be played at the table."""
        device = self.actor.device
        if device is None:
            raise NotAuthenticated
        event = event_for(self.actor, device.event_id)
        return self.conditional(event, lambda: _table_view(device, event), device.pk)


def _found(device: Device) -> Device:
    return Device.objects.select_related("table", "seen").get(pk=device.pk)


def _table_view(device: Device, event: Event) -> dict[str, Any]:
    match, call = running_match(device), own_call(device)
    setup = match and stage_setup(match.round.stage)
    draw = draw_page(match) if match is not None else None
    return {
        "device": DeviceSerializer(device).data,
        "event": {
            "id": event.pk,
            "name": event.name,
            "club": event.club.slug,
            "slug": event.slug,
            "version": event.version.number,
        },
        "round": match and RoundSerializer(match.round).data,
        "match": match and MatchSerializer(match).data,
        "form": setup and form_of(setup.game, setup.rules),
        "table_corrections": event_settings(event.settings).table_corrections,
        "call": call and OwnCallSerializer(call).data,
        "draw": draw_json(draw) if draw is not None and draw.is_open else None,
    }


def running_match(device: Device) -> Match | None:
    """The match at the device's table in the round that is on, if any.

    Of several rounds that are open the first; one that was opened again for a correction only while no later
    one is published.
    """
    if device.table_id is None:
        return None
    on = published_rounds().filter(status__in=[RoundStatus.PUBLISHED, RoundStatus.PLAYING])
    later = published_rounds().filter(stage=OuterRef("stage"), number__gt=OuterRef("number"))
    playing = on.exclude(Exists(later) & closed_before()).values("pk")
    matches = whole().select_related("round__stage__event", "table", "result")
    if device.match_id is not None:
        matches = matches.filter(pk=device.match_id)
    return (
        matches.filter(table=device.table_id, round__in=playing)
        .order_by("-round__stage__order", "round__number")
        .first()
    )
