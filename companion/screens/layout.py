"""Where everything of the play screen stands, in pixels, from the panel's millimetres. Pure geometry, no Kivy.

Flat panels give an edge to every seat and the middle to the table; the zone of the turn is deeper and moves with the
turn. Upright panels use the host view: seat rows at the reading side (columns above on a portrait panel), the acts
below. The numbers are those of the design's layout table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.game import Seat
from companion.screens.bootstrap import Panel

Sit = tuple[Seat, str]
"""A seat and its side of the table."""


@dataclass(frozen=True)
class Box:
    """A rectangle on the screen, from its lower left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def center(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def top(self) -> float:
        return self.y + self.height

    def inset(self, by: float) -> Box:
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)

    def mirrored(self, width: float) -> Box:
        """The same on a page read from the right."""
        return Box(width - self.x - self.width, self.y, self.width, self.height)


@dataclass(frozen=True)
class ZonePlace:
    """A seat's zone: its box, its side, and its form.

    "compact": badge, name, score; "bar": one row with acts; "deck": two rows; "row" and "column": of the host view.
    """

    seat: Seat
    box: Box
    side: str
    form: str


@dataclass(frozen=True)
class Frame:
    """The whole play screen: zones, the middle, the board in it, room for the dice, the corner buttons, the act bar
    (host views only) and where a toast of the table stands."""

    form: str
    zones: tuple[ZonePlace, ...]
    middle: Box
    board: Box
    dice: Box
    menu: Box
    undo: Box
    bar: Box | None = None

    def zone(self, seat: Seat) -> ZonePlace:
        return next(zone for zone in self.zones if zone.seat == seat)


EMPTY = Frame("flat", (), *(Box(0, 0, 1, 1) for _ in range(5)))
"""Before anything is known."""

BOARD_ASPECT = 10.36 / 9.7
"""A hex board with its sea: 5 sqrt(3) R + 1.7 R wide, 9.7 R high."""


def frame(panel: Panel, sits: Sequence[Sit], turn: Seat | None, *, rtl: bool = False) -> Frame:
    """The play screen on ``panel``; ``turn``: whose zone is the deep one; ``rtl`` mirrors a host view."""
    if panel.flat:
        return _flat(panel, sits, turn)
    return _portrait(panel, sits) if panel.height > panel.width else _host(panel, sits, rtl)


def _within(box: Box, aspect: float) -> Box:
    """The largest box of ``aspect`` in the middle of ``box``."""
    width = min(box.width, box.height * aspect)
    height = width / aspect
    return Box(
        round(box.x + (box.width - width) / 2), round(box.y + (box.height - height) / 2), round(width), round(height)
    )


# ---------------------------------------------------------------------------------------------- flat


@dataclass(frozen=True)
class _Depths:
    """Millimetres: a compact zone, the turn's on a long edge (one row) and on a short one (two rows), its length."""

    compact: float
    bar: float
    deck: float
    length: float
    corner: float = 12.0
    margin: float = 4.0


def _depths(panel: Panel) -> _Depths:
    if panel.height_mm > 200:
        return _Depths(compact=32, bar=42, deck=72, length=104, corner=16.0, margin=6.0)
    if panel.height_mm > 125:
        return _Depths(compact=20, bar=27, deck=47, length=78)
    return _Depths(compact=17, bar=24, deck=41, length=78, corner=12.0, margin=2.5)


def _flat(panel: Panel, sits: Sequence[Sit], turn: Seat | None) -> Frame:
    k = panel.density
    depths = _depths(panel)
    sides: dict[str, list[Seat]] = {
        side: [seat for seat, s in sits if s == side] for side in ("south", "west", "north", "east")
    }
    turn_side = next((side for seat, side in sits if seat == turn), None)
    depth = {side: round(depths.compact * k) if seats else 0 for side, seats in sides.items()}
    shared = turn_side is not None and len(sides[turn_side]) > 1
    if turn_side:
        long = turn_side in ("south", "north") and not shared
        depth[turn_side] = round((depths.bar if long else depths.deck) * k)
    width, height = panel.width, panel.height
    # the side of the turn runs from corner to corner; the others share what is left beside it
    low = depth["south"] if turn_side == "south" else 0
    high = height - (depth["north"] if turn_side == "north" else 0)
    left = depth["west"] if turn_side == "west" else 0
    right = width - (depth["east"] if turn_side == "east" else 0)
    zones: list[ZonePlace] = []
    for side, seats in sides.items():
        across = side in ("south", "north")
        own_turn = side == turn_side
        start, end = (0 if own_turn else left, width if own_turn else right) if across else (
            0 if own_turn else low, height if own_turn else high)  # fmt: skip
        if across and not own_turn and len(seats) > 1:  # they reach into the corners, where the short edges have theirs
            start, end = max(start, depth["west"]), min(end, width - depth["east"])
        if not across and not own_turn:
            end -= round((depths.margin + depths.corner) * k)  # the corner buttons stand there
        if side == "north" and not own_turn and len(seats) > 1:
            spared = round((depths.margin + depths.corner + 1) * k)
            start, end = start + spared, end - spared
        zones += _side(side, seats, turn, start, end, depth[side], (width, height), depths, k, shared and own_turn)
    corner, margin = round(depths.corner * k), round(depths.margin * k)
    middle = Box(
        depth["west"], depth["south"], width - depth["west"] - depth["east"], height - depth["south"] - depth["north"]
    )
    board = _within(Box(middle.x, middle.y, middle.width, middle.height).inset(round(0.2 * k)), BOARD_ASPECT)
    gap = board.x - middle.x
    die = round(min(13 * k if panel.height_mm < 200 else 18 * k, max(gap - 4 * k, 9 * k)))
    dice = Box(
        round(middle.x + max(gap * 0.5 - die / 2, 1 * k)), round(board.center[1] - 1.15 * die), die, round(2.3 * die)
    )
    top = high - margin - corner
    return Frame(
        "flat", tuple(zones), middle, board, dice,
        menu=Box(left + margin, top, corner, corner),
        undo=Box(right - margin - corner, top, corner, corner),
    )  # fmt: skip


