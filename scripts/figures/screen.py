"""The screen at 800x480 on a display without a screen: first frame, tap to shown, frames a second, idle, memory.

Each figure comes from a process of its own: ``python -m scripts.figures.screen PART`` prints it as JSON. The peer of
the first frame is the smallest Kivy app there is, started the same way.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts.figures.figure import Figure, percentile

ROOT = Path(__file__).parents[2]
HELP = ROOT / "tests" / "companion" / "screens"
TAPS = 150
THROWS = 120
SECONDS = 4.0
WAIT = 180


@contextlib.contextmanager
def asking() -> Iterator[Asking]:
    """A display without a screen, and what runs the parts on it."""
    sys.path.insert(0, str(HELP))
    from display import start_display

    name, server = start_display()
    try:
        with tempfile.TemporaryDirectory() as folder:
            yield Asking(name, Path(folder))
    finally:
        server.terminate()
        server.wait()


def measure() -> Iterator[Figure]:
    with asking() as ask:
        ask("first")  # the cold one fills the caches
        first, bare = [ask("first") for _ in range(3)], [ask("bare") for _ in range(3)]
        least, cpu = min(run["seconds"] for run in first), min(run["cpu"] for run in first)
        peer = min(run["seconds"] for run in bare)
        note = f"{cpu:.2f} s of a processor"
        yield Figure("first frame, warm", least, "s", "a Kivy app with one label", peer, False, note)
        taps = ask("taps")
        note = f"{taps['taps']} taps that are stored first, {taps['cpu'] * 1000:.0f} ms of a processor each"
        yield Figure("tap to shown, p50", taps["p50"] * 1000, "ms", "one empty frame", taps["frame"] * 1000, False)
        yield Figure("tap to shown, p99", taps["p99"] * 1000, "ms", note=note)
        busy = ask("busy")
        yield Figure("busiest play screen", busy["fps"], "frames/s", "an empty window", busy["empty"],
                         note=f"{busy['cpu'] * 1000:.1f} ms of a processor a frame")  # fmt: skip
        yield Figure("memory in play", busy["mb"], "MB")
        idle = ask("idle")
        yield Figure("idle in play", idle["share"] * 100, "% of a core", note="the clock of the turn runs")


class Asking:
    """Runs one part in a process of its own, on the display ``name``."""

    def __init__(self, name: str, folder: Path) -> None:
        self.folder = folder
        self.env = {
            **os.environ,
            "DISPLAY": name,
            "MIZBAN_TEST_DISPLAY": name,
            "SDL_VIDEODRIVER": "x11",
            "SDL_AUDIODRIVER": "dummy",
            "PYTHONPATH": os.pathsep.join((str(ROOT), str(HELP))),
        }

    def __call__(self, part: str) -> dict[str, Any]:
        """What ``part`` measured. :raises RuntimeError: when it failed, with what it said."""
        env = {**self.env, "MIZBAN_BEGAN": repr(time.monotonic())}
        done = subprocess.run(
            [sys.executable, "-m", "scripts.figures.screen", part, str(self.folder)],
            env=env, cwd=ROOT, capture_output=True, text=True, timeout=WAIT, check=False,
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"screen figures, {part}: {done.stderr[-2000:]}")
        found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return found


# ---------------------------------------------------------------------------------------------- parts


def first(folder: Path) -> dict[str, float]:
    """Seconds from the start of the process to the first frame of the whole app, its table and store behind it."""
    from companion import config as settings
    from companion.app import Companion, make_shell
    from companion.screens.bootstrap import PANELS, prepare

    home = settings.home(str(folder / "home"))
    prepare(PANELS["7in"], cache=folder / "kivy")
    with Companion(home, settings.load(home.config)) as companion:
        shell = make_shell(companion, PANELS["7in"], "fa")
        taken = _until_first_frame(shell)
    return {"seconds": taken, "cpu": time.process_time()}


def bare(folder: Path) -> dict[str, float]:
    """The same of an app that is one label."""
    from companion.screens.bootstrap import PANELS, prepare

    prepare(PANELS["7in"], cache=folder / "kivy")
    from kivy.app import App
    from kivy.uix.label import Label

    class Bare(App):  # type: ignore[misc]
        def build(self) -> Any:
            return Label(text="Mizban")

    return {"seconds": _until_first_frame(Bare()), "cpu": time.process_time()}


def _until_first_frame(app: Any) -> float:
    from kivy.clock import Clock
    from kivy.core.window import Window

    taken: list[float] = []

    def flipped(*_: Any) -> None:
        if not taken:
            taken.append(time.monotonic() - float(os.environ["MIZBAN_BEGAN"]))
            Clock.schedule_once(lambda _dt: app.stop(), 0)

    Window.bind(on_flip=lambda *_: Clock.schedule_once(flipped, -1))
    app.run()
    return taken[0]


def taps(folder: Path) -> dict[str, float]:
    """Seconds from a finger's lifting to the frame that shows what it did, through the table's own thread and disk."""
    import driver as hands
    import moments
    from playing import Played

    from companion.app import rest_memory
    from companion.inbox import Inbox
    from companion.screens.bootstrap import PANELS

    setup, actions = moments.record(4, 3, moments.ARNIKA["to_roll"].until)
    with tempfile.TemporaryDirectory(dir=folder) as here:
        played = Played(Path(here), panel=PANELS["7in"], setup=lambda _: setup, record=actions)
        inbox = Inbox()
        rest_memory()  # as the app does when its first page stands
        thread = _thread(inbox, played)
        played.bridge._post = inbox.post
        taken: list[float] = []
        used: list[float] = []
        while len(taken) < TAPS:
            widget = _next(played)
            before = len(played.page.scene.snapshot.log)  # type: ignore[union-attr]
            finger = played.driver.press(*hands.middle(widget))
            played.driver.frames(2)
            began, worked = time.perf_counter(), time.process_time()
            played.driver.lift(finger)
            if _posts(played, widget):
                played.driver.until(lambda before=before: len(played.page.scene.snapshot.log) > before)  # type: ignore
                taken.append(time.perf_counter() - began)
                used.append(time.process_time() - worked)
            played.driver.settle(0.4)  # a sheet that still rises is no place for a finger
        began = time.perf_counter()
        for _ in range(30):
            _redraw()
        frame = (time.perf_counter() - began) / 30
        inbox.stop()
        thread.join()
    p50, p99 = percentile(taken, 0.5), percentile(taken, 0.99)
    return {"p50": p50, "p99": p99, "taps": len(taken), "frame": frame, "cpu": percentile(used, 0.5)}


def throws(folder: Path) -> dict[str, float]:
    """Seconds from the bytes of a throw on a pty to the frame that shows its dice, at the pace of the app."""
    import moments
    from kivy.clock import Clock
    from playing import Played

    from companion.config import Config, Dice
    from companion.devices import Devices
    from companion.game import Asked
    from companion.games.arnika.actions import EndTurn
    from companion.games.arnika.state import Phase
    from companion.inbox import Inbox
    from companion.screens.bootstrap import FRAMES, PANELS
    from scripts.figures.dice import Line

    setup, actions = moments.record(4, 3, moments.ARNIKA["to_roll"].until)
    with tempfile.TemporaryDirectory(dir=folder) as here:
        played = Played(Path(here), panel=PANELS["7in"], setup=lambda _: setup, record=actions)
        inbox, line = Inbox(), Line()
        thread = _thread(inbox, played)
        played.bridge._post = inbox.post
        devices = Devices(Config(dice=Dice(port=line.path)), inbox.post)
        played.table.watch(devices.observe)
        Clock._max_fps = float(FRAMES)
        devices.start()
        line.greet(lambda: devices.dice[0].state.unit is not None, played.driver.frames)
        taken: list[float] = []
        for n in range(1, THROWS + 1):
            played.driver.settle(0.2)
            began = time.perf_counter()
            line.throw(n)
            played.driver.until(lambda: _turn(played).phase is Phase.PLAY)
            taken.append(time.perf_counter() - began)
            inbox.post(Asked(EndTurn(_turn(played).turn)))
            played.driver.until(lambda: _turn(played).phase is Phase.ROLL)
        devices.stop()
        inbox.stop()
        thread.join()
        line.close()
    return {"p50": percentile(taken, 0.5), "p99": percentile(taken, 0.99), "throws": len(taken)}


def _turn(played: Any) -> Any:
    """The state that the page shows."""
    return played.page.scene.state


def _thread(inbox: Any, played: Any) -> Any:
    import threading

    thread = threading.Thread(target=inbox.run, args=(played.table.take,), daemon=True)
    thread.start()
    return thread


def _next(played: Any) -> Any:
    """What a player in a hurry presses: a harmless sum, the end of the turn."""
    overlay = played.page.ids.overlay
    for entry in overlay.open.values():
        if hasattr(entry.sheet, "keys"):
            return entry.sheet.keys[2]
    buttons = played.page.ids.bar.buttons
    for key in ("unpause", "EndTurn", "Roll"):
        if key in buttons:
            return buttons[key]
    raise RuntimeError(f"neither a throw nor the end of the turn among {list(buttons)}")


def _posts(played: Any, widget: Any) -> bool:
    return widget is not played.page.ids.bar.buttons.get("Roll")


def _redraw() -> None:
    from kivy.base import EventLoop
    from kivy.core.window import Window

    Window.canvas.ask_update()
    EventLoop.idle()


def busy(folder: Path) -> dict[str, float]:
    """Frames a second of the board with every corner lit, all of it drawn anew, beside those of an empty window."""
    import driver as hands
    import moments

    from companion.screens.bootstrap import PANELS

    with tempfile.TemporaryDirectory(dir=folder) as here:
        moments.arnika(Path(here), "setup", panel=PANELS["7in"])
        used = time.process_time()
        fps = _rate()
        used = (time.process_time() - used) / (fps * SECONDS)
        mb = _memory()
        for child in list(hands.Window.children):
            hands.Window.remove_widget(child)
        return {"fps": fps, "empty": _rate(), "mb": mb, "cpu": used}


def _rate() -> float:
    count, began = 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        _redraw()
        count += 1
    return count / (time.perf_counter() - began)


def _memory() -> float:
    """Megabytes that are resident now."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def idle(folder: Path) -> dict[str, float]:
    """The share of a core that the play screen takes while nobody touches it, over eight seconds."""
    import moments
    from kivy.base import EventLoop
    from kivy.clock import Clock

    from companion.screens.bootstrap import FRAMES, PANELS

    with tempfile.TemporaryDirectory(dir=folder) as here:
        moments.arnika(Path(here), "play", panel=PANELS["7in"])
        Clock._max_fps = float(FRAMES)
        for _ in range(60):
            EventLoop.idle()
        wall, used = time.perf_counter(), time.process_time()
        while time.perf_counter() - wall < 8.0:
            EventLoop.idle()
        return {"share": (time.process_time() - used) / (time.perf_counter() - wall)}


PARTS = {"first": first, "bare": bare, "taps": taps, "throws": throws, "busy": busy, "idle": idle}

if __name__ == "__main__":
    print(json.dumps(PARTS[sys.argv[1]](Path(sys.argv[2]))))
