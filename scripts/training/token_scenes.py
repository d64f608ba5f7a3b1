"""Generated pictures of number tokens: many faces, Latin and Persian digits, pips, dots, any turn and light."""

from __future__ import annotations

import subprocess
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from art import Image, Rng, any_colour, colour, edition, noise
from PIL import Image as Picture
from PIL import ImageDraw, ImageFont

SHEET = 64
DISC = 24.0
"""Radius of a token in the sheet, pixels."""
DRAWN = 96
"""Side of the drawing that a sheet is shrunk from, in which a token's radius is 36."""
NOTHING = 10
NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
PERSIAN = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")
PACKAGES = (
    "fonts-urw-base35 fonts-liberation fonts-hosny-amiri fonts-farsiweb fonts-freefarsi "
    "fonts-linuxlibertine fonts-dejavu "
    "fonts-roboto-unhinted fonts-lato fonts-goudybookletter fonts-comfortaa fonts-oldstandard fonts-adf-tribun "
    "fonts-adf-mekanus fonts-crosextra-carlito"
)
"""Debian packages whose faces the tokens are drawn with; what is missing is left out, with a word."""
FAINT = (
    "thin",
    "extralight",
    "hairline",
    "dingbats",
    "symbol",
    "mathtex",
    "d050000l",
    "standardsymbols",
    "initials",
    "keyboard",
    "zapf",
)


def faces(extra: tuple[Path, ...] = ()) -> tuple[list[str], list[str]]:
    """Font files that draw Latin digits, and those that draw Persian ones."""
    listed = subprocess.run(["fc-list", ":", "file"], capture_output=True, text=True, check=True).stdout.splitlines()
    files = {line.split(":")[0] for line in listed} | {str(p) for folder in extra for p in folder.rglob("*.ttf")}
    latin, persian = [], []
    for name in sorted(files):
        if not name.endswith((".ttf", ".otf", ".t1")) or any(word in name.lower() for word in FAINT):
            continue
        try:
            font = ImageFont.truetype(name, 40)
            shapes = {digit: bytes(font.getmask(digit)) for digit in "0689۶۴۵\ufffe"}
        except OSError:
            continue
        distinct = {shapes[d] for d in "068"}
        if len(distinct) == 3 and shapes["6"] != shapes["\ufffe"]:
            latin.append(name)
        if len({shapes[d] for d in "۶۴۵\ufffe"}) == 4 and shapes["۶"]:
            persian.append(name)
    return latin, persian


@lru_cache(maxsize=512)
def font_of(face: str) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(face, 64)


@lru_cache(maxsize=4096)
def glyphs(face: str, text: str) -> Image:
    """The text's ink, uint8, cut to its own box, about 64 pixels high."""
    font = font_of(face)
    sheet = Picture.new("L", (220, 140))
    ImageDraw.Draw(sheet).text((60, 30), text, 255, font)
    ink = np.asarray(sheet)
    rows, columns = np.where(ink.max(1) > 60)[0], np.where(ink.max(0) > 60)[0]
    if len(rows) == 0:
        return np.zeros((8, 8), np.uint8)
    return ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].copy()


