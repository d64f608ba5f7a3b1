"""Words: a :class:`~companion.game.Line` and a language in, a sentence as a person reads it out.

A catalogue file is ``<language>/LC_MESSAGES/<domain>.po``: its msgid is the dotted key, its msgstr the sentence with
``{placeholders}``. A game has a domain of its own, looked in first; :data:`SHARED` follow. :func:`compile_catalogues`
writes the ``.mo`` files at set-up; where one is missing or older than its ``.po`` the ``.po`` is compiled in memory.

Sentences stay in logical order. Digits are ASCII wherever they are stored and become Persian here only, for the eye.
"""

from __future__ import annotations

import gettext
import logging
import os
import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from io import BytesIO
from itertools import chain, zip_longest
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from companion.game import Counted, Fact, Line, Named, Quoted, Seat, Who, Word

LANGUAGES = ("fa", "en")
SHARED = ("mizban", "flow", "table", "hardware", "vision")
"""Domains that every sentence may come from, in the order in which they are asked."""

FOLDER = Path(__file__).parent

FSI, LRI, PDI = "\u2068", "\u2066", "\u2069"
PERSIAN_DIGITS = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")
PLURALS = {"fa": "nplurals=2; plural=(n > 1);", "en": "nplurals=2; plural=(n != 1);"}
"""What the header of a catalogue has to say (GNU gettext's table)."""

_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_NUMERAL = re.compile(r"(?<![\w.])[+\-−±]?[0-9]+(?:[:/.,×–-][0-9]+)*%?")
_CODE = re.compile(r"[!-/:-~]*[A-Za-z][!-~]*|[0-9]+x[0-9]+")
_HELD = re.compile("[\ue000-\uefff]")
_log = logging.getLogger("mizban.words")
_reported: set[tuple[str, str]] = set()
_extra: list[Path] = []


class MissingWords(KeyError):
    """No catalogue has the key, or a sentence asks for a fact that its line does not bring."""


def add_folder(folder: Path) -> None:
    """Look for catalogues in ``folder`` too (laid out like this one): for a game that lives outside this package."""
    if folder not in _extra:
        _extra.append(folder)
        reload_catalogues()


def base_direction(text: str, default: str = "ltr") -> str:
    """ "rtl" or "ltr" by the first strong letter outside of isolates (UAX 9, P2 and P3), else by the first inside."""
    depth, inside = 0, ""
    for letter in text:
        kind = unicodedata.bidirectional(letter)
        if kind in ("FSI", "LRI", "RLI"):
            depth += 1
        elif kind == "PDI":
            depth = max(0, depth - 1)
        elif kind in ("L", "R", "AL"):
            direction = "ltr" if kind == "L" else "rtl"
            if depth == 0:
                return direction
            inside = inside or direction
    return inside or default


def digits(text: str, language: str) -> str:
    """``text`` with the digits of ``language``, for display only.

    In Persian, signed numbers, ratios, dates and times are isolated left to right, so that 3:1 never reads 1:3. What
    is typed as it stands (a command, the name of a file or a package, a size such as 1280x800) keeps its own.
    """
    if language != "fa":
        return text

    def persian(match: re.Match[str]) -> str:
        numeral = match.group()
        if numeral.isdigit():
            return numeral.translate(PERSIAN_DIGITS)
        if numeral.count(".") == 1 and numeral.strip("+-−±%").replace(".", "").isdigit():
            numeral = numeral.replace(".", "٫")
        return f"{LRI}{numeral.translate(PERSIAN_DIGITS).replace('%', '٪')}{PDI}"

    plain = [_NUMERAL.sub(persian, part).translate(PERSIAN_DIGITS) for part in _CODE.split(text)]
    if len(plain) == 1:
        return plain[0]
    return "".join(chain.from_iterable(zip_longest(plain, _CODE.findall(text), fillvalue="")))


def joined(parts: Iterable[str], language: str) -> str:
    """A list as it is said: "a, b and c", in Persian with "،" and "و"."""
    *start, last = tuple(parts) or ("",)
    if not start:
        return last
    comma, conjunction = ("، ", " و ") if language == "fa" else (", ", " and ")
    return comma.join(start) + conjunction + last


