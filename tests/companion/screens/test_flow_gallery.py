"""The gallery shows every widget in its states, in both languages, and writes them down as pictures."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from driver import Driver

from companion.locale import LANGUAGES, Catalogue
from companion.screens.bootstrap import PANELS, Panel
from companion.screens.bridge import Bridge
from companion.screens.gallery_parts import CHAPTERS, placed
from companion.screens.pages import PAGES
from companion.screens.shell import Doors, Shell
from companion.screens.widgets.button import KINDS, ActButton
from companion.screens.widgets.drawn import Drawn

pytestmark = pytest.mark.ui


def open_gallery(panel: Panel, language: str) -> tuple[Shell, Driver]:
    doors = Doors((), begin=lambda draft: None, resume=lambda match: None, leave=lambda: None)
    shell = Shell(Bridge(lambda signal: None), doors, panel, PAGES, language=language)
    shell.first_page = "gallery"
    driver = Driver(shell, panel)
    driver.settle(0.3)
    return shell, driver


@pytest.mark.parametrize("panel", ["7in", pytest.param("portrait", marks=pytest.mark.slow)])
def test_every_chapter_opens_in_both_languages_and_nothing_of_it_leaves_its_wall(panel: str) -> None:
    shell, driver = open_gallery(PANELS[panel], "fa")
    page = shell.page("gallery")
    try:
        for language in LANGUAGES:
            shell.language = language
            for number, name in enumerate(CHAPTERS):
                page.chapter = number
                driver.frames(4)
                wall = page.ids.wall
                assert wall.children, name
                for exhibit in wall.children:
                    if isinstance(exhibit, Drawn):
                        assert exhibit.x >= -1, (name, exhibit)
                        assert exhibit.right <= wall.width + 1, (name, exhibit)
                        assert exhibit.y >= -1, (name, exhibit)
    finally:
        driver.close()


def test_every_kind_of_button_hangs_there() -> None:
    shown = {e.widget.kind for e in CHAPTERS["buttons"](Catalogue("en")) if isinstance(e.widget, ActButton)}
    assert shown == set(KINDS)


def test_exhibits_never_hang_over_each_other() -> None:
    for build in CHAPTERS.values():
        exhibits = build(Catalogue("fa"))
        places, tall = placed(exhibits, 140.0)
        boxes = [(x, y, x + min(e.wide, 140.0), y + e.tall) for (x, y), e in zip(places, exhibits, strict=True)]
        for i, one in enumerate(boxes):
            assert one[3] <= tall + 0.01
            for other in boxes[i + 1 :]:
                apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
                assert apart


@pytest.mark.slow
def test_the_command_writes_a_picture_of_each_chapter_in_each_language(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion.cli", "gallery", "--size", "800x480", "--pictures", str(tmp_path)]
    done = subprocess.run(command, env=dict(os.environ), capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert len(list(tmp_path.glob("*.png"))) == 2 * len(CHAPTERS)
