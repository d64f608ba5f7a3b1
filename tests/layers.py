"""Which room may import what. ``python tests/layers.py`` prints each import that breaks a rule and exits 1.

The rules are those of ARCHITECTURE.md: imports point down only, rules are pure, a heavy library stays in its room.
Imports under ``TYPE_CHECKING`` and inside functions are arrows like any other.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

LAYERS: tuple[tuple[str, ...], ...] = (
    ("companion.game",),
    ("companion.reasons",),
    ("companion.games", "companion.locale"),
    ("companion.events",),
    (
        "companion.store",
        "companion.reconcile",
        "companion.selfplay",
        "companion.boxes",
        "companion.config",
        "companion.running",
        "companion.staff",
    ),
    ("companion.history", "companion.clocks", "companion.backups", "companion.wiring"),
    ("companion.questions", "companion.throws", "companion.record", "companion.story", "companion.health"),
    ("companion.playing",),
    ("companion.table", "companion.inbox"),
    ("companion.exports", "companion.outputs", "companion.screens", "companion.devices"),
    ("companion.app",),
    ("companion.commands",),
    ("companion.cli",),
)
"""From the ground up. A room imports from the layers below it and from itself; rooms of one layer stand apart."""

HOMES: dict[str, tuple[str, ...]] = {
    "kivy": ("companion.screens", "companion.app"),
    "cv2": ("vision",),
    "numpy": ("vision", "companion.screens"),
    "serial": ("hardware",),
    "gpiozero": ("hardware",),
    "lgpio": ("hardware",),
    "sqlalchemy": ("companion.store",),
    "paho": ("companion.outputs",),
}
"""Heavy libraries and the only rooms that may import them."""

IMPURE = frozenset(
    "asyncio datetime io locale logging multiprocessing os pathlib secrets select shutil signal socket sqlite3 "
    "subprocess sys tempfile threading time urllib uuid".split()
)
"""What rules may not import: clocks, files, threads, the machine."""

PURE = ("companion.game", "companion.games", "companion.events", "companion.reconcile")


@dataclass(frozen=True)
class Import:
    module: str
    line: int
    target: str
    names: tuple[str, ...] = ()


def imports(module: str, package: bool, tree: ast.Module) -> Iterator[Import]:
    """Every import in ``tree``, relative ones made absolute."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(module, node.lineno, alias.name)
        elif isinstance(node, ast.ImportFrom):
            base = module.split(".")
            if node.level:
                base = base[: len(base) - node.level + package]
                target = ".".join([*base, *([node.module] if node.module else [])])
            else:
                target = node.module or ""
            if target in ("companion", ""):  # "from companion import table" is an arrow to companion.table
                for alias in node.names:
                    yield Import(module, node.lineno, f"{target}.{alias.name}")
            else:
                yield Import(module, node.lineno, target, tuple(alias.name for alias in node.names))


def inside(module: str, room: str) -> bool:
    return module == room or module.startswith(room + ".")


def layer(module: str) -> tuple[int, str] | None:
    """The layer's number and the room of ``module``; ``None`` outside the companion's layers."""
    for number, rooms in enumerate(LAYERS):
        for room in rooms:
            if inside(module, room):
                return number, room
    return None


def judge(found: Import) -> str | None:
    """What is wrong with the import ``found``, or ``None``."""
    top = found.target.split(".")[0]
    if top in HOMES and not any(inside(found.module, room) for room in HOMES[top]):
        return f"{top} belongs in {' and '.join(HOMES[top])}"
    if found.module.split(".")[0] in ("hardware", "vision"):
        if top in ("companion", "hardware", "vision") and top != found.module.split(".")[0]:
            return f"{found.module.split('.')[0]} is a library and imports nothing of {top}"
        return None
    if any(inside(found.module, room) for room in PURE):
        if top in IMPURE:
            return f"rules are pure: no {top}"
        if top == "random" and found.names != ("Random",):
            return "rules are pure: chance comes in as a Random, only that class may be imported"
    if top != "companion":
        return None
    here, there = layer(found.module), layer(found.target)
    if there is None and found.target not in ("companion", "companion.__version__"):
        return f"{found.target} has no layer: give it one in tests/layers.py"
    if here is None or there is None or here[1] == there[1]:
        return None
    if there[0] >= here[0]:
        return f"{here[1]} may not import {there[1]}, which does not lie below it"
    return None


def calls(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Calls that rules may not make: files, the console, a die of their own."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in ("open", "print", "input"):
                yield node.lineno, f"rules are pure: no {node.func.id}()"
            elif node.func.id == "Random" and not node.args:
                yield node.lineno, "rules are pure: no die of their own"


def violations(root: Path) -> list[str]:
    """Each broken rule below ``root`` (which holds companion/, hardware/, vision/) as "file:line: what"."""
    broken = []
    for room in ("companion", "hardware", "vision"):
        for path in sorted((root / room).rglob("*.py")):
            relative = path.relative_to(root)
            package = path.name == "__init__.py"
            module = ".".join((relative.parent if package else relative.with_suffix("")).parts)
            if "firmware" in relative.parts:
                continue  # MicroPython: it runs on the dice unit
            tree = ast.parse(path.read_text("utf-8"))
            for found in imports(module, package, tree):
                if what := judge(found):
                    broken.append(f"{relative}:{found.line}: {what}")
            if any(inside(module, pure) for pure in PURE):
                broken += [f"{relative}:{line}: {what}" for line, what in calls(tree)]
            if module.startswith("companion.") and layer(module) is None:
                broken.append(f"{relative}:1: {module} has no layer: give it one in tests/layers.py")
    return broken


if __name__ == "__main__":
    found = violations(Path(__file__).resolve().parent.parent)
    print("\n".join(found) or "imports point down only")
    sys.exit(bool(found))
