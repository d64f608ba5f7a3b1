"""The machine's health as data, and the faults that are remembered."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import health
from companion.config import Camera, Config, Home
from companion.events import Health, Refused
from companion.game import Line, Refusal
from companion.health import KEPT, SETTLE, Fault, Faults, faults_file, looked, machine, read_faults
from companion.locale import LANGUAGES, Catalogue


def ill(part: str, key: str = "health.no_screen", **facts: int) -> Health:
    return Health(part, False, Line.of(key, **facts), Line.of("remedy.no_screen"))


def test_every_part_of_a_machine_has_words_in_both_languages(tmp_path: Path):
    found = machine(Config(camera=Camera(source="/dev/video99")), Home(tmp_path))
    assert {"games", "disk", "text", "screen", "touch", "camera", "clock"} <= {part.part for part in found}
    for language in LANGUAGES:
        words = Catalogue(language)
        for part in found:
            assert words.say(part.line)
            assert part.well or part.remedy is None or words.say(part.remedy)


def test_a_look_that_fails_is_a_part_that_is_not_well_and_hides_no_other():
    def look():
        yield Health("one", True, Line.of("health.text"))
        raise RuntimeError("no luck")

    found = list(looked("both", look))
    assert [(part.part, part.well) for part in found] == [("one", True), ("both", False)]
    assert found[1].line == Line.of("health.not_seen", what="RuntimeError: no luck")


@pytest.mark.parametrize(
    ("bits", "key"),
    [(0, "health.power.well"), (0x50000, "health.power.was_low"), (0x50005, "health.power.low")],
)
def test_under_voltage_is_told_now_and_since_the_start(bits: int, key: str):
    assert [part.line.key for part in health.power(lambda: bits)] == [key]


def test_a_machine_that_does_not_measure_its_supply_says_nothing_of_it():
    assert list(health.power(lambda: None)) == []


@pytest.mark.parametrize(("milli", "key"), [(51_234, "health.heat.well"), (83_000, "health.heat.hot")])
def test_the_hottest_zone_is_the_boards_heat(tmp_path: Path, milli: int, key: str):
    for name, value in (("thermal_zone0", 40_000), ("thermal_zone1", milli)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "temp").write_text(f"{value}\n")
    (found,) = health.heat(tmp_path)
    assert (found.line.key, found.line["degrees"]) == (key, milli // 1000)


def painted(path: Path, level: int, *, blurred: bool = False) -> Camera:
    """A camera that shows stripes of ``level``, sharp ones or none."""
    from PIL import Image, ImageFilter

    picture = Image.new("RGB", (640, 480))
    picture.putdata([(level, level, level) if (x // 40) % 2 else (0, 0, 0) for _ in range(480) for x in range(640)])
    (picture.filter(ImageFilter.GaussianBlur(40)) if blurred else picture).save(path)
    return Camera(source=str(path))


@pytest.mark.parametrize(
    ("level", "blurred", "key"),
    [
        (200, False, "health.camera.well"),
        (12, False, "health.camera.dark"),
        (200, True, "health.camera.blurred"),
    ],
)
def test_the_cameras_light_and_sharpness_are_told(tmp_path: Path, level: int, blurred: bool, key: str):
    (found,) = health.picture(painted(tmp_path / "now.png", level, blurred=blurred))
    assert (found.line.key, found.well) == (key, key.endswith("well"))
    for language in LANGUAGES:
        assert Catalogue(language).say(found.line)


def test_a_camera_that_gives_no_picture_says_why(tmp_path: Path):
    (tmp_path / "film.mp4").write_bytes(b"no film at all")
    for source in (tmp_path, tmp_path / "film.mp4"):
        (found,) = health.picture(Camera(source=str(source)))
        assert found.line.key == "health.camera.nothing"
    (found,) = health.picture(Camera(source="/dev/video99"))
    assert found.line.key == "health.no_camera"


def test_a_clock_that_stands_before_the_program_was_installed_is_not_set():
    assert [part.well for part in health.clock(built=1e9, now=lambda: 1e9 - 100_000)] == [False]
    assert [part.well for part in health.clock(built=1e9, now=lambda: 1e9 + 1)] == [True]


def test_touch_panels_are_told_by_what_the_kernel_knows_of_them(tmp_path: Path):
    listed = tmp_path / "devices"
    listed.write_text('N: Name="Mouse"\nB: PROP=0\n\nN: Name="raspberrypi-ts"\nB: PROP=2\nB: EV=b\n\n')
    (found,) = health.touch(listed)
    assert found.line == Line.of("health.touch", what="raspberrypi-ts")
    (found,) = health.touch(tmp_path / "nothing")
    assert found.line.key == "health.no_touch"


def test_a_full_or_read_only_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert [part.line.key for part in health.disk(tmp_path / "not yet there")] == ["health.room"]
    monkeypatch.setattr(health, "_writable", lambda folder: False)
    assert [part.line.key for part in health.disk(tmp_path)] == ["health.disk.readonly"]


def test_the_last_faults_are_kept_newest_first_and_counted(tmp_path: Path):
    now = iter(range(1000))
    faults = Faults(clock=lambda: float(next(now)))
    for n in range(KEPT + 5):
        faults(ill(f"seat {n}"))
    faults(ill("seat 24"))
    faults(Health("seat 24", True, Line.of("health.text")))
    faults(Refused(Refusal("x"), None, "touch"))
    assert len(faults.last) == KEPT
    assert (faults.last[0].health.part, faults.last[0].times) == ("seat 24", 2)
    assert faults.last[1].health.part == "seat 23"


def test_faults_survive_a_restart_and_a_damaged_file_is_none(tmp_path: Path):
    path = faults_file(Home(tmp_path))
    before = Faults(path, clock=lambda: 5.0)
    before(ill("dice", "health.dice.battery", percent=3))
    assert Faults(path).last == before.last == (Fault(5.0, ill("dice", "health.dice.battery", percent=3)),)
    path.write_bytes(b'[{"at":1')
    assert read_faults(path) == ()


def test_a_loose_cable_does_not_write_the_disk_each_time(tmp_path: Path):
    now = [100.0]
    path = tmp_path / "faults.json"
    faults = Faults(path, clock=lambda: now[0])
    for _ in range(50):
        faults(ill("dice"))
        now[0] += 0.01
    assert read_faults(path)[0].times == 1
    now[0] += SETTLE
    faults(ill("dice"))
    assert read_faults(path)[0].times == 51
    faults(ill("dice"))
    faults.close()
    assert read_faults(path)[0].times == 52


def test_faults_that_cannot_be_written_are_remembered_all_the_same(tmp_path: Path):
    faults = Faults(tmp_path / "no" / "such" / "folder")
    faults(ill("dice"))
    assert len(faults.last) == 1
