"""The network that says whether anything stands upright in a token's picture, and its training.

It sees much less than :mod:`token_net`, and is asked first: which turns of a token are worth reading.
"""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import token_net
import torch
from grid_net import block
from torch import nn
from torch.nn import functional as fn

SIZE = token_net.SIZE // 2
BATCH = 384


class TurnNet(nn.Module):
    """Evened pictures, grey and half as large (n, 1, 18, 18) -> one logit each (n, 1)."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(1, 12, 5, 2, 2, bias=False),
            nn.BatchNorm2d(12),
            nn.ReLU(inplace=True),
            block(12, 20, 2),
            block(20, 24),
        )
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(24 * 25, 24), nn.ReLU(inplace=True), nn.Linear(24, 1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.body(x))


def small(x: torch.Tensor) -> torch.Tensor:
    """Evened pictures (n, 3, 36, 36), grey and half as large."""
    return fn.avg_pool2d(x.mean(1, keepdim=True), 2)


def train(sheets: np.ndarray, labels: np.ndarray, steps: int, minutes: float, seed: int, out: Path) -> TurnNet:
    """Train for ``steps`` batches, or as many as ``minutes`` allow. The last 500 sheets are kept apart and measured."""
    torch.manual_seed(seed)
    chance = torch.Generator().manual_seed(seed)
    rng = np.random.default_rng(seed)
    net, weight = TurnNet(), token_net.disc()
    optimiser = torch.optim.AdamW(net.parameters(), 4e-3, weight_decay=1e-3)
    kept = len(sheets) - 500
    began, mean, step, gone = time.time(), 0.0, 0, 0.0

    def pictures(chosen: np.ndarray | slice, chance: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
        x = torch.from_numpy(sheets[chosen]).permute(0, 3, 1, 2).float() / 255
        x, said = token_net.photograph(x, torch.from_numpy(labels[chosen]), chance)
        return small(token_net.evened(x, weight)), (said != token_net.NOTHING).float()[:, None]

    while gone < 1:
        for group in optimiser.param_groups:
            group["lr"] = 4e-3 * min(1.0, step / 150 + 0.02) * (0.5 + 0.5 * np.cos(np.pi * gone)) + 1e-5
        x, said = pictures(rng.integers(0, kept, BATCH), chance)
        loss = fn.binary_cross_entropy_with_logits(net(x), said)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        mean = mean * 0.98 + loss.item() * 0.02 if step else loss.item()
        step += 1
        gone = max(step / steps, (time.time() - began) / 60 / minutes)
        if step % 100 == 0 or gone >= 1:
            net.eval()
            with torch.no_grad():
                x, said = pictures(slice(kept, None), torch.Generator().manual_seed(1))
                right = float(((net(x) > 0).float() == said).float().mean())
            net.train()
            print(f"turns step {step} loss {mean:.4f} kept apart {right:.4f} {gone:.0%}", flush=True)
            torch.save(net.state_dict(), out)
    return net
