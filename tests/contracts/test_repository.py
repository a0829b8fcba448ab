"""What every clone may rely on: locks that work anywhere, commands that exist, a documented environment."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest
from django.core.management import get_commands

from scripts import lock
from tests.contracts.sources import ROOT, read, text_files

MACHINE_PATH = re.compile(r"(?<![\w.])/(?:work|root|opt|home|Users)/[\w.]")
URL_HOST = re.compile(r"https?://(?!\{)([A-Za-z0-9.-]+|\[[0-9a-f:]+\])")
# Nobody downloads from these: they are this machine, an example, a name space or a page to read.
HARMLESS_HOSTS = {
    "127.0.0.1", "[::1]", "localhost", "0.0.0.0", "testserver", "example.org", "www.example.org",
    "baza.example.org", "baza.local", "json-schema.org", "www.w3.org", "spec.openapis.org",
    "keepachangelog.com", "semver.org",
}  # fmt: skip
INDEX_OPTION = re.compile(r"--(?:extra-)?index-url|--find-links|--trusted-host|--registry")
MAKE_TARGET = re.compile(r"^([a-z][a-z-]*):(?!=)(?:.*## (.+))?", re.MULTILINE)
MAKE_CALL = re.compile(r"(?:^|[\s`])make ((?:[A-Z]+=\S+ )*)([a-z][a-z-]*)", re.MULTILINE)
MANAGE_CALL = re.compile(r"manage\.py ([a-z_]+)")
MODULE_CALL = re.compile(r"python3? -m ([a-z_.]+)")
LOCAL_LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")
VARIABLE = re.compile(r"^\| `([A-Z_]+)`", re.MULTILINE)
GUIDES = [path for path in text_files() if path.suffix == ".md" and "tests" not in path.parts]
# "make" is an English verb too: only calls in code are commands.
CODE = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)


def code_of(path: Path) -> str:
    return "\n".join(CODE.findall(read(path)))


def targets() -> dict[str, str]:
    return dict(MAKE_TARGET.findall(read(Path("Makefile"))))


# Locks


def test_locks_belong_to_the_project_and_name_versions_and_hashes_alone() -> None:
    assert lock.problems(ROOT) == []


@pytest.mark.parametrize(
    "line",
    [
        "--index-url https://example.org/simple",
        "--find-links wheels",
        "# by hand",
        "baza @ file:///srv/baza.whl",
        "./wheels/baza.whl",
        "https://example.org/baza.whl \\",
        "django>=5.2 \\",
    ],
)
def test_foreign_line_in_a_lock_is_named(line: str) -> None:
    good = f"django==5.2.19 \\\n    --hash=sha256:{'0' * 64}\n"
    assert lock.foreign_lines("base.txt", good) == []
    assert lock.foreign_lines("base.txt", good + line) == [
        f"requirements/base.txt:3: neither a version nor a hash: {line}"
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('requires-python = ">=3.11"', 'requires-python = ">=3.12"'),
        ('"django>=5.2.19,<5.3"', '"django>=5.2.20,<5.3"'),
        ('"celery>=5.7,<6",\n', ""),
        ('"ruff>=0.17.6,<0.18"', '"ruff>=0.17.7,<0.18"'),
    ],
)
def test_change_of_what_is_asked_for_makes_the_locks_stale(old: str, new: str) -> None:
    project = read(Path("pyproject.toml"))
    assert project.count(old) == 1
    assert lock.fingerprint(project.replace(old, new)) != lock.fingerprint(project)


def test_change_of_a_tools_settings_leaves_the_locks_fresh() -> None:
    project = read(Path("pyproject.toml"))
    changed = project.replace("line-length = 110", "line-length = 100")
    assert changed != project
    assert lock.fingerprint(changed) == lock.fingerprint(project)


def test_later_lock_repeats_the_versions_of_the_earlier_one() -> None:
    base, dev, docs = (lock.pinned(read(Path("requirements") / name)) for name in lock.SOURCES)
    assert {name: dev.get(name) for name in base} == base
    shared = docs.keys() & dev.keys()
    assert {name: docs[name] for name in shared} == {name: dev[name] for name in shared}


# Nothing of the machine on which it was written


def places_to_install_from(path: Path, text: str) -> set[str]:
    """Index options, and hosts in anything that a program may read (guides and data may link)."""
    hosts = set() if path.suffix == ".md" or "data" in path.parts else set(URL_HOST.findall(text))
    return (hosts - HARMLESS_HOSTS) | set(INDEX_OPTION.findall(text))


def test_no_file_names_a_place_of_one_machine() -> None:
    lines = [f"{path}: {line}" for path in text_files() for line in read(path).splitlines()]
    assert [line for line in lines if MACHINE_PATH.search(line)] == []


def test_no_file_names_a_place_to_install_from() -> None:
    # This file shows bad examples.
    others = [path for path in text_files() if path.name != Path(__file__).name]
    found = {path: places_to_install_from(path, read(path)) for path in others}
    assert {path: places for path, places in found.items() if places} == {}


@pytest.mark.parametrize(
    ("name", "text", "places"),
    [
        ("Makefile", "pip install --extra-index-url x", {"--extra-index-url"}),
        ("x.toml", "url = 'https://mirror.invalid/simple'", {"mirror.invalid"}),
        ("x.md", "see https://rules.invalid/tichu", set()),
        ("x.py", "serve('http://127.0.0.1:8000')", set()),
    ],
)
def test_place_to_install_from_is_found(name: str, text: str, places: set[str]) -> None:
    assert places_to_install_from(Path(name), text) == places


def test_pattern_of_machine_paths_knows_good_and_bad_lines() -> None:
    bad = ["cd /" + "work/main", "open('/" + "home/me/x')", "/" + "root/.cache"]
    good = ["/srv/baza", "docs/work/x", "GET /api/v1/events", "https://example.org/home/", "../opt/x"]
    assert [line for line in bad if not MACHINE_PATH.search(line)] == []
    assert [line for line in good if MACHINE_PATH.search(line)] == []


# Commands


def test_every_target_has_a_line_of_help() -> None:
    assert [name for name, text in targets().items() if not text] == []


def test_help_lists_every_target() -> None:
    shown = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert re.findall(r"^  make ([a-z-]+)", shown, re.MULTILINE) == list(targets())


def test_every_target_is_explained_to_contributors() -> None:
    explained = {name for _, name in MAKE_CALL.findall(code_of(Path("CONTRIBUTING.md")))}
    assert set(targets()) - explained == set()


def runs(module: str) -> bool:
    """Whether `python -m module` starts something: ours, or what a clone has anyway."""
    place = ROOT / module.replace(".", "/")
    installed = module in {"venv", "pip", "uv", "pytest"}
    return installed or place.with_suffix(".py").exists() or (place / "__main__.py").exists()


def test_commands_in_the_guides_exist() -> None:
    code = "\n".join(code_of(path) for path in GUIDES)
    assert {name for _, name in MAKE_CALL.findall(code)} - set(targets()) == set()
    assert set(MANAGE_CALL.findall(code)) - set(get_commands()) == set()
    assert [module for module in sorted(set(MODULE_CALL.findall(code))) if not runs(module)] == []


def test_links_between_the_guides_lead_somewhere() -> None:
    links = [(path, link) for path in GUIDES for link in LOCAL_LINK.findall(read(path))]
    assert len(links) > 10
    assert [f"{path}: {link}" for path, link in links if not (ROOT / path.parent / link).exists()] == []


def test_readme_opens_with_the_two_commands() -> None:
    beginning = read(Path("README.md"))[:2500]
    assert "make demo" in beginning
    assert "make test" in beginning


def test_readme_maps_every_top_level_folder() -> None:
    folders = {path.parts[0] for path in text_files() if len(path.parts) > 1}
    readme = read(Path("README.md"))
    assert [folder for folder in sorted(folders) if f"`{folder}/" not in readme] == []


# Environment


def variables_read(source: str) -> set[str]:
    """Names passed to django-environ's `env(...)`, `env.bool(...)` and their like, and asked of `os.environ`."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func.value if isinstance(node.func, ast.Attribute) else node.func
            if ast.unparse(called) in {"env", "os.environ"}:
                names.add(node.args[0].value)
        elif isinstance(node, ast.Subscript) and ast.unparse(node.value) == "os.environ":
            names.add(ast.literal_eval(node.slice))
    return names


