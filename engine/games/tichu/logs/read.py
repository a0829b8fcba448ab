"""The door of this package: a log in, its games out, every record judged by the rules."""

from __future__ import annotations

from engine.core.logs import GameLog, LogReader
from engine.core.play import Fault
from engine.games.tichu.logs.games import Judge, Record, Verdict, read_games
from engine.games.tichu.logs.messages import log_sentence
from engine.games.tichu.logs.turn import SEATS, turned_game
from engine.games.tichu.logs.words import decoded
from engine.games.tichu.record import replay
from engine.games.tichu.rules import Rules


def read_log(data: bytes | str, rules: Rules | None = None) -> GameLog:
    """Return the games of a log under the rules of an event, by default those of the server (`seed`).

    Total over any bytes: what cannot be read or is not allowed is a fault with its line.
    """
    return read_games(data, judge_by(rules))


def judge_by(rules: Rules | None) -> Judge:
    """Return what judges a record under these rules; None: those that it names."""

    def judge(record: Record) -> Verdict:
        found = replay(dict(record), rules)
        if isinstance(found, Fault):
            return Verdict(fault=found.problem, event=found.event)
        return Verdict(found.summary, found.score.sides)

    return judge


READER = LogReader(seats=SEATS, decoded=decoded, read=read_log, turned=turned_game, sentence=log_sentence)
