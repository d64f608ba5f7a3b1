"""Layout files name widgets by a name that all of the program shares: two of one name would take each other's place."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_a_name_in_a_layout_means_one_widget_and_no_other() -> None:
    used = {
        name
        for layout in (ROOT / "kv").glob("*.kv")
        for name in re.findall(r"^\s+([A-Z]\w+):", layout.read_text(), re.M)
    }
    homes: dict[str, list[str]] = defaultdict(list)
    for path in (ROOT / "companion" / "screens").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and node.bases and not node.decorator_list:
                homes[node.name].append(str(path.relative_to(ROOT)))
    assert {name: homes[name] for name in sorted(used) if len(homes[name]) > 1} == {}


def test_no_layout_is_too_long_to_be_read() -> None:
    assert [path.name for path in (ROOT / "kv").glob("*.kv") if len(path.read_text().splitlines()) > 200] == []
