"""The sentence of every problem that the domain itself can name; those of the games come from the engine.

Codes are permanent and the same in every language; what a person reads is made here, in the language of the
request. `{places}` are filled from the params of the problem.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.core.game import Game
from engine.core.problems import Problem
from engine.core.problems import sentence as game_sentence

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Text

ACCESS: Mapping[str, Text] = {
    "not_allowed": _("You may not do this here."),
    "not_found": _("There is no such thing, or it is not yours to see."),
    "not_your_table": _("This tablet belongs to another table."),
    "match_is_over": _("The match of this phone is over. At your next table, scan the square on its tablet."),
    "busy": _("The event is busy at this moment. Try again."),
    "no_room": _("The server has no room left to store anything. Tell the organisers; nothing was stored."),
}

STATES: Mapping[str, Text] = {
    "already_there": _("Somebody else did this at the same moment."),
    "wrong_state": _("This is not possible now (state: {state}, wanted: {wanted})."),
    "round_already_drawn": _("Round {round} has been drawn already."),
    "round_open": _("The round before is still being played."),
    "rounds_open": _("A round is still being played: close it first."),
    "stage_closed": _("The stage is closed: no further round is drawn in it."),
    "event_finished": _("The event is finished: no further round is drawn in it."),
    "entries_over": _("The event is finished: nobody enters it any more."),
    "round_not_next": _("The next round is round {next}, not round {round}."),
    "round_not_drawn": _("The round has not been drawn yet."),
    "round_not_published": _("The round has not been published yet."),
    "round_closed": _("The round is closed. Ask the director."),
    "match_would_be_open": _(
        "The round is closed, and the match would not be finished any more. Open the round again first."
    ),
    "round_not_complete": _("There are matches that are not finished."),
    "match_open": _("The match at table {table} is not finished. {obstacles}"),
    "later_round_drawn": _("A later round has been drawn already."),
    "earlier_round_open": _("An earlier round of this stage is not closed."),
    "draft_outdated": _("Who plays has changed since the draft was drawn: {entrants}. Draw it again."),
    "table_has_begun": _("Tables that have begun or have a ruling stay as they are: {tables}."),
    "pairings_changed": _("The pairings have been changed since you saw them. Look at them again."),
    "earlier_standings": _("The round before is not closed: this round stands on no table now."),
    "entrant_in_round": _("{entrant} stands in a round already: withdraw it instead."),
    "last_owner": _("An event keeps at least one owner. Make somebody else an owner first."),
    "settings_fixed": _("A result is there already: this cannot be changed any more."),
    "tables_drawn": _(
        "A round is drawn already, for tables with other seats. Discard a draft first; a posted round stays."
    ),
    "ruling_replaced": _("This ruling has been changed or cancelled already."),
}

STATE_WORDS: Mapping[str, Text] = {
    "draft": _("draft"),
    "registration": _("registration"),
    "registered": _("registered"),
    "waiting": _("on the waiting list"),
    "active": _("active"),
    "withdrawn": _("withdrawn"),
    "expelled": _("expelled"),
    "planned": _("planned"),
    "scheduled": _("not started"),
    "published": _("published"),
    "running": _("running"),
    "playing": _("being played"),
    "complete": _("complete"),
    "forfeited": _("forfeited"),
    "void": _("void"),
    "closed": _("closed"),
    "finished": _("finished"),
    "discarded": _("discarded"),
}
"""States of events, stages, rounds, matches and entrants, as `wrong_state` names them."""

OBSTACLES: Mapping[str, Text] = {
    "missing_hand": _("Hand {hand} is missing."),
    "conflict": _("There are two different results of hand {hand}."),
    "conflict_of_totals": _("There are two different slips with the totals."),
    "doubtful": _("Hand {hand} does not fit any more what came before it."),
    "match_tie_break": _("It waits for its tie-break."),
}
"""What keeps a match from being complete."""

DRAWS: Mapping[str, Text] = {
    "method_not_drawn": _("Rounds of the format “{method}” are made by hand."),
    "sides_not_drawn": _("“{method}” draws no tables of {sides} sides: make the rounds by hand."),
    "nobody_to_pair": _("There is nobody to be paired."),
    "too_few_for_a_table": _("A table needs {needed} players: only {active} are here."),
    "no_legal_tables": _("The forbidden pairs leave no tables of three: take one of them out."),
    "no_legal_round": _("No round is possible in which nobody meets the same opponents again."),
    "fixed_but_not_active": _("Somebody with a fixed table does not play this round: {entrant}."),
    "fixed_twice": _("Somebody stands at two fixed tables: {entrant}."),
}

SEATS: Mapping[str, Text] = {
    "seat_draw_not_possible": _("In this game no cards are drawn for seats."),
    "seats_drawn": _("Cards were drawn by this at a table already: take that draw back first."),
    "draw_closed": _("The draw is closed: the match has begun, or nothing is drawn at this table."),
    "draw_not_due": _("It is not for this player to draw now."),
    "card_taken": _("Somebody has taken this card already. Take another one."),
    "draw_no_such_place": _("There are {most} cards on the table."),
    "draw_other_side": _("Each side draws its own cards."),
    "draw_unknown_seat": _("{value} is no seat of this table."),
    "draw_wrong_players": _(
        "In the first round everybody draws, in each later one those with equal cards, and nobody else."
    ),
    "draw_card_repeated": _("The card {card} has been drawn already."),
    "draw_not_finished": _("The draw is not finished: those with equal cards draw again."),
    "draw_not_round_the_table": _(
        "Cards are turned up one by one round the table, from the first seat to who deals."
    ),
    "draw_nobody_deals": _("Nobody has got the card yet that says who deals first."),
    "draw_turn_missing": _("Say which card was turned for the first deal."),
    "draw_nothing_turned": _("No card is turned for the first deal here."),
    "invalid_draw": _("The cards cannot have been drawn like this."),
    "unknown_card": _("{card} is not a card of this deck."),
}

RESULTS: Mapping[str, Text] = {
    "invalid_result": _("The result cannot be right like this."),
    "rival": _("Another result of this hand is there already. Both are kept until one is chosen."),
    "outdated": _("The hand has been changed since you saw it."),
    "seats_changed": _(
        "The seats have changed since this was typed, so it would count for the wrong players. It was not "
        "recorded: enter the hand again."
    ),
    "submission_reused": _("This submission was used for something else before."),
    "seen_revision_needed": _("Say which revision of the hand you saw."),
    "correction_needs_director": _("This correction is for the director."),
    "no_such_hand": _("Nothing has been entered for this hand."),
    "no_such_entry": _("This entry does not belong to the hand."),
    "hand_in_conflict": _("There are two different results of this hand: one has to be chosen first."),
    "hand_beyond_limit": _("There is no hand {n} in this match: it has {m} hands."),
    "own_side": _("The other side has to agree."),
    "unknown_board": _("There is no such board."),
    "unknown_side": _("The game has no such side."),
    "match_void": _("The match has been declared void."),
    "match_forfeited": _("The match has been forfeited."),
    "match_is_a_bye": _("This is a bye: there is nothing to play."),
    "slip_beside_hands": _("Hands of this match have been entered: totals alone are not possible any more."),
    "hands_beside_slip": _("The totals of this match have been entered: hands are not possible any more."),
    "one_number_per_side": _("One number for each side is needed."),
    "unknown_kind": _("A result is entered, corrected or declared void."),
    "not_an_object": _("This is not an object."),
    "not_a_uuid": _("This is not a UUID."),
    "not_a_moment": _("This is not a date and time with its time zone."),
    "bad_number": _("This is not a whole number in the range that is possible."),
    "number_too_large": _("{value} is too large: no number here goes beyond {largest}."),
    "bad_text": _("This is not a text, or it is too long."),
    "unknown_field": _("There is no such field."),
    "void_has_no_summary": _("A hand that is declared void has no result."),
}

RULINGS: Mapping[str, Text] = {
    "reason_needed": _("A reason is needed."),
    "points_needed": _("Say how many match points or game points."),
    "points_not_used": _(
        "A warning or a note gives and takes no points. Leave them empty, or choose a fine or a bonus."
    ),
    "offender_needed": _("Say who loses the match."),
    "not_in_match": _("Who is meant does not play in this match."),
    "unknown_entrant": _("Nobody like this is on the list of the event."),
    "cannot_be_cancelled": _("A ruling of the kind “{effect}” cannot be cancelled like this."),
    "unknown_infraction": _("{code} is not in the list of infractions."),
    "unknown_effect": _("{effect} is not an effect of a ruling."),
    "detail_not_used": _("This ruling has no use for it. Leave it empty, or choose another effect."),
    "offending_side_needed": _("Say which side offended."),
    "hand_has_result": _("This hand has a result: the ruling starts from that."),
    "ruling_on_top": _("A later ruling on this hand stands on this one: cancel that one first."),
    "sides_do_not_fit": _("Each side of the table needs as many as play there, nobody twice."),
    "not_at_a_table": _("Who is meant does not sit at a table of this round."),
    "adjusted_by_ruling": _("The match points of table {table} were set by a ruling: cancel that first."),
    "earlier_result_unknown": _(
        "What stood before this ruling is not known here: correct the hand first, then cancel the ruling."
    ),
}

SETTINGS: Mapping[str, Text] = {
    "invalid_rules": _("These rules are not possible."),
    "unknown_option": _("There is no such option."),
    "bad_option_value": _("{value} is no possible value of {field}."),
    "no_limit": _("A match needs at least one limit."),
    "unknown_match_tie_break": _("There is no match tie-break “{value}”."),
    "bad_ranking": _("{value} is no list of criteria."),
    "unknown_criterion": _("There is no criterion “{value}”."),
    "criterion_twice": _("The criterion “{value}” stands in the list twice."),
    "bad_option": _("{value} is no possible option of {criterion}."),
    "unknown_scale": _("There is no scale {value}."),
    "bad_steps": _("{value} are no steps of a scale."),
    "bad_places": _("{value} are no points by place."),
    "points_not_descending": _("A win is worth more than a draw, and a draw more than a loss."),
    "not_a_number": _("{value} is no number that can be used."),
    "bad_type": _("{value} is not of the kind that is needed."),
}

DEVICES: Mapping[str, Text] = {
    "bad_code": _("This code is not valid, or not valid any more. Ask for a new one."),
    "device_revoked": _("This device has lost its access."),
    "side_needed": _("Say which side the phone belongs to."),
    "side_of_a_phone": _("Only a phone speaks for one side."),
    "table_needed": _("Say at which table the device stands."),
    "unknown_table": _("The event has no such table."),
    "no_match_here": _("Nothing is being played at this table now."),
}

CALLS: Mapping[str, Text] = {
    "call_ended": _("Nobody waits there any more: the call has ended."),
    "signal_reused": _("Another device has called with this number."),
}

EVENTS: Mapping[str, Text] = {
    "invalid_event": _("The event cannot be made like this."),
    "club_needed": _("There are several clubs: say which one."),
    "invalid_club": _("The club cannot be made like this."),
    "invalid_user": _("The account cannot be made like this."),
    "user_taken": _("Somebody has the user name “{value}” already."),
    "bad_user_name": _("“{value}” is no user name: letters, digits and @ . + - _ only."),
    "bad_password": _("This password is no good. {reason}"),
    "bad_email": _("“{value}” is no e-mail address."),
    "passwords_differ": _("The two passwords differ."),
    "present_password_needed": _("To change the e-mail address, type your present password."),
    "invalid_invitation": _("The invitation cannot be made like this."),
    "too_many_invitations": _("There are {most} open invitations already: revoke some first."),
    "invitation_used": _("This invitation has been used already."),
    "invitation_revoked": _("This invitation was taken back."),
    "invitation_expired": _("This invitation has expired."),
    "already_helps": _("You have this role in the event already: the link is for somebody else."),
    "bad_slug": _("“{slug}” is no address: small letters, digits and single hyphens between them."),
    "unknown_time_zone": _("There is no time zone “{value}”."),
    "unknown_language": _("There is no language “{value}”; there are {known}."),
    "slug_taken": _("The address “{slug}” is taken."),
    "unknown_game": _("There is no game “{game}”."),
    "name_not_typed": _("Type the name as it stands in the list: {name}."),
    "invalid_entrants": _("They cannot be entered like this."),
    "duplicate": _("“{value}” is on the list already."),
    "missing_value": _("A value is missing."),
    "too_long": _("This is longer than {most} letters."),
    "number_in_use": _("A round was drawn with this number: it stays."),
    "unknown_user": _("Nobody has the user name “{value}”."),
    "unknown_role": _("There is no role “{role}”."),
    "unknown_absence": _("An absence is a bye on request, or just an absence."),
    "nothing_missed": _("No round is closed yet: there is nothing to give points for."),
    "kind_too_small": _("A side has {seats} seats in this game: these entrants have too few people for it."),
    "wrong_number_of_players": _("An entrant of this event has {low} to {high} players."),
}

MISSING: Mapping[str, Text] = {
    "code": _("Choose the offence."),
    "name": _("Enter the name."),
}
"""What is to be done about a `missing_value`, by the last step of its path."""

FILES: Mapping[str, Text] = {
    "missing_column": _("The column is missing."),
    "missing_value": _("A value is missing."),
    "duplicate": _("It is on the list already, or in an earlier line."),
    "not_a_number": _("This is not a number."),
    "too_long": _("This is too long."),
    "too_many_fields": _("The line has more fields than the header."),
    "encoding": _("The letters cannot be read. Save the file as UTF-8."),
    "empty": _("The file has no rows."),
}
"""What can be wrong with a file of entrants, by the kind of fault."""

TEXTS: Mapping[str, Text] = {
    **ACCESS,
    **STATES,
    **DRAWS,
    **SEATS,
    **RESULTS,
    **RULINGS,
    **SETTINGS,
    **DEVICES,
    **CALLS,
    **EVENTS,
}


def sentence(problem: Problem, game: Game | None = None) -> str:
    """The problem in words, in the language in force; a code that nobody knows speaks for itself."""
    if game is not None and problem.code in game.messages:
        return game_sentence(problem, game.messages, gettext)
    template = TEXTS.get(problem.code)
    if problem.code == "missing_value":
        template = MISSING.get(problem.path.rpartition("/")[2], template)
    return problem.code if template is None else filled(str(template), _in_words(problem.params))


def obstacle(named: str) -> str:
    """What keeps a match open in words: `missing_hand:3` is hand 3."""
    code, _sign, hand = named.partition(":")
    if (code, hand) == ("conflict", "0"):
        code = "conflict_of_totals"
    template = OBSTACLES.get(code)
    return named if template is None else filled(str(template), {"hand": hand})


def _in_words(params: Mapping[str, object]) -> dict[str, object]:
    """The params with their states and obstacles as people say them; all others as they are."""
    words = dict(params)
    for name in ("state", "wanted"):
        if name in words:
            words[name] = str(STATE_WORDS.get(str(words[name]), words[name]))
    if "obstacle" in words:
        named = [each for each in str(words["obstacle"]).split(", ") if each]
        words["obstacles"] = " ".join(obstacle(each) for each in named)
    return words


def filled(template: str, params: Mapping[str, object]) -> str:
    """The template with its places filled; a place without a param stays visible."""
    return game_sentence(Problem("text", "", dict(params)), {"text": template})  # type: ignore[arg-type]
