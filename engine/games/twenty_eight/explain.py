"""The rules for players in sentences (rules sections 1 to 7): only what holds under the options."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.core.explain import MATCH_END, Section, Sentence
from engine.core.text import gettext_noop
from engine.games.twenty_eight import words as say
from engine.games.twenty_eight.auction import FIRST_FORCED
from engine.games.twenty_eight.rules import Rules, highest_bid, seat_names, table_of
from engine.games.twenty_eight.score import BANDS, BHANGI

Told = Iterator[Sentence]
Tell = Callable[[Rules], Told]

OF_THREE, OF_FOUR = 3, 4


def explain(rules: Rules) -> tuple[Section, ...]:
    """Return the sections in the order of an evening: sitting down, a hand, its score, the match."""
    told = ((key, title, tuple(tell(rules))) for key, title, tell in _SECTIONS)
    return tuple(Section(key, title, sentences) for key, title, sentences in told if sentences)


def _seats(rules: Rules) -> Told:
    """Sections 1 and 4.0: who plays with whom, and the way round the table."""
    players = len(table_of(rules).seats)
    if players == OF_FOUR:
        names = seat_names(rules)
        yield Sentence(say.FOUR, {"north": names[1], "south": names[3], "second": names[2], "last": names[4]})
    else:
        yield Sentence(say.THREE if players == OF_THREE else say.SIX)
    yield Sentence(say.ROUND)
    yield Sentence(say.DEALER)


def _deal(rules: Rules) -> Told:
    """Sections 2 and 4.0: the deck, its order and values, the deal."""
    table = table_of(rules)
    yield Sentence({32: say.DECK_32, 24: say.DECK_24, 48: say.DECK_48}[len(table.seats) * 8])
    yield Sentence(say.ORDER)
    yield Sentence(say.VALUES, {"points": table.pack.total})
    if rules.last_trick_bonus:
        yield Sentence(say.LAST_TRICK, {"points": highest_bid(rules)})
    yield Sentence(say.TWO_BATCHES if rules.first_batch == 4 else say.ONE_BATCH)
    if rules.four_jacks_redeal:
        yield Sentence(say.FOUR_JACKS)


def _auction(rules: Rules) -> Told:
    """Sections 4.1 and 4.3: the bids."""
    yield Sentence(say.BIDS, {"least": rules.min_bid, "most": highest_bid(rules)})
    yield Sentence(say.OPENINGS[rules.opening], {"least": rules.min_bid} if rules.opening != "free" else {})
    if rules.opening == "free":
        forced = rules.all_pass == FIRST_FORCED
        yield Sentence(say.ALL_PASS[rules.all_pass], {"least": rules.min_bid} if forced else {})
    yield Sentence(say.FINAL if rules.pass_is_final else say.NOT_FINAL)
    if rules.partner_overbid == "honours_only":
        yield Sentence(say.OVERBID, {"least": 20 * table_of(rules).factor})
    if rules.pointless_redeal != "off":
        yield Sentence(say.POINTLESS[rules.pointless_redeal])
    if rules.second_auction:
        yield Sentence(say.SECOND_AUCTION, {"least": rules.second_auction_min})
    if rules.doubling == "in_auction":
        yield Sentence(say.IN_AUCTION)


def _trump(rules: Rules) -> Told:
    """Sections 4.2 and 5.1: how the trump is fixed, and how a hidden one comes to light."""
    yield Sentence(say.TRUMPS[rules.trump_mode])
    if rules.trump_mode != "hidden":
        return
    yield Sentence(say.NOT_IN_HAND)
    yield Sentence(say.REVEAL[rules.reveal_by])
    yield Sentence(say.MUST_TRUMP if rules.must_trump_after_ask else say.NEED_NOT_TRUMP)
    if rules.reveal_by == "any_player":
        yield Sentence(say.BIDDER_PLAYS[rules.bidder_reveal_plays])
    yield Sentence(say.BIDDER_LEADS[rules.bidder_lead_trump])
    yield Sentence(say.BEFORE[rules.pre_reveal_trumps])
    yield Sentence(say.AT_THE_END)


def _tricks(rules: Rules) -> Told:
    """Sections 4.6, 4.7 and 5.3: the play."""
    yield Sentence(say.LEADER)
    yield Sentence(say.FOLLOW)
    yield Sentence(say.UNDERTRUMP if rules.undertrump == "forbidden" else say.ANY_CARD)
    yield Sentence(say.WINNER)
    if table_of(rules).pack.cards.packs > 1:
        yield Sentence(say.IDENTICAL)
    yield Sentence(say.CONCEDE if rules.concession else say.PLAYED_OUT)


def _calls(rules: Rules) -> Told:
    """Sections 4.4, 4.5 and 4.7: doubling, the pair, the solo."""
    if rules.doubling == "after_auction":
        yield Sentence(say.AFTER_AUCTION)
        yield Sentence(say.REDOUBLE[rules.redouble_by])
    if rules.doubling != "off":
        yield Sentence(say.DOUBLE_EFFECT[rules.double_effect])
    if rules.pair:
        yield Sentence(say.PAIR, {"least": rules.min_bid, "most": highest_bid(rules)})
    if rules.solo:
        yield Sentence(say.SOLO)
        yield Sentence(say.SOLO_VALUE, {"won": rules.solo_success, "lost": rules.solo_failure})


def _hand(rules: Rules) -> Told:
    """Section 6: what a contract wins or costs, and whom."""
    yield Sentence(say.MADE)
    bands = BANDS[rules.success_award]
    factor = table_of(rules).factor
    limits = {f"from_{at}": least * factor for at, (least, _award) in enumerate(reversed(bands)) if least}
    yield Sentence(say.AWARDS[rules.success_award], limits)
    yield Sentence(say.LOSSES[rules.failure_loss])
    if rules.bhangi:
        yield Sentence(say.BHANGI, {"points": BHANGI * factor})
    if rules.bhangi or rules.failure_loss == "full_bid_value":
        yield Sentence(say.FULL_VALUE[rules.bid_value_is])
    of_three = table_of(rules).is_for_three
    yield Sentence((say.SETTLED_AMONG_THREE if of_three else say.SETTLED)[rules.settlement])
    if rules.honours:
        yield Sentence(say.HONOURS_OF_THREE if of_three else say.HONOURS)


def _rulings(rules: Rules) -> Told:
    """Section 8, as far as options decide: the points of a penalty."""
    yield Sentence(say.PENALTIES[rules.penalty_mode], {"points": rules.penalty_points})


def _match(rules: Rules) -> Told:
    """Section 7: the end of a match."""
    if rules.match_end == "target":
        yield Sentence(say.TARGET, {"points": rules.target})
        if rules.negative_limit == "mirror":
            yield Sentence(say.MIRROR, {"points": rules.target})
    else:
        yield Sentence(say.DEALS, {"deals": rules.match_deals})
        extra = rules.tie_extra_deals
        yield Sentence(say.EXTRA_DEALS, {"deals": extra}) if extra else Sentence(say.DRAWN)
    if rules.score_floor == "zero":
        yield Sentence(say.FLOOR)
    yield Sentence(say.VOID)


_SECTIONS: tuple[tuple[str, str, Tell], ...] = (
    ("seats", gettext_noop("Seats and order of play"), _seats),
    ("deal", gettext_noop("Cards and deal"), _deal),
    ("auction", gettext_noop("The auction"), _auction),
    ("trump", gettext_noop("The trump"), _trump),
    ("tricks", gettext_noop("What you may play"), _tricks),
    ("calls", gettext_noop("Double, pair and solo"), _calls),
    ("hand", gettext_noop("How a hand is scored"), _hand),
    ("rulings", gettext_noop("Penalties"), _rulings),
    (MATCH_END, gettext_noop("End of a match"), _match),
)
