"""The score pad (دفتر امتیاز)."""

from companion.games.score_pad.game import ScorePad

__all__ = ["ScorePad"]
