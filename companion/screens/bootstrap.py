"""Everything that Kivy must know before its first import: text by Pillow, one input provider, the panel's real size.

Kivy reads its environment while it is imported, and its window and input while they are first used. So this module
is called first by every program that shows a screen (:func:`prepare`), and imports no Kivy before that.
"""

from __future__ import annotations

import ctypes
import logging
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_cache_path

from companion.game import Line, Missing

MM_PER_INCH = 25.4


@dataclass(frozen=True)
class Panel:
    """A touch panel: its pixels, and the width of its picture in millimetres, which settles every size on it.

    ``flat``: it lies in the table and is read from every side; an upright one has one reading side.
    """

    width: int
    height: int
    width_mm: float
    flat: bool = True

    @property
    def density(self) -> float:
        """Pixels in a millimetre."""
        return self.width / self.width_mm

    @property
    def height_mm(self) -> float:
        return self.height / self.density


PANELS: dict[str, Panel] = {
    "10in": Panel(1280, 800, 217.0),
    "7in": Panel(800, 480, 154.0, flat=False),
    "7in-flat": Panel(800, 480, 154.0),
    "9in": Panel(1024, 600, 197.0),
    "9in-upright": Panel(1024, 600, 197.0, flat=False),
    "portrait": Panel(720, 1280, 88.0, flat=False),
    "21in": Panel(1920, 1080, 476.0),
}
"""The panels that the screens are designed for, by the diagonal; a panel of another size is described in the config."""


def panel_for(width: int, height: int, width_mm: float | None = None, flat: bool | None = None) -> Panel:
    """The panel of ``width`` x ``height`` pixels: a known one, or one guessed at the same kind of density."""
    for known in PANELS.values():
        if (known.width, known.height) == (width, height) and flat in (None, known.flat):
            return Panel(width, height, width_mm or known.width_mm, known.flat)
    upright = width < height or width < 1000
    return Panel(width, height, width_mm or width / 5.2, not upright if flat is None else flat)


def display_size() -> tuple[int, int] | None:
    """Pixels of the display that a window would open on: of the X server, else of the panel that a card drives.

    ``None`` where neither can be asked.
    """
    if os.environ.get("DISPLAY"):
        try:
            x11 = ctypes.CDLL("libX11.so.6")
            x11.XOpenDisplay.restype = ctypes.c_void_p
            display = ctypes.c_void_p(x11.XOpenDisplay(None))
            if display:
                size = int(x11.XDisplayWidth(display, 0)), int(x11.XDisplayHeight(display, 0))
                x11.XCloseDisplay(display)
                return size
        except (OSError, AttributeError):
            pass
    for modes in sorted(Path("/sys/class/drm").glob("card*-*/modes")):
        try:
            first = modes.read_text("ascii").split("\n")[0]
        except (OSError, UnicodeDecodeError):
            continue
        if (found := re.match(r"(\d+)x(\d+)", first)) is not None:
            return int(found[1]), int(found[2])
    return None


def window_size(display: tuple[int, int] | None) -> tuple[int, int]:
    """Pixels of a window of nobody's choice: the 10 inch panel's where ``display`` has room for it, else all of it."""
    if display is None or (display[0] >= 1280 and display[1] >= 800):
        return 1280, 800
    return display


def mend_text() -> None:
    """Make sure that Persian will be joined and ordered.

    :raises Missing: when Pillow cannot shape text; without FriBiDi it would draw letters apart, in silence.
    """
    from PIL import features

    if not features.check("raqm"):
        raise Missing(Line.of("error.no_raqm"))
    if not features.check("fribidi"):
        raise Missing(Line.of("error.no_fribidi"))


FRAMES = 48
"""What Kivy is told of frames a second to make 60: it ends every wait 4 ms early."""


def prepare(
    panel: Panel, *, kiosk: bool = False, rotation: int = 0, cache: Path | None = None, max_fps: int = FRAMES
) -> None:
    """Set every variable and Config value; call it once, before anything imports Kivy.

    ``kiosk``: the touch panel itself through mtdev, full screen, no pointer; otherwise a window and the mouse.
    ``rotation``: degrees by which the picture is turned (Kivy turns the drawing and the touches alike).

    :raises Missing: when Persian text cannot be drawn.
    :raises RuntimeError: when Kivy was imported before.
    """
    if "kivy" in sys.modules and os.environ.get("KIVY_TEXT") != "pil":
        raise RuntimeError("companion.screens.bootstrap.prepare must run before the first import of kivy")
    mend_text()
    home = cache or user_cache_path("mizban", ensure_exists=True) / "kivy"
    home.mkdir(parents=True, exist_ok=True)
    os.environ.update(
        KIVY_TEXT="pil",
        KIVY_NO_ARGS="1",
        KIVY_NO_CONFIG="1",
        KIVY_NO_FILELOG="1",
        KIVY_NO_CONSOLELOG="1",
        KIVY_LOG_MODE="PYTHON",
        KIVY_HOME=str(home),
        KIVY_DPI=f"{panel.density * MM_PER_INCH:.4f}",
        KIVY_METRICS_DENSITY="1",
        KIVY_METRICS_FONTSCALE="1",
    )
    # which providers it found interests nobody at the table
    logging.getLogger("kivy").addFilter(lambda record: record.levelno >= logging.WARNING)
    from kivy.config import Config

    settings: dict[str, dict[str, object]] = {
        "graphics": {
            "width": panel.width,
            "height": panel.height,
            "multisamples": 0,
            "maxfps": max_fps,
            "rotation": rotation,
            "fullscreen": "auto" if kiosk else 0,
            "borderless": int(kiosk),
            "show_cursor": int(not kiosk),
            "resizable": int(not kiosk),
            "allow_screensaver": 0,
        },
        "kivy": {"exit_on_escape": 0, "log_level": "warning", "keyboard_mode": ""},
        "postproc": {"double_tap_time": 250, "triple_tap_time": 0, "jitter_distance": 0},
    }
    for section, values in settings.items():
        for name, value in values.items():
            Config.set(section, name, str(value))
    for name in list(Config.options("input")):
        Config.remove_option("input", name)
    if kiosk:
        Config.set("input", "touch_%(name)s", "probesysfs,provider=mtdev")
    else:
        Config.set("input", "mouse", "mouse,multitouch_on_demand")
