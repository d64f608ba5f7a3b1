"""Made-up art for generated pictures: tile drawings, table tops, noise; all from the generator passed in."""

from __future__ import annotations

import cv2
import numpy as np

Rng = np.random.Generator
Image = np.ndarray

CLASSIC = {
    "brick": (12, 150, 150),
    "wood": (50, 130, 85),
    "sheep": (40, 170, 180),
    "wheat": (22, 190, 210),
    "ore": (130, 50, 140),
    "desert": (20, 100, 205),
}
"""Middle colours (OpenCV's hue, saturation, value) near which half of the made-up editions stay."""


def noise(rng: Rng, size: int, octaves: tuple[int, ...] = (4, 8, 16, 32)) -> Image:
    """Smooth noise, float32 ``size`` x ``size``, mean 0 and deviation about 1."""
    total = np.zeros((size, size), np.float32)
    for cells in octaves:
        grid = rng.normal(size=(min(cells, size), min(cells, size))).astype(np.float32)
        total += cv2.resize(grid, (size, size), interpolation=cv2.INTER_CUBIC)
    return total / np.sqrt(len(octaves)) * 1.3


def colour(hsv: tuple[float, float, float]) -> np.ndarray:
    """BGR of a hue 0-180, saturation and value 0-255."""
    h, s, v = hsv
    pixel = np.uint8([[[h % 180, np.clip(s, 0, 255), np.clip(v, 0, 255)]]])
    return cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)


def any_colour(rng: Rng) -> np.ndarray:
    return colour((rng.uniform(0, 180), rng.uniform(0, 230), rng.uniform(30, 255)))


def near(rng: Rng, base: np.ndarray, spread: float) -> tuple[float, ...]:
    light = rng.normal(0, spread)
    return tuple(float(c) for c in np.clip(base + light + rng.normal(0, spread * 0.4, 3), 0, 255))


