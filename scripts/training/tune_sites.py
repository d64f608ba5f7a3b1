#!/usr/bin/env python3
"""Give the sites network its last lesson: crops of labelled pictures beside generated ones, for some 15 seconds.

    scripts/training/tune_sites.py LABELS.json... --start sites.pt [--photos DIR] [--steps N] [--boards N] [--out DIR]

LABELS.json are renders (every site is learned from) and photographs (their hexes and pawn). Only pictures of the part
of tests/vision/split.json that is for development are looked at, and only photographs that may be shipped should be
given.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

import cv2
import numpy as np
import site_net
import torch
from grid_net import export
from site_net import ALLOWED, CLASSES, ROOM, SIZE
from torch.nn import functional as fn

from vision import board_finder, hexgrid, looks, sites
from vision.labels import Label, load_labels
from vision.picture import load
from vision.reading import look_for_board

SORTS = ("edge", "corner", "hex")
KINDS = {"connection": 2, "junior": 3, "senior": 4}
PAWN = CLASSES.index("pawn")
Crops = tuple[np.ndarray, np.ndarray, np.ndarray]


def crops(label: Label) -> list[tuple[np.ndarray, int, int]]:
    """Picture (32, 32, 3), class and sort of each site of one labelled picture whose truth is clear."""
    picture = load(label.file)
    grid = look_for_board(picture)
    board = sites.evened(board_finder.rectify(picture, grid.lens, looks.UNIT, looks.SIDE)).picture
    coarse = cv2.resize(board, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    true = np.array([tile.px for tile in label.tiles])
    nearest = np.hypot(*(grid.centres[:, None] - true[None]).transpose(2, 0, 1)).argmin(1)
    tiles = {cell: label.tiles[int(j)] for cell, j in zip(hexgrid.CELLS, nearest, strict=True)}
    pawn = hexgrid.CELLS[list(nearest).index(label.crisis)] if label.crisis is not None else None
    placed = {}
    if label.pieces is not None:
        pairs = [(tile.cell, cell) for cell, tile in tiles.items() if tile.cell is not None]
        steps = next(n for n in range(6) if all(hexgrid.turned(a, n) == b for a, b in pairs))
        placed = {tuple(sorted(hexgrid.turned(c, steps) for c in p.place)): p for p in label.pieces}
    found = []
    wide = SIZE + 2 * ROOM
    for site in sites.sites():
        visible = all(tiles[cell].visible for cell in site.cells if cell in tiles)
        if site.sort == "hex":
            if site.cells[0] == pawn and not label.crisis_known:
                continue
            said = PAWN if site.cells[0] == pawn else int(not visible)
        elif label.pieces is None:
            continue
        else:
            piece = placed.get(site.cells)
            if piece is None and not visible:
                continue
            said = (KINDS[piece.kind] if piece.visible else 1) if piece else 0
        source, unit = (coarse, sites.UNIT / 2) if site.sort == "hex" else (board, float(sites.UNIT))
        scale = sites.SPANS[site.sort] / SIZE * unit
        c, s = scale * np.cos(site.turn), scale * np.sin(site.turn)
        x, y = (v * unit + source.shape[0] / 2 - 0.5 for v in site.place)
        middle = (wide - 1) / 2
        lens = np.array([[c, s, x - (c + s) * middle], [-s, c, y - (c - s) * middle]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        crop = cv2.warpAffine(source, lens, (wide, wide), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        found.append((crop, said, SORTS.index(site.sort)))
    return found


def tune(net: site_net.SiteNet, real: Crops, drawn: Crops, steps: int) -> None:
    """A short, gentle lesson; the network's means and deviations stay as they are."""
    net.eval()
    rng = np.random.default_rng(1)
    pictures, said, sorts = (np.concatenate(pair) for pair in zip(real, drawn, strict=True))
    is_real = np.arange(len(pictures)) < len(real[0])
    pools = [
        (np.flatnonzero(is_real & (said == 0) & (sorts < 2)), 40),
        (np.flatnonzero(is_real & (said == 0) & (sorts == 2)), 24),
    ]
    pools += [
        (np.flatnonzero(is_real & (said == kind)), many) for kind, many in ((2, 28), (3, 14), (4, 12), (PAWN, 20))
    ]
    pools += [(np.flatnonzero(~is_real & (said == kind)), many) for kind, many in ((0, 44), (1, 12), (PAWN, 10))]
    pools += [(np.flatnonzero(~is_real & (said >= 2) & (said < PAWN)), 48)]
    barred = np.full((3, len(CLASSES)), -1e4, np.float32)
    for sort, classes in enumerate(ALLOWED):
        barred[sort, list(classes)] = 0
    optimiser = torch.optim.AdamW(net.parameters(), 1e-3, weight_decay=1e-3)
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = 1e-3 * min(1.0, (step + 1) / 20) * (0.5 + 0.5 * np.cos(np.pi * step / steps)) + 1e-5
        chosen = np.concatenate([rng.choice(pool, many) for pool, many in pools if len(pool)])
        shifts = rng.integers(0, 2 * ROOM + 1, (len(chosen), 2))
        x = np.stack([pictures[i, b : b + SIZE, a : a + SIZE] for i, (a, b) in zip(chosen, shifts, strict=True)])
        x = x.astype(np.float32) / 128
        across, down = rng.random(len(x)) < 0.5, (rng.random(len(x)) < 0.5) & (sorts[chosen] != 1)
        x[across] = x[across][:, :, ::-1]
        x[down] = x[down][:, ::-1]
        light = rng.normal(0, 0.12, (len(x), 1, 1, 1)) + rng.normal(0, 0.06, (len(x), 1, 1, 3))
        x = np.clip(x * np.exp(light) + rng.normal(0, 0.02, x.shape), 0, 2).astype(np.float32)
        scores = net(torch.from_numpy(np.ascontiguousarray(x.transpose(0, 3, 1, 2))))
        loss = fn.cross_entropy(scores + torch.from_numpy(barred[sorts[chosen]]), torch.from_numpy(said[chosen]))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("labels", nargs="+", type=Path)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--start", type=Path, required=True, help="weights that scripts/train sites has kept")
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("--boards", type=int, default=110, help="generated boards to learn from as well")
    parser.add_argument("--out", type=Path, default=ROOT / "vision" / "models")
    args = parser.parse_args()
    torch.set_num_threads(1)
    split = json.loads((ROOT / "tests" / "vision" / "split.json").read_text())
    names = [name for files in split["photos"]["dev"].values() for name in files]
    names += [name.replace(".json", ".jpg") for name in split["renders"]["dev"]]
    found: list[tuple[np.ndarray, int, int]] = []
    for label in (label for path in args.labels for label in load_labels(path, args.photos)):
        if label.file.exists() and any(str(label.file).endswith(name) for name in names):
            found += crops(label)
    real = tuple(np.array(part) for part in zip(*found, strict=True))
    net = site_net.SiteNet()
    net.load_state_dict(torch.load(args.start))
    tune(net, (real[0], real[1], real[2]), site_net.make(101, args.boards), args.steps)
    torch.save(net.state_dict(), args.out / "sites.pt")
    export(net, (1, 3, SIZE, SIZE), args.out / "sites.onnx")
    return 0


if __name__ == "__main__":
    sys.exit(main())
