"""What the templates may ask of a draw for seats."""

from __future__ import annotations

from django import template

from engine.core.game import Game
from engine.core.showing import Face
from engine.registry import all_games
from pages.words import draw as words
from scoring.selectors.seat_draw import DrawPage

register = template.Library()


@register.simple_tag
def drawing_games() -> list[Game]:
    """The games in which cards are drawn for seats."""
    return [game for game in all_games() if game.draw is not None]


@register.filter
def owned(page: DrawPage) -> list[tuple[str, list[Face]]]:
    """Who drew which cards, see `pages.words.draw.owned`."""
    return words.owned(page)


@register.filter
def drawn_in_words(page: DrawPage) -> list[str]:
    """The same in sentences."""
    return words.drawn_in_words(page)
