"""Unfair (آنفیر)."""

from companion.games.unfair.game import Unfair

__all__ = ["Unfair"]
