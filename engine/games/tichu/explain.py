"""The rules for players in sentences (rules sections 1, 4 to 7 and 14): only what holds under the options."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.core.explain import HAND_POINTS, MATCH_END, Section, Sentence
from engine.core.text import gettext_noop
from engine.games.tichu.rules import Rules, is_for_six, seat_names

Told = Iterator[Sentence]
Tell = Callable[[Rules], Told]


def explain(rules: Rules) -> tuple[Section, ...]:
    """Return the sections in the order of an evening: sitting down, a hand, its score, the match."""
    return tuple(Section(key, title, tuple(tell(rules))) for key, title, tell in _SECTIONS)


def _seats(rules: Rules) -> Told:
    """Sections 1 and 14: who plays with whom, and the way round the table."""
    if is_for_six(rules):
        yield Sentence(_SIX_SEATS)
        yield Sentence(_SIX_ROUND)
    else:
        north, second, south, last = (seat_names(rules)[seat] for seat in (1, 2, 3, 4))
        yield Sentence(_FOUR_SEATS, {"north": north, "south": south, "second": second, "last": last})
        yield Sentence(_CLOCKWISE if rules.turn_direction == "clockwise" else _COUNTERCLOCKWISE)
    yield Sentence(_DEALERS[rules.next_dealer])


def _deal(rules: Rules) -> Told:
    """Sections 2, 4.1 and 4.2: the deck, the deal, the exchange."""
    yield Sentence(_DECK)
    if is_for_six(rules):
        yield Sentence(_SIX_DEAL)
        yield Sentence(_SIX_EXCHANGE)
    else:
        yield Sentence(_FOUR_DEAL)
        yield Sentence(_FOUR_EXCHANGE)
    yield Sentence(_FIRST_LEAD)


def _calls(rules: Rules) -> Told:
    """Section 4.4: what can be called when."""
    yield Sentence(_SMALL, {"points": rules.tichu_points})
    if rules.grand_tichu:
        text = _GRAND_OF_SIX if is_for_six(rules) else _GRAND_OF_FOUR
        yield Sentence(text, {"points": rules.grand_tichu_points})
    else:
        yield Sentence(_NO_GRAND)
    yield Sentence(_ONE_CALL_A_PLAYER)
    if rules.one_call_per_side:
        yield Sentence(_ONE_CALL_A_SIDE)
    else:
        yield Sentence(_CALLS_OF_SIX if is_for_six(rules) else _CALLS_OF_FOUR)
    yield Sentence(_CALL_LATE if rules.tichu_after_first_out else _NO_CALL_LATE)
    yield Sentence(_NO_TALK)


def _tricks(rules: Rules) -> Told:
    """Sections 4.2 and 5: what may be played, who wins it."""
    yield Sentence(_COMBINATIONS)
    yield Sentence(_FOLLOW)
    yield Sentence(_BOMB)
    yield Sentence(_BOMB_WHEN)


def _specials(rules: Rules) -> Told:
    """Sections 2, 4.3, 5.6 and 5.7: the four special cards."""
    yield Sentence(_MAH_JONG)
    yield Sentence(_MUST_WISH if rules.wish_mandatory else _MAY_WISH)
    yield Sentence(_WISH)
    yield Sentence(_DOG_OF_SIX if is_for_six(rules) else _DOG_OF_FOUR)
    yield Sentence(_PHOENIX)
    yield Sentence(_DRAGON_OF_SIX if is_for_six(rules) else _DRAGON_OF_FOUR)
    yield Sentence(_DRAGON_LAST_GIVEN if rules.final_dragon_gift else _DRAGON_LAST_KEPT)


def _hand(rules: Rules) -> Told:
    """Section 6: the cards, the sweep, the calls."""
    yield Sentence(_CARD_POINTS)
    sweep = {"points": rules.sweep_points}
    if is_for_six(rules):
        yield Sentence(_SIX_SWEEP, sweep)
        yield Sentence(_SIX_END)
        yield Sentence(_SIX_LAST)
    else:
        yield Sentence(_FOUR_SWEEP, sweep)
        yield Sentence(_FOUR_END)
        yield Sentence(_FOUR_LAST)
    yield from _calls_count(rules)


def _calls_count(rules: Rules) -> Told:
    """6.3: made or failed, each by itself, also after a sweep."""
    yield Sentence(_MADE)
    subtracts = rules.failed_call == "subtract"
    if rules.grand_tichu:
        values = {"small": rules.tichu_points, "grand": rules.grand_tichu_points}
        yield Sentence(_FAILED_BOTH if subtracts else _CREDITED_BOTH, values)
    else:
        yield Sentence(_FAILED if subtracts else _CREDITED, {"points": rules.tichu_points})
    yield Sentence(_CALLS_ALWAYS_OF_SIX if is_for_six(rules) else _CALLS_ALWAYS_OF_FOUR)


def _victory_points(rules: Rules) -> Told:
    """7.4: victory points of a hand."""
    yield Sentence(_HAND_POINTS)
    yield Sentence(_HAND_POINTS_OF_SIX if is_for_six(rules) else _HAND_POINTS_OF_FOUR)


def _match(rules: Rules) -> Told:
    """7.1 and 7.2: the game's own end of a match."""
    if rules.match_mode == "target":
        yield Sentence(_TARGET, {"points": rules.target_score or 0})
        if rules.lead_margin:
            yield Sentence(_MARGIN, {"points": rules.lead_margin})
        yield Sentence(_HIGHER_WINS)
    elif rules.hands_per_match == 1:
        yield Sentence(_ONE_HAND)
    else:
        yield Sentence(_HANDS, {"hands": rules.hands_per_match or 0})
    yield Sentence(_PLAY_ON if rules.tie_rule == "play_on" else _LEVEL)


