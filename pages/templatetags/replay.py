"""What the page of a replay may call."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from engine.core.showing import Face
from pages.templatetags.baza import drawing

register = template.Library()


@register.simple_tag
def signs(faces: Iterable[Face]) -> SafeString:
    """The drawings of these cards, each once, for `sign_of` to point at."""
    names = dict.fromkeys(face.sign for face in faces)
    return mark_safe("".join(map(_symbol, names)))  # noqa: S308  # our own drawings


def _symbol(name: str) -> str:
    """A drawing as something that is only pointed at."""
    own = drawing(name).replace(' class="icon"', "").replace("</svg>", "</symbol>")
    return own.replace("<svg", f'<symbol id="sign-{name}"', 1)


@register.simple_tag
def sign_of(face: Face) -> SafeString:
    """The sign of a card; its name stands beside it for readers of the screen."""
    text = '<svg class="suit-sign" aria-hidden="true" focusable="false"><use href="#sign-{}"/></svg>'
    return format_html(text, face.sign)


@register.filter
def is_card(piece: object) -> bool:
    """Whether a piece of a sentence is a card."""
    return isinstance(piece, Face)
