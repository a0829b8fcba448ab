"""ASGI entry: the one-process demo and the event stream."""

import logging
import os

from django.conf import settings
from django.core.asgi import get_asgi_application

from config.exposure import refuse_unsafe_settings
from config.limits import bounded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
logging.captureWarnings(True)  # lines of the log like others
# Connections that outlive a request pile up here: requests are answered in threads that come and go.
settings.DATABASES["default"]["CONN_MAX_AGE"] = 0

application = bounded(get_asgi_application())
refuse_unsafe_settings()
