"""Words that a newcomer reads before anything was played: who plays, how round 1 was paired, what is told plainly."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from pages.words.event import UNPLAYED, stage_in_words, stage_name
from pages.words.kinds import kind_in_words, size_in_words
from pages.words.reasons import reason_in_words
from scoring.selectors.rounds import Reason
from tests.make import Evening, add_stage, evening
from tests.pages.conftest import address
from tests.pages.test_desk import at, client_of
from tournaments.models import Event, Round, Stage

EVEN = {"number": 1, "other": 3, "score": "0", "other_score": "0", "avoided": 2}
LIST = "first round: top half of the list against the bottom half"


def first_round(number: int = 1, **options: Any) -> Round:
    return Round(number=number, stage=Stage(method="swiss", method_options=options))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, LIST),
        ({"pattern": "slide"}, LIST),
        ({"pattern": "fold"}, "first round: the first of the list against the last"),
        ({"pattern": "adjacent"}, "first round: neighbours in the list"),
        ({"pattern": "random"}, "first round: drawn by lot"),
        ({"seeding": "draw"}, "first round: drawn by lot"),
        ({"accelerate_rounds": 2}, "first round, accelerated: each half of the list by itself"),
    ],
)
def test_a_table_of_the_first_round_is_told_by_the_list(options: dict[str, Any], words: str) -> None:
    assert reason_in_words(Reason("same_score", EVEN), first_round(**options)) == words


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("avoids_ban", f"{LIST}; 1 and 2 may not meet"),
        ("avoids_club", f"{LIST}; keeps 1 and 2 of one club apart"),
        ("best_for_all", f"{LIST}; makes room for the tables of others"),
        ("bye_lowest", "first round: the last of the list has the bye"),
        ("fixed", "set by the director"),
    ],
)
def test_what_stood_between_is_told_with_it(code: str, words: str) -> None:
    assert reason_in_words(Reason(code, EVEN), first_round()) == words


def test_an_accelerated_first_round_has_scores_that_nobody_made() -> None:
    reason = Reason("same_score", {**EVEN, "score": "2", "other_score": "2"})
    assert "accelerated" in reason_in_words(reason, first_round(accelerate_rounds=1))


def test_scores_that_were_made_are_told() -> None:
    level = Reason("same_score", EVEN)
    assert reason_in_words(level, first_round(2)) == "0-0, same score"
    carried = Reason("same_score", {**EVEN, "score": "4", "other_score": "4"})
    assert reason_in_words(carried, first_round()) == "4-4, same score"


def test_draft_and_public_page_of_round_one_speak_of_the_list(db: None) -> None:
    made = evening(4)
    made.drawn()
    dora = client_of(made.dora)
    draft = at(made.event, "stages/1/rounds/1/draft/")
    assert dora.get(draft).text.count(LIST) == 2
    spanish = dora.get(draft, headers={"accept-language": "es"}).text
    assert "la mitad de arriba de la lista contra la de abajo" in spanish
    dora.post(at(made.event, "step/"), {"kind": "publish", "stage": "1", "number": "1"})
    public = Client().get(address(made.event, "rounds/1/")).text
    assert public.count(f"Pairing: {LIST}") == 2 and "same score" not in public


@pytest.mark.parametrize(
    ("kind", "words", "spanish"),
    [("pair", "Pairs", "Parejas"), ("team", "Teams", "Equipos"), ("individual", "Players", "Jugadores")],
)
def test_the_office_names_those_who_play_by_what_they_are(
    hall: Evening, dora: Client, kind: str, words: str, spanish: str
) -> None:
    Event.objects.filter(pk=hall.event.pk).update(entrant_kind=kind)
    for language, word in (("en", words), ("es", spanish)):
        for rest in ("setup/", "setup/entrants/"):
            text = dora.get(address(hall.event, rest), headers={"accept-language": language}).text
            assert f"</svg>{word}</a></li>" in text, (language, rest)
            assert "Entrants" not in text and "Participantes" not in text, (language, rest)


def test_their_number_is_told_in_the_same_word() -> None:
    event = Event(entrant_kind="team")
    assert (size_in_words(event, 1), size_in_words(event, 8)) == ("1 team", "8 teams")
    assert kind_in_words(event, "one") == "Team"
    with pytest.raises(KeyError):
        kind_in_words(event, "some")


def test_a_stage_called_after_its_method_is_named_in_the_readers_language(db: None, dora: Client) -> None:
    for name in ("Swiss", "Suizo"):
        stage = Stage(method="swiss", name=name)
        assert stage_name(stage) == "Swiss"
        with translation.override("es"):
            assert stage_name(stage) == "Suizo"
    assert stage_name(Stage(method="swiss", name="Qualifying")) == "Qualifying"
    assert stage_name(Stage(method="of another release", name="Swiss")) == "Swiss"


def test_the_overview_and_the_rulings_tell_no_name_in_another_language(hall: Evening, dora: Client) -> None:
    Stage.objects.filter(pk=hall.stage.pk).update(name="Swiss")
    spanish = {"accept-language": "es"}
    assert "Suizo" in dora.get(address(hall.event, "setup/"), headers=spanish).text
    hall.next_round()
    rulings = dora.get(at(hall.event, "rulings/"), headers=spanish).text
    assert ">Ronda 1</option>" in rulings and "Swiss" not in rulings
    add_stage(hall.event, 2).rounds.create(number=1, status="published", seed=1)
    assert ">Suizo: Ronda 1</option>" in dora.get(at(hall.event, "rulings/"), headers=spanish).text


def test_what_a_missed_round_counts_for_is_told_in_a_sentence() -> None:
    for rule in UNPLAYED:
        rules = {"match": {"hands": 4}, "ranking": ["match_points"], "unplayed": rule}
        stage = Stage(event=Event(), method="swiss", points={}, **rules)
        (told,) = next(fact.lines for fact in stage_in_words(stage) if fact.name == "Rounds not played")
        assert "tie-breaks" in told and told != UNPLAYED[rule]


@pytest.mark.parametrize(("settings", "told"), [({}, False), ({"difference_cap": 300}, True)])
def test_a_cap_is_told_where_there_is_one(db: None, settings: dict[str, int], told: bool) -> None:
    made = evening(4)
    Stage.objects.filter(pk=made.stage.pk).update(settings=settings)
    made.play_round({1: 60, 2: 70})
    legend = Client().get(address(made.event, "standings/")).text.partition('id="legend"')[2]
    assert "Own game points minus those of the opponents." in legend
    assert ("Each match counts up to 300." in legend) == told
