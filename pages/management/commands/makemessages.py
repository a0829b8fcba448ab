"""`manage.py makemessages` as this project wants it: every marker known, nothing obsolete, quiet diffs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.commands import makemessages

from pages.management.scope import scope_of, tidy

NOT_OURS = [".venv", "docs", "tests", "benchmarks", "staticfiles", "var"]


class Command(makemessages.Command):
    """Collect the texts of templates and code; `noop("…")` marks them where there is no framework."""

    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]
    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=noop"]

    def handle(self, *args: Any, **options: Any) -> None:
        """Collect; places in the code are kept by file only, so that a moved line changes nothing."""
        options["ignore_patterns"] = [*options["ignore_patterns"], *NOT_OURS]
        options["add_location"] = options["add_location"] or "file"
        options["no_obsolete"] = True
        super().handle(*args, **options)
        root = Path(settings.BASE_DIR)
        for path in sorted(root.glob("locale/*/LC_MESSAGES/django.po")):
            language = path.parent.parent
            tidy(path, language.name, scope_of(language, root))