def _side(
    side: str, seats: Sequence[Seat], turn: Seat | None, start: float, end: float, depth: float,
    screen: tuple[int, int], depths: _Depths, k: float, shared: bool,
) -> list[ZonePlace]:  # fmt: skip
    """The zones along one edge, in the order of its seats as seen from the middle of the table."""
    if not seats:
        return []
    ordered = list(seats) if side in ("north", "west") else list(reversed(seats))
    length = end - start
    compact, compact_depth = round(depths.length * k), round(depths.compact * k)
    spans: list[tuple[Seat, float, float, float, str]] = []
    if shared:
        rest = min(compact, length * 0.4) * (len(ordered) - 1)
        at = start
        for seat in ordered:
            own = length - rest if seat == turn else rest / (len(ordered) - 1)
            spans.append(
                (seat, at, own, depth if seat == turn else compact_depth, "deck" if seat == turn else "compact")
            )
            at += own
    elif turn in seats:
        form = "bar" if side in ("south", "north") else "deck"
        spans.append((ordered[0], start, length, depth, form))
    else:
        share = length / len(ordered)
        room = min(compact, share - 2 * k)
        for i, seat in enumerate(ordered):
            spans.append((seat, round(start + share * i + (share - room) / 2), round(room), compact_depth, "compact"))
    width, height = screen
    boxes = {
        "south": lambda at, own, deep: Box(at, 0, own, deep),
        "north": lambda at, own, deep: Box(at, height - deep, own, deep),
        "west": lambda at, own, deep: Box(0, at, deep, own),
        "east": lambda at, own, deep: Box(width - deep, at, deep, own),
    }
    return [ZonePlace(seat, boxes[side](at, own, deep), side, form) for seat, at, own, deep, form in spans]


# ---------------------------------------------------------------------------------------------- upright


LARGE_ROWS = 1.7
"""How much larger the seats' rows of an upright panel are that is read from across a room."""


def _host(panel: Panel, sits: Sequence[Sit], rtl: bool) -> Frame:
    k = panel.density
    width, height = panel.width, panel.height
    crowded = len(sits) > 5 and panel.height_mm < 100  # else the rows were too low for a finger
    grow = LARGE_ROWS if panel.height_mm > 200 else 1.0
    bar_height = round((18.4 if crowded else 32 if grow > 1 else 24) * k)
    rows_width = round(min(70 * k * grow, width * 0.46))
    top_margin = round(1.5 * k)
    room = height - bar_height - top_margin
    row = min(room / len(sits), 22 * k * grow)
    zones = [
        ZonePlace(
            seat, Box(0, round(height - top_margin - row * (i + 1)), rows_width, round(row - 0.6 * k)), "south", "row"
        )
        for i, (seat, _) in enumerate(sits)
    ]
    middle = Box(rows_width, bar_height, width - rows_width, height - bar_height)
    corner = round(12 * k)
    menu = Box(round(width - 2 * k - corner), round(height - 2.5 * k - corner), corner, corner)
    undo = Box(menu.x, round(bar_height + 2.5 * k), corner, corner)
    field = Box(
        middle.x,
        middle.y,
        middle.width - corner * 0.55 if middle.width / middle.height < 1.3 else middle.width,
        middle.height,
    )
    board = _within(field.inset(round(0.8 * k)), BOARD_ASPECT)
    bar = Box(0, 0, width, bar_height)
    dice = Box(round(3 * k), round((bar_height - 8 * k) / 2), round(33 * k), round(8 * k))
    made = Frame("host", tuple(zones), middle, board, dice, menu, undo, bar)
    return _mirror(made, width) if rtl else made


def _mirror(made: Frame, width: int) -> Frame:
    return replace(
        made,
        zones=tuple(replace(zone, box=zone.box.mirrored(width)) for zone in made.zones),
        middle=made.middle.mirrored(width),
        board=made.board.mirrored(width),
        dice=made.dice.mirrored(width),
        menu=made.menu.mirrored(width),
        undo=made.undo.mirrored(width),
    )


