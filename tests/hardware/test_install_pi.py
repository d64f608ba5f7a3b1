"""scripts/install-pi on a Pi of paper: a folder for a root, and stand-ins that write down what they were asked."""

import os
import re
import shutil
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest
from PIL import Image

from companion import config
from hardware.ports import BOARDS

CHECKOUT = Path(__file__).parents[2]
PI = CHECKOUT / "scripts" / "pi"

VENV = """
[ "$2" = venv ] || exit 0
mkdir -p "$4/bin" && cp "$0" "$4/bin/python"
printf '#!/bin/sh\\necho "$MATCHES"\\n' > "$4/bin/mizban" && chmod +x "$4/bin/mizban"
"""
STANDINS = {
    "dpkg-query": "exit 1",
    "getent": "exit 2",
    "id": '[ "$1" = -u ] && echo 0 || true',
    "python3": VENV,
    "runuser": 'shift 3; "$@"',
    **dict.fromkeys(
        (
            "apt-get",
            "useradd",
            "userdel",
            "groupadd",
            "usermod",
            "chown",
            "systemctl",
            "udevadm",
            "raspi-config",
            "blkid",
        ),
        "exit 0",
    ),
}
CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=1-02 rootwait quiet\n"


class Paper:
    """A Pi: ``root`` is its file system, ``asked`` what its commands were told since last looked at."""

    def __init__(self, folder):
        self.root, self.log, self.checkout = folder / "root", folder / "log", folder / "checkout"
        for path in ("scripts/install-pi", *(f"scripts/pi/{file.name}" for file in PI.iterdir() if file.is_file())):
            (self.checkout / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(CHECKOUT / path, self.checkout / path)
        for path in ("companion/app.py", "tests/test_it.py", "docs/a guide.md"):
            (self.checkout / path).parent.mkdir(parents=True)
            (self.checkout / path).write_text(f"# {path}\n")
        tools = folder / "bin"
        tools.mkdir()
        for name, does in STANDINS.items():
            (tools / name).write_text(f'#!/bin/bash\necho "{name} $*" >> {self.log}\n{does}\n')
            (tools / name).chmod(0o755)
        for path, text in {
            "boot/firmware/cmdline.txt": CMDLINE,
            "boot/firmware/config.txt": "dtparam=audio=on\n",
            "etc/os-release": "VERSION_CODENAME=trixie\n",
            "etc/fstab": "PARTUUID=1-02 / ext4 defaults 0 1\n",
        }.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(text)
        self.environment = {
            **os.environ,
            "PATH": f"{tools}:{os.environ['PATH']}",
            "MIZBAN_ROOT": str(self.root),
            "MATCHES": "[]",
        }

    def run(self, *arguments, **environment):
        self.log.write_text("")
        command = [str(self.checkout / "scripts" / "install-pi"), *arguments]
        return subprocess.run(
            command, env={**self.environment, **environment}, capture_output=True, text=True, timeout=120, check=False
        )

    @property
    def asked(self):
        return [line for line in self.log.read_text().splitlines() if not line.startswith(("dpkg", "getent", "id "))]

    def files(self):
        return {
            str(path.relative_to(self.root)): path.read_bytes()
            for path in sorted(self.root.rglob("*"))
            if path.is_file() and "opt/mizban" not in str(path)
        }

    def text(self, path):
        return (self.root / path).read_text()

    @property
    def current(self):
        return os.readlink(self.root / "opt/mizban/current")


@pytest.fixture
def pi(tmp_path):
    return Paper(tmp_path)


def test_a_dry_run_says_what_it_would_do_and_does_none_of_it(pi):
    before = pi.files()
    said = pi.run("--dry-run", "--rotate", "90", "--cafe", "--read-only")
    assert said.returncode == 0, said.stderr
    for what in ("apt-get install", "useradd --system", "mizban.service", "61-mizban-dice.rules", "enable_overlayfs"):
        assert what in said.stdout
    assert pi.files() == before
    assert not (pi.root / "opt").exists()
    assert pi.asked == []


def test_a_second_run_does_nothing(pi):
    first = pi.run("--rotate", "180", "--size", "800x480", "--width-mm", "154")
    assert first.returncode == 0, first.stderr
    assert "systemctl enable seatd.service mizban.service" in pi.asked
    assert "systemctl restart mizban.service" in pi.asked
    assert pi.text("etc/mizban/environment") == "MIZBAN_ARGS=--size 800x480\n"
    found = config.load(pi.root / "var/lib/mizban/mizban.toml")
    assert (found.screen.rotation, found.screen.width_mm) == (180, 154.0)
    assert "consoleblank=0" in pi.text("boot/firmware/cmdline.txt")
    assert pi.text("boot/firmware/cmdline.txt").count("\n") == 1
    assert pi.text("boot/firmware/config.txt").startswith("dtparam=audio=on\n")
    assert (pi.root / "opt/mizban/a/companion/app.py").exists()
    assert not (pi.root / "opt/mizban/a/tests").exists()
    files = pi.files()
    second = pi.run("--rotate", "180", "--size", "800x480", "--width-mm", "154")
    assert second.returncode == 0, second.stderr
    assert pi.files() == files
    assert "nothing to do" in second.stderr
    assert not [line for line in pi.asked if line.startswith(("python3", "systemctl restart", "systemctl enable"))]


def test_a_checkout_is_what_git_knows_of_it(pi):
    (pi.checkout / "left over.txt").write_text("not ours\n")
    git = ["git", "-C", str(pi.checkout)]
    subprocess.run([*git, "init", "--quiet"], check=True)
    subprocess.run([*git, "add", "scripts", "companion", "docs"], check=True)
    assert pi.run("--no-start").returncode == 0
    assert (pi.root / "opt/mizban/a/docs/a guide.md").exists()
    assert not (pi.root / "opt/mizban/a/left over.txt").exists()


def test_what_a_person_wrote_in_the_configuration_stays(pi):
    assert pi.run("--no-start").returncode == 0
    file = pi.root / "var/lib/mizban/mizban.toml"
    file.write_text('language = "en"\n\n[screen]  # ours\ntheme = "light"\nrotation = 0\n\n[sound]\nvolume = 0.2\n')
    assert pi.run("--no-start", "--rotate", "270").returncode == 0
    found = config.load(file)
    assert (found.screen.rotation, found.screen.theme, found.sound.volume) == (270, "light", 0.2)
    assert "# ours" in file.read_text()
    file.write_text('language = "en"\n')
    assert pi.run("--no-start", "--width-mm", "217").returncode == 0
    assert config.load(file).screen.width_mm == 217


def test_an_update_goes_to_the_other_directory_and_a_roll_back_returns(pi):
    assert pi.run("--no-start").returncode == 0
    assert pi.current == "a"
    (pi.checkout / "companion/app.py").write_text("# a newer one\n")
    assert pi.run("update").returncode == 0
    assert pi.current == "b"
    assert pi.text("opt/mizban/b/companion/app.py") == "# a newer one\n"
    assert "systemctl restart mizban.service" in pi.asked
    assert "runs already" in pi.run("update").stderr
    assert pi.run("rollback").returncode == 0
    assert pi.current == "a"


def test_no_update_comes_in_the_middle_of_a_match(pi):
    assert pi.run("--no-start").returncode == 0
    (pi.checkout / "companion/app.py").write_text("# a newer one\n")
    (pi.root / "var/lib/mizban/mizban.db-wal").write_text("")
    said = pi.run("update", MATCHES='[{"ended": null}]')
    assert said.returncode == 1
    assert "a match is running" in said.stderr
    assert pi.current == "a"
    assert pi.run("update", "--force", MATCHES='[{"ended": null}]').returncode == 0
    assert pi.current == "b"


def test_uninstalling_puts_back_what_was_there_and_keeps_the_tables_data(pi):
    before = pi.files()
    assert pi.run("--cafe").returncode == 0
    assert "AF_INET" in pi.text("etc/systemd/system/mizban.service.d/cafe.conf")
    assert pi.run("uninstall").returncode == 0
    left = pi.files()
    assert set(left) - set(before) == {"var/lib/mizban/mizban.toml"}
    assert all(left[path] == before[path] for path in before)
    assert not (pi.root / "opt/mizban").exists()
    assert pi.run("uninstall", "--purge").returncode == 0
    assert pi.files() == before


def test_a_read_only_system_needs_a_partition_for_the_data(pi):
    said = pi.run("--read-only", "--no-start")
    assert said.returncode == 0, said.stderr
    assert "LABEL=mizban-data /var/lib/mizban" in pi.text("etc/fstab")
    assert "raspi-config nonint enable_overlayfs" in pi.asked
    (Path(pi.environment["PATH"].split(":")[0]) / "blkid").write_text("#!/bin/sh\nexit 2\n")
    said = pi.run("--read-only", "--no-start")
    assert said.returncode == 3
    assert "mkfs.ext4 -L mizban-data" in said.stderr


@pytest.mark.parametrize(
    "bad", [["--rotate", "45"], ["--size", "big"], ["--width-mm", "wide"], ["--width-mm", "7000"], ["--frobnicate"]]
)
def test_bad_arguments_are_refused_in_one_line(pi, bad):
    said = pi.run(*bad)
    assert said.returncode == 2
    assert len(said.stderr.splitlines()) == 1


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze")
@pytest.mark.parametrize("cafe", [False, True], ids=["table", "in a café"])
def test_the_screens_service_is_exposed_by_two_at_most(tmp_path, cafe):
    unit = tmp_path / "mizban.service"
    shutil.copy(PI / "mizban.service", unit)
    if cafe:
        unit.write_text(unit.read_text().split("[Install]")[0] + (PI / "cafe.conf").read_text())
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", str(unit)]
    said = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    level = re.search(r"exposure level for mizban.service: ([0-9.]+)", said.stdout)
    if level is None:
        pytest.skip(f"this systemd-analyze cannot judge a file: {said.stderr.strip()[:200]}")
    print(f"systemd-analyze security: {level[1]}")
    assert float(level[1]) <= 2.0


def test_the_service_is_watched_restarted_and_leaves_no_way_out_of_the_kiosk():
    text = (PI / "mizban.service").read_text()
    for line in ("Type=notify", "Restart=always", "StartLimitBurst=5", "OnFailure=mizban-explain.service"):
        assert f"\n{line}\n" in text
    assert re.search(r"\nWatchdogSec=\d+\n", text)
    (start,) = re.findall(r"\nExecStart=(.*)", text)
    assert "-s" not in start.split(" -- ")[0].split(), "cage -s would let Ctrl+Alt+F2 leave the table"


def test_the_rule_for_dice_knows_the_boards_that_the_link_looks_for():
    text = (PI / "61-mizban-dice.rules").read_text()
    for line in re.findall(r'idVendor}=="([^"]+)"', text):
        assert {int(vendor, 16) for vendor in line.split("|")} == set(BOARDS)


@pytest.mark.parametrize(
    "size", ["800x480", *(pytest.param(s, marks=pytest.mark.slow) for s in ("1280x800", "720x1280"))]
)
def test_the_page_that_explains_is_drawn_without_the_screens_program(tmp_path, size):
    picture = tmp_path / "page.png"
    command = [sys.executable, str(PI / "explain"), "--png", str(picture), size]
    environment = {**os.environ, "MIZBAN_HOME": str(tmp_path / "home")}
    subprocess.run(command, env=environment, timeout=60, check=True)
    with Image.open(picture) as page:
        assert page.size == tuple(int(side) for side in size.split("x"))
        assert len(page.getcolors(1 << 20)) > 20, "nothing is written on it"


def test_the_page_is_written_as_the_framebuffer_wants_it():
    loader = SourceFileLoader("explain", str(PI / "explain"))
    explain = module_from_spec(spec_from_loader("explain", loader))
    loader.exec_module(explain)
    picture = Image.new("RGB", (2, 1), (255, 128, 8))
    assert explain.show(picture, 32, 12) == bytes((8, 128, 255)) + explain.show(picture, 32, 8)[3:8] + bytes(4)
    red_first = (255 >> 3) << 11 | (128 >> 2) << 5 | 8 >> 3
    assert explain.show(picture, 16, 4) == red_first.to_bytes(2, "little") * 2
