"""Pictures of sites with what stands there: from generated boards, and from labelled ones in many lights."""

from __future__ import annotations

import cv2
import numpy as np
from thing_scenes import SIDE, UNIT, ThingMaker, ThingScene, flat

from vision import board_finder, hexgrid, looks, sites
from vision.labels import Label
from vision.picture import load
from vision.reading import look_for_board

SIZE, ROOM = sites.SIZE, 2
"""Side of the network's picture, and how many pixels more are kept on each side to shift it about."""
KINDS = {"connections": "connection", "juniors": "junior", "seniors": "senior", "pawns": "pawn"}
NEAR = {"edge": 0.05, "corner": 0.05, "hex": 0.5}
"""How near to a site what is drawn there stands, in hex widths."""
REACH = {"edge": 0.1, "corner": 0.1, "hex": 0.36}
CLEAR = {"edge": 0.12, "corner": 0.12, "hex": 0.25}
"""How much of a site's middle, so far around it, may be hidden for it to be clear."""
COVERED = 0.55
"""How much of it is hidden where it is covered."""
CLASS = {name: k for k, name in enumerate(sites.CLASSES)}

Crops = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Pictures uint8 (n, 32, 32, 3), 128 being the board's white; classes (n,); which of `vision.sites.sites` (n,)."""


def drawn(seed: int, count: int) -> Crops:
    """The clear sites of ``count`` generated boards."""
    maker = ThingMaker(np.random.default_rng(seed))
    return joined([_of_scene(maker.things()) for _ in range(count)])


def joined(parts: list[Crops]) -> Crops:
    pictures, said, where = (np.concatenate(part) for part in zip(*parts, strict=True))
    return pictures, said, where


def _of_scene(scene: ThingScene) -> Crops:
    over = scene.over.astype(np.float32) / 255
    said = np.zeros(len(sites.sites()), np.int64)
    for k, site in enumerate(sites.sites()):
        px, reach = flat(np.array(site.place)), REACH[site.sort] * UNIT
        rows, columns = (slice(max(0, int(v - reach)), int(v + reach) + 1) for v in (px[1], px[0]))
        part = over[rows, columns]
        hidden = float(part.mean()) if part.size else 0.0
        for kind, name in KINDS.items():
            away = np.hypot(*(scene.places[kind] - px).T) if len(scene.places[kind]) else np.array([99.0])
            if CLASS[name] in sites.ALLOWED[site.sort] and away.min() < NEAR[site.sort] * UNIT:
                said[k] = CLASS[name]
        if hidden > COVERED:
            said[k] = CLASS["covered"]
        elif hidden > CLEAR[site.sort]:
            said[k] = -1
    clear = np.flatnonzero(said >= 0)
    return sites.cut(sites.evened(scene.picture, UNIT).picture, ROOM)[clear], said[clear], clear


def labelled(label: Label, maker: ThingMaker, times: int) -> Crops:
    """The sites of one labelled picture whose truth is clear, as it is and in ``times`` other lights, laid a little
    off."""
    picture = load(label.file)
    grid = look_for_board(picture)
    said = _truth(label, grid.centres)
    clear = np.flatnonzero(said >= 0)
    found = []
    for time in range(times + 1):
        turn, grow = maker.rng.normal(0, 0.012), np.exp(maker.rng.normal(0, 0.012))
        c, s = np.cos(turn) * grow, np.sin(turn) * grow
        off = np.array([[c, -s, maker.rng.normal(0, 0.015)], [s, c, maker.rng.normal(0, 0.015)], [0, 0, 1]])
        lens = grid.lens @ off if time else grid.lens
        board = board_finder.rectify(picture, lens, looks.UNIT, looks.SIDE)
        board = cv2.resize(board, None, fx=UNIT / looks.UNIT, fy=UNIT / looks.UNIT, interpolation=cv2.INTER_AREA)
        rim = SIDE - board.shape[0]
        board = cv2.copyMakeBorder(board, rim // 2, rim - rim // 2, rim // 2, rim - rim // 2, cv2.BORDER_REPLICATE)
        board = maker._camera(board) if time else board
        found.append((sites.cut(sites.evened(board, UNIT).picture, ROOM)[clear], said[clear], clear))
    return joined(found)


def _truth(label: Label, centres: np.ndarray) -> np.ndarray:
    """The class of each site of a board whose hexes lie at ``centres``; -1 where it can't be told."""
    true = np.array([tile.px for tile in label.tiles])
    nearest = np.hypot(*(centres[:, None] - true[None]).transpose(2, 0, 1)).argmin(1)
    tiles = {cell: label.tiles[int(j)] for cell, j in zip(hexgrid.CELLS, nearest, strict=True)}
    pawn = hexgrid.CELLS[list(nearest).index(label.crisis)] if label.crisis is not None else None
    placed = {}
    if label.pieces is not None:
        pairs = [(tile.cell, cell) for cell, tile in tiles.items() if tile.cell is not None]
        steps = next(n for n in range(6) if all(hexgrid.turned(a, n) == b for a, b in pairs))
        placed = {tuple(sorted(hexgrid.turned(c, steps) for c in p.place)): p for p in label.pieces}
    said = np.full(len(sites.sites()), -1, np.int64)
    for k, site in enumerate(sites.sites()):
        visible = all(tiles[cell].visible for cell in site.cells if cell in tiles)
        piece = placed.get(site.cells)
        if site.sort == "hex":
            if site.cells[0] != pawn:
                said[k] = CLASS["nothing" if visible else "covered"]
            elif label.crisis_known:
                said[k] = CLASS["pawn"]
        elif piece is not None:
            said[k] = CLASS[piece.kind if piece.visible else "covered"]
        elif label.pieces is not None and visible:
            said[k] = CLASS["nothing"]
    return said