def _portrait(panel: Panel, sits: Sequence[Sit]) -> Frame:
    k = panel.density
    width, height = panel.width, panel.height
    bar_height, columns_height = round(46 * k), round(27 * k)
    each = width / len(sits)
    zones = [
        ZonePlace(seat, Box(round(each * i), height - columns_height, round(each), columns_height), "south", "column")
        for i, (seat, _) in enumerate(sits)
    ]
    middle = Box(0, bar_height, width, height - bar_height - columns_height)
    board = _within(middle.inset(round(1.5 * k)), BOARD_ASPECT)
    corner = round(12 * k)
    menu = Box(round(width - 2.5 * k - corner), round(middle.top - 2.5 * k - corner), corner, corner)
    undo = Box(menu.x, round(middle.y + 2 * k), corner, corner)
    die = round(8 * k)
    dice = Box(round(2.8 * k), round(middle.y + 2 * k), die, round(2.2 * die))
    return Frame("portrait", tuple(zones), middle, board, dice, menu, undo, Box(0, 0, width, bar_height))


# ---------------------------------------------------------------------------------------------- sheets and toasts

SMALL_DEPTH = 54
"""How deep a small sheet is, in millimetres: a line, a row of cards, a row of buttons."""


def sheet_box(panel: Panel, made: Frame, seat: Seat, *, small: bool = False, large: bool = False) -> Box:
    """Where a sheet of ``seat`` stands: at the middle of its zone's edge.

    ``small`` leaves room for the sheets of other seats; ``large`` takes nearly the whole screen, for a list.
    """
    k = panel.density
    width, height = panel.width, panel.height
    if made.form == "host":
        return Box(0, 0, width, round(min(height - 3 * k, (200 if large else 74) * k)))
    if made.form == "portrait":
        return Box(0, 0, width, round(min(height * (0.9 if large else 0.72), (200 if large else 108) * k)))
    zone = made.zone(seat)
    across = zone.side in ("south", "north")
    scale = k * (1.25 if panel.height_mm > 200 else 1.0)
    edge, other = (width, height) if across else (height, width)
    long, deep = {"small": (104, SMALL_DEPTH), "large": (190, 150)}.get(
        "small" if small else "large" if large else "", (150, 66)
    )
    long = round(min(long * scale, edge - 2 * k))
    if long < 120 * k and not small:  # what finds no room beside each other stands one above the other
        deep = max(deep, 100)
    deep = round(min(deep * scale, other * (0.9 if large else 0.72)))
    low, high = k, edge - k
    if small and across:  # between the sheets and the deep zones of the short edges
        taken = {z.side: z.box.width if z.form == "deck" else SMALL_DEPTH * scale for z in made.zones}
        low, high = max(low, taken.get("west", 0) + k), min(high, edge - taken.get("east", 0) - k)
        long = round(min(long, high - low))
    middle = zone.box.center[0 if across else 1]
    start = round(min(max(middle - long / 2, low), high - long))
    return {
        "south": Box(start, 0, long, deep),
        "north": Box(start, height - deep, long, deep),
        "west": Box(0, start, deep, long),
        "east": Box(width - deep, start, deep, long),
    }[zone.side]


def toast_box(panel: Panel, made: Frame, seat: Seat | None) -> tuple[Box, str]:
    """Where a toast stands that concerns ``seat`` (``None``: the table), and the side it faces."""
    k = panel.density
    side = made.zone(seat).side if seat is not None else "south"
    width, height = panel.width, panel.height
    if made.form != "flat":
        deep = round(14 * k)
        bottom = made.bar.height if made.bar else 0
        wide = round(min(width - 4 * k, 112 * k))
        return Box(round((width - wide) / 2), round(bottom + 1.5 * k), wide, deep), "south"
    zone = made.zone(seat).box if seat is not None else Box(0, 0, width, round(20 * k))
    across = side in ("south", "north")
    long, deep = round(min(120 * k, (width if across else height) - 4 * k)), round(14 * k)
    middle = zone.center[0 if across else 1]
    edge = width if across else height
    gap = round(1.5 * k)
    low, high = 1.5 * k, edge - 1.5 * k
    if not across:  # undo and menu stay in reach
        high = made.menu.y - k
    else:
        foot = zone.top + gap if side == "south" else zone.y - deep - gap
        if foot < made.menu.top and foot + deep > made.menu.y:
            low, high = made.menu.right + k, made.undo.x - k
    long = round(min(long, high - low))
    start = round(min(max(middle - long / 2, low), high - long))
    return {
        "south": Box(start, zone.top + gap, long, deep),
        "north": Box(start, zone.y - deep - gap, long, deep),
        "west": Box(zone.right + gap, start, deep, long),
        "east": Box(zone.x - deep - gap, start, deep, long),
    }[side], side
