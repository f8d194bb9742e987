"""Putting found corners right: a network looks at each card with what lies around it and says where its corners are."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate.found import Found
from vision.network import Answer
from vision.rectify import Frame, cut_out

LOOSE = Frame(80, 128, 0.15)
"""What the aligner sees: the card as it was found, and as much around it as it may be off."""


class Aligner:
    """Corrects corners with the network `aligner.onnx`: (N, 128, 80, 4) bytes in, (N, 12) out.

    Its outputs are how far each of the four corners is off, as shares of the cut-out's width and height, and the
    logarithm of how wrong each of these may be.
    """

    def __init__(self, network: Answer) -> None:
        self._network = network

    def align(self, pixels: NDArray[np.uint8], found: list[Found]) -> list[Found]:
        """The found things, each with its corners where the network sees them, also of parts that are covered.

        What lies under something is looked at again once what lies on it is in its place.
        """
        aligned = self._look(pixels, found, list(range(len(found))))
        return self._look(pixels, aligned, [i for i, thing in enumerate(aligned) if thing.under])

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
