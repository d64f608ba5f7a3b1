"""Templates: a game of the café's shelf as a few lines of TOML, in both languages, without a line of code.

::

    [template]
    id = "rummy"                       # letters, digits, "_"
    fa = "رامی"
    en = "Rummy"
    players = [2, 6]
    minutes = [20, 40]
    by = "rounds"                      # "running", "rounds" or "categories"
    winner = "lowest"                  # "highest", "lowest", "together", "named", "last"
    target = 100                       # optional; the other keys are those of the pad's options and box
    tie = ["last_round", "shared"]     # asked in order

    [[category]]                       # where by = "categories"
    fa = "جنگل"
    en = "Forest"
    times = 2                          # each point counts twice; may be negative
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from typing import Any

from companion.game import BadConfig, Game, Line, Named, Value
from companion.reasons import reason

TIES = ("shared", "last_round", "first_column", "most_columns", "turn_order")
MOST_CATEGORIES = 30
LONGEST_NAME = 40

_ABOUT = {"id": str, "fa": str, "en": str, "players": list, "minutes": list, "tie": list}
_NUMBERS = ("target", "rounds", "start_points", "lowest_entry", "highest_entry")


class Template(Value, frozen=True):
    """A game for the pad: what it is called, for how many, and the options and the box that a match starts with."""

    id: str
    fa: str
    en: str
    players: tuple[int, int]
    minutes: tuple[int, int]
    options: tuple[tuple[str, Any], ...]
    box: tuple[tuple[str, Any], ...]

    @property
    def name(self) -> Line:
        """The name in the reader's language."""
        return Line.of("word.template", name=Named(self.fa, self.en))


def parse_template(text: str, game: type[Game[Any]]) -> Template:
    """The template that ``text`` is. :raises BadConfig: naming the key that is wrong, and how."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadConfig(Line.of("error.template_toml", what=reason(error))) from error
    about = data.pop("template", None)
    categories = data.pop("category", [])
    if not isinstance(about, dict):
        raise _wrong("template")
    if data:
        raise _wrong(next(iter(data)))
    for key in ("id", "fa", "en"):
        _name(about, key)
    if not about["id"].replace("_", "").isalnum() or not about["id"].isascii():
        raise _wrong("id")
    options, box = _rules(about, game)
    if categories or dict(options).get("by") == "categories":
        box += _categories(categories)
    return Template(
        about["id"],
        about["fa"].strip(),
        about["en"].strip(),
        _pair(about, "players", (1, 8), 8),
        _pair(about, "minutes", (10, 60), 600),
        tuple(options),
        tuple(box),
    )


def _wrong(key: str) -> BadConfig:
    return BadConfig(Line.of("error.template_key", key=key))


def _name(table: Any, key: str) -> str:
    value = table.get(key) if isinstance(table, dict) else None
    if not isinstance(value, str) or not 0 < len(value.strip()) <= LONGEST_NAME:
        raise _wrong(key)
    return value.strip()


def _pair(about: dict[str, Any], key: str, default: tuple[int, int], most: int) -> tuple[int, int]:
    value = about.get(key, list(default))
    if not isinstance(value, list) or len(value) != 2 or not all(_whole(n) for n in value):
        raise _wrong(key)
    if not 1 <= value[0] <= value[1] <= most:
        raise _wrong(key)
    return value[0], value[1]


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _rules(about: dict[str, Any], game: type[Game[Any]]) -> tuple[list[tuple[str, Any]], list[tuple[str, Any]]]:
    """The options and the box that the keys of ``[template]`` say."""
    values = {option.name: option.values for option in game.options}
    options: list[tuple[str, Any]] = []
    box: list[tuple[str, Any]] = []
    for key, value in about.items():
        if key in _NUMBERS:
            box.append((key, _scaled(value, about.get("decimals", 0), key)))
        elif key == "tie":
            box.append(("ties", _ties(value)))
        elif key in values:
            if isinstance(value, list | dict) or value not in values[key]:
                raise _wrong(key)
            options.append((key, value))
        elif key not in _ABOUT:
            raise _wrong(key)
    for field in game.box:
        for key, value in box:
            if key == field.name and not field.contains(value):
                raise _wrong(key)
    return options, box


def _scaled(value: Any, decimals: Any, key: str) -> int:
    """A figure of the template in units of the last decimal; 0.5 with one decimal is 5."""
    if isinstance(value, bool) or not isinstance(value, int | float) or decimals not in (0, 1, 2):
        raise _wrong(key)
    scaled = value if key == "rounds" else value * 10**decimals
    if scaled != round(scaled):
        raise _wrong(key)
    return round(scaled)


def _ties(value: Any) -> tuple[str, ...]:
    rules = value if isinstance(value, list) else [value]
    if not rules or not all(isinstance(rule, str) and is_tie(rule) for rule in rules):
        raise _wrong("tie")
    return tuple(rules)


def is_tie(rule: str) -> bool:
    """Whether ``rule`` breaks ties: one of :data:`TIES`, or "column_2" for the second category."""
    number = rule.removeprefix("column_")
    return rule in TIES or (number != rule and number.isdecimal() and number.isascii() and int(number) > 0)


def _categories(tables: Any) -> list[tuple[str, Any]]:
    if not isinstance(tables, list) or not 0 < len(tables) <= MOST_CATEGORIES:
        raise _wrong("category")
    names: list[tuple[str, str]] = []
    times: list[int] = []
    for table in tables:
        names.append((_name(table, "fa"), _name(table, "en")))
        factor = table.get("times", 1)
        if not _whole(factor) or not -99 <= factor <= 99 or set(table) - {"fa", "en", "times"}:
            raise _wrong("category")
        times.append(factor)
    return [("categories", tuple(names)), ("times", tuple(times))]


def ids_are_unique(templates: Sequence[Template]) -> bool:
    """Whether no two of ``templates`` have the same id."""
    return len({template.id for template in templates}) == len(templates)
