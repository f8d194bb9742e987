"""The same card by another printer: its figure pushed about, its numerals in another hand, its ink cut into strokes.

What every Spanish deck has in common stays as it is: how many pips, the numerals' places and the gaps in the frame.
So a network that is trained on few decks learns to look at that, and at more than one part of a card.
"""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.arrays import F32, U8

FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
)
_SIDE, _END = 0.1, 0.07
"""The figure is what lies further in than these shares of width and height, but for the numerals."""

_INDEX = (0.035, 0.03, 0.185, 0.125)
"""Left, top, right and bottom of where a numeral stands, in shares of the card."""


def reprinted(rng: Generator, face: U8, rank: int) -> U8:
    """The face (BGRA, colours multiplied by opacity) of a card of this rank, printed otherwise; the same size."""
    alpha = face[..., 3:]
    printed = face[..., :3].copy()
    if rng.random() < 0.55:
        printed = _moved(rng, printed)
    what = rng.random()
    if what < 0.05:
        printed = _without_figure(rng, printed)
    elif what < 0.2:
        _numerals(rng, printed, str(rank) if what > 0.08 else "")
    if rng.random() < 0.5:
        printed = _engraved(rng, printed)
    if rng.random() < 0.25:
        tint = 1 - rng.uniform(0, 0.3) * rng.uniform(0.1, 1, 3)
        printed = np.clip(printed * tint, 0, 255).astype(np.uint8)
    return np.dstack([np.minimum(printed, alpha), alpha])


def _figure_share(rows: int, columns: int) -> F32:
    """1 in the middle of the card, 0 at its rim, smooth between."""
    share = np.zeros((rows, columns), np.float32)
    share[round(rows * _END) : round(rows * (1 - _END)), round(columns * _SIDE) : round(columns * (1 - _SIDE))] = 1
    _fill_numerals(share, 0.0)
    soft = cv2.blur(share, (max(3, columns // 24), max(3, columns // 24)))
    return np.asarray(soft, np.float32)[..., None]


def _moved(rng: Generator, printed: U8) -> U8:
    """The figure mirrored or not, larger or smaller, shifted, turned a little, and bent."""
    rows, columns = printed.shape[:2]
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    u, v = x - columns / 2, y - rows / 2
    size = np.exp(rng.normal(0, 0.06, 2))
    angle = rng.normal(0, 0.04)
    across = (u * np.cos(angle) - v * np.sin(angle)) * size[0] + rng.normal(0, 0.015) * columns
    down = (u * np.sin(angle) + v * np.cos(angle)) * size[1] + rng.normal(0, 0.01) * rows
    if rng.random() < 0.5:
        across = -across
    bend = cv2.resize(rng.normal(0, 0.011 * columns, (4, 3, 2)).astype(np.float32), (columns, rows))
    from_x = (across + columns / 2 + bend[..., 0]).astype(np.float32)
    from_y = (down + rows / 2 + bend[..., 1]).astype(np.float32)
    figure = printed.copy()
    _fill_numerals(figure, _paper(printed))
    figure = cast(U8, cv2.remap(figure, from_x, from_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT))
    return _blend(figure, printed)


def _engraved(rng: Generator, printed: U8) -> U8:
    """The ink in strokes, and darker and lighter in places, as a graver shades it; the paper stays as it is."""
    size = printed.shape[:2]
    strokes = rng.standard_normal(size, dtype=np.float32)
    long, angle = int(rng.integers(2, 6)), rng.uniform(0, np.pi)
    kernel = np.zeros((2 * long + 1, 2 * long + 1), np.float32)
    x, y = np.round(long * np.array([np.cos(angle), np.sin(angle)])).astype(int).tolist()
    cv2.line(kernel, (long - x, long - y), (long + x, long + y), (1.0,), 1)
    strokes = np.asarray(cv2.filter2D(strokes, -1, kernel / np.linalg.norm(kernel)), np.float32)
    depth = cv2.resize(rng.standard_normal((9, 6), dtype=np.float32), size[::-1], interpolation=cv2.INTER_CUBIC)
    shade = depth * np.float32(rng.uniform(0, 0.35)) + strokes * np.float32(rng.uniform(0.05, 0.4))
    return _blend(np.clip(printed * (1 + _inked(printed) * shade[..., None]), 0, 255).astype(np.uint8), printed)


def _inked(printed: U8) -> F32:
    """0 where there is paper, 1 where there is ink."""
    far = np.abs(printed.astype(np.float32) - _paper(printed).astype(np.float32)).max(2, keepdims=True)
    return np.clip(far / 64, 0, 1)


def _without_figure(rng: Generator, printed: U8) -> U8:
    """A figure that cannot be made out: only the numerals and the frame tell what it is."""
    reach = float(rng.uniform(0.1, 0.3)) * printed.shape[1]
    return _blend(cast(U8, cv2.GaussianBlur(printed, (0, 0), reach)), printed)


def _blend(figure: U8, printed: U8) -> U8:
    share = _figure_share(*printed.shape[:2])
    return (figure * share + printed * (1 - share)).astype(np.uint8)


def _paper(printed: U8) -> NDArray[np.float64]:
    rows, columns = printed.shape[:2]
    inner = printed[rows // 8 : -rows // 8, columns // 8 : -columns // 8]
    return np.asarray(np.percentile(inner.reshape(-1, 3), 85, axis=0))


def _fill_numerals(picture: U8 | F32, value: NDArray[np.float64] | float) -> None:
    """Fill the two places where numerals stand."""
    rows, columns = picture.shape[:2]
    left, top, right, bottom = (round(v) for v in np.array(_INDEX) * [columns, rows, columns, rows])
    picture[top:bottom, left:right] = value
    picture[rows - bottom : rows - top, columns - right : columns - left] = value


def _numerals(rng: Generator, printed: U8, text: str) -> None:
    """Paper over the two numerals, and the text in another hand there; no text leaves them out."""
    rows, columns = printed.shape[:2]
    ink = rng.uniform(0, 90, 3) if rng.random() < 0.8 else rng.uniform(0, 200, 3)
    font, weight = int(rng.choice(FONTS)), int(rng.integers(1, 3))
    left, top, right, bottom = (float(v) for v in np.array(_INDEX) * [columns, rows, columns, rows])
    height = (bottom - top) * rng.uniform(0.55, 0.95)
    (width, tall), _ = cv2.getTextSize("8" * max(len(text), 1), font, 1.0, weight)
    scale = min(height / tall, (right - left) * 1.1 / width)
    at = round(left + rng.uniform(0, 0.2) * columns * 0.1), round(bottom - rng.uniform(0, 0.3) * (bottom - top))
    _fill_numerals(printed, _paper(printed))
    for _ in range(2):
        if text:
            cv2.putText(printed, text, at, font, scale, [float(v) for v in ink], weight, cv2.LINE_AA)
        printed[:] = printed[::-1, ::-1].copy()
