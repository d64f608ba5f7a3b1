"""What is wrong with the catalogues: keys of one language only, placeholders, digits, and words that nobody wrote."""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Message
from babel.messages.pofile import PoFileError

from companion.locale import FOLDER, LANGUAGES, PLURALS, SHARED, read_catalogue

SOURCES = FOLDER.parent
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_KEY = re.compile(r"^[a-z_]+(\.[A-Za-z0-9_]+)+$")
_SPOKEN = re.compile(r"""(?:say|text|word|words)\(\s*['"]([a-z_]+(?:\.\w+)+)['"]""")
CODED = {"Line": "", "Line.of": "", "Word": "", "Refusal": "refusal."}
"""Calls whose first argument is a key, and what stands before it."""
METHODS = ("text", "has")
"""Methods of a catalogue whose first argument is a key."""

Entries = dict[str, tuple[str, ...]]
"""Sentences of each key, one for each plural form."""


def catalogue_problems(folder: Path = FOLDER, sources: Path = SOURCES) -> list[str]:
    """Each problem as "file: key: what", in order; empty where all is well."""
    problems: list[str] = []
    read: dict[str, dict[str, Entries]] = {}
    for language in LANGUAGES:
        for path in sorted((folder / language / "LC_MESSAGES").glob("*.po")):
            entries, wrong = _entries(path, language)
            problems += [f"{language}/{path.name}: {what}" for what in wrong]
            read.setdefault(path.stem, {})[language] = entries
    for domain in sorted(read):
        problems += _between(domain, read[domain])
    known = {domain: set().union(*languages.values()) for domain, languages in read.items()}
    problems += sorted(set(_unwritten(sources, known)))
    return problems


def _entries(path: Path, language: str) -> tuple[Entries, list[str]]:
    try:
        catalog = read_catalogue(path)
    except (PoFileError, ValueError) as error:
        return {}, [f"no catalogue: {error}"]
    wrong = []
    header = path.read_text("utf-8").replace(" ", "")
    if f"Plural-Forms:{PLURALS[language]}".replace(" ", "") not in header:
        wrong.append(f'its header has to say "Plural-Forms: {PLURALS[language]}\\n"')
    entries: Entries = {}
    for message in catalog:
        if not message.id:
            continue
        key = message.id if isinstance(message.id, str) else message.id[0]
        entries[key] = _forms(message)
        wrong += [f"{key}: {what}" for what in _faults(language, entries[key], message)]
    duplicates = re.findall(r'^msgid "(.+)"$', path.read_text("utf-8"), re.MULTILINE)
    wrong += [f"{key}: stands twice" for key in sorted(set(duplicates)) if duplicates.count(key) > 1]
    return entries, wrong


def _forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def _faults(language: str, forms: tuple[str, ...], message: Message) -> Iterator[str]:
    if message.fuzzy:
        yield "fuzzy"
    if not all(forms):
        yield "not translated"
    for form in forms:
        bare = _PLACEHOLDER.sub("", form)
        if "{" in bare or "}" in bare:
            yield "a brace that is no placeholder"
        for letter in bare:
            if (unicodedata.category(letter) == "So" and letter != "°") or 0x2190 <= ord(letter) <= 0x21FF:
                yield f"U+{ord(letter):04X} is in no font of ours"
        if language == "fa":
            if re.search(r"[0-9]", _without_code(bare)):
                yield "a Latin digit in Persian"
            if re.search("[يكىة٠-٩]", bare):
                yield "an Arabic letter or digit where Persian has its own"


def _without_code(text: str) -> str:
    """``text`` without what is typed as it stands: commands, sizes, names of files."""
    return re.sub(r"[!-/:-~]*[A-Za-z][!-~]*|[0-9]+x[0-9]+", "", text)


def _between(domain: str, languages: dict[str, Entries]) -> list[str]:
    problems = []
    every = sorted(set().union(*languages.values()))
    for key in every:
        missing = [language for language in LANGUAGES if key not in languages.get(language, {})]
        if missing:
            problems.append(f"{missing[0]}/{domain}.po: {key}: not there")
            continue
        asked = {language: _placeholders(languages[language][key]) for language in LANGUAGES}
        first, second = (asked[language] - {"n"} for language in LANGUAGES)
        if first != second:
            problems.append(f"{domain}.po: {key}: {LANGUAGES[0]} asks for {sorted(first)}, the other {sorted(second)}")
    return problems


def _placeholders(forms: tuple[str, ...]) -> set[str]:
    return {name for form in forms for name in _PLACEHOLDER.findall(form)}


# ---------------------------------------------------------------------------------------------- keys in the code


def _unwritten(sources: Path, known: dict[str, set[str]]) -> Iterator[str]:
    shared: set[str] = set().union(*(known.get(domain, set()) for domain in SHARED))
    everything: set[str] = set().union(*known.values()) if known else set()
    for path in sorted(sources.rglob("*.py")):
        parts = path.relative_to(sources).parts
        own = parts[1].removesuffix(".py") if parts[0] == "games" and len(parts) > 1 else None
        words = shared | known.get(own, set()) if own in known else everything
        for line, key in _keys(ast.parse(path.read_text("utf-8"))):
            if key not in words:
                yield f"{'/'.join(parts)}:{line}: {key}: no catalogue has it"
        if own is not None and own in known:
            for line, name in _actions(ast.parse(path.read_text("utf-8"))):
                for key in (f"log.{name}", f"action.{name}"):
                    if key not in words:
                        yield f"{'/'.join(parts)}:{line}: {key}: no catalogue has it"
    for path in sorted((sources.parent / "kv").glob("*.kv")):
        for number, text in enumerate(path.read_text("utf-8").splitlines(), 1):
            for key in _SPOKEN.findall(text):
                if key not in everything:
                    yield f"kv/{path.name}:{number}: {key}: no catalogue has it"


def _keys(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Keys that stand in the code as they are; those put together at run time are tested where they are used."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        called = ast.unparse(node.func)
        first = node.args[0]
        if not isinstance(first, ast.Constant) or not isinstance(first.value, str):
            continue
        method = called.rpartition(".")[2]
        if called in CODED:
            key = first.value if "." in first.value else CODED[called] + first.value
        elif method in METHODS and "." in called:
            key = first.value
        else:
            continue
        if _KEY.match(key):
            yield node.lineno, key


def _actions(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The action classes that the module defines, by the name of their base."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and any(ast.unparse(base) == "Action" for base in node.bases):
            yield node.lineno, node.name
