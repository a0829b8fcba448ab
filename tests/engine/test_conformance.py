"""What every game must keep to, the shipped ones and the made-up one alike."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engine.core.game import Game, MatchState
from engine.core.infractions import Reach
from engine.core.options import as_json, diff, fingerprint, form, help, options_of, schema
from engine.core.play import Fault, Opening, Replayed, play_hand
from engine.core.problems import RulesError, sentence
from engine.registry import all_games, games_in
from tests.engine.conftest import TOYS
from tests.engine.strategies import any_json

GAMES = (*all_games(), *games_in(TOYS))

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def examples(kind: str) -> list[Any]:
    return [
        pytest.param(game, example, id=f"{game.key} {example['article']}")
        for game in GAMES
        for example in json.loads(game.examples.read_text(encoding="utf-8"))[kind]
    ]


def rules_of(game: Game, options: dict[str, Any]) -> Any:
    rules = game.read_rules(options)
    assert isinstance(rules, game.Rules), rules
    return rules


@pytest.mark.parametrize(("game", "example"), examples("hands"))
def test_worked_hand_gives_the_published_score(game: Game, example: dict[str, Any]) -> None:
    rules = rules_of(game, example["options"])
    assert game.check(example["summary"], rules) == ()
    score = game.score(example["summary"], rules)
    assert score.sides == example["score"]
    assert {line.code for line in score.lines} <= game.line_texts.keys()
    if "victory_points" in example:
        assert game.victory_points(example["summary"], rules) == example["victory_points"]


@pytest.mark.parametrize(("game", "example"), examples("rejected"))
def test_worked_summary_is_refused_with_its_codes(game: Game, example: dict[str, Any]) -> None:
    rules = rules_of(game, example["options"])
    problems = game.check(example["summary"], rules)
    assert [problem.code for problem in problems] == example["codes"]
    assert all("{" not in sentence(problem, game.messages) for problem in problems)
    with pytest.raises(RulesError):
        game.score(example["summary"], rules)
    with pytest.raises(RulesError):
        game.canonical(example["summary"], rules)


@pytest.mark.parametrize(("game", "example"), examples("option_sets"))
def test_worked_option_set_is_refused_with_its_codes(game: Game, example: dict[str, Any]) -> None:
    problems = game.read_rules(example["options"])
    assert [problem.code for problem in problems] == example["codes"]
    assert all("{" not in sentence(problem, game.messages) for problem in problems)


@pytest.mark.parametrize(("game", "example"), examples("matches"))
def test_worked_match_runs_and_ends_as_published(game: Game, example: dict[str, Any]) -> None:
    state = game.open_match(rules_of(game, example["options"]))
    state = replace(state, totals=example.get("before", state.totals))
    for entry in example["entries"]:
        following = game.add(state, entry)
        assert isinstance(following, MatchState), following
        state = following
    assert list(state.running) == example["running"]
    expected = (example["finished"], example["winner"], example["reason"])
    assert (state.finished, state.winner, state.reason) == expected
    if "refused_after" in example:
        refused = game.add(state, example["entries"][0])
        assert isinstance(refused, tuple)
        assert [problem.code for problem in refused] == [example["refused_after"]]
        assert all("{" not in sentence(problem, game.messages) for problem in refused)


@every_game
def test_every_kind_of_example_is_there(game: Game) -> None:
    assert all(json.loads(game.examples.read_text(encoding="utf-8")).values())


@every_game
def test_profiles_are_readable_and_differ_from_the_defaults_as_declared(game: Game) -> None:
    usual = rules_of(game, {})
    for profile in game.profiles:
        rules = rules_of(game, {"profile": profile.key})
        changed = {name for name in options_of(game.Rules) if getattr(rules, name) != getattr(usual, name)}
        assert changed <= profile.options.keys()
        assert len(diff(usual, rules)) == len(changed)
        assert (fingerprint(rules) == fingerprint(usual)) == (not changed)
        assert rules_of(game, {**as_json(rules), "profile": profile.key}) == rules


@every_game
def test_sides_and_seats_fit_each_other(game: Game) -> None:
    for variant in game.variants:
        rules = rules_of(game, {"variant": variant.key} if len(game.variants) > 1 else {})
        seats = game.seats(rules)
        assert seats == tuple(range(1, len(seats) + 1))
        assert {game.side_of(rules, seat) for seat in seats} == set(game.sides(rules))
        assert set(game.seat_names(rules)) >= set(seats)


@every_game
def test_schemas_are_schemas_and_refuse_unknown_fields(game: Game) -> None:
    rules = rules_of(game, {})
    for document in (schema(game.Summary, game.scope(rules)), schema(game.Rules)):
        Draft202012Validator.check_schema(document)
        assert not Draft202012Validator(document).is_valid({"no such field": 1})


@every_game
def test_form_asks_for_everything_that_is_typed_and_help_explains_every_option(game: Game) -> None:
    scope = game.scope(rules_of(game, {}))
    asked = [field["name"] for group in form(game.Summary, scope) for field in group["fields"]]
    declared = options_of(game.Summary).items()
    typed = [name for name, field in declared if not field.filled and field.is_offered(scope)]
    assert sorted(asked) == sorted(typed)
    assert json.loads(json.dumps(form(game.Summary, scope))) == form(game.Summary, scope)
    assert [row["name"] for row in help(game.Rules)] == list(options_of(game.Rules))
    assert all(row["label"] for row in help(game.Rules))


@every_game
def test_a_fresh_match_knows_its_first_hand(game: Game) -> None:
    state = game.open_match(rules_of(game, {}), dealer=2)
    context = state.context(board=7)
    assert (context.number, context.dealer, context.board) == (1, 2, 7)
    assert set(context.filled) == {name for name, field in options_of(game.Summary).items() if field.filled}
    assert set(state.totals) == set(game.sides(state.rules))
    json.dumps(state.as_json())


@every_game
def test_a_match_closed_without_hands_is_a_draw(game: Game) -> None:
    closed = game.close(game.open_match(rules_of(game, {})), "time")
    assert (closed.finished, closed.winner, closed.reason) == (True, "draw", "time")
    refused = game.add(closed, {})
    assert isinstance(refused, tuple)
    assert [problem.code for problem in refused] == ["match_over"]


@every_game
def test_a_warning_changes_nothing_and_an_effect_beyond_the_hand_is_misuse(game: Game) -> None:
    rules = rules_of(game, {})
    example = json.loads(game.examples.read_text(encoding="utf-8"))["hands"][0]
    side = game.sides(rules)[0]
    warned = {"code": "slow_play", "effect": "warning", "side": side}
    assert game.rule(example["summary"], warned, rules) == example["summary"]
    beyond = [
        effect for effect, reach in game.effects.items() if reach in (Reach.MATCH, Reach.EVENT, Reach.VOID)
    ]
    assert beyond
    for effect in beyond:
        with pytest.raises(RulesError):
            game.rule(example["summary"], {**warned, "effect": effect}, rules)


@every_game
@given(raw=any_json)
def test_check_answers_anything_with_known_codes(game: Game, raw: Any) -> None:
    rules = rules_of(game, {})
    problems = game.check(raw, rules)
    assert {problem.code for problem in problems} <= game.messages.keys()
    assert len({problem.code for problem in problems}) == len(problems)
    json.dumps([problem.params | {"path": problem.path} for problem in problems]).encode("utf-8")
    match = game.open_match(rules)
    in_match = game.check(raw, rules, match.context())
    if in_match:
        assert game.add(match, raw) == in_match


@every_game
@given(raw=any_json)
def test_reading_options_answers_anything_with_known_codes(game: Game, raw: Any) -> None:
    rules = game.read_rules(raw)
    if isinstance(rules, tuple):
        assert rules
        assert {problem.code for problem in rules} <= game.messages.keys()


@pytest.mark.parametrize(("game", "example"), examples("hands"))
def test_normal_form_is_reached_at_once_and_scores_the_same(game: Game, example: dict[str, Any]) -> None:
    rules = rules_of(game, example["options"])
    normal = game.canonical(example["summary"], rules)
    assert game.canonical(normal, rules) == normal
    assert game.score(normal, rules).sides == example["score"]
    assert json.loads(json.dumps(normal)) == normal


playable = pytest.mark.parametrize("game", [game for game in GAMES if game.play], ids=lambda game: game.key)


@playable
@given(seed=st.integers(0, 10**6))
@settings(max_examples=25)
def test_random_hand_replays_to_the_summary_and_score_it_was_played_to(game: Game, seed: int) -> None:
    assert game.play is not None
    for variant in game.variants:
        rules = rules_of(game, {"variant": variant.key} if len(game.variants) > 1 else {})
        record, summary = play_hand(game.play, rules, Random(seed))
        assert (record, summary) == play_hand(game.play, rules, Random(seed))
        assert game.check(summary, rules) == ()
        outcome = game.play.replay(json.loads(json.dumps(record)), None)
        assert isinstance(outcome, Replayed), outcome
        assert outcome.summary == summary
        assert outcome.score == game.score(summary, rules)


@playable
def test_every_seat_sees_its_own_cards_alone(game: Game) -> None:
    assert game.play is not None
    rules = rules_of(game, {})
    record, _summary = play_hand(game.play, rules, Random(1))
    opened = game.play.read(record, rules)
    assert isinstance(opened, Opening)
    state = opened.state
    for event in record["events"]:
        for seat in game.seats(rules):
            assert set(game.play.view_for(state, seat)["hands"]) == {str(seat)}
        assert set(game.play.view_for(state, None)["hands"]) == {str(seat) for seat in game.seats(rules)}
        state = game.play.apply(state, event)
    assert state.is_over


@playable
@given(raw=any_json)
def test_replay_answers_anything_with_a_known_code(game: Game, raw: Any) -> None:
    assert game.play is not None
    outcome = game.play.replay(raw, None)
    assert isinstance(outcome, Fault)
    assert outcome.problem.code in game.messages


@every_game
def test_example_in_the_readme_of_a_game_runs(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    readme = game.examples.with_name("README.md")
    blocks = readme.read_text(encoding="utf-8").split("```python\n")[1:] if readme.exists() else []
    for block in blocks:
        exec(compile(block.split("```")[0], str(readme), "exec"), {})
        assert capsys.readouterr().out.startswith("True ")
