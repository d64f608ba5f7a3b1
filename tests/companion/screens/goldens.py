"""Golden pictures: how each screen looked when somebody had looked at it; remade and compared by ``scripts/golden``.

They are kept as PNG with 256 colours (about 100 kB each). A comparison is of both pictures at a quarter of their size,
so that another version of the graphics library is no difference, while a word that moved or changed is one. The play
screen is shown at moments of a match, one picture at a time; the pages around it in the order of an evening.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[3]
sys.path[:0] = [str(Path(__file__).parent), str(ROOT)]

os.environ["TZ"] = "UTC"  # the log shows times
time.tzset()

from driver import picture
from flowing import Evening
from moments import arnika
from moments import keep as keep_matches
from PIL import Image, ImageChops
from stations import PINS, chapters, results, resumed, stations

from companion.screens.bootstrap import PANELS
from companion.screens.theme import theme

FOLDER = Path(__file__).parent / "golden"
MOST = 20_000_000
"""Bytes of all pictures together."""
FAR, SHARE = 40, 0.004
"""A place differs where a colour is further off than this; a picture where more than this part of it differs."""

MOMENTS = ("setup", "roll", "play", "build", "trade", "offer", "seven", "log", "menu", "undone")
PLAY = [
    *(
        (panel, language, moment, "dark")
        for panel in ("7in", "10in")
        for language in ("fa", "en")
        for moment in MOMENTS
    ),
    *(
        (panel, "fa", moment, "dark")
        for panel in ("portrait", "9in", "21in", "7in-flat")
        for moment in ("play", "trade")
    ),
    *(("10in", "fa", moment, look) for moment in ("play", "trade", "log") for look in ("light", "contrast")),
]
"""Panel, language, moment and theme of each picture of the play screen."""

ROUND = [(panel, language) for panel in ("7in", "10in") for language in ("fa", "en")]
"""Panel and language of each evening whose pages are pictures."""


def name_of(panel: str, language: str, moment: str, look: str) -> str:
    return f"play_{moment}_{language}_{panel}" + ("" if look == "dark" else f"_{look}") + ".png"


def play(panel: str, language: str, moment: str, look: str) -> Image.Image:
    """The play screen at ``moment``, at rest."""
    theme.name, theme.less_motion = look, True
    with tempfile.TemporaryDirectory() as folder:
        played = arnika(Path(folder), moment, panel=PANELS[panel], language=language, at=1_760_009_000.0)
        page = played.page
        page._turn_began = (page.turn, page._used(page.turn))
        page.refresh()
        played.driver.frames(2)
        seen = picture(played.driver)
        played.close()
    theme.name, theme.less_motion = "dark", False
    return seen


def evening(panel: str, language: str) -> Iterator[tuple[str, Image.Image]]:
    """The pages around the match on ``panel`` in ``language``, at rest: name of the picture, and what it shows."""
    theme.name, theme.less_motion = "dark", True
    with tempfile.TemporaryDirectory() as folder, Evening(Path(folder), PANELS[panel], language, seats=PINS) as shown:
        for page in pages(shown, language):
            shown.settle()
            shown.driver.frames(2)
            yield f"{page}_{language}_{panel}.png", picture(shown.driver)


def pages(shown: Evening, language: str) -> Iterator[str]:
    """Shows page after page of an evening; the name of each."""
    for page, _ in stations(shown, language):
        yield page
    yield from results(shown)
    resumed(shown)
    yield "resume"
    yield from chapters(shown)


def difference(seen: Image.Image, golden: Image.Image) -> float:
    """The part of the picture that looks different, 0..1; 1 where the sizes do."""
    if seen.size != golden.size:
        return 1.0
    return sum(_places(seen, golden).histogram()[FAR:]) / (seen.width * seen.height / 16)


def _places(seen: Image.Image, golden: Image.Image) -> Image.Image:
    small = [picture.convert("RGB").reduce(4) for picture in (seen, golden)]
    red, green, blue = ImageChops.difference(*small).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


def keep(seen: Image.Image, path: Path) -> None:
    """Store a picture small."""
    path.parent.mkdir(parents=True, exist_ok=True)
    seen.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(path, optimize=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/golden", description=__doc__)
    parser.add_argument("what", choices=("compare", "remake"))
    parser.add_argument("names", nargs="*", help="parts of names; without them all pictures")
    asked = parser.parse_args()
    if asked.what == "remake":
        keep_matches(MOMENTS)
    bad = count = 0
    saw = Path(tempfile.gettempdir()) / "mizban-golden"
    for name, seen in pictures(asked.names):
        path = FOLDER / name
        count += 1
        if asked.what == "remake":
            keep(seen, path)
            print(path.relative_to(ROOT), f"{path.stat().st_size / 1000:.0f} kB", flush=True)
            continue
        part = difference(seen, Image.open(path)) if path.exists() else 1.0
        if part > SHARE:
            bad += 1
            keep(seen, saw / path.name)
            if path.exists() and seen.size == Image.open(path).size:
                _places(seen, Image.open(path)).point(lambda v: min(255, v * 4)).save(saw / f"where_{path.name}")
            print(f"{name}: {part:.1%} looks different" if path.exists() else f"{name}: there is none yet", flush=True)
    if not count:
        print(f"golden: no picture has a name with {' or '.join(asked.names)} in it", file=sys.stderr)
        return 2
    if asked.what == "compare":
        print(f"{count} pictures, {bad} look different" + (f"; see {saw}" if bad else ""))
    size = sum(path.stat().st_size for path in FOLDER.glob("*.png"))
    if size > MOST:
        print(f"golden: {size / 1e6:.1f} MB in all: too many", file=sys.stderr)
        return 1
    return 1 if bad else 0


def pictures(names: list[str]) -> Iterator[tuple[str, Image.Image]]:
    """Every picture whose name has one of ``names`` in it; without names all. Evenings that have none are not shown."""

    def wanted(name: str) -> bool:
        return not names or any(part in name for part in names)

    for entry in PLAY:
        if wanted(name_of(*entry)):
            yield name_of(*entry), play(*entry)
    for panel, language in ROUND:
        known = [path.name for path in FOLDER.glob(f"*_{language}_{panel}.png") if not path.name.startswith("play_")]
        if known and not any(wanted(name) for name in known) and not wanted(f"_{language}_{panel}.png"):
            continue
        for name, seen in evening(panel, language):
            if wanted(name):
                yield name, seen


if __name__ == "__main__":
    sys.exit(main())
