"""What a camera sees now, for whoever looks at the panel: few pictures for many who look.

OpenCV, which makes them, lets other threads go on meanwhile: a press is answered as ever. A reading that begins while
outlines are looked for waits for that one look.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.devices.cameras.camera import Camera
from firmware.devices.eyes import Eyes
from vision.scaling import within

EVERY: Final = 1.0
"""Seconds between two pictures, at least."""

LOOKS_EVERY: Final = 3.0
"""Seconds between two looks for what is to be outlined, at least, however many people watch."""

LASTS: Final = 10.0
"""Seconds after which a picture is none of the table as it is now: slow machines look and read for less."""

_LONGEST: Final = 1600
_QUALITY: Final = 82


class LivePicture:
    """The newest picture of a live camera as a JPEG, bare or with the outlines of what looks like a card."""

    def __init__(self, camera: Camera, eyes: Eyes, clock: Callable[[], float] = time.monotonic) -> None:
        self._camera, self._eyes, self._clock = camera, eyes, clock
        self._lock = threading.Lock()
        self._made: dict[bool, tuple[float, bytes]] = {}
        """When the last one was taken, and it; with the outlines and without."""

    def jpeg(self, name: str, outlines: bool, reading: Callable[[], bool]) -> bytes | None:
        """The picture as it is now, or was just before; CameraError where there is none.

        While the table is `reading` nothing is taken and nothing looked for: the last one stands, None before any.
        So it does while somebody else's is being taken: a camera that hangs holds up one who asks, and not all. A
        picture that is older than `LASTS` is shown to nobody: it would be taken for one of now.
        """
        if not self._lock.acquire(blocking=False):
            return self._newest()
        try:
            made = self._made.get(outlines)
            if made and self._clock() - made[0] < (LOOKS_EVERY if outlines else EVERY):
                return made[1]
            if reading():
                return self._newest()
            picture = self._camera.capture(name)
            sketch = self._eyes.sketched(picture) if outlines and not reading() else None
            jpeg = as_jpeg(picture.pixels if sketch is None else sketch)
            self._made = {**self._made, outlines: (self._clock(), jpeg)}
            return jpeg
        finally:
            self._lock.release()

    def _newest(self) -> bytes | None:
        newest = max(self._made.values(), default=None, key=lambda one: one[0])
        return newest[1] if newest and self._clock() - newest[0] < LASTS else None


def as_jpeg(pixels: NDArray[np.uint8]) -> bytes:
    """Pixels (rows of blue, green, red) as a JPEG for a page, whose longer side has 1600 of them at most."""
    made, content = cv2.imencode(".jpg", within(pixels, _LONGEST)[0], [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    if not made:
        raise ValueError("the picture could not be written as a JPEG")
    return content.tobytes()
