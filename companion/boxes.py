"""Boxes: what is printed on a copy and the rules leave open, typed once and kept in a file; and the pad's templates.

A box file is JSON, one a game, and goes from table to table as it is::

    {"mizban": "box", "version": 1, "game": "amun_re",
     "values": {"pyramid_price": [1, 3, 6]}, "unverified": ["pyramid_price"]}

``unverified`` names the values that nobody has compared with the box yet: they are prefills.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from companion.events import frozen
from companion.game import BadConfig, BoxField, Game, Line, Value, Word
from companion.games import find_game
from companion.games.score_pad.templates import Template, parse_template
from companion.reasons import reason

VERSION = 1
LARGEST = 1 << 20
"""Bytes of a box file; the longest box so far has two thousand."""
SHIPPED = Path(__file__).parent / "games" / "score_pad" / "shelf"
"""The templates that come with the program."""


class Box(Value, frozen=True):
    """What one copy of a game says. Every value fits its field."""

    game: str
    values: tuple[tuple[str, Any], ...] = ()
    unverified: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> Any:
        for key, value in self.values:
            if key == name:
                return value
        raise KeyError(name)

    def says(self, name: str) -> bool:
        """Whether anything is known of ``name``, typed or prefilled."""
        return any(key == name for key, _ in self.values)

    def with_value(self, field: BoxField, value: Any) -> Box:
        """With ``value`` as typed from the box. :raises BadConfig: where the field does not hold it."""
        if not field.contains(value):
            raise BadConfig(Line.of("error.box_value", what=Word(f"box.{field.name}")))
        kept = tuple(pair for pair in self.values if pair[0] != field.name)
        return Box(self.game, (*kept, (field.name, frozen(value))), _without(self.unverified, field.name))

    def without(self, name: str) -> Box:
        """With nothing known of ``name``."""
        kept = tuple(pair for pair in self.values if pair[0] != name)
        return Box(self.game, kept, _without(self.unverified, name))

    def confirmed(self, name: str) -> Box:
        """With ``name`` compared with the box and found right."""
        return Box(self.game, self.values, _without(self.unverified, name))

    def for_setup(self) -> dict[str, Any]:
        """What ``Setup.box`` gets: the values, and under "unverified" the names that are prefills."""
        return {**dict(self.values), "unverified": self.unverified} if self.unverified else dict(self.values)


def _without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(other for other in names if other != name)


def prefilled(game: Game[Any]) -> Box:
    """The box of ``game`` before anybody typed: its prefills, marked unverified unless a source confirms them."""
    filled = [field for field in game.box if field.prefill is not None]
    values = tuple((field.name, frozen(field.prefill)) for field in filled)
    return Box(game.name, values, tuple(field.name for field in filled if not field.verified))


def missing(game: Game[Any], box: Box) -> tuple[BoxField, ...]:
    """The fields that a match needs and nobody has typed."""
    return tuple(field for field in game.box if not field.optional and not box.says(field.name))


# ------------------------------------------------------------------------------------------ files


def encode_box(box: Box) -> bytes:
    """``box`` as a box file."""
    data = {"mizban": "box", "version": VERSION, "game": box.game, "values": dict(box.values)}
    return msgspec.json.format(msgspec.json.encode({**data, "unverified": box.unverified}), indent=2) + b"\n"


def decode_box(data: bytes) -> Box:
    """The box that a file holds. :raises BadConfig: where it is none, with what is wrong in it."""
    try:
        raw = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadConfig(Line.of("error.box_json", what=reason(error))) from error
    if not isinstance(raw, dict) or raw.get("mizban") != "box" or not isinstance(raw.get("values"), dict):
        raise BadConfig(Line.of("error.box_none"))
    if raw.get("version") != VERSION:
        raise BadConfig(Line.of("error.box_version", version=str(raw.get("version"))))
    try:
        game = find_game(raw.get("game", ""))
    except KeyError as error:
        raise BadConfig(Line.of("error.box_game", game=str(raw.get("game")))) from error
    fields = {field.name: field for field in game.box}
    box = Box(game.name)
    for name, value in raw["values"].items():
        if name not in fields:
            raise BadConfig(Line.of("error.box_field", field=str(name)))
        box = box.with_value(fields[name], value)
    unverified = raw.get("unverified", [])
    if not isinstance(unverified, list) or not all(box.says(str(name)) for name in unverified):
        raise BadConfig(Line.of("error.box_none"))
    return Box(box.game, box.values, tuple(unverified))


def _bytes(path: Path) -> bytes:
    """What the file holds. :raises BadConfig: where it can't be read, or no box is as large."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise BadConfig(Line.of("error.unreadable", file=str(path), what=error.strerror or str(error))) from error
    if len(data) > LARGEST:
        raise BadConfig(Line.of("error.box_none"))
    return data


class Shelf:
    """The box files of a table, one a game, in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, game: Game[Any]) -> Path:
        """Where the box of ``game`` is kept."""
        return self.folder / f"{game.name}.json"

    def box(self, game: Game[Any]) -> Box:
        """The box as typed, or the prefills. :raises BadConfig: where the file is damaged; it stays as it is."""
        path = self.path(game)
        if not path.exists():
            return prefilled(game)
        box = decode_box(_bytes(path))
        if box.game != game.name:
            raise BadConfig(Line.of("error.box_game", game=box.game))
        fresh = prefilled(game)
        for name, value in fresh.values:  # a field that is newer than the file
            if not box.says(name):
                unsure = (*box.unverified, name) if name in fresh.unverified else box.unverified
                box = Box(box.game, (*box.values, (name, value)), unsure)
        return box

    def keep(self, box: Box) -> Path:
        """Write ``box`` down, whole or not at all; where it is."""
        path = self.path(find_game(box.game))
        self.folder.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".json.new")
        with fresh.open("wb") as file:
            file.write(encode_box(box))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
        return path

    def export(self, game: Game[Any], target: Path) -> None:
        """Copy the box of ``game`` to ``target``."""
        target.write_bytes(encode_box(self.box(game)))

    def bring(self, source: Path) -> Box:
        """Keep the box in the file ``source``. :raises BadConfig: where it is none; nothing is kept then."""
        box = decode_box(_bytes(source))
        self.keep(box)
        return box


# ------------------------------------------------------------------------------------------ templates


def read_templates(folders: Iterable[Path]) -> tuple[tuple[Template, ...], tuple[BadConfig, ...]]:
    """The pad's templates in ``folders`` (``*.toml``), by name of their file, and what was wrong with others.

    A template of a later folder takes the place of an earlier one with the same id; within a folder ids are unique.
    """
    pad = type(find_game("score_pad"))
    found: dict[str, Template] = {}
    wrong: list[BadConfig] = []
    for folder in folders:
        here: set[str] = set()
        for path in sorted(folder.glob("*.toml")):
            try:
                template = parse_template(path.read_text("utf-8"), pad)
            except BadConfig as error:
                about = dict(error.line.facts)
                key = "error.template_file_key" if "key" in about else "error.template_file"
                wrong.append(BadConfig(Line.of(key, file=path.name, **about)))
                continue
            except UnicodeDecodeError:
                wrong.append(BadConfig(Line.of("error.template_file", file=path.name, what="UTF-8")))
                continue
            if template.id in here:
                wrong.append(BadConfig(Line.of("error.template_twice", id=template.id)))
                continue
            here.add(template.id)
            found[template.id] = template
    return tuple(found.values()), tuple(wrong)
