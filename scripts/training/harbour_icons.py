#!/usr/bin/env python3
"""Draw the icons of harbours (vision/models/harbours.png) from labelled renders: the mean ink of each kind's signs.

    scripts/training/harbour_icons.py BOARDS_DIR

BOARDS_DIR holds renders with their labels (boards/dev of the notebook); only those of the part of
tests/vision/split.json that is for development are looked at. One row an edition, one column a kind.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import cv2
import numpy as np

from vision import board_finder, harbours, hexgrid, looks
from vision.harbours import FINE, KINDS, SIZE, Floats, even, inks, turned
from vision.labels import Label, load_labels
from vision.picture import load

TURNS = 72


def signs(label: Label) -> list[tuple[str, Floats]]:
    """The kind of each visible harbour and its ink."""
    picture = load(label.file)
    grid = board_finder.find_board(picture)
    flat = board_finder.rectify(picture, grid.lens, looks.UNIT, looks.SIDE)
    true = np.array([tile.px for tile in label.tiles])
    nearest = np.hypot(*(true[:, None] - grid.centres[None]).transpose(2, 0, 1)).argmin(1)
    cells = {tile.cell: hexgrid.CELLS[int(j)] for tile, j in zip(label.tiles, nearest, strict=True)}
    steps = next(n for n in range(6) if all(hexgrid.turned(a, n) == b for a, b in cells.items() if a is not None))
    found = []
    for harbour in label.harbours or ():
        if harbour.visible:
            (ax, ay), (bx, by) = (hexgrid.place(hexgrid.turned(cell, steps)) for cell in harbour.edge)
            x, y = (ax + bx) / 2 + (bx - ax) * harbours.OUT, (ay + by) / 2 + (by - ay) * harbours.OUT
            found.append((harbour.kind, inks(flat, np.array([(x, y)]))[0]))
    return found


def mean_of(darks: list[Floats]) -> Floats:
    """Turned and shifted upon each other, and averaged."""
    edge = harbours.REACH
    mean = darks[0][edge:-edge, edge:-edge] / darks[0].max()
    middle = (SIZE - 1) / 2
    for _ in range(4):
        icons, total = turned(mean, TURNS), np.zeros((SIZE, SIZE), np.float32)
        for dark in darks:
            parts = [dark[y : y + SIZE, x : x + SIZE] for x, y in FINE]
            rows = even(np.array([part[harbours._ROUND] for part in parts], np.float32))
            shift, turn = np.unravel_index(int((rows @ icons.T).argmax()), (len(rows), TURNS))
            lens = cv2.getRotationMatrix2D((middle, middle), -360 / TURNS * int(turn), 1.0)
            total += cv2.warpAffine(parts[int(shift)] / (dark.max() + 0.05), lens, (SIZE, SIZE))
        mean = total / total.max()
    return mean


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    split = json.loads((ROOT / "tests" / "vision" / "split.json").read_text())["renders"]["dev"]
    rows: dict[str, dict[str, list[Floats]]] = {}
    for name in split:
        for label in load_labels(Path(sys.argv[1]) / Path(name).name):
            for kind, dark in signs(label):
                rows.setdefault(label.copy, {}).setdefault(kind, []).append(dark)
    drawn = np.vstack([np.hstack([mean_of(kinds[kind]) for kind in KINDS]) for _, kinds in sorted(rows.items())])
    cv2.imwrite(str(ROOT / "vision" / "models" / "harbours.png"), np.clip(drawn * 255, 0, 255).astype(np.uint8))
    return 0


if __name__ == "__main__":
    sys.exit(main())
