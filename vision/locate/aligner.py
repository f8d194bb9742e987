"""Putting found corners right: a network looks at each card with what lies around it and says where its corners are."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import geometry
from vision.geometry import Corners
from vision.locate.found import Found
from vision.network import Answer
from vision.rectify import Frame, cut_out

LOOSE = Frame(80, 128, 0.15)
"""What the aligner sees: the card as it was found, and as much around it as it may be off."""

FAR = 0.04
"""Share of its length by which a card's corner was off for it to be looked at again: what is seen far off is seen
askew, so that where it really lies is seen the second time."""

LOOKS = 3
"""How often a card is looked at, at the most."""


class Aligner:
    """Corrects corners with the network `aligner.onnx`: (N, 128, 80, 4) bytes in, (N, 12) out.

    Its outputs are how far each of the four corners is off, as shares of the cut-out's width and height, and the
    logarithm of how wrong each of these may be.
    """

    def __init__(self, network: Answer) -> None:
        self._network = network

    def align(self, pixels: NDArray[np.uint8], found: list[Found]) -> list[Found]:
        """The found things, each with its corners where the network sees them, also of parts that are covered.

        What was far off is looked at again, and what lies under something once what lies on it is in its place.
        """
        which = list(range(len(found)))
        for look in range(LOOKS):
            before = found
            found = self._look(pixels, found, which)
            moved = [i for i in which if _way(before[i].corners, found[i].corners) > FAR]
            which = sorted({*moved, *(i for i, thing in enumerate(found) if thing.under and look == 0)})
        return found

    def _look(self, pixels: NDArray[np.uint8], found: list[Found], which: list[int]) -> list[Found]:
        if not which:
            return found
        cut_outs = [cut_out(pixels, found[i].corners, [found[j].corners for j in found[i].under], LOOSE) for i in which]
        off = self._network(np.stack(cut_outs))[:, :8].reshape(-1, 4, 2) * [LOOSE.width, LOOSE.height]
        moved = list(found)
        for i, by in zip(which, off, strict=True):
            moved[i] = replace(found[i], corners=_moved(found[i], by))
        return moved


def _moved(thing: Found, off: NDArray[np.float64]) -> NDArray[np.float64]:
    to_picture = cv2.getPerspectiveTransform(LOOSE.corners, thing.corners.astype(np.float32))
    seen = (LOOSE.corners + off).astype(np.float64)
    return np.asarray(cv2.perspectiveTransform(seen[np.newaxis], to_picture)[0], dtype=np.float64)


def _way(before: Corners, after: Corners) -> float:
    """How far the corner that moved most did, in lengths of the card."""
    return float(np.linalg.norm(after - before, axis=1).max()) / max(geometry.side_lengths(after))
