"""The network that marks hexes, corners, tokens and the pawn in a picture of any size, and its training."""

from __future__ import annotations

import time
from pathlib import Path

import cv2
import numpy as np
import torch
from scenes import Scene, SceneMaker
from torch import nn
from torch.nn import functional as fn

STRIDE = 4
MARKS = ("centres", "corners", "tokens", "pawns", "over")


def block(inside: int, out: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, out, 3, stride, dilation, dilation, bias=False), nn.BatchNorm2d(out), nn.ReLU(inplace=True)
    )


class Sorter(nn.Module):
    """Says which class a small picture is of: (n, 3, side, side) -> logits (n, classes).

    ``widths`` are the channels after each of four steps; ``cells`` are left of the picture at their end.
    """

    def __init__(self, widths: tuple[int, int, int, int], cells: int, classes: int) -> None:
        super().__init__()
        a, b, c, d = widths
        self.body = nn.Sequential(
            nn.Conv2d(3, a, 5, 2, 2, bias=False),
            nn.BatchNorm2d(a),
            nn.ReLU(inplace=True),
            block(a, b, 2),
            block(b, c),
            nn.MaxPool2d(2),
            block(c, d),
        )
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(d * cells, 64), nn.ReLU(inplace=True), nn.Linear(64, classes))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.body(x))


class Thin(nn.Module):
    """A residual step: depthwise 3x3 between two 1x1."""

    def __init__(self, width: int, dilation: int = 1) -> None:
        super().__init__()
        self.steps = nn.Sequential(
            nn.Conv2d(width, width, 3, 1, dilation, dilation, groups=width, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(inplace=True),
            nn.Conv2d(width, width, 1, bias=False),
            nn.BatchNorm2d(width),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return fn.relu(x + self.steps(x))


class GridNet(nn.Module):
    """BGR 0..1 (n, 3, h, w), both divisible by 16 -> logits (n, 5, h/4, w/4)."""

    def __init__(self) -> None:
        super().__init__()
        self.low = nn.Sequential(block(3, 16, 2), block(16, 32, 2), block(32, 32), Thin(32))
        self.middle = nn.Sequential(block(32, 64, 2), Thin(64), Thin(64, 2), Thin(64))
        self.deep = nn.Sequential(block(64, 96, 2), Thin(96), Thin(96, 2), Thin(96, 4), Thin(96, 2))
        self.up_deep = nn.Conv2d(96, 64, 1)
        self.up_middle = nn.Conv2d(64, 32, 1)
        self.mix_middle = nn.Sequential(Thin(64), Thin(64))
        self.mix_low = nn.Sequential(block(32, 32), Thin(32))
        self.head = nn.Conv2d(32, len(MARKS), 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        low = self.low(x)
        middle = self.middle(low)
        deep = self.deep(middle)
        middle = self.mix_middle(middle + fn.interpolate(self.up_deep(deep), scale_factor=2.0, mode="nearest"))
        low = self.mix_low(low + fn.interpolate(self.up_middle(middle), scale_factor=2.0, mode="nearest"))
        return self.head(low)


def targets(scene: Scene, size: int) -> np.ndarray:
    """What the network should say: float16 (5, size/4, size/4)."""
    cells = size // STRIDE
    maps = np.zeros((len(MARKS), cells, cells), np.float32)
    y, x = np.mgrid[:cells, :cells].astype(np.float32)
    for i, points in enumerate((scene.centres, scene.corners, scene.tokens, scene.pawns)):
        for px, py in (points - 1.5) / STRIDE:
            if -2 < px < cells + 2 and -2 < py < cells + 2:
                a, b = max(0, int(px) - 4), max(0, int(py) - 4)
                part = (slice(b, int(py) + 6), slice(a, int(px) + 6))
                spot = np.exp(-((x[part] - px) ** 2 + (y[part] - py) ** 2) / (2 * 1.0**2))
                maps[i][part] = np.maximum(maps[i][part], spot)
    maps[4] = cv2.resize(scene.over, (cells, cells), interpolation=cv2.INTER_AREA) / 255
    return maps.astype(np.float16)


def make(seed: int, count: int, size: int) -> tuple[np.ndarray, np.ndarray]:
    maker = SceneMaker(np.random.default_rng(seed), size)
    pictures = np.zeros((count, size, size, 3), np.uint8)
    maps = np.zeros((count, len(MARKS), size // STRIDE, size // STRIDE), np.float16)
    for i in range(count):
        scene = maker.scene()
        pictures[i], maps[i] = scene.picture, targets(scene, size)
    return pictures, maps


def train(
    pictures: np.ndarray, maps: np.ndarray, minutes: float, seed: int, out: Path, start: Path | None = None
) -> GridNet:
    """Train for ``minutes`` of this machine's time at most; the best schedule is one pass of a cosine."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = GridNet()
    if start:
        net.load_state_dict(torch.load(start))
    optimiser = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=1e-4)
    weight = torch.tensor([1.0, 1.0, 1.0, 1.0, 0.3]).view(1, -1, 1, 1)
    began, step, mean = time.time(), 0, 0.0
    while (gone := (time.time() - began) / 60 / minutes) < 1:
        for group in optimiser.param_groups:
            group["lr"] = 3e-3 * min(1.0, step / 100 + 0.02) * (0.5 + 0.5 * np.cos(np.pi * gone)) + 1e-5
        chosen = rng.integers(0, len(pictures), 12)
        turn, mirror = int(rng.integers(4)), rng.random() < 0.5
        x = torch.from_numpy(pictures[chosen]).permute(0, 3, 1, 2).float() / 255
        y = torch.from_numpy(maps[chosen].astype(np.float32))
        x = x * (1 + 0.25 * torch.randn(12, 3, 1, 1)).clamp(0.4, 1.8) + 0.06 * torch.randn(12, 3, 1, 1)
        x, y = torch.rot90(x, turn, (2, 3)), torch.rot90(y, turn, (2, 3))
        if mirror:
            x, y = x.flip(3), y.flip(3)
        said = net(x.clamp(0, 1))
        # Points are rare: cells near one count more, in proportion to how near they are.
        emphasis = torch.where(torch.arange(5).view(1, -1, 1, 1) < 4, 1 + 12 * y, torch.ones_like(y))
        loss = (fn.binary_cross_entropy_with_logits(said, y, reduction="none") * emphasis * weight).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        step += 1
        mean = mean * 0.98 + loss.item() * 0.02 if step > 1 else loss.item()
        if step % 50 == 0:
            print(f"grid step {step} loss {mean:.4f} {gone * minutes:.1f} min", flush=True)
            torch.save(net.state_dict(), out)
    torch.save(net.state_dict(), out)
    return net


def export(net: nn.Module, shape: tuple[int, ...], path: Path) -> None:
    net.eval()
    torch.onnx.export(
        net, (torch.zeros(shape),), str(path), input_names=["x"], output_names=["y"], opset_version=13, dynamo=False
    )
