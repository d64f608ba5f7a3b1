"""The button: it answers a press within a frame, says why it is off, and fills while something dangerous is held."""

from __future__ import annotations

from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, OptionProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior

from companion.screens import text as script
from companion.screens.theme import RADIUS, Rgba, fade, theme
from companion.screens.widgets.badge import paint_badge
from companion.screens.widgets.drawn import Drawn

LINGER = 0.08
"""Seconds that a button still looks pressed after it was let go, unless what it did is shown before.

One frame then shows both; a frame for the button alone would keep the answer waiting.
"""

SMALLEST, NARROW = 0.78, 0.4
"""How small a word under an icon may be set, in parts of its size, and the millimetres it then keeps to the edge."""

KINDS = ("plain", "chosen", "primary", "good", "danger", "quiet", "key", "card")


class ActButton(ButtonBehavior, Drawn):
    """A button with an icon, words, or both; events ``on_act`` (pressed and let go, or held long enough) and
    ``on_why`` (pressed while off).

    ``badge`` (symbol, colour, letter) stands in place of the icon where the button means a seat.
    ``kind`` "card" is a card of the game, light with a dark number.
    ``form``: the icon stands over the words ("stack") or before them ("row"). ``kind`` "danger" must be held for
    1.5 s. Give it at least 12 mm, 20 mm where it is a main act.
    """

    __events__ = ("on_act", "on_why")

    text = StringProperty("")
    icon_name = StringProperty("")
    kind = OptionProperty("plain", options=KINDS)
    form = OptionProperty("stack", options=("stack", "row"))
    role = StringProperty("act")
    enabled = BooleanProperty(True)
    held = NumericProperty(0.0)
    badge = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("text", "icon_name", "kind", "form", "role", "enabled", "held", "badge"):
            self.fbind(name, self.repaint)
        self.fbind("state", self._look_pressed)

    # ------------------------------------------------------------------------------------------ touching

    def _look_pressed(self, _: Any, state: str) -> None:
        if state == "down":
            self.repaint()
        else:
            Clock.schedule_once(self.repaint, LINGER)

    def on_press(self) -> None:
        if self.kind == "danger" and self.enabled:
            Animation.cancel_all(self, "held")
            filling = Animation(held=1.0, duration=theme.seconds("hold"))
            filling.bind(on_complete=lambda *_: self._held_long())
            filling.start(self)

    def _held_long(self) -> None:
        self.held = 0.0
        self.state = "normal"
        self.dispatch("on_act")

    def on_release(self) -> None:
        if not self.enabled:
            self.dispatch("on_why")
        elif self.kind != "danger":
            self.dispatch("on_act")

    def on_touch_up(self, touch: Any) -> Any:
        if self.kind == "danger" and touch.grab_current is self:
            Animation.cancel_all(self, "held")
            Animation(held=0.0, duration=theme.seconds("spring")).start(self)
        return super().on_touch_up(touch)

    def on_act(self) -> None: ...

    def on_why(self) -> None: ...

    # ------------------------------------------------------------------------------------------ painting

    def _colors(self) -> tuple[Rgba | None, Rgba, Rgba]:
        """Ground, words, icon."""
        look = theme.palette
        down = self.state == "down"
        if not self.enabled:
            return None, look.text3, look.text3
        match self.kind:
            case "primary":
                return (look.brass_hi if down else look.brass), look.on_brass, look.on_brass
            case "good":
                return (look.brass_lo if down else look.good_ground), look.text, look.good
            case "danger":
                return fade(look.bad, 0.28), look.text, look.bad
            case "quiet":
                return (look.raised if down else None), look.text2, look.text2
            case "card":
                return (look.brass if down else look.cream), look.ink, look.ink
        if down:
            return look.brass_lo, look.text, look.brass_hi
        return look.raised2, look.text, look.brass

    def paint(self) -> None:
        ground, ink, sign = self._colors()
        radius = RADIUS["key" if self.kind == "key" else "button"]
        if ground is not None:
            if self.state != "down" and self.kind != "quiet":
                self.shade(0, 0, self.width, self.height, radius, 0.5, 1.6)
            self.box(0, 0, self.width, self.height, radius, ground)
            if self.held:
                self.box(
                    0,
                    0,
                    max(theme.mm(2 * radius), self.width * self.held),
                    self.height,
                    radius,
                    fade(theme.palette.bad, 0.7),
                )
        if ground is None or self.kind in ("chosen", "quiet"):
            color = theme.palette.brass if self.kind == "chosen" else theme.palette.line
            self.box(0, 0, self.width, self.height, radius, color, outline=0.6 if self.kind == "chosen" else 0.35)
        if self.badge is not None and not self.text:
            self._sign(self.width / 2, self.height / 2, min(self.width, self.height) * 0.56, sign)
        elif not self.text and self.icon_name:
            self.icon(self.icon_name, self.width / 2, self.height / 2, min(self.width, self.height) * 0.5, sign)
        elif not self.icon_name and self.badge is None:
            room, tall = self.width - 2 * theme.mm(1.6), self.height - theme.mm(0.8)
            one = self.height <= theme.mm(10.5) or self.measure(self.text, self.role) * 0.8 <= room
            self.write(self.text, self.width / 2, self.height / 2, self.role, ink, limit=room,
                       lines=1 if one and self.height <= theme.mm(16) else 2, tall=tall)  # fmt: skip
        elif self.form == "stack":
            self._paint_stack(ink, sign)
        else:
            self._paint_row(ink, sign)

    def least_width(self, high: float) -> float:
        """Pixels in which what stands under the icon of a button so ``high`` can just be read."""
        words = self.text.split() if self.form == "stack" and high > theme.mm(15.0) else [self.text]
        longest = max((self.measure(word, self.role) for word in words), default=0.0)
        return longest * SMALLEST + 2 * theme.mm(NARROW)

    def _paint_stack(self, ink: Rgba, sign: Rgba) -> None:
        room = self.width - 2 * theme.mm(0.9)
        if self.least_width(self.height) > room + 2 * theme.mm(NARROW):  # a long word comes nearer to the edge
            room = self.width - 2 * theme.mm(NARROW)
        if " " in self.text and self.measure(self.text, self.role) > 1.2 * room and self.height > theme.mm(15.0):
            self._sign(self.width / 2, self.height * 0.75, min(self.height * 0.34, theme.mm(8.5)), sign)
            self.write(self.text, self.width / 2, self.height * 0.32, self.role, ink, limit=room, lines=2,
                       tall=self.height * 0.62)  # fmt: skip
            return
        size = min(self.height * 0.42, theme.mm(9.5))
        self._sign(self.width / 2, self.height * 0.63, size, sign)
        self.write(self.text, self.width / 2, self.height * 0.255, self.role, ink, limit=room)

    def _paint_row(self, ink: Rgba, sign: Rgba) -> None:
        size = min(self.height * 0.44, theme.mm(8.0))
        gap = theme.mm(2.4)
        room = self.width - 2 * theme.mm(2.6) - size - gap
        wide = min(self.measure(self.text, self.role), room)
        rtl = script.base_direction(self.text) == "rtl"
        left = (self.width - wide - gap - size) / 2
        icon_x = self.width - left - size / 2 if rtl else left + size / 2
        words_x = left + wide / 2 if rtl else self.width - left - wide / 2
        self._sign(icon_x, self.height / 2, size, sign)
        # a little smaller in one line reads better than two
        lines = 1 if self.measure(self.text, self.role) * 0.8 <= room or self.height < theme.mm(12.0) else 2
        self.write(self.text, words_x, self.height / 2, self.role, ink, limit=room, lines=lines,
                   tall=self.height - 2 * theme.mm(1.2) if lines > 1 else None)  # fmt: skip

    def _sign(self, x: float, y: float, size: float, color: Rgba) -> None:
        if self.badge is None:
            self.icon(self.icon_name, x, y, size, color)
            return
        symbol, seat_color, letter = self.badge
        paint_badge(self, x, y, size, symbol, seat_color, letter, faded=not self.enabled)
