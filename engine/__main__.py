"""The engine on the command line: JSON Lines in, one JSON line out for each, in order.

    python -m engine check tichu --profile club < summaries.jsonl

A line that is wrong is answered, never fatal; only a wrong command line ends with exit code 2.
"""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, BinaryIO, TextIO

from engine.core.game import FIRST_CODE, Game
from engine.core.options import DIALECT, as_json, help, schema
from engine.core.play import CardPlay, Fault, play_hand
from engine.core.problems import Problem, RulesError, sentence
from engine.core.text import gettext_noop
from engine.registry import all_games, get_game

BAD_LINE = Problem("bad_line")
BAD_LINE_TEXT = gettext_noop("This line is not a JSON object.")

Json = dict[str, Any]
Answer = Callable[[Game, Any, Any], Json]


def main(arguments: list[str] | None = None, lines: BinaryIO | None = None, out: TextIO | None = None) -> int:
    """Run one command and return its exit code; argparse itself exits with 2 on a wrong command line."""
    parser = _parser()
    chosen = parser.parse_args(arguments)
    answers = chosen.run(chosen, parser, lines or sys.stdin.buffer)
    for answer in answers:
        print(answer if isinstance(answer, str) else json.dumps(answer), file=out or sys.stdout, flush=True)
    return 0


def print_games(chosen: Namespace, parser: ArgumentParser, lines: BinaryIO) -> Iterator[Json]:
    """One line for each game: variants with their seats and sides, and profiles."""
    for game in all_games():
        yield {
            "key": game.key,
            "title": game.title,
            "variants": [_variant(game, variant.key, variant.title) for variant in game.variants],
            "profiles": [
                {
                    "key": profile.key,
                    "title": profile.title,
                    "source": profile.source,
                    "dated": profile.dated,
                    "options": dict(profile.options),
                }
                for profile in game.profiles
            ],
        }


def print_options(chosen: Namespace, parser: ArgumentParser, lines: BinaryIO) -> Iterator[Json]:
    """One line for each option, with the profile's value as default; with `--check` one for each set read."""
    game = get_game(chosen.game)
    if chosen.check:
        return (check_options(game, line) for line in _read(lines))
    values = as_json(_rules(chosen, parser))
    return ({**row, "default": values[row["name"]]} for row in help(game.Rules))


def print_schema(chosen: Namespace, parser: ArgumentParser, lines: BinaryIO) -> Iterator[str]:
    """The JSON Schema of the summary under the options, as one document."""
    game, rules = get_game(chosen.game), _rules(chosen, parser)
    document = {"$schema": DIALECT, "title": f"{game.title}: hand", **schema(game.Summary, game.scope(rules))}
    yield json.dumps(document, indent=2)


def answer_lines(chosen: Namespace, parser: ArgumentParser, lines: BinaryIO) -> Iterator[Json]:
    """One answer for each line: what the command says about it under the options in force."""
    game, rules = get_game(chosen.game), _rules(chosen, parser)
    answer, bare, name = COMMANDS[chosen.command]
    for line in _read(lines):
        if not isinstance(line, bare | dict):
            yield _refused(game, [BAD_LINE])
        elif isinstance(line, dict) and name in line:
            yield _answer_with_options(game, answer, line[name], line.get("options", rules))
        else:
            yield answer(game, line, rules)


def replay_lines(chosen: Namespace, parser: ArgumentParser, lines: BinaryIO) -> Iterator[Json]:
    """Replay full hand records: one answer for each, under the options of its line, the flags, or its own."""
    game = get_game(chosen.game)
    is_told = chosen.profile is not None or chosen.options is not None
    rules = _rules(chosen, parser) if is_told else None
    for line in _read(lines):
        if not isinstance(line, dict):
            yield _refused(game, [BAD_LINE])
        elif "record" in line:
            yield replay_record(game, line["record"], line.get("options", rules))
        else:
            yield replay_record(game, line, rules)


