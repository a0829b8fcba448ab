"""An event, who may run it, and who plays in it."""

from __future__ import annotations

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.fields import FractionField
from tournaments.models.people import Club, Player


class EventStatus(models.TextChoices):
    DRAFT = "draft", _("draft")
    REGISTRATION = "registration", _("registration")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")


class EntrantKind(models.TextChoices):
    PAIR = "pair", _("pairs")
    TEAM = "team", _("teams")
    INDIVIDUAL = "individual", _("individuals")


class EntrantStatus(models.TextChoices):
    REGISTERED = "registered", _("registered")
    WAITING = "waiting", _("on the waiting list")
    ACTIVE = "active", _("active")
    WITHDRAWN = "withdrawn", _("withdrawn")
    EXPELLED = "expelled", _("expelled")


class Role(models.TextChoices):
    OWNER = "owner", _("owner")
    DIRECTOR = "director", _("director")
    ASSISTANT = "assistant", _("assistant")
    SCORER = "scorer", _("scorer")
    VIEWER = "viewer", _("viewer")


class Event(models.Model):
    """What a club announces: one game under one set of rules, one kind of entrant, some stages.

    `options` holds what differs from the profile (`variant` among it) and was accepted by the engine;
    `settings` what tournament.md calls a setting of the event (`tournaments.settings.EventSettings`).
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="events")
    slug = models.SlugField(_("address"), max_length=80)
    name = models.CharField(_("name"), max_length=200)
    game = models.CharField(_("game"), max_length=40)
    profile = models.CharField(_("rules"), max_length=60)
    options = models.JSONField(default=dict, blank=True)
    entrant_kind = models.CharField(max_length=12, choices=EntrantKind.choices, default=EntrantKind.PAIR)
    status = models.CharField(max_length=12, choices=EventStatus.choices, default=EventStatus.DRAFT)
    starts_at = models.DateTimeField(_("starts at"), null=True, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    seed = models.BigIntegerField(default=0)
    settings = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-starts_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["club", "slug"], name="event_slug_once_per_club")]

    def __str__(self) -> str:
        return self.name


class EventVersion(models.Model):
    """The number that every visible change bumps, last in its transaction.

    A row of its own, so that bumping never locks the event; its lock makes the event's log one chain
    (`log_count` entries so far, the last of them hashed to `log_head`).
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, primary_key=True, related_name="version")
    number = models.PositiveBigIntegerField(default=0)
    log_count = models.PositiveBigIntegerField(default=0)
    log_head = models.CharField(max_length=64, blank=True, default="")


class EventMember(models.Model):
    """A person's role in an event."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role.choices)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "user", "role"], name="member_role_once")]


class Entrant(models.Model):
    """Who is ranked: a pair, a team or an individual.

    `joined_round` is the first round it takes part in, `left_after_round` the last one counted for it;
    `ref` is the entrant's id in an event archive.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entrants")
    ref = models.CharField(max_length=60)
    kind = models.CharField(max_length=12, choices=EntrantKind.choices)
    number = models.PositiveIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=200)
    club = models.CharField(_("club"), max_length=200, blank=True, default="")
    rating = FractionField(_("rating"), null=True, blank=True)
    status = models.CharField(max_length=12, choices=EntrantStatus.choices, default=EntrantStatus.ACTIVE)
    joined_round = models.PositiveIntegerField(default=1)
    left_after_round = models.PositiveIntegerField(null=True, blank=True)
    fixed_table = models.ForeignKey(
        "tournaments.Table", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="entrant_number_once"),
            models.UniqueConstraint(fields=["event", "name"], name="entrant_name_once"),
            models.UniqueConstraint(fields=["event", "ref"], name="entrant_ref_once"),
            models.CheckConstraint(
                condition=Q(joined_round__gte=1), name="entrant_joins_in_round_1_or_later"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class EntrantPlayer(models.Model):
    """A person on the event's list: in an entrant, at a slot of it, or (no entrant) still single."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="roster")
    entrant = models.ForeignKey(
        Entrant, on_delete=models.CASCADE, null=True, blank=True, related_name="line_up"
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    ref = models.CharField(max_length=60)
    club = models.CharField(max_length=200, blank=True, default="")
    rating = FractionField(null=True, blank=True)
    slot = models.PositiveSmallIntegerField(default=0)
    substitute = models.BooleanField(default=False)
    from_round = models.PositiveIntegerField(null=True, blank=True)
    to_round = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["slot", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "player"],
                condition=Q(to_round__isnull=True, substitute=False),
                name="player_in_one_entrant",
            ),
            models.UniqueConstraint(fields=["event", "ref"], name="roster_ref_once"),
            models.CheckConstraint(
                condition=Q(from_round__isnull=True)
                | Q(to_round__isnull=True)
                | Q(to_round__gte=F("from_round")),
                name="line_up_rounds_in_order",
            ),
        ]


class PlannedAbsence(models.Model):
    """An entrant that said beforehand that it will not play a round."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="planned_absences")
    round = models.PositiveIntegerField()
    kind = models.CharField(
        max_length=16,
        choices=[("requested_bye", _("bye on request")), ("absence", _("absent"))],
        default="requested_bye",
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["entrant", "round"], name="one_absence_per_round")]


class Table(models.Model):
    """A table in the hall."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveIntegerField(_("number"))
    label = models.CharField(_("label"), max_length=60, blank=True, default="")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="table_number_once")]

    def __str__(self) -> str:
        return self.label or str(self.number)


class JSONEncoder(DjangoJSONEncoder):
    """JSON of our columns: dates and decimals as text, fractions exactly."""

    def default(self, o: object) -> object:
        """Encode fractions as exact text."""
        from fractions import Fraction

        return str(o) if isinstance(o, Fraction) else super().default(o)
