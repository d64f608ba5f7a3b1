"""The pages by name. A page's module is imported when the page is first shown, so that the first one stands soon."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from kivy.uix.widget import Widget

if TYPE_CHECKING:
    from companion.screens.shell import Shell

CLASSES = {
    "attract": "AttractPage",
    "chooser": "ChooserPage",
    "seats": "SeatsPage",
    "setup_board": "SetupBoardPage",
    "match": "MatchPage",
    "result": "ResultPage",
    "box": "BoxPage",
    "staff_page": "StaffPage",
    "health_page": "HealthPage",
    "wiring_page": "WiringPage",
    "gallery": "GalleryPage",
}
"""Module in this package, and its page."""


def _maker(module: str, name: str) -> Callable[[Shell], Widget]:
    def make(shell: Shell) -> Widget:
        page: Widget = getattr(import_module(f"companion.screens.{module}"), name)(shell)
        return page

    return make


PAGES: dict[str, Callable[[Shell], Widget]] = {module: _maker(module, name) for module, name in CLASSES.items()}
