"""The network that says what stands at an edge, at a corner and on a hex of the upright board, and its training."""

from __future__ import annotations

import time
from pathlib import Path

import cv2
import numpy as np
import torch
from grid_net import Sorter
from scenes import CENTRES, CORNERS
from thing_scenes import EDGES, SIDE, UNIT, ThingMaker, ThingScene, flat
from torch.nn import functional as fn

SIZE, ROOM = 28, 2
"""Side of the network's picture, and how many pixels more are kept on each side to shift it about."""
SPANS = (0.62, 0.62, 1.1)
"""What it shows of an edge, a corner and a hex, in hex widths."""
CLASSES = ("nothing", "covered", "connection", "junior", "senior", "pawn")
ALLOWED = ((0, 1, 2), (0, 1, 3, 4), (0, 1, 5))
"""What may be at an edge, at a corner, on a hex."""
BATCH = 256


class SiteNet(Sorter):
    """Pictures over the board's white (n, 3, 28, 28) -> logits (n, 6) of :data:`CLASSES`."""

    def __init__(self) -> None:
        super().__init__((16, 32, 48, 64), 9, len(CLASSES))


def sites() -> list[tuple[int, np.ndarray, float]]:
    """Each site's sort, its place in hex widths, and the turn that brings it upright: an edge runs up, and of a
    corner's three edges one runs down."""
    found = []
    for a, b in EDGES:
        along = b - a
        found.append((0, (a + b) / 2, float(np.arctan2(along[0], along[1]))))
    for corner in CORNERS:
        away = CORNERS - corner
        near = away[(np.hypot(*away.T) > 0.1) & (np.hypot(*away.T) < 0.6)]
        down = any(abs(x) < 0.05 and y > 0 for x, y in near) or sum(y > 0 for _, y in near) < sum(
            y < 0 for _, y in near
        )
        found.append((1, corner, 0.0 if down else np.pi))
    return found + [(2, centre, 0.0) for centre in CENTRES]


SITES = sites()


