"""The operator's command for events: files in, files out, tables, draws, proofs, simulations."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentTypeError
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Q

from engine.core.game import Game
from engine.core.problems import Problem
from engine.registry import get_game
from scoring.archive.canonical import dumps
from scoring.archive.dump import export_event
from scoring.archive.load import import_archive
from scoring.archive.messages import MESSAGES, archive_sentence
from scoring.archive.read import Archive, read_archive_file
from scoring.management.answers import (
    Answer,
    draw_answer,
    event_list,
    standings_answer,
    standings_csv,
    standings_text,
    with_refs,
)
from scoring.management.game_log import import_logs
from scoring.management.simulate import simulate_archive
from scoring.services.progress import draw_round, try_draw
from scoring.services.simulation import Wanted
from scoring.services.trial import trial
from scoring.services.verify import verify_event
from tournaments.access import SYSTEM
from tournaments.errors import DomainError, Invalid
from tournaments.imports.commit import enter_previewed, preview_for
from tournaments.models import Club, Event, Stage
from tournaments.services.events import default_club
from tournaments.texts import FILES, sentence

Options = dict[str, Any]


class Command(BaseCommand):
    """`manage.py event ACT`: JSON to standard output alone; exit code 1 where it names problems."""

    help = "List, import, export, rank, draw, prove and simulate events."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the acts and what each of them takes."""
        acts = parser.add_subparsers(dest="act", required=True)
        for name, text in HELP.items():
            act = acts.add_parser(name, help=text)
            act.add_argument("--club", help="slug or name of the club, where there are several")
            if name == "verify":
                act.add_argument(
                    "--all", action="store_true", help="every event of the club, or of all clubs"
                )
            if name not in {"list", "import", "import-log"}:
                act.add_argument("slug", nargs="?" if name == "verify" else None)
            if name in {"import", "import-entrants"}:
                act.add_argument("file", type=Path)
            if name in {"standings", "pair"}:
                act.add_argument("--stage", help="its id in the archive, or its name; by default the last")
            if name == "import-log":
                act.add_argument("files", type=Path, nargs="+", metavar="FILE")
                act.add_argument("--slug", help="slug of the new event; by default after the first file")
            if name in {"pair", "import-entrants", "import-log"}:
                act.add_argument("--dry-run", action="store_true", help="store nothing")
            if name == "import":
                act.add_argument("--replace", action="store_true", help="remove the event of this slug first")
            if name == "standings":
                act.add_argument("--after", type=int, help="a closed round; by default the last")
                act.add_argument("--format", choices=["json", "csv", "text"], default="json")
        add_simulate_arguments(acts.add_parser("simulate", help=SIMULATE))

    def handle(self, *arguments: Any, **options: Any) -> None:
        """Run the act and print its answer."""
        try:
            answer = ACTS[options["act"]](options)
        except DomainError as error:
            answer = refused(error.problems)
        if isinstance(answer, bytes):
            self.stdout.write(answer.decode("utf-8"), ending="")
            return
        self.stdout.write(json.dumps(answer, ensure_ascii=False, default=str, indent=1))
        if answer.get("problems") or answer.get("file_error"):
            sys.exit(1)


HELP = {
    "list": "list all events",
    "import": "store an event archive",
    "export": "print the archive of an event",
    "standings": "print the table of a stage",
    "pair": "draw the next round",
    "verify": "compute everything again and compare it with what is stored",
    "import-entrants": "enter entrants from a CSV or XLSX file",
    "import-log": "make an event of the games in logs of the large online table",
}
SIMULATE = "play the rest of an event archive with random legal hands; the database is not touched"


def add_simulate_arguments(act: CommandParser) -> None:
    """Declare what a simulation takes."""
    act.add_argument("file", type=Path)
    act.add_argument("--out", type=Path, required=True, metavar="FILE", help="where the archive goes")
    act.add_argument("--seed", type=int, default=0, help="same seed and file, same archive; by default 0")
    act.add_argument("--rounds", type=at_least_one, metavar="K", help="stop after so many rounds")
    act.add_argument("--records", action="store_true", help="with the cards and plays of every hand")


