"""Steps a Kivy app frame by frame, taps it, looks at it. The only module that uses Kivy's private names.

Importing it prepares Kivy for the whole test process, on an Xvfb of its own: no window of the desktop is touched. With
MIZBAN_TEST_DISPLAY=:7 it draws on that display instead. Import it before anything that imports Kivy.
"""

from __future__ import annotations

import atexit
import itertools
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from display import start_display

from companion.screens import bootstrap
from companion.screens.bootstrap import PANELS, Panel


def _take_display() -> None:
    wanted = os.environ.get("MIZBAN_TEST_DISPLAY")
    if wanted is None:
        wanted, server = start_display()
        atexit.register(server.wait)
        atexit.register(server.terminate)
    os.environ.update(DISPLAY=wanted, SDL_VIDEODRIVER="x11", SDL_AUDIODRIVER="dummy")


_take_display()
bootstrap.prepare(PANELS["7in"], cache=Path(tempfile.mkdtemp(prefix="mizban-kivy-")), max_fps=0)

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget
from PIL import Image

FRAMES_TO_REST = 6


@contextmanager
def unseen() -> Iterator[None]:
    """Drivers made meanwhile draw nothing until it is over: what leads to a moment need not be looked at."""
    Driver.blind = True
    try:
        yield
    finally:
        Driver.blind = False


class Finger(MotionEvent):  # type: ignore[misc]
    """A touch at a place in the window, in pixels from its lower left corner."""

    _count = 0

    def __init__(self, x: float, y: float) -> None:
        Finger._count += 1
        width, height = Window.system_size
        super().__init__("driver", Finger._count, {"x": x / max(1, width - 1), "y": y / max(1, height - 1)})
        self.scale_for_screen(width, height)

    def depack(self, args: dict[str, float]) -> None:
        self.is_touch = True
        self.sx, self.sy = args["x"], args["y"]
        self.profile = ("pos",)
        super().depack(args)


class Driver:
    """An app that runs only when it is stepped. ``blind``: it draws nothing, for long play."""

    blind = False

    def __init__(self, app: Any, panel: Panel = PANELS["7in"]) -> None:
        self.app = app
        self.resize(panel)
        for child in list(Window.children):
            Window.remove_widget(child)
        EventLoop.quit = False
        app._run_prepare()
        self.frames(3)

    def resize(self, panel: Panel) -> None:
        """Another panel; sizes in millimetres follow."""
        from companion.screens.theme import theme

        theme.use_density(panel.density)
        Window.size = (panel.width, panel.height)
        self.frames(3)

    def frames(self, n: int = 1) -> None:
        """Let ``n`` frames go by; while :attr:`blind` all is done but the drawing, which takes most of the time."""
        for _ in range(n):
            if self.blind:
                Clock.tick()
                EventLoop.dispatch_input()
                Clock.tick_draw()
            else:
                EventLoop.idle()

    def settle(self, seconds: float = 0.6) -> None:
        """Let frames go by until short motion has come to rest.

        Motion goes on by what passed between two frames: where one frame takes as long as the motion, more must follow.
        """
        until = time.monotonic() + seconds
        for frame in itertools.count():
            if frame >= FRAMES_TO_REST and time.monotonic() >= until:
                return
            EventLoop.idle()

    def until(self, true: Callable[[], Any], seconds: float = 60.0) -> Any:
        """Step until ``true`` answers something; what it answered. :raises AssertionError: when it never did."""
        end = time.monotonic() + seconds
        while not (answer := true()):
            assert time.monotonic() < end, f"waited {seconds} s in vain"
            EventLoop.idle()
        return answer

    # ------------------------------------------------------------------------------------------ fingers

    def press(self, x: float, y: float) -> Finger:
        """A finger comes down at ``x``, ``y`` (window pixels)."""
        finger = Finger(x, y)
        EventLoop.post_dispatch_input("begin", finger)
        return finger

    def move(self, finger: Finger, x: float, y: float) -> None:
        width, height = Window.system_size
        finger.move({"x": x / max(1, width - 1), "y": y / max(1, height - 1)})
        EventLoop.post_dispatch_input("update", finger)

    def lift(self, finger: Finger) -> None:
        EventLoop.post_dispatch_input("end", finger)

    def tap_at(self, x: float, y: float, hold: int = 1) -> None:
        """A short tap; ``hold`` frames between down and up."""
        finger = self.press(x, y)
        self.frames(hold)
        self.lift(finger)
        self.frames(2)

    def tap(self, widget: Widget, hold: int = 1) -> None:
        """A short tap at the middle of ``widget``, through every rotation it stands in."""
        self.tap_at(*middle(widget), hold=hold)

    # ------------------------------------------------------------------------------------------ looking

    def shot(self, path: Path | str) -> Path:
        """The window's picture, as a player sees it, kept at ``path``."""
        target = Path(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        picture(self).save(target)
        return target

    def walk(self) -> Iterator[Widget]:
        """Every widget that is in the window."""
        for child in Window.children:
            yield from child.walk()

    def close(self) -> None:
        """Stop the app and empty the window; the next driver uses it again."""
        self.app.stop()
        for child in list(Window.children):
            Window.remove_widget(child)
        for event in Clock.get_events():
            event.cancel()
        EventLoop.status = "stopped"


def middle(widget: Widget) -> tuple[float, float]:
    """Where the middle of ``widget`` is in the window."""
    x, y = widget.to_window(*widget.center)
    return float(x), float(y)


def picture(driver: Driver) -> Image.Image:
    """What the window shows now."""
    driver.frames(1)
    Window.dispatch("on_draw")
    data, width, height = _pixels()
    return Image.frombytes("RGB", (width, height), data).transpose(Image.Transpose.FLIP_TOP_BOTTOM)


def _pixels() -> tuple[bytes, int, int]:
    from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels

    width, height = (int(length) for length in Window.system_size)
    return glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE), width, height
