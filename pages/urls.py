"""Paths of the pages."""

urlpatterns: list[object] = []
