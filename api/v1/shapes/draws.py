"""Cards drawn for seats and the first deal, as the API shows and reads them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.fields import Body, Text, Whole
from scoring.selectors.seat_draw import faces_of

LONGEST_CODE, MOST_CARDS, MOST_ROUNDS = 8, 100, 48


class FaceSerializer(serializers.Serializer[Any]):
    """A card as it is drawn: its rank in the corner, the sign and the name of its suit."""

    code = serializers.CharField()
    name = serializers.CharField()
    corner = serializers.CharField()
    sign = serializers.CharField()
    suit = serializers.CharField()


class SitterSerializer(serializers.Serializer[Any]):
    """Who sits in a seat."""

    seat = serializers.IntegerField()
    place = serializers.SerializerMethodField(help_text="The name of the seat.")
    name = serializers.CharField()

    def get_place(self, sitter: Any) -> str:
        """In the language of the request."""
        return gettext(sitter.place)


class CardDrawnSerializer(serializers.Serializer[Any]):
    """A card and who drew it, by the seat before the draw."""

    by = SitterSerializer()
    card = serializers.SerializerMethodField()

    @extend_schema_field(FaceSerializer)
    def get_card(self, drawn: Any) -> Any:
        """Its face."""
        return FaceSerializer(self.context["faces"][drawn.code]).data


class DrawSerializer(serializers.Serializer[Any]):
    """A draw at a table."""

    match = serializers.IntegerField(source="match.pk")
    is_open = serializers.BooleanField(help_text="Until the first hand is entered.")
    purpose = serializers.CharField(
        help_text="What cards are drawn for: `partners` (and seats), `seats` (partners stay) or `dealer`."
    )
    dealer_by = serializers.CharField(
        help_text=(
            "How the first dealer is found: `highest` card, `suit` of one turned card, `dealt` a certain "
            "card first, one after the other being turned up round the table, or `named`."
        )
    )
    step = serializers.CharField(help_text="What comes next: `draw`, `turn`, `name` or `done`.")
    due = SitterSerializer(many=True, help_text="Who takes a card now.")
    cards = serializers.SerializerMethodField(help_text="How many cards lie on the table.")
    taken = serializers.SerializerMethodField(help_text="Face by place, of the cards that were taken.")
    rounds = serializers.SerializerMethodField(help_text="The cards drawn, round by round.")
    turned = serializers.SerializerMethodField()
    by_hand = serializers.BooleanField(
        source="drawing.by_hand", help_text="Whether real cards were drawn and entered."
    )
    seats = SitterSerializer(many=True, help_text="Who sits where now.")
    dealer = SitterSerializer(allow_null=True)
    seed = serializers.SerializerMethodField(help_text="Of the order of the cards; null until all is drawn.")

    def get_cards(self, page: Any) -> int:
        """The whole deck, those that were taken included."""
        return len(page.places)

    @extend_schema_field({"type": "object", "additionalProperties": {"$ref": "#/components/schemas/Face"}})
    def get_taken(self, page: Any) -> dict[str, Any]:
        """Nothing where real cards were drawn."""
        faces = self.context["faces"]
        return {str(at): FaceSerializer(faces[code]).data for at, code in page.places if code is not None}

    @extend_schema_field(
        {"type": "array", "items": {"type": "array", "items": {"$ref": "#/components/schemas/CardDrawn"}}}
    )
    def get_rounds(self, page: Any) -> list[Any]:
        """Who drew equal cards stands in the next one again."""
        return [CardDrawnSerializer(one, many=True, context=self.context).data for one in page.rounds]

    @extend_schema_field(FaceSerializer(allow_null=True))
    def get_turned(self, page: Any) -> Any:
        """The card whose suit names the dealer."""
        turned = page.drawing.turned
        return None if turned is None else FaceSerializer(self.context["faces"][turned]).data

    def get_seed(self, page: Any) -> int | None:
        """With the seed everybody can lay the cards again."""
        return page.drawing.seed if page.is_done else None


class TakeSerializer(Body):
    """Which card somebody takes, or turns."""

    seat = Whole(min_value=1, max_value=12, help_text="Of who takes it, as in `due`.")
    place = Whole(min_value=1, max_value=MOST_CARDS, help_text="Of the card that lies face down.")


class EnteredDrawSerializer(Body):
    """The cards that were really drawn."""

    rounds = serializers.ListField(
        child=serializers.DictField(child=Text(max_length=LONGEST_CODE)),
        max_length=MOST_ROUNDS,
        help_text="Seat before the draw to code of the card; equal cards stand in the next round again.",
    )
    turned = Text(max_length=LONGEST_CODE, required=False, allow_null=True, default=None)


class NamedDealerSerializer(Body):
    """Who deals first."""

    seat = Whole(min_value=1, max_value=12)


def draw_json(page: Any) -> Any:
    """A draw as it is shown, in the language of the request."""
    return DrawSerializer(page, context={"faces": faces_of(page.match, gettext)}).data
