"""The pictures that one reading is made of: several of a camera that looks at the table, one of any other."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from engine.sentences import Sentence
from firmware.devices.cameras.camera import Camera, CameraError
from firmware.devices.cameras.stillness import cells, differ, glanced
from vision.picture import Picture

FRAMES = 2
"""As many as are taken for one reading: they show whether something passed by, and where the first leaves a doubt what
both show is fused."""

_SPARSE = 16
"""Every so many-th pixel is enough to tell frames apart by the sensor's noise."""


def take(camera: Camera, name: str) -> tuple[Picture, ...]:
    """What lies before the camera now. CameraError where it gives nothing, or the same to the last bit again."""
    if not camera.live:
        return (camera.capture(name),)
    frames = tuple(camera.capture(name) for _ in range(FRAMES))
    first, *others = (frame.pixels[::_SPARSE, ::_SPARSE] for frame in frames)
    if all(np.array_equal(first, other) for other in others):
        raise CameraError(Sentence("The camera's picture stands still."))
    return frames


def moved(frames: tuple[Picture, ...]) -> bool:
    """Whether something moved while they were taken."""
    seen = [cells(glanced(frame.pixels)) for frame in frames]
    return any(differ(before, after) for before, after in pairwise(seen))
