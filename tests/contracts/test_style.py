"""Budgets of length, and the rule for broad exceptions: what no linter of ours counts.

A function or file that has a reason to be longer says it on its first line: `# long: the reason`.
The outermost edge of a process may catch everything and says so: `# edge: the reason`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contracts.sources import python_files, read

FUNCTION_LINES = 40
VIEW_LINES = 20
TASK_LINES = 5
FILE_LINES = 400
TEST_FILE_LINES = 500
HTTP_METHODS = {"get", "post", "put", "patch", "delete"}
LONG = re.compile(r"# long: \S")
EDGE = re.compile(r"# edge: \S")

AnyFunction = ast.FunctionDef | ast.AsyncFunctionDef


def faults(path: Path, source: str) -> list[str]:
    """Every breach of a budget in one file, as "path:line: what"."""
    lines = source.splitlines()
    tree = ast.parse(source)
    found = [*file_faults(path, lines), *broad_exceptions(tree, lines)]
    for function in functions(tree):
        found += function_faults(path, function, lines)
    return [f"{path}:{fault}" for fault in found]


def file_faults(path: Path, lines: list[str]) -> Iterator[str]:
    budget = TEST_FILE_LINES if path.parts[0] == "tests" else FILE_LINES
    if len(lines) > budget and not LONG.search(lines[0]):
        yield f"1: file of {len(lines)} lines, budget {budget}"


def functions(tree: ast.AST) -> Iterator[AnyFunction]:
    for node in ast.walk(tree):
        if isinstance(node, AnyFunction):
            yield node


def function_faults(path: Path, function: AnyFunction, lines: list[str]) -> Iterator[str]:
    budget = budget_of(path, function)
    length = function.end_lineno - function.lineno + 1
    if is_task(path, function):
        length = body_length(function)
    if length > budget and not any(LONG.search(line) for line in head(function, lines)):
        yield f"{function.lineno}: {function.name} has {length} lines, budget {budget}"


def budget_of(path: Path, function: AnyFunction) -> int:
    if is_task(path, function):
        return TASK_LINES
    if path.parts[:2] == ("pages", "views"):
        return VIEW_LINES
    if path.parts[:2] == ("api", "v1") and function.name in HTTP_METHODS:
        return VIEW_LINES
    return FUNCTION_LINES


def is_task(path: Path, function: AnyFunction) -> bool:
    """A function of a tasks module that a decorator makes a task."""
    return path.name == "tasks.py" and any("task" in ast.unparse(each) for each in function.decorator_list)


def body_length(function: AnyFunction) -> int:
    body = function.body[1:] if ast.get_docstring(function, clean=False) else function.body
    return body[-1].end_lineno - body[0].lineno + 1 if body else 0


def head(function: AnyFunction, lines: list[str]) -> list[str]:
    """The lines from `def` to the colon before the body."""
    return lines[function.lineno - 1 : max(function.body[0].lineno - 1, function.lineno)]


def broad_exceptions(tree: ast.AST, lines: list[str]) -> Iterator[str]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.ExceptHandler) or not is_broad(node.type):
            continue
        if not EDGE.search(lines[node.lineno - 1]):
            yield f"{node.lineno}: catches everything without saying why this is the outermost edge"


def is_broad(caught: ast.expr | None) -> bool:
    if isinstance(caught, ast.Tuple):
        return any(is_broad(each) for each in caught.elts)
    return caught is None or (isinstance(caught, ast.Name) and caught.id in {"Exception", "BaseException"})


def test_every_file_keeps_the_budgets() -> None:
    assert [fault for path in python_files() for fault in faults(path, read(path))] == []


# The rules themselves, by good and bad examples


def function_of(lines: int, head: str = "def act():", indent: str = "") -> str:
    return "\n".join([f"{indent}{head}", *([f"{indent}    pass"] * (lines - 1))]) + "\n"


GOOD = [
    ("engine/core/x.py", function_of(40)),
    ("engine/core/x.py", function_of(60, "def act():  # long: the table of a regulation, in its order")),
    ("engine/core/x.py", "class X:\n" + function_of(40, indent="    ")),
    ("engine/core/x.py", "x = 1\n" * 400),
    ("engine/core/x.py", "# long: one table\n" + "x = 1\n" * 500),
    ("tests/engine/test_x.py", "x = 1\n" * 500),
    ("pages/views/x.py", function_of(20)),
    ("api/v1/x.py", "class X:\n" + function_of(20, "def post(self):", "    ")),
    ("api/v1/x.py", function_of(21, "def row():")),
    ("scoring/tasks.py", "@shared_task\n" + function_of(6)),
    ("scoring/tasks.py", "@shared_task\ndef act():\n    '''One.\n    Two.\n    '''\n" + "    pass\n" * 5),
    ("config/x.py", "try:\n    act()\nexcept Exception:  # edge: the health page must answer\n    pass\n"),
    ("config/x.py", "try:\n    act()\nexcept (ValueError, OSError):\n    pass\n"),
]
BAD = [
    ("engine/core/x.py", function_of(41), "1: act has 41 lines, budget 40"),
    ("engine/core/x.py", function_of(41, "async def act():"), "1: act has 41 lines, budget 40"),
    ("engine/core/x.py", function_of(41, "def act():  # long:"), "1: act has 41 lines, budget 40"),
    ("engine/core/x.py", "class X:\n" + function_of(41, indent="    "), "2: act has 41 lines, budget 40"),
    ("engine/core/x.py", "x = 1\n" * 401, "1: file of 401 lines, budget 400"),
    ("tests/engine/test_x.py", "x = 1\n" * 501, "1: file of 501 lines, budget 500"),
    ("pages/views/x.py", function_of(21), "1: act has 21 lines, budget 20"),
    ("api/v1/x.py", function_of(21, "def post(self):"), "1: post has 21 lines, budget 20"),
    ("scoring/tasks.py", "@shared_task\n" + function_of(7), "2: act has 6 lines, budget 5"),
    (
        "config/x.py",
        "try:\n    act()\nexcept Exception:\n    pass\n",
        "3: catches everything without saying why this is the outermost edge",
    ),
    (
        "config/x.py",
        "try:\n    act()\nexcept (OSError, BaseException):\n    pass\n",
        "3: catches everything without saying why this is the outermost edge",
    ),
    (
        "config/x.py",
        "try:\n    act()\nexcept:\n    pass\n",
        "3: catches everything without saying why this is the outermost edge",
    ),
]


@pytest.mark.parametrize(("path", "source"), GOOD)
def test_good_examples_pass(path: str, source: str) -> None:
    assert faults(Path(path), source) == []


@pytest.mark.parametrize(("path", "source", "fault"), BAD)
def test_bad_examples_are_named(path: str, source: str, fault: str) -> None:
    assert faults(Path(path), source) == [f"{path}:{fault}"]
