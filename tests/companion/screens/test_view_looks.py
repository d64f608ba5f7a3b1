"""Each game's own view looked at as a strict designer would: every panel, every number of seats, both languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from looks import faults
from viewed import VIEWS, seats_of, shown

from companion.screens.bootstrap import PANELS, Panel
from companion.screens.theme import theme

pytestmark = pytest.mark.ui
UPRIGHT = {
    "10in-upright": Panel(1280, 800, 217.0, flat=False),
    "21in-upright": Panel(1920, 1080, 476.0, flat=False),
}
EVERY = {**PANELS, **UPRIGHT}
SHORT = (
    ("ethnos", "turn", "7in-flat", 5), ("ethnos", "band", "portrait", 4), ("whale_riders", "turn", "7in-flat", 2),
    ("whale_riders", "deliver", "7in", 3), ("unfair", "five_areas", "portrait", 5), ("unfair", "figures", "9in", 3),
    ("amun_re", "auction", "7in-flat", 4), ("amun_re", "offering", "9in", 4), ("amun_re", "later_hand", "portrait", 3),
    ("amun_re", "reminders", "7in", 2), ("score_pad", "categories", "7in", 6), ("score_pad", "rounds", "9in", 4),
)  # fmt: skip
LONG = [
    (game, view, panel, seats)
    for game, views in VIEWS.items() for view in views for panel in EVERY
    for seats in seats_of(game, view) if seats > 1 and seats <= 6 and (game, view, panel, seats) not in SHORT
]  # fmt: skip


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    before, theme.less_motion = theme.less_motion, True
    yield
    theme.less_motion = before


def look(folder: Path, game: str, view: str, panel: str, seats: int, language: str) -> list[str]:
    played = shown(folder, game, view, EVERY[panel], seats, language)
    try:
        return faults(played.driver, language=language)
    finally:
        played.close()


@pytest.mark.parametrize(("game", "view", "panel", "seats"), SHORT)
def test_nothing_is_clipped_faint_too_small_or_wordless(
    tmp_path: Path, game: str, view: str, panel: str, seats: int
) -> None:
    assert look(tmp_path, game, view, panel, seats, "fa" if seats % 2 else "en") == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["fa", "en"])
@pytest.mark.parametrize(("game", "view", "panel", "seats"), LONG)
def test_nothing_is_wrong_to_look_at_on_any_panel_with_any_number_of_seats(
    tmp_path: Path, game: str, view: str, panel: str, seats: int, language: str
) -> None:
    assert look(tmp_path, game, view, panel, seats, language) == []
