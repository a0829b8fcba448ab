"""The description itself, and Swagger's page over it: offline, and under the site's content policy."""

from __future__ import annotations

from typing import Any

from csp.decorators import csp_update
from django.utils.decorators import method_decorator
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

# Swagger UI sets style attributes on its own elements; scripts stay limited to files of the site.
LOOSER_STYLES: dict[str, Any] = {"style-src": "'unsafe-inline'"}


class SchemaView(SpectacularAPIView):
    """The OpenAPI file, as generated from the code."""


@method_decorator(csp_update(LOOSER_STYLES), name="dispatch")
class SwaggerView(SpectacularSwaggerSplitView):
    """Swagger UI from the sidecar package; its start script is a request of its own."""

    url_name = "api:schema"
    title = "Baza API"
