"""The pages around the match look as they did when somebody had looked at them."""

from __future__ import annotations

from itertools import islice

import pytest
from goldens import FOLDER, ROUND, SHARE, difference, evening
from PIL import Image

from companion.screens.gallery_parts import CHAPTERS

PAGES = (
    "attract", "guide", "chooser", "options", "seats_empty", "seats", "seats_sheet", "setup_ways", "setup_random",
    "setup_pictures", "setup_read", "setup_tiles", "setup_numbers", "health", "staff", "pin", "box", "box_keyboard",
    "result_points", "result_parts", "tidy", "resume",
)  # fmt: skip
TABS = ("result_course", "result_dice", "result_receipt")
"""What a small panel shows of a result one after the other."""


def unlike(panel: str, language: str, most: int | None = None) -> dict[str, float]:
    """The pictures of an evening that look different, each with how much of it does; only the first ``most``."""
    found = {}
    for name, seen in islice(evening(panel, language), most):
        part = difference(seen, Image.open(FOLDER / name))
        if part > SHARE:
            found[name] = part
    return found


@pytest.mark.ui
@pytest.mark.parametrize(("panel", "language"), [("7in", "fa"), ("10in", "en")])
def test_the_first_pages_look_as_they_did(panel: str, language: str) -> None:
    assert unlike(panel, language, 3) == {}


@pytest.mark.slow
@pytest.mark.ui
@pytest.mark.parametrize(("panel", "language"), ROUND)
def test_every_page_around_the_match_looks_as_it_did(panel: str, language: str) -> None:
    assert unlike(panel, language) == {}


@pytest.mark.parametrize(("panel", "language"), ROUND)
def test_a_picture_of_every_page_is_kept_in_both_languages(panel: str, language: str) -> None:
    pages = (*PAGES, *(TABS if panel == "7in" else ()), *(f"gallery_{chapter}" for chapter in CHAPTERS))
    assert [page for page in pages if not (FOLDER / f"{page}_{language}_{panel}.png").exists()] == []
