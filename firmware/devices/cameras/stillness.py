"""Whether anything moves on the table, and for how long nothing has: told from small grey pictures, at little cost."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Cells = NDArray[np.float32]
"""A picture's mean grey levels in 45 rows of 80 cells: a sensor's noise all but vanishes in them."""

_CELLS = (80, 45)
_GLANCE_WIDTH = 640
MOVED = 8.0
"""Grey levels of 255 by which a cell changes where something moves; noise stays below, the edge of a card does not."""

DARK = 16.0
EVEN = 4.0
"""A covered lens: grey levels of 255, on average, and their standard deviation. Eight-bit video has its black at 16."""


def glanced(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A grey picture of about 640 pixels a row: every so many-th pixel's green."""
    step = max(1, pixels.shape[1] // _GLANCE_WIDTH)
    return np.ascontiguousarray(pixels[::step, ::step, 1])


def cells(grey: NDArray[np.uint8]) -> Cells:
    """The cells of a grey picture of any size."""
    return cv2.resize(grey, _CELLS, interpolation=cv2.INTER_AREA).astype(np.float32)


def differ(before: Cells, after: Cells) -> bool:
    """Whether something is elsewhere in the second picture; light that changes everywhere alike is nothing."""
    change = after - before
    return bool(np.abs(change - np.median(change)).max() > MOVED)


def covered(grey: NDArray[np.uint8]) -> bool:
    """Whether the picture is that of a covered lens: dark, and the same everywhere."""
    return bool(grey.mean() <= DARK and grey.std() <= EVEN)


class Stillness:
    """For how long the table has lain still."""

    def __init__(self) -> None:
        self._grey: NDArray[np.uint8] | None = None
        self._since: tuple[float, Cells] | None = None
        self._last: tuple[float, Cells] | None = None

    @property
    def seen(self) -> Cells | None:
        """The last picture's cells; None before the first one."""
        return self._last[1] if self._last else None

    def see(self, grey: NDArray[np.uint8], at: float) -> float:
        """For how many seconds nothing has moved, now that this is what is seen `at` that time; 0 where it is dark.

        A picture that is the one before to the last bit tells nothing: no sensor gives one twice.
        """
        if self._grey is not None and np.array_equal(self._grey, grey):
            return self._seconds()
        if covered(grey):
            self.forget()
            return 0.0
        now = (at, cells(grey))
        if (
            self._since is None
            or self._last is None
            or any(differ(was[1], now[1]) for was in (self._since, self._last))
        ):
            self._since = now
        self._grey, self._last = grey, now
        return self._seconds()

    def forget(self) -> None:
        """Begin anew: nothing is known of the table."""
        self._grey = self._since = self._last = None

    def _seconds(self) -> float:
        return self._last[0] - self._since[0] if self._last and self._since else 0.0
