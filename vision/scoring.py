"""How right a reading is, by a label: what is right, what is wrong, and what is wrong without being asked."""

from __future__ import annotations

import msgspec
import numpy as np

from vision import hexgrid
from vision.hexgrid import Cell
from vision.labels import Label
from vision.reading import Reading

APART = 0.35
"""A hex found farther than this many hex widths from where it is was not found."""


class Score(msgspec.Struct, frozen=True):
    """Counts of one picture, or of many (they add up).

    ``exact``: every tile and number at least half visible is right and the rest is right or asked. ``mistakes``: values
    told that are wrong and not asked, of whatever kind (a piece or harbour that is not told of is none). ``answered``:
    right once the ``ask`` list is answered.
    """

    pictures: int = 0
    located: int = 0
    tiles: int = 0
    tiles_right: int = 0
    numbers: int = 0
    numbers_right: int = 0
    exact: int = 0
    terrain_exact: int = 0
    answered: int = 0
    mistakes: int = 0
    asked: int = 0
    crisis: int = 0
    crisis_right: int = 0
    pieces: int = 0
    pieces_found: int = 0
    pieces_said: int = 0
    colours_right: int = 0
    harbours: int = 0
    harbours_right: int = 0
    ms: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(
            *(a + b for a, b in zip(msgspec.structs.astuple(self), msgspec.structs.astuple(other), strict=True))
        )


class Wrong(msgspec.Struct, frozen=True):
    """One value that is not as labelled."""

    what: str
    where: str
    said: str
    true: str
    share: float
    asked: bool


def unread(label: Label, ms: int = 0) -> Score:
    """The score of a picture that was not read at all (an error is a clear word, and no mistake in silence)."""
    judged = sum(tile.judged for tile in label.tiles)
    return Score(pictures=1, tiles=19, numbers=judged, ms=ms)


def score(reading: Reading, label: Label) -> tuple[Score, tuple[Wrong, ...]]:
    """Pair tiles by nearest centre and compare."""
    seen = np.array([tile.px for tile in reading.tiles])
    true = np.array([tile.px for tile in label.tiles])
    away = np.hypot(*(true[:, None] - seen[None]).transpose(2, 0, 1))
    nearest = away.argmin(1)
    unit = float(np.median(np.sort(np.hypot(*(true[:, None] - true[None]).transpose(2, 0, 1)), 1)[:, 1]))
    asked = {(a.what, a.q, a.r) for a in reading.ask}
    wrong: list[Wrong] = []
    located = len(set(nearest.tolist())) == 19 and bool((away.min(1) < APART * unit).all())
    tiles_right = numbers_right = judged = open_terrains = 0
    terrain_exact = exact = answered = True
    for tile, j in zip(label.tiles, nearest, strict=True):
        said = reading.tiles[int(j)]
        where = f"({said.q},{said.r})"
        if tile.terrain is None:
            open_terrains += 1
        elif said.terrain == tile.terrain:
            tiles_right += 1
        else:
            ask = ("terrain", said.q, said.r) in asked
            wrong.append(Wrong("terrain", where, said.terrain, tile.terrain, said.confidence.terrain, ask))
            exact &= ask and not tile.visible
            terrain_exact &= ask and not tile.visible
            answered &= ask
        if not tile.judged:
            continue
        judged += 1
        if said.number == tile.number:
            numbers_right += 1
        else:
            ask = ("number", said.q, said.r) in asked
            wrong.append(Wrong("number", where, str(said.number), str(tile.number), said.confidence.number, ask))
            exact &= ask and not tile.number_visible
            answered &= ask
    crisis_right = 0
    if label.crisis_known:
        at = reading.tiles[int(nearest[label.crisis])] if label.crisis is not None else None
        said_at = (reading.crisis.q, reading.crisis.r) if reading.crisis else None
        true_at = (at.q, at.r) if at else None
        crisis_right = int(said_at == true_at)
        if not crisis_right:
            ask = any(a.what == "crisis" for a in reading.ask)
            share = reading.crisis.confidence if reading.crisis else 0.0
            wrong.append(Wrong("crisis", "", str(said_at), str(true_at), share, ask))
    if not located:
        exact = terrain_exact = answered = False
    result = Score(
        pictures=1,
        located=int(located),
        tiles=19 - open_terrains,
        tiles_right=tiles_right,
        numbers=judged,
        numbers_right=numbers_right,
        exact=int(exact),
        terrain_exact=int(terrain_exact),
        answered=int(answered),
        asked=len(reading.ask),
        crisis=int(label.crisis_known),
        crisis_right=crisis_right,
        ms=reading.ms,
    )
    if located and label.pieces is not None:
        result, more = _score_places(result, reading, label, nearest)
        wrong += more
    mistakes = sum(not w.asked and w.said != "none" for w in wrong)
    return msgspec.structs.replace(result, mistakes=mistakes), tuple(wrong)


