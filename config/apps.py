from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Wiring: system checks live here."""

    name = "config"

    def ready(self) -> None:
        """Register the system checks."""
        from config import checks  # noqa: F401
