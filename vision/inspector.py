"""A closer look at cards whose names are not certain: the card larger, and the numbers in its corners larger still."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.rectify import CLOSER, INDEX, Frame

Network = Callable[[NDArray[np.uint8]], NDArray[np.float32]]

NAMED, INSPECTED = 0.5, 0.9
INDEXED = np.array([0.8] * 12 + [0.5] * 4)
"""What the namer's word counts, the inspector's, and that of each corner in view, of rank and of suit."""

CORNER_IN_VIEW = 0.6
"""Share of a corner that must be in view for its number to be read."""


class Closer(Protocol):
    """Cuts cards out more closely."""

    def __call__(self, which: list[int], frame: Frame, upside_down: bool = False) -> NDArray[np.uint8]:
        """Those cards (n, height, width, 4) as the frame shows them, or as it does when they are turned round."""
        ...


class Inspector:
    """Looks with `inspector.onnx` at cards and with `indexer.onnx` at their corners.

    The first takes (n, 192, 120, 4) bytes and gives the namer's logits (n, 17), the second takes (n, 48, 48, 4) and
    gives those of ranks and suits (n, 16).
    """

    def __init__(self, inspector: Network, indexer: Network) -> None:
        self._inspector = inspector
        self._indexer = indexer

    def weighed(self, logits: NDArray[np.float64], which: list[int], closer: Closer) -> NDArray[np.float64]:
        """The namer's logits (n, 17) of those cards weighed with what a closer look at them says."""
        close = closer(which, CLOSER)
        upside_down = np.ascontiguousarray(close[:, ::-1, ::-1])
        inspected = (self._inspector(close) + self._inspector(upside_down)).astype(np.float64) / 2
        weighed = NAMED * logits + INSPECTED * inspected
        for turned in (False, True):
            corners = closer(which, INDEX, turned)
            in_view = np.nonzero(corners[..., 3].mean(axis=(1, 2)) >= 255 * CORNER_IN_VIEW)[0]
            if len(in_view):
                weighed[in_view, : len(INDEXED)] += INDEXED * self._indexer(corners[in_view])
        return weighed
