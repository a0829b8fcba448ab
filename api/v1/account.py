"""The person who is signed in."""

from __future__ import annotations

from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from api.docs import reads
from api.v1.shapes.devices import MeSerializer
from api.views import ApiView


class Me(ApiView):
    """Who one is."""

    @reads("get_me", MeSerializer, "The person who is signed in, and their roles", conditional=False)
    def get(self, request: Request) -> Response:
        """401 for everybody else; a device asks for its table instead."""
        user = self.actor.user
        if user is None:
            raise NotAuthenticated
        shown = {
            "id": user.pk,
            "username": user.username,
            "is_superuser": user.is_superuser,
            "memberships": user.memberships.select_related("event").order_by("event_id", "role"),
        }
        return Response(MeSerializer(shown).data)
