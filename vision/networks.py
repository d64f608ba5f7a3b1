"""The small networks that say of which class a picture is."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray


@cache
def _sorter(name: str) -> Any:
    # OpenCV's older engine takes two thirds of the time of its newer one for pictures as small as these.
    return cv2.dnn.readNetFromONNX(
        str(Path(__file__).parent / "models" / f"{name}.onnx"), engine=cv2.dnn.ENGINE_CLASSIC
    )


def scores(name: str, pictures: NDArray[np.float32], at_once: int) -> NDArray[np.float64]:
    """What the network ``models/<name>.onnx`` says of ``pictures`` (n, channels, side, side): (n, classes).

    It looks at ``at_once`` of them at a time, which divides n: so few that what is worked on stays in the processor's
    cache, and always as many, because a network that is given another number is laid out anew.
    """
    network = _sorter(name)
    said = []
    for first in range(0, len(pictures), at_once):
        network.setInput(pictures[first : first + at_once])
        said.append(np.asarray(network.forward(), np.float64))
    return np.concatenate(said)
