"""Recorded games of the classic rules: they replay without a difference, and whatever differs in one is told."""

from __future__ import annotations

import copy
import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.games.arnika.geometry import CORNER_CELLS, EDGE_CELLS, ENDS, HEX_CELLS, HEXES_OF_CORNER
from companion.games.arnika.oracle import Replay, UnknownRecord, compare_record

SAMPLE = Path(__file__).parent / "oracle" / "sample.jsonl.gz"
ROOT = Path(__file__).parents[4]
SHARED = ROOT.parent / "shared" / "oracle"
needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="the recorded games lie beside the project")

Record = dict[str, Any]


def records() -> list[Record]:
    with gzip.open(SAMPLE, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def test_the_sample_replays_without_a_difference() -> None:
    replay = Replay()
    assert [found for record in records() for found in compare_record(replay, record)] == []


def _other(value: Any) -> Any:
    """A value of the same form that is not ``value``."""
    match value:
        case bool():
            return not value
        case list():
            return [*value[:-1], _other(value[-1])]
        case str():
            return f"not {value}"
        case _:
            return 1 if value is None else value + 1


def _false(record: Record, path: str) -> Record | None:
    """``record`` with something else at ``path``; ``None`` where it has no such field."""
    false = copy.deepcopy(record)
    *way, name = path.split(".")
    inner: Any = false
    for step in way:
        inner = inner.get(step) or {}
    if name not in inner or (path in OFTEN and record.get("t") != "act"):
        return None  # In a position or a roll these are what is given.
    match name:
        case "b" | "r":
            inner[name] = ("." if inner[name][0] != "." else "a" if name == "b" else "0") + inner[name][1:]
        case "settlement" | "city" | "road" | "bank_trade":
            inner[name] = inner[name][1:] or [[9, 9, 9] if name == "bank_trade" else 99]
        case _:
            inner[name] = _other(inner[name])
    return false


OFTEN = (
    *("b", "r", "robber", "hands", "bank", "dev", "knights", "la", "lr.holder", "lr.len", "vp", "vp_public"),
    *("next", "phase", "done", "turn", "legal.settlement", "legal.city", "legal.road", "legal.bank_trade"),
)
SELDOM = ("a.free", "chance.discard", "chance.short", "records", "winner", "turns", "len", "holder", "rules_gain")


def test_a_false_field_is_told_whichever_it_is() -> None:
    """Each field that the form names, falsified in every eighth record that has it, the rare ones in all."""
    replay = Replay()
    told: dict[str, list[bool]] = {path: [] for path in (*OFTEN, *SELDOM)}
    for i, record in enumerate(records()):
        for k, path in enumerate((*OFTEN, *SELDOM)):
            if record.get("t") == "game" or (path in OFTEN and (i + k) % 8):
                continue
            if (false := _false(record, path)) is not None:
                told[path].append(bool(list(compare_record(copy.copy(replay), false))))
        assert list(compare_record(replay, record)) == []
    assert all(told.values()), "every field occurs in the sample"
    assert {path for path, found in told.items() if not all(found)} == set()


def test_a_discard_that_a_seven_leaves_out_is_told() -> None:
    replay, found = Replay(), []
    for record in records():
        if any(record.get("chance", {}).get("discard", ())):
            false = {**record, "chance": {"roll": 7}}
            found.append(bool(list(compare_record(copy.copy(replay), false))))
        assert list(compare_record(replay, record)) == []
    assert found
    assert all(found)


def test_a_record_of_another_form_is_named() -> None:
    with pytest.raises(UnknownRecord):
        list(compare_record(Replay(), {"x": 1}))
    with pytest.raises(UnknownRecord):
        list(compare_record(Replay(), {"t": "act", "a": {"type": "roll"}}))


def run(*files: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, ROOT / "scripts" / "check_oracle", *files]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_check_oracle_counts_records_and_answers_by_its_exit_code(tmp_path: Path) -> None:
    done = run(SAMPLE)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, f"{len(records())} records, 0 differences")
    false, junk = tmp_path / "false.jsonl", tmp_path / "junk.jsonl"
    first, second, *_ = records()
    false.write_text("\n".join(map(json.dumps, (first, {**second, "robber": 99}))))
    done = run(false)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "2 records, 1 differences")
    junk.write_text('{"x": 1}')
    done = run(junk)
    assert done.returncode == 2
    assert "junk.jsonl" in done.stderr
    assert run(tmp_path / "missing.jsonl").returncode == 2


@needs_shared
def test_our_geometry_is_that_of_the_records() -> None:
    given = json.loads((SHARED / "geometry.json").read_text())
    assert [(hex_["q"], hex_["r"]) for hex_ in given["hexes"]] == list(HEX_CELLS)
    assert [frozenset(map(tuple, node["cells"])) for node in given["nodes"]] == list(CORNER_CELLS)
    assert [tuple(sorted(node["hexes"])) for node in given["nodes"]] == list(HEXES_OF_CORNER)
    assert len(given["edges"]) == len(EDGE_CELLS)
    assert [tuple(sorted(edge["nodes"])) for edge in given["edges"]] == list(ENDS)


@needs_shared
@pytest.mark.slow
@pytest.mark.parametrize("name", ["games", "longest_road", "shortage"])
def test_every_recorded_game_position_and_roll_agrees(name: str) -> None:
    done = run(SHARED / f"{name}.jsonl.gz")
    assert done.stdout.splitlines()[-1].endswith(" records, 0 differences")
