"""Tablets of the tables: prepare, show their codes, renew, revoke."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from pages.acts import posted
from pages.addresses import for_others, reaches_others
from pages.managing import Office, attempt, managing, page, seen_next
from pages.squares import square
from pages.views.desk import whole
from pages.views.trust import trust_address
from pages.words.event import sides_in_words
from scoring.selectors.setup import devices_of, running_stage, tables_needed
from tournaments.access import Permission
from tournaments.errors import Invalid
from tournaments.models import Device
from tournaments.services.devices import CODE_LIFETIME, renew_code, revoke_device
from tournaments.services.tablets import prepare_device, prepare_tablets

MAY = Permission.DEVICES_EDIT
CODES = "device_codes"


@require_safe
@managing(MAY)
def devices(request: HttpRequest, office: Office) -> HttpResponse:
    """Every tablet of the event; those with a code that is still good show it with its QR."""
    codes = _good_codes(request)
    rows = [(each, _code_of(each, codes)) for each in devices_of(office.event)]
    tables = tables_needed(office.event)
    address = for_others(request, reverse("tablet"))
    about: dict[str, Any] = {
        "rows": [(each, code) for each, code in rows if each.revoked_at is None],
        "revoked": [each for each, _code in rows if each.revoked_at is not None],
        "waiting": [(each, code, square(f"{address}?code={code}")) for each, code in rows if code],
        "some_unpaired": any(each.paired_at is None and each.revoked_at is None for each, _code in rows),
        "tables": tables,
        "table_numbers": range(1, tables + 1),
        "sides": _sides(office),
        "minutes": CODE_LIFETIME.seconds // 60,
        "trust": trust_address(request),
        "address": address,
        "reaches_others": reaches_others(address),
    }
    return page(request, office, "devices", "devices", **about)


@posted
@managing(MAY)
def prepare(request: HttpRequest, office: Office) -> HttpResponse:
    """A tablet for each of the tables that has none."""
    made: list[tuple[Device, str]] = []

    def act() -> None:
        text = request.POST.get("tables", "")
        if not (text.isascii() and text.isdigit() and len(text) <= 4):
            raise Invalid.of("bad_number", "/tables")
        made.extend(prepare_tablets(office.actor, office.event, int(text), _("Table {number}")))

    if attempt(
        request, act, _("The tablets are prepared. Type on each the code of its table, or scan the square.")
    ):
        _keep_codes(request, made)
    return seen_next(office.address("setup_devices"))


@posted
@managing(MAY)
def more(request: HttpRequest, office: Office) -> HttpResponse:
    """One more device for a table: a second tablet, or the phone of one side."""
    table, side = whole(request.POST.get("table")) or 0, request.POST.get("side", "")
    sides = _sides(office)
    if side and side not in sides:
        raise Http404(side)
    label = _("Table %(number)s, %(side)s") if side else _("Table %(number)s, one more")
    label %= {"number": table, "side": sides.get(side, "")}
    made: list[tuple[Device, str]] = []

    def act() -> None:
        made.append(prepare_device(office.actor, office.event, table, label, side))

    if attempt(request, act, _("%(label)s shows its code below.") % {"label": label}):
        _keep_codes(request, made)
    return seen_next(office.address("setup_devices"))


def _sides(office: Office) -> dict[str, str]:
    """The sides of a table in words, of the stage in play."""
    stage = running_stage(office.event)
    return {} if stage is None else sides_in_words(stage)


@posted
@managing(MAY)
def renew(request: HttpRequest, office: Office) -> HttpResponse:
    """New codes: for one tablet, or for all that were never paired."""
    wanted = request.POST.get("device", "")
    open_ones = [each for each in devices_of(office.event) if each.revoked_at is None]
    chosen = [
        each for each in open_ones if str(each.pk) == wanted or (wanted == "unpaired" and not each.paired_at)
    ]
    made: list[tuple[Device, str]] = []

    def act() -> None:
        made.extend((each, renew_code(office.actor, each)) for each in chosen)

    text = ngettext("There is a new code.", "There are new codes.", len(chosen))
    if attempt(request, act, text):
        _keep_codes(request, made)
    return seen_next(office.address("setup_devices"))


@posted
@managing(MAY)
def revoke(request: HttpRequest, office: Office, device: int) -> HttpResponse:
    """Take a tablet's access away at once."""
    found = _device(office, device)
    done = _("%(label)s has no access any more.") % {"label": found.label}
    attempt(request, lambda: revoke_device(office.actor, found), done)
    return seen_next(office.address("setup_devices"))


def _device(office: Office, key: int) -> Device:
    found = office.event.devices.filter(pk=key).first()
    if found is None:
        raise Http404(key)
    return found


def _keep_codes(request: HttpRequest, made: list[tuple[Device, str]]) -> None:
    """Codes are stored as hashes alone, so the one who asked for them keeps them while they are good."""
    until = (timezone.now() + CODE_LIFETIME).isoformat()
    fresh = {str(device.pk): [code, until] for device, code in made}
    request.session[CODES] = {**_good_codes(request), **fresh}


def _good_codes(request: HttpRequest) -> dict[str, list[str]]:
    """The codes that this person made and that have not run out."""
    now = timezone.now()
    kept: dict[str, list[str]] = request.session.get(CODES, {})
    return {key: pair for key, pair in kept.items() if datetime.fromisoformat(pair[1]) > now}


def _code_of(device: Device, codes: dict[str, list[str]]) -> str:
    """The device's code, while it was not used."""
    code, until = codes.get(str(device.pk), ("", ""))
    if not code or device.revoked_at is not None:
        return ""
    made_at = datetime.fromisoformat(until) - CODE_LIFETIME
    return "" if device.paired_at is not None and device.paired_at > made_at else code
