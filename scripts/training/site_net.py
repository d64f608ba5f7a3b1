"""The network that says what stands at an edge, at a corner and on a hex of the upright board, and its training.

It learns from generated boards (`thing_scenes`) and, where there are any, from labelled ones (`site_crops`), which are
seen in many lights and, half the time, in other colours than their own.
"""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import torch
from grid_net import Sorter
from site_crops import ROOM, SIZE, Crops, joined
from torch.nn import functional as fn

from vision.sites import CLASSES, barred

DRAWN = ((0, 60), (1, 16), (2, 24), (3, 18), (4, 18), (5, 8))
"""How many generated sites of each class are in a batch."""
REAL = ((0, 60), (1, 4), (2, 20), (3, 14), (4, 10), (5, 8))
"""And how many of labelled boards."""
SMOOTH = 0.01
"""Share of each answer that is given to the other classes, for labels and drawings are not always clear."""


class SiteNet(Sorter):
    """Pictures over the board's white (n, 3, 28, 28) -> logits (n, 6) of :data:`vision.sites.CLASSES`."""

    def __init__(self) -> None:
        super().__init__((16, 32, 48, 64), 9, len(CLASSES))


def changed(x: np.ndarray, upright: np.ndarray, real: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Pictures (n, 28, 28, 3) mirrored, in other lights and, of the ``real`` ones, half in other colours. What is
    ``upright`` (a corner) is not stood on its head."""
    across, down = rng.random(len(x)) < 0.5, (rng.random(len(x)) < 0.5) & ~upright
    x[across] = x[across][:, :, ::-1]
    x[down] = x[down][:, ::-1]
    for i in np.flatnonzero(real & (rng.random(len(x)) < 0.5)):
        x[i] = x[i][..., rng.permutation(3)]
    light = rng.normal(0, 0.15, (len(x), 1, 1, 1)) + rng.normal(0, 0.06, (len(x), 1, 1, 3))
    grain = rng.standard_normal(x.shape, np.float32) * np.float32(0.02)
    x = x * np.exp(light).astype(np.float32) + rng.normal(0, 0.03, (len(x), 1, 1, 1)).astype(np.float32) + grain
    return np.clip(x, 0, 2)


def measured(net: SiteNet, made: Crops) -> str:
    """How much of each class is found in ``made``, and how much of what is called so is of it."""
    pictures, said, sites = made
    bars = torch.from_numpy(barred())
    told = []
    net.eval()
    with torch.no_grad():
        for i in range(0, len(pictures), 1000):
            x = pictures[i : i + 1000, ROOM:-ROOM, ROOM:-ROOM].transpose(0, 3, 1, 2) / np.float32(128)
            told.append(net(torch.from_numpy(np.ascontiguousarray(x))) + bars[sites[i : i + 1000]])
    net.train()
    found = torch.cat(told).argmax(1).numpy()
    both = [(found == said)[said == k].mean() if (said == k).any() else 1.0 for k in range(len(CLASSES))]
    true = [(found == said)[found == k].mean() if (found == k).any() else 1.0 for k in range(len(CLASSES))]
    return " ".join(f"{name} {a:.3f}/{b:.3f}" for name, a, b in zip(CLASSES, both, true, strict=True))


def train(
    drawn: Crops, real: Crops | None, steps: int, minutes: float, seed: int, out: Path, start: Path | None = None
) -> SiteNet:
    """Train for ``steps`` batches, or as many as ``minutes`` of a core's time allow: one pass of a cosine, from the
    weights ``start`` on where there are such. The last twentieth of what was drawn is kept apart and only measured."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = SiteNet()
    if start:
        net.load_state_dict(torch.load(start))
    net.to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), 3e-3, weight_decay=1e-3)
    last = len(drawn[0]) * 19 // 20
    apart = (drawn[0][last:], drawn[1][last:], drawn[2][last:])
    pictures, said, sites = drawn if real is None else joined([drawn, real])
    bars = barred()
    upright = bars[sites, CLASSES.index("junior")] == 0
    is_real = np.arange(len(said)) >= len(drawn[0])
    learned = np.arange(len(said)) < last
    pools = [(np.flatnonzero(learned & (said == kind)), many) for kind, many in DRAWN]
    pools += [(np.flatnonzero(is_real & (said == kind)), many) for kind, many in REAL]
    pools = [(pool, many) for pool, many in pools if len(pool)]
    began, mean, step, gone = time.process_time(), 0.0, 0, 0.0
    while gone < 1:
        for group in optimiser.param_groups:
            group["lr"] = 3e-3 * min(1.0, step / 150 + 0.02) * (0.5 + 0.5 * np.cos(np.pi * gone)) + 1e-5
        chosen = np.concatenate([rng.choice(pool, many) for pool, many in pools])
        shifts = rng.integers(0, 2 * ROOM + 1, (len(chosen), 2))
        x = np.stack([pictures[i, b : b + SIZE, a : a + SIZE] for i, (a, b) in zip(chosen, shifts, strict=True)])
        x = changed(x.astype(np.float32) / 128, upright[chosen], is_real[chosen], rng)
        batch = torch.from_numpy(x).permute(0, 3, 1, 2)  # channels last, as it lies
        scores = net(batch) + torch.from_numpy(bars[sites[chosen]])
        truth = torch.from_numpy(said[chosen])
        allowed = torch.from_numpy((bars[sites[chosen]] == 0).astype(np.float32))
        logs = fn.log_softmax(scores, 1)
        even = -(logs * allowed).sum(1) / allowed.sum(1)
        loss = ((1 - SMOOTH) * fn.nll_loss(logs, truth, reduction="none") + SMOOTH * even).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        mean = mean * 0.98 + loss.item() * 0.02 if step else loss.item()
        step += 1
        gone = max(step / steps, (time.process_time() - began) / 60 / minutes)
        if step % 200 == 0 or gone >= 1:
            print(f"sites step {step} loss {mean:.4f} {gone:.0%}, kept apart: {measured(net, apart)}", flush=True)
            torch.save(net.state_dict(), out)
    return net