def turn_between(reading: Reading, label: Label, nearest: np.ndarray) -> int | None:
    """How many sixths the reading's axes are turned against the label's, or ``None`` where they don't match."""
    pairs = [
        (tile.cell, (reading.tiles[int(j)].q, reading.tiles[int(j)].r))
        for tile, j in zip(label.tiles, nearest, strict=True)
        if tile.cell is not None
    ]
    for steps in range(6):
        if all(hexgrid.turned(cell, steps) == said for cell, said in pairs):
            return steps
    return None


def _score_places(base: Score, reading: Reading, label: Label, nearest: np.ndarray) -> tuple[Score, list[Wrong]]:
    """Harbours and pieces, with the label's cells turned as the reading has them."""
    steps = turn_between(reading, label, nearest)
    if steps is None:
        return base, []

    def key(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
        return tuple(sorted(hexgrid.turned(cell, steps) for cell in cells))

    wrong: list[Wrong] = []
    asked = {tuple(sorted(a.edge or a.vertex or ())) for a in reading.ask if a.what == "piece"}
    said = {(p.kind, tuple(sorted(p.edge or p.vertex or ()))): p for p in reading.pieces}
    true = {(p.kind, key(p.place)): p for p in label.pieces or ()}
    shown = {k: p for k, p in true.items() if p.visible}
    found = [k for k in shown if k in said]
    extra = [k for k in said if k not in true]
    colours = sum(said[k].color == shown[k].color for k in found)
    for k in shown:
        if k not in said:
            wrong.append(Wrong("piece", str(k[1]), "none", f"{shown[k].color} {k[0]}", 0.0, k[1] in asked))
        elif said[k].color != shown[k].color:
            wrong.append(Wrong("colour", str(k[1]), said[k].color, shown[k].color, said[k].confidence, k[1] in asked))
    for k in extra:
        wrong.append(Wrong("piece", str(k[1]), f"{said[k].color} {k[0]}", "none", said[k].confidence, k[1] in asked))
    harbours = {(hexgrid.turned(h.edge[0], steps), hexgrid.turned(h.edge[1], steps)): h for h in label.harbours or ()}
    shown_harbours = {k: h for k, h in harbours.items() if h.visible}
    said_harbours = {h.edge: h for h in reading.harbours}
    right = sum(k in said_harbours and said_harbours[k].kind == h.kind for k, h in shown_harbours.items())
    asked_harbours = {a.edge for a in reading.ask if a.what == "harbour"}
    for edge, harbour in shown_harbours.items():
        kind = said_harbours[edge].kind if edge in said_harbours else "none"
        if kind != harbour.kind and reading.harbours:
            share = said_harbours[edge].confidence if edge in said_harbours else 0.0
            wrong.append(Wrong("harbour", str(edge), kind, harbour.kind, share, edge in asked_harbours))
    result = base + Score(
        pieces=len(shown),
        pieces_found=len(found),
        pieces_said=len(said) - sum(1 for k in said if k in true and not true[k].visible),
        colours_right=colours,
        harbours=len(shown_harbours),
        harbours_right=right,
    )
    return result, wrong