def white_of(picture: np.ndarray) -> np.ndarray:
    """The brightest that is usual on the board, per channel."""
    inner = picture[SIDE // 8 : -SIDE // 8 : 3, SIDE // 8 : -SIDE // 8 : 3].reshape(-1, 3)
    return np.percentile(inner, 90, axis=0) + 8


def crops(scene: ThingScene) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Every site's picture (145, 32, 32, 3; 128 is the board's white), class (-1: not clear) and sort."""
    wide = SIZE + 2 * ROOM
    white = white_of(scene.picture)
    picture = np.clip(scene.picture / white * 128, 0, 255).astype(np.uint8)
    coarse = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    pictures = np.zeros((len(SITES), wide, wide, 3), np.uint8)
    said, sorts = np.zeros(len(SITES), np.int64), np.zeros(len(SITES), np.int64)
    over = scene.over.astype(np.float32) / 255
    for k, (sort, place, turn) in enumerate(SITES):
        scale = SPANS[sort] / SIZE
        c, s = scale * np.cos(turn), scale * np.sin(turn)
        middle = (wide - 1) / 2
        source, unit = (coarse, UNIT / 2) if sort == 2 else (picture, UNIT)
        x, y = place * unit + source.shape[0] / 2 - 0.5
        lens = np.array([[c, s, 0], [-s, c, 0]]) * unit
        lens[:, 2] = (x, y) - lens[:, :2] @ (middle, middle)
        pictures[k] = cv2.warpAffine(
            source, lens, (wide, wide), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
        )
        sorts[k] = sort
        px, reach = flat(place), (0.1, 0.1, 0.36)[sort] * UNIT
        part = over[
            max(0, int(px[1] - reach)) : int(px[1] + reach) + 1, max(0, int(px[0] - reach)) : int(px[0] + reach) + 1
        ]
        hidden = float(part.mean()) if part.size else 0.0
        kinds = (("connections", 2),), (("juniors", 3), ("seniors", 4)), (("pawns", 5),)
        for kind, label in kinds[sort]:
            away = np.hypot(*(scene.places[kind] - px).T) if len(scene.places[kind]) else np.array([99.0])
            if away.min() < (0.05, 0.05, 0.5)[sort] * UNIT:
                said[k] = label
        if hidden > 0.55:
            said[k] = 1
        elif hidden > (0.12 if sort < 2 else 0.25):
            said[k] = -1
    return pictures, said, sorts


def make(seed: int, count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    maker = ThingMaker(np.random.default_rng(seed))
    found = []
    for _ in range(count):
        pictures, said, sorts = crops(maker.things())
        kept = said >= 0
        found.append((pictures[kept], said[kept], sorts[kept]))
    pictures, said, sorts = (np.concatenate(part) for part in zip(*found, strict=True))
    return pictures, said, sorts


def train(made: tuple[np.ndarray, np.ndarray, np.ndarray], steps: int, minutes: float, seed: int, out: Path) -> SiteNet:
    """Train for ``steps`` batches, or as many as ``minutes`` of a core's time allow: one pass of a cosine. The last
    twentieth is kept apart and only measured."""
    pictures, said, sorts = made
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = SiteNet().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), 3e-3, weight_decay=1e-3)
    kept = len(pictures) * 19 // 20
    barred = np.full((3, len(CLASSES)), -1e4, np.float32)
    for sort, classes in enumerate(ALLOWED):
        barred[sort, list(classes)] = 0
    # Most sites are empty: half of each batch is.
    empty, full = np.flatnonzero(said[:kept] == 0), np.flatnonzero(said[:kept] > 0)
    began, mean, step, gone = time.process_time(), 0.0, 0, 0.0

    def shown(chosen: np.ndarray, shift: np.ndarray) -> torch.Tensor:
        x = np.stack([pictures[i, b : b + SIZE, a : a + SIZE] for i, (a, b) in zip(chosen, shift, strict=True)])
        return torch.from_numpy(x).permute(0, 3, 1, 2).float() / 128

    while gone < 1:
        for group in optimiser.param_groups:
            group["lr"] = 3e-3 * min(1.0, step / 150 + 0.02) * (0.5 + 0.5 * np.cos(np.pi * gone)) + 1e-5
        chosen = np.concatenate([rng.choice(empty, BATCH // 2), rng.choice(full, BATCH // 2)])
        x = shown(chosen, rng.integers(0, 2 * ROOM + 1, (BATCH, 2)))
        sort = sorts[chosen]
        across, down = (
            torch.from_numpy(rng.random(BATCH) < 0.5),
            torch.from_numpy((rng.random(BATCH) < 0.5) & (sort != 1)),
        )
        x[across] = x[across].flip(3)
        x[down] = x[down].flip(2)
        cast = torch.exp(torch.randn(BATCH, 3, 1, 1) * 0.06 + torch.randn(BATCH, 1, 1, 1) * 0.15)
        x = (x * cast + torch.randn(BATCH, 1, 1, 1) * 0.03 + torch.randn_like(x) * 0.02).clamp(0, 2)
        loss = fn.cross_entropy(
            net(x.contiguous(memory_format=torch.channels_last)) + torch.from_numpy(barred[sort]),
            torch.from_numpy(said[chosen]),
        )
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        mean = mean * 0.98 + loss.item() * 0.02 if step else loss.item()
        step += 1
        gone = max(step / steps, (time.process_time() - began) / 60 / minutes)
        if step % 200 == 0 or gone >= 1:
            net.eval()
            with torch.no_grad():
                last = np.arange(kept, len(pictures))
                told = []
                for i in range(0, len(last), 1000):
                    some = last[i : i + 1000]
                    told.append(net(shown(some, np.full((len(some), 2), ROOM))) + torch.from_numpy(barred[sorts[some]]))
                found = torch.cat(told).argmax(1).numpy()
            net.train()
            right = " ".join(
                f"{name} {(found == said[last])[said[last] == k].mean():.3f}" for k, name in enumerate(CLASSES)
            )
            print(f"sites step {step} loss {mean:.4f} kept apart {right} {gone:.0%}", flush=True)
            torch.save(net.state_dict(), out)
    return net
