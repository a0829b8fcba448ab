"""The operator's command for clubs and people: name a club, make an account, give a role in an event."""

from __future__ import annotations

import getpass
import json
import sys
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db.models import Count

from scoring.management.answers import Answer
from scoring.management.commands.event import chosen_event, refused
from tournaments.access import SYSTEM
from tournaments.errors import DomainError
from tournaments.models import Club, Role
from tournaments.services.accounts import add_user
from tournaments.services.clubs import add_club
from tournaments.services.members import add_member_by_name

Options = dict[str, Any]


class Command(BaseCommand):
    """`manage.py club ACT`: JSON to standard output alone; exit code 1 where it names problems."""

    help = "Name a club, list all, make an account, give somebody a role in an event."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the acts and what each of them takes."""
        acts = parser.add_subparsers(dest="act", required=True)
        add = acts.add_parser("add", help="name a club")
        add.add_argument("slug", help="the first part of the addresses of its events")
        add.add_argument("name")
        add.add_argument("--time-zone", default="UTC", help="such as Europe/Madrid")
        add.add_argument("--language", default="en")
        acts.add_parser("list", help="list all clubs")
        user = acts.add_parser("user", help="make an account; the password is asked for, or read from input")
        user.add_argument("user", help="the user name")
        member = acts.add_parser("member", help="give somebody a role in an event")
        member.add_argument("slug", help="of the event")
        member.add_argument("user", help="the user name")
        member.add_argument("role", help=", ".join(Role.values))
        member.add_argument("--club", help="slug or name of the club, where there are several")

    def handle(self, *arguments: Any, **options: Any) -> None:
        """Run the act and print its answer."""
        try:
            answer = ACTS[options["act"]](options)
        except DomainError as error:
            answer = refused(error.problems)
        self.stdout.write(json.dumps(answer, ensure_ascii=False, default=str, indent=1))
        if answer.get("problems"):
            sys.exit(1)


def add(options: Options) -> Answer:
    """Name a club."""
    names = ("slug", "name", "time_zone", "language")
    club = add_club(**{name: options[name] for name in names})
    return {"club": club.slug, "name": club.name, "time_zone": club.time_zone, "language": club.language}


def list_clubs(options: Options) -> Answer:
    """All clubs and how many events each has."""
    clubs = Club.objects.annotate(event_count=Count("events")).order_by("slug")
    return {"clubs": [{"slug": each.slug, "name": each.name, "events": each.event_count} for each in clubs]}


def user(options: Options) -> Answer:
    """Make an account that can log in and may do nothing yet."""
    made = add_user(options["user"], _password())
    return {"user": made.username}


def _password() -> str:
    """What is typed unseen; from a program the first line of its output."""
    return getpass.getpass() if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")


def member(options: Options) -> Answer:
    """Give somebody a role; giving it twice changes nothing."""
    event = chosen_event(options)
    user = add_member_by_name(SYSTEM, event, options["user"], options["role"])
    return {"event": event.slug, "user": user.username, "role": options["role"]}


ACTS: dict[str, Callable[[Options], Answer]] = {
    "add": add,
    "list": list_clubs,
    "user": user,
    "member": member,
}
