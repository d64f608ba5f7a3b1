"""The icons by what they mean here; the font is cut from Material Design Icons by ``scripts/make_fonts``.

The keys are the words of our screens, the values the names of that font. ``assets/icons.json`` holds the code points
of the cut font, so a name that is not in it is a mistake that the tests find.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

ASSETS = Path(__file__).parent.parent / "assets"
FONT = ASSETS / "MizbanIcons.ttf"

ICONS: dict[str, str] = {
    # acts
    "build": "hammer",
    "trade": "swap-horizontal-bold",
    "buy": "file-star",
    "consult": "account-tie",
    "progress": "lightbulb-on",
    "points": "star",
    "done": "check-bold",
    "check": "check",
    "close": "close-thick",
    "undo": "undo-variant",
    "menu": "menu",
    "dice": "dice-multiple",
    "roll": "dice-5",
    "back": "arrow-left",
    "forward": "arrow-right",
    "previous": "chevron-left",
    "next": "chevron-right",
    "more": "dots-horizontal",
    "plus": "plus-thick",
    "minus": "minus-thick",
    "erase": "backspace",
    "log": "format-list-bulleted",
    "history": "history",
    "correct": "pencil",
    "language": "translate",
    "theme": "palette",
    "sound": "volume-high",
    "quiet": "volume-off",
    "pause": "pause",
    "play": "play",
    "settings": "cog",
    "finish": "flag-checkered",
    "home": "home",
    "wipe": "trash-can",
    "press": "gesture-tap-button",
    "hold": "gesture-tap-hold",
    "counter": "chat-question",
    "shuffle": "shuffle-variant",
    "board": "map",
    "keyboard": "keyboard-outline",
    "export": "export-variant",
    "rotate": "screen-rotation",
    "motion": "motion-play-outline",
    "still": "motion-pause-outline",
    # facts
    "cards": "cards",
    "devcards": "file-star",
    "road": "road-variant",
    "junior": "home",
    "senior": "home-city",
    "bank": "bank",
    "harbour": "ferry",
    "crisis": "alert",
    "timer": "timer-outline",
    "people": "account-group",
    "person": "account",
    "weight": "weight",
    "trophy": "trophy",
    "crown": "crown",
    "chart": "chart-line",
    "lock": "lock",
    "eye": "eye",
    "eye-off": "eye-off",
    "camera": "camera",
    "camera-off": "camera-off",
    "picture": "image",
    "line": "usb",
    "button": "radiobox-marked",
    "light": "lightbulb",
    "store": "database",
    "network": "lan",
    "speaker": "speaker",
    "info": "information-outline",
    "question": "help-circle",
    "well": "check-circle",
    "warning": "alert-circle",
    "refused": "cancel",
    "wrench": "wrench",
    "book": "book-open-variant",
    "hourglass": "timer-sand",
    # before and after a match
    "touch": "gesture-tap",
    "options": "tune",
    "qrcode": "qrcode",
    "tidy": "package-variant-closed",
    "again": "restart",
    "sponge": "spray-bottle",
    "staff": "shield-key",
    "shift": "apple-keyboard-shift",
    "sit": "account-plus",
    "leave": "account-remove",
    "folder": "folder-image",
    "clockwise": "rotate-right",
    "counterclockwise": "rotate-left",
    "start": "flag-variant",
    "sun": "white-balance-sunny",
    "network-off": "wifi-off",
    "heat": "thermometer",
    # terrain of Arnika
    "doctor": "stethoscope",
    "airplane": "airplane",
    "hotel": "bed",
    "factory": "factory",
    "coin": "circle-multiple",
    "desert": "cactus",
    # the same in the classic words
    "lumber": "pine-tree",
    "brick": "wall",
    "grain": "barley",
    "wool": "sheep",
    "ore": "pickaxe",
    "knight": "chess-knight",
    "robber": "incognito",
    # other games
    "hexagon": "hexagon",
    "star": "star",
    "sword": "sword-cross",
    "whale": "fish",
    "storm": "weather-lightning",
    "pearl": "circle",
    "crystal": "diamond-stone",
    "bag": "sack",
    "contract": "text-box-check",
    "park": "ferris-wheel",
    "damage": "hammer-wrench",
    "ticket": "ticket-confirmation",
    "pyramid": "pyramid",
    "farm": "barley",
    "caravan": "camel",
    "water": "waves",
    "temple": "bank",
    "ankh": "ankh",
    "honour": "medal",
    "coins": "hand-coin",
    "bid": "gavel",
    "upgrade": "arrow-up-bold",
    "cart": "cart",
    "event": "lightning-bolt",
    "plusminus": "plus-minus-variant",
    "deck": "cards-outline",
    "dragon": "fire",
    "region": "map-marker",
    "tribe": "account-multiple",
    "hand": "hand-back-right",
    # the tribes of Ethnos
    "centaurs": "horse-human",
    "dwarves": "axe",
    "elves": "leaf",
    "giants": "arm-flex",
    "halflings": "foot-print",
    "merfolk": "waves",
    "minotaurs": "cow",
    "orcs": "mace",
    "skeletons": "skull",
    "trolls": "bridge",
    "wingfolk": "feather",
    "wizards": "wizard-hat",
    "extend": "account-multiple-plus",
    # the coast of Whale Riders
    "sail": "sail-boat",
    "coin-plus": "cash-plus",
    "burn": "fire",
    "blizzard": "snowflake",
    "shell": "snail",
    "kelp": "sprout",
    "meat": "food-steak",
    "pottery": "pot",
}

TERMS: dict[str, dict[str, str]] = {
    "classic": {
        "airplane": "lumber", "doctor": "brick", "hotel": "grain", "factory": "wool", "coin": "ore",
        "consult": "knight", "crisis": "robber",
    },
}  # fmt: skip
"""What has another picture where the table chose another set of words."""


def pictured(name: str, terms: str | None) -> str:
    """The icon ``name`` at a table that speaks in ``terms``."""
    return TERMS.get(terms or "", {}).get(name, name)


@cache
def _codepoints() -> dict[str, int]:
    found: dict[str, int] = json.loads((ASSETS / "icons.json").read_text("ascii"))
    return found


def glyph(name: str) -> str:
    """The character of icon ``name`` in :data:`FONT`. :raises KeyError: for an icon that we do not have."""
    return chr(_codepoints()[ICONS[name]])
