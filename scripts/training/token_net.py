"""The network that says which number stands upright in a token's picture, and its training.

It looks at each token at twelve turns (:data:`vision.tokens.TURNS`) and says "nothing" at all but the upright one, so
that it has to know each digit in one turn only; turning, tilting and photographing the sheets is done here, in batches.
"""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import torch
from grid_net import Sorter
from token_scenes import DISC, NOTHING, NUMBERS, SHEET, TokenMaker
from torch.nn import functional as fn

SIZE = 36
RADIUS = 16.0
"""Of a token in the network's picture, pixels."""
CLASSES = 11
UPRIGHT, TURNED = 19.0, 30.0
"""Degrees: a digit turned by less than the first is upright, by more than the second it is not."""
ALIKE = tuple(NUMBERS.index(n) for n in (8, 11))
"""Numbers that may stand on their heads without becoming another one."""
BATCH = 256


class TokenNet(Sorter):
    """Evened pictures (n, 3, 36, 36) -> logits (n, 11): the numbers 2-6, 8-12, and "no upright number"."""

    def __init__(self) -> None:
        super().__init__((20, 32, 64, 64), 16, CLASSES)


def disc() -> torch.Tensor:
    """Which pixels lie on the token: float (1, 1, 36, 36), summing to 1."""
    y, x = torch.meshgrid(torch.arange(SIZE), torch.arange(SIZE), indexing="ij")
    middle = (SIZE - 1) / 2
    inside = (((x - middle) ** 2 + (y - middle) ** 2) < RADIUS**2).float()
    return (inside / inside.sum())[None, None]


