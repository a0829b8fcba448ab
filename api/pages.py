"""The description itself, and Swagger's page over it: offline, and under the site's content policy."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from csp.decorators import csp_update
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import method_decorator
from django.views.decorators.http import condition, require_safe
from drf_spectacular.views import SpectacularSwaggerSplitView

DESCRIPTION = Path(__file__).parent / "openapi.yaml"
LOOSER_STYLES: dict[str, Any] = {"style-src": "'unsafe-inline'"}
"""Swagger UI sets style attributes on its own elements; scripts stay limited to files of the site."""


@cache
def description() -> bytes:
    """The OpenAPI file as it is committed; `make check` proves that the code answers just that."""
    return DESCRIPTION.read_bytes()


def _tag(request: HttpRequest) -> str:
    return f'"{hashlib.sha256(description()).hexdigest()[:24]}"'


@require_safe
@condition(etag_func=_tag)
def schema(request: HttpRequest) -> HttpResponse:
    """The OpenAPI file: read, not generated, since everybody may ask for it."""
    return HttpResponse(description(), content_type="application/yaml")


@method_decorator(csp_update(LOOSER_STYLES), name="dispatch")
class SwaggerView(SpectacularSwaggerSplitView):
    """Swagger UI from the sidecar package; its start script is a request of its own."""

    url_name = "api:schema"
    title = "Baza API"
    http_method_names = ["get", "head"]
