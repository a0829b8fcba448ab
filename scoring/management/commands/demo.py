"""`manage.py demo`: the demo events, a director, a tablet in each that is on; then the addresses."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from scoring.demo import build
from tournaments.access import Actor
from tournaments.models import Device, Event, EventMember, Match, MatchStatus, Role, Table, User
from tournaments.services.devices import CODE_LIFETIME, create_device, renew_code

DIRECTOR = "dora"
PASSWORD = "tichu-demo"  # noqa: S105  # the demo listens on loopback alone


class Command(BaseCommand):
    """Build what `make demo` shows; a second run changes nothing but the codes of the tablets."""

    help = "Load the demo events and print the addresses."

    def handle(self, *args: Any, **options: Any) -> None:
        """Build, then print three addresses, with a code for a tablet of each evening that is on."""
        events = list(build(timezone.now()).values())
        director = self._director(events)
        minutes = CODE_LIFETIME // timedelta(minutes=1)
        self.stdout.write(
            f"\n  Site      {settings.SITE_URL}/\n"
            f"  Director  {settings.SITE_URL}/login/   user {DIRECTOR}, password {PASSWORD}"
        )
        for running in (event for event in events if event.status == "running"):
            table = table_at_play(running)
            code = self._tablet_code(running, table, Actor(user=director))
            self.stdout.write(
                f"  Tablet    {settings.SITE_URL}/tablet/   code {code} (for {minutes} minutes): "
                f"table {table.number} of {running.name}"
            )
        self.stdout.write("")

    def _director(self, events: Sequence[Event]) -> User:
        director = User.objects.filter(username=DIRECTOR).first()
        if director is None:
            director = User.objects.create_user(DIRECTOR, password=PASSWORD, first_name="Dora")
        EventMember.objects.bulk_create(
            [EventMember(event=event, user=director, role=Role.DIRECTOR) for event in events],
            ignore_conflicts=True,
        )
        return director

    def _tablet_code(self, event: Event, table: Table, actor: Actor) -> str:
        """A code for the tablet of a table."""
        label = f"Mesa {table.number}"
        device = Device.objects.filter(event=event, label=label, table=table, revoked_at=None).first()
        if device is not None:
            return renew_code(actor, device)
        return create_device(actor, event, label=label, table=table)[1]


def table_at_play(event: Event) -> Table:
    """The first table whose match is open, else the first table there is."""
    matches = Match.objects.filter(round__stage__event=event, status=MatchStatus.PLAYING, table__isnull=False)
    match = matches.select_related("table").order_by("-round__number", "table__number").first()
    return match.table if match is not None and match.table else event.tables.order_by("number")[0]
