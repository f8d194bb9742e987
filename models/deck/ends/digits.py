"""The numbers of the indices: strokes of a pen along one skeleton, so that one skeleton gives many fonts."""

from __future__ import annotations

import math
from dataclasses import dataclass

from models.deck.drawing.vector import Path, Point, Transform, ellipse, normals, polygon, rect, sample, through


@dataclass(frozen=True)
class Pen:
    """Widths are shares of the digit's height. `serif` is the length of the feet."""

    thick: float
    thin: float
    wide: float = 1.0
    slant: float = 0.0
    serif: float = 0.0
    ball: float = 0.0
    nib: float = 0.0
    old_style: bool = False
    slab: bool = False


FONTS: dict[str, Pen] = {
    "house": Pen(0.17, 0.075, 0.98, serif=0.1, ball=0.1),
    "serif": Pen(0.13, 0.045, 0.9, serif=0.11, ball=0.085),
    "sans": Pen(0.12, 0.11, 0.95),
    "condensed": Pen(0.12, 0.085, 0.66),
    "bold": Pen(0.21, 0.17, 1.05),
    "script": Pen(0.12, 0.04, 0.95, slant=0.25, ball=0.07, nib=0.35),
    "oldstyle": Pen(0.13, 0.05, 0.95, serif=0.09, ball=0.08, old_style=True),
    "hairline": Pen(0.06, 0.055, 0.85),
    "slab": Pen(0.14, 0.12, 0.95, serif=0.13, slab=True),
    "fat": Pen(0.26, 0.05, 1.1, serif=0.1, ball=0.13),
    "wedge": Pen(0.2, 0.05, 0.85, slant=0.1, nib=0.6),
}

# Each digit is a list of strokes in a box 0.6 wide and 1 high; a stroke is a list of points, closed or not.
_STROKES: dict[str, list[tuple[list[Point], bool]]] = {
    "0": [
        (
            [(0.3, 0.0), (0.56, 0.28), (0.58, 0.5), (0.56, 0.72), (0.3, 1.0), (0.04, 0.72), (0.02, 0.5), (0.04, 0.28)],
            True,
        )
    ],
    "1": [([(0.1, 0.22), (0.22, 0.14), (0.33, 0.0)], False), ([(0.33, 0.0), (0.33, 1.0)], False)],
    "2": [
        ([(0.06, 0.26), (0.12, 0.08), (0.3, 0.0), (0.52, 0.1), (0.54, 0.34), (0.34, 0.64), (0.05, 0.96)], False),
        ([(0.03, 0.965), (0.58, 0.965)], False),
    ],
    "3": [
        ([(0.07, 0.17), (0.28, 0.0), (0.5, 0.1), (0.5, 0.34), (0.36, 0.45), (0.22, 0.47)], False),
        ([(0.22, 0.47), (0.42, 0.5), (0.56, 0.68), (0.5, 0.91), (0.28, 1.0), (0.05, 0.84)], False),
    ],
    "4": [([(0.42, 0.0), (0.42, 1.0)], False), ([(0.42, 0.0), (0.0, 0.7)], False), ([(0.0, 0.7), (0.6, 0.7)], False)],
    "5": [
        ([(0.12, 0.035), (0.53, 0.035)], False),
        ([(0.13, 0.03), (0.09, 0.45)], False),
        ([(0.09, 0.45), (0.28, 0.36), (0.5, 0.44), (0.57, 0.66), (0.48, 0.92), (0.26, 1.0), (0.05, 0.86)], False),
    ],
    "6": [
        ([(0.52, 0.12), (0.37, 0.0), (0.18, 0.13), (0.06, 0.42), (0.05, 0.7), (0.14, 0.93), (0.3, 1.0)], False),
        ([(0.3, 1.0), (0.49, 0.92), (0.56, 0.7), (0.48, 0.48), (0.31, 0.41), (0.15, 0.5), (0.06, 0.68)], False),
    ],
    "7": [([(0.03, 0.035), (0.57, 0.035)], False), ([(0.57, 0.03), (0.36, 0.42), (0.22, 1.0)], False)],
    "8": [
        ([(0.3, 0.0), (0.51, 0.1), (0.5, 0.34), (0.3, 0.46), (0.1, 0.34), (0.09, 0.1)], True),
        ([(0.3, 0.46), (0.54, 0.58), (0.55, 0.86), (0.3, 1.0), (0.05, 0.86), (0.06, 0.58)], True),
    ],
}
_STROKES["9"] = [([(0.6 - x, 1 - y) for x, y in points], closed) for points, closed in _STROKES["6"]]

