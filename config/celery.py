"""The Celery application: settings and logs come from Django, tasks from the installed apps."""

import logging.config
import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging
from django.conf import settings
from django_structlog.celery.steps import DjangoStructLogInitStep

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("baza")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add(DjangoStructLogInitStep)


@setup_logging.connect
def set_up_logs(**kwargs: Any) -> None:
    """The logs of the site, in the worker and in the clock; with a listener here Celery sets up none."""
    logging.config.dictConfig(settings.LOGGING)
    logging.captureWarnings(True)
