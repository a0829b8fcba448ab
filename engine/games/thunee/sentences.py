"""The sentences of the rules for players, as message ids; `explain` says which of them hold."""

from __future__ import annotations

from engine.core.text import gettext_noop

TWO = gettext_noop("Two players, each for themselves; a hand has two deals with the same call and trumps.")
FOUR = gettext_noop(
    "Four players, two against two: {north} and {south}, opposite each other, play against {second} "
    "and {last}."
)
SIX = gettext_noop("Six players, three against three: seats 1, 3 and 5 play against seats 2, 4 and 6.")
OBSERVED = gettext_noop(
    "Each side has an observer without cards, who may speak to the own side between the hands alone."
)
ROUND = gettext_noop("Play and deal go counter-clockwise: after you comes whoever sits on your right.")
FIRST_DEALER = {
    "black_jack": gettext_noop("Cards are turned round the table: whoever gets the first black Jack deals."),
    "any_jack": gettext_noop("Cards are turned round the table: whoever gets the first Jack deals."),
    "appointed": gettext_noop("The organiser says who deals first."),
}
NEXT_DEALER = {
    "every_hand": gettext_noop("After every hand the deal passes to the right."),
    "while_behind": gettext_noop(
        "The same player deals while the own side is behind; else the deal passes on."
    ),
    "loser_deals": gettext_noop(
        "The same player deals after a hand that the own side lost; else the deal passes on."
    ),
}
DECK = {
    24: gettext_noop("There are 24 cards: ace, king, queen, jack, ten and nine of four suits."),
    32: gettext_noop("There are 32 cards: ace, king, queen, jack and ten down to seven of four suits."),
}
ORDER_DECLARED = gettext_noop(
    "In trumps the order is jack, nine, ace, ten, king, queen; in other suits ace, ten, king, "
    "queen, jack, nine."
)
ORDER_COUNTED = gettext_noop("In every suit the order is jack, nine, ace, ten, king, queen.")
LOW_CARDS = gettext_noop("Eight and seven are the lowest cards of each suit.")
CUTTER = {
    "right": gettext_noop("The player on the dealer’s right may cut."),
    "left": gettext_noop("The player on the dealer’s left may cut."),
}
LEAST_CUT = gettext_noop("Each part of the cut needs {cards} cards or more.")
BATCHES = gettext_noop("Everybody gets {first} cards, and {second} more when the auction is over.")
SECOND_DEAL = gettext_noop("When these have been played, everybody gets another {third}.")
WEAK = gettext_noop(
    "The player on the dealer’s right may throw in first cards that are worth 10 points or fewer."
)
BID = gettext_noop(
    "A bid says how many of the 154 card points the own side will take; the highest makes trumps."
)
CALL = gettext_noop(
    "A call says how many points the other side is given for the right to make trumps; the highest "
    "makes trumps."
)
LADDER = gettext_noop("Calls go in tens from {low} to {high}.")
TOP = gettext_noop("Above that {top} may be called.")
TURNS = gettext_noop("Calls go by turns from the dealer’s right; who has passed is out.")
FREE = gettext_noop(
    "Anybody may call, without turns, over the other side’s call; the dealer closes the auction."
)
JUMPS = gettext_noop("A call may skip steps.")
NO_JUMPS = gettext_noop("Each call is the next step.")
OVER_PARTNER = gettext_noop("You may call over your own side.")
NOT_OVER_PARTNER = gettext_noop("You may not call over your own side.")
BOTH = {
    1: gettext_noop("When partners call at once it is one step up, held by whom the other side names."),
    2: gettext_noop("When partners call at once it is two steps up, held by whom the other side names."),
}
ALL_PASS = {
    "redeal": gettext_noop("When nobody calls the same dealer deals again."),
    "default_trumper": gettext_noop("When nobody calls, the player on the dealer’s right makes trumps."),
}
TRUMP = {
    "full_hand": gettext_noop("The trump maker names any suit openly when all cards have been dealt."),
    "first_batch": gettext_noop(
        "The trump maker lays a card of the trump suit face down before the last cards are dealt; it is "
        "shown "
        "after the first lead."
    ),
}
LAST_CARD = {
    "four_suits": gettext_noop(
        "A trump maker without a call, with all four suits in hand, may leave trumps to the last card "
        "dealt to him."
    ),
    "always": gettext_noop("A trump maker without a call may leave trumps to the last card dealt to him."),
}
FIRST_LEAD = {
    "dealer_right": gettext_noop(
        "The player on the dealer’s right leads to the first trick, then whoever won the last."
    ),
    "trump_maker": gettext_noop("The trump maker leads to the first trick, then whoever won the last."),
    "trumper_right": gettext_noop(
        "The player on the trump maker’s right leads to the first trick, then whoever won the last."
    ),
}
FOLLOW = gettext_noop(
    "You must follow suit if you can; else you may play anything. Nobody has to beat a card."
)
UNDERTRUMP = {
    "only_trumps": gettext_noop(
        "On a trump played to another suit you may play a lower trump only if you hold nothing but trumps."
    ),
    "free": gettext_noop("On a trump played to another suit you may play a lower trump."),
}
WINNER = gettext_noop("The highest trump wins the trick; without any, the highest card of the suit led.")
NO_TRUMPS = gettext_noop("The hand is void when the trump maker’s opponents hold no trump at the first card.")
CALLED = gettext_noop(
    "Before the first lead the trump maker may call one of the two highest cards of a suit; whoever holds it "
    "must play it as soon as it may be played."
)
VALUES_DECLARED = gettext_noop(
    "An ace counts 11 points, a ten 10, a king 3, a queen 2; in trumps the jack counts 30 and the "
    "nine 20. That "
    "is 154 in a hand."
)
VALUES_COUNTED = gettext_noop(
    "A jack counts 30 points, a nine 20, an ace 11, a ten 10, a king 3, a queen 2. That is 304 in a hand."
)
MADE = gettext_noop("With its bid or more the bidding side wins a ball, with less the other side does.")
SURPLUS = gettext_noop("Each full {step} points over the bid give a ball more, {cap} at most.")
COUNTED = gettext_noop(
    "The other side counts its points and adds the call: with {needed} or more it wins, with less the trump "
    "maker’s side wins a ball."
)
COUNTED_LOST = {
    1: gettext_noop("The side that counts wins a ball."),
    2: gettext_noop("The side that counts wins a ball, against a call two."),
}
BONUS_DECLARED = gettext_noop("The last trick is worth {points} points more to the bidding side.")
BONUS_COUNTED = gettext_noop(
    "The last trick adds {points} points to the count of the side that counts, or takes them away "
    "if the other "
    "side won it."
)
JODHI = gettext_noop(
    "King and queen of a suit in hand are a Jodhi of 20, with the jack 30; in trumps 40, with the jack 50."
)
JODHI_WINDOW = {
    "hand_1_3": gettext_noop("A side that has won the first or the third trick may call its Jodhi after it."),
    "team_1_3": gettext_noop(
        "A side may call its Jodhi after the first and the third trick that it has won."
    ),
    "any_trick": gettext_noop("A side may call its Jodhi after any trick that it has won."),
}
JODHI_DECLARED = gettext_noop(
    "Jodhi add to the points of the bidding side; those of the other side change nothing."
)
JODHI_COUNTED = gettext_noop(
    "Jodhi add to the count of the side that counts; those of the other side take away from it."
)
ROYALS_AGREED = gettext_noop(
    "Before the deal both sides may agree on Royals: the order is then queen, king, ten, ace, nine, jack."
)
THUNEE = gettext_noop(
    "Before the first lead anybody may call Thunee: the caller leads, the first card makes trumps, "
    "and the caller "
    "must win every trick alone."
)
WORTH = gettext_noop("Made it gives {made} balls; caught it gives the other side {caught}.")
PARTNER_CATCH = gettext_noop("If the partner wins a trick, the other side gets {balls} balls.")
ROYALS = gettext_noop(
    "Royals is called like Thunee and worth the same; the order is queen, king, ten, ace, nine, jack."
)
SIDE_CARD = gettext_noop("With a hand of one suit this may not be called.")
BLIND = gettext_noop(
    "Blind Thunee is called before the last cards, and the first {first} tricks are led without "
    "having seen them."
)
BLIND_ROYALS = gettext_noop("Blind Royals is called and worth the same.")
DOUBLE_THUNEE = gettext_noop(
    "After half of the tricks anybody may call Double Thunee: the hand is worth double."
)
DOUBLE = gettext_noop("Double says in the last trick: my side has won all tricks, and wins this one too.")
DOUBLE_WORTH = gettext_noop("A Double gives {made} balls; one that fails gives the other side {lost}.")
BACKWARD = gettext_noop("Against a side that made trumps with a call it gives {balls}.")
CORNER_HOUSE = gettext_noop("A side that is one ball short may not call Double.")
KHANAAK = gettext_noop(
    "Khanaak says in the last trick: my side wins it, and has called more Jodhi than the other side "
    "has points."
)
AGAINST = {
    "full": gettext_noop("The Jodhi of the other side and the call count against it."),
    "no_call": gettext_noop("The Jodhi of the other side count against it."),
    "simple": gettext_noop("Only the tricks of the other side count against it."),
}
WITHOUT_CALL = {"full": "no_call", "no_call": "no_call", "simple": "simple"}
"""A bid is never paid over, so it cannot count against a Khanaak (6.3)."""

