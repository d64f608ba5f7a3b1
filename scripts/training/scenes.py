"""Generated pictures of a hex board, seen by a made-up camera, with where its hexes, corners, tokens and pawn are.

Lengths on the board are in hex widths (flat to flat); axial coordinates as everywhere in the project.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from art import Image, Rng, any_colour, colour, edition, noise, table_top

UNIT = 64
"""Pixels a hex width where the board is drawn flat."""
HALF = 5 * UNIT

HEXES = [(q, r) for r in range(-2, 3) for q in range(-2, 3) if abs(q + r) <= 2]
CENTRES = np.array([(q + r / 2, r * np.sqrt(3) / 2) for q, r in HEXES], np.float32)
TURNS = np.deg2rad(np.arange(30, 390, 60))
RIM = np.stack([np.cos(TURNS), np.sin(TURNS)], 1).astype(np.float32) / np.sqrt(3)
CORNERS = np.unique(np.round((CENTRES[:, None] + RIM).reshape(-1, 2), 4), axis=0)
CORNERS = CORNERS[[not any(np.hypot(*(c - d)) < 1e-2 for d in CORNERS[:i]) for i, c in enumerate(CORNERS)]]
PIECES = [
    (40, 40, 200),
    (170, 70, 30),
    (30, 120, 235),
    (235, 235, 235),
    (60, 140, 40),
    (30, 50, 90),
    (30, 200, 235),
    (140, 50, 120),
    (30, 30, 30),
]
FACES = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)


@dataclass(frozen=True)
class Scene:
    """``picture`` uint8 h x w x 3; points (n, 2) in its pixels; ``over`` uint8 mask of what lies over the hexes: hands,
    cups, cards; not pieces, tokens or the pawn."""

    picture: Image
    centres: np.ndarray
    corners: np.ndarray
    tokens: np.ndarray
    pawns: np.ndarray
    over: Image


def flat(points: np.ndarray) -> np.ndarray:
    """Board units to pixels of the flat drawing."""
    return np.asarray(points, np.float32) * UNIT + HALF


def poly(canvas: Image, points: np.ndarray, ink: object) -> None:
    cv2.fillPoly(canvas, [np.round(points * 8).astype(np.int32)], ink, cv2.LINE_AA, 3)


def turned(points: np.ndarray, angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    return points @ np.array([[c, s], [-s, c]], np.float32)


class SceneMaker:
    """Makes scenes of ``size`` pixels square; the same generator gives the same scenes."""

    def __init__(self, rng: Rng, size: int) -> None:
        self.rng, self.size = rng, size
        self.editions = [edition(rng, UNIT * 5 // 4) for _ in range(8)]
        self.tables = [table_top(rng, size * 2, size * 2) for _ in range(4)]

    def scene(self) -> Scene:
        rng = self.rng
        if rng.random() < 0.08:
            self.editions[rng.integers(len(self.editions))] = edition(rng, UNIT * 5 // 4)
        if rng.random() < 0.08:
            self.tables[rng.integers(len(self.tables))] = table_top(rng, self.size * 2, self.size * 2)
        picture = self._table()
        for _ in range(int(rng.integers(0, 6))):
            self._thing(picture, rng.uniform(0, self.size, 2))
        empty = np.zeros((0, 2), np.float32)
        land = np.zeros((self.size, self.size), np.uint8)
        if rng.random() < 0.06:
            return Scene(self._camera(picture), empty, empty, empty, empty, land)
        board, cover, tokens, pawns, shifts = self._board()
        lens = self._lens()
        seen = cv2.warpPerspective(board, lens, (self.size, self.size), flags=cv2.INTER_AREA)
        alpha = cv2.warpPerspective(cover, lens, (self.size, self.size))[..., None] / np.float32(255)
        picture = (picture * (1 - alpha) + seen * alpha).astype(np.uint8)

        def project(points: np.ndarray) -> np.ndarray:
            if len(points) == 0:
                return empty
            return cv2.perspectiveTransform(flat(points)[None], lens)[0]

        centres = project(CENTRES + shifts)
        for centre in CENTRES:
            cv2.fillConvexPoly(land, project(centre + RIM).astype(np.int32), 255)
        clean = picture.copy()
        for _ in range(int(rng.choice([0, 0, 1, 1, 2, 3]))):
            near_board = centres[rng.integers(19)] + rng.normal(0, 20, 2)
            over = near_board if rng.random() < 0.7 else rng.uniform(0, self.size, 2)
            (self._hand if rng.random() < 0.65 else self._thing)(picture, over)
        changed = (cv2.absdiff(picture, clean).max(2) > 0).astype(np.uint8) * 255
        # What has by chance the colour of what it hides, hides it all the same.
        changed = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
        hidden = cv2.bitwise_and(changed, land)
        return Scene(self._camera(picture), centres, project(CORNERS), project(tokens), project(pawns), hidden)

    def _table(self) -> Image:
        rng, size = self.rng, self.size
        table = self.tables[rng.integers(len(self.tables))]
        x, y = rng.integers(0, size, 2)
        return table[y : y + size, x : x + size].copy()

    def _lens(self) -> np.ndarray:
        """A pinhole camera's homography from the flat drawing to the picture."""
        rng, size = self.rng, self.size
        tilt = np.deg2rad(abs(rng.normal(0, 22))) if rng.random() < 0.7 else 0.0
        tilt = min(tilt, np.deg2rad(55))
        spin, roll = rng.uniform(0, 2 * np.pi, 2)
        rz = np.array([[np.cos(spin), -np.sin(spin), 0], [np.sin(spin), np.cos(spin), 0], [0, 0, 1]])
        rx = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
        r2 = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
        turn = r2 @ rx @ rz
        focal = size * rng.uniform(0.8, 2.0)
        wide = np.exp(rng.uniform(np.log(10.0), np.log(58.0)))  # hex width in pixels at the middle
        reach = focal / wide
        room = max(0.0, size / 2 - 2.2 * wide) + 0.7 * wide
        at = rng.uniform(-room, room, 2) + size / 2
        camera = np.array([[focal, 0, size / 2], [0, focal, size / 2], [0, 0, 1]])
        shift = np.array([(at[0] - size / 2) / focal * reach, (at[1] - size / 2) / focal * reach, reach])
        pose = np.stack([turn[:, 0], turn[:, 1], shift], 1)
        stretch = np.diag([np.exp(rng.normal(0, 0.12)), 1, 1]) if rng.random() < 0.2 else np.eye(3)
        to_units = np.array([[1 / UNIT, 0, -HALF / UNIT], [0, 1 / UNIT, -HALF / UNIT], [0, 0, 1]])
        return stretch @ camera @ pose @ to_units

    def _board(self) -> tuple[Image, Image, np.ndarray, np.ndarray, np.ndarray]:
        """The flat drawing, its cover, tokens and pawns in board units, and how far each tile lies off its place."""
        rng = self.rng
        canvas = np.zeros((HALF * 2, HALF * 2, 3), np.uint8)
        cover = np.zeros((HALF * 2, HALF * 2), np.uint8)
        framed = rng.random() < 0.78
        gap = float(rng.choice([0.0, 0.01, 0.03, 0.05]))
        if framed:
            self._frame(canvas, cover)
        jitter = rng.choice([0.0, 0.006, 0.015, 0.03]) if framed else rng.choice([0.01, 0.02, 0.035])
        shifts = rng.normal(0, jitter, CENTRES.shape).astype(np.float32)
        art = self.editions[rng.integers(len(self.editions))]
        kinds = (
            rng.permutation([0] * 3 + [1] * 4 + [2] * 4 + [3] * 4 + [4] * 3 + [5])
            if rng.random() < 0.8
            else rng.integers(0, 6, 19)
        )
        border = (
            any_colour(rng)
            if rng.random() < 0.25
            else colour((rng.uniform(15, 28), rng.uniform(0, 120), rng.uniform(150, 255)))
        )
        rim = float(rng.choice([0.0, 0.02, 0.05, 0.09]))
        soft = rng.random() < 0.4
        seam = (np.array([20, 20, 20]) if rng.random() < 0.7 else any_colour(rng)).tolist()
        for (centre, shift), kind in zip(zip(CENTRES, shifts, strict=True), kinds, strict=True):
            turn = rng.normal(0, jitter)
            outline = flat(centre + shift + turned(RIM * (1 - gap * 0.5), turn))
            grown = flat(centre + shift + turned(RIM * (1 + gap * 0.5 + 0.01), turn))
            if framed or gap > 0.02:
                poly(canvas, grown, seam)
                poly(cover, grown, 255)
            self._tile(canvas, outline, art[kind], border, rim, soft)
            poly(cover, outline, 255)
        tokens = self._tokens(canvas, shifts)
        if rng.random() < 0.6:
            self._pieces(canvas, cover)
        pawns = np.zeros((0, 2), np.float32)
        if rng.random() < 0.7:
            at = CENTRES[rng.integers(19)] + rng.normal(0, 0.12, 2).astype(np.float32)
            self._pawn(canvas, at)
            pawns = at[None]
        return canvas, cover, tokens, pawns, shifts

    def _frame(self, canvas: Image, cover: Image) -> None:
        rng = self.rng
        sea = (
            colour((rng.normal(104, 8), rng.uniform(70, 255), rng.uniform(90, 255)))
            if rng.random() < 0.75
            else any_colour(rng)
        )
        reach = rng.uniform(3.15, 4.4)
        hexagon = np.stack([np.cos(TURNS + np.pi / 6), np.sin(TURNS + np.pi / 6)], 1) * reach
        outline = flat(hexagon if rng.random() < 0.9 else hexagon * 1.15)
        mask = np.zeros_like(cover)
        poly(mask, outline, 255)
        water = sea + noise(rng, HALF * 2, (6, 24, 90))[..., None] * rng.uniform(0, 14)
        canvas[mask > 0] = np.clip(water, 0, 255).astype(np.uint8)[mask > 0]
        cover |= mask
        if rng.random() < 0.6:  # a beach, with or without its own rim of foam
            sand = colour((rng.uniform(14, 28), rng.uniform(40, 150), rng.uniform(170, 250))).tolist()
            grow = rng.uniform(0.02, 0.22)
            for ink, more in ((colour((100, 60, 245)).tolist(), grow + rng.uniform(0.02, 0.12)), (sand, grow)):
                for centre in CENTRES:
                    ragged = RIM * (1 + more * rng.uniform(0.7, 1.3, (6, 1)))
                    poly(canvas, flat(centre + ragged), ink)
        for i in range(6):
            if rng.random() < 0.6:
                cv2.line(
                    canvas,
                    outline[i].astype(int).tolist(),
                    (flat(hexagon[i] * 0.75)).astype(int).tolist(),
                    (30, 30, 30),
                    1,
                )
        for _ in range(int(rng.integers(0, 10))):  # harbours
            around = rng.uniform(0, 2 * np.pi)
            at = flat(np.array([np.cos(around), np.sin(around)]) * rng.uniform(2.8, 3.1))
            ink = colour((rng.uniform(15, 30), rng.uniform(0, 80), rng.uniform(190, 255))).tolist()
            if rng.random() < 0.5:
                cv2.circle(canvas, at.astype(int).tolist(), int(UNIT * rng.uniform(0.12, 0.22)), ink, -1, cv2.LINE_AA)
            else:
                poly(
                    canvas,
                    at + turned(np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * UNIT * 0.16, rng.uniform(0, 3)),
                    ink,
                )
            cv2.circle(canvas, at.astype(int).tolist(), int(UNIT * 0.07), any_colour(rng).tolist(), -1, cv2.LINE_AA)

    def _tile(
        self, canvas: Image, outline: np.ndarray, art: list[Image], border: np.ndarray, rim: float, soft: bool
    ) -> None:
        rng = self.rng
        picture = art[rng.integers(len(art))]
        wide = picture.shape[0]
        centre = outline.mean(0)
        low = np.floor(outline.min(0)).astype(int)
        high = np.ceil(outline.max(0)).astype(int) + 1
        size = high - low
        turn = cv2.getRotationMatrix2D((wide / 2, wide / 2), float(rng.integers(0, 6) * 60 + rng.normal(0, 2)), 1.0)
        turn[:, 2] += centre - low - wide / 2
        art_here = cv2.warpAffine(picture, turn, size.tolist(), borderMode=cv2.BORDER_REFLECT)
        mask = np.zeros((size[1], size[0]), np.float32)
        inner = (outline - centre) * (1 - 2 * rim) + centre - low
        poly(mask, inner, 1.0)
        if soft and rim:
            mask = cv2.GaussianBlur(mask, (0, 0), 2.0)
        whole = np.zeros((size[1], size[0]), np.float32)
        poly(whole, outline - low, 1.0)
        mixed = art_here * mask[..., None] + border.astype(np.float32) * (1 - mask[..., None])
        part = canvas[low[1] : high[1], low[0] : high[0]]
        part[:] = np.where(whole[..., None] > 0.5, mixed, part).astype(np.uint8)

    def _tokens(self, canvas: Image, shifts: np.ndarray) -> np.ndarray:
        rng = self.rng
        if rng.random() < 0.12:
            return np.zeros((0, 2), np.float32)
        disc = (
            colour((rng.uniform(12, 32), rng.uniform(5, 110), rng.uniform(170, 255)))
            if rng.random() < 0.9
            else any_colour(rng)
        )
        reach = rng.uniform(0.12, 0.18)
        stray = rng.choice([0.01, 0.03, 0.08])
        ring = rng.random() < 0.4
        face = FACES[rng.integers(len(FACES))]
        lift = rng.random() < 0.6
        found = []
        for centre, shift in zip(CENTRES, shifts, strict=True):
            if rng.random() < 0.06:
                continue
            at = centre + shift + np.clip(rng.normal(0, stray, 2), -0.28, 0.28).astype(np.float32)
            x, y = flat(at)
            if lift:
                off = rng.uniform(-3, 3, 2)
                cv2.circle(
                    canvas, (int(x + off[0]), int(y + off[1])), int(reach * UNIT) + 1, (30, 30, 30), -1, cv2.LINE_AA
                )
            radius = int(reach * UNIT * 8)
            cv2.circle(canvas, (int(x * 8), int(y * 8)), radius, disc.tolist(), -1, cv2.LINE_AA, 3)
            if ring:
                cv2.circle(
                    canvas, (int(x * 8), int(y * 8)), int(radius * 0.87), (disc * 0.5).tolist(), 1, cv2.LINE_AA, 3
                )
            number = int(rng.choice([2, 3, 4, 5, 6, 8, 9, 10, 11, 12]))
            ink = (40, 40, 200) if number in (6, 8) and rng.random() < 0.8 else (30, 30, 30)
            patch = np.zeros((32, 32, 3), np.uint8) + disc.astype(np.uint8)
            text = str(number) if rng.random() < 0.7 else "".join(rng.choice(list("oVq^l<r")) for _ in str(number))
            scale = rng.uniform(0.4, 0.6)
            (w, h), _ = cv2.getTextSize(text, face, scale, 1)
            cv2.putText(patch, text, (16 - w // 2, 15 + h // 2), face, scale, ink, int(rng.integers(1, 3)), cv2.LINE_AA)
            if rng.random() < 0.6:
                for dot in range(6 - abs(7 - number)):
                    cv2.circle(patch, (16 + int((dot - (5 - abs(7 - number)) / 2) * 3), 25), 1, ink, -1)
            turn = cv2.getRotationMatrix2D((16, 16), rng.uniform(0, 360), reach / 0.155)
            turn[:, 2] += (x - int(x), y - int(y))
            patch = cv2.warpAffine(patch, turn, (32, 32), borderValue=disc.tolist())
            stamp = np.zeros((32, 32), np.uint8)
            cv2.circle(stamp, (16, 16), int(reach * UNIT * 0.8), 255, -1)
            part = canvas[int(y) - 16 : int(y) + 16, int(x) - 16 : int(x) + 16]
            part[stamp > 0] = patch[stamp > 0]
            found.append(at)
        return np.array(found, np.float32).reshape(-1, 2)

    def _pieces(self, canvas: Image, cover: Image) -> None:
        rng = self.rng
        colours = [PIECES[i] for i in rng.choice(len(PIECES), 4, replace=False)]
        edges = [(a, b) for i, a in enumerate(CORNERS) for b in CORNERS[i + 1 :] if np.hypot(*(a - b)) < 0.6]
        density = rng.uniform(0.05, 0.5)
        for a, b in edges:
            if rng.random() > density:
                continue
            ink = colours[rng.integers(4)]
            along = (b - a) / np.hypot(*(b - a))
            across = np.array([-along[1], along[0]])
            middle = (a + b) / 2 + rng.normal(0, 0.03, 2)
            long, wide = rng.uniform(0.14, 0.22), rng.uniform(0.03, 0.06)
            box = np.array(
                [middle + along * long * i + across * wide * j for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            )
            self._solid(canvas, cover, turned(box - middle, rng.normal(0, 0.12)) + middle, ink)
        for corner in CORNERS:
            if rng.random() > density * 0.6:
                continue
            ink = colours[rng.integers(4)]
            reach = rng.uniform(0.07, 0.16)
            sides = int(rng.integers(4, 7))
            angles = np.arange(sides) / sides * 2 * np.pi + rng.uniform(0, 6)
            box = (
                corner
                + rng.normal(0, 0.03, 2)
                + np.stack([np.cos(angles), np.sin(angles) * rng.uniform(0.6, 1)], 1) * reach
            )
            self._solid(canvas, cover, box, ink)

    def _solid(self, canvas: Image, cover: Image, box: np.ndarray, ink: tuple[int, int, int]) -> None:
        rng = self.rng
        rise = rng.normal(0, 0.03, 2)
        base = np.array(ink, np.float32)
        poly(canvas, flat(box + rise * 1.5), (base * 0.25).tolist())
        for step, shade in ((0.0, 0.6), (0.5, 0.75), (1.0, rng.uniform(0.85, 1.15))):
            poly(canvas, flat(box - rise * step), np.clip(base * shade, 0, 255).tolist())
            poly(cover, flat(box - rise * step), 255)

    def _pawn(self, canvas: Image, at: np.ndarray) -> None:
        rng = self.rng
        ink = (
            colour((rng.uniform(0, 180), rng.uniform(0, 40), rng.uniform(15, 170)))
            if rng.random() < 0.8
            else any_colour(rng)
        )
        lean = rng.normal(0, 0.12, 2).astype(np.float32)
        cv2.line(
            canvas,
            flat(at).astype(int).tolist(),
            flat(at - lean * 2).astype(int).tolist(),
            (30, 30, 30),
            int(UNIT * 0.1),
        )
        for step in np.linspace(0, 1, 8):
            wide = UNIT * (0.15 - 0.07 * step + (0.02 if step > 0.8 else 0))
            shade = 0.7 + 0.5 * step
            cv2.circle(
                canvas,
                flat(at + lean * step).astype(int).tolist(),
                max(2, int(wide)),
                np.clip(ink * shade, 0, 255).tolist(),
                -1,
                cv2.LINE_AA,
            )

    def _thing(self, picture: Image, at: np.ndarray) -> None:
        """A card, a cup, a die or another small thing."""
        rng = self.rng
        ink = any_colour(rng)
        if rng.random() < 0.35:
            reach = int(rng.uniform(5, 22))
            for share, shade in ((1.0, 1.0), (0.75, 0.5), (0.65, 0.8)):
                cv2.circle(
                    picture,
                    at.astype(int).tolist(),
                    max(2, int(reach * share)),
                    (ink * shade).tolist(),
                    -1,
                    cv2.LINE_AA,
                )
            return
        long, wide = rng.uniform(4, 28), rng.uniform(4, 20)
        box = turned(np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array([long, wide]), rng.uniform(0, 3)) + at
        poly(picture, box, (240, 240, 240))
        poly(picture, (box - at) * 0.85 + at, ink.tolist())
        if rng.random() < 0.5:
            poly(picture, (box - at) * 0.4 + at, any_colour(rng).tolist())

    def _hand(self, picture: Image, at: np.ndarray) -> None:
        """An arm from the rim of the picture, a palm, four fingers and a thumb, lit from one side."""
        rng, size = self.rng, self.size
        skin = colour((rng.uniform(3, 20), rng.uniform(50, 170), rng.uniform(60, 250)))
        sleeve = any_colour(rng)
        rim = rng.uniform(0, size)
        side = np.array([(0, rim), (size, rim), (rim, 0), (rim, size)][rng.integers(4)])
        along = (at - side) / (np.hypot(*(at - side)) + 1e-6)
        across = np.array([-along[1], along[0]])
        wide = rng.uniform(7, 22)
        wrist = at - along * wide * rng.uniform(0.8, 1.4)

        def limb(a: np.ndarray, b: np.ndarray, thick: float, ink: np.ndarray) -> None:
            for share, shade in ((1.0, 0.75), (0.7, 1.0), (0.3, 1.1)):
                shift = across * thick * 0.12 * (1 - share)
                start, end = (a + shift).astype(int).tolist(), (b + shift).astype(int).tolist()
                tone = np.clip(ink * shade, 0, 255).tolist()
                cv2.line(picture, start, end, tone, max(2, int(thick * share)), cv2.LINE_AA)

        limb(side, wrist, wide * rng.uniform(0.6, 1.1), skin if rng.random() < 0.5 else sleeve)
        limb(wrist, at, wide * 1.1, skin)
        bend, spread = rng.normal(0, 0.25), rng.uniform(0.1, 0.35)
        for i in range(4):
            way = turned(along[None], (i - 1.5) * spread + bend)[0]
            root = at + across * (i - 1.5) * wide * 0.28
            limb(root, root + way * wide * rng.uniform(0.6, 1.3), wide * 0.27, skin * rng.uniform(0.9, 1.08))
        thumb = turned(along[None], rng.choice([-1, 1]) * rng.uniform(0.7, 1.2))[0]
        limb(wrist + along * wide * 0.3, wrist + along * wide * 0.3 + thumb * wide, wide * 0.3, skin)

    def _camera(self, picture: Image) -> Image:
        """Light, glare, blur, noise and JPEG."""
        rng, size = self.rng, self.size
        light = picture.astype(np.float32) / 255
        y, x = np.mgrid[:size, :size].astype(np.float32) / size - 0.5
        turn = rng.uniform(0, 2 * np.pi)
        slope = 1 + rng.normal(0, 0.35) * (x * np.cos(turn) + y * np.sin(turn))
        cast = np.exp(rng.normal(0, 0.18, 3)).astype(np.float32)
        if rng.random() < 0.2:
            cast *= np.array([rng.uniform(0.45, 0.9), 0.85, 1.1], np.float32)
        light = (
            light ** rng.uniform(0.75, 1.4) * np.maximum(slope, 0.2)[..., None] * cast * np.exp(rng.normal(0.0, 0.35))
        )
        if rng.random() < 0.25:
            at = rng.uniform(-0.5, 0.5, 2)
            spread = rng.uniform(0.05, 0.3)
            light += (rng.uniform(0.2, 1.6) * np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / spread**2))[..., None]
        if rng.random() < 0.3:  # a shadow's edge
            side = x * np.cos(turn) - y * np.sin(turn) > rng.uniform(-0.4, 0.4)
            light *= np.where(
                cv2.GaussianBlur(side.astype(np.float32), (0, 0), 3)[..., None] > 0.5, 1.0, rng.uniform(0.4, 0.9)
            )
        shot = np.clip(light * 255, 0, 255)
        if rng.random() < 0.5:
            shot = cv2.GaussianBlur(shot, (0, 0), rng.uniform(0.3, 1.3))
        shot += rng.normal(0, rng.uniform(0, 9), shot.shape)
        shot = np.clip(shot, 0, 255).astype(np.uint8)
        if rng.random() < 0.5:
            _, data = cv2.imencode(".jpg", shot, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 90))])
            shot = cv2.imdecode(data, cv2.IMREAD_COLOR)
        return shot
