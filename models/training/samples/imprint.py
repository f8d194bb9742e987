"""The marks that every Spanish deck has, printed on any art: a numeral in two corners, breaks in the frame line.

Whatever the art shows, rank and suit are what is printed here: a network that learns from such cards reads the marks,
and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import cast

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.deck.ends.frame import GAPS
from models.deck.size import HEIGHT, WIDTH
from models.training.samples.ink import any_typeface, ink_of, typefaces
from vision.arrays import U8

END = 0.3
"""Share of the card's length that one end takes; all marks are printed within it."""

_FINER = 2
"""The marks are drawn so many times finer and brought down: their lines are thinner than a pixel."""

_SUIT_SIGNS = "♠♥♦♣"


@dataclass(frozen=True, slots=True)
class Place:
    """Where the frame's line runs, and where the numeral stands; millimetres from the card's corner."""

    inset: tuple[float, float]
    width: float
    lines: int
    numeral: tuple[float, float]
    height: float


def imprint(rng: Generator, art: U8, text: str | None, suit: str | None, french: bool = False) -> U8:
    """The art (BGRA, colours multiplied by opacity) with these marks on both ends; the same size.

    `text`: the numeral, or None for none; `suit`: whose pinta, or None for no frame at all. `french`: a foreign suit's
    sign below the numeral.
    """
    rows, columns = art.shape[:2]
    deep = round(rows * END)
    mm = columns / WIDTH * _FINER
    place = _place(rng)
    paper = _paper(art)
    dark = float(paper.sum()) < 3 * 110
    ink = _ink(rng, dark)
    clear = np.zeros((deep * _FINER, columns * _FINER), np.uint8)
    line, number = clear.copy(), clear.copy()
    if rng.random() < 0.8:
        _clear_margin(clear, place, mm)
    if suit is not None:
        _frame(rng, line, place, GAPS[suit], mm)
    twice = False
    if text is not None:
        _numeral(rng, clear, number, place, text, mm, french)
        twice = rng.random() < 0.02
    number_ink = ink if rng.random() < 0.75 else _ink(rng, dark)
    if french and rng.random() < 0.5:
        number_ink = np.array([rng.uniform(10, 60), rng.uniform(10, 60), rng.uniform(160, 230)])
    layers = [(clear, paper), (line, ink), (number, number_ink)]
    if twice:
        layers.append((number[:, ::-1].copy(), number_ink))
    printed = art.copy()
    for _ in range(2):
        end = printed[:deep, :, :3].astype(np.float32)
        for mask, colour in layers:
            share = cv2.resize(mask, (columns, deep), interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
            end += share * (np.asarray(colour, np.float32) - end)
        printed[:deep, :, :3] = np.minimum(end.astype(np.uint8), printed[:deep, :, 3:])
        printed = np.ascontiguousarray(printed[::-1, ::-1])
    return printed


def _place(rng: Generator) -> Place:
    across = float(rng.uniform(1.4, 6.6))
    down = max(1.2, across + float(rng.normal(0, 0.7)))
    width = float(np.exp(rng.uniform(np.log(0.16), np.log(1.3))))
    lines = 2 if rng.random() < 0.18 else 1
    height = float(np.exp(rng.uniform(np.log(2.4), np.log(9.0))))
    thick = width + (lines - 1) * 1.2
    where = rng.random()
    if where < 0.66:
        at = (across + thick + rng.uniform(0.2, 2.5), down + thick + rng.uniform(0.2, 2.5))
    elif where < 0.8:
        at = (across + rng.uniform(-0.8, 1.5), down - height * rng.uniform(0.3, 0.7))
    else:
        at = (rng.uniform(1.2, 9.0), rng.uniform(1.2, 7.0))
    deepest = END * HEIGHT * 0.66 - height
    return Place((across, down), width, lines, (max(1.0, float(at[0])), float(np.clip(at[1], 1.0, deepest))), height)


def _ink(rng: Generator, on_dark: bool) -> NDArray[np.float64]:
    what = rng.random()
    if on_dark:
        return rng.uniform(170, 255, 3)
    if what < 0.6:
        return rng.uniform(0, 60) + rng.uniform(-8, 12, 3).clip(0)
    if what < 0.92:
        return rng.uniform(0, 150, 3)
    return rng.uniform(90, 190, 3)


def _paper(art: U8) -> NDArray[np.float64]:
    """The colour of the paper under the marks: what is usual along the card's rim."""
    rows, columns = art.shape[:2]
    rim = np.concatenate([art[rows // 12 : -rows // 12 : 4, x : x + columns // 24 : 2].reshape(-1, 4) for x in
                          (columns // 40, columns - columns // 40 - columns // 24)])  # fmt: skip
    return cast(NDArray[np.float64], np.median(rim[:, :3], axis=0))


def _clear_margin(clear: U8, place: Place, mm: float) -> None:
    """Paper outside the frame, which most makers leave free."""
    (across, down), thick = place.inset, place.width + (place.lines - 1) * 1.2
    left, top = round((across + thick) * mm), round((down + thick) * mm)
    clear[:top] = clear[:, :left] = clear[:, clear.shape[1] - left :] = 255


def _frame(rng: Generator, line: U8, place: Place, gaps: int, mm: float) -> None:
    """One end of the frame with so many breaks, evenly spaced but for the maker's hand."""
    high = line.shape[0]
    radius = float(rng.uniform(0.5, 4.0)) if rng.random() < 0.3 else 0.0
    sides = rng.random() > 0.12
    spacing = float(rng.uniform(0.6, 1.6))
    inner = WIDTH - 2 * place.inset[0]
    segment = inner / (gaps + 1)
    gap = min(float(rng.uniform(2.2, 11.0)), segment * float(rng.uniform(0.45, 0.72)))
    shift = rng.normal(0, 0.012, gaps) * inner
    stub = float(rng.uniform(0.5, 1.6)) if rng.random() < 0.1 else 0.0
    for number in range(place.lines):
        x0, y0 = (value + number * spacing for value in place.inset)
        x1 = WIDTH - x0
        width = place.width if number == 0 else place.width * float(rng.uniform(0.4, 1.0))
        middles = [place.inset[0] + inner * (k + 1) / (gaps + 1) + float(shift[k]) for k in range(gaps)]
        ends = [x0, *(at for middle in middles for at in (middle - gap / 2, middle + gap / 2)), x1]
        for begin, end in zip(ends[::2], ends[1::2], strict=True):
            points = [(begin, y0), (end, y0)]
            if begin == x0:
                points = _corner(x0, y0, radius, 1, high / mm if sides else y0 + radius) + points[1:]
            elif stub:
                points = [(begin, y0 + stub), *points]
            if end == x1:
                points = points[:-1] + _corner(x1, y0, radius, -1, high / mm if sides else y0 + radius)[::-1]
            elif stub:
                points = [*points, (end, y0 + stub)]
            _stroke(line, points, width, mm)


def _corner(x: float, y: float, radius: float, side: int, foot: float) -> list[tuple[float, float]]:
    """From the foot of a side up to where the line along the end begins."""
    if radius == 0.0:
        return [(x, foot), (x, y)]
    turns = np.linspace(0, np.pi / 2, 5)
    return [(x, foot)] + [(x + side * radius * (1 - np.cos(turn)), y + radius * (1 - np.sin(turn))) for turn in turns]


def _stroke(mask: U8, points: list[tuple[float, float]], width: float, mm: float) -> None:
    thick = width * mm
    at = np.round(np.array(points) * mm * 16).astype(np.int32)
    strength = round(255 * min(1.0, thick))
    cv2.polylines(mask, [at], False, (strength,), max(1, round(thick)), cv2.LINE_AA, 4)


def _numeral(rng: Generator, clear: U8, number: U8, place: Place, text: str, mm: float, french: bool) -> None:
    """Print the numeral in its place, as a rule with the art and the frame's line cleared away around it."""
    ink = _numeral_ink(rng, text, max(4, round(place.height * mm)), french)
    left, top = (round(at * mm) for at in place.numeral)
    rows, columns = (min(ink.shape[0], number.shape[0] - top), min(ink.shape[1], number.shape[1] - left))
    pad = round(rng.uniform(0.3, 1.4) * mm)
    box = rng.random()
    if box < 0.75:
        high, low = (max(0, left - pad), max(0, top - pad)), (left + columns + pad, top + rows + pad)
        cv2.rectangle(clear, high, low, (255,), -1)
        cv2.rectangle(number, high, low, (0,), -1)
        if box < 0.06:
            cv2.rectangle(number, high, low, (255,), max(1, round(0.25 * mm)), cv2.LINE_AA)
    spot = number[top : top + rows, left : left + columns]
    np.maximum(spot, ink[:rows, :columns], out=spot)
    if rng.random() < 0.08:
        mirror = number.shape[1] - left - columns
        spot = number[top : top + rows, mirror : mirror + columns]
        cv2.rectangle(clear, (mirror - pad, top - pad), (mirror + columns + pad, top + rows + pad), (255,), -1)
        np.maximum(spot, ink[:rows, :columns], out=spot)


def _numeral_ink(rng: Generator, text: str, tall: int, french: bool) -> U8:
    """The numeral, `tall` pixels high, in some typeface and weight, with a sign below it or without."""
    ink = ink_of(text, any_typeface(rng, 0.96))
    wide = max(3, round(ink.shape[1] * tall / ink.shape[0] * float(np.exp(rng.normal(-0.05, 0.13)))))
    ink = np.asarray(cv2.resize(ink, (wide, tall), interpolation=cv2.INTER_AREA), np.uint8)
    weight = rng.random()
    if weight < 0.12:
        ink = np.asarray(cv2.dilate(ink, np.ones((3, 3), np.uint8)), np.uint8)
    elif weight < 0.17:
        thick, thin = cv2.dilate(ink, np.ones((3, 3), np.uint8)), cv2.erode(ink, np.ones((5, 5), np.uint8))
        ink = np.asarray(cv2.subtract(thick, thin), np.uint8)
    if french:
        sign = ink_of(str(rng.choice(list(_SUIT_SIGNS))), _signs())
        across = max(3, round(tall * rng.uniform(0.6, 1.0)))
        sign = np.asarray(cv2.resize(sign, (across, across), interpolation=cv2.INTER_AREA), np.uint8)
        ink = _below(ink, sign, round(tall * 0.15))
    elif rng.random() < 0.1:
        mark = np.zeros((tall, max(4, round(tall * 0.7))), np.uint8)
        middle = (mark.shape[1] // 2, tall // 2)
        axes = (round(mark.shape[1] * rng.uniform(0.15, 0.48)), round(tall * rng.uniform(0.2, 0.48)))
        cv2.ellipse(mark, middle, axes, float(rng.uniform(0, 90)), 0, 360, (255,), -1, cv2.LINE_AA)
        ink = _below(ink, mark, round(tall * 0.2))
    return ink


def _below(ink: U8, sign: U8, gap: int) -> U8:
    """The numeral with a sign under it, both in the middle of one column."""
    wide = max(ink.shape[1], sign.shape[1])
    both = np.zeros((ink.shape[0] + gap + sign.shape[0], wide), np.uint8)
    left = (wide - ink.shape[1]) // 2
    both[: ink.shape[0], left : left + ink.shape[1]] = ink
    left = (wide - sign.shape[1]) // 2
    both[ink.shape[0] + gap :, left : left + sign.shape[1]] = sign
    return both


@lru_cache(maxsize=1)
def _signs() -> Path | None:
    """A typeface with the French suits."""
    return next((path for path in typefaces() if path.name in ("DejaVuSans.ttf", "FreeSans.ttf")), None)
