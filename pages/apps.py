from django.apps import AppConfig


class PagesConfig(AppConfig):
    """HTML pages."""

    name = "pages"
