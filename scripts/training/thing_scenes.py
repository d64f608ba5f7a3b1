"""Generated upright boards with pieces, the pawn, hands and cups on them, and where these are.

The pictures are what :func:`vision.board_finder.rectify` makes of a photograph: the plane of the board is flat in them,
and what rises above it leans away from the camera. Lengths are in hex widths; ``z`` is the height over the board.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from art import Image, Rng, any_colour, colour
from scenes import CENTRES, CORNERS, HALF, SceneMaker, poly, turned

UNIT, SIDE = 64, 448
"""Pixels a hex width, and the side of a picture, as :mod:`vision.things` takes them."""
KINDS = ("pawns", "connections", "juniors", "seniors")
HUES = ((0, 220, 190), (110, 210, 150), (12, 225, 235), (0, 8, 235), (65, 190, 130), (12, 150, 75), (27, 220, 235))
HUES += ((145, 150, 130), (0, 10, 35), (90, 180, 170), (165, 140, 230), (100, 120, 220), (20, 110, 170))
"""Hue, saturation and value of players' pieces."""
EDGES = [(a, b) for i, a in enumerate(CORNERS) for b in CORNERS[i + 1 :] if np.hypot(*(a - b)) < 0.6]
COAST = [(a, b) for a, b in EDGES if (np.hypot(*(CENTRES - (a + b) / 2).T) < 0.52).sum() == 1]

Face = np.ndarray
Mesh = list[Face]


@dataclass(frozen=True)
class ThingScene:
    """``picture`` uint8 (448, 448, 3); ``places`` by kind, (n, 2) in its pixels, where each stands on the board;
    ``over`` and ``body`` uint8 masks: what hides the board, and what shows of pieces."""

    picture: Image
    places: dict[str, np.ndarray]
    over: Image
    body: Image


def flat(points: np.ndarray) -> np.ndarray:
    return np.asarray(points, np.float32) * UNIT + SIDE / 2


def prism(outline: np.ndarray, low: float, high: float, top: float = 1.0) -> Mesh:
    """Walls and lid over ``outline`` (n, 2), counter-clockwise; the lid may be narrower, by ``top``."""
    middle = outline.mean(0)
    upper = (outline - middle) * top + middle
    a = np.column_stack([outline, np.full(len(outline), low)])
    b = np.column_stack([upper, np.full(len(outline), high)])
    walls = [np.array([a[i], a[i - len(a) + 1], b[i - len(a) + 1], b[i]]) for i in range(len(a))]
    return [*walls, b]


