"""What the networks say of each card-shaped thing, as they say it: no threshold, nothing decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision import rectify
from vision.arrays import F32, F64, U8
from vision.classify.rims import cut_out_rims
from vision.geometry import Corners
from vision.locate.found import Found
from vision.network import Answer, Network

RANKS, SUITS = 12, 4
"""Ranks 1 to 12 and the suits oros, copas, espadas, bastos: the order of the networks' logits."""

ART = RANKS + SUITS + 1
"""How many logits the art network gives: ranks, suits, and whether it is a face."""

MARKS = RANKS + 1 + SUITS + 1
"""How many logits the marks network gives: ranks and no numeral, suits and no pinta."""

FEATURES = 496
"""How many features it gives after them, the inputs of its last layers: 432 of the numeral, 64 of the pinta."""

PATCHES, CHANNELS = (16, 10), 48
"""Of how many parts of a card, down and across, the art network says what it sees there and around it, and in how many
features."""

LEAST_IN_VIEW = 0.12
"""Share of an end in view below which it is not looked at: the marks network is never shown less."""

BURNT_OUT = 250
"""Level of all three colours (0 to 255) from which glare, or too long an exposure, has left nothing of what is printed;
saved as JPEG, what was 255 may be that much less."""

AT_ONCE = 4
"""The most cut-outs that a network is given at once. With more each takes longer, as what lies between its layers no
longer fits in a processor's cache; and it takes more memory."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Logits for n things; NaN where nothing was looked at.

    `ends` (n, 2, 18): of either end twelve ranks by the numeral, no numeral, four suits by the pinta, no pinta. `art`
    (n, 17): of the whole card twelve ranks, four suits, and the face of a Spanish card. `located` (n, 3): the finder's
    score, the share of the card that is in view, and how little that one of the things on it looks like a face which
    looks least like one: from -1, a face, to 1, none; 0 where nothing lies on it.
    """

    ends: F64
    art: F64
    located: F64

    def __len__(self) -> int:
        return len(self.located)


@dataclass(frozen=True, slots=True)
class Faces:
    """What the art network sees of n cards.

    `logits` (n, 17): of the whole card twelve ranks, four suits, and the face of a Spanish card. `patches`
    (n, 160, 48): features of its 16 x 10 parts, row by row; `in_view` (n, 160): the share of each that is neither
    covered nor burnt out.
    """

    logits: F64
    patches: F32
    in_view: F32

    def of(self, which: NDArray[np.bool_]) -> Faces:
        """Those cards alone (n,)."""
        return Faces(self.logits[which], self.patches[which], self.in_view[which])


