"""Cards drawn for seats and the first deal: what the tablet says meanwhile, and what was drawn, in words."""

from __future__ import annotations

from django.utils.translation import gettext, gettext_noop

from engine.core.showing import Face
from engine.registry import all_games
from scoring.selectors.seat_draw import DrawPage, faces_of

DRAW_TEXTS = {
    "draw_seats": gettext_noop("Draw for seats"),
    "draw_seated": gettext_noop("Take these seats"),
    "draw_dealer": gettext_noop("Who deals first?"),
    "draw_begin": gettext_noop("Take cards"),
    "draw_look": gettext_noop("Look"),
    "draw_takes": gettext_noop("{name} takes a card."),
    "draw_turns": gettext_noop("{name} turns a card: its suit says who deals first."),
    "draw_again": gettext_noop("Equal cards: {names} draw again."),
    "draw_who": gettext_noop("Who takes the next card?"),
    "draw_cards": gettext_noop("{n} cards, face down"),
    "draw_place": gettext_noop("Card {n}, face down"),
    "draw_drawn": gettext_noop("Cards that were drawn"),
    "draw_turned": gettext_noop("Turned for the first deal"),
    "draw_deals": gettext_noop("{name} deals first."),
    "draw_deals_first": gettext_noop("deals first"),
    "draw_named": gettext_noop("The director says who deals first."),
    "draw_skip": gettext_noop("Play without a draw, as we sit"),
    "draw_known": gettext_noop("We know who deals"),
    "draw_play": gettext_noop("We sit like this: play"),
}


def drawn_signs() -> tuple[str, ...]:
    """The drawings of the suits that are drawn for seats in some game."""
    showings = [game.play.showing for game in all_games() if game.draw is not None and game.play is not None]
    signs = [
        showing.signs[suit.letter]
        for showing in showings
        if showing is not None
        for suit in dict.fromkeys(card.suit for card in showing.deck.cards if card.suit is not None)
    ]
    return tuple(dict.fromkeys(signs))


def owned(page: DrawPage) -> list[tuple[str, list[Face]]]:
    """Who drew which cards, those who drew again all of theirs; a turned card at the end."""
    faces = faces_of(page.match, gettext)
    found: dict[int, tuple[str, list[Face]]] = {}
    for drawn in (each for one in page.rounds for each in one):
        found.setdefault(drawn.by.seat, (drawn.by.name, []))[1].append(faces[drawn.code])
    lines = [found[chair] for chair in sorted(found)]
    if page.drawing.turned is not None:
        lines.append((gettext("Turned for the first deal"), [faces[page.drawing.turned]]))
    return lines


def drawn_in_words(page: DrawPage) -> list[str]:
    """The same in sentences, and who deals first."""
    lines = [f"{name}: {', '.join(face.name for face in faces)}" for name, faces in owned(page)]
    if page.dealer is not None:
        lines.append(gettext(DRAW_TEXTS["draw_deals"]).format(name=page.dealer.name))
    return lines
