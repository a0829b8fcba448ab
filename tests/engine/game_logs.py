"""Game logs written from records: what the server of a large online table would have written about a hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from engine.core.play import Opening, Replayed
from engine.games.tichu.play import apply
from engine.games.tichu.record import read, replay
from engine.games.tichu.state import FOLLOW, WON, State
from tests.engine.vectors import read as vectors

NAMES = ("Mia", "Noa", "Oli", "Pau")
RANKS = {"T": "10", "J": "B", "Q": "D"}
WISHES = "23456789TJQKA"
SUITS = {"P": "B"}
SPECIAL = {"MJ": "Ma", "DG": "Hu", "PH": "Ph", "DR": "Dr"}

Record = Mapping[str, Any]


@cache
def records() -> tuple[Record, ...]:
    """Hands of four that the printed rules allow and a log can tell: no Phoenix that is explained."""
    found = []
    for line in vectors("tichu", "records"):
        whole = line["in"].get("record", line["in"])
        record = {name: whole[name] for name in ("dealer", "hands", "events")}
        record = {"game": "tichu", "variant": "nanking", "profile": "seed", "options": {}, **record}
        if not _is_beyond_a_log(record):
            found.append(record)
    return tuple(found)


def _is_beyond_a_log(record: Record) -> bool:
    if not isinstance(replay(record), Replayed) or any("as" in event for event in record["events"]):
        return True
    return any(
        event["e"] == "bomb" and state.phase == WON and not state.hands[state.owner]
        for state, event in steps(record)
    )


def steps(record: Record) -> Iterator[tuple[State, Mapping[str, Any]]]:
    """Every event with the position before it."""
    opened = read(record)
    assert isinstance(opened, Opening)
    state = opened.state
    for event in record["events"]:
        yield state, event
        state = apply(state, event)
        assert isinstance(state, State), (event, state)


def as_logged(record: Record) -> dict[str, Any]:
    """The record as a log can tell it: a bomb of the seat on turn is a play, its deal is sorted as dealt."""
    events = [
        {**event, "e": "play"} if is_bomb_in_turn(state, event) else dict(event)
        for state, event in steps(record)
    ]
    pushes = [event for event in events if event["e"] == "push"]
    grands = [event for event in events if event["e"] == "grand"]
    early, late = _around_the_exchange(events)
    hands = {
        seat: {"first": hand["first"], "second": hand["second"]} for seat, hand in record["hands"].items()
    }
    return {
        **record,
        "hands": hands,
        "events": [*grands, *early, *sorted(pushes, key=lambda event: event["seat"]), *late],
    }


def is_bomb_in_turn(state: State, event: Mapping[str, Any]) -> bool:
    return event["e"] == "bomb" and state.phase == FOLLOW and state.turn == event["seat"]


def _around_the_exchange(events: Sequence[dict[str, Any]]) -> tuple[list[Any], list[Any]]:
    """What happened before and after the pushes, calls between them counting as before."""
    last = max(at for at, event in enumerate(events) if event["e"] == "push")
    early = [event for event in events[:last] if event["e"] == "tichu"]
    return early, list(events[last + 1 :])


def card_in_log(code: str) -> str:
    """A card in the words of the log."""
    if code in SPECIAL:
        return SPECIAL[code]
    return SUITS.get(code[1], code[1]) + RANKS.get(code[0], code[0])


def log_of(record: Record, names: Sequence[str] = NAMES, printed: str = "") -> str:
    """The log of a hand; `printed` in place of its right result."""
    return "\n".join(lines_of(record, names, printed)) + "\n"


def lines_of(record: Record, names: Sequence[str] = NAMES, printed: str = "") -> Iterator[str]:
    told = as_logged(record)
    who = [f"({number}){name}" for number, name in enumerate(names)]
    yield "---------------Gr.Tichukarten------------------"
    for seat, hand in sorted(told["hands"].items()):
        yield f"{who[int(seat) - 1]} {_cards(hand['first'])} "
    yield "---------------Startkarten------------------"
    for seat, hand in sorted(told["hands"].items()):
        yield f"{who[int(seat) - 1]} {_cards([*hand['first'], *hand['second']])} "
    is_pushing, is_playing = False, False
    for state, event in steps({**told, "dealer": record["dealer"]}):
        if event["e"] == "push" and not is_pushing:
            is_pushing = True
            yield "Schupfen:"
        if event["e"] not in {"push", "grand", "tichu"} and not is_playing:
            is_playing = True
            yield "---------------Rundenverlauf------------------"
        yield from _closing_pass(state, event, who)
        yield from _told(event, names, who)
    yield f"Ergebnis: {printed or result_of(record)}"


def result_of(record: Record) -> str:
    """The right result as a log prints it."""
    found = replay(record)
    assert isinstance(found, Replayed)
    return f"{found.score.sides['A']} - {found.score.sides['B']}"


def _cards(codes: Sequence[str]) -> str:
    return " ".join(map(card_in_log, codes))


def _closing_pass(state: State, event: Mapping[str, Any], who: Sequence[str]) -> Iterator[str]:
    """The owner's own pass, before the trick is collected."""
    if state.phase == WON and event["e"] in {"play", "give"} and state.hands[state.owner]:
        yield f"{who[state.owner - 1]} passt."