def test_pattern_of_variables_knows_every_manner_of_reading_one() -> None:
    source = """
a = env("A") + env.bool("B", default=False) + os.environ["C"] + os.environ.get("D", "")
os.environ.setdefault("E", "1")
names = other.get("F"), here["G"]
"""
    assert variables_read(source) == {"A", "B", "C", "D", "E"}


def test_table_of_the_environment_is_complete() -> None:
    programs = [*Path("config").rglob("*.py"), *Path("deploy").rglob("*.py")]
    programs += [Path("scripts") / name for name in ("backup.py", "serve.py", "tls.py")]
    read_somewhere = set().union(*(variables_read(read(path)) for path in programs))
    documented = set(VARIABLE.findall(read(Path("docs/operate.md"))))
    assert read_somewhere - {"DJANGO_SETTINGS_MODULE"} == documented


def test_examples_for_servers_set_variables_that_exist() -> None:
    documented = set(VARIABLE.findall(read(Path("docs/operate.md"))))
    example = set(re.findall(r"^([A-Z_]+)=", read(Path("deploy/baza.env")), re.MULTILINE))
    units = [path for path in text_files() if path.parts[:2] == ("deploy", "systemd")]
    assert len(units) > 4 and len(example) > 8
    set_by_units = set(re.findall(r"^Environment=([A-Z_]+)=", "\n".join(map(read, units)), re.MULTILINE))
    assert (example | set_by_units) - documented == set()


def test_every_example_for_servers_is_explained() -> None:
    guide = read(Path("docs/operate.md"))
    examples = [str(path) for path in text_files() if path.parts[0] == "deploy"]
    assert [path for path in examples if path not in guide] == []
