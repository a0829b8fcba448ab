"""Every word that the tablet says by itself; what the server answers comes in words already.

Both languages go to the device with the page, so that it can change between them without the network.
"""

from __future__ import annotations

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext, gettext_noop

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
    "wrong_step": gettext_noop("{typed} cannot be: only {low} to {high}, in steps of {step}."),
    "wrong_number": gettext_noop("{typed} cannot be: only {low} to {high}."),
    "no_number": gettext_noop("{typed} is not a whole number."),
    "pair_title": gettext_noop("Which table is this?"),
    "pair_help": gettext_noop("Type the code from the director, or point the camera at its picture."),
    "scanned": gettext_noop("The code is read"),
    "scanned_help": gettext_noop("Tap Begin: then this device belongs to the table."),
    "code": gettext_noop("Code of the table"),
    "pair": gettext_noop("Begin"),
    "stay": gettext_noop("Stay at table {table}"),
    "no_network": gettext_noop("The tournament is not reached. Look at the wireless network and try again."),
    "call_director": gettext_noop("Call the director"),
    "call_why": gettext_noop("What is it about?"),
    "subject_rules": gettext_noop("The rules"),
    "subject_score": gettext_noop("The score"),
    "subject_other": gettext_noop("Something else"),
    "calling": gettext_noop("Calling the director…"),
    "called": gettext_noop("The director was called at {time}"),
    "coming": gettext_noop("The director is on the way"),
    "call_unsent": gettext_noop("Saved here – not sent"),
    "call_unsent_help": gettext_noop("Your call has not gone out yet: there is no connection. Raise a hand."),
    "back_unsent": gettext_noop("Call taken back – not sent"),
    "back_unsent_help": gettext_noop("There is no connection: somebody may still come."),
    "own_phone": gettext_noop("Confirm on your own phone"),
    "own_phone_side": gettext_noop("Whose phone is it?"),
    "own_phone_help": gettext_noop(
        "Point the camera of the phone at the square, then tap Begin there. It works once, within ten "
        "minutes, and confirms in this match alone."
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
    "first": gettext_noop("First out"),
    "card_points": gettext_noop("Card points"),
    "points_of": gettext_noop("Card points of {side}"),
    "went_first": gettext_noop("{name} went out first"),
    "call_made": gettext_noop("{name} made {call}"),
    "call_failed": gettext_noop("{name} failed {call}"),
    "incomplete": gettext_noop("Say who went out first, then the card points of one side."),
    "incomplete_first": gettext_noop("Say who went out first."),
    "incomplete_points": gettext_noop("Now the card points of one side, or the double victory."),
    "incomplete_other": gettext_noop("Fill in what is missing above."),
    "record": gettext_noop("Record hand {n}"),
    "record_change": gettext_noop("Save the change"),
    "changing": gettext_noop("You are changing hand {n}."),
    "cancel": gettext_noop("Cancel"),
    "more": gettext_noop("More"),
    "yes": gettext_noop("Yes"),
    "no": gettext_noop("No"),
    "saved": gettext_noop("Saved here"),
    "submitted": gettext_noop("Sent, not confirmed"),
    "disputed": gettext_noop("Disputed"),
    "confirmed": gettext_noop("Confirmed"),
    "conflict": gettext_noop("Two results"),
    "refused": gettext_noop("Not accepted"),
    "void": gettext_noop("Does not count"),
    "other_side": gettext_noop("The side that did not type looks and taps its name:"),
    "agree": gettext_noop("{side}: that is right"),
    "differ": gettext_noop("No, we have another result"),
    "agreed": gettext_noop("{side} agrees."),
    "change": gettext_noop("Change"),
    "remove": gettext_noop("Take back"),
    "really_remove": gettext_noop("Take hand {n} back? It will not count."),
    "drop": gettext_noop("Throw away"),
    "understood": gettext_noop("Understood"),
    "old_refused": gettext_noop("Hand {n} of an earlier match was not accepted. Tell the director."),
    "enter_hand": gettext_noop("Enter hand {n}"),
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
}


def tablet_texts() -> dict[str, dict[str, object]]:
    """By language: its own name, and all texts in it."""
    found: dict[str, dict[str, object]] = {}
    for code, _ in settings.LANGUAGES:
        with translation.override(code):
            name = translation.get_language_info(code)["name_local"].title()
            found[code] = {"name": name, "texts": {key: gettext(text) for key, text in TEXTS.items()}}
    return found