def _told(event: Mapping[str, Any], names: Sequence[str], who: Sequence[str]) -> Iterator[str]:
    own = who[event["seat"] - 1]
    if event["e"] in {"play", "bomb"}:
        yield f"{own}: {_cards(event['cards'])} "
        if "wish" in event:
            yield f"Wunsch:{RANKS.get(event['wish'], event['wish'])}"
        elif "MJ" in event["cards"]:
            yield "Wunsch:0"
    elif event["e"] == "push":
        receivers = [(event["seat"] + step - 1) % 4 + 1 for step in (1, 2, 3)]
        parts = (f"{names[seat - 1]}: {card_in_log(event['to'][str(seat)])} - " for seat in receivers)
        yield f"{own} gibt: {''.join(parts)}"
    else:
        yield {
            "pass": f"{own} passt.",
            "grand": f"Grosses Tichu: {own}",
            "tichu": f"Tichu: {own}",
            "give": f"Drache an: {who[event.get('to', 1) - 1]}",
        }[event["e"]]


def wishing(record: Record, rank: str | None) -> Record:
    """The record with this wish at its Mah Jong."""

    def wished(event: Any) -> Any:
        plain = {name: value for name, value in event.items() if name != "wish"}
        return {**plain, "wish": rank} if rank is not None and "MJ" in event.get("cards", ()) else plain

    return {**record, "events": [wished(event) for event in record["events"]]}


def code_of(record: Record) -> str:
    """The code of what is wrong with a record, "" for nothing."""
    found = replay(record)
    return "" if isinstance(found, Replayed) else found.problem.code


@cache
def unfulfilled() -> tuple[Record, str]:
    """A hand in which nobody wished, and a wish that would have been ignored in it."""
    return next(
        (wishing(each, None), rank)
        for each in records()
        for rank in WISHES
        if code_of(wishing(each, rank)) == "wish_must_be_fulfilled" and not code_of(wishing(each, None))
    )


def ignored_wish() -> str:
    """The log of a hand in which a wish is ignored."""
    record, rank = unfulfilled()
    return log_of(record).replace("Wunsch:0", f"Wunsch:{RANKS.get(rank, rank)}")


def whole_game(names: Sequence[str] = NAMES, skip: int = 0) -> tuple[str, int]:
    """The log of a game up to its end, and how many hands it has; `skip` begins it further on in the model."""
    totals, texts = [0, 0], []
    for record in records()[skip:]:
        texts.append(log_of(record, names))
        found = replay(record)
        assert isinstance(found, Replayed)
        totals = [total + found.score.sides[side] for total, side in zip(totals, "AB", strict=True)]
        if max(totals) >= 1000 and totals[0] != totals[1]:
            break
    return "".join(texts), len(texts)
