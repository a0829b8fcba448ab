"""`python -m engine`: JSON Lines in, one JSON line out for each."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest

from engine.__main__ import main

SWEEP = {"first_out": 1, "result": "double"}
COUNT = {"first_out": 1, "result": "count", "points": {"A": 60}}


def run(*arguments: str, lines: bytes = b"") -> list[Any]:
    out = io.StringIO()
    assert main(list(arguments), io.BytesIO(lines), out) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]


def ask(*arguments: str, value: Any) -> Any:
    (answer,) = run(*arguments, lines=json.dumps(value).encode())
    return answer


def codes(answer: dict[str, Any]) -> list[str]:
    return [problem["code"] for problem in answer["problems"]]


def test_games_lists_variants_and_profiles() -> None:
    tichu = {game["key"]: game for game in run("games")}["tichu"]
    assert [variant["key"] for variant in tichu["variants"]] == ["nanking", "tientsin"]
    assert tichu["variants"][1]["seats"] == [1, 2, 3, 4, 5, 6]
    assert [profile["key"] for profile in tichu["profiles"]] == ["seed", "club", "german_championship"]


def test_options_tells_each_option_with_range_and_the_default_of_the_profile() -> None:
    rows = {row["name"]: row for row in run("options", "tichu", "--profile", "german_championship")}
    assert len(rows) == 17
    assert rows["target_score"]["default"] is None
    assert rows["sweep_points"]["default"] == 100
    assert rows["sweep_points"]["range"] == "0 to 1000 in steps of 5"


def test_options_check_answers_each_set() -> None:
    lines = b'{"options": {"sweep_points": 7}}\n{"options": {}}\n{"options": null}\n{}\n[]\n'
    found = [codes(answer) for answer in run("options", "tichu", "--check", lines=lines)]
    assert found == [["bad_option_value"], [], ["bad_option_value"], ["bad_option_value"], ["bad_line"]]


def test_schema_follows_the_options() -> None:
    out = io.StringIO()
    main(["schema", "tichu", "--options", '{"variant": "tientsin", "grand_tichu": false}'], io.BytesIO(), out)
    document = json.loads(out.getvalue())
    assert document["$schema"].endswith("2020-12/schema")
    assert document["properties"]["first_out"]["enum"] == [1, 2, 3, 4, 5, 6]
    assert "grand" not in out.getvalue()


def test_a_problem_has_code_path_params_and_message() -> None:
    answer = ask("check", "tichu", value={**COUNT, "points": {"A": 62}})
    message = "A: 62 cannot occur; card points are multiples of 5."
    params = {"side": "A", "value": 62}
    expected = {"code": "points_not_multiple_of_5", "path": "/points/A", "params": params, "message": message}
    assert answer == {"problems": [expected]}


def test_score_gives_sides_and_lines_that_add_up() -> None:
    answer = ask("score", "tichu", value=COUNT)
    assert (answer["score"]["A"], answer["score"]["B"]) == (60, 40)
    assert [line["points"] for line in answer["lines"]] == [60, 40]
    assert codes(ask("score", "tichu", value={})) == ["first_out_missing", "result_missing"]


def test_the_options_of_a_line_replace_those_of_the_command() -> None:
    flags = ("score", "tichu", "--profile", "german_championship", "--options", '{"sweep_points": 50}')
    assert ask(*flags, value=SWEEP)["score"]["A"] == 50
    assert ask(*flags, value={"summary": SWEEP})["score"]["A"] == 50
    assert ask(*flags, value={"summary": SWEEP, "options": {}})["score"]["A"] == 200
    refused = ask(*flags, value={"summary": SWEEP, "options": {"sweep_points": 7}})
    assert [(one["code"], one["path"]) for one in refused["problems"]] == [
        ("bad_option_value", "/options/sweep_points")
    ]


def test_match_folds_a_list_with_or_without_its_wrapping() -> None:
    expected = {
        "running": [{"A": 200, "B": 0}, {"A": 260, "B": 40}],
        "totals": {"A": 260, "B": 40},
        "finished": False,
        "winner": None,
        "reason": None,
        "next_dealer": 1,
    }
    assert ask("match", "tichu", value=[SWEEP, COUNT]) == expected
    assert ask("match", "tichu", value={"summaries": [SWEEP, COUNT]}) == expected
    assert ask("match", "tichu", value=[])["totals"] == {"A": 0, "B": 0}


def test_match_stops_at_the_first_faulty_hand_and_says_which() -> None:
    answer = ask("match", "tichu", value=[SWEEP, {"result": "x"}, {}])
    assert [(one["code"], one["hand"], one["path"]) for one in answer["problems"]] == [
        ("first_out_missing", 2, "/1/first_out"),
        ("bad_result", 2, "/1/result"),
    ]
    over = ask("match", "tichu", "--options", '{"target_score": 200}', value=[SWEEP, None])
    assert over["problems"][0]["message"] == "Hand 2: the match ended with hand 1."
    assert codes(ask("match", "tichu", value={"summaries": {}})) == ["bad_type"]
    assert codes(ask("match", "tichu", value={})) == ["bad_type"]


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"   ",
        b"nonsense",
        b"[1]",
        b"17",
        b"null",
        b'"text"',
        b'{"a": NaN}',
        b'{"a": -Infinity}',
        b'{"a": 1',
        b"\xff",
        b"[" * 100000,
        b'{"a":' * 100000,
    ],
)
def test_a_line_that_cannot_be_read_is_answered_and_the_next_one_too(line: bytes) -> None:
    bad, good = run("check", "tichu", lines=line + b"\n" + json.dumps(SWEEP).encode())
    assert codes(bad) == ["bad_line"]
    assert bad["problems"][0]["message"]
    assert good == {"problems": []}


@pytest.mark.parametrize("command", ["check", "score", "match"])
@pytest.mark.parametrize(
    "line",
    [
        b'{"first_out": 1e999, "result": "count"}',
        b'{"\\ud800": "\\ud800", "first_out": "\\udfff"}',
        b'{"first_out": 1, "first_out": 2, "result": "double", "result": "x"}',
        b'{"calls": ' + b"[" * 500 + b"]" * 500 + b"}",
        b'{"penalties": [' + b'{"side": ' * 300 + b"1" + b"}" * 300 + b"]}",
        b'{"summary": null, "summaries": 5, "options": {"profile": {}}}',
        '{"first_out": "ñ\u2028"}'.encode(),
    ],
)
def test_strange_lines_get_one_answer_each(command: str, line: bytes) -> None:
    (answer,) = run(command, "tichu", lines=line)
    assert codes(answer)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["check"],
        ["check", "whist"],
        ["replay", "whist"],
        ["deal", "tichu"],
        ["play", "tichu", "--seed", "x"],
        ["check", "tichu", "--profile", "x"],
        ["check", "tichu", "--options", "[]"],
        ["check", "tichu", "--options", "{"],
        ["score", "tichu", "--options", '{"sweep_points": 7}'],
    ],
)
def test_a_wrong_command_line_ends_with_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments, io.BytesIO(), io.StringIO())
    assert ended.value.code == 2
    assert "error" in capsys.readouterr().err


def test_the_process_reads_and_writes_numbers_of_any_length() -> None:
    huge = "5" + "0" * 5000
    penalty = f'{{"first_out": 1, "result": "double", "penalties": [{{"side": "B", "points": -{huge}, "code": "x"}}]}}'
    wrong = f'{{"first_out": 1, "result": "count", "points": {{"A": {huge}}}}}'
    command = [sys.executable, "-m", "engine", "score", "tichu"]
    done = subprocess.run(command, input=f"{penalty}\n{wrong}\n", capture_output=True, text=True, check=True)
    scored, refused = done.stdout.splitlines()
    assert f'"B": -{huge}' in scored
    assert codes(json.loads(refused)) == ["points_out_of_range"]
    assert done.stderr == ""


def test_the_process_ends_quietly_when_nobody_reads_on() -> None:
    command = f"{sys.executable} -m engine options tichu | head -n 1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["name"] == "variant"


@pytest.mark.usefixtures("with_toys")
def test_a_game_in_another_folder_is_answered_like_any_other() -> None:
    assert {"tichu", "trio"} <= {game["key"] for game in run("games")}
    hand = {"winner": "P2", "points": {"P1": 3}}
    assert ask("score", "trio", value=hand)["score"] == {"P1": 3, "P2": 5, "P3": 0}
    answer = ask("match", "trio", value=[hand, hand])
    assert answer["problems"][0]["code"] == "match_over"
    answer = ask(
        "match", "trio", "--options", '{"games_to_win": 2}', value=[hand, {"adjust": "P1", "points": -1}]
    )
    assert answer["games"] == {"P1": 0, "P2": 1, "P3": 0}
    assert answer["totals"] == {"P1": 2, "P2": 5, "P3": 0}
