"""ASGI entry: the one-process demo and the event stream."""

import os

from django.core.asgi import get_asgi_application

from config.exposure import refuse_known_key

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_asgi_application()
refuse_known_key()
