"""The rules for players in sentences (rules sections 1 to 8): only what holds under the options."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.core.explain import MATCH_END, Section, Sentence
from engine.core.text import gettext_noop
from engine.games.thunee import sentences as say
from engine.games.thunee.cards import DECLARE
from engine.games.thunee.match import games_to_win
from engine.games.thunee.rules import Rules
from engine.games.thunee.score import counting_target
from engine.games.thunee.table import is_for_two, rungs, seat_names, sizes

Told = Iterator[Sentence]
Tell = Callable[[Rules], Told]


def explain(rules: Rules) -> tuple[Section, ...]:
    """Return the sections in the order of an evening: sitting down, a hand, its score, the match."""
    told = (Section(key, title, tuple(tell(rules))) for key, title, tell in _SECTIONS)
    return tuple(section for section in told if section.sentences)


def _seats(rules: Rules) -> Told:
    """Sections 1, 4.1 and 7.5: who plays with whom, and who deals."""
    names = seat_names(rules)
    if rules.variant == "two":
        yield Sentence(say.TWO)
    elif rules.variant == "six":
        yield Sentence(say.SIX)
    else:
        yield Sentence(say.FOUR, {"north": names[1], "south": names[3], "second": names[2], "last": names[4]})
    if rules.variant == "observed":
        yield Sentence(say.OBSERVED)
    yield Sentence(say.ROUND)
    yield Sentence(say.FIRST_DEALER[rules.first_dealer])
    yield Sentence(say.NEXT_DEALER[rules.dealer_rotation])


def _deal(rules: Rules) -> Told:
    """Sections 2, 4.2 and 4.4: the deck, the order of the cards, the cut and the batches."""
    first, second, *third = sizes(rules).batches
    yield Sentence(say.DECK[rules.deck_size])
    yield Sentence(say.ORDER_DECLARED if rules.scheme == DECLARE else say.ORDER_COUNTED)
    if rules.deck_size == 32:
        yield Sentence(say.LOW_CARDS)
    yield Sentence(say.CUTTER[rules.cutter])
    if rules.cut_min > 1:
        yield Sentence(say.LEAST_CUT, {"cards": rules.cut_min})
    yield Sentence(say.BATCHES, {"first": first, "second": second})
    if third:
        yield Sentence(say.SECOND_DEAL, {"third": third[0]})
    if rules.weak_hand_redeal:
        yield Sentence(say.WEAK)


def _auction(rules: Rules) -> Told:
    """Sections 4.5 to 4.8: calling, and who names trumps."""
    ladder = rungs(rules)
    yield Sentence(say.BID if rules.scheme == DECLARE else say.CALL)
    yield Sentence(say.LADDER, {"low": rules.bid_min, "high": rules.bid_max})
    if rules.call_104:
        yield Sentence(say.TOP, {"top": ladder[-1]})
    yield Sentence(say.TURNS if rules.auction_mode == "turns" else say.FREE)
    yield Sentence(say.JUMPS if rules.jump_calls else say.NO_JUMPS)
    if rules.auction_mode == "turns" and not is_for_two(rules):
        yield Sentence(say.OVER_PARTNER if rules.overbid_partner else say.NOT_OVER_PARTNER)
    if rules.auction_mode == "free" and not is_for_two(rules):
        yield Sentence(say.BOTH[rules.both_call_steps])
    yield Sentence(say.ALL_PASS[rules.all_pass])
    yield Sentence(say.TRUMP[rules.trump_choice])
    if rules.last_card_trump != "off":
        yield Sentence(say.LAST_CARD[rules.last_card_trump])


def _tricks(rules: Rules) -> Told:
    """Section 5 and 4.11, 4.12: what may be played, and who wins the trick."""
    yield Sentence(say.FIRST_LEAD[rules.first_lead])
    yield Sentence(say.FOLLOW)
    yield Sentence(say.UNDERTRUMP[rules.undertrump])
    yield Sentence(say.WINNER)
    if rules.no_trump_redeal and not is_for_two(rules):
        yield Sentence(say.NO_TRUMPS)
    if rules.call_partner:
        yield Sentence(say.CALLED)


def _hand(rules: Rules) -> Told:
    """Sections 2, 6.1 and 6.2: the values, and what the hand gives."""
    if rules.scheme == DECLARE:
        yield Sentence(say.VALUES_DECLARED)
        yield Sentence(say.MADE)
        if rules.surplus_step:
            yield Sentence(say.SURPLUS, {"step": rules.surplus_step, "cap": rules.surplus_cap})
    else:
        yield Sentence(say.VALUES_COUNTED)
        yield Sentence(say.COUNTED, {"needed": counting_target(rules)})
        yield Sentence(say.COUNTED_LOST[rules.call_loss_balls])
    if rules.last_trick_bonus:
        yield Sentence(
            say.BONUS_DECLARED if rules.scheme == DECLARE else say.BONUS_COUNTED,
            {"points": rules.last_trick_bonus},
        )


def _jodhi(rules: Rules) -> Told:
    """Sections 4.13, 6.1: Jodhi."""
    if not rules.jodhi:
        return
    yield Sentence(say.JODHI)
    yield Sentence(say.JODHI_WINDOW[rules.jodhi_window])
    yield Sentence(say.JODHI_DECLARED if rules.scheme == DECLARE else say.JODHI_COUNTED)


def _thunee(rules: Rules) -> Told:
    """Sections 4.9, 4.10, 4.14 and 6.4: Thunee, Royals and what doubles them."""
    alone = is_for_two(rules)
    if rules.royals_mode == "agreed":
        yield Sentence(say.ROYALS_AGREED)
    if rules.thunee:
        yield Sentence(say.THUNEE)
        yield Sentence(say.WORTH, {"made": rules.thunee_success, "caught": rules.thunee_fail})
        if not alone:
            yield Sentence(say.PARTNER_CATCH, {"balls": rules.thunee_partner_catch})
    if rules.royals_mode == "call":
        yield Sentence(say.ROYALS)
    if (rules.thunee or rules.royals_mode == "call") and rules.thunee_side_card:
        yield Sentence(say.SIDE_CARD)
    if rules.blind_thunee:
        yield Sentence(say.BLIND, {"first": sizes(rules).batches[0]})
        yield Sentence(say.WORTH, {"made": rules.blind_success, "caught": rules.blind_fail})
        if not alone:
            yield Sentence(say.PARTNER_CATCH, {"balls": rules.blind_partner_catch})
    if rules.blind_royals:
        yield Sentence(say.BLIND_ROYALS)
    if rules.double_thunee:
        yield Sentence(say.DOUBLE_THUNEE)


def _last_trick(rules: Rules) -> Told:
    """Sections 4.15 and 6.3: Double and Khanaak."""
    if rules.double:
        yield Sentence(say.DOUBLE)
        yield Sentence(say.DOUBLE_WORTH, {"made": rules.double_success, "lost": rules.double_fail})
        if rules.backward_double_success != rules.double_success:
            yield Sentence(say.BACKWARD, {"balls": rules.backward_double_success})
        if rules.corner_house_ban:
            yield Sentence(say.CORNER_HOUSE)
    if rules.khanaak:
        yield Sentence(say.KHANAAK)
        yield Sentence(
            say.AGAINST[
                rules.khanaak_rule if rules.scheme != DECLARE else say.WITHOUT_CALL[rules.khanaak_rule]
            ]
        )
        yield Sentence(say.KHANAAK_WORTH, {"made": rules.khanaak_success, "lost": rules.khanaak_fail})
        if rules.backward_khanaak_success != rules.khanaak_success:
            yield Sentence(say.BACKWARD, {"balls": rules.backward_khanaak_success})
    if rules.double or rules.khanaak:
        yield Sentence(say.CALL_SCORING[rules.call_scoring])
        if not is_for_two(rules):
            yield Sentence(say.FINAL_WINNER[rules.final_call_winner])


def _rulings(rules: Rules) -> Told:
    """Section 8, as far as options decide."""
    yield Sentence(say.FOUR_BALL, {"balls": rules.penalty_balls})
    if rules.strict_silence:
        yield Sentence(say.SILENCE)
    if rules.wrong_challenge_penalty:
        yield Sentence(say.WRONG_CHALLENGE)


def _game(rules: Rules) -> Told:
    """Sections 7.2 and 7.3: games, which there are however a match ends."""
    yield Sentence(say.GAME, {"balls": rules.match_target})
    if rules.margin_rule == "two_ahead":
        yield Sentence(say.TWO_AHEAD)
    if rules.margin_rule == "deuce":
        yield Sentence(say.DEUCE, {"balls": rules.match_target - 1})
    if rules.call_scoring == "additive" and rules.margin_rule == "none":
        yield Sentence(say.BOTH_REACH[rules.both_reach_rule])
    if rules.khanaak and rules.khanaak_raises_target != "never":
        yield Sentence(say.RAISED[rules.khanaak_raises_target], {"balls": rules.match_target + 1})


def _match(rules: Rules) -> Told:
    """Section 7.6: the end of a match."""
    if rules.best_of == 1:
        yield Sentence(say.ONE_GAME)
    else:
        yield Sentence(say.GAMES, {"games": games_to_win(rules), "most": rules.best_of})


_SECTIONS: tuple[tuple[str, str, Tell], ...] = (
    ("seats", gettext_noop("Seats and order of play"), _seats),
    ("deal", gettext_noop("Cards and deal"), _deal),
    ("auction", gettext_noop("Calling and trumps"), _auction),
    ("tricks", gettext_noop("What you may play"), _tricks),
    ("hand", gettext_noop("How a hand is scored"), _hand),
    ("jodhi", gettext_noop("Jodhi"), _jodhi),
    ("thunee", gettext_noop("Thunee and Royals"), _thunee),
    ("last_trick", gettext_noop("Double and Khanaak"), _last_trick),
    ("rulings", gettext_noop("Penalties"), _rulings),
    ("game", gettext_noop("Games"), _game),
    (MATCH_END, gettext_noop("End of a match"), _match),
)
