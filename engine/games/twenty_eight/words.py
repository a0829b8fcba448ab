"""The sentences of the rules for players, as message ids with places; `explain` says which of them hold."""

from __future__ import annotations

from engine.core.text import gettext_noop

FOUR = gettext_noop(
    "Four players, two against two: {north} and {south}, opposite each other, play against {second} and "
    "{last}."
)
THREE = gettext_noop(
    "Three players, each with an own score. In a hand the bidder plays alone against the two others, who "
    "count their tricks together for that hand."
)
SIX = gettext_noop(
    "Six players in two teams of three; seats 1, 3 and 5 play against seats 2, 4 and 6, so that you sit "
    "between two opponents."
)
ROUND = gettext_noop(
    "Deal, auction and play go counter-clockwise: after you comes whoever sits on your right."
)
DEALER = gettext_noop(
    "The highest card drawn deals first, the Jack being the highest; after every hand that counts the deal "
    "passes to the right."
)

DECK_32 = gettext_noop("There are 32 cards, eight of each suit.")
DECK_24 = gettext_noop("There are 24 cards, six of each suit, without eights and sevens.")
DECK_48 = gettext_noop(
    "There are 48 cards, two packs of 24 without eights and sevens, so that each card is there twice."
)
ORDER = gettext_noop(
    "In every suit, trump or not, the Jack is the highest card; then come nine, ace, ten, king, queen, "
    "eight and seven, as far as they are there."
)
VALUES = gettext_noop(
    "A Jack counts 3 points, a nine 2, an ace and a ten 1 each, the others nothing: {points} in a deal."
)
LAST_TRICK = gettext_noop("The last trick counts one more, so that a deal has {points}.")
TWO_BATCHES = gettext_noop(
    "The player on the left of the dealer cuts; everybody gets four cards, and four more when the trump is "
    "fixed."
)
ONE_BATCH = gettext_noop("The player on the left of the dealer cuts; everybody gets eight cards at once.")
FOUR_JACKS = gettext_noop("Whoever holds all four Jacks may ask for a new deal before the first trick.")

BIDS = gettext_noop(
    "Bids say how many points the bidder’s side will take, from {least} to {most}, each higher than the "
    "last. The dealer’s right speaks first."
)
OPENINGS = {
    "free": gettext_noop("Nobody has to open."),
    "forced_first": gettext_noop("The first speaker may not pass, and bids {least} or more."),
    "forced_dealer": gettext_noop("When all others have passed the dealer must bid {least}."),
}
ALL_PASS = {
    "redeal_same_dealer": gettext_noop("When all pass the same dealer deals again."),
    "redeal_next_dealer": gettext_noop("When all pass the next player deals."),
    "first_player_forced": gettext_noop("When all pass the first speaker plays for {least}."),
}
FINAL = gettext_noop("Who has passed is out of the auction.")
NOT_FINAL = gettext_noop(
    "Who has passed may bid again; the auction ends when all others have passed one after the other."
)
OVERBID = gettext_noop("Over the partner’s bid you must bid {least} or more.")
POINTLESS = {
    "first_player": gettext_noop(
        "A first speaker with no card of value may ask for a new deal instead of bidding."
    ),
    "any_player": gettext_noop(
        "Who has no card of value at the first turn may ask for a new deal instead of bidding."
    ),
}
SECOND_AUCTION = gettext_noop(
    "With all eight cards there is a second auction, from {least} on; a new bidder takes a new trump."
)
IN_AUCTION = gettext_noop(
    "Between the bids an opponent’s bid may be doubled; a new bid cancels that. The side that was doubled "
    "may redouble, which ends the auction."
)

TRUMPS = {
    "hidden": gettext_noop("The bidder lays a card face down: its suit is trump, and nobody else knows it."),
    "open": gettext_noop("The bidder shows a card: its suit is trump. The card stays in the hand."),
    "open_bid": gettext_noop("Every bid names the trump suit, or no trump; that of the last bid holds."),
}
NOT_IN_HAND = gettext_noop(
    "The face-down card does not belong to the hand until it is turned; then it does at once."
)
REVEAL = {
    "any_player": gettext_noop(
        "Who is void in the suit led may have the trump turned before playing; the bidder turns it alone. "
        "Nobody has to."
    ),
    "any_but_bidder": gettext_noop(
        "Who is void in the suit led may have the trump turned before playing, but not the bidder. Nobody "
        "has to."
    ),
    "defenders": gettext_noop(
        "A defender who is void in the suit led may have the trump turned before playing. Nobody has to."
    ),
}
MUST_TRUMP = gettext_noop("Who had the trump turned must play a trump to that trick if there is one in hand.")
NEED_NOT_TRUMP = gettext_noop("Who had the trump turned plays any card.")
BIDDER_PLAYS = {
    "any_trump": gettext_noop("A bidder who turns the trump may play any trump."),
    "indicator": gettext_noop("A bidder who turns the trump plays that very card."),
}
BIDDER_LEADS = {
    "free": gettext_noop("The bidder may lead the hidden trump suit; that turns nothing."),
    "only_if_no_other": gettext_noop(
        "The bidder may lead the hidden trump suit only with nothing else in hand."
    ),
}
BEFORE = {
    "dead": gettext_noop("Trumps that were laid before the trump was turned are discards."),
    "same_trick_live": gettext_noop(
        "Trumps that were laid before the trump was turned are discards, but those in the same trick count "
        "as trumps."
    ),
}
AT_THE_END = gettext_noop("If nobody has asked, the bidder turns the card in the last trick and plays it.")

