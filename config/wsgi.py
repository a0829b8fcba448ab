"""WSGI entry: sync workers behind a proxy, the way production runs."""

import logging
import os

from django.core.wsgi import get_wsgi_application

from config.exposure import refuse_unsafe_settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
logging.captureWarnings(True)  # lines of the log like others

application = get_wsgi_application()
refuse_unsafe_settings()
