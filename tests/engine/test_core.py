"""Problems, cards, kinds and declared options, apart from any game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from engine.core.cards import Card, Deck, Rank, Suit
from engine.core.compounds import BySeat, BySide, ListOf, Record
from engine.core.game import HandScore, Line
from engine.core.kinds import (
    CardCode,
    Choice,
    ChoiceValue,
    Flag,
    Integer,
    Kind,
    Scope,
    SeatNumber,
    SideName,
    Text,
)
from engine.core.options import Declared, as_json, diff, fingerprint, form, option, parse, schema
from engine.core.problems import Problem, RulesError, each_once, pointer, sentence, shown
from engine.core.records import is_score
from tests.engine.strategies import any_json

DECK = Deck.of(
    (Rank("7", "seven"), Rank("A", "ace")), (Suit("c", "clubs"), Suit("h", "hearts")), (Card("JK"),)
)
SCOPE = Scope(None, (1, 2, 3), ("P1", "P2", "P3"))
COLOURS = Choice((ChoiceValue("red", "Red"), ChoiceValue(1, "One")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    place: int = option(Integer(minimum=1), label="Place", required=True)
    name: str = option(Text(maximum_length=10), default="", label="Name")


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    DECLARED: ClassVar[Declared] = Declared("unknown_setting", "bad_setting", "missing_setting")

    tables: int = option(Integer(minimum=1, maximum=40), label="Tables", required=True, group="Hall")
    colour: object = option(COLOURS, default="red", label="Colour", group="Hall")
    fee: int | None = option(
        Integer(minimum=0, step=50, nullable=True), default=None, label="Fee", unit="cents", group="Money"
    )
    reduced: bool = option(Flag(), default=False, label="Reduced", group="Money", when={"colour": ("red",)})
    prizes: tuple[Prize, ...] = option(ListOf(Record(Prize), maximum_length=3), default=(), label="Prizes")

    def check(self) -> Iterator[Problem]:
        if self.reduced and not self.fee:
            yield Problem("nothing_to_reduce", "/reduced")


def test_a_mapping_becomes_an_immutable_value_with_its_defaults() -> None:
    evening = parse(Evening, {"tables": 8, "prizes": [{"place": 1}]})
    assert evening == Evening(tables=8, prizes=(Prize(place=1, name=""),))
    assert parse(Evening, {}, {"tables": 3}) == Evening(tables=3)


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        ([], [("bad_setting", "")]),
        ({"x": 1, "y/z": 2, "tables": "x"}, [("unknown_setting", "/x"), ("unknown_setting", "/y~1z")]),
        (
            {"fee": 7, "colour": "blue"},
            [("bad_setting", "/colour"), ("bad_setting", "/fee"), ("missing_setting", "/tables")],
        ),
        ({"tables": 1, "prizes": [{"name": "x"}]}, [("bad_setting", "/prizes")]),
        ({"tables": 1, "reduced": True}, [("nothing_to_reduce", "/reduced")]),
    ],
)
def test_all_that_is_wrong_is_reported_at_once_by_stages(raw: Any, found: list[tuple[str, str]]) -> None:
    problems = parse(Evening, raw)
    assert isinstance(problems, tuple)
    assert [(problem.code, problem.path) for problem in problems] == found


def test_the_form_has_groups_conditions_units_and_inner_forms() -> None:
    groups = form(Evening, SCOPE, translate=str.upper)
    assert [group["title"] for group in groups] == ["HALL", "MONEY", ""]
    fee, reduced = groups[1]["fields"]
    assert (fee["widget"], fee["step"], fee["unit"], fee["nullable"]) == ("number", 50, "CENTS", True)
    assert reduced["when"] == {"colour": ["red"]}
    assert {field["unless"] for group in groups for field in group["fields"]} == {""}
    (prizes,) = groups[2]["fields"]
    assert prizes["of"]["widget"] == "record"
    assert [field["name"] for field in prizes["of"]["fields"]] == ["place", "name"]


def test_a_value_with_records_can_be_typed_again() -> None:
    evening = Evening(tables=8, prizes=(Prize(place=1, name="cup"),))
    assert as_json(evening)["prizes"] == [{"place": 1, "name": "cup"}]
    assert parse(Evening, as_json(evening)) == evening


def test_an_open_ended_record_ignores_other_keys() -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Note:
        DECLARED: ClassVar[Declared] = Declared(open_ended=True)
        text: str = option(Text(), label="Text", required=True)

    assert parse(Note, {"text": "x", "more": 1}) == Note(text="x")
    assert Draft202012Validator(schema(Note)).is_valid({"text": "x", "more": 1})


def test_a_field_is_required_only_while_it_is_visible() -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Reply:
        DECLARED: ClassVar[Declared] = Declared(null_is_absent=True)
        coming: bool = option(Flag(), label="Coming", required=True)
        guests: object = option(
            BySide(Integer()), default=None, label="Guests", required=True, when={"coming": (True,)}
        )

    validator = Draft202012Validator(schema(Reply, SCOPE))
    for raw, good in (
        ({"coming": False}, True),
        ({"coming": False, "guests": None}, True),
        ({"coming": True}, False),
        ({"coming": True, "guests": None}, False),
        ({"coming": True, "guests": {"P1": 2}}, True),
    ):
        assert validator.is_valid(raw) is good
        assert isinstance(parse(Reply, raw, scope=SCOPE), Reply) is good
    assert as_json(Reply(coming=True, guests={"P1": 2})) == {"coming": True, "guests": {"P1": 2}}


def test_differences_are_told_and_hashed() -> None:
    one, other = Evening(tables=8), Evening(tables=8, fee=500, colour=1)
    assert diff(one, other) == ("Colour: One (usually Red)", "Fee: 500 (usually none)")
    assert fingerprint(one) == fingerprint(Evening(tables=8)) != fingerprint(other)
    with pytest.raises(RulesError):
        diff(one, Prize(place=1))


KINDS: list[Kind] = [
    Flag(),
    Integer(minimum=-5, maximum=10, step=5),
    Integer(nullable=True),
    COLOURS,
    Text(minimum_length=1, maximum_length=3),
    SeatNumber(),
    SideName(),
    CardCode(DECK),
    BySeat(Integer(minimum=0)),
    BySide(Flag()),
    ListOf(SeatNumber(), minimum_length=1, maximum_length=lambda scope: len(scope.seats), unique=True),
    Record(Prize),
]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: type(kind).__name__)
@given(value=any_json)
def test_a_kind_and_its_schema_accept_the_same(kind: Kind, value: Any) -> None:
    if "." not in repr(value):
        assert Draft202012Validator(kind.schema(SCOPE)).is_valid(value) == kind.accepts(value, SCOPE)


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        (Flag(), [True, False], [0, 1, "true", None]),
        (Integer(minimum=-5, maximum=10, step=5), [-5, 0, 10], [-10, 15, 3, 5.0, True, "5", None]),
        (Integer(nullable=True), [None, -7], [False, 1.5]),
        (COLOURS, ["red", 1], [True, "blue", 1.0, ["red"]]),
        (SeatNumber(), [1, 3], [0, 4, "1", True, 1.0]),
        (SideName(), ["P1"], ["A", 1, None, ["P1"]]),
        (CardCode(DECK), ["7c", "JK"], ["c7", "", 7, None]),
        (BySeat(Integer()), [{}, {"1": 5}], [{"4": 5}, {"1": "x"}, [], None]),
        (BySide(Flag()), [{"P3": True}], [{"A": True}, {"P1": 1}]),
        (ListOf(SeatNumber(), unique=True), [[], [2, 1]], [[1, 1], [9], "12", None]),
        (Record(Prize), [{"place": 2}], [{}, {"place": 0}, {"place": 1, "x": 1}, None]),
    ],
)
def test_a_kind_accepts_what_it_should(kind: Kind, good: list[Any], bad: list[Any]) -> None:
    assert [value for value in good if not kind.accepts(value, SCOPE)] == []
    assert [value for value in bad if kind.accepts(value, SCOPE)] == []
    validator = Draft202012Validator(kind.schema(SCOPE))
    assert all(validator.is_valid(value) for value in good)


def test_a_deck_finds_cards_and_shuffles_the_same_way_for_the_same_seed() -> None:
    assert DECK.codes == ("7c", "Ac", "7h", "Ah", "JK")
    assert str(DECK.find("Ah")) == "Ah"
    assert DECK.find("hA") is None
    assert DECK.shuffled(Random(3)) == DECK.shuffled(Random(3))
    assert sorted(map(str, DECK.shuffled(Random(3)))) == sorted(DECK.codes)
    with pytest.raises(RulesError, match="twice"):
        Deck((Card("JK"), Card("JK")))


def test_the_details_of_a_score_stand_beside_its_sides_where_the_rules_say_so() -> None:
    lines, details = [Line("won", "B", 2, {})], {"codes": ["won"]}
    assert HandScore.of_lines("AB", lines, details, inline=True).as_json() == {"A": 0, "B": 2, **details}
    assert HandScore.of_lines("AB", lines, details).as_json() == {"A": 0, "B": 2, "details": details}
    assert HandScore.of_lines("AB", []).as_json() == {"A": 0, "B": 0}


def test_a_score_that_its_lines_do_not_explain_is_misuse() -> None:
    line = Line("points", "P1", 5, {})
    assert HandScore.of_lines(("P1", "P2"), [line]).sides == {"P1": 5, "P2": 0}
    with pytest.raises(RulesError, match="add up"):
        HandScore({"P1": 6}, (line,), {})


@pytest.mark.parametrize("inline", [True, False])
def test_a_score_that_was_written_down_may_leave_out_details_but_no_side(inline: bool) -> None:
    line = Line("points", "P1", 5, {})
    score = HandScore.of_lines(("P1", "P2"), [line], {"made": True}, inline=inline)
    told = {"P1": 5, "P2": 0, "made": True} if inline else {"P1": 5, "P2": 0, "details": {"made": True}}
    assert score.as_json() == told
    assert is_score(told, score) and is_score({"P1": 5, "P2": 0}, score)
    for wrong in ({"P1": 5}, {"P1": 5, "P2": False}, {**told, "P3": 0}, {**told, "made": 1}, None):
        assert not is_score(wrong, score)


def test_limits_of_a_number_may_depend_on_the_rules() -> None:
    kind = Integer(minimum=lambda scope: scope.rules - 1, maximum=lambda scope: scope.rules + 1)
    scope = Scope(rules=7)
    assert [value for value in range(12) if kind.accepts(value, scope)] == [6, 7, 8]
    assert kind.schema(scope) == {"type": "integer", "minimum": 6, "maximum": 8}
    assert kind.form(scope)["maximum"] == 8 and kind.range_in_words(scope) == "6 to 8"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (7, 7),
        (10**18, "10^18"),
        (-(10**20), "−10^20"),
        (True, "true"),
        (None, "null"),
        (2.5, "2.5"),
        (Fraction(3, 2), "3/2"),
        ("x" * 99, "x" * 39 + "…"),
        ("\ud800", "?"),
        ([], "[]"),
        ([1], "[…]"),
        ({"a": 1}, "{…}"),
    ],
)
def test_any_value_is_shown_in_short(value: object, expected: object) -> None:
    assert shown(value) == expected


def test_sentences_are_made_from_templates_names_and_translations() -> None:
    problem = Problem("late", pointer("a", 0), {"seat": 2, "n": 2})
    messages = {"late": "{seat} came {n} minutes late, {unknown}"}
    spanish = {"West": "Oeste"}
    told = sentence(problem, messages, lambda text: spanish.get(text, text), {2: "West"})
    assert told == "Oeste came 2 minutes late, {unknown}"
    assert sentence(problem, {}) == "late"


def test_the_first_problem_of_each_code_is_kept() -> None:
    first, second, other = Problem("a", "/1"), Problem("a", "/2"), Problem("b")
    assert each_once([first, second, other]) == (first, other)
    assert second.below("/x").path == "/x/2"
