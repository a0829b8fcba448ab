"""The domain before results; see docs/architecture.md for the picture."""

from tournaments.models.audit import AuditEntry, Verb
from tournaments.models.call import Call, CallSignal, CallSubject
from tournaments.models.device import Device, DeviceProfile, DeviceSeen, PairingCode
from tournaments.models.event import (
    Entrant,
    EntrantKind,
    EntrantPlayer,
    EntrantStatus,
    Event,
    EventMember,
    EventStatus,
    EventVersion,
    JSONEncoder,
    PlannedAbsence,
    Role,
    Table,
)
from tournaments.models.invitation import Invitation, InvitationUse
from tournaments.models.match import Match, MatchStatus, Outcome, Participation, Seat
from tournaments.models.people import Club, Player, User
from tournaments.models.stage import Board, Round, RoundStatus, Stage, StageEntrant, StageStatus

__all__ = [
    "AuditEntry",
    "Board",
    "Call",
    "CallSignal",
    "CallSubject",
    "Club",
    "Device",
    "DeviceProfile",
    "DeviceSeen",
    "Entrant",
    "EntrantKind",
    "EntrantPlayer",
    "EntrantStatus",
    "Event",
    "EventMember",
    "EventStatus",
    "EventVersion",
    "Invitation",
    "InvitationUse",
    "JSONEncoder",
    "Match",
    "MatchStatus",
    "Outcome",
    "PairingCode",
    "Participation",
    "PlannedAbsence",
    "Player",
    "Role",
    "Round",
    "RoundStatus",
    "Seat",
    "Stage",
    "StageEntrant",
    "StageStatus",
    "Table",
    "User",
    "Verb",
]
