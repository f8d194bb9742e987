"""What the networks say of each card-shaped thing, as they say it: no threshold, nothing decided."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision import rectify
from vision.locate.found import Found
from vision.network import Answer, Network

RANKS, SUITS = 12, 4
"""Ranks 1 to 12 and the suits oros, copas, espadas, bastos: the order of the networks' logits."""

ART = RANKS + SUITS + 1
"""How many logits the art network gives: ranks, suits, and whether it is a face."""

LEAST_IN_VIEW = 0.12
"""Share of an end in view below which it is not looked at: the marks network is never shown less."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Logits for n things; NaN where nothing was looked at.

    `ends` (n, 2, 18): of either end twelve ranks by the numeral, no numeral, four suits by the pinta, no pinta. `art`
    (n, 17): of the whole card twelve ranks, four suits, and the face of a Spanish card. `located` (n, 2): the finder's
    score and the share of the card that is in view.
    """

    ends: NDArray[np.float64]
    art: NDArray[np.float64]
    located: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.located)


class Classifier:
    """Looks at cards with two networks: `marks.onnx` at their ends, `art.onnx` at the whole card.

    The first takes (n, 64, 192, 4) bytes and gives (n, 18) logits, the second (n, 128, 80, 4) and (n, 17); the fourth
    channel is 255 where nothing lies over the card.
    """

    def __init__(self, marks: Answer, art: Answer) -> None:
        self._marks = marks
        self._art = art

    @classmethod
    def shipped(cls, threads: int = 1) -> Classifier:
        """The shipped networks on so many threads; ModelError where one is missing or damaged."""
        return cls(Network("marks.onnx", threads), Network("art.onnx", threads))

    def ends(self, pixels: NDArray[np.uint8], found: list[Found], mirrored: bool = False) -> NDArray[np.float64]:
        """Logits (n, 2, 18) of both ends of each thing; `mirrored`: as a mirror would show them."""
        logits = np.full((len(found), 2, RANKS + 1 + SUITS + 1), np.nan)
        order = [1, 0, 3, 2] if mirrored else [0, 1, 2, 3]
        crops = np.stack(
            [
                rectify.cut_out(pixels, np.roll(thing.corners[order], turn, axis=0), _covers(found, thing), rectify.END)
                for thing in found
                for turn in (0, 2)
            ]
        ) if found else np.empty((0, rectify.END.height, rectify.END.width, 4), np.uint8)  # fmt: skip
        seen = np.nonzero(crops[..., 3].mean(axis=(1, 2)) > 255 * LEAST_IN_VIEW)[0]
        if len(seen):
            logits.reshape(-1, logits.shape[2])[seen] = self._marks(crops[seen])
        return logits

    def art(self, pixels: NDArray[np.uint8], found: list[Found]) -> NDArray[np.float64]:
        """Logits (n, 17) of each thing as a whole."""
        if not found:
            return np.empty((0, ART))
        crops = [rectify.cut_out(pixels, thing.corners, _covers(found, thing), rectify.CLOSE) for thing in found]
        return self._art(np.stack(crops)).astype(np.float64)


def _covers(found: list[Found], thing: Found) -> list[NDArray[np.float64]]:
    return [found[other].corners for other in thing.under]