def at_least_one(text: str) -> int:
    """A number of rounds; raises ArgumentTypeError for anything else."""
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text} is no number of rounds")
    return int(text)


def refused(problems: Sequence[Problem], game: Game | None = None) -> Answer:
    """The answer that names problems, each with its sentence."""
    return {
        "problems": [
            {"code": each.code, "path": each.path, "params": dict(each.params), "message": words(each, game)}
            for each in problems
        ]
    }


def words(problem: Problem, game: Game | None) -> str:
    """A problem in words: those of archives have their own catalogue."""
    known = problem.code in MESSAGES or (game is not None and problem.code in game.messages)
    return archive_sentence(problem, game) if known else sentence(problem, game)


def list_events(options: Options) -> Answer:
    """All events."""
    return event_list(chosen_club(options["club"]) if options["club"] else None)


def import_event(options: Options) -> Answer:
    """Store an archive; the club may be left out where there is one or none."""
    data = read_file(options["file"])
    archive = read_archive_file(data)
    if not isinstance(archive, Archive):
        return refused(archive, game_named_in(data))
    event = import_archive(archive, chosen_club(options["club"]), SYSTEM, replace=options["replace"])
    rounds = [one for stage in archive.document["stages"] for one in stage["rounds"]]
    matches = [match for one in rounds for match in one["matches"]]
    return {
        "imported": event.slug,
        "club": event.club.slug,
        "counted": {
            "entrants": len(archive.document["entrants"]),
            "rounds": len(rounds),
            "matches": len(matches),
            "hands": sum(len(match.get("hands", ())) for match in matches),
            "rulings": len(archive.document["rulings"]),
        },
    }


def game_named_in(data: bytes) -> Game | None:
    """The game that an archive, readable or not, says it is about; its hands are refused in its words."""
    try:
        return get_game(json.loads(data)["event"]["game"])
    except (ValueError, LookupError, TypeError, RecursionError):
        return None


def export(options: Options) -> bytes:
    """The canonical archive of an event."""
    return dumps(export_event(chosen_event(options)))


def standings(options: Options) -> Answer | bytes:
    """The table of a stage, in one of three forms."""
    answer = standings_answer(chosen_stage(options), options["after"])
    if options["format"] == "json":
        return answer
    form = standings_csv if options["format"] == "csv" else standings_text
    return form(answer).encode("utf-8")


def pair(options: Options) -> Answer:
    """The next round, stored as a draft unless it is a dry run."""
    stage = chosen_stage(options)
    try:
        draw = try_draw(stage)
    except Invalid as error:
        return refused(with_refs(stage, error.problems))
    answer = draw_answer(stage, draw)
    if not options["dry_run"]:
        drawn, _ = draw_round(SYSTEM, stage)
        answer["round"] = drawn.number
    return answer


def verify(options: Options) -> Answer:
    """The proof of an event, or of all of them; raises CommandError where neither is asked for."""
    if (options["slug"] is None) is not options["all"]:
        raise CommandError("name one event, or say --all")
    if not options["all"]:
        return verify_event(chosen_event(options)).as_json()
    events = Event.objects.select_related("club", "version").order_by("club__slug", "slug")
    if options["club"] is not None:
        events = events.filter(club=chosen_club(options["club"]))
    return proof_of(events)


def proof_of(events: Iterable[Event]) -> Answer:
    """The proofs of events as one: how many, how much was computed again, each difference with its event."""
    counted: Counter[str] = Counter()
    problems: list[Answer] = []
    for event in events:
        proof = verify_event(event)
        counted.update({"events": 1} | proof.counted)
        place = {"club": event.club.slug, "event": event.slug}
        problems += [place | problem.as_json() for problem in proof.problems]
    return {"ok": not problems, "counted": dict(counted), "problems": problems}


