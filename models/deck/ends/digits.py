"""The numbers of the indices: strokes of a pen along one skeleton, so that one skeleton gives many fonts."""

from __future__ import annotations

import math
from dataclasses import dataclass

from models.deck.drawing.vector import (
    Path,
    Point,
    Transform,
    ellipse,
    normals,
    polygon,
    read_points,
    rect,
    sample,
    through,
)
from models.deck.tables import table


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


_KEPT = table("ends/digits")
FONTS = {name: Pen(**widths) for name, widths in _KEPT["pens"].items()}
_STROKES = {
    name: [(read_points(text)[0], kind == "ring") for stroke in strokes for kind, text in stroke.items()]
    for name, strokes in _KEPT["strokes"].items()
}
_STROKES["9"] = [([(0.6 - x, 1 - y) for x, y in points], closed) for points, closed in _STROKES["6"]]

_FEET = _KEPT["feet"]
_BALLS = {name: read_points(text)[0] for name, text in _KEPT["balls"].items()}


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
        if name in _FEET:
            half = pen.serif + pen.thick / 2
            parts.append(rect(_FEET[name] - half, 1.0 - bar, 2 * half, bar))
        if name in "75":
            x = 0.03 if name == "7" else 0.5
            parts.append(rect(x - pen.thin * 0.2, 0.0, pen.thin, pen.serif * 1.9 if name == "7" else pen.serif))
        if name == "2":
            parts.append(rect(0.58 - pen.thin, 0.8, pen.thin, 0.18))
    if pen.ball:
        parts += [ellipse(x, y, pen.ball) for x, y in _BALLS.get(name, [])]
    change = Transform.scale(pen.wide, 1.0)
    if pen.old_style:  # Some digits are smaller, some reach below the line.
        if name in "012":
            change = Transform.scale(1.0, 0.72).then(Transform.shift(0, 0.28)).then(change)
        elif name in "34579":
            change = Transform.shift(0, 0.28).then(change)
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
