"""What the box of Whale Riders holds: ports, prices, pearls, decrees, magic. Source: rules/whale_riders.md, 1 and 5."""

from __future__ import annotations

SUN, CRAB = 0, 7
PORTS = ("sun", "swordfish", "ray", "starfish", "p5", "p6", "p7", "crab")
"""From the start to the end of the ice coast; the names of ports 5 to 7 are printed on the board only."""
FIRST_UNNAMED = PORTS.index("p5")
PRICES = (0, 1, 2, 3)
"""Coins for a tile, by its space; the free one is nearest to the port's symbol."""
START_PEARLS = (1, 1, 1, 1, 2, 2, 3)
"""The seven starting pearl tiles, 11 pearls in all."""
START_PRICES = (1, 2, 3, 4, 5, 6, 7)
"""A guess for the Sun port (W-03), shown as unverified: the text gives neither the cheap end nor prices above 3."""
COINS, HAND, BIG_HAND, ACTIONS = 3, 3, 6, 2

GOODS = ("shell", "kelp", "meat", "pottery")
"""Four kinds, as in the card game with the same art (rules page, section 1); the box's own names may be typed."""
AMOUNTS = {**dict.fromkeys(GOODS, 3), "crystal": 2, "pearl": 2}
"""How many of a kind a tile shows at most."""

DECREES = ("d3contracts", "d8coins", "d8tiles", "d8pearls", "d_crab", "d_return")
DECREE_PEARLS = {"d3contracts": 3, "d8coins": 2, "d_crab": 2, "d_return": 3}
DECREE_COINS = {"d8tiles": 2, "d8pearls": 3}

MAGIC = ("m_double_coin", "m_buy_many", "m_swap", "m_flat_price", "m_free_move", "m_all_wild", "m_hand_six")
LEFTMOST = 3
"""Among how many tiles at the left of the row a rider chooses its magic."""


def decrees_in_play(seats: int) -> int:
    return 3 if seats <= 4 else 4
