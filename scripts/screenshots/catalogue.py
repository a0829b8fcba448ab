"""Every page of the site in its telling states; a page without a picture says why: a test asks for that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

from scripts.screenshots import acts

Act = Callable[[Page], None]


@dataclass(frozen=True, slots=True)
class Picture:
    """A page in one state: `page` is the name of its address, `path` the address with places to fill."""

    name: str
    page: str
    path: str
    who: str = ""
    act: Act | None = None
    tablet: str = ""


PUBLIC = (
    Picture("events", "home", "/"),
    Picture("event", "event", "{running}"),
    Picture("event-registration", "event", "{coming}"),
    Picture("event-finished", "event", "{finished}"),
    Picture("rules", "rules", "{running}rules/"),
    Picture("round", "round", "{running}rounds/3/"),
    Picture("round-by-name", "round", "{running}rounds/3/?by=name"),
    Picture("round-mixed", "round", "{night}rounds/2/"),
    Picture("round-closed", "stage_round", "{finished}stages/1/rounds/2/", act=acts.open_folds),
    Picture("standings", "standings", "{running}standings/"),
    Picture("standings-why", "standings", "{finished}standings/", act=acts.open_rows),
    Picture("standings-earlier", "stage_standings", "{finished}stages/1/standings/?after=2"),
    Picture("standings-empty", "standings", "{coming}standings/"),
    Picture("why", "why", "{finished}stages/1/standings/3/"),
    Picture("my-table", "my_table", "{running}my-table/?q=1"),
    Picture("my-table-search", "my_table", "{running}my-table/"),
    Picture("my-table-nobody", "my_table", "{running}my-table/?q=nadie"),
    Picture("my-table-early", "my_table", "{coming}my-table/"),
    Picture("rulings-public", "rulings", "{night}rulings/"),
    Picture("rulings-none", "rulings", "{coming}rulings/"),
    Picture("replay", "replay", "{night}matches/{match_4}/hands/1/?step=20"),
    Picture("replay-guide", "replay", "{night}matches/{match_4}/hands/1/?step=37", act=acts.scroll_to_table),
    Picture("replay-dealt", "replay", "{night}matches/{match_4}/hands/1/"),
    Picture("replay-end", "replay", "{night}matches/{match_4}/hands/1/?step=999"),
    Picture("not-found", "", "/nowhere/at-all/"),
    Picture("forbidden", "desk", "{night}desk/", who="otto"),
    Picture("api", "api:docs", "/api/v1/docs/"),
)
ACCOUNT = (
    Picture("login", "login", "/login/"),
    Picture("login-refused", "login", "/login/", act=acts.fail_to_log_in),
    Picture("account", "account", "/account/", who="dora"),
    Picture("password", "account_change_password", "/account/password/", who="dora"),
    Picture("password-forgotten", "account_reset_password", "/account/password/forgotten/"),
    Picture("password-sent", "account_reset_password_done", "/account/password/sent/"),
    Picture("password-new", "account_reset_password_from_key", "/account/password/new/{reset}/"),
    Picture("password-link-ended", "account_reset_password_from_key", "/account/password/new/1-set-nothing/"),
    Picture("password-set", "account_reset_password_from_key_done", "/account/password/set/"),
    Picture("account-closed", "account_inactive", "/account/closed/"),
    Picture("trust", "trust", "/trust/"),
    Picture("invitation", "invitation", "/invitation/{invitation}/"),
    Picture("invitation-ended", "invitation", "/invitation/{invitation_ended}/"),
)
OFFICE = (
    Picture("own-events", "own_events", "/setup/", who="dora"),
    Picture("own-events-none", "own_events", "/setup/", who="otto"),
    Picture("new-event", "setup_new", "/new/", who="dora", act=acts.answer),
    Picture("new-event-open", "setup_new", "/new/", who="dora", act=acts.open_folds),
    Picture("new-event-faults", "setup_new", "/new/", who="dora", act=acts.send_empty),
    Picture("overview", "setup", "{night}setup/", who="dora"),
    Picture("overview-new", "setup", "{empty}setup/", who="dora"),
    Picture("how-it-is-played", "setup_event", "{coming}setup/event/", who="dora"),
    Picture("entrants", "setup_entrants", "{night}setup/entrants/", who="dora"),
    Picture("entrants-none", "setup_entrants", "{empty}setup/entrants/", who="dora"),
    Picture("entrants-nobody", "setup_entrants", "{night}setup/entrants/?q=nadie", who="dora"),
    Picture("entrant", "setup_entrant", "{night}setup/entrants/3/", who="dora"),
    Picture("entrant-left", "setup_entrant", "{draft}setup/entrants/6/", who="dora"),
    Picture("import", "setup_import", "{empty}setup/entrants/import/", who="dora"),
    Picture(
        "import-preview", "setup_import", "{empty}setup/entrants/import/", who="dora", act=acts.choose_file
    ),
    Picture("tablets", "setup_devices", "{night}setup/devices/", who="dora", act=acts.ask_for_codes),
    Picture("tablets-none", "setup_devices", "{empty}setup/devices/", who="dora"),
    Picture("helpers", "setup_people", "{night}setup/people/", who="dora"),
    Picture("helpers-link", "setup_people", "{draft}setup/people/", who="dora", act=acts.make_a_link),
)
DESK = (
    Picture("board", "desk", "{night}desk/", who="dora"),
    Picture("board-state", "desk", "{night}desk/?show=done", who="dora"),
    Picture("board-first", "desk", "{coming}desk/", who="dora"),
    Picture("board-empty", "desk", "{empty}desk/", who="dora"),
    Picture("board-draft", "desk", "{draft}desk/", who="dora"),
    Picture("board-closed", "desk", "{night}desk/?stage=1&round=1", who="dora", act=acts.open_folds),
    Picture("board-finished", "desk", "{finished}desk/", who="dora"),
    Picture("draft", "desk_draft", "{draft}desk/stages/1/rounds/4/draft/", who="dora"),
    Picture("exchange", "desk_change", "{draft}desk/stages/1/rounds/4/draft/", who="dora", act=acts.exchange),
    Picture("exchange-posted", "desk_exchange", "{night}desk/stages/1/rounds/2/exchange/", who="dora"),
    Picture("log", "desk_log", "{night}desk/log/", who="dora"),
    Picture("match", "desk_match", "{night}desk/matches/{match_1}/", who="dora", act=acts.open_folds),
    Picture("match-conflict", "desk_match", "{night}desk/matches/{match_2}/", who="dora"),
    Picture("match-waiting", "desk_match", "{night}desk/matches/{match_3}/", who="dora"),
    Picture("match-empty", "desk_match", "{night}desk/matches/{match_5}/", who="dora"),
    Picture("match-forfeited", "desk_match", "{night}desk/matches/{match_6}/", who="dora"),
    Picture("hand", "desk_hand", "{night}desk/matches/{match_4}/hands/2/", who="dora"),
    Picture("game-log", "desk_game_log", "{night}desk/matches/{match_5}/game-log/", who="dora"),
    Picture(
        "game-log-preview",
        "desk_game_log",
        "{night}desk/matches/{match_5}/game-log/",
        who="dora",
        act=acts.look_through_a_log,
    ),
    Picture(
        "hand-refused",
        "desk_hand",
        "{night}desk/matches/{match_1}/hands/2/",
        who="dora",
        act=acts.preview_wrong,
    ),
    Picture(
        "hand-preview",
        "desk_hand",
        "{night}desk/matches/{old_match}/hands/2/",
        who="dora",
        act=acts.preview_correction,
    ),
    Picture("slip", "desk_hand", "{night}desk/matches/{match_5}/hands/0/", who="dora"),
    Picture(
        "slip-doubted",
        "desk_hand",
        "{night}desk/matches/{match_5}/hands/0/",
        who="dora",
        act=acts.save_doubtful,
    ),
    Picture("replay-desk", "desk_replay", "{night}desk/matches/{match_4}/hands/1/replay/", who="dora"),
    Picture("record", "desk_record", "{night}desk/matches/{match_4}/hands/2/record/", who="dora"),
    Picture(
        "record-refused",
        "desk_record",
        "{night}desk/matches/{match_4}/hands/2/record/",
        who="dora",
        act=acts.paste_refused,
    ),
    Picture("hand-ruling", "desk_hand_ruling", "{night}desk/matches/{old_match}/hands/1/ruling/", who="dora"),
    Picture(
        "hand-ruling-weighed",
        "desk_hand_ruling",
        "{night}desk/matches/{old_match}/hands/2/ruling/",
        who="dora",
        act=acts.weigh_ruling,
    ),
    Picture("match-ruled", "desk_match", "{night}desk/matches/{old_match}/", who="dora", act=acts.open_folds),
    Picture("rulings", "desk_rulings", "{night}desk/rulings/", who="dora", act=acts.open_folds),
    Picture("rulings-book", "desk_rulings", "{night}desk/rulings/", who="dora"),
    Picture("rulings-first", "desk_rulings", "{running}desk/rulings/", who="dora"),
)
TABLET = (
    Picture("tablet-pairing", "tablet", "/tablet/"),
    Picture("tablet-pairing-refused", "tablet", "/tablet/", act=acts.pair_in_vain),
    Picture("tablet-entry", "tablet", "/tablet/", tablet="empty", act=acts.pair),
    Picture("tablet-typed", "tablet", "/tablet/", tablet="playing", act=acts.say),
    Picture("tablet-review", "tablet", "/tablet/", tablet="review", act=acts.look_at_the_last),
    Picture("tablet-conflict", "tablet", "/tablet/", tablet="conflict", act=acts.pair),
    Picture("tablet-refused", "tablet", "/tablet/", tablet="playing", act=acts.be_refused),
    Picture("tablet-help", "tablet", "/tablet/", tablet="empty", act=acts.ask_for_help),
    Picture("tablet-call", "tablet", "/tablet/", tablet="empty", act=acts.call_offline),
    Picture("tablet-pending", "tablet", "/tablet/", tablet="review", act=acts.go_on_unconfirmed),
    Picture("tablet-phone", "tablet", "/tablet/", tablet="review", act=acts.show_the_phone),
    Picture("tablet-over", "tablet", "/tablet/", tablet="over", act=acts.pair),
    Picture("tablet-rest", "tablet", "/tablet/", tablet="rest", act=acts.pair_at_rest),
    Picture("tablet-offline", "tablet", "/tablet/", tablet="playing", act=acts.say_offline),
)
HALL = (
    Picture("hall", "hall", "{running}hall/"),
    Picture("hall-standings", "hall", "{running}hall/", act=acts.turn_to_standings),
    Picture("hall-early", "hall", "{coming}hall/"),
)
MALILLA = (
    Picture("malilla-event", "event", "{league}"),
    Picture("malilla-rules", "rules", "{league}rules/"),
    Picture("malilla-round", "round", "{league}rounds/2/", act=acts.open_folds),
    Picture("malilla-games", "round", "{league}rounds/2/", act=acts.scroll_to_games),
    Picture("malilla-standings", "standings", "{cup}standings/", act=acts.open_rows),
    Picture("malilla-board", "desk", "{league}desk/", who="dora"),
    Picture("malilla-match", "desk_match", "{league}desk/matches/{league_2}/", who="dora"),
    Picture("malilla-hand", "desk_hand", "{league}desk/matches/{league_4}/hands/1/", who="dora"),
    Picture(
        "malilla-hand-ruling",
        "desk_hand_ruling",
        "{league}desk/matches/{league_4}/hands/12/ruling/",
        who="dora",
    ),
    Picture(
        "malilla-hand-ruling-refused",
        "desk_hand_ruling",
        "{league}desk/matches/{league_4}/hands/12/ruling/",
        who="dora",
        act=acts.rule_in_vain,
    ),
    Picture("malilla-replay-dealt", "replay", "{league}{cards}"),
    Picture("malilla-replay", "replay", "{league}{cards}?step=22"),
    Picture("malilla-replay-guide", "replay", "{league}{cards}?step=22", act=acts.scroll_to_table),
    Picture("malilla-replay-end", "replay", "{league}{cards}?step=999"),
    Picture("28-replay-auction", "replay", "{pairs}{pairs_cards}?step=8"),
    Picture("28-replay", "replay", "{pairs}{pairs_cards}?step=24"),
    Picture("28-replay-end", "replay", "{pairs}{pairs_cards}?step=999"),
    Picture("56-replay-auction", "replay", "{teams}{teams_cards}?step=6"),
    Picture("56-replay", "replay", "{teams}{teams_cards}?step=30"),
    Picture("56-replay-end", "replay", "{teams}{teams_cards}?step=999"),
    Picture("thunee-replay-auction", "replay", "{thunee}{thunee_cards}?step=8"),
    Picture("thunee-replay", "replay", "{thunee}{thunee_cards}?step=22"),
    Picture("thunee-replay-end", "replay", "{thunee}{thunee_cards}?step=999"),
    Picture("thunee-tablet-typed", "tablet", "/tablet/", tablet="thunee_7", act=acts.say_trumps),
    Picture("thunee-tablet-fault", "tablet", "/tablet/", tablet="thunee_7", act=acts.say_a_four_ball),
    Picture("thunee-tablet-review", "tablet", "/tablet/", tablet="thunee_8", act=acts.look_at_the_last),
    Picture("thunee-match", "desk_match", "{thunee}desk/matches/{thunee_match}/", who="dora"),
    Picture("28-tablet", "tablet", "/tablet/", tablet="pairs_4", act=acts.pair),
    Picture("28-tablet-typed", "tablet", "/tablet/", tablet="pairs_4", act=acts.say_a_bid),
    Picture("28-tablet-more", "tablet", "/tablet/", tablet="pairs_4", act=acts.unfold_a_bid),
    Picture("28-tablet-review", "tablet", "/tablet/", tablet="pairs_3", act=acts.look_at_the_last),
    Picture("56-tablet-typed", "tablet", "/tablet/", tablet="teams_3", act=acts.say_a_bid),
    Picture("malilla-tablet", "tablet", "/tablet/", tablet="malilla_4", act=acts.pair),
    Picture("malilla-tablet-typed", "tablet", "/tablet/", tablet="malilla_3", act=acts.say_a_card),
    Picture("malilla-tablet-review", "tablet", "/tablet/", tablet="malilla_3", act=acts.look_at_the_last),
)
SEATS = (
    Picture("draw-tablet", "tablet", "/tablet/", tablet="seats_1", act=acts.pair),
    Picture("draw-tablet-two", "tablet", "/tablet/", tablet="seats_2", act=acts.pair),
    Picture("draw-tablet-turn", "tablet", "/tablet/", tablet="seats_4", act=acts.pair),
    Picture("draw-tablet-done", "tablet", "/tablet/", tablet="seats_3", act=acts.look_at_the_seats),
    Picture("draw-desk", "desk_draw", "{seats}desk/matches/{seats_2}/draw/", who="dora"),
    Picture(
        "draw-desk-real", "desk_draw", "{seats}desk/matches/{seats_1}/draw/", who="dora", act=acts.pick_cards
    ),
    Picture("draw-desk-done", "desk_draw", "{seats}desk/matches/{seats_3}/draw/", who="dora"),
    Picture("draw-match", "desk_match", "{seats}desk/matches/{seats_3}/", who="dora"),
    Picture("draw-free", "free_draw", "/play/malilla/draw/"),
    Picture(
        "draw-free-done",
        "free_draw",
        "/play/malilla/draw/?name=Ana&name=Bea&name=Carla&name=Dora&seed=7&taken=1,2,3,4,20,30",
    ),
    Picture("draw-my-table", "my_table", "{seats}my-table/?q=3"),
)
PICTURES = (*PUBLIC, *ACCOUNT, *OFFICE, *DESK, *TABLET, *HALL, *MALILLA, *SEATS)

FORM = "takes a form and leads back to the page that has it"
FILE = "is a file; those on paper are looked at as PDF"
NONE = {
    "logout": FORM,
    "account_login": "is the page to log in, by the name that its package knows",
    "account_logout": FORM,
    "account_sessions": FORM,
    "account_set_password": "leads to the page for a forgotten password",
    "set_language": FORM,
    "setup_look": "is the paragraph below the questions of a new event",
    "setup_state": FORM,
    "setup_person": FORM,
    "setup_invite": FORM,
    "setup_uninvite": FORM,
    "setup_everybody": FORM,
    "setup_here": FORM,
    "setup_presence": FORM,
    "setup_prepare": FORM,
    "setup_more": FORM,
    "setup_renew": FORM,
    "setup_revoke": FORM,
    "desk_step": FORM,
    "desk_reopen": FORM,
    "desk_redraw": FORM,
    "desk_discard": FORM,
    "desk_decide": FORM,
    "desk_release": FORM,
    "desk_call": FORM,
    "desk_calls": "is the count in the head of the pages of the desk",
    "desk_cancel_ruling": FORM,
    "tablet_worker": "is a script",
    "trust_certificate": "is a file for the devices of the hall",
    "print_pairings": FILE,
    "print_slips": FILE,
    "print_standings": FILE,
    "standings_xlsx": FILE,
    "standings_csv": FILE,
    "entrants_xlsx": FILE,
    "entrants_csv": FILE,
    "stream": "is a stream of events",
}
"""Addresses without a picture, and why. The API (`api:`) answers JSON, but for its page to try it out."""