class Catalogue:
    """The words of one language, with the players' ``names``.

    ``strict`` raises :class:`MissingWords` for a key that no catalogue has; otherwise the key's last part stands in
    its place and the log of the program names it once. By default strict where MIZBAN_STRICT is set, as in the tests.

    ``terms`` names a set of words that a game offers beside its own ("classic": settlement for junior): where the
    game's domain has ``terms.<set>``, its sentences are said with these.
    """

    def __init__(
        self,
        language: str,
        names: Mapping[Seat, str] | None = None,
        *,
        terms: str | None = None,
        strict: bool | None = None,
    ) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"no catalogue for {language!r}; there are {', '.join(LANGUAGES)}")
        self.language = language
        self.names: dict[Seat, str] = dict(names or {})
        self.terms = terms
        self.strict = bool(os.environ.get("MIZBAN_STRICT")) if strict is None else strict

    def say(self, line: Line, game: str | None = None) -> str:
        """The sentence of ``line``, looked up in the domain of ``game`` and then in the shared ones."""
        facts = dict(line.facts)
        n = facts.get("n")
        return self._fill(self._sentence(line.key, game, n if isinstance(n, int) else None), line.key, facts, game)

    def text(self, key: str, /, game: str | None = None, **facts: Fact) -> str:
        """Short for ``say(Line.of(key, **facts), game)``."""
        return self.say(Line.of(key, **facts), game)

    def has(self, key: str, game: str | None = None) -> bool:
        """Whether a catalogue knows ``key``."""
        return _find(self.language, key, game, None) is not None

    def name(self, seat: Seat) -> str:
        """The name of who sits there; where nobody has one, "seat 1"."""
        return self.names.get(seat) or self.text("word.seat", number=seat + 1)

    def number(self, n: int, *, signed: bool = False) -> str:
        """``n`` in this language's digits; ``signed`` writes the plus, and a minus is a real minus."""
        sign = "−" if n < 0 else "+" if signed and n else ""
        return digits(f"{sign}{abs(n)}", self.language)

    def isolated(self, text: str) -> str:
        """``text`` between isolates where its direction is not this language's, so that it can't turn the sentence."""
        own = "rtl" if self.language == "fa" else "ltr"
        return text if base_direction(text, own) == own else f"{FSI}{text}{PDI}"

    # ------------------------------------------------------------------------------------------ filling in

    def _sentence(self, key: str, game: str | None, n: int | None) -> str:
        sentence = _find(self.language, key, game, n)
        if sentence is None:
            return self._missing(key, key.rpartition(".")[2].replace("_", " "))
        if self.terms is None or game is None or key.startswith("option.term_set"):
            return sentence
        if _find_in(self.language, key, game, n) is None:
            return sentence  # A shared sentence, in which a word like "connection" means another thing.
        table = _find_in(self.language, f"terms.{self.terms}", game, None)
        return sentence if table is None else _renamed(sentence, table)

    def _missing(self, what: str, instead: str) -> str:
        if self.strict:
            raise MissingWords(f"{self.language}: {what}")
        if (self.language, what) not in _reported:
            _reported.add((self.language, what))
            _log.warning("no words for %s in %s", what, self.language)
        return instead

    def _fill(self, sentence: str, key: str, facts: Mapping[str, Fact], game: str | None) -> str:
        held: list[str] = []  # what people typed keeps its own digits: it is put in after digits() has run

        def fact(match: re.Match[str]) -> str:
            name = match.group(1)
            if name not in facts:
                return self._missing(f"{key} {{{name}}}", "…")
            return self._fact(facts[name], game, held)

        filled = digits(_PLACEHOLDER.sub(fact, sentence), self.language)
        return _HELD.sub(lambda match: held[ord(match.group()) - 0xE000], filled) if held else filled

    def _fact(self, fact: Fact, game: str | None, held: list[str]) -> str:
        match fact:
            case Who(seat=seat):
                return self._hold(self.isolated(self.name(seat)), held)
            case Word(key=key):
                return self._sentence(key, game, None)
            case Named(fa=fa, en=en):
                return self._hold(self.isolated(fa if self.language == "fa" else en), held)
            case Quoted(line=line, game=quoted):
                return self._hold(self.isolated(self.say(line, quoted)), held)
            case Counted():
                return self._counted(fact, game)
            case tuple():
                return joined((self._counted(part, game) for part in fact), self.language) or self.text("word.nothing")
            case int():
                return f"−{-fact}" if fact < 0 else str(fact)
            case str() if any(unicodedata.category(letter).startswith("L") for letter in fact):
                return self._hold(self.isolated(fact), held)
            case _:
                return str(fact)

    def _counted(self, counted: Counted, game: str | None) -> str:
        words = self._sentence(counted.word.key, game, counted.n)
        return words.replace("{n}", str(counted.n)) if "{n}" in words else f"{counted.n} {words}"

    @staticmethod
    def _hold(text: str, held: list[str]) -> str:
        held.append(text)
        return chr(0xE000 + len(held) - 1)


