"""Amun-Re: The Card Game (آمون رع)."""

from companion.games.amun_re.game import AmunRe

__all__ = ["AmunRe"]