def evened(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Take the light away, as :func:`vision.tokens.evened` does: each channel over its mean on the token, minus 1, all
    over their common deviation."""
    x = x / ((x * weight).sum((2, 3), keepdim=True) + 0.02) - 1
    spread = ((x**2 * weight).sum((2, 3), keepdim=True).mean(1, keepdim=True)).sqrt()
    return (x / (spread + 0.02)).clamp(-4, 4)


def make(seed: int, count: int, fonts: tuple[Path, ...] = ()) -> tuple[np.ndarray, np.ndarray]:
    """``count`` sheets (n, 64, 64, 3) and their classes."""
    maker = TokenMaker(np.random.default_rng(seed), fonts)
    sheets, labels = np.zeros((count, SHEET, SHEET, 3), np.uint8), np.zeros(count, np.int64)
    for i in range(count):
        sheets[i], labels[i] = maker.sheet()
    return sheets, labels


def photograph(sheets: torch.Tensor, labels: torch.Tensor, chance: torch.Generator) -> tuple[torch.Tensor, ...]:
    """Turn, tilt, shift and light ``sheets`` (n, 3, 64, 64; 0..1): pictures (n, 3, 36, 36) and what is upright there;
    sheets turned neither here nor there are left out."""
    count = len(sheets)

    def normal(*shape: int) -> torch.Tensor:
        return torch.randn(*shape, generator=chance)

    def uniform(*shape: int) -> torch.Tensor:
        return torch.rand(*shape, generator=chance)

    upright = uniform(count) < 0.55
    angle = torch.where(upright, (uniform(count) * 2 - 1) * UPRIGHT, TURNED + uniform(count) * (360 - 2 * TURNED))
    flip = (uniform(count) < 0.5) & torch.isin(labels, torch.tensor(ALIKE))
    angle = torch.where(upright & flip, angle + 180, angle)
    away = ((angle + 180) % 360 - 180).abs()
    alike = torch.isin(labels, torch.tensor(ALIKE))
    away = torch.where(alike, torch.minimum(away, 180 - away), away)
    said = torch.where(away <= UPRIGHT + 0.1, labels, torch.full_like(labels, NOTHING))
    kept = (away <= UPRIGHT + 0.1) | (away >= TURNED - 0.1) | (labels == NOTHING)
    angle, sheets, said = torch.deg2rad(angle[kept]), sheets[kept], said[kept]
    count = len(sheets)
    scale = (SIZE * DISC) / (SHEET * RADIUS) * torch.exp(normal(count) * 0.08)
    cos, sin = torch.cos(angle), torch.sin(angle)
    turn = torch.stack([cos, -sin, sin, cos], 1).view(count, 2, 2)
    skew = torch.eye(2) + normal(count, 2, 2) * 0.05
    linear = scale.view(-1, 1, 1) * (turn @ skew)
    shift = normal(count, 2, 1) * 2 * 1.1 / SHEET
    grid = fn.affine_grid(torch.cat([linear, shift], 2), [count, 3, SIZE, SIZE], align_corners=False)
    x = fn.grid_sample(sheets, grid, mode="bilinear", padding_mode="reflection", align_corners=False)
    sigma = float(0.3 + 0.9 * uniform(1) ** 2)
    reach = torch.exp(-((torch.arange(5) - 2.0) ** 2) / (2 * sigma**2))
    kernel = torch.outer(reach, reach)
    kernel = (kernel / kernel.sum()).expand(3, 1, 5, 5)
    blurred = uniform(count) < 0.5
    x[blurred] = fn.conv2d(fn.pad(x[blurred], (2, 2, 2, 2), mode="replicate"), kernel, groups=3)
    cast = torch.exp(normal(count, 3, 1, 1) * 0.15 + normal(count, 1, 1, 1) * 0.25 - 0.05)
    gamma = 0.75 + 0.6 * uniform(count, 1, 1, 1)
    across = torch.linspace(-0.5, 0.5, SIZE)
    slope = (
        1
        + normal(count, 1, 1, 1) * 0.3 * across.view(1, 1, 1, -1)
        + normal(count, 1, 1, 1) * 0.3 * across.view(1, 1, -1, 1)
    )
    veil = (uniform(count, 1, 1, 1) < 0.15) * uniform(count, 1, 1, 1) * 0.4
    x = x.clamp(1e-3, 1) ** gamma * cast * slope.clamp_min(0.3) + veil
    x = (x + normal(*x.shape) * uniform(count, 1, 1, 1) ** 2 * 0.05).clamp(0, 1)
    return x, said


def train(
    sheets: np.ndarray, labels: np.ndarray, steps: int, minutes: float, seed: int, out: Path, start: Path | None = None
) -> TokenNet:
    """Train for ``steps`` batches, or as many as ``minutes`` allow: one pass of a cosine. The last 500 sheets are kept
    apart and only measured."""
    torch.manual_seed(seed)
    chance = torch.Generator().manual_seed(seed)
    rng = np.random.default_rng(seed)
    net, weight = TokenNet().to(memory_format=torch.channels_last), disc()
    highest = 3e-3
    if start is not None:  # go on from there, more gently
        net.load_state_dict(torch.load(start))
        highest = 1.5e-3
    optimiser = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=1e-3)
    kept = len(sheets) - 500
    began, mean, step, gone = time.time(), 0.0, 0, 0.0
    while gone < 1:
        for group in optimiser.param_groups:
            group["lr"] = highest * min(1.0, step / 150 + 0.02) * (0.5 + 0.5 * np.cos(np.pi * gone)) + 1e-5
        chosen = rng.integers(0, kept, BATCH)
        x = torch.from_numpy(sheets[chosen]).permute(0, 3, 1, 2).float() / 255
        x, said = photograph(x, torch.from_numpy(labels[chosen]), chance)
        x = evened(x, weight).contiguous(memory_format=torch.channels_last)
        loss = fn.cross_entropy(net(x), said)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        mean = mean * 0.98 + loss.item() * 0.02 if step else loss.item()
        step += 1
        gone = max(step / steps, (time.time() - began) / 60 / minutes)
        if step % 100 == 0 or gone >= 1:
            net.eval()
            with torch.no_grad():
                x = torch.from_numpy(sheets[kept:]).permute(0, 3, 1, 2).float() / 255
                x, said = photograph(x, torch.from_numpy(labels[kept:]), torch.Generator().manual_seed(1))
                right = float((net(evened(x, weight)).argmax(1) == said).float().mean())
            net.train()
            print(f"tokens step {step} loss {mean:.4f} kept apart {right:.4f} {gone:.0%}", flush=True)
            torch.save(net.state_dict(), out)
    return net
