"""Every page around the match, looked at as a strict designer would, on every panel, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from flowing import Evening
from looks import faults
from stations import PINS, stations

from companion.screens.bootstrap import PANELS
from companion.screens.theme import theme

pytestmark = pytest.mark.ui


def look(evening: Evening, language: str) -> list[str]:
    found = []
    for name, speaks in stations(evening, language):
        evening.settle()
        # a folder's name keeps its own digits
        found += [f"{name}: {fault}" for fault in faults(evening.driver, language=speaks) if "/" not in fault]
    return found


@pytest.mark.parametrize(("panel", "language"), [("7in", "fa")])
def test_pages_around_the_match_look_right(tmp_path: Path, panel: str, language: str) -> None:
    with Evening(tmp_path, PANELS[panel], language, seats=PINS) as evening:
        assert look(evening, language) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["fa", "en"])
@pytest.mark.parametrize("panel", ["7in", "portrait", "9in", "10in", "21in"])
@pytest.mark.parametrize("colors", ["dark", "light", "contrast"])
def test_pages_look_right_on_every_panel_in_every_theme(tmp_path: Path, panel: str, language: str, colors: str) -> None:
    with Evening(tmp_path, PANELS[panel], language, seats=PINS) as evening:
        theme.name = colors
        assert look(evening, language) == []


RESULTS = (
    ("arnika", 4),
    ("ethnos", 3),
    ("whale_riders", 4),
    ("unfair", 4),
    ("amun_re", 5),
    ("score_pad", 4),
)


def look_at_result(evening: Evening, game: str, seats: int, language: str) -> list[str]:
    page = evening.end(game, seats)
    found = []
    for tab in [part.key for part in page.tabs.segments] if not page.whole else ["points"]:
        page.tab = tab
        evening.settle()
        found += [f"{game}, {tab}: {fault}" for fault in faults(evening.driver, language=None)]
    page.tidy()
    evening.settle()
    return [*found, *(f"tidy: {fault}" for fault in faults(evening.driver, language=language))]


@pytest.mark.parametrize(("panel", "language"), [("7in", "fa")])
def test_the_result_looks_right(tmp_path: Path, panel: str, language: str) -> None:
    with Evening(tmp_path, PANELS[panel], language) as evening:
        assert look_at_result(evening, "arnika", 4, language) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["fa", "en"])
@pytest.mark.parametrize("panel", ["7in", "portrait", "9in", "10in", "21in"])
@pytest.mark.parametrize(("game", "seats"), RESULTS)
def test_the_result_of_every_game_looks_right(tmp_path: Path, panel: str, language: str, game: str, seats: int) -> None:
    with Evening(tmp_path, PANELS[panel], language) as evening:
        assert look_at_result(evening, game, seats, language) == []