class Classifier:
    """Looks at cards with three networks: `marks.onnx` at their ends, `art.onnx` at the whole card, `rims.onnx` around
    it.

    The first takes (n, 64, 192, 4) bytes and gives 18 logits and 496 features (n, 514), the second takes
    (n, 128, 80, 4) and gives 17 logits and 7680 features (n, 7697); the fourth channel is 255 where nothing lies over
    the card. The third takes `rims.cut_out_rims` of a table (1, n, 176, 32, 4) and gives a logit of each card (1, n).
    """

    def __init__(self, marks: Answer, art: Answer, rims: Answer) -> None:
        self._marks = marks
        self._art = art
        self._rims = rims

    @classmethod
    def shipped(cls, threads: int = 1) -> Classifier:
        """The shipped networks on so many threads; ModelError where one is missing or damaged."""
        return cls(*(Network.shipped(name, threads) for name in ("marks.onnx", "art.onnx", "rims.onnx")))

    def ends(
        self, pixels: U8, found: list[Found], which: NDArray[np.bool_] | None = None, mirrored: bool = False
    ) -> F64:
        """Logits (n, 2, 18) of those of both ends of each thing that are in view, or of `which` (n, 2) alone.

        `mirrored`: as a mirror would show them.
        """
        logits = np.full((2 * len(found), MARKS), np.nan)
        wanted = range(len(logits)) if which is None else np.flatnonzero(which).tolist()
        crops = {end: _cut_out_end(pixels, found, end, mirrored) for end in wanted}
        seen = [end for end, crop in crops.items() if crop[..., 3].mean() > 255 * LEAST_IN_VIEW]
        if seen:
            logits[seen] = _answers(self._marks, np.stack([crops[end] for end in seen]), MARKS)
        return logits.reshape(len(found), 2, MARKS)

    def sticking(self, pixels: U8, found: list[Found], which: Sequence[int]) -> F64:
        """How likely (n,) it is that to `which` of the things, the cards of one table, another one sticks that was not
        found, where that is so of one card in fifteen."""
        if not which:
            return np.empty(0)
        logits = self._rims(cut_out_rims(pixels, found, which)[np.newaxis])[0]
        return np.asarray(1 / (1 + np.exp(-logits.astype(np.float64))))

    def features(self, pixels: U8, found: list[Found]) -> F64:
        """What the marks network sees at both ends of each thing (n, 2, 496), before it says what they are."""
        if not found:
            return np.empty((0, 2, FEATURES))
        crops = np.stack([_cut_out_end(pixels, found, end) for end in range(2 * len(found))])
        features = _answers(self._marks, crops, MARKS + FEATURES)[:, MARKS:]
        return features.astype(np.float64).reshape(len(found), 2, FEATURES)

    def faces(self, cut_outs: U8) -> Faces:
        """What each thing shows as a whole, by its cut-out (n, 128, 80, 4)."""
        down, across = PATCHES
        seen = _answers(self._art, cut_outs, ART + down * across * CHANNELS)
        *colours, masks = np.moveaxis(cut_outs, 3, 0)
        shown = masks * (np.minimum.reduce(colours) < BURNT_OUT)
        parts = shown.reshape(-1, down, rectify.CLOSE.height // down, across, rectify.CLOSE.width // across)
        in_view = parts.mean(axis=(2, 4), dtype=np.float32) / np.float32(255)
        patches = seen[:, ART:].reshape(-1, down * across, CHANNELS)
        return Faces(seen[:, :ART].astype(np.float64), patches, in_view.reshape(-1, down * across))


def _answers(network: Answer, cut_outs: U8, outputs: int) -> F32:
    """The first so many of a network's outputs for cut-outs (n, …), a few of which it is given at a time."""
    said = np.empty((len(cut_outs), outputs), np.float32)
    for at in range(0, len(cut_outs), AT_ONCE):
        said[at : at + AT_ONCE] = network(cut_outs[at : at + AT_ONCE])[:, :outputs]
    return said


def cut_out_whole(pixels: U8, found: list[Found], which: Sequence[int] | None = None) -> U8:
    """Each thing, or `which` of them, as a whole (n, 128, 80, 4), flat and upright, with the mask of what of it is in
    view."""
    things = found if which is None else [found[number] for number in which]
    cut_outs = [rectify.cut_out(pixels, thing.corners, _covers(found, thing)) for thing in things]
    return np.array(cut_outs, np.uint8).reshape(-1, rectify.CLOSE.height, rectify.CLOSE.width, 4)


def located(found: list[Found], art: F64) -> F64:
    """What `Evidence.located` holds of these things, by the logits (n, 17) of the art."""
    no_face = -np.tanh(art[:, RANKS + SUITS] / 2)
    on_it = (max((float(no_face[other]) for other in thing.under), default=0.0) for thing in found)
    rows = [(thing.score, thing.seen, under) for thing, under in zip(found, on_it, strict=True)]
    return np.array(rows).reshape(-1, 3)


def _cut_out_end(pixels: U8, found: list[Found], end: int, mirrored: bool = False) -> U8:
    """The end of that number."""
    thing = found[end // 2]
    order = [1, 0, 3, 2] if mirrored else [0, 1, 2, 3]
    corners = thing.corners[order[2:] + order[:2] if end % 2 else order]
    return rectify.cut_out(pixels, corners, _covers(found, thing), rectify.END)


def numerals(ends: F64) -> F64:
    """Probabilities (…, 13) of the twelve ranks and of no numeral, by the logits of ends (…, 18)."""
    p = np.exp(ends[..., : RANKS + 1] - ends[..., : RANKS + 1].max(axis=-1, keepdims=True))
    return np.asarray(p / p.sum(axis=-1, keepdims=True))


def _covers(found: list[Found], thing: Found) -> list[Corners]:
    return [found[other].corners for other in thing.under]
