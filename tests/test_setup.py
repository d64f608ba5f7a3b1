"""scripts/setup on systems of paper: what is missing is known, and what is there under another name is not missing."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def missing(tmp_path, installed, kind="run"):
    stand_in = tmp_path / "dpkg-query"
    stand_in.write_text(f"#!/bin/sh\ncat <<'END'\n{installed}\nEND\n")
    stand_in.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    script = f". scripts/setup; mizban_system_packages {kind}"
    ran = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(ran.stdout.split())


BOOKWORM = "ii  libfribidi0, \nii  libgl1, \nii  libmtdev1, \nun  xvfb, "
TRIXIE = "ii  libfribidi0, \nii  libgl1, libgl1-any, other (= 2)\nii  libmtdev1t64, libmtdev1 (= 1.1.7-1)"


@pytest.mark.parametrize("installed", [BOOKWORM, TRIXIE], ids=["Debian 12", "Debian 13"])
def test_a_second_start_takes_no_installing(tmp_path, installed):
    assert missing(tmp_path, installed) == set()
    assert missing(tmp_path, installed, "headless") == {"xvfb"}


def test_what_is_missing_is_named(tmp_path):
    assert missing(tmp_path, "rc  libgl1, \nii  libmtdev1-dev, ") == {"libfribidi0", "libmtdev1", "libgl1"}
