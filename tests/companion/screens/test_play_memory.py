"""An evening has thousands of sheets: one that is closed must be gone."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import pytest
from playing import Played

from companion.screens.bootstrap import PANELS
from companion.screens.menu import MenuSheet
from companion.screens.theme import theme


@pytest.mark.ui
def test_a_sheet_that_was_closed_is_gone_from_memory(tmp_path: Path) -> None:
    played = Played(tmp_path, panel=PANELS["7in"])
    seen: list[weakref.ref[MenuSheet]] = []
    for _ in range(5):
        played.page.open_menu()
        played.driver.settle(0.3)
        seen += [weakref.ref(entry.sheet) for entry in played.page.ids.overlay.open.values()]
        played.page.open_menu()
        played.driver.settle(0.3)
    assert len(seen) == 5
    gc.collect()
    assert sum(one() is not None for one in seen) <= 1  # the last one may still be in the middle of its going
    played.close()


@pytest.mark.ui
def test_the_theme_holds_nothing_of_sheets_that_are_gone(tmp_path: Path) -> None:
    played = Played(tmp_path, panel=PANELS["7in"])
    counts = []
    for _ in range(4):
        played.page.open_menu()
        played.driver.settle(0.3)
        played.page.open_menu()
        played.driver.settle(0.3)
        gc.collect()
        counts.append(len(theme._watching))
    assert counts[-1] <= counts[1]
    played.close()
