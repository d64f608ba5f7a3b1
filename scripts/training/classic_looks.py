#!/usr/bin/env python3
"""Fit the looks of the classic set (vision/models/classic.json) to labelled photographs.

    scripts/training/classic_looks.py LABELS.json... --photos DIR [--leave COPY] [--out FILE]

Only photographs of the part of tests/vision/split.json that is for development are looked at. --leave leaves a copy
of the game out, to measure on it what was never seen. Every picture's own light is taken away first, as the reader
does; a look's middle and spread are then the mean and the covariance of its pictures, each copy counting the same, and
``within`` is how tiles of one terrain vary on one board.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import numpy as np

from vision import board_finder, looks
from vision.labels import Label, load_labels
from vision.looks import LIGHT, Features
from vision.picture import load
from vision.reading import flat_centres
from vision.tileset import STANDARD_TERRAINS, TERRAINS, Look, Tileset
from vision.tokens import read_tokens

FIRM = 4.0
"""Pictures' worth of the terrains' common covariance that steadies each one's own."""
LEAST = np.array([0.075, 0.045, 0.045] + [0.075] * 6 + [0.12] * 3)
"""What no look is sharper than: copies that were never photographed differ at least by this."""

LOOSER = 1.15
"""How much more tiles of one terrain may vary on a board than they do on these."""

Pictures = list[tuple[str, Features, list[str]]]


def tiles_of(label: Label) -> tuple[Features, list[str]]:
    """Features of the tiles that are in sight, and their terrains."""
    picture = load(label.file)
    grid = board_finder.find_board(picture)
    flat = board_finder.rectify(picture, grid.lens, looks.UNIT, looks.SIDE)
    centres = flat_centres(grid)
    tokens = read_tokens(picture, flat, grid, centres)
    discs = [(x, y, 0.19 * looks.UNIT) for (x, y), seen in zip(tokens.places, tokens.marked, strict=True) if seen > 0.2]
    return in_sight(label, flat, centres, grid.centres, np.array(discs).reshape(-1, 3))


def in_sight(
    label: Label, flat: looks.Image, centres: np.ndarray, places: np.ndarray, discs: np.ndarray
) -> tuple[Features, list[str]]:
    seen = looks.features(flat, centres, discs)
    true = np.array([tile.px for tile in label.tiles])
    nearest = np.hypot(*(places[:, None] - true[None]).transpose(2, 0, 1)).argmin(1)
    terrains = [label.tiles[int(j)].terrain for j in nearest]
    clear = [i for i in range(len(centres)) if terrains[i] is not None and seen.glare[i] < 0.1]
    return seen.evened()[clear], [str(terrains[i]) for i in clear]


def fit(pictures: Pictures) -> Tileset:
    """The default tileset from the tiles of many pictures: copy, features and terrains of each."""
    counts = dict(STANDARD_TERRAINS)
    means: dict[str, list[tuple[str, Features]]] = {terrain: [] for terrain in TERRAINS}
    inner: list[tuple[float, Features]] = []
    copies = [copy for copy, _, _ in pictures]
    for copy, features, terrains in pictures:
        weight = np.array([counts[t] / terrains.count(t) for t in terrains], float)
        tiles = features.copy()
        tiles[:, :LIGHT] -= (tiles[:, :LIGHT] * weight[:, None]).sum(0) / weight.sum()
        for terrain in TERRAINS:
            own = tiles[[t == terrain for t in terrains]]
            if len(own) == 0:
                continue
            means[terrain].append((copy, own.mean(0)))
            if len(own) > 1:
                off = own - own.mean(0)
                inner.append((1 / copies.count(copy), off.T @ off / (len(own) - 1)))
    within = np.average([matrix for _, matrix in inner], axis=0, weights=[share for share, _ in inner])
    own_spread: dict[str, tuple[Features, Features, float]] = {}
    for terrain, seen in means.items():
        shares = np.array([1 / copies.count(copy) for copy, _ in seen])
        rows = np.array([mean for _, mean in seen])
        middle = np.average(rows, axis=0, weights=shares)
        off = rows - middle
        own_spread[terrain] = (
            middle,
            (off.T * shares) @ off / shares.sum(),
            float(shares.sum() ** 2 / (shares**2).sum()),
        )
    common = np.mean([spread for _, spread, _ in own_spread.values()], axis=0)
    found = []
    for terrain, (middle, spread, many) in own_spread.items():
        steady = (many * spread + FIRM * common) / (many + FIRM) + np.diag(LEAST**2)
        found.append(Look(terrain, tuple(map(float, middle)), tuple(map(float, steady.ravel()))))
    within = LOOSER**2 * (within + np.diag(LEAST**2) / 4)
    return Tileset("classic", tuple(found), tuple(map(float, within.ravel())))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("labels", nargs="+", type=Path)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--leave", metavar="COPY")
    parser.add_argument("--out", type=Path, default=ROOT / "vision" / "models" / "classic.json")
    args = parser.parse_args()
    split = json.loads((ROOT / "tests" / "vision" / "split.json").read_text())["photos"]["dev"]
    names = [name for files in split.values() for name in files]
    pictures: Pictures = []
    for label in (label for path in args.labels for label in load_labels(path, args.photos)):
        if label.copy != args.leave and label.file.exists() and any(str(label.file).endswith(n) for n in names):
            pictures.append((label.copy, *tiles_of(label)))
            print(label.file.name, file=sys.stderr)
    fit(pictures).save(args.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