def import_entrants(options: Options) -> Answer:
    """Enter the rows without a fault, and name the others; on standard error in words."""
    event = chosen_event(options)
    preview = preview_for(event, read_file(options["file"]))
    if not options["dry_run"] and preview.file_error is None:
        enter_previewed(SYSTEM, event, preview)
    answer: Answer = preview.as_json()
    for fault in (*answer["errors"], *filter(None, [answer.get("file_error")])):
        place = ", ".join(str(fault[key]) for key in ("line", "column") if key in fault)
        print(f"{place}: {FILES.get(fault['kind'], fault['kind'])}", file=sys.stderr)
    if not any(answer[each] for each in ("entrants", "errors", "file_error") if each in answer):
        print(FILES["empty"], file=sys.stderr)
    return answer


def import_log(options: Options) -> Answer:
    """Make an event of game logs, with the record of every hand; what cannot be replayed is named."""
    files = [(path, read_file(path)) for path in options["files"]]

    def make() -> Answer:
        return import_logs(files, lambda: chosen_club(options["club"]), options["slug"])

    return trial(make) | {"dry_run": True} if options["dry_run"] else make()


def simulate(options: Options) -> Answer:
    """The rest of an event played by chance, written to a file unless there are problems."""
    data = read_file(options["file"])
    archive = read_archive_file(data)
    if not isinstance(archive, Archive):
        return refused(archive, game_named_in(data))
    wanted = Wanted(options["seed"], options["rounds"], options["records"])
    simulated = simulate_archive(archive, wanted)
    if simulated.document is not None:
        write_file(options["out"], dumps(simulated.document))
    slug = archive.document["event"]["slug"]
    return {"simulated": slug} | simulated.as_json(wanted) | refused(simulated.problems, archive.game)


ACTS: dict[str, Callable[[Options], Answer | bytes]] = {
    "list": list_events,
    "import": import_event,
    "export": export,
    "standings": standings,
    "pair": pair,
    "verify": verify,
    "import-entrants": import_entrants,
    "import-log": import_log,
    "simulate": simulate,
}


def read_file(path: Path) -> bytes:
    """The bytes of a file; raises Invalid where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise Invalid.of("file_not_readable", "/file", file=str(path)) from error


def write_file(path: Path, data: bytes) -> None:
    """Write a file; raises Invalid where that cannot be done."""
    try:
        path.write_bytes(data)
    except OSError as error:
        raise Invalid.of("file_not_written", "/out", file=str(path)) from error


def chosen_club(slug: str | None) -> Club:
    """The club with this slug or name, or the only one; raises Invalid."""
    if slug is None:
        return default_club()
    club = Club.objects.filter(Q(slug=slug) | Q(name=slug)).order_by("pk").first()
    if club is None:
        raise Invalid.of("unknown_club", "/club", club=slug)
    return club


def chosen_event(options: Options) -> Event:
    """The event that is named; raises Invalid where there is none, or one in several clubs."""
    events = Event.objects.select_related("club", "version").filter(slug=options["slug"])
    if options["club"] is not None:
        events = events.filter(club=chosen_club(options["club"]))
    found = list(events[:2])
    if not found:
        raise Invalid.of("unknown_event", "/slug", slug=options["slug"])
    if len(found) > 1:
        raise Invalid.of("club_needed", "/club")
    return found[0]


def chosen_stage(options: Options) -> Stage:
    """The stage that is named by its id or name, or the last one; raises Invalid."""
    event = chosen_event(options)
    stages = event.stages.order_by("-order")
    if options["stage"] is not None:
        stages = stages.filter(Q(ref=options["stage"]) | Q(name=options["stage"]))
    stage = stages.first()
    if stage is None:
        raise Invalid.of("unknown_stage", "/stage", stage=options["stage"] or "")
    stage.event = event
    return stage
