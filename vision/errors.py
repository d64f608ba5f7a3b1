"""What this library raises on purpose. Every error has a ``code``, the key of its sentence in the catalogues.

::

    VisionError
    ├── BadPicture (ValueError)          the file or array can't be read
    │   ├── NotAPicture                  ``not_a_picture``: no picture format that is known here
    │   ├── Truncated                    ``truncated``: the file ends too early
    │   ├── PictureTooSmall              ``too_small``: nothing could be seen in it
    │   └── PictureTooLarge              ``too_large``: more pixels than memory is kept for
    ├── Unreadable (ValueError)          a picture, but there is no reading of it
    │   ├── TooDark                      ``too_dark``
    │   ├── TooBlurred                   ``too_blurred``
    │   ├── NoBoard                      ``no_board``
    │   └── HalfABoard                   ``half_a_board``: part of the board is outside the picture
    ├── BadTileset (ValueError)          ``bad_tileset``: it does not load, or a picture can't teach one
    └── CameraLost (RuntimeError)        ``camera_lost``: the source gives no more pictures
"""

from __future__ import annotations

from typing import ClassVar


class VisionError(Exception):
    """The root; ``facts`` fill the placeholders of the sentence ``code``."""

    code: ClassVar[str] = "vision"

    def __init__(self, **facts: str | int) -> None:
        super().__init__(self.code + "".join(f" {name}={value}" for name, value in facts.items()))
        self.facts = facts


class BadPicture(VisionError, ValueError):
    code = "bad_picture"


class NotAPicture(BadPicture):
    code = "not_a_picture"


class Truncated(BadPicture):
    code = "truncated"


class PictureTooSmall(BadPicture):
    code = "too_small"


class PictureTooLarge(BadPicture):
    code = "too_large"


class Unreadable(VisionError, ValueError):
    code = "unreadable"


class TooDark(Unreadable):
    code = "too_dark"


class TooBlurred(Unreadable):
    code = "too_blurred"


class NoBoard(Unreadable):
    code = "no_board"


class HalfABoard(Unreadable):
    code = "half_a_board"


class BadTileset(VisionError, ValueError):
    code = "bad_tileset"


class CameraLost(VisionError, RuntimeError):
    code = "camera_lost"
