"""The whole path, as a newcomer starts it: photograph, serial dice, pins, taps, a power cut, the result."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.ui
def test_the_demo_plays_an_evening_through_a_power_cut_to_its_winner(tmp_path):
    command = [sys.executable, "scripts/demo", "--out", str(tmp_path / "demo"), "--seed", "3"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=590)
    assert run.returncode == 0, run.stderr[-2000:]
    result = json.loads((tmp_path / "demo" / "result.json").read_text("utf-8"))
    record = [json.loads(line) for line in (ROOT / "examples" / "evening.jsonl").read_text("utf-8").splitlines()]
    played = {row["seat"]: row["points"] for row in result["standing"]}
    recorded = {score["seat"]: score["total"] for score in record[-1]["standing"]["scores"]}
    assert played == recorded
    assert result["moves"] == len(record) - 2
    assert result["resumed"]
    assert result["replay_agrees"]
    assert result["throws"] == sum(event.get("kind") in ("Roll", "CrisisReroll") for event in record)
    assert len(result["pictures"]) >= 12
