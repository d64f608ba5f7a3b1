"""An X server without a screen, on a display that is free."""

from __future__ import annotations

import os
import subprocess


def start_display(width: int = 1920, height: int = 1280) -> tuple[str, subprocess.Popen[bytes]]:
    """Start it; the name of its display and its process. :raises RuntimeError: when it did not start.

    It keeps what a client told it, as its keyboard's layout, when the last one goes.
    """
    readable, writable = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writable), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp", "-noreset"],
        pass_fds=(writable,),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writable)
    with os.fdopen(readable, "rb") as pipe:
        number = pipe.readline().strip().decode()
    if not number:
        raise RuntimeError("Xvfb did not start; scripts/setup installs it")
    return f":{number}", server
