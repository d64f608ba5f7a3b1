"""The guides of docs/ show what the code has."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion import config

CHECKOUT = Path(__file__).parents[2]
DOCS = CHECKOUT / "docs"
GUIDES = ("dice.md", "seats.md", "pi.md")


def test_the_diagrams_are_those_that_the_wiring_in_the_code_draws():
    command = [sys.executable, str(CHECKOUT / "scripts" / "make_diagrams"), "--check"]
    said = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert said.returncode == 0, said.stderr


@pytest.mark.parametrize("guide", GUIDES)
def test_every_picture_and_file_that_a_guide_names_is_there(guide):
    text = (DOCS / guide).read_text("utf-8")
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert (DOCS / link).exists(), link
    for path in re.findall(r"`((?:scripts|hardware|tests)/[\w./-]+)", text):
        assert (CHECKOUT / path).exists(), path


def test_the_examples_of_mizban_toml_are_read():
    blocks = re.findall(r"(?:^    .*\n|^\n(?=    ))+", (DOCS / "seats.md").read_text("utf-8"), re.M)
    text = "\n".join(
        line[4:] for block in blocks if "[[seats]]" in block or "[lights]" in block for line in block.split("\n")
    )
    found = config.parse(text)
    assert [seat.button for seat in found.seats] == [5, 6]
    assert found.lights.strip == 10


def test_the_names_of_the_install_scripts_options_stand_in_the_guide():
    said = subprocess.run(
        [str(CHECKOUT / "scripts" / "install-pi"), "--help"], capture_output=True, text=True, timeout=60, check=True
    ).stdout
    guide = (DOCS / "pi.md").read_text("utf-8")
    for option in re.findall(r"^ *(?:OPTIONS)? +(--[\w-]+)", said, re.M):
        assert option in guide or option in ("--no-start",), option
