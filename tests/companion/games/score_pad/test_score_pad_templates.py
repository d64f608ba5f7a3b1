"""Templates: TOML in both languages becomes options and a box, and what is wrong is named."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from companion.boxes import SHIPPED, read_templates
from companion.game import BadConfig, Seat, Setup
from companion.games.score_pad import ScorePad, actions
from companion.games.score_pad.templates import Template, ids_are_unique, parse_template
from companion.locale import LANGUAGES, Catalogue
from tests.companion.games.random_play import play
from tests.companion.games.score_pad.tables import GAME, A, totals

HEAD = '[template]\nid = "quiz"\nfa = "مسابقه"\nen = "Quiz"\n'
SHELF = sorted(SHIPPED.glob("*.toml"))


def parsed(more: str = "", head: str = HEAD) -> Template:
    return parse_template(head + more, ScorePad)


def started(template: Template, n: int) -> Setup:
    seats = tuple(Seat(i) for i in range(n))
    return Setup(seats, A, GAME.complete(template.options), box=template.box)


def test_a_template_of_four_lines_is_a_game_for_one_to_eight() -> None:
    template = parsed()
    assert (template.id, template.players, template.minutes, template.options) == ("quiz", (1, 8), (10, 60), ())
    assert {language: Catalogue(language).say(template.name, "score_pad") for language in LANGUAGES} == {
        "fa": "مسابقه",
        "en": "Quiz",
    }


def test_every_key_reaches_the_pad() -> None:
    template = parsed(
        'players = [2, 4]\nby = "categories"\nwinner = "lowest"\ndecimals = 1\ntarget = 12.5\nlowest_entry = -0.5\n'
        'rounds = 3\nclock = "down"\nclock_minutes = 5\ntie = ["column_2", "shared"]\n'
        '[[category]]\nfa = "آ"\nen = "One"\n[[category]]\nfa = "ب"\nen = "Two"\ntimes = -2\n'
    )
    rules = GAME.start(started(template, 2)).rules
    assert (rules.by, rules.winner, rules.decimals, rules.target, rules.lowest_entry) == (
        "categories", "lowest", 1, 125, -5,
    )  # fmt: skip
    assert (rules.rounds, rules.clock, rules.clock_minutes, rules.tie_rules) == (3, "down", 5, ("column_2", "shared"))
    assert [(c.en, c.times) for c in rules.categories] == [("One", 1), ("Two", -2)]


@pytest.mark.parametrize(
    ("more", "key"),
    [
        ('winner = "tallest"', "winner"),
        ('wimner = "lowest"', "wimner"),
        ("players = [0, 4]", "players"),
        ("players = [4, 2]", "players"),
        ("minutes = 20", "minutes"),
        ("target = 1.5", "target"),
        ("target = true", "target"),
        ("rounds = 1000", "rounds"),
        ("decimals = 3", "decimals"),
        ('tie = ["toss"]', "tie"),
        ("tie = []", "tie"),
        ('by = "categories"', "category"),
        ('[[category]]\nfa = "آ"', "en"),
        ('[[category]]\nfa = "آ"\nen = "A"\ntimes = 2.5', "category"),
        ('[[category]]\nfa = "آ"\nen = "A"\ncolor = "red"', "category"),
        ("[code]\nrun = 1", "code"),
    ],
)
def test_what_is_wrong_with_a_template_is_named(more: str, key: str) -> None:
    with pytest.raises(BadConfig) as caught:
        parsed(more)
    assert dict(caught.value.line.facts) == {"key": key}


@pytest.mark.parametrize(
    ("head", "key"),
    [
        ("", "template"),
        ('[template]\nfa = "الف"\nen = "A"\n', "id"),
        ('[template]\nid = "a b"\nfa = "الف"\nen = "A"\n', "id"),
        ('[template]\nid = "a"\nen = "A"\n', "fa"),
        ('[template]\nid = "a"\nfa = "الف"\n', "en"),
        ('[template]\nid = "a"\nfa = "الف"\nen = "' + "x" * 41 + '"\n', "en"),
    ],
)
def test_a_template_has_an_id_and_a_name_in_both_languages(head: str, key: str) -> None:
    with pytest.raises(BadConfig) as caught:
        parsed(head=head)
    assert caught.value.line["key"] == key


def test_a_file_that_is_no_toml_says_where() -> None:
    with pytest.raises(BadConfig) as caught:
        parsed("players = = 2\n")
    assert "line" in str(caught.value.line["what"])


# ------------------------------------------------------------------------------- the shelf


@pytest.mark.parametrize("path", SHELF, ids=lambda path: path.stem)
def test_each_template_on_the_shelf_plays_to_an_end(path: Path) -> None:
    template = parse_template(path.read_text("utf-8"), ScorePad)
    for n in {template.players[0], template.players[1]}:
        *_, (_, _, last) = play(GAME, started(template, n), Random(n))
        assert last.over


def test_the_shelf_is_there_and_its_ids_are_unique() -> None:
    templates, wrong = read_templates([SHIPPED])
    assert (len(templates), wrong) == (len(SHELF), ())
    assert len(SHELF) >= 5
    assert ids_are_unique(templates)
    assert not ids_are_unique((*templates, templates[0]))


def test_a_cafe_adds_a_template_and_replaces_one_of_the_shelf(tmp_path: Path) -> None:
    (tmp_path / "quiz.toml").write_text(HEAD, "utf-8")
    (tmp_path / "ours.toml").write_text(HEAD.replace("quiz", "rummy"), "utf-8")
    templates, wrong = read_templates([SHIPPED, tmp_path])
    names = {template.id: template.en for template in templates}
    assert wrong == ()
    assert (names["quiz"], names["rummy"], len(names)) == ("Quiz", "Quiz", len(SHELF) + 1)


def test_a_bad_file_is_named_in_both_languages_and_keeps_no_other_from_the_shelf(tmp_path: Path) -> None:
    (tmp_path / "a_key.toml").write_text(HEAD + "players = 3\n", "utf-8")
    (tmp_path / "b_toml.toml").write_text("[template", "utf-8")
    (tmp_path / "c_bytes.toml").write_bytes(b"\xff\xfe")
    (tmp_path / "d_good.toml").write_text(HEAD, "utf-8")
    (tmp_path / "e_twice.toml").write_text(HEAD, "utf-8")
    templates, wrong = read_templates([tmp_path])
    assert [template.id for template in templates] == ["quiz"]
    assert len(wrong) == 4
    for language in LANGUAGES:
        said = [Catalogue(language, strict=True).say(error.line, "score_pad") for error in wrong]
        assert all(name in words for name, words in zip(("a_key", "b_toml", "c_bytes", "quiz"), said, strict=True))


def test_darts_count_down_from_501() -> None:
    darts = next(t for t in read_templates([SHIPPED])[0] if t.id == "darts_501")
    state = GAME.apply(GAME.start(started(darts, 2)), actions.Record(A, -180))
    assert totals(state) == [321, 501]
    assert totals(replace(state, rows=((-180, -180, -141), ()))) == [0, 501]
