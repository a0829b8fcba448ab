"""The questions of an event's set-up, and from the answers its parts as an archive has them."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils import timezone
from django.utils.text import slugify

from scoring.archive.columns import event_part, stage_part
from scoring.presets import PRESETS
from scoring.tiebreaks import TIEBREAKS
from tournaments.models import Club, Event, Stage
from tournaments.pairing import METHODS

Given = Mapping[str, str]
SWISS = "swiss"

POINTS = (
    "win",
    "draw",
    "loss",
    "pairing_bye",
    "requested_bye",
    "absence",
    "forfeit_win",
    "forfeit_loss",
)
PLACES = ("place_1", "place_2", "place_3")
"""The points by place at a table of three."""
SETTINGS = ("confirmation", "table_corrections", "seat_draw", "protest_minutes")
KEPT = "kept"
BY_PLACE = "places"
OWN = "own"
WITH_PEOPLE = ("lots", "playoffs", "groups", "boards", "slots", "entrants")
WHOLE = re.compile(r"-?\d{1,12}")
DASHES = ("–", "-")
SEEDS = 2**31
DEFAULTS = {
    "rules": "tichu/club",
    "entrant_kind": "pair",
    "expected": "8",
    "rounds_planned": "5",
    "hands": "4",
    "gives": "points",
    "win": "2",
    "draw": "1",
    "loss": "0",
    "place_1": "2",
    "place_2": "1",
    "place_3": "0",
    "pairing_bye": "2",
    "requested_bye": "1",
    "absence": "0",
    "forfeit_win": "2",
    "forfeit_loss": "0",
    "confirmation": "other_side",
    "table_corrections": "running_round",
    "seat_draw": "balanced",
    "protest_minutes": "20",
    "preset": "swiss",
    "unplayed": "fide_2026",
    "pattern": "slide",
    "same_club_rounds": "0",
    "accelerate_rounds": "0",
    "base": "{}",
}


def new_values(club: Club) -> dict[str, str]:
    """The answers that fit most evenings of a club: it is set up on the spot, to begin today or soon."""
    now = timezone.now().astimezone(ZoneInfo(club.time_zone))
    soon = now + timedelta(minutes=-now.minute % 30)
    at = max(soon, now.replace(hour=19, minute=30))
    return {**DEFAULTS, "time_zone": club.time_zone, "starts_at": at.strftime("%Y-%m-%dT%H:%M")}


def values_of(event: Event, stage: Stage) -> dict[str, str]:
    """The answers that an event was made with."""
    about, part = event_part(event), stage_part(stage)
    points, options = part.get("points", {}), part["method_options"]
    starts = "" if event.starts_at is None else _local(event.starts_at, event.time_zone)
    values = {
        "name": event.name,
        "rules": f"{event.game}/{event.profile}",
        "entrant_kind": event.entrant_kind,
        "time_zone": event.time_zone,
        "starts_at": starts,
        "rounds_planned": str(part.get("rounds_planned", "")),
        "hands": str(part["match"].get("hands", "")),
        "minutes": str(part["match"].get("minutes", "")),
        "target": "1" if part["match"].get("target") else "",
        "gives": _gives(part),
        "preset": _preset(part["ranking"]),
        "unplayed": part["unplayed"],
        "base": json.dumps(part),
        **{key: str(points.get(key, "")) for key in POINTS},
        **{key: str(each) for key, each in zip(PLACES, points.get("places", ()), strict=False)},
        **{key: str(about["settings"].get(key, DEFAULTS[key])) for key in SETTINGS},
        **{f"option_{key}": _typed(value) for key, value in event.options.items()},
        "pattern": str(options.get("pattern", "slide")),
        **{key: str(options.get(key, 0)) for key in ("same_club_rounds", "accelerate_rounds")},
    }
    return {**DEFAULTS, "expected": "", **values}


def copied_values(event: Event, stage: Stage) -> dict[str, str]:
    """The answers of an earlier event for one more: a week later than that, and later until it is to come."""
    values = values_of(event, stage)
    starts = event.starts_at or timezone.now()
    weeks = max(1, (timezone.now() - starts).days // 7 + 1)
    zone = ZoneInfo(event.time_zone)
    values["starts_at"] = (starts.astimezone(zone) + timedelta(weeks=weeks)).strftime("%Y-%m-%dT%H:%M")
    base = {key: value for key, value in stage_part(stage).items() if key not in WITH_PEOPLE}
    options = {key: value for key, value in base["method_options"].items() if key != "forbidden_pairs"}
    values["base"] = json.dumps({**base, "method_options": options})
    return values


def _local(moment: datetime, zone: str) -> str:
    return moment.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%dT%H:%M")


def _typed(value: object) -> str:
    if value is None:
        return DASHES[0]
    return json.dumps(value) if isinstance(value, bool) else str(value)


def _gives(part: Mapping[str, Any]) -> str:
    """The choice of what a match gives: points, a scale by its name, or the one that it has."""
    scale = part.get("scale")
    if scale is None:
        places = part.get("points", {}).get("places")
        return "points" if places is None else BY_PLACE if len(places) == len(PLACES) else KEPT
    return scale if isinstance(scale, str) else KEPT


def _preset(ranking: object) -> str:
    """The preset with just these criteria."""
    found = (preset.key for preset in PRESETS.values() if [*preset.ranking] == ranking)
    return next(found, KEPT)


def event_of(values: Given, slug: str = "") -> dict[str, Any]:
    """The event as the answers say it; what cannot be read stays as it was typed, for the check to name."""
    game, _, profile = values.get("rules", "").partition("/")
    options = {
        key.removeprefix("option_"): _option(value)
        for key, value in values.items()
        if key.startswith("option_") and value.strip()
    }
    name = " ".join(values.get("name", "").split())
    part = {
        "slug": slug or values.get("slug", "").strip() or slugify(name)[:70] or "event",
        "name": name,
        "game": game,
        "profile": profile,
        "options": options,
        "entrant_kind": values.get("entrant_kind", ""),
        "time_zone": values.get("time_zone", "").strip(),
        "starts_at": _moment(values),
        "seed": secrets.randbelow(SEEDS),
        "settings": _settings(values),
    }
    return {key: value for key, value in part.items() if value != "" or key == "profile"}


def _settings(values: Given) -> dict[str, Any]:
    """The settings that are not as usual; what is left empty is."""
    given = {key: values.get(key, DEFAULTS[key]).strip() for key in SETTINGS}
    return {
        key: _whole(text) if key == "protest_minutes" else text
        for key, text in given.items()
        if text not in ("", DEFAULTS[key])
    }


def _option(text: str) -> object:
    """A typed option as the game reads it: numbers and yes or no as what they are."""
    text = text.strip()
    if text in {"true", "false"}:
        return text == "true"
    if text in DASHES:
        return None
    return int(text) if WHOLE.fullmatch(text) else text


def _moment(values: Given) -> str | None:
    """Day and time at the venue with its offset from UTC; what is none stays text."""
    text = values.get("starts_at", "").strip()
    if not text:
        return None
    try:
        zone = ZoneInfo(values.get("time_zone", "").strip())
        return datetime.fromisoformat(text).replace(tzinfo=zone).isoformat()
    except (ValueError, ZoneInfoNotFoundError, OSError):
        return text[:40]


def stage_of(values: Given, name: str, method: str = SWISS) -> dict[str, Any]:
    """The first stage as the answers say it; what the form does not ask for is kept from its base.

    `method` draws the tables of the game, `name` is that of a stage drawn by it.
    """
    base = _base(values)
    if base.get("method", method) in METHODS and base.get("method") != method:
        base = {**base, "name": name, "method": method}
    part = {**base, "name": base.get("name", name)}
    part["unplayed"] = values.get("unplayed", "")
    part["match"] = _match(values, base)
    part["points"] = _points(values, base)
    part["ranking"] = _ranking(values, base)
    part["method_options"] = _method_options(values, part)
    _put(part, "rounds_planned", _whole(values.get("rounds_planned", "")))
    scale = values.get("gives", "points")
    by_points = scale in ("points", BY_PLACE)
    _put(part, "scale", base.get("scale") if scale == KEPT else None if by_points else scale)
    return part


def _base(values: Given) -> dict[str, Any]:
    """The stage that the form began with."""
    try:
        found = json.loads(values.get("base", "{}"))
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _put(part: dict[str, Any], key: str, value: object) -> None:
    """Set what was answered, and take out what was left empty."""
    part.pop(key, None)
    if value is not None:
        part[key] = value


def _whole(text: str) -> int | str | None:
    """A whole number; None for nothing, and what is none as it was typed."""
    text = text.strip()
    if not text:
        return None
    return int(text) if WHOLE.fullmatch(text) else text


def _match(values: Given, base: Mapping[str, Any]) -> dict[str, Any]:
    """The ends of a match."""
    before = base.get("match")
    match = dict(before) if isinstance(before, dict) else {}
    _put(match, "hands", _whole(values.get("hands", "")))
    _put(match, "minutes", _whole(values.get("minutes", "")))
    _put(match, "target", True if values.get("target") else None)
    return match


def _points(values: Given, base: Mapping[str, Any]) -> dict[str, Any]:
    """What each outcome is worth; under a scale the matches have their points from that."""
    before = base.get("points")
    points = dict(before) if isinstance(before, dict) else {}
    by_outcome = values.get("gives") == "points"
    for key in POINTS:
        worth = None if key in POINTS[:3] and not by_outcome else _worth(values.get(key, ""))
        _put(points, key, worth if worth != "" else None)
    if values.get("gives") == BY_PLACE:
        points["places"] = [_worth(values.get(key, "")) for key in PLACES]
    elif values.get("gives") != KEPT:
        points.pop("places", None)
    return points


def _worth(text: str) -> int | str:
    """A number of points; what is none as it was typed, for the check to name."""
    text = text.strip().replace(",", ".")
    return int(text) if WHOLE.fullmatch(text) else text


def _ranking(values: Given, base: Mapping[str, Any]) -> Any:
    """The criteria: those of a preset, or the numbered ones in the order of their numbers."""
    preset = values.get("preset", "")
    if preset == OWN:
        places = {key: _whole(values.get(f"criterion_{key}", "")) for key in TIEBREAKS}
        numbered = [(place, key) for key, place in places.items() if isinstance(place, int)]
        return [key for _, key in sorted(numbered, key=lambda each: each[0])]
    if preset in PRESETS:
        return list(PRESETS[preset].ranking)
    return base.get("ranking", [])


def _method_options(values: Given, part: Mapping[str, Any]) -> dict[str, Any]:
    """How the method pairs; what it does not know is left out."""
    before = part.get("method_options")
    options = dict(before) if isinstance(before, dict) else {}
    if part["method"] in METHODS:
        known = {each.name for each in fields(METHODS[part["method"]].options)}
        options = {key: value for key, value in options.items() if key in known}
    if part["method"] == SWISS:
        pattern = values.get("pattern", "slide")
        _put(options, "pattern", None if pattern == "slide" else pattern)
        for key in ("same_club_rounds", "accelerate_rounds"):
            number = _whole(values.get(key, ""))
            _put(options, key, number or None)
    return options
