from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """Results, rulings and standings."""

    name = "scoring"
