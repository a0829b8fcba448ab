"""Everything that is stored, to show that something has left no trace."""

from __future__ import annotations

from typing import Any

from django.apps import apps

OURS = ("tournaments", "scoring")


def all_rows() -> dict[str, list[dict[str, Any]]]:
    """Every row of every model of ours."""
    models = [model for app in OURS for model in apps.get_app_config(app).get_models()]
    return {model.__name__: list(model._default_manager.order_by("pk").values()) for model in models}
