"""The gallery as pictures: each chapter in both languages, one after the other, then the app stops."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.core.window import Window
from PIL import Image

from companion.locale import LANGUAGES
from companion.screens.gallery_parts import CHAPTERS

if TYPE_CHECKING:
    from companion.screens.shell import Shell

REST = 0.4
"""Seconds after which nothing moves any more."""


def write_pictures(shell: Shell, folder: Path, written: list[Path]) -> None:
    """Once ``shell`` runs, write ``<chapter>_<language>.png`` into ``folder`` for each, and stop it."""
    folder.mkdir(parents=True, exist_ok=True)
    steps = _steps(shell, folder, written)

    def step(_dt: float) -> None:
        if next(steps, None) is None:
            shell.stop()
        else:
            Clock.schedule_once(step, REST)

    shell.bind(on_start=lambda *_: Clock.schedule_once(step, REST))


def _steps(shell: Shell, folder: Path, written: list[Path]) -> Iterator[bool]:
    page = shell.page("gallery")
    for language in LANGUAGES:
        shell.language = language
        for number, name in enumerate(CHAPTERS):
            page.chapter = number
            yield True
            target = folder / f"{name}_{language}.png"
            _picture().save(target)
            written.append(target)


def _picture() -> Image.Image:
    """What stands in the window."""
    from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels

    width, height = (int(length) for length in Window.system_size)
    Window.dispatch("on_draw")
    shown = Image.frombytes("RGB", (width, height), glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE))
    return shown.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
