from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The REST API."""

    name = "api"

    def ready(self) -> None:
        """Register the authenticators with the schema generator."""
        from api import schema  # noqa: F401
