"""Static files of a server: collected once, under names that carry a mark, or not at all."""

from __future__ import annotations

from pathlib import Path

from tests.operations.production import PRODUCTION, run

COLLECT = """
import sys
from pathlib import Path
sys.argv = ["manage.py", "collectstatic"]
from config import settings
settings.STATIC_ROOT = Path({folder!r}) / "collected"
import django
django.setup()
from django.core.management import call_command
call_command("collectstatic", "--no-input", verbosity=0)
"""


def test_the_first_collection_is_whole(tmp_path: Path) -> None:
    done = run(["-c", COLLECT.format(folder=str(tmp_path))], PRODUCTION)
    assert done.returncode == 0, done.stderr
    names = {path.name for path in (tmp_path / "collected").rglob("*")}
    assert "staticfiles.json" in names
    assert any(
        name.startswith("base.") and name.endswith(".css.gz") and name.count(".") == 3 for name in names
    )


def test_a_folder_without_the_list_of_marks_is_not_taken_for_a_collection(tmp_path: Path) -> None:
    tell = (
        "from pathlib import Path; exists = Path.exists; "
        "Path.exists = lambda path: {there} if 'staticfiles' in str(path) else exists(path); "
        "from config.settings import STORAGES; print(STORAGES['staticfiles']['BACKEND'])"
    )
    with_list = run(["-c", tell.format(there="True")], PRODUCTION).stdout
    without = run(["-c", tell.format(there="path.name == 'staticfiles'")], PRODUCTION).stdout
    assert "Manifest" in with_list
    assert without and "Manifest" not in without
