"""Arnika, a hex game of the Catan family, with the classic rules as a preset beside its own."""

from companion.games.arnika.rules import Arnika

__all__ = ["Arnika"]
