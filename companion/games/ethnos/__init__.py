"""Ethnos, by the Persian text as repaired (``text``) and as a tracker of the published game (``published``).

``game`` is what the table knows; ``text`` and ``published`` hold the turns, the ``_scoring`` modules the points,
``setup`` what is asked before play, ``words`` what is said. Source: rules/ethnos.md, whose ids (E-01 ...) are quoted.
"""

from companion.games.ethnos.game import Ethnos

__all__ = ["Ethnos"]
