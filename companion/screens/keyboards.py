"""What lies on the keys of the on-screen keyboard, and what a key does to a name. No Kivy here.

The Persian layout follows ISIRI 9147, whose order typists know by heart; keys lie left to right in both languages, as
they do on every keyboard. A key is a letter, or one of :data:`ACTS`.
"""

from __future__ import annotations

from companion.screens.draft import NAME_LETTERS, ZWNJ

ACTS = ("erase", "shift", "zwnj", "space", "language", "digits", "done")

Row = tuple[tuple[str, float], ...]
"""Keys with their widths, in columns."""

COLUMNS = 12


def _row(letters: str, *more: tuple[str, float]) -> Row:
    return (*((letter, 1.0) for letter in letters), *more)


LAYOUTS: dict[str, tuple[Row, ...]] = {
    "fa": (
        _row("ضصثقفغعهخحجچ"),
        _row("شسیبلاتنمکگ", ("erase", 1.0)),
        _row("ظطزژرذدپوآئء"),
        (("language", 2.0), ("digits", 1.5), ("zwnj", 2.0), ("space", 4.0), ("done", 2.5)),
    ),
    "en": (
        _row("qwertyuiop", ("erase", 2.0)),
        (("", 0.5), *_row("asdfghjkl'-"), ("", 0.5)),
        (("shift", 1.5), *_row("zxcvbnm."), ("é", 1.0), ("ü", 1.0), ("", 0.5)),
        (("language", 2.0), ("digits", 1.5), ("space", 6.0), ("done", 2.5)),
    ),
    "digits-fa": (
        _row("۱۲۳۴۵۶۷۸۹۰", ("erase", 2.0)),
        (("", 0.5), *_row(".،-_؟!«»()+"), ("", 0.5)),
        (("language", 2.0), ("digits", 1.5), ("zwnj", 2.0), ("space", 4.0), ("done", 2.5)),
    ),
    "digits-en": (
        _row("1234567890", ("erase", 2.0)),
        (("", 0.5), *_row(".,-_?!\"'()+"), ("", 0.5)),
        (("language", 2.0), ("digits", 1.5), ("space", 6.0), ("done", 2.5)),
    ),
}


ALPHABET = {"fa": "آابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهیئء", "en": "abcdefghijklmnopqrstuvwxyz'-.éü"}
"""In the order of the alphabet, for screens too narrow for a keyboard that hands know."""


def rows_for(layout: str, columns: int) -> tuple[Row, ...]:
    """The rows of ``layout`` on a keyboard that has room for ``columns`` keys of full size in a row.

    Under :data:`COLUMNS` the letters stand in the order of the alphabet, in as many rows as they need.
    """
    if columns >= COLUMNS:
        return LAYOUTS[layout]
    language = layout.rpartition("-")[2]
    digits = layout.startswith("digits")
    letters = (
        "".join(key for row in LAYOUTS[layout] for key, _ in row if len(key) == 1) if digits else ALPHABET[language]
    )
    rows = [_row(letters[i : i + columns]) for i in range(0, len(letters), columns)]
    spare = columns - len(rows[-1])
    if spare < 1:
        rows.append(())
        spare = columns
    extra: Row = (("shift", 1.0),) if language == "en" and not digits and spare > 1 else ()
    rows[-1] = (*rows[-1], *extra, ("erase", float(spare - len(extra))))
    wide = columns / 7
    half = (("zwnj", 1.5 * wide),) if language == "fa" else ()
    taken = (1.25 + 1.0 + 1.75) * wide + sum(width for _, width in half)
    rows.append((("language", 1.25 * wide), ("digits", wide), *half, ("space", columns - taken), ("done", 1.75 * wide)))
    return tuple(rows)


def typed(text: str, key: str, *, shift: bool = False, longest: int = NAME_LETTERS) -> str:
    """``text`` after ``key`` was pressed; a key that would do nothing sensible leaves it as it is."""
    match key:
        case "erase":
            return text[:-1]
        case "space":
            return text if not text or text[-1] in (" ", ZWNJ) or len(text) >= longest else text + " "
        case "zwnj":
            return text + ZWNJ if text and text[-1].isalpha() and len(text) < longest else text
        case "" | "shift" | "language" | "digits" | "done":
            return text
        case letter:
            if len(text) + len(letter) > longest:
                return text
            return text + (letter.upper() if shift else letter)


def wants_capital(text: str) -> bool:
    """Whether a Latin name goes on with a capital: at its start and after a space or a hyphen."""
    return not text or text[-1] in " -"
