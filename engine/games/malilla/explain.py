"""The rules for players in sentences (rules sections 1 and 3 to 7): only what holds under the options."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.core.explain import MATCH_END, Section, Sentence
from engine.core.text import gettext_noop
from engine.games.malilla.rules import Rules, seat_names

Told = Iterator[Sentence]
Tell = Callable[[Rules], Told]


def explain(rules: Rules) -> tuple[Section, ...]:
    """Return the sections in the order of an evening: sitting down, a hand, its score, the match."""
    return tuple(Section(key, title, tuple(tell(rules))) for key, title, tell in _SECTIONS)


def _seats(rules: Rules) -> Told:
    """Section 4.1 and 4.2: who plays with whom, who deals first, and the way round the table."""
    names = seat_names(rules)
    yield Sentence(_FOUR, {"north": names[1], "south": names[3], "second": names[2], "last": names[4]})
    if rules.partners == "draw":
        yield Sentence(_DRAWN)
        yield Sentence(_TIES[rules.draw_ties])
    yield Sentence(_ROUND)
    yield Sentence(_FIRST_DEALER[rules.first_dealer])
    yield Sentence(_NEXT_DEALER)


def _deal(rules: Rules) -> Told:
    """Section 2, 4.3 and 4.4: the deck, the deal, the turned card."""
    yield Sentence(_DECK)
    yield Sentence(_ORDER)
    yield Sentence(_PACKETS if rules.deal_batch > 1 else _ONE_BY_ONE)
    yield Sentence(_PINTA)


def _tricks(rules: Rules) -> Told:
    """Section 5: what may be played, and who wins the trick."""
    yield Sentence(_LEAD)
    yield Sentence(_FOLLOW)
    yield Sentence(_RELIEF if rules.partner_relief else _NO_RELIEF)
    yield Sentence(_BEAT_RUFFED if rules.beat_after_ruff else _FOLLOW_RUFFED)
    yield Sentence(_CONTRAFALLO[rules.contrafallo])
    yield Sentence(_WINNER)
    yield Sentence(_SIGNALS if rules.signals == "allowed" else _NO_SIGNALS)


def _hand(rules: Rules) -> Told:
    """Sections 2, 3.1, 4.4 and 6: the values, the hand, the turned card."""
    yield Sentence(_VALUES)
    yield Sentence(_ALL if rules.hand_scoring == "all" else _EXCESS)
    yield Sentence(_CAPOTE)
    if not rules.pinta_scoring:
        yield Sentence(_NO_PINTA)
        return
    yield Sentence(_PINTA_SCORES)
    yield Sentence(_CLOSING, {"points": rules.game_target})
    yield Sentence(_MUST_WIN if rules.closing_pinta == "must_win_hand" else _DEFERRED)


def _rulings(rules: Rules) -> Told:
    """Section 8, as far as options decide: misdeals and revokes."""
    yield Sentence(_MISDEALS[rules.misdeal])
    yield Sentence(_REVOKES[rules.renuncio])


def _game(rules: Rules) -> Told:
    """Section 7: games, which there are however a match ends."""
    yield Sentence(_GAME, {"points": rules.game_target})


def _match(rules: Rules) -> Told:
    """Section 7: the end of a match."""
    if rules.games_to_win > 1:
        yield Sentence(_GAMES, {"games": rules.games_to_win, "most": 2 * rules.games_to_win - 1})
    else:
        yield Sentence(_ONE_GAME)
    if rules.max_hands:
        yield Sentence(_MOST_HANDS, {"hands": rules.max_hands})
        yield Sentence(_AHEAD)


_FOUR = gettext_noop(
    "Four players, two against two: {north} and {south}, opposite each other, play against {second} and "
    "{last}."
)
_DRAWN = gettext_noop(
    "Partners are drawn: everybody takes a card; the two highest play together, and the two lowest. The "
    "highest sits down first, the second opposite, the third on the right of the highest."
)
_TIES = {
    "redraw": gettext_noop("Who has drawn cards of the same rank draws again."),
    "suit_order": gettext_noop("Of equal cards coins are the highest, then cups, swords and batons."),
}
_ROUND = gettext_noop("Play and deal go counter-clockwise: after you comes whoever sits on your right.")
_FIRST_DEALER = {
    "highest_draw": gettext_noop("Whoever draws the highest card deals first."),
    "suit_draw": gettext_noop(
        "For the first deal one player turns a card: coins, and the player on the right deals; cups, the "
        "partner; swords, the player on the left; batons, whoever turned it."
    ),
    "assigned": gettext_noop("The organiser says who deals first."),
}
_NEXT_DEALER = gettext_noop("After every hand the deal passes to the right, also from one game to the next.")
_DECK = gettext_noop(
    "There are 48 Spanish cards: coins, cups, swords and batons, each from 1 to 9 with knave, knight and "
    "king."
)
_ORDER = gettext_noop(
    "In every suit the nine, the malilla, is the highest card; then come ace, king, knight, knave, eight "
    "and so on down to the two."
)
_PACKETS = gettext_noop(
    "The player on the left of the dealer cuts; everybody gets 12 cards, four at a time, the dealer last."
)
_ONE_BY_ONE = gettext_noop(
    "The player on the left of the dealer cuts; everybody gets 12 cards, one at a time, the dealer last."
)
_PINTA = gettext_noop(
    "The last card, which is the dealer’s, is shown to all: its suit is trump. It then belongs to the "
    "dealer’s hand like any other."
)
_LEAD = gettext_noop(
    "The player on the right of the dealer leads to the first trick, then whoever won the last one; any "
    "card may be led, trumps too."
)
_FOLLOW = gettext_noop(
    "While an opponent is winning the trick you must follow suit with a higher card than the winning one "
    "if you can; without the suit you must ruff, and overtrump a ruff if you can."
)
_RELIEF = gettext_noop(
    "While your partner is winning you only have to follow suit; without the suit you may play anything, "
    "also a card with points."
)
_NO_RELIEF = gettext_noop("You must do the same while your partner is winning.")
_FOLLOW_RUFFED = gettext_noop(
    "When an opponent has ruffed, whoever has the suit led just follows suit, high or low."
)
_BEAT_RUFFED = gettext_noop(
    "When an opponent has ruffed, whoever has the suit led must still beat its highest card in the trick "
    "if possible."
)
_CONTRAFALLO = {
    "free": gettext_noop("Who can neither follow suit nor overtrump a ruff of the opponents plays any card."),
    "no_undertrump": gettext_noop(
        "Who can neither follow suit nor overtrump a ruff of the opponents may not play a lower trump, "
        "unless there is nothing else."
    ),
    "worthless": gettext_noop(
        "Who can neither follow suit nor overtrump a ruff of the opponents plays a card without points "
        "that is no trump, if there is one."
    ),
}
_WINNER = gettext_noop("The highest trump wins the trick; without any, the highest card of the suit led.")
_CAPOTE = gettext_noop("Winning all twelve tricks earns nothing beyond their points.")
_SIGNALS = gettext_noop("Partners may talk and make signs.")
_NO_SIGNALS = gettext_noop("Partners may neither talk nor make signs about their cards.")
_VALUES = gettext_noop(
    "A nine counts 5 points, an ace 4, a king 3, a knight 2, a knave 1; every trick counts 1 more. That is "
    "72 in a hand."
)
_ALL = gettext_noop(
    "The side with more than 36 writes all its points, the other none; with 36 each nobody writes any."
)
_EXCESS = gettext_noop(
    "The side with more than 36 writes what it has above 36, the other nothing; with 36 each nobody "
    "writes anything."
)
_PINTA_SCORES = gettext_noop(
    "The dealer’s side writes the card points of the turned card at once, whatever happens in the hand."
)
_NO_PINTA = gettext_noop("The turned card scores nothing.")
_CLOSING = gettext_noop(
    "If it would bring that side to {points} points it is held back until the hand has been played."
)
_MUST_WIN = gettext_noop(
    "Then it counts only if the dealer’s side has more than 36; otherwise it is lost, and the other side "
    "writes what it has above 36."
)
_DEFERRED = gettext_noop("Then it counts last, unless the points of the hand have won the game for a side.")
_MISDEALS = {
    "same_dealer": gettext_noop("After a misdeal the same dealer deals again."),
    "same_then_pass": gettext_noop(
        "After a misdeal the same dealer deals again; after a second one the next player deals."
    ),
    "next_dealer": gettext_noop("After a misdeal the next player deals."),
}
_REVOKES = {
    "award_hand": gettext_noop("A proved revoke gives the other side all points of the hand."),
    "forfeit_game": gettext_noop("A proved revoke gives the other side the game."),
}
_GAME = gettext_noop(
    "The first side with {points} points wins a game. What it has above that is lost, and the next game "
    "begins at 0."
)
_GAMES = gettext_noop("Who has won {games} games wins the match, which has {most} games at most.")
_ONE_GAME = gettext_noop("The match has one game.")
_MOST_HANDS = gettext_noop("After {hands} hands the match is over in any case.")
_AHEAD = gettext_noop(
    "Then whoever has won more games has won; with equal games whoever has more points in the game in "
    "progress, then more points in the whole match."
)

_SECTIONS: tuple[tuple[str, str, Tell], ...] = (
    ("seats", gettext_noop("Seats and order of play"), _seats),
    ("deal", gettext_noop("Cards and deal"), _deal),
    ("tricks", gettext_noop("What you may play"), _tricks),
    ("hand", gettext_noop("How a hand is scored"), _hand),
    ("rulings", gettext_noop("Misdeals and revokes"), _rulings),
    ("game", gettext_noop("Games"), _game),
    (MATCH_END, gettext_noop("End of a match"), _match),
)
