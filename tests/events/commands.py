"""`manage.py event ...` as an operator types it, and a bench on which archives are played to their end."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

from django.core.management import call_command

Document = dict[str, Any]


def event_command(*arguments: object) -> tuple[int, Any]:
    """Exit code and answer."""
    out = io.StringIO()
    try:
        call_command("event", *map(str, arguments), stdout=out)
    except SystemExit as end:
        return int(end.code or 0), json.loads(out.getvalue())
    return 0, json.loads(out.getvalue())


class Bench:
    """Archives in a folder; a simulation of one gives exit code, answer and the file."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.out = folder, folder / "out.json"

    def file(self, document: Document) -> Path:
        path = self.folder / "in.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        return path

    def answer(self, document: Document, *options: object) -> Any:
        return event_command("simulate", self.file(document), "--out", self.out, *options)

    def written(self, document: Document, *options: object) -> bytes:
        """What is written, which must go well."""
        code, answer = self.answer(document, *options)
        assert (code, answer["problems"]) == (0, []), answer
        return self.out.read_bytes()

    def refused(self, document: Document, *options: object) -> dict[str, Any]:
        """The only problem of a simulation that writes nothing."""
        code, answer = self.answer(document, *options)
        assert (code, self.out.exists()) == (1, False)
        (problem,) = answer["problems"]
        return dict(problem)

    def proven(self, document: Document, *options: object) -> Document:
        """What is written, imported and verified here."""
        made: Document = json.loads(self.written(document, *options))
        assert event_command("import", self.out)[0] == 0
        code, proof = event_command("verify", made["event"]["slug"])
        assert (code, proof["problems"]) == (0, []), proof
        return made


def matches_of(document: Document) -> list[Document]:
    """The matches of the first stage, round by round."""
    return [match for one in document["stages"][0]["rounds"] for match in one["matches"]]