class TokenMaker:
    """Makes upright sheets with their class: an index into :data:`NUMBERS`, or 10 for "no number to be read here"."""

    def __init__(self, rng: Rng, extra_fonts: tuple[Path, ...] = ()) -> None:
        self.rng = rng
        self.latin, self.persian = faces(extra_fonts)
        self.editions = [edition(rng, DRAWN) for _ in range(16)]

    def sheet(self) -> tuple[Image, int]:
        """A 64 x 64 BGR sheet, the token upright in its middle, and its class. The camera is the trainer's."""
        rng = self.rng
        if rng.random() < 0.004:
            self.editions[rng.integers(len(self.editions))] = edition(rng, DRAWN)
        terrain = self.editions[rng.integers(len(self.editions))][rng.integers(6)]
        drawn = np.roll(terrain[rng.integers(len(terrain))], rng.integers(0, DRAWN, 2), (0, 1)).astype(np.float32)
        drawn = np.ascontiguousarray(drawn)
        label = int(rng.integers(0, 10))
        kind = rng.random()
        if kind < 0.78:
            self._token(drawn, label)
            if rng.random() < 0.1:
                self._cover(drawn, whole=False)
        else:
            if kind < 0.82:
                self._token(drawn, None)
            elif kind < 0.87:
                self._token(drawn, label)
                self._cover(drawn, whole=True)
            elif kind < 0.91:
                self._cover(drawn, whole=True)
            elif kind < 0.94:
                self._token(drawn, label)
                around = rng.uniform(0, 2 * np.pi)
                shift = np.array([np.cos(around), np.sin(around)]) * rng.uniform(34, 60)
                lens = np.array([[1, 0, shift[0]], [0, 1, shift[1]]])
                drawn = cv2.warpAffine(drawn, lens, (DRAWN, DRAWN), borderMode=cv2.BORDER_REFLECT)
            label = NOTHING
        small = cv2.resize(drawn, (SHEET, SHEET), interpolation=cv2.INTER_AREA)
        return np.clip(small, 0, 255).astype(np.uint8), label

    def _token(self, sheet: Image, label: int | None) -> None:
        """Draw a token of radius 36 in the middle of the 96 x 96 drawing, upright."""
        rng = self.rng
        if rng.random() < 0.93:
            disc = colour((rng.uniform(10, 34), rng.uniform(0, 120), rng.uniform(150, 255)))
            ink = colour((rng.uniform(0, 180), rng.uniform(0, 90), rng.uniform(0, 80)))
        else:
            disc, ink = any_colour(rng), any_colour(rng)
            if abs(disc.mean() - ink.mean()) < 90:
                ink = np.array([250.0] * 3) if disc.mean() < 128 else np.array([10.0] * 3)
        red = colour((rng.normal(177, 5), rng.uniform(150, 255), rng.uniform(110, 230)))
        number = NUMBERS[label] if label is not None else 0
        if number in (6, 8) and rng.random() < 0.8:
            ink = red
        off = rng.uniform(-4, 4, 2)
        if rng.random() < 0.6:
            cv2.circle(sheet, (int(48 + off[0]), int(48 + off[1])), 37, (25, 25, 25), -1, cv2.LINE_AA)
        stamp = np.zeros((96, 96), np.float32)
        cv2.circle(stamp, (48, 48), 36, 1.0, -1, cv2.LINE_AA)
        face = np.full((96, 96, 3), disc, np.float32) + noise(rng, 96, (6, 30))[..., None] * rng.uniform(0, 7)
        if rng.random() < 0.35:
            cv2.circle(
                face,
                (48, 48),
                int(rng.integers(27, 33)),
                (disc * rng.uniform(0.3, 0.8)).tolist(),
                int(rng.integers(1, 3)),
                cv2.LINE_AA,
            )
        if label is not None:
            self._mark(face, number, ink)
        sheet[:] = sheet * (1 - stamp[..., None]) + face * stamp[..., None]

    def _mark(self, face: Image, number: int, ink: np.ndarray) -> None:
        rng = self.rng
        persian = rng.random() < 0.4
        pool = self.persian if persian else self.latin
        text = str(number).translate(PERSIAN) if persian else str(number)
        shape = glyphs(pool[rng.integers(len(pool))], text)
        pips, letter = rng.random() < 0.65, rng.random() < 0.08
        tall = rng.uniform(20, 36) if pips else rng.uniform(20, 46)
        if persian:
            tall *= rng.uniform(0.8, 1.1)
        scale = min(tall / max(shape.shape[0], shape.shape[1] * 0.55), 54 / shape.shape[1])
        shape = cv2.resize(shape, None, fx=scale * rng.uniform(0.85, 1.15), fy=scale, interpolation=cv2.INTER_AREA)
        if rng.random() < 0.25:
            shape = (
                cv2.dilate(shape, np.ones((2, 2), np.uint8))
                if rng.random() < 0.5
                else cv2.GaussianBlur(shape, (0, 0), 0.8)
            )
        h, w = shape.shape
        x, y = (
            48 - w // 2 + int(rng.normal(0, 1)),
            48 - h // 2 - (int(rng.uniform(2, 8)) if pips else int(rng.normal(0, 2))),
        )
        x, y = max(0, x), max(0, y)
        mask = np.zeros((96, 96), np.float32)
        mask[y : y + h, x : x + w] = shape[: 96 - y, : 96 - x] / 255.0
        low = y + h
        if pips:
            count = 6 - abs(7 - number)
            size, step = rng.uniform(1.5, 2.9), rng.uniform(5.0, 8.0)
            low = min(low + rng.uniform(4, 9), 76)
            bend = rng.uniform(0, 0.04)
            for i in range(count):
                dx = (i - (count - 1) / 2) * step
                at = ((48 + dx) * 16, (low - bend * dx * dx) * 16)
                cv2.circle(mask, (int(at[0]), int(at[1])), int(size * 16), 1.0, -1, cv2.LINE_AA, 4)
        elif number in (6, 9) and rng.random() < 0.85:
            at = (int(48 + rng.normal(0, 1)), int(min(low + rng.uniform(3, 8), 77)))
            if rng.random() < 0.35:  # a full stop after the digit
                at = (int(min(x + w + rng.uniform(3, 6), 76)), int(low - rng.uniform(0, 3)))
                cv2.circle(mask, at, int(rng.integers(2, 4)), 1.0, -1, cv2.LINE_AA)
            elif rng.random() < 0.7:
                cv2.circle(mask, at, int(rng.integers(2, 4)), 1.0, -1, cv2.LINE_AA)
            else:
                cv2.line(mask, (at[0] - 8, at[1]), (at[0] + 8, at[1]), 1.0, int(rng.integers(2, 4)))
        elif number in (6, 9) and np.ptp(ink) < 60 and not persian:
            return self._mark(face, number, ink)  # neither colour, pips nor dot: nobody could tell
        if letter:
            sign = glyphs(self.latin[rng.integers(len(self.latin))], str(rng.choice(list("ABCDEFGHIJKLMNOPQR"))))
            sign = cv2.resize(sign, (8, 9), interpolation=cv2.INTER_AREA)
            top = max(15, y - 11)
            mask[top : top + 9, 44:52] = np.maximum(mask[top : top + 9, 44:52], sign / 255.0)
        mask *= rng.uniform(0.75, 1.0)
        face[:] = face * (1 - mask[..., None]) + ink * mask[..., None]
        return None

    def _cover(self, sheet: Image, whole: bool) -> None:
        """A pawn, a piece, a finger over the token: most of it, or a rim."""
        rng = self.rng
        ink = any_colour(rng) if rng.random() < 0.5 else colour((0, rng.uniform(0, 40), rng.uniform(10, 200)))
        around = rng.uniform(0, 6.3)
        far = rng.uniform(0, 8) if whole else rng.uniform(34, 44)
        at = 48 + far * np.array([np.cos(around), np.sin(around)])
        reach = rng.uniform(22, 36) if whole else rng.uniform(9, 16)
        lean = rng.normal(0, 10, 2)
        for step in np.linspace(0, 1, 6):
            spot = at + lean * step
            cv2.circle(
                sheet,
                (int(spot[0]), int(spot[1])),
                int(reach * (1 - 0.4 * step)),
                np.clip(ink * (0.6 + 0.6 * step), 0, 255).tolist(),
                -1,
                cv2.LINE_AA,
            )