def block(at: np.ndarray, along: np.ndarray, long: float, wide: float) -> np.ndarray:
    across = np.array([-along[1], along[0]])
    return np.array(
        [at + along * long / 2 * i + across * wide / 2 * j for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    )


def house(at: np.ndarray, along: np.ndarray, long: float, wide: float, wall: float, roof: float, hip: float) -> Mesh:
    """Walls with a ridge along the house; ``hip`` is how much shorter the ridge is than the house, 0..1."""
    base = block(at, along, long, wide)
    mesh = prism(base, 0, wall)[:-1]
    low = np.column_stack([base, np.full(4, wall)])
    ridge = np.array([[*(at - along * long / 2 * (1 - hip)), roof], [*(at + along * long / 2 * (1 - hip)), roof]])
    return [
        *mesh,
        np.array([low[0], low[1], ridge[1], ridge[0]]),
        np.array([low[2], low[3], ridge[0], ridge[1]]),
        np.array([low[1], low[2], ridge[1]]),
        np.array([low[3], low[0], ridge[0]]),
    ]


class ThingMaker(SceneMaker):
    """Makes upright boards; the same generator makes the same ones."""

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng, SIDE)

    def things(self) -> ThingScene:
        rng = self.rng
        if rng.random() < 0.08:
            self.editions = [*self.editions[1:], self._edition()]
        canvas, cover, _, _, _ = self._board()
        cut = slice(HALF - SIDE // 2, HALF + SIDE // 2)
        if rng.random() < 0.8:
            self._piers(canvas)
        alpha = cover[cut, cut, None] / np.float32(255)
        picture = (self._table() * (1 - alpha) + canvas[cut, cut] * alpha).astype(np.uint8)
        high, tilt = rng.uniform(5, 16), np.deg2rad(min(abs(rng.normal(0, 20)), 48))
        around = rng.uniform(0, 2 * np.pi)
        self.eye = np.array([*(np.array([np.cos(around), np.sin(around)]) * high * np.tan(tilt)), high])
        self.eye[:2] += rng.normal(0, 0.8, 2)
        turn, rise = rng.uniform(0, 2 * np.pi), np.deg2rad(rng.uniform(28, 88))
        self.sun = np.array([np.cos(turn) * np.cos(rise), np.sin(turn) * np.cos(rise), np.sin(rise)])
        meshes, places = self._set_out()
        body = np.zeros((SIDE, SIDE), np.uint8)
        picture = self._shade(picture, [mesh for mesh, _ in meshes])
        for mesh, ink in meshes:
            self._draw(picture, body, mesh, ink)
        pawn, at = self._stand(picture)
        body[pawn > 0] = 0
        places["pawns"] = at
        clean = picture.copy()
        for _ in range(int(rng.choice([0, 0, 0, 1, 1, 2]))):
            near = flat(rng.uniform(-2.6, 2.6, 2))
            if rng.random() < 0.7:
                self._arm(picture, near)
            else:
                self._large_thing(picture, near)
        changed = (cv2.absdiff(picture, clean).max(2) > 0).astype(np.uint8) * 255
        over = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        body[over > 0] = 0
        shown = {}
        for kind, points in places.items():
            px = flat(points.reshape(-1, 2))
            inside = ((px > 2) & (px < SIDE - 2)).all(1)
            px = px[inside]
            at = px.astype(int)
            shown[kind] = px[over[at[:, 1], at[:, 0]] == 0] if len(px) else px
        return ThingScene(self._camera(self._coarse(picture)), shown, over, body)

    def _edition(self) -> list[list[Image]]:
        from art import edition

        return edition(self.rng, 80)

    def _pieces(self, canvas: Image, cover: Image) -> None:
        """None: pieces stand up here, and are drawn after the board."""

    def _pawn(self, canvas: Image, at: np.ndarray) -> None:
        """None, as well."""

    def _coarse(self, picture: Image) -> Image:
        """As a camera from farther away sees it."""
        rng = self.rng
        if rng.random() < 0.5:
            return picture
        x, y = rng.uniform(0.45, 1.0), rng.uniform(0.45, 1.0)
        small = cv2.resize(picture, None, fx=x, fy=y, interpolation=cv2.INTER_AREA)
        return cv2.resize(small, (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)

    def _lifted(self, points: np.ndarray) -> np.ndarray:
        """Where points (n, 3) appear on the plane of the board."""
        return points[:, :2] + points[:, 2:] * (points[:, :2] - self.eye[:2]) / (self.eye[2] - points[:, 2:])

    def _piers(self, canvas: Image) -> None:
        """Harbours with piers to the two corners of their coast."""
        rng = self.rng
        ink = any_colour(rng) if rng.random() < 0.3 else colour((rng.uniform(10, 25), rng.uniform(0, 160), 230))
        disc = colour((rng.uniform(12, 32), rng.uniform(5, 80), rng.uniform(190, 255)))
        thick, round_ = int(rng.integers(1, 5)), rng.random() < 0.5
        for i in rng.choice(len(COAST), 9, replace=False):
            a, b = COAST[i]
            middle = (a + b) / 2
            out = middle / np.hypot(*middle)
            at = middle + out * rng.uniform(0.25, 0.45)
            for end in (a, b):
                start, stop = at * 64 + HALF, (end + (at - end) * rng.uniform(0, 0.25)) * 64 + HALF
                if rng.random() < 0.4:
                    for share in np.linspace(0.1, 1, 6):
                        spot = start + (stop - start) * share
                        cv2.circle(canvas, spot.astype(int).tolist(), thick, ink.tolist(), -1, cv2.LINE_AA)
                else:
                    cv2.line(
                        canvas, start.astype(int).tolist(), stop.astype(int).tolist(), ink.tolist(), thick, cv2.LINE_AA
                    )
            px = at * 64 + HALF
            if round_:
                cv2.circle(canvas, px.astype(int).tolist(), 11, disc.tolist(), -1, cv2.LINE_AA)
            else:
                square = turned(np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32) * 10, rng.uniform(0, 3))
                poly(canvas, square + px, disc.tolist())
            cv2.circle(canvas, px.astype(int).tolist(), int(rng.integers(2, 6)), any_colour(rng).tolist(), -1)

    def _set_out(self) -> tuple[list[tuple[Mesh, np.ndarray]], dict[str, np.ndarray]]:
        """Meshes with their colours, far ones first, and the places of connections, juniors and seniors."""
        rng = self.rng
        places: dict[str, list[np.ndarray]] = {kind: [] for kind in KINDS}
        meshes: list[tuple[float, Mesh, np.ndarray]] = []
        density = rng.choice([0.0, 0.12, 0.3, 0.5]) * rng.uniform(0.6, 1.3)
        inks = []
        for i in rng.choice(len(HUES), 4, replace=False):
            h, s, v = HUES[i]
            inks.append(colour((h + rng.normal(0, 4), s + rng.normal(0, 25), v + rng.normal(0, 25))))
        if rng.random() < 0.3:
            inks[0] = any_colour(rng)
        long, wide = rng.uniform(0.26, 0.42), rng.uniform(0.055, 0.1)
        tall = wide * rng.uniform(0.7, 1.3)
        stray = rng.uniform(0.005, 0.035)
        lean = rng.choice([0.03, 0.1, 0.2])
        small = rng.uniform(0.12, 0.19), rng.uniform(0.09, 0.15), rng.uniform(0.05, 0.11), rng.uniform(0.11, 0.2)
        hip = float(rng.choice([0.0, 0.0, 1.0, 0.5]))
        large = int(rng.integers(0, 3))

        def put(mesh: Mesh, ink: np.ndarray) -> None:
            at = np.concatenate(mesh)[:, :2].mean(0)
            meshes.append((-float(np.hypot(*(at - self.eye[:2]))), mesh, ink))

        for a, b in EDGES:
            if rng.random() < density:
                along = turned(((b - a) / np.hypot(*(b - a)))[None], rng.normal(0, lean))[0]
                at = (a + b) / 2 + rng.normal(0, stray, 2)
                put(prism(block(at, along, long, wide), 0, tall), inks[rng.integers(4)])
                places["connections"].append((a + b) / 2)
        for corner in CORNERS:
            if rng.random() < density * 0.7:
                turn = rng.uniform(0, np.pi)
                along = np.array([np.cos(turn), np.sin(turn)])
                at = corner + rng.normal(0, stray, 2)
                ink = inks[rng.integers(4)]
                if rng.random() < 0.6:
                    put(house(at, along, *small, hip), ink)
                    places["juniors"].append(corner)
                else:
                    for mesh in self._senior(at, along, small, hip, large):
                        put(mesh, ink)
                    places["seniors"].append(corner)
        for _ in range(int(rng.choice([0, 0, 0, 2, 6]))):  # pieces that lie about
            at = rng.uniform(-3.4, 3.4, 2)
            if np.hypot(*(CORNERS - at).T).min() < 0.25 or min(np.hypot(*((a + b) / 2 - at)) for a, b in EDGES) < 0.2:
                continue
            turn = rng.uniform(0, np.pi)
            along = np.array([np.cos(turn), np.sin(turn)])
            ink = inks[rng.integers(4)]
            put(
                prism(block(at, along, long, wide), 0, tall) if rng.random() < 0.6 else house(at, along, *small, hip),
                ink,
            )
        meshes.sort(key=lambda m: m[0])
        return [(m, i) for _, m, i in meshes], {k: np.array(v, np.float32).reshape(-1, 2) for k, v in places.items()}

    def _senior(self, at: np.ndarray, along: np.ndarray, small: tuple[float, ...], hip: float, form: int) -> list[Mesh]:
        """A house with a tower, with a lower wing, or one larger house."""
        rng = self.rng
        long, wide, wall, roof = small
        if form == 2:
            grow = rng.uniform(1.35, 1.7)
            return [house(at, along, long * grow, wide * grow, wall * grow, roof * grow, hip)]
        left, right = at - along * long * 0.45, at + along * long * 0.45
        tower = house(left, along, long * 0.9, wide, wall * 1.5, roof * 1.4, hip if form else 1.0)
        wing = (
            prism(block(right, along, long * 0.9, wide), 0, wall)
            if form
            else house(right, along, long * 0.9, wide, wall, roof, hip)
        )
        return [tower, wing]

    def _shade(self, picture: Image, meshes: list[Mesh]) -> Image:
        """Throw the meshes' shadows on the board."""
        rng = self.rng
        dark = np.zeros((SIDE, SIDE), np.uint8)
        for mesh in meshes:
            points = np.concatenate(mesh)
            thrown = points[:, :2] - points[:, 2:] * self.sun[:2] / self.sun[2]
            hull = cv2.convexHull(flat(thrown).astype(np.float32))
            poly(dark, hull[:, 0], 255)
        soft = cv2.GaussianBlur(dark, (0, 0), rng.uniform(0.5, 4)).astype(np.float32) / 255
        return (picture * (1 - rng.uniform(0.2, 0.75) * soft[..., None])).astype(np.uint8)

    def _draw(self, picture: Image, body: Image, mesh: Mesh, ink: np.ndarray) -> None:
        middle = np.concatenate(mesh).mean(0)
        ambient = self.rng.uniform(0.35, 0.6)
        faces = []
        for face in mesh:
            normal = np.cross(face[1] - face[0], face[2] - face[1])
            normal /= np.linalg.norm(normal) + 1e-9
            if normal @ (face.mean(0) - middle) < 0:
                normal = -normal
            if normal @ (self.eye - face.mean(0)) <= 0:
                continue
            shade = ambient + (1.15 - ambient) * max(0.0, float(normal @ self.sun))
            faces.append((-float(np.linalg.norm(self.eye - face.mean(0))), face, shade))
        for _, face, shade in sorted(faces, key=lambda f: f[0]):
            outline = flat(self._lifted(face))
            poly(picture, outline, np.clip(ink * shade, 0, 255).tolist())
            poly(body, outline, 255)

    def _stand(self, picture: Image) -> tuple[Image, np.ndarray]:
        """The crisis pawn: a foot, a waist and a head, turned on a lathe. Its mask, and where it stands."""
        rng = self.rng
        mask = np.zeros((SIDE, SIDE), np.uint8)
        if rng.random() < 0.2:
            return mask, np.zeros((0, 2), np.float32)
        at = CENTRES[rng.integers(19)] + np.clip(rng.normal(0, 0.12, 2), -0.3, 0.3)
        ink = colour((rng.uniform(0, 180), rng.uniform(0, 50), rng.uniform(15, 210)))
        if rng.random() < 0.15:
            ink = any_colour(rng)
        high, foot = rng.uniform(0.22, 0.5), rng.uniform(0.08, 0.15)
        waist, head = foot * rng.uniform(0.4, 0.9), foot * rng.uniform(0.5, 0.9)
        dark = np.zeros((SIDE, SIDE), np.uint8)
        steps = np.linspace(0, 1, 16)
        reaches = np.interp(steps, [0, 0.15, 0.6, 0.8, 1], [foot, foot, waist, head, head * 0.5])
        for share, reach in zip(steps, reaches, strict=True):
            spot = at - share * high * self.sun[:2] / self.sun[2]
            cv2.circle(dark, flat(spot).astype(int).tolist(), int(reach * UNIT), 255, -1)
        soft = cv2.GaussianBlur(dark, (0, 0), rng.uniform(0.5, 4)).astype(np.float32) / 255
        picture[:] = (picture * (1 - rng.uniform(0.2, 0.7) * soft[..., None])).astype(np.uint8)
        glint = self.sun[:2] * rng.uniform(0.2, 0.5)
        for share, reach in zip(steps, reaches, strict=True):
            px = flat(self._lifted(np.array([[*at, share * high]]))[0])
            shade = rng.uniform(0.95, 1.05) * (0.6 + 0.4 * share)
            for narrow, more in ((1.0, 0.8), (0.7, 1.0), (0.35, 1.25)):
                spot = (px + glint * reach * UNIT * (1 - narrow) * 1.2) * 8
                tone = np.clip(ink * shade * more, 0, 255).tolist()
                cv2.circle(picture, spot.astype(int).tolist(), int(reach * UNIT * narrow * 8), tone, -1, cv2.LINE_AA, 3)
            cv2.circle(mask, px.astype(int).tolist(), int(reach * UNIT) + 1, 255, -1)
        return mask, at[None].astype(np.float32)

    def _arm(self, picture: Image, at: np.ndarray) -> None:
        """An arm from the rim of the picture, a palm, four fingers and a thumb, with their shadow."""
        rng = self.rng
        skin = colour((rng.uniform(3, 20), rng.uniform(40, 170), rng.uniform(50, 250)))
        sleeve = any_colour(rng)
        around = rng.uniform(0, 2 * np.pi)
        side = at + np.array([np.cos(around), np.sin(around)]) * SIDE * 1.4
        along = (at - side) / np.hypot(*(at - side))
        across = np.array([-along[1], along[0]])
        wide = rng.uniform(26, 60)
        wrist = at - along * wide * rng.uniform(0.8, 1.4)
        strokes: list[tuple[np.ndarray, np.ndarray, float, np.ndarray]] = []
        strokes.append((side, wrist, wide * rng.uniform(0.6, 1.1), skin if rng.random() < 0.5 else sleeve))
        strokes.append((wrist, at, wide * 1.1, skin))
        bend, spread = rng.normal(0, 0.25), rng.uniform(0.05, 0.35)
        for i in range(4):
            way = turned(along[None], (i - 1.5) * spread + bend)[0]
            root = at + across * (i - 1.5) * wide * 0.28
            strokes.append(
                (root, root + way * wide * rng.uniform(0.5, 1.2), wide * 0.27, skin * rng.uniform(0.9, 1.08))
            )
        thumb = turned(along[None], rng.choice([-1, 1]) * rng.uniform(0.7, 1.2))[0]
        root = wrist + along * wide * 0.3
        strokes.append((root, root + thumb * wide, wide * 0.3, skin))
        dark = np.zeros((SIDE, SIDE), np.uint8)
        off = rng.normal(0, 10, 2)
        for a, b, thick, _ in strokes:
            cv2.line(dark, (a + off).astype(int).tolist(), (b + off).astype(int).tolist(), 255, max(2, int(thick)))
        soft = cv2.GaussianBlur(dark, (0, 0), rng.uniform(2, 8)).astype(np.float32) / 255
        shaded = picture * (1 - rng.uniform(0.0, 0.5) * soft[..., None])
        picture[:] = np.where(dark[..., None] > 0, shaded, picture).astype(np.uint8) if rng.random() < 0.3 else picture
        for a, b, thick, ink in strokes:
            for share, shade in ((1.0, 0.7), (0.85, 0.9), (0.55, 1.0), (0.25, 1.08)):
                shift = across * thick * 0.15 * (1 - share)
                tone = np.clip(ink * shade, 0, 255).tolist()
                start, end = (a + shift).astype(int).tolist(), (b + shift).astype(int).tolist()
                cv2.line(picture, start, end, tone, max(2, int(thick * share)), cv2.LINE_AA)

    def _large_thing(self, picture: Image, at: np.ndarray) -> None:
        """A cup on its saucer, or a card."""
        rng = self.rng
        ink = any_colour(rng)
        if rng.random() < 0.5:
            reach = rng.uniform(18, 45)
            for share, shade in ((1.0, 1.0), (0.72, 0.6), (0.64, 0.85), (0.52, 0.3)):
                tone = np.clip(ink * shade, 0, 255).tolist()
                cv2.circle(picture, at.astype(int).tolist(), int(reach * share), tone, -1, cv2.LINE_AA)
            return
        box = turned(np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (rng.uniform(24, 34), 20), rng.uniform(0, 3)) + at
        poly(picture, box, (240, 240, 240))
        poly(picture, (box - at) * 0.9 + at, ink.tolist())
        poly(picture, (box - at) * 0.4 + at, any_colour(rng).tolist())
