"""Adding a game touches its package, one line of the list and the catalogues: here it is done, to a copy.

Everything that serves any game then serves the new one: random play, the table, undo, a resume, the record, exports,
the secrets test, the command. That the screen does, too, is ``screens/test_new_game_on_screen.py``.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.locale import LANGUAGES
from companion.locale.problems import catalogue_problems
from tests.layers import violations

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources with one game more. These three steps are all that it takes."""
    copy = tmp_path_factory.mktemp("copy")
    ignored = shutil.ignore_patterns("__pycache__", "*.mo")
    for room in ("companion", "kv", "tests/companion"):
        shutil.copytree(ROOT / room, copy / room, ignore=ignored)
    for room in ("hardware", "vision"):
        (copy / room).symlink_to(ROOT / room)
    for file in ("tests/__init__.py", "tests/conftest.py", "setup.cfg"):
        shutil.copy(ROOT / file, copy / file)

    package = copy / "companion" / "games" / "pebbles"
    package.mkdir()
    shutil.copy(HERE / "toy_game.py", package / "__init__.py")

    games = copy / "companion" / "games" / "__init__.py"
    text = games.read_text("utf-8")
    line = "GAMES: tuple[type[Game[Any]], ...] = ("
    assert line in text
    text = text.replace(line, f"from companion.games.pebbles import PebbleGame\n\n{line}PebbleGame, ")
    games.write_text(text, "utf-8")

    for language in LANGUAGES:
        words = f"{language}/LC_MESSAGES/pebbles.po"
        shutil.copy(HERE / "toy_words" / words, copy / "companion" / "locale" / words)
    return copy


def run(copy: Path, *arguments: str, home: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": str(copy),
        "MIZBAN_HOME": str(home or copy / "home"),
        "LC_ALL": "C.UTF-8",
    }
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, timeout=300, check=False)


def test_no_rule_of_the_rooms_and_no_word_is_missing(copy: Path, tmp_path: Path):
    package = Path("companion", "games", "pebbles")
    shutil.copytree(copy / package, tmp_path / package)
    assert violations(tmp_path) == []
    problems = catalogue_problems(copy / "companion" / "locale", tmp_path / "companion")
    assert [line for line in problems if "pebbles" in line] == []


def test_the_promises_of_every_game_are_tested_for_it_unasked(copy: Path):
    ran = run(copy, "pytest", "-p", "no:cacheprovider", "tests/companion/test_every_game.py", "-k", "pebbles")
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-2000:]
    assert "skipped" not in ran.stdout


def test_the_command_plays_it_keeps_its_record_and_names_it_in_both_languages(copy: Path, tmp_path: Path):
    ran = run(copy, "companion.cli", "selfplay", "pebbles", "--matches", "20", "--seed", "1", "--vary", "--json")
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["ended"] == 20
    script = (
        "from pathlib import Path; from tests.companion.test_every_game import evening;"
        f"evening(Path({str(tmp_path)!r}), 'pebbles', 'text', 1, 80)"
    )
    made = subprocess.run(
        [sys.executable, "-c", script], cwd=copy, env={**os.environ, "PYTHONPATH": str(copy)}, timeout=120, check=False
    )
    assert made.returncode == 0
    listed = run(copy, "companion.cli", "match", "list", "--lang", "fa", home=tmp_path)
    assert "سنگ‌ریزه" in listed.stdout
    shown = run(copy, "companion.cli", "match", "show", "pebbles-text", home=tmp_path)
    assert "laid a stone" in shown.stdout
    out = run(copy, "companion.cli", "match", "export", "pebbles-text", "--format", "csv", home=tmp_path)
    assert out.returncode == 0
    assert "Lay" in out.stdout
