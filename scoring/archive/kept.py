"""Objects of an archive on their way out."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from scoring.archive.canonical import moment_text


def kept(**values: Any) -> dict[str, Any]:
    """Return an object without the keys that have nothing to say."""
    return {key: value for key, value in values.items() if value is not None and value != ""}


def moment_or_none(value: datetime | None) -> str | None:
    """Return the spelling of a moment, if there is one."""
    return None if value is None else moment_text(value)
