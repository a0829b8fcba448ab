"""The games of a log: hands in their order, each with its record, its printed result and what the rules say.

The printed result is never taken unseen: it is compared with what the rules make of the record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.core.logs import DIFFERS, GameLog, LoggedGame, LoggedHand, Unfinished
from engine.core.problems import Problem, pointer
from engine.games.tichu.logs.hand import LogHand
from engine.games.tichu.logs.hands import read_hands

TARGET = 1000
"""Total that ends a game of the server, unless both sides have the same (rules section 7)."""

FIRST_DEALER = 1
SIDES = ("A", "B")
WISH = "wish_must_be_fulfilled"
OPEN = "record_incomplete"

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rules make of a record: summary and score of its sides.

    Or its first fault, with the index of the event (None: of the whole record).
    """

    summary: Mapping[str, Any] | None = None
    score: Mapping[str, int] | None = None
    fault: Problem | None = None
    event: int | None = None

    @property
    def code(self) -> str:
        """The code of the fault, "" for none."""
        return self.fault.code if self.fault is not None else ""


Judge = Callable[[Record], Verdict]


def added(totals: Mapping[str, int], points: Mapping[str, int]) -> dict[str, int]:
    """Return the totals after another hand."""
    return {side: totals[side] + points[side] for side in SIDES}


def is_over(totals: Mapping[str, int]) -> bool:
    """Tell whether these totals end a game: a side has reached the target and the other has not the same."""
    a, b = totals["A"], totals["B"]
    return max(a, b) >= TARGET and a != b


def read_games(data: bytes | str, judge: Judge) -> GameLog:
    """Return the games of a log; total over any bytes."""
    read = read_hands(data)
    sorting = _Sorting(judge)
    for hand in read.hands:
        sorting.take(hand)
    games = (*sorting.games, *([LoggedGame(tuple(sorting.hands))] if sorting.hands else []))
    faults = sorted([*read.stray, *sorting.faults], key=lambda fault: int(fault.params["line"]))
    if not games:
        faults.insert(0, Problem("log_empty"))
    return GameLog(games, tuple(sorting.unfinished), tuple(faults))


@dataclass(slots=True)
class _Sorting:
    """Hands sorted into games; `hands` are those of the game that goes on."""

    judge: Judge
    games: list[LoggedGame] = field(default_factory=list)
    hands: list[LoggedHand] = field(default_factory=list)
    unfinished: list[Unfinished] = field(default_factory=list)
    faults: list[Problem] = field(default_factory=list)
    dealer: int = FIRST_DEALER
    totals: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))

    def take(self, hand: LogHand) -> None:
        """Take the next hand: drop it, or number and judge it, and end the game where it ends."""
        number, game = len(self.hands) + 1, len(self.games) + 1
        if not hand.is_finished:
            self.unfinished.append(Unfinished(game, number, hand.line))
            if hand.fault is not None and hand.fault.params["line"] != hand.last_line:
                self.faults.append(_placed(hand.fault, game, number))
            return
        judged = _judged(hand, number, self.dealer, self.judge)
        judged = replace(judged, faults=tuple(_placed(fault, game, number) for fault in judged.faults))
        self.hands.append(judged)
        self.faults += judged.faults
        self.dealer = _first_out(judged, hand) or self.dealer
        self.totals = added(self.totals, judged.counted)
        if is_over(self.totals):
            self.games.append(LoggedGame(tuple(self.hands), is_finished=True))
            self.hands, self.dealer, self.totals = [], FIRST_DEALER, dict.fromkeys(SIDES, 0)


def _placed(fault: Problem, game: int, number: int) -> Problem:
    """The fault with the hand that it is in."""
    return replace(fault, params={"game": game, "hand": number, **fault.params})


def _first_out(judged: LoggedHand, hand: LogHand) -> int:
    """Who deals next: the first out; 0 where the hand could not be followed (rules section 4.1)."""
    if judged.summary is not None:
        return int(judged.summary["first_out"])
    return hand.out[0] if hand.out else 0


def _judged(hand: LogHand, number: int, dealer: int, judge: Judge) -> LoggedHand:
    """The hand with its record as far as it can be one."""
    players = {seat: tuple(names) for seat, names in hand.names.items()}
    read = LoggedHand(number=number, line=hand.line, players=players, printed=hand.printed)
    record = hand.record(dealer)
    if record is None:
        return replace(read, faults=(hand.fault,) if hand.fault is not None else ())
    verdict = judge(record)
    faults = []
    if verdict.code == WISH:
        faults.append(_refused(hand, verdict))
        verdict, record = judge(without_wish(record)), None
    if verdict.code:
        return replace(read, faults=(*faults, _refused(hand, verdict)))
    faults += _differences(hand, verdict)
    return replace(read, record=record, summary=verdict.summary, computed=verdict.score, faults=tuple(faults))


def without_wish(record: Record) -> dict[str, Any]:
    """Return the record as if nobody had wished: what was played counts all the same."""
    events = [{name: value for name, value in event.items() if name != "wish"} for event in record["events"]]
    return {**record, "events": events}


def _refused(hand: LogHand, verdict: Verdict) -> Problem:
    """What the rules do not allow, at its line."""
    line = hand.last_line if verdict.event is None else hand.places[verdict.event]
    code = {WISH: "log_wish_ignored", OPEN: "log_hand_open"}.get(verdict.code, "log_hand_illegal")
    said = verdict.fault.params if verdict.fault is not None else {}
    return Problem(code, pointer("lines", line), {**said, "line": line, "reason": verdict.code})


def _differences(hand: LogHand, verdict: Verdict) -> Iterator[Problem]:
    """A printed result that is not the computed one."""
    score = verdict.score or {}
    computed = {side: score[side] for side in SIDES}
    if computed != dict(hand.printed):
        texts = {"printed": _result(hand.printed), "computed": _result(computed)}
        yield Problem(DIFFERS, pointer("lines", hand.last_line), {"line": hand.last_line, **texts})


def _result(sides: Mapping[str, int]) -> str:
    """A result as the log writes it."""
    return " - ".join(str(sides[side]) for side in SIDES)
