"""Why a text could not be decoded: what msgspec and the readers of TOML say in English, as sentences of our own.

A place ("- at `$.seats[0].name`", "(byte 12)") stays as it is: it is no word. What is not known here is quoted.
"""

from __future__ import annotations

import re

from companion.game import Fact, Line, Quoted, Word

_PATTERNS: tuple[tuple[str, str], ...] = (
    (r"Expected `(?P<wanted>[^`]+)`, got `(?P<given>[^`]+)`", "reason.type"),
    (r"Expected `array` of(?: at (?:least|most))? length (?P<wanted>\S+?)(?:, got .*)?", "reason.length"),
    (r"Expected `(?P<kind>[^`]+)` (?P<limit>[<>]=? \S+)", "reason.limit"),
    (r"Object missing required field `(?P<field>[^`]+)`", "reason.missing"),
    (r"Object contains unknown field `(?P<field>[^`]+)`", "reason.unknown"),
    (r"Invalid (?:enum )?value (?P<value>.+)", "reason.value"),
    (r"Number out of range", "reason.number"),
    (r"Input data was truncated|Unexpected end of file.*", "reason.torn"),
    (r"JSON is malformed: trailing characters", "reason.trailing"),
    (r"JSON is malformed: .*|Invalid escape.*|Invalid UTF.*", "reason.json"),
    (r"Unexpected character: (?P<value>.+?)", "reason.character"),
    (r"Key \"(?P<field>.+)\" already exists\.?", "reason.twice"),
    (r"Cannot (?:declare|overwrite|mutate|redefine).*", "reason.again"),
    (r"(?:Expected|Invalid|Empty|Illegal|Unclosed|Unterminated|Found invalid|Unescaped) .+", "reason.toml"),
    (r".*codec can't (?:de|en)code.*", "reason.utf8"),
)  # fmt: skip
_KNOWN = tuple((re.compile(pattern), key) for pattern, key in _PATTERNS)
_PLACE = re.compile(
    r"(?P<what>.*?)(?: - at `(?P<path>[^`]+)`| \((?:byte (?P<byte>\d+)|at (?P<at>[^)]+))\)| at line .*)?"
)
_KINDS = frozenset({"int", "float", "str", "bool", "array", "object", "null"})


def reason(error: Exception | str) -> Quoted | str:
    """What ``error`` says as a sentence in the reader's language, for the blank of another; else as it stands."""
    text = str(error)
    parted = _PLACE.fullmatch(text)
    if parted is None:
        return text
    for pattern, key in _KNOWN:
        found = pattern.fullmatch(parted["what"])
        if found is None:
            continue
        facts: dict[str, Fact] = {name: _fact(name, value) for name, value in found.groupdict().items() if value}
        said = Quoted(Line.of(key, **facts), "")
        place = parted["path"] or (f"byte {parted['byte']}" if parted["byte"] else "")
        return Quoted(Line.of("reason.at", what=said, place=place), "") if place else said
    return text


def _fact(name: str, value: str) -> Fact:
    """A kind of value by its name ("int"); several that would do ("int | null") by the first of them."""
    first = value.split(" | ")[0]
    if name in ("wanted", "given", "kind") and first in _KINDS:
        return Word(f"reason.kind.{first}")
    return int(value) if name == "wanted" and value.isdigit() else value
