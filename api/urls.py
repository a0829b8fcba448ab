"""Explicit paths of the API."""

urlpatterns: list[object] = []
