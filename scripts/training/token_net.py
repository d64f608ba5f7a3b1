"""The network that reads one token at any turn, and its training."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import torch
from grid_net import block
from token_scenes import SIZE, TokenMaker
from torch import nn
from torch.nn import functional as fn

CLASSES = 11


class TokenNet(nn.Module):
    """BGR 0..1 (n, 3, 48, 48) -> logits (n, 11): the numbers 2-6, 8-12, and "nothing to be read"."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(3, 24, 5, 2, 2, bias=False),
            nn.BatchNorm2d(24),
            nn.ReLU(inplace=True),
            block(24, 48, 2),
            block(48, 48),
            block(48, 80, 2),
            block(80, 80),
        )
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(80 * 36, 40), nn.ReLU(inplace=True), nn.Linear(40, CLASSES))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.body(x))


def make(seed: int, count: int, fonts: tuple[Path, ...] = ()) -> tuple[np.ndarray, np.ndarray]:
    maker = TokenMaker(np.random.default_rng(seed), fonts)
    crops, labels = np.zeros((count, SIZE, SIZE, 3), np.uint8), np.zeros(count, np.int64)
    for i in range(count):
        crops[i], labels[i] = maker.crop()
    return crops, labels


def train(
    crops: np.ndarray, labels: np.ndarray, minutes: float, seed: int, out: Path, start: Path | None = None
) -> TokenNet:
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = TokenNet()
    if start:
        net.load_state_dict(torch.load(start))
    optimiser = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=1e-3)
    kept = len(crops) - 2000
    began, step, mean = time.time(), 0, 0.0
    while (gone := (time.time() - began) / 60 / minutes) < 1:
        for group in optimiser.param_groups:
            group["lr"] = 2.5e-3 * min(1.0, step / 200 + 0.02) * (0.5 + 0.5 * np.cos(np.pi * gone)) + 1e-5
        chosen = rng.integers(0, kept, 128)
        x = torch.from_numpy(crops[chosen]).permute(0, 3, 1, 2).float() / 255
        x = torch.rot90(x, int(rng.integers(4)), (2, 3))
        x = (x * (1 + 0.15 * torch.randn(128, 3, 1, 1)) + 0.05 * torch.randn(128, 1, 1, 1)).clamp(0, 1)
        loss = fn.cross_entropy(net(x), torch.from_numpy(labels[chosen]))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        step += 1
        mean = mean * 0.98 + loss.item() * 0.02 if step > 1 else loss.item()
        if step % 200 == 0:
            net.eval()
            with torch.no_grad():
                x = torch.from_numpy(crops[kept:]).permute(0, 3, 1, 2).float() / 255
                right = (net(x).argmax(1).numpy() == labels[kept:]).mean()
            net.train()
            print(f"tokens step {step} loss {mean:.4f} kept apart {right:.4f} {gone * minutes:.1f} min", flush=True)
            torch.save(net.state_dict(), out)
    torch.save(net.state_dict(), out)
    return net
