"""The option ``term_set``: the same match in the words of the text, of its first wording, and of the classic rules."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from companion.events import Match
from companion.game import Counted, Line, Seat, Who, Word
from companion.games.arnika import rules
from companion.games.arnika.cards import KINDS
from companion.locale import LANGUAGES, Catalogue
from companion.screens.icons import ASSETS, ICONS, pictured
from tests.companion.games.arnika.tables import GAME, setup


def refusals() -> list[str]:
    """Every code that the rules refuse with, read from their source."""
    source = "".join(path.read_text("utf-8") for path in sorted(Path(rules.__file__).parent.glob("*.py")))
    codes = set(re.findall(r'refuse\(\s*"(\w+)"', source)) | set(re.findall(r'"(no_\w+_left)"', source))
    return sorted(codes)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_says_why(language: str) -> None:
    words = Catalogue(language, strict=True)
    assert len(refusals()) > 50
    assert [code for code in refusals() if not words.has(f"refusal.{code}", GAME.name)] == []


def said(language: str, terms: str | None, line: Line) -> str:
    return Catalogue(language, {Seat(0): "junior of coin"}, terms=terms, strict=True).say(line, "arnika")


@pytest.mark.parametrize(
    ("language", "terms", "sentence"),
    [
        ("en", "revised", "Upgrades need a junior"),
        ("en", "original", "company"),
        ("en", "classic", "settlement"),
        ("fa", "revised", "جونیور"),
        ("fa", "original", "شرکت"),
        ("fa", "classic", "دهکده"),
    ],
)
def test_a_junior_is_called_what_the_table_calls_it(language: str, terms: str, sentence: str) -> None:
    words = said(language, terms, Line.of("log.BuildJunior", seat=Who(Seat(0))))
    assert sentence.rpartition(" ")[2] in words


def test_names_of_players_and_placeholders_are_never_renamed() -> None:
    cost = (Counted(2, Word("word.coin")),)
    assert said("en", "classic", Line.of("log.BuildSenior", seat=Who(Seat(0)))).startswith("junior of coin upgrades")
    assert "2 ore" in said("en", "classic", Line.of("refusal.bank_lacks", cards=cost))


def test_a_shared_sentence_keeps_its_own_meaning() -> None:
    """Words of the table, like a connection that is lost, belong to no game."""
    for language in LANGUAGES:
        plain, classic = Catalogue(language, strict=True), Catalogue(language, terms="classic", strict=True)
        for key in ("word.seat", "word.nothing"):
            assert classic.text(key, "arnika", number=1) == plain.text(key, "arnika", number=1)


def test_the_names_of_the_sets_stay_themselves() -> None:
    assert "Junior" in Catalogue("en", terms="classic", strict=True).text("option.term_set.revised", "arnika")


@pytest.mark.parametrize(("preset", "terms"), [("text", "revised"), ("classic", "classic")])
def test_a_match_knows_its_set_of_words(preset: str, terms: str) -> None:
    match = Match("m", GAME.name, GAME.rules_version, setup(preset), (), 0.0)
    assert match.terms == terms


def test_the_classic_words_have_pictures_of_their_own() -> None:
    codes = json.loads((ASSETS / "icons.json").read_text("ascii"))
    for name in (*KINDS, "consult", "crisis"):
        classic = pictured(name, "classic")
        assert classic != name
        assert ICONS[classic] in codes
        assert pictured(name, "revised") == pictured(name, "original") == pictured(name, None) == name
