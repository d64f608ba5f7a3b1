"""Whale Riders, by the Persian text.

``coast`` and ``contracts`` hold what the box holds, ``turn`` what may be done and why not, ``play`` what it does,
``scoring`` the pearls and the decrees, ``setup`` what is asked before play, ``words`` what is said. Source:
rules/whale_riders.md, whose ids (W-01 ...) are quoted.
"""

from companion.games.whale_riders.game import WhaleRiders

__all__ = ["WhaleRiders"]
