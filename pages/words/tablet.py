"""Every word that the tablet says by itself; what the server answers comes in words already.

Both languages go to the device with the page, so that it can change between them without the network.
"""

from __future__ import annotations

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext, gettext_noop

from engine.core.showing import CARD_NAME
from engine.registry import all_games
from pages.words.draw import DRAW_TEXTS
from pages.words.tablet_balls import BALLS_TEXTS
from pages.words.tablet_bids import BIDS_TEXTS

TEXTS = {
    "online": gettext_noop("Online"),
    "offline": gettext_noop("No connection"),
    "one_not_sent": gettext_noop("1 not sent yet"),
    "not_sent": gettext_noop("{n} not sent yet"),
    "online_long": gettext_noop("The tournament is reached. Results are sent as soon as you record them."),
    "offline_long": gettext_noop(
        "The tournament is not reached. Go on as usual: results are saved here and sent by themselves later."
    ),
    "reload_safe": gettext_noop("This page opens without a connection, too."),
    "reload_how": gettext_noop("How this is helped"),
    "reload_unsafe": gettext_noop("Do not close this page without a connection: it needs one to open again."),
    "try_now": gettext_noop("Try now"),
    "pair_again": gettext_noop("Move to another table"),
    "loading": gettext_noop("Looking for your match…"),
    "broken": gettext_noop(
        "This browser cannot keep results. Leave the private mode, or use another browser."
    ),
    "full": gettext_noop(
        "The storage of this device is full: nothing more is kept. Write results on paper and call the "
        "director."
    ),
    "cannot_be": gettext_noop("{typed} cannot be."),
    "number_ends": gettext_noop("{what} end in 0 or 5, from {low} to {high}."),
    "number_steps": gettext_noop("{what}: {low} to {high}, in steps of {step}."),
    "number_limits": gettext_noop("{what}: {low} to {high}."),
    "no_number": gettext_noop("{typed} is not a whole number."),
    "pair_title": gettext_noop("Which table is this?"),
    "pair_help": gettext_noop("Type the code from the director, or scan it with the tablet's camera app."),
    "unknown": gettext_noop("A new code is needed"),
    "unknown_help": gettext_noop(
        "This tablet belongs to no table any more. Ask the director for a new code; what is saved here stays."
    ),
    "scanned": gettext_noop("The code is read"),
    "scanned_help": gettext_noop("Tap Begin: then this device belongs to the table."),
    "code": gettext_noop("Code of the table"),
    "pair": gettext_noop("Begin"),
    "stay": gettext_noop("Stay at table {table}"),
    "no_network": gettext_noop("The tournament is not reached. Look at the wireless network and try again."),
    "call_director": gettext_noop("Call the director"),
    "call_why": gettext_noop("Tap a reason, and the director is called."),
    "subject_rules": gettext_noop("The rules"),
    "subject_score": gettext_noop("The score"),
    "subject_other": gettext_noop("Something else"),
    "read_rules": gettext_noop("Read the rules of this event"),
    "calling": gettext_noop("Calling the director…"),
    "called": gettext_noop("The director was called at {time}"),
    "called_short": gettext_noop("Director called, {time}"),
    "coming": gettext_noop("The director is on the way"),
    "call_unsent": gettext_noop("Saved here – not sent"),
    "call_unsent_short": gettext_noop("Not sent: raise a hand"),
    "call_unsent_help": gettext_noop("Your call has not gone out yet: there is no connection. Raise a hand."),
    "cancel_call": gettext_noop("Cancel the call"),
    "back_unsent": gettext_noop("Call cancelled – not sent"),
    "back_unsent_help": gettext_noop("There is no connection: somebody may still come."),
    "own_phone": gettext_noop("Confirm on your own phone"),
    "own_phone_offline": gettext_noop("Own phone: needs the network"),
    "own_phone_side": gettext_noop("Whose phone is it?"),
    "own_phone_help": gettext_noop(
        "Point the camera of the phone at the square, or open {site} on it and type the code; then tap Begin "
        "there. It works once, within ten minutes, and confirms in this match alone."
    ),
    "phone_of": gettext_noop("Phone of {side}"),
    "phone_over": gettext_noop(
        "The match of this phone is over. At your next table, scan the square on its tablet."
    ),
    "nothing_to_confirm": gettext_noop("There is nothing to confirm now."),
    "will_appear": gettext_noop("A hand appears here as soon as the other side has entered it."),
    "square": gettext_noop("Square for the camera of the phone"),
    "close": gettext_noop("Close"),
    "ready": gettext_noop("This tablet is ready. Your match appears here by itself."),
    "no_match": gettext_noop("Nothing is to be played here now. Your next match will appear by itself."),
    "no_table": gettext_noop("This device belongs to no table. Ask the director for a code of your table."),
    "last_result": gettext_noop("The last match here:"),
    "table": gettext_noop("Table {n}"),
    "round": gettext_noop("Round {n}"),
    "hand": gettext_noop("Hand {n}"),
    "hand_of": gettext_noop("Hand {n} of {of}"),
    "hands": gettext_noop("Hands of this match"),
    "with_unsent": gettext_noop("With hands that are not sent yet: the tournament will check the sum."),
    "first_out": gettext_noop("Who went out first, who called?"),
    "first": gettext_noop("Out first"),
    "card_points": gettext_noop("Card points"),
    "points_of": gettext_noop("Card points of {side}"),
    "went_first": gettext_noop("{name} went out first"),
    "call_made": gettext_noop("{name} made {call}"),
    "call_failed": gettext_noop("{name} failed {call}"),
    "incomplete": gettext_noop("Say who went out first, then the card points of one side."),
    "incomplete_first": gettext_noop("Say who went out first."),
    "incomplete_points": gettext_noop("Now the card points of one side, or the {sweep}."),
    "incomplete_other": gettext_noop("Fill in what is missing above."),
    "card_name": CARD_NAME,
    "suit": gettext_noop("Suit"),
    "rank": gettext_noop("Card of the suit"),
    "erase": gettext_noop("Take the last digit away"),
    "type_other": gettext_noop("Type the other side"),
    "points_for": gettext_noop("Points of {side}"),
    "games": gettext_noop("Games"),
    "games_won": gettext_noop("games won: {n}"),
    "game_n": gettext_noop("Game {n}"),
    "game_to": gettext_noop("{game}, to {target} points"),
    "who_dealt": gettext_noop("Who dealt?"),
    "whose_deal": gettext_noop("to deal"),
    "closing_must": gettext_noop(
        "The turned card would win the game: it counts only if {side} has more than {half}. Otherwise it is "
        "lost, and {other} scores what is above {half}."
    ),
    "closing_deferred": gettext_noop(
        "The turned card would win the game for {side}: it is counted last, unless the hand itself wins the "
        "game."
    ),
    "points_of_one": gettext_noop("Points of one side"),
    "more_than_half": gettext_noop("more than {half}"),
    "just_half": gettext_noop("half: nobody scores"),
    "more_of_hand": gettext_noop("Tricks, or a ruling"),
    "ruled_hand": gettext_noop("Ruled by the director"),
    "rulings_are_the_directors": gettext_noop("Call the director first; then tap what was ruled."),
    "who_offended": gettext_noop("Which side offended?"),
    "say_dealer": gettext_noop("Say who dealt."),
    "say_offender": gettext_noop("Say which side offended."),
    "say_turned": gettext_noop("Tap the turned card: its suit, then its rank."),
    "say_points": gettext_noop("Now the points of one side."),
    "dealt_by": gettext_noop("{name} dealt"),
    "dealt_turned": gettext_noop("{name} dealt, turned card {card}"),
    "capote": gettext_noop("{side} won all tricks (capote)"),
    "wins_game": gettext_noop("{side} wins the game {score}"),
    "game_stands": gettext_noop("The game stands {score}"),
    "record": gettext_noop("Record hand {n}"),
    "record_change": gettext_noop("Save the change"),
    "changing": gettext_noop("You are changing hand {n}."),
    "cancel": gettext_noop("Cancel"),
    "more": gettext_noop("More"),
    "yes": gettext_noop("Yes"),
    "no": gettext_noop("No"),
    "saved": gettext_noop("Saved here"),
    "sent": gettext_noop("Sent,"),
    "not_confirmed": gettext_noop("not confirmed"),
    "disputed": gettext_noop("Disputed"),
    "confirmed": gettext_noop("Confirmed"),
    "surplus": gettext_noop("after the end of the match"),
    "doubtful": gettext_noop("to be checked"),
    "conflict": gettext_noop("Two results"),
    "refused": gettext_noop("Not accepted"),
    "void": gettext_noop("Does not count"),
    "other_side": gettext_noop("Other side: is this right? Tap your name."),
    "one_other": gettext_noop("One of the others: is this right? Tap your name."),
    "agree": gettext_noop("{side}: that is right"),
    "differ": gettext_noop("No, we have another result"),
    "agreed": gettext_noop("{side} agrees."),
    "change": gettext_noop("Change"),
    "not_right": gettext_noop("No, change it"),
    "not_right_call": gettext_noop("Not right? Call the director"),
    "back": gettext_noop("Back"),
    "remove": gettext_noop("Delete this hand"),
    "really_remove": gettext_noop("Delete hand {n}? It will not count."),
    "drop": gettext_noop("Throw away"),
    "understood": gettext_noop("Understood"),
    "old_refused": gettext_noop("Hand {n} of an earlier match was not accepted. Tell the director."),
    "enter_hand": gettext_noop("Enter hand {n}"),
    "confirm_later": gettext_noop("Confirm later, go on to hand {n}"),
    "hand_unconfirmed": gettext_noop("Hand {n} is not confirmed yet."),
    "hand_confirmed": gettext_noop("Hand {n} is confirmed"),
    "slip": gettext_noop("Paper slip"),
    "conflict_title": gettext_noop("Hand {n}: two different results"),
    "conflict_help": gettext_noop(
        "Look at both together. When everybody taps the same one it counts; otherwise the director decides."
    ),
    "from_here": gettext_noop("Entered on this tablet"),
    "from_there": gettext_noop("Entered elsewhere"),
    "you_say": gettext_noop("This tablet says so. The others are still to agree."),
    "this_is_right": gettext_noop("This one is right"),
    "match_over": gettext_noop("The match is over"),
    "all_entered": gettext_noop("All hands are entered"),
    "winner": gettext_noop("{side} win"),
    "drawn": gettext_noop("Nobody wins: a draw"),
    "one_open": gettext_noop("The other side has yet to confirm hand {hands}."),
    "some_open": gettext_noop("The other side has yet to confirm hands {hands}."),
    "confirm_hand": gettext_noop("Confirm hand {n}"),
    "will_send": gettext_noop("Leave the tablet here: the hands are sent as soon as there is a connection."),
    "wait_next": gettext_noop("The next match will appear by itself."),
    **BIDS_TEXTS,
    **DRAW_TEXTS,
    **BALLS_TEXTS,
}


def tablet_texts() -> dict[str, dict[str, object]]:
    """By language: its own name, all texts in it, and by game why hands are refused and what gives points."""
    found: dict[str, dict[str, object]] = {}
    for code, _ in settings.LANGUAGES:
        with translation.override(code):
            name = translation.get_language_info(code)["name_local"].title()
            found[code] = {
                "name": name,
                "texts": {key: gettext(text) for key, text in TEXTS.items()},
                "refusals": {
                    game.key: {key: gettext(text) for key, text in game.messages.items()}
                    for game in all_games()
                },
                "lines": {
                    game.key: {key: gettext(text) for key, text in game.line_texts.items()}
                    for game in all_games()
                },
            }
    return found
