"""The network that marks the pawn, pieces and what hides the board in an upright picture of it, and its training."""

from __future__ import annotations

import time
from pathlib import Path

import cv2
import numpy as np
import torch
from grid_net import STRIDE, Thin, block
from thing_scenes import KINDS, SIDE, ThingMaker, ThingScene
from torch import nn
from torch.nn import functional as fn

MARKS = (*KINDS, "over", "body")
WINDOW = 256
"""Side of the part of a picture that is learned from at a time."""


class ThingNet(nn.Module):
    """BGR 0..1 (n, 3, h, w), both divisible by 16 -> logits (n, 6, h/4, w/4)."""

    def __init__(self) -> None:
        super().__init__()
        self.low = nn.Sequential(block(3, 12, 2), block(12, 24, 2), Thin(24))
        self.middle = nn.Sequential(block(24, 48, 2), Thin(48), Thin(48, 2), Thin(48))
        self.deep = nn.Sequential(block(48, 64, 2), Thin(64), Thin(64, 2), Thin(64, 4), Thin(64, 2))
        self.up_deep = nn.Conv2d(64, 48, 1)
        self.up_middle = nn.Conv2d(48, 24, 1)
        self.mix_middle = nn.Sequential(Thin(48), Thin(48))
        self.mix_low = nn.Sequential(block(24, 24), Thin(24), Thin(24))
        self.head = nn.Conv2d(24, len(MARKS), 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        low = self.low(x)
        middle = self.middle(low)
        deep = self.deep(middle)
        middle = self.mix_middle(middle + fn.interpolate(self.up_deep(deep), scale_factor=2.0, mode="nearest"))
        low = self.mix_low(low + fn.interpolate(self.up_middle(middle), scale_factor=2.0, mode="nearest"))
        return self.head(low)


def targets(scene: ThingScene) -> np.ndarray:
    """What the network should say: float16 (6, 112, 112)."""
    cells = SIDE // STRIDE
    maps = np.zeros((len(MARKS), cells, cells), np.float32)
    y, x = np.mgrid[:cells, :cells].astype(np.float32)
    for i, kind in enumerate(KINDS):
        for px, py in (scene.places[kind] - 1.5) / STRIDE:
            spot = np.exp(-((x - px) ** 2 + (y - py) ** 2) / (2 * 1.0**2))
            maps[i] = np.maximum(maps[i], spot)
    for i, mask in ((4, scene.over), (5, scene.body)):
        maps[i] = cv2.resize(mask, (cells, cells), interpolation=cv2.INTER_AREA) / np.float32(255)
    return maps.astype(np.float16)


def make(seed: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    maker = ThingMaker(np.random.default_rng(seed))
    pictures = np.zeros((count, SIDE, SIDE, 3), np.uint8)
    maps = np.zeros((count, len(MARKS), SIDE // STRIDE, SIDE // STRIDE), np.float16)
    for i in range(count):
        scene = maker.things()
        pictures[i], maps[i] = scene.picture, targets(scene)
    return pictures, maps


def train(
    pictures: np.ndarray, maps: np.ndarray, minutes: float, seed: int, out: Path, start: Path | None = None
) -> ThingNet:
    """Train for ``minutes`` of this machine's time at most: one pass of a cosine."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = ThingNet().to(memory_format=torch.channels_last)
    highest = 4e-3
    if start:
        net.load_state_dict(torch.load(start))
        highest = 1.5e-3
    optimiser = torch.optim.AdamW(net.parameters(), highest, weight_decay=1e-4)
    weight = torch.tensor([1.0, 1.0, 1.0, 1.0, 0.25, 0.25]).view(1, -1, 1, 1)
    began, step, mean, many = time.time(), 0, 0.0, 12
    while (gone := (time.time() - began) / 60 / minutes) < 1:
        for group in optimiser.param_groups:
            group["lr"] = highest * min(1.0, step / 100 + 0.02) * (0.5 + 0.5 * np.cos(np.pi * gone)) + 1e-5
        x = np.empty((many, WINDOW, WINDOW, 3), np.uint8)
        y = np.empty((many, len(MARKS), WINDOW // STRIDE, WINDOW // STRIDE), np.float32)
        for k, i in enumerate(rng.integers(0, len(pictures), many)):
            top, left = (int(v) * 16 for v in rng.integers(0, (SIDE - WINDOW) // 16 + 1, 2))
            x[k] = pictures[i, top : top + WINDOW, left : left + WINDOW]
            a, b, wide = top // STRIDE, left // STRIDE, WINDOW // STRIDE
            y[k] = maps[i, :, a : a + wide, b : b + wide]
        seen = torch.from_numpy(x).permute(0, 3, 1, 2).float() / 255
        true = torch.from_numpy(y)
        seen = seen * (1 + 0.2 * torch.randn(many, 3, 1, 1)).clamp(0.4, 1.8) + 0.04 * torch.randn(many, 3, 1, 1)
        for axis in (2, 3):  # the lattice is its own mirror picture
            if rng.random() < 0.5:
                seen, true = seen.flip(axis), true.flip(axis)
        seen = seen.clamp(0, 1).contiguous(memory_format=torch.channels_last)
        said = net(seen)
        # Points are rare: cells near one count more, in proportion to how near they are.
        emphasis = torch.where(torch.arange(len(MARKS)).view(1, -1, 1, 1) < 4, 1 + 12 * true, torch.ones_like(true))
        loss = (fn.binary_cross_entropy_with_logits(said, true, reduction="none") * emphasis * weight).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        step += 1
        mean = mean * 0.98 + loss.item() * 0.02 if step > 1 else loss.item()
        if step % 50 == 0:
            print(f"things step {step} loss {mean:.4f} {gone * minutes:.1f} min", flush=True)
            torch.save(net.state_dict(), out)
    torch.save(net.state_dict(), out)
    return net