def _answer_with_options(game: Game, answer: Answer, entered: object, options: object) -> Json:
    """Answer under the options that the line itself brings, if it does."""
    rules = options if isinstance(options, game.Rules) else game.read_rules(options)
    if isinstance(rules, tuple):
        return _refused(game, _gathered([each.below("/options") for each in rules], game.refused_options))
    return answer(game, entered, rules)


def check_options(game: Game, line: object) -> Json:
    """Answer an option set `{"options": {...}}` with its problems, `[]` when there are none."""
    if not isinstance(line, dict):
        return _refused(game, [BAD_LINE])
    rules = game.read_rules(line.get("options"))
    return _refused(game, rules if isinstance(rules, tuple) else ())


def check_summary(game: Game, summary: object, rules: Any) -> Json:
    """Answer a summary with its problems, `[]` when there are none."""
    return _refused(game, game.check(summary, rules), game.seat_names(rules))


def score_summary(game: Game, summary: Any, rules: Any) -> Json:
    """Answer a summary with score and lines, or with its problems."""
    problems = game.check(summary, rules)
    if problems:
        return _refused(game, problems, game.seat_names(rules))
    score = game.score(summary, rules)
    return {"score": score.as_json(), "lines": [line.as_json() for line in score.lines]}


def fold_match(game: Game, summaries: object, rules: Any) -> Json:
    """Answer a list of summaries with the match they make; the first faulty one ends it with its problems."""
    if not isinstance(summaries, list):
        return _refused(game, [Problem("bad_type", "", {"field": "summaries"})])
    state = game.open_match(rules)
    for at, entry in enumerate(summaries):
        following = game.add(replace(state, filled={}) if game.as_given else state, entry)
        if isinstance(following, tuple):
            code = "" if state.finished else game.refused_entry
            found = _gathered([problem.below(f"/{at}") for problem in following], code)
            return _refused(game, found, game.seat_names(rules), {"hand": at + 1})
        state = following
    return state.as_json()


def replay_record(game: Game, record: object, options: object) -> Json:
    """Answer a full hand record with summary and score, or with its first fault.

    `options` are rules or an option set; without them those count that the record names.
    """
    play = _played(game)
    outcome = play.replay(record, options)
    if not isinstance(outcome, Fault):
        return {"summary": dict(outcome.summary), "score": outcome.score.as_json()}
    opened = play.read(record, options)
    names = None if isinstance(opened, Fault) else game.seat_names(opened.rules)
    return _refused(game, [outcome.problem], names, {"event": outcome.event})


def print_deals(chosen: Namespace, parser: ArgumentParser, lines: BinaryIO) -> Iterator[Json]:
    """Deal: one record without events for each hand."""
    game, rules = get_game(chosen.game), _rules(chosen, parser)
    source = Random(chosen.seed)
    return (_played(game).deal(rules, source) for _ in range(chosen.count))


def print_hands(chosen: Namespace, parser: ArgumentParser, lines: BinaryIO) -> Iterator[Json]:
    """Play random legal hands: one full record for each."""
    game, rules = get_game(chosen.game), _rules(chosen, parser)
    source = Random(chosen.seed)
    for _ in range(chosen.count):
        record, summary = play_hand(_played(game), rules, source)
        yield {**record, "summary": summary, "score": game.score(summary, rules).as_json()}


def _played(game: Game) -> CardPlay:
    """Return how a game is played; the parser offers the commands only for games that can be."""
    if game.play is None:
        raise RulesError(f"{game.key} cannot be played card by card")
    return game.play


COMMANDS: Mapping[str, tuple[Answer, type, str]] = {
    "check": (check_summary, dict, "summary"),
    "score": (score_summary, dict, "summary"),
    "match": (fold_match, list, "summaries"),
}

