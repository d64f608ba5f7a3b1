"""Every moment of the play screen looked at as a strict designer would, on every panel, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from looks import faults
from moments import ARNIKA, arnika

from companion.screens.bootstrap import PANELS
from companion.screens.theme import PALETTES, theme

SHORT = (
    ("7in", "fa", "build"), ("7in", "en", "seven"), ("10in", "fa", "trade"), ("10in", "fa", "offer"),
    ("portrait", "fa", "play"), ("portrait", "en", "log"), ("9in", "en", "menu"), ("21in", "fa", "roll"),
    ("7in-flat", "fa", "undone"), ("10in", "en", "crisis"), ("9in", "fa", "discard"),
)  # fmt: skip
"""One of each kind of panel and of sheet; the rest is looked at on demand."""
LONG = [
    (panel, language, moment)
    for panel in PANELS for language in ("fa", "en") for moment in ARNIKA
    if (panel, language, moment) not in SHORT
]  # fmt: skip


THEMED = ("setup", "play", "build", "trade", "offer", "seven", "menu", "log", "undone", "dice", "counted")


@pytest.fixture
def look() -> Iterator[None]:
    """The dark theme again, whatever a test switched on."""
    yield
    theme.name, theme.less_motion = "dark", False


def look_at(tmp_path: Path, panel: str, language: str, moment: str, palette: str = "dark", seats: int = 4) -> None:
    theme.name, theme.less_motion = palette, True
    played = arnika(tmp_path, moment, panel=PANELS[panel], language=language, seats=seats)
    try:
        assert faults(played.driver, language=language) == []
    finally:
        played.close()


@pytest.mark.ui
@pytest.mark.parametrize(("panel", "language", "moment"), SHORT)
def test_nothing_is_clipped_faint_too_small_or_wordless(
    tmp_path: Path, look: None, panel: str, language: str, moment: str
) -> None:
    look_at(tmp_path, panel, language, moment)


@pytest.mark.slow
@pytest.mark.ui
@pytest.mark.parametrize(("panel", "language", "moment"), LONG)
def test_nothing_is_clipped_faint_too_small_or_wordless_anywhere(
    tmp_path: Path, look: None, panel: str, language: str, moment: str
) -> None:
    look_at(tmp_path, panel, language, moment)


@pytest.mark.ui
@pytest.mark.parametrize(("palette", "moment"), [("light", "play"), ("contrast", "trade")])
def test_other_themes_can_be_read_too(tmp_path: Path, look: None, palette: str, moment: str) -> None:
    look_at(tmp_path, "10in", "fa", moment, palette)


@pytest.mark.slow
@pytest.mark.ui
@pytest.mark.parametrize("palette", [name for name in PALETTES if name != "dark"])
@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("moment", THEMED)
def test_other_themes_can_be_read_everywhere(tmp_path: Path, look: None, palette: str, panel: str, moment: str) -> None:
    look_at(tmp_path, panel, "fa", moment, palette)


@pytest.mark.slow
@pytest.mark.ui
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("moment", ["play", "trade", "seven"])
def test_fewer_seats_look_designed_too(tmp_path: Path, look: None, seats: int, panel: str, moment: str) -> None:
    look_at(tmp_path, panel, "fa", moment, seats=seats)
