"""Wiring of the site. The Celery app is loaded here so that shared tasks bind to it."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