CARD_PLAY = {"replay": replay_lines, "deal": print_deals, "play": print_hands}


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m engine", description="Rules of partnership card games.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("games", help="list the games").set_defaults(run=print_games)
    options = _game_parser(commands, "options", "list the options of a game")
    options.add_argument("--check", action="store_true", help="read option sets and name their problems")
    options.set_defaults(run=print_options, options=None)
    schema_parser = _game_parser(commands, "schema", "print the JSON Schema of a summary")
    _add_options_flag(schema_parser)
    schema_parser.set_defaults(run=print_schema)
    for name, (answer, _bare, _wrapped) in COMMANDS.items():
        command = _game_parser(commands, name, answer.__doc__ or "")
        _add_options_flag(command)
        command.set_defaults(run=answer_lines)
    for name, run in CARD_PLAY.items():
        command = _game_parser(commands, name, run.__doc__ or "", [game for game in all_games() if game.play])
        _add_options_flag(command)
        command.set_defaults(run=run)
        if run is not replay_lines:
            command.add_argument("--seed", type=int, required=True, help="the same seed gives the same hands")
            command.add_argument("--count", type=int, default=1, help="how many hands (default: 1)")
    return parser


def _game_parser(commands: Any, name: str, purpose: str, games: Iterable[Game] = ()) -> ArgumentParser:
    command: ArgumentParser = commands.add_parser(name, help=purpose)
    command.add_argument("game", metavar="GAME", choices=[game.key for game in games or all_games()])
    command.add_argument("--profile", help="the profile of the options (default: seed)")
    return command


def _add_options_flag(command: ArgumentParser) -> None:
    command.add_argument("--options", metavar="JSON", help="the options that differ from the profile")


def _rules(chosen: Namespace, parser: ArgumentParser) -> Any:
    """Return the rules that the flags set; a wrong set is a wrong command line."""
    game = get_game(chosen.game)
    options = _parsed(chosen.options.encode()) if chosen.options is not None else {}
    if not isinstance(options, dict):
        parser.error("--options must be a JSON object")
    rules = game.read_rules(({"profile": chosen.profile} if chosen.profile is not None else {}) | options)
    if isinstance(rules, tuple):
        parser.error(" ".join(f"{problem.code}: {sentence(problem, game.messages)}" for problem in rules))
    return rules


def _read(lines: BinaryIO) -> Iterator[object]:
    """Yield the value of each line, BAD_LINE for one that is no JSON."""
    return map(_parsed, lines)


def _parsed(line: bytes) -> object:
    """Return the JSON value of a line; what cannot be read becomes BAD_LINE, which is no JSON value."""
    try:
        return json.loads(line.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return BAD_LINE


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _gathered(problems: list[Problem], code: str) -> list[Problem]:
    """Return one problem of this code in place of all; with no code all of them, or the first alone."""
    if not code:
        return problems
    if code == FIRST_CODE:
        return problems[:1]
    first = problems[0]
    params = {**first.params, "codes": ", ".join(problem.code for problem in problems)}
    return [Problem(code, first.path, params)]


def _refused(
    game: Game,
    problems: Iterable[Problem],
    seat_names: Mapping[int, str] | None = None,
    about_all: Json | None = None,
) -> Json:
    messages = {"bad_line": BAD_LINE_TEXT, **game.messages}
    return {
        "problems": [
            {
                "code": problem.code,
                **(about_all or {}),
                "path": problem.path,
                "params": dict(problem.params),
                "message": sentence(problem, messages, seat_names=seat_names),
            }
            for problem in problems
        ]
    }


def _variant(game: Game, key: str, title: str) -> Json:
    rules = game.read_rules({"variant": key} if len(game.variants) > 1 else {})
    return {"key": key, "title": title, "seats": list(game.seats(rules)), "sides": list(game.sides(rules))}


if __name__ == "__main__":
    # This process serves one person and a pipe: numbers of any length are read and written in full.
    sys.set_int_max_str_digits(0)
    try:
        status = main()
    except BrokenPipeError:
        # The reader has seen enough; nothing is left to be said, not even at the end of the process.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    sys.exit(status)
