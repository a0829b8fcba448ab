from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Events, entrants, rounds, matches, devices: everything before a result."""

    name = "tournaments"