_SIX_SEATS = gettext_noop(
    "Six players, three against three: seats 1, 3 and 5 play together against seats 2, 4 and 6, so nobody"
    " sits beside a teammate."
)
_SIX_ROUND = gettext_noop("The seats play in the order of their numbers; after seat 6 comes seat 1.")
_FOUR_SEATS = gettext_noop(
    "Four players, two against two: {north} and {south}, opposite each other, play against {second} and "
    "{last}."
)
_CLOCKWISE = gettext_noop("Play goes clockwise: after you comes whoever sits on your left.")
_COUNTERCLOCKWISE = gettext_noop("Play goes counter-clockwise: after you comes whoever sits on your right.")
_DEALERS = {
    "first_out": gettext_noop(
        "Whoever went out first shuffles for the next hand and takes the first card of it."
    ),
    "rotate": gettext_noop(
        "Who shuffles and takes the first card changes with every hand, in the order of play."
    ),
    "any": gettext_noop("Anybody may shuffle; who shuffles takes the first card."),
}
_DECK = gettext_noop(
    "There are 56 cards: four suits from 2 to ace, and the Mah Jong, the Dog, the Phoenix and the Dragon."
    " All of them are dealt."
)
_SIX_DEAL = gettext_noop("Who shuffled and the player in the next seat get 10 cards each, the four others 9.")
_FOUR_DEAL = gettext_noop("Everybody gets 14 cards.")
_SIX_EXCHANGE = gettext_noop(
    "Then everybody passes one card, face down and all at the same time, to each of the two teammates; "
    "opponents get none."
)
_FOUR_EXCHANGE = gettext_noop(
    "Then everybody passes one card, face down and all at the same time, to each of the three others."
)
_FIRST_LEAD = gettext_noop("Whoever holds the Mah Jong after that leads to the first trick.")
_SMALL = gettext_noop(
    "Tichu, {points} points: you say that you will be the first to get rid of all cards. It can be called"
    " until you play your first card, also out of turn."
)
_GRAND_OF_FOUR = gettext_noop(
    "Grand Tichu, {points} points: the same, but it must be called before you take your ninth card."
)
_GRAND_OF_SIX = gettext_noop(
    "Grand Tichu, {points} points: the same, but it must be called before you take your seventh card."
)
_NO_GRAND = gettext_noop("Grand Tichu is not played.")
_ONE_CALL_A_PLAYER = gettext_noop("Nobody calls more than once in a hand, and a call cannot be taken back.")
_ONE_CALL_A_SIDE = gettext_noop("A side has one call in a hand: after it nobody of that side can call.")
_CALLS_OF_FOUR = gettext_noop(
    "Both partners may call, but then at least one of the calls fails: only who goes out first makes a call."
)
_CALLS_OF_SIX = gettext_noop(
    "Several players of a team may call, but only who goes out first makes a call; the others fail."
)
_CALL_LATE = gettext_noop(
    "When somebody is out, a Tichu can still be called by who has played no card, but it can only fail."
)
_NO_CALL_LATE = gettext_noop("Once somebody is out nobody can call any more.")
_NO_TALK = gettext_noop("Whether to call is decided alone: nobody may discuss or arrange it.")
_COMBINATIONS = gettext_noop(
    "What can be played: one card, a pair, three of a kind, two or more pairs in a row, a full house, or "
    "a straight of five or more cards. The ace is always high."
)
_FOLLOW = gettext_noop(
    "Who is next passes, or plays the same kind with as many cards, but higher. When all others have "
    "passed, the trick belongs to who played highest, and that player leads to the next one; if that "
    "player is out, the next one who holds cards."
)
_BOMB = gettext_noop(
    "A bomb is four of a kind, or a straight of five or more cards of one suit, both without the Phoenix."
    " It beats everything but a higher bomb; more cards beat fewer."
)
_BOMB_WHEN = gettext_noop(
    "A bomb can be thrown at any time, also out of turn, on any cards that lie on the table; never on the"
    " Dog, and never before somebody has led."
)
_MAH_JONG = gettext_noop("The Mah Jong is the lowest card, a 1; it can begin a straight.")
_MAY_WISH = gettext_noop("Who plays the Mah Jong may wish for a rank from 2 to ace.")
_MUST_WISH = gettext_noop("Who plays the Mah Jong must wish for a rank from 2 to ace.")
_WISH = gettext_noop(
    "The wish binds everybody in turn: who holds that rank and can play it by the rules must do so, until"
    " somebody has. The Phoenix does not fulfil it."
)
_DOG_OF_FOUR = gettext_noop(
    "The Dog can only be led. It gives the lead to your partner; if the partner is out, to the next "
    "player after the partner who holds cards."
)
_DOG_OF_SIX = gettext_noop(
    "The Dog can only be led. It gives the lead to a teammate of your choice who holds cards; if both are"
    " out, to the next player who holds cards."
)
_PHOENIX = gettext_noop(
    "The Phoenix stands for any card from 2 to ace in a combination, but never in a bomb. Alone it is "
    "half a point higher than the card that it is played on, but it does not beat the Dragon; when it is "
    "led it is 1.5."
)
_DRAGON_OF_FOUR = gettext_noop(
    "The Dragon is the highest single card. The trick that it wins is given to one of the two opponents, "
    "as its player chooses."
)
_DRAGON_OF_SIX = gettext_noop(
    "The Dragon is the highest single card. The trick that it wins is given to one of the three "
    "opponents, as its player chooses."
)
_DRAGON_LAST_GIVEN = gettext_noop("A Dragon that ends the hand is given away as well.")
_DRAGON_LAST_KEPT = gettext_noop("A Dragon that ends the hand is not given away: its trick is kept.")
_CARD_POINTS = gettext_noop(
    "Each five counts 5 points, each ten and each king 10, the Dragon 25, the Phoenix −25; all other "
    "cards nothing. Both sides together have 100, and one side from −25 to 125."
)
_FOUR_SWEEP = gettext_noop(
    "Double victory: when both partners go out before either opponent, the hand is over, and their side "
    "gets {points} points instead of those of the cards; the other side gets none."
)
_SIX_SWEEP = gettext_noop(
    "Triple victory: when all three of a team go out before any opponent, the hand is over, and their "
    "team gets {points} points instead of those of the cards; the other team gets none."
)
_FOUR_END = gettext_noop("Otherwise the hand ends when one player alone holds cards, and cards are counted.")
_SIX_END = gettext_noop(
    "Otherwise the hand ends when one player alone holds cards, and cards are counted. Two of a team out "
    "first count nothing by themselves."
)
_FOUR_LAST = gettext_noop(
    "The last player gives the cards still held to the opponents, and all tricks won to whoever went out "
    "first."
)
_SIX_LAST = gettext_noop(
    "The last player gives the cards still held and all tricks won to the opponents; the tricks of the "
    "fifth to go out go to whoever went out first."
)
_MADE = gettext_noop("A call is made by who goes out first; its value is added to the points of the side.")
_FAILED_BOTH = gettext_noop(
    "Every other call fails and costs the caller’s side its value: {small} points for a Tichu, {grand} "
    "for a Grand Tichu."
)
_FAILED = gettext_noop("Every other call fails and costs the caller’s side its value, {points} points.")
_CREDITED_BOTH = gettext_noop(
    "Every other call fails: the other side gets its value, {small} points for a Tichu, {grand} for a "
    "Grand Tichu; the caller’s side loses nothing."
)
_CREDITED = gettext_noop(
    "Every other call fails: the other side gets its value, {points} points; the caller’s side loses nothing."
)
_CALLS_ALWAYS_OF_FOUR = gettext_noop("Calls count after a double victory too.")
_CALLS_ALWAYS_OF_SIX = gettext_noop("Calls count after a triple victory too.")
_HAND_POINTS = gettext_noop(
    "In each hand the side with more points, calls and penalties included, gets 2 victory points and the "
    "other 0; with equal points each gets 1."
)
_HAND_POINTS_OF_FOUR = gettext_noop("A double victory gives 3 to 0, whatever was called.")
_HAND_POINTS_OF_SIX = gettext_noop("A triple victory gives 3 to 0, whatever was called.")
_TARGET = gettext_noop("After a hand in which a side has reached {points} points in all, the match is over.")
_MARGIN = gettext_noop("It is over as well when a side leads by {points} points or more after a hand.")
_HIGHER_WINS = gettext_noop("Whoever has more points then has won.")
_ONE_HAND = gettext_noop("The match has one hand; whoever has more points then has won.")
_HANDS = gettext_noop("The match has {hands} hands; whoever has more points after them has won.")
_PLAY_ON = gettext_noop("With equal points another hand is played.")
_LEVEL = gettext_noop("With equal points the match is a draw.")

_SECTIONS: tuple[tuple[str, str, Tell], ...] = (
    ("seats", gettext_noop("Seats and order of play"), _seats),
    ("deal", gettext_noop("Deal and exchange"), _deal),
    ("calls", gettext_noop("What can be called when"), _calls),
    ("tricks", gettext_noop("Tricks and bombs"), _tricks),
    ("specials", gettext_noop("The special cards"), _specials),
    ("hand", gettext_noop("How a hand is scored"), _hand),
    (HAND_POINTS, gettext_noop("Victory points of a hand"), _victory_points),
    (MATCH_END, gettext_noop("End of a match"), _match),
)
