"""Results, rulings and standings."""

from scoring.models.hands import (
    Confirmation,
    EntryKind,
    EntrySource,
    Hand,
    HandEntry,
    HandScore,
    HandStatus,
    Repetition,
    ScoreState,
)
from scoring.models.results import MatchResult, SideResult
from scoring.models.rulings import Ruling, RulingEffect, RulingStatus
from scoring.models.standings import StandingsSnapshot

__all__ = [
    "Confirmation",
    "EntryKind",
    "EntrySource",
    "Hand",
    "HandEntry",
    "HandScore",
    "HandStatus",
    "MatchResult",
    "Repetition",
    "Ruling",
    "RulingEffect",
    "RulingStatus",
    "ScoreState",
    "SideResult",
    "StandingsSnapshot",
]
