"""The project on arm64, as a Pi has it: installed and tried in a Debian under emulation. It takes an hour or more."""

import os
import subprocess
from pathlib import Path
from shutil import which

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "try_arm64"


@pytest.mark.emulation
@pytest.mark.timeout(4 * 3600)
@pytest.mark.skipif(os.geteuid() != 0, reason="a chroot needs root")
@pytest.mark.skipif(
    not (which("debootstrap") and which("qemu-aarch64-static")), reason="needs debootstrap and qemu-user"
)
@pytest.mark.parametrize("release", ["bookworm", "trixie"])
def test_the_project_installs_and_its_rules_and_vision_hold_on_arm64(release):
    folder = os.environ.get("MIZBAN_ARM64", "/var/tmp/mizban-arm64")
    subprocess.run([str(SCRIPT), release, folder], check=True)
