"""The catalogues of the project, and that the check finds what it is there to find."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.locale import LANGUAGES, PLURALS
from companion.locale.problems import catalogue_problems


def test_every_word_is_there_in_both_languages():
    assert catalogue_problems() == []


def write(folder: Path, language: str, body: str, domain: str = "table") -> None:
    target = folder / "locale" / language / "LC_MESSAGES" / f"{domain}.po"
    target.parent.mkdir(parents=True, exist_ok=True)
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    target.write_text(f'{head}"Plural-Forms: {PLURALS[language]}\\n"\n\n{body}', "utf-8")


@pytest.mark.parametrize(
    ("fa", "en", "found"),
    [
        ('msgid "a.b"\nmsgstr "سلام"', 'msgid "a.c"\nmsgstr "hello"', "a.b: not there"),
        ('msgid "a.b"\nmsgstr "{x} سلام"', 'msgid "a.b"\nmsgstr "hello {y}"', "asks for ['x']"),
        ('msgid "a.b"\nmsgstr "۲ و 3"', 'msgid "a.b"\nmsgstr "2"', "a Latin digit"),
        ('msgid "a.b"\nmsgstr "بازي"', 'msgid "a.b"\nmsgstr "game"', "an Arabic letter"),
        ('msgid "a.b"\nmsgstr "سلام"', 'msgid "a.b"\nmsgstr "go →"', "in no font of ours"),
        ('msgid "a.b"\nmsgstr ""', 'msgid "a.b"\nmsgstr "x"', "not translated"),
        ('msgid "a.b"\nmsgstr "س {x"', 'msgid "a.b"\nmsgstr "x"', "no placeholder"),
        ('msgid "a.b"\nmsgstr "س"\nmsgid "a.b"\nmsgstr "س"', 'msgid "a.b"\nmsgstr "x"', "stands twice"),
        ("garbage", 'msgid "a.b"\nmsgstr "x"', "no catalogue"),
    ],
)
def test_what_is_wrong_with_a_catalogue_is_found(tmp_path: Path, fa: str, en: str, found: str):
    write(tmp_path, "fa", fa)
    write(tmp_path, "en", en)
    assert any(found in problem for problem in catalogue_problems(tmp_path / "locale", tmp_path))


def test_commands_and_sizes_may_stand_in_persian(tmp_path: Path):
    write(tmp_path, "fa", 'msgid "a.b"\nmsgstr "مانند 1280x800 و libfribidi0"')
    write(tmp_path, "en", 'msgid "a.b"\nmsgstr "such as 1280x800 and libfribidi0"')
    assert catalogue_problems(tmp_path / "locale", tmp_path) == []


def test_words_that_the_code_says_and_nobody_wrote_are_found(tmp_path: Path):
    for language in LANGUAGES:
        write(tmp_path, language, 'msgid "a.b"\nmsgstr "x"')
        write(tmp_path, language, 'msgid "log.Roll"\nmsgstr "x"', "toy")
    (tmp_path / "games" / "toy").mkdir(parents=True)
    (tmp_path / "screen.py").write_text("Line.of('a.b')\nwords.text('a.z')\nRefusal('poor')\n")
    (tmp_path / "games" / "toy" / "rules.py").write_text("class Roll(Action): ...\nLine('a.b')\nWord('a.y')\n")
    problems = catalogue_problems(tmp_path / "locale", tmp_path)
    assert sorted(problem.partition(": no")[0] for problem in problems) == [
        "games/toy/rules.py:1: action.Roll",
        "games/toy/rules.py:3: a.y",
        "screen.py:2: a.z",
        "screen.py:3: refusal.poor",
    ]
