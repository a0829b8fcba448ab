"""WSGI entry: sync workers behind a proxy, the way production runs."""

import os

from django.core.wsgi import get_wsgi_application

from config.exposure import refuse_known_key

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
refuse_known_key()
