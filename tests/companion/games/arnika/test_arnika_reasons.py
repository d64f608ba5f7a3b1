"""Every refusal says why in both languages, with who, where and how many where the rules know it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import arnika
from companion.locale import FOLDER, LANGUAGES, read_catalogue

SOURCES = Path(arnika.__file__).parent
PLACEHOLDER = re.compile(r"{(\w+)}")
PIECES = ("connection", "junior", "senior")


def codes(node: ast.expr) -> Iterator[str]:
    """The codes that the first argument of a refusal may be."""
    match node:
        case ast.Constant(value=str(code)):
            yield code
        case ast.IfExp(body=body, orelse=orelse):
            yield from (*codes(body), *codes(orelse))
        case ast.JoinedStr():
            yield from (f"no_{piece}_left" for piece in PIECES)


def refusals() -> dict[str, set[str]]:
    """Every code in the sources of the game and the facts that it is refused with."""
    found: dict[str, set[str]] = {}
    for path in sorted(SOURCES.glob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "refuse":
                facts = {word.arg for word in call.keywords if word.arg} - {"overrulable", "private"}
                for code in codes(call.args[0]):
                    found.setdefault(code, set()).update(facts)
    return found


FOUND = refusals()


def sentences(language: str) -> dict[str, tuple[str, ...]]:
    """All forms of each sentence of the game."""
    catalogue = read_catalogue(FOLDER / language / "LC_MESSAGES" / "arnika.po")
    return {
        message.id if isinstance(message.id, str) else message.id[0]: (message.string,)
        if isinstance(message.string, str)
        else tuple(message.string)
        for message in catalogue
        if message.id
    }


def test_the_sources_were_read() -> None:
    assert {"too_close", "passes_piece", "no_junior_left", "say_which", "light"} <= FOUND.keys()
    assert len(FOUND) > 50


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_words_that_tell_all_its_facts(language: str) -> None:
    said = sentences(language)
    for code, facts in FOUND.items():
        forms = said[f"refusal.{code}"]
        assert all(forms), code
        told = set(PLACEHOLDER.findall(forms[-1]))
        assert told == facts, f"{code} tells {told} of {facts}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_wait_for_a_refusal_that_nobody_says(language: str) -> None:
    kept = {key.removeprefix("refusal.") for key in sentences(language) if key.startswith("refusal.")}
    assert kept == FOUND.keys()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("key", "facts"),
    [
        ("log.longest", {"who", "n"}), ("log.cut", {"who", "by", "n", "before"}), ("log.longest_tied", {"n"}),
        ("log.longest_aside", {"n"}), ("log.top", {"who", "n"}), ("log.won", {"who", "n"}),
    ],
)  # fmt: skip
def test_every_award_says_who_has_it_and_what_for(language: str, key: str, facts: set[str]) -> None:
    assert facts <= set(PLACEHOLDER.findall(sentences(language)[key][-1]))