def drawing(rng: Rng, size: int, base: np.ndarray) -> Image:
    """One tile's drawing around the colour ``base``, uint8 ``size`` x ``size`` x 3."""
    picture = np.full((size, size, 3), base, np.float32)
    strength = rng.choice([0, 6, 14, 26]) * rng.uniform(0.5, 1.2)
    picture += noise(rng, size, (int(rng.integers(3, 9)), int(rng.integers(12, 40))))[..., None] * strength
    picture = np.ascontiguousarray(np.clip(picture, 0, 255).astype(np.uint8))
    kind = rng.integers(0, 7)
    many = int(rng.integers(20, 130))
    spread = rng.uniform(8, 40)
    if kind == 0:  # strokes, like a field or grass
        turn, long = rng.uniform(0, np.pi), rng.uniform(4, 16)
        for _ in range(many):
            at, angle = rng.uniform(0, size, 2), turn + rng.normal(0, 0.3)
            end = at + long * np.array([np.cos(angle), np.sin(angle)])
            cv2.line(picture, at.astype(int).tolist(), end.astype(int).tolist(), near(rng, base, spread), 1)
    elif kind == 1:  # clumps, like trees
        for _ in range(many):
            at = rng.integers(0, size, 2).tolist()
            cv2.circle(picture, at, int(rng.integers(2, 7)), near(rng, base, spread), -1)
    elif kind == 2:  # rocks
        for _ in range(many):
            points = rng.uniform(0, size, 2) + rng.normal(0, rng.uniform(3, 9), (3, 2))
            cv2.fillConvexPoly(picture, points.astype(np.int32), near(rng, base, spread))
    elif kind == 3:  # stripes or waves
        turn, step = rng.uniform(0, np.pi), rng.uniform(4, 14)
        y, x = np.mgrid[:size, :size].astype(np.float32)
        along = x * np.cos(turn) + y * np.sin(turn)
        across = -x * np.sin(turn) + y * np.cos(turn)
        wave = np.sin((across + rng.uniform(0, 5) * np.sin(along / rng.uniform(4, 15))) * 2 * np.pi / step)
        picture = np.clip(picture + wave[..., None] * rng.uniform(5, 25), 0, 255).astype(np.uint8)
    elif kind == 4:  # a few patches
        for _ in range(int(rng.integers(2, 7))):
            axes = rng.integers(4, size // 4, 2).tolist()
            at = rng.integers(0, size, 2).tolist()
            cv2.ellipse(picture, at, axes, float(rng.uniform(0, 180)), 0, 360, near(rng, base, spread), -1)
    if rng.random() < 0.45:  # icons: one large, some small, as flat art has them
        ink = near(rng, base * rng.uniform(0.3, 0.8), 30) if rng.random() < 0.7 else tuple(any_colour(rng).tolist())
        sides = int(rng.integers(3, 9))
        for i in range(int(rng.integers(1, 5))):
            around = rng.uniform(0, 2 * np.pi)
            at = size / 2 + size * 0.3 * np.array([np.cos(around), np.sin(around)])
            reach = size * (0.14 if i == 0 else 0.07)
            radii = reach * rng.uniform(0.4, 1.0, sides)
            angles = np.sort(rng.uniform(0, 2 * np.pi, sides))
            points = at + radii[:, None] * np.stack([np.cos(angles), np.sin(angles)], 1)
            cv2.fillPoly(picture, [points.astype(np.int32)], ink)
    return picture


def edition(rng: Rng, size: int) -> list[list[Image]]:
    """Six terrains, each one to three drawings of ``size`` pixels."""
    classic = rng.random() < 0.55
    hues = rng.uniform(0, 180, 6)
    terrains = []
    for i, (h, s, v) in enumerate(CLASSIC.values()):
        if classic:
            base = colour((h + rng.normal(0, 5), s + rng.normal(0, 25), v + rng.normal(0, 22)))
        else:
            base = colour((hues[i], rng.uniform(10, 220), rng.uniform(60, 250)))
        terrains.append([drawing(rng, size, base) for _ in range(int(rng.integers(1, 4)))])
    return terrains


def table_top(rng: Rng, width: int, height: int) -> Image:
    """A table, cloth or carpet, uint8 ``height`` x ``width`` x 3."""
    size = max(width, height)
    base = (
        any_colour(rng)
        if rng.random() < 0.5
        else colour((rng.uniform(5, 25), rng.uniform(20, 170), rng.uniform(30, 240)))
    )
    picture = np.full((size, size, 3), base, np.float32)
    kind = rng.integers(0, 6)
    y, x = np.mgrid[:size, :size].astype(np.float32)
    turn = rng.uniform(0, np.pi)
    u, v = x * np.cos(turn) + y * np.sin(turn), -x * np.sin(turn) + y * np.cos(turn)
    if kind == 0:  # wood
        grain = np.sin(v / rng.uniform(1.5, 5) + noise(rng, size, (3, 6)) * 2) + cv2.blur(
            noise(rng, size, (64, 128)), (1, 15)
        )
        picture += grain[..., None] * rng.uniform(3, 18)
        picture[(v % rng.uniform(40, 90)) < 1.5] *= 0.4
    elif kind == 1:  # checks
        step = rng.uniform(8, 40)
        other = any_colour(rng)
        a, b = (u % step < step / 2), (v % step < step / 2)
        picture = np.where((a & b)[..., None], base, np.where((a | b)[..., None], (base + other) / 2, other))
    elif kind == 2:  # flowers
        picture = np.ascontiguousarray(picture)
        for _ in range(int(rng.integers(10, 40))):
            at = rng.integers(0, size, 2)
            ink, reach = any_colour(rng), rng.uniform(4, 16)
            for petal in range(6):
                off = reach * 0.7 * np.array([np.cos(petal), np.sin(petal)])
                cv2.circle(picture, (at + off).astype(int).tolist(), int(reach * 0.6), ink.tolist(), -1)
            cv2.circle(picture, at.tolist(), int(reach * 0.5), any_colour(rng).tolist(), -1)
    elif kind == 3:  # carpet
        picture += cv2.GaussianBlur(rng.normal(0, 1, (size, size)).astype(np.float32), (0, 0), rng.uniform(0.6, 2.5))[
            ..., None
        ] * rng.uniform(20, 90)
    elif kind == 4:  # tiles of a floor
        step = rng.uniform(40, 150)
        picture[((u % step) < 1.5) | ((v % step) < 1.5)] *= rng.uniform(0.5, 0.9)
    picture += noise(rng, size, (3, 12, 60))[..., None] * rng.uniform(0, 14)
    return np.clip(picture, 0, 255).astype(np.uint8)[:height, :width]
