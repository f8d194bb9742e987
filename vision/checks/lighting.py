"""How the light falls on cards and table: too dark, washed out by a lamp, or pale under a lamp's sheen."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.seats import Seat
from vision import geometry
from vision.arrays import U8
from vision.checks.sharpness import blur
from vision.geometry import Corners

DARK_PAPER = 30.0
"""Grey level of the cards' paper below which it is too dark: drawn tables, noise and all, were all read at 21, half of
them at 15."""

DARK_TABLE = 12.0
"""Grey level that nothing of an empty area reaches where it is too dark, whatever its cloth."""

WASHED_PAPER = 245.0
"""Grey level of the cards' paper from which a mirrored lamp cannot be told from it."""

WASHED, WASHED_SHARE = 250, 0.04
"""How bright a mirrored lamp makes a card, and the share of the cards of a hand from which that is said."""

PALE, PALER, PALE_CARDS = 0.5, 0.2, 2
"""How bright a hand's darkest print is beside its paper where a lamp's sheen lies on it, how much brighter than another
hand's it then is, and how many cards it takes: a card may be printed pale. Of the given tables with glare half have
such a hand, of those without it none."""

COLOURED = 24
"""How far a picture's colours are apart, in levels, from which on it has any: yellow print is pale without."""

GLEAM, GLEAM_LEVEL, GLEAM_SHARE = 50.0, 235.0, 0.005
"""How much brighter than the rest of its area a lamp's gleam on the table is, how bright at least, and on what share of
it."""


def paper_level(grey: U8, mask: U8) -> float:
    """The grey level (0 to 255) of the paper of the cards where `mask` is set."""
    return float(np.percentile(grey[mask > 0], 90))


def usual_paper_level(grey: U8, cards: list[Corners]) -> float:
    """The grey level of the paper of most of the cards."""
    return float(np.median([paper_level(grey, geometry.filled(grey.shape, [card])) for card in cards]))


def is_washed_out(pixels: U8, cards: list[Corners]) -> bool:
    """Whether a lamp washes part of the cards out: white in all colours, where their paper is less."""
    mask = geometry.filled(pixels.shape[:2], cards) > 0
    white = np.min(pixels[mask], axis=1) >= WASHED
    return bool(np.mean(white) > WASHED_SHARE)


def pale_hands(pixels: U8, grey: U8, held: dict[Seat, list[Corners]]) -> set[Seat]:
    """The hands whose print is pale beside the others', and not by blur: a lamp's sheen lies on it, white nowhere."""
    if int(np.ptp(pixels[::8, ::8], axis=2).max()) < COLOURED:
        return set()
    prints = dict[Seat, float]()
    for seat, hand in held.items():
        if len(hand) >= PALE_CARDS:
            smeared = blur(grey, geometry.filled(grey.shape, hand))
            prints[seat] = float(np.median([_print(pixels, card, smeared) for card in hand]))
    least = min(prints.values(), default=0.0)
    return {seat for seat, own in prints.items() if own >= max(PALE, least + PALER)}


def _print(pixels: U8, card: Corners, smeared: float | None) -> float:
    """How pale a card's darkest print is: its level as a share of its paper's, in each pixel's darkest colour, its rim
    left out. A blur of `smeared` pixels is reckoned out; None where no blur is known."""
    middle = card.mean(axis=0)
    inner = middle + (card - middle) * 0.94
    left, top, wide, high = cv2.boundingRect(np.clip(np.round(inner), 0, pixels.shape[1::-1]).astype(np.int32))
    part = pixels[top : top + high, left : left + wide]
    within = geometry.filled(part.shape[:2], [inner - [left, top]]) > 0
    if not within.any():
        return 0.0
    if smeared is None:
        return 1 - _contrast(part, within)
    twice, thrice = (np.asarray(cv2.GaussianBlur(part, (0, 0), smeared * more), np.uint8) for more in (1.0, 2**0.5))
    return 1 - _unsmeared(_contrast(twice, within), _contrast(thrice, within))


def _contrast(part: U8, within: NDArray[np.bool_]) -> float:
    """How far the darkest print is from the paper, as a share of that."""
    print_, paper = np.percentile(part[within].min(axis=1), (2, 80))
    return float(1 - print_ / max(paper, 1.0))


def _unsmeared(twice: float, thrice: float) -> float:
    """The contrast of print before a blur, by what that leaves of it `twice` and `thrice` over.

    A line of the width w, its profile taken for a Gaussian, keeps w / sqrt(w² + n s²) of its contrast under n times the
    blur s. Twice and thrice tell w / s, which says how much was lost. Once is as the picture shows it: noise, too,
    makes points of that dark, and is gone with more blur as fine print is. Print is taken to be no finer than the blur,
    or hardly any is left that could tell.
    """
    lost = min(max((twice / max(thrice, 1e-3)) ** 2, 1.0), 4 / 3)
    return min(1.0, twice / math.sqrt(3 - 2 * lost))


def usual_level(grey: U8, bare: NDArray[np.bool_], outlines: list[Corners]) -> float:
    """The grey level of most of what is bare of the hands' areas; white where nothing is."""
    levels = grey[(geometry.filled(grey.shape, outlines) > 0) & bare]
    return float(np.median(levels)) if levels.size else 255.0


def gleams(grey: U8, mask: U8, surface: float) -> bool:
    """Whether a bright spot stands out of an area's surface, or all of it out of what most areas show."""
    soft = cv2.blur(grey, (grey.shape[1] // 150 | 1,) * 2)[mask > 0]
    if not soft.size:
        return False
    spot = soft > max(GLEAM_LEVEL, min(float(np.median(soft)), surface) + GLEAM)
    return bool(np.mean(spot) > GLEAM_SHARE)
