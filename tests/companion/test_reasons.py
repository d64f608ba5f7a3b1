"""What a decoder says in English of a text that is wrong comes to people as a sentence of their own language."""

from __future__ import annotations

import tomllib
from typing import Annotated, Literal

import msgspec
import pytest
import tomlkit

from companion.game import Line, Quoted
from companion.locale import LANGUAGES, Catalogue
from companion.reasons import reason


class Sample(msgspec.Struct, forbid_unknown_fields=True):
    must: int
    word: Literal["x", "y"] = "x"
    few: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    pair: tuple[int, int] = (1, 2)
    texts: list[str] = []
    maybe: float | None = None


WRONG = (
    '{"must":"x"}', '{"must":1,"word":"q"}', '{"must":1,"few":9}', '{"must":1,"pair":[1]}', '{"must":1,"texts":[1]}',
    '{"must":1,"z":1}', "{}", "[]", '{"must":1', '{"must" 1}', "x", "", '{"must":1,"maybe":"s"}', '{"must":1e400}',
    '{"must":1}x', b'{"must":1,"texts":["\xff"]}',
)  # fmt: skip
WRONG_TOML = ("a = ", "a 1", "a = 1\na = 2", "[a", "a = [1,", "a = 1979-13-01", "= 1", 'a = "x', "[a]\n[a]")


def errors() -> list[Exception]:
    found: list[Exception] = []
    for text in WRONG:
        try:
            msgspec.json.decode(text, type=Sample)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            found.append(error)
    for text in WRONG_TOML:
        for parse in (tomllib.loads, tomlkit.parse):
            try:
                parse(text)
            except ValueError as error:
                found.append(error)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("error", errors(), ids=str)
def test_each_thing_that_a_decoder_finds_wrong_has_a_sentence_in_each_language(error: Exception, language: str) -> None:
    why = reason(error)
    assert isinstance(why, Quoted), str(error)
    words = Catalogue(language, strict=True)
    said = words.say(Line.of("error.record", file="a.jsonl", line=3, what=why))
    if language == "fa":
        assert "Expected" not in said
        assert "Invalid" not in said


def test_where_it_is_wrong_is_kept() -> None:
    words = Catalogue("en", strict=True)
    said = words.say(Line.of("error.bad_value", kind="Sample", what=reason("Expected `int`, got `str` - at `$.a[0]`")))
    assert said == "This is no Sample: a whole number belongs here, not a text (at $.a[0])"


def test_what_nobody_foresaw_is_quoted_as_it_is() -> None:
    assert reason("the moon is in the wrong house") == "the moon is in the wrong house"
