"""What pressing the buttons side by side makes of mizban.toml."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.config import Config, Lights, SeatPins, keep, load
from companion.wiring import SIDES, STRIP_PIN, choices, on_trial
from hardware.pins import WIRINGS


@pytest.mark.parametrize("wiring", sorted(WIRINGS))
def test_on_trial_every_button_of_a_wiring_is_listened_to(wiring: str):
    config = on_trial(Config(language="en"), wiring)
    assert [seat.button for seat in config.seats] == list(WIRINGS[wiring]["buttons"].values())
    assert (config.lights.strip is None) == bool(WIRINGS[wiring]["lights"])
    assert config.language == "en"


def test_seats_are_kept_clockwise_with_the_colour_and_language_that_a_button_had(tmp_path: Path):
    path = tmp_path / "mizban.toml"
    path.write_text(
        '# ours\n[[seats]]\nside = "south"\nbutton = 26\ncolor = "red"\nlanguage = "en"\n\n[lights]\npixels = 8\n'
    )
    found = {"north": [4], "south": [1, 0], "east": []}
    keep(path, choices(load(path), "mizban", found))
    assert load(path).seats == (
        SeatPins("south", 6, 16),
        SeatPins("south", 5, 12),
        SeatPins("north", 26, 24, "red", "en"),
    )
    assert load(path).lights == Lights(pixels=8)
    assert path.read_text().startswith("# ours\n")


def test_a_strip_takes_the_place_of_lamps_and_lamps_that_of_a_strip(tmp_path: Path):
    path = tmp_path / "mizban.toml"
    keep(path, choices(Config(), "strip", {"west": [0]}))
    assert load(path).lights.strip == STRIP_PIN
    assert load(path).seats == (SeatPins("west", 5),)
    keep(path, choices(load(path), "four", {side: [i] for i, side in enumerate(SIDES)}))
    kept = load(path)
    assert kept.lights.strip is None
    assert [(seat.side, seat.button, seat.light) for seat in kept.seats] == [
        ("south", 17, 5),
        ("west", 27, 6),
        ("north", 22, 13),
        ("east", 23, 19),
    ]