# ---------------------------------------------------------------------------------------------- files


class _NotHere(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        raise KeyError(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        raise KeyError(msgid1)


_loaded: dict[tuple[Path, float], gettext.GNUTranslations] = {}
_current: dict[tuple[str, str], tuple[gettext.GNUTranslations, ...]] = {}


def reload_catalogues() -> None:
    """Look at the files again at the next sentence (they are read once)."""
    _current.clear()


def compile_catalogues(folder: Path = FOLDER) -> int:
    """Write a ``.mo`` beside every ``.po`` under ``folder``; how many there are."""
    files = sorted(folder.glob("*/LC_MESSAGES/*.po"))
    for po in files:
        target = po.with_suffix(".mo")
        fresh = target.with_suffix(".mo.new")
        fresh.write_bytes(_compiled(po))
        fresh.replace(target)
    return len(files)


def read_catalogue(po: Path) -> Catalog:
    """The parsed file. :raises babel.messages.pofile.PoFileError: naming the line that is no catalogue's."""
    with po.open("rb") as file:
        return read_po(file, locale=po.parent.parent.name, abort_invalid=True)


def _compiled(po: Path) -> bytes:
    packed = BytesIO()
    write_mo(packed, read_catalogue(po))
    return packed.getvalue()


def _find(language: str, key: str, game: str | None, n: int | None) -> str | None:
    """The sentence, by the plural of ``n`` where the entry has plurals; ``None`` where there is none."""
    for domain in SHARED if game is None or game in SHARED else (game, *SHARED):
        sentence = _find_in(language, key, domain, n)
        if sentence is not None:
            return sentence
    return None


def _find_in(language: str, key: str, domain: str, n: int | None) -> str | None:
    """The same in one domain."""
    for translations in _translations(language, domain):
        if n is not None:
            try:
                return translations.ngettext(key, key, abs(n))
            except KeyError:
                pass  # an entry without plurals
        try:
            return translations.gettext(key)
        except KeyError:
            pass
        try:  # an entry with plurals, asked for without a number: Python before 3.11.5 finds it only so
            return translations.ngettext(key, key, 1)
        except KeyError:
            continue
    return None


@lru_cache(maxsize=1 << 10)
def _renamed(sentence: str, table: str) -> str:
    """``sentence`` in other terms: ``table`` is "junior = settlement; senior = city".

    Whole words only, a capital stays one, placeholders stay as they are.
    """
    terms = {old: new for old, _, new in (pair.partition(" = ") for pair in table.split("; "))}
    pattern = "|".join(map(re.escape, sorted(terms, key=len, reverse=True)))

    def other(match: re.Match[str]) -> str:
        found = match.group()
        new = terms.get(found) or terms[found.lower()]
        return new[0].upper() + new[1:] if found[0].isupper() else new

    return re.sub(rf"(?<![\w{{])(?:{pattern})(?!\w)", other, sentence, flags=re.IGNORECASE)


def _translations(language: str, domain: str) -> tuple[gettext.GNUTranslations, ...]:
    known = _current.get((language, domain))
    if known is None:
        folders = [folder / language / "LC_MESSAGES" for folder in (FOLDER, *_extra)]
        known = tuple(
            _load(folder / f"{domain}.po")
            for folder in folders
            if (folder / f"{domain}.po").exists() or (folder / f"{domain}.mo").exists()
        )
        _current[language, domain] = known
    return known


def _load(po: Path) -> gettext.GNUTranslations:
    mo = po.with_suffix(".mo")
    ready = mo.exists() and (not po.exists() or mo.stat().st_mtime >= po.stat().st_mtime)
    source = mo if ready else po
    key = (source, source.stat().st_mtime)
    if key not in _loaded:
        translations = gettext.GNUTranslations(BytesIO(mo.read_bytes() if ready else _compiled(po)))
        translations.add_fallback(_NotHere())
        _loaded[key] = translations
    return _loaded[key]
