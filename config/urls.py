"""Wiring of addresses: the API and the pages bring their own; config/probes.py answers supervisors."""

from django.urls import include, path

urlpatterns = [
    path("api/v1/", include("api.urls")),
    path("", include("pages.urls")),
]

handler404 = "config.handlers.not_found"
handler500 = "config.handlers.server_error"
handler400 = "config.handlers.bad_request"
handler403 = "config.handlers.forbidden"
handler429 = "config.handlers.too_many"
