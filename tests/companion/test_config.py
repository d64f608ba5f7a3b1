"""The file of a table: what is wrong in it is said with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.config import Config, home, keep, load, parse
from companion.game import BadConfig
from companion.locale import Catalogue

GOOD = """\
language = "en"

[screen]
width_mm = 217
theme = "light"

[[seats]]
side = "south"
button = 17

[[seats]]
side = "north"
button = 27
light = 22
language = "fa"

[dice]
port = "auto"
"""


def test_a_table_without_a_file_has_the_defaults(tmp_path: Path):
    assert load(tmp_path / "mizban.toml") == Config()


def test_a_good_file_is_read(tmp_path: Path):
    path = tmp_path / "mizban.toml"
    path.write_text(GOOD)
    config = load(path)
    assert (config.language, config.screen.theme, config.seats[1].light) == ("en", "light", 22)


@pytest.mark.parametrize(
    ("old", "new", "line", "word"),
    [
        ('language = "en"', 'language = "de"', 1, "language"),
        ('theme = "light"', "theme = 3", 5, "screen.theme"),
        ("button = 27", 'button = "x"', 13, "seats.1.button"),
        ("button = 27", "button = 17", 13, "taken by seats.0.button"),
        ("light = 22", "light = 99", 14, "BCM pins 0 to 27"),
        ('port = "auto"', 'prot = "auto"', 18, "prot"),
        ('side = "north"\n', "", 11, "side"),
        ("[screen]", "[screen", 3, "config"),
        ("[dice]", "[dyce]", 17, "dyce"),
        ("width_mm = 217", "width_mm = 0", 4, "screen.width_mm"),
        ("width_mm = 217", "width_mm = -217", 4, "from 50 to 2500, not -217"),
        ("width_mm = 217", "width_mm = 21700", 4, "from 50 to 2500, not 21700"),
        ("width_mm = 217", "width_mm = nan", 4, "screen.width_mm"),
        ("width_mm = 217", "width_mm = 1e300", 4, "screen.width_mm"),
        ("light = 22", "light = -1", 14, "BCM pins 0 to 27"),
    ],
)
def test_a_mistake_is_named_with_its_line(old: str, new: str, line: int, word: str):
    with pytest.raises(BadConfig) as caught:
        parse(GOOD.replace(old, new))
    assert dict(caught.value.line.facts)["line"] == line
    told = Catalogue("en").say(caught.value.line).replace("\u2068", "").replace("\u2069", "")
    assert word in f"{told} config"


def test_a_figure_that_no_table_has_is_said_in_both_languages():
    with pytest.raises(BadConfig) as caught:
        parse("[sound]\nvolume = 11\n")
    assert "from 0 to 1, not 11" in Catalogue("en").say(caught.value.line)
    assert "از ۰ تا ۱، نه ۱۱" in Catalogue("fa").say(caught.value.line)


def test_the_flag_wins_over_the_environment_and_that_over_the_platform(tmp_path: Path):
    assert home(tmp_path, {"MIZBAN_HOME": "/elsewhere"}).path == tmp_path
    assert home(None, {"MIZBAN_HOME": str(tmp_path)}).path == tmp_path
    assert home(None, {}).path.name == "mizban"


def test_what_staff_chose_is_kept_and_all_else_stays_as_it_was_written(tmp_path: Path):
    path = tmp_path / "mizban.toml"
    path.write_text("# ours\n" + GOOD.replace("width_mm = 217", "width_mm = 217  # measured"))
    path.chmod(0o640)
    keep(path, {"screen.theme": "contrast", "sound.volume": 0.25, "language": "fa"})
    config = load(path)
    assert (config.screen.theme, config.screen.width_mm, config.sound.volume) == ("contrast", 217, 0.25)
    assert (config.language, config.seats) == ("fa", parse(GOOD).seats)
    assert path.read_text().startswith("# ours\n")
    assert "# measured" in path.read_text()
    assert path.stat().st_mode & 0o777 == 0o640, "who may read it does not change"
    assert [file.name for file in tmp_path.iterdir()] == ["mizban.toml"]


def test_the_first_choice_makes_the_file_and_a_top_line_may_follow_a_section(tmp_path: Path):
    path = tmp_path / "new" / "mizban.toml"
    keep(path, {"screen.less_motion": True})
    keep(path, {"language": "en"})
    assert (load(path).screen.less_motion, load(path).language) == (True, "en")


def test_a_file_that_is_wrong_and_a_choice_that_is_none_are_not_written(tmp_path: Path):
    path = tmp_path / "mizban.toml"
    for text, choice in (("[screen", {"sound.volume": 1}), (GOOD, {"sound.volume": 7})):
        path.write_text(text)
        with pytest.raises(BadConfig):
            keep(path, choice)
        assert path.read_text() == text