LEADER = gettext_noop(
    "The player on the right of the dealer leads to the first trick, then whoever won the last one."
)
FOLLOW = gettext_noop("Who has the suit led must play it; nobody has to beat anything.")
ANY_CARD = gettext_noop("Who has not may play any card, trumps too.")
UNDERTRUMP = gettext_noop(
    "Who has not may play any card, but no trump below one in the trick, unless there is nothing else."
)
WINNER = gettext_noop("The highest trump wins the trick; without any, the highest card of the suit led.")
IDENTICAL = gettext_noop("Of two identical cards the one that was played first is higher.")
CONCEDE = gettext_noop("Who is on turn may give up the hand for the own side.")
PLAYED_OUT = gettext_noop("All eight tricks are played, also when the result is certain.")

AFTER_AUCTION = gettext_noop("Before the first trick a defender may double.")
REDOUBLE = {
    "bidder": gettext_noop("Then the bidder may redouble."),
    "bidding_side": gettext_noop("Then the bidder or a partner may redouble."),
}
DOUBLE_EFFECT = {
    "multiply": gettext_noop("A double makes the value of the hand twice as high, a redouble four times."),
    "add": gettext_noop("A double adds 1 to the value of the hand, a redouble 2."),
}
PAIR = gettext_noop(
    "Who holds King and Queen of trumps may declare them on turn, once the trump is known and the own side "
    "has won a trick with it. That lowers the target of the bidders by 4, not below {least}; a pair of the "
    "defenders raises it by 4, not above {most}."
)
SOLO = gettext_noop(
    "Before the first trick anybody may play alone: without trumps and partners, for all eight tricks. Bid "
    "and doubles are cancelled; the soloist leads."
)
SOLO_VALUE = gettext_noop("A solo made is worth {won}, one that fails {lost}; doubles do not count for it.")

MADE = gettext_noop("The bid is made when the bidder’s side has as many points, or more.")
AWARDS = {
    "flat1": gettext_noop("Every bid that is made is worth 1."),
    "bands20": gettext_noop("A bid that is made is worth 1, from {from_1} on 2."),
    "bands20_25": gettext_noop("A bid that is made is worth 1, from {from_1} on 2, from {from_2} on 3."),
    "quarters": gettext_noop(
        "A bid that is made is worth 1, from {from_1} on 2, from {from_2} on 3, from {from_3} on 4."
    ),
}
LOSSES = {
    "flat1": gettext_noop("A bid that fails costs 1."),
    "same_as_success": gettext_noop("A bid that fails costs as much as it would have won."),
    "success_plus_1": gettext_noop("A bid that fails costs 1 more than it would have won."),
    "full_bid_value": gettext_noop("A bid that fails costs its full value."),
}
BHANGI = gettext_noop("Bhangi: one that fails by {points} or more costs its full value instead.")
FULL_VALUE = {
    "number": gettext_noop("The full value of a bid is the number that was bid."),
    "award": gettext_noop("The full value of a bid is what it would have won."),
}
SETTLED = {
    "bidders_only": gettext_noop("The bidders’ side writes it, or loses it; the other side nothing."),
    "award": gettext_noop("The bidders’ side writes what it wins; a failed bid is written by the defenders."),
    "transfer": gettext_noop("What one side wins the other loses."),
}
SETTLED_AMONG_THREE = {
    "bidders_only": gettext_noop("The bidder writes it, or loses it; the others nothing."),
    "award": gettext_noop("The bidder writes what is won; a failed bid is written by both others."),
    "transfer": gettext_noop("The bidder wins it from each of the others, or loses it to each of them."),
}
HONOURS = gettext_noop("The side that captures every Jack writes 1 more, whoever bid.")
HONOURS_OF_THREE = gettext_noop(
    "A bidder who captures every Jack writes 1 more; if the others do, each of them."
)

PENALTIES = {
    "deduct": gettext_noop("A penalty takes {points} from the offender, unless it says otherwise."),
    "award": gettext_noop("A penalty gives {points} to every other side, unless it says otherwise."),
}

TARGET = gettext_noop(
    "The first side with {points} points wins the match; if several have them, the higher total, and with "
    "equal ones the bidder’s side."
)
MIRROR = gettext_noop("A side that is {points} below 0 loses it.")
DEALS = gettext_noop("After {deals} deals the higher total wins the match.")
EXTRA_DEALS = gettext_noop(
    "With equal totals {deals} deals are added, then one at a time until one side leads."
)
DRAWN = gettext_noop("With equal totals it is drawn.")
FLOOR = gettext_noop("No total falls below 0.")
VOID = gettext_noop("A deal that does not count is dealt again and counts for nothing.")