_FEET: dict[str, list[tuple[float, float]]] = {"1": [(0.33, 1.0)], "4": [(0.42, 1.0)], "7": [(0.22, 1.0)]}
_BALLS: dict[str, list[Point]] = {
    "2": [(0.12, 0.25)],
    "3": [(0.12, 0.17), (0.11, 0.85)],
    "5": [(0.11, 0.86)],
    "6": [(0.48, 0.13)],
    "9": [(0.12, 0.87)],
}
_DROP = {"3": 0.28, "4": 0.28, "5": 0.28, "7": 0.28, "9": 0.28}
_SMALL = {"0", "1", "2"}


def _penned(points: list[Point], closed: bool, pen: Pen) -> Path:
    if closed:
        line = sample([*points, points[0], points[1], points[2]], 4)[4:-4]
    else:
        line = sample(points, 5) if len(points) > 2 else list(points)
    across = normals(line)
    left: list[Point] = []
    right: list[Point] = []
    for (x, y), (nx, ny) in zip(line, across, strict=True):
        # The direction of the stroke is the normal turned by a quarter; upright strokes are the thick ones.
        upright = abs(nx * math.cos(pen.nib) + ny * math.sin(pen.nib))
        w = (pen.thin + (pen.thick - pen.thin) * upright**1.3) / 2
        left.append((x + nx * w, y + ny * w))
        right.append((x - nx * w, y - ny * w))
    if closed:
        # Two rings of opposite sense leave the counter open.
        n = len(line) - 1
        return through(left[:n], True) + through(list(reversed(right[:n])), True)
    if len(line) == 2:
        return polygon([left[0], left[1], right[1], right[0]])
    outline = left + list(reversed(right))
    n = len(line)
    return through(outline, True, frozenset((0, n - 1, n, 2 * n - 1)))


def digit(name: str, pen: Pen) -> list[Path]:
    """One digit, 1 high, as overlapping closed paths."""
    parts = [_penned(points, closed, pen) for points, closed in _STROKES[name]]
    if pen.serif:
        bar = pen.thick * 0.8 if pen.slab else pen.thin
        for x, y in _FEET.get(name, []):
            half = pen.serif + pen.thick / 2
            parts.append(rect(x - half, y - bar, 2 * half, bar))
        if name in "75":
            x = 0.03 if name == "7" else 0.5
            parts.append(rect(x - pen.thin * 0.2, 0.0, pen.thin, pen.serif * 1.9 if name == "7" else pen.serif))
        if name == "2":
            parts.append(rect(0.58 - pen.thin, 0.8, pen.thin, 0.18))
    if pen.ball:
        parts += [ellipse(x, y, pen.ball) for x, y in _BALLS.get(name, [])]
    change = Transform.scale(pen.wide, 1.0)
    if pen.old_style:
        if name in _SMALL:
            change = Transform.scale(1.0, 0.72).then(Transform.shift(0, 0.28)).then(change)
        elif name in _DROP:
            change = Transform.shift(0, _DROP[name]).then(change)
    change = change.then(Transform.shift(0, -1)).then(Transform.slant(pen.slant)).then(Transform.shift(0, 1))
    return [p.moved(change) for p in parts]


def number(text: str, font: str, height: float) -> tuple[list[Path], float]:
    """A number as paths from the origin downwards, and its width."""
    pen = FONTS[font]
    at = 0.0
    parts: list[Path] = []
    space = 0.1 * pen.wide + pen.thick * 0.55
    for k, name in enumerate(text):
        # The one is narrower than the others.
        left, width = (0.12, 0.36) if name == "1" and not pen.serif else (0.06, 0.5) if name == "1" else (0.0, 0.6)
        if k:
            at += space
        place = Transform.shift(at - left * pen.wide, 0).then(Transform.scale(height))
        parts += [part.moved(place) for part in digit(name, pen)]
        at += width * pen.wide
    return parts, at * height