KHANAAK_WORTH = gettext_noop("A Khanaak gives {made} balls; one that fails gives the other side {lost}.")
CALL_SCORING = {
    "additive": gettext_noop("These balls come on top of those of the hand."),
    "replace": gettext_noop("These balls take the place of those of the hand."),
}
FINAL_WINNER = {
    "team": gettext_noop("Anybody of the caller’s side may win the last trick."),
    "caller": gettext_noop("The caller must win the last trick; the partner must not."),
}
FOUR_BALL = gettext_noop(
    "A broken rule, such as a revoke, ends the hand and gives the other side {balls} balls."
)
SILENCE = gettext_noop("So does any sound during a hand.")
WRONG_CHALLENGE = gettext_noop("So does a penalty claimed without cause.")
GAME = gettext_noop("The first side with {balls} balls wins a game.")
TWO_AHEAD = gettext_noop("It needs a lead of two balls.")
DEUCE = gettext_noop("Once both have {balls}, it needs a lead of two balls.")
BOTH_REACH = {
    "card_points": gettext_noop(
        "If both sides get there in one hand, the card points of that hand decide, then the balls."
    ),
    "more_balls": gettext_noop("If both sides get there in one hand, the balls decide."),
}
RAISED = {
    "final_hand": gettext_noop("A Khanaak in the hand that would end the game makes it a game of {balls}."),
    "any_hand": gettext_noop("A Khanaak makes it a game of {balls}."),
}
ONE_GAME = gettext_noop("The match has one game.")
GAMES = gettext_noop("Who has won {games} games wins the match, which has {most} games at most.")
