"""What the problems of an event archive mean, by code."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.game import Game
from engine.core.problems import Problem, sentence
from engine.core.text import Translate, untranslated
from engine.core.text import gettext_noop as _

MESSAGES: Mapping[str, str] = {
    # the file
    "file_too_large": _("The file is larger than {megabytes} MB."),
    "not_utf8": _("The file is not UTF-8 text (byte {byte})."),
    "bad_json": _("The file is not JSON (line {line}, column {column})."),
    "too_deep": _("The file is nested too deeply."),
    "key_twice": _("The key {key} stands twice in one object."),
    "number_not_usable": _("{text} is no number that an archive can hold."),
    "not_an_archive": _("This is no event archive: “format” must be “baza-event”."),
    "unknown_version": _("This program reads version 1 of the format, not {version}."),
    # shape
    "missing_key": _("“{key}” is missing."),
    "unknown_key": _("“{key}” is no key of this part."),
    "one_key_needed": _("One of these keys is needed: {keys}."),
    "key_out_of_place": _("“{key}” does not fit the rest of this part."),
    "bad_type": _("{value} is not of type {expected}."),
    "bad_choice": _("{value} is none of the allowed values."),
    "bad_text": _("{value} is not a text of the right form."),
    "number_too_large": _("{value} is too large: no number here goes beyond {largest}."),
    "text_too_long": _("The text is longer than {expected} characters."),
    "out_of_range": _("{value} is out of range."),
    "bad_length": _("The list has too few or too many entries."),
    "listed_twice": _("The list names something twice."),
    "bad_shape": _("{value} is not {expected}."),
    # event, people, stages
    "unknown_game": _("The game {game} is not known here."),
    "unknown_time_zone": _("{value} is no time zone."),
    "bad_moment": _("{value} is no moment with its offset from UTC."),
    "twice": _("{value} is given twice."),
    "unknown_player": _("No player has the id {player}."),
    "unknown_entrant": _("No entrant has the id {entrant}."),
    "in_two_entrants": _("Player {player} is in two entrants."),
    "kind_too_small": _("A side has {seats} seats in this game: these entrants have too few people for it."),
    "wrong_number_of_players": _("An entrant of this kind has {fewest} to {most} players."),
    "criterion_twice": _("The criterion {value} stands twice; only direct_encounter may repeat."),
    "best_of_in_rules": _("This game counts games itself: use its own option instead of “best_of”."),
    "earlier_round_open": _("An earlier round of this stage is not closed."),
    "points_not_descending": _("A win is worth less than a draw, or a draw less than a loss."),
    "bad_places": _("Points by place must not rise."),
    "steps_not_rising": _("The steps of a scale begin at 0 and rise."),
    "scale_of_two_sides": _("This scale goes by the difference of two sides, but {sides} meet at a table."),
    "unknown_criterion_option": _("The criterion {criterion} has no option {option}."),
    "bad_criterion_option": _("{value} is no value for this option of {criterion}."),
    # matches
    "at_two_tables": _("Entrant {entrant} is at two tables of this round."),
    "table_twice": _("Table {table} has two matches in this round."),
    "bye_is_for_one": _("A bye or an absence has one side with one entrant."),
    "wrong_number_of_sides": _("A match of this game has {sides} sides."),
    "wrong_number_of_partners": _("A side has {partners} entrants here."),
    "leg_without_teams": _("Only teams meet at several tables."),
    "winner_not_in_match": _("The winner {entrant} does not play in this match."),
    "one_number_a_side": _("There must be {sides} numbers."),
    "open_match_in_closed_round": _("The round is closed, but this match has no outcome."),
    "result_before_play": _("A round that is {status} has no results yet."),
    "unknown_seat": _("The game has no seat {seat}."),
    "seat_draw_not_possible": _("In this game no cards are drawn for seats."),
    "draw_wrong_players": _(
        "In the first round everybody draws, in each later one those with equal cards, and nobody else."
    ),
    "draw_not_round_the_table": _(
        "Cards are turned up one by one round the table, from the first seat to who deals."
    ),
    "draw_card_repeated": _("The card {card} has been drawn already."),
    "draw_nothing_turned": _("No card is turned for the first deal here."),
    "draw_other_dealer": _("By the cards that were drawn seat {seat} deals first."),
    "unknown_card": _("{card} is not a card of this deck."),
    "seat_empty": _("A line-up names every seat."),
    "in_two_seats": _("Somebody sits in two seats."),
    "not_on_this_side": _("Player {player} does not play on this side."),
    "hand_missing": _("The match is finished, but hand {hand} is missing."),
    "score_disagrees": _("The score does not agree with the hands, which give {computed}."),
    "games_disagrees": _("The games won do not agree with the hands, which give {computed}."),
    # the operator's command
    "file_not_readable": _("The file {file} cannot be read."),
    "file_not_written": _("The file {file} cannot be written."),
    "slug_taken": _("The club has an event with the slug {slug} already."),
    "unknown_club": _("There is no club {club}."),
    "club_needed": _("There are several clubs: say which one."),
    "unknown_event": _("No event has the slug {slug}."),
    "round_not_closed": _("Round {round} is not closed; the last closed one is round {last}."),
    "log_hand_behind": _(
        "Hand {hand}, line {line}: without the hands that are missing, the match was over before it."
    ),
    "cannot_simulate": _("{game} cannot be simulated: it is not played card by card here."),
    "rounds_not_planned": _("Nothing says how many rounds this stage has."),
    # rulings
    "unknown_stage": _("No stage has the id {stage}."),
    "unknown_round": _("The stage has no round {round}."),
    "unknown_table": _("The round has no table {table}."),
    "unknown_hand": _("There is no hand {hand} there."),
    "replaces_a_later_one": _("A ruling can only replace one that stands before it."),
    "unknown_match": _("The round has no match {match}."),
    "replaced_twice": _("Two rulings replace the same one."),
    # the history
    "log_out_of_order": _("The numbers of acts must rise: {value} does not."),
    "unknown_entry": _("No entry before this one has the submission {value}."),
    "unknown_ruling": _("There is no ruling {index}."),
    "unknown_side": _("The game has no side {value}."),
    "log_is_here": _(
        "This history is in the database already: replace that event, or leave out “log” for a copy."
    ),
}
"""English templates; `{...}` are params of the problem. Codes of a game are in its own catalogue."""


def archive_sentence(problem: Problem, game: Game | None = None, translate: Translate = untranslated) -> str:
    """Return a problem of an archive in words: of summaries and options those of the game."""
    is_of_game = "/summary" in problem.path or problem.path.startswith(("/event/options", "/event/profile"))
    if game is not None and is_of_game and problem.code in game.messages:
        return sentence(problem, game.messages, translate)
    return sentence(problem, MESSAGES, translate)
