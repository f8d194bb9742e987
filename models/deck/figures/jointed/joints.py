"""Joints and cloth: what people and horses are put together from."""

from __future__ import annotations

import math
from collections.abc import Sequence

from models.deck.chance import Chance
from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import Tone
from models.deck.drawing.vector import Path, Point, Shape, bounds, ellipse, polygon, rect, segment, through


def smooth(points: Sequence[Point], corners: Sequence[int] = ()) -> Path:
    """A closed shape through the points, smooth but at the corners."""
    return through(points, True, frozenset(corners))


def along(start: Point, degrees: float, length: float) -> Point:
    """So far from a point in a direction: 0 to the right, 90 down."""
    angle = math.radians(degrees)
    return start[0] + math.cos(angle) * length, start[1] + math.sin(angle) * length


def between(one: Point, other: Point, share: float = 0.5) -> Point:
    """The point at that share of the way from one to the other."""
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def reach(start: Point, target: Point, upper: float, lower: float, bend: float) -> tuple[Point, Point]:
    """Joint and end of a limb that reaches for the target as far as it can. `bend`: 1 or -1, the side of the joint."""
    far = math.dist(start, target)
    there = min(max(far, abs(upper - lower) + 0.1), upper + lower - 0.05)
    way = math.degrees(math.atan2(target[1] - start[1], target[0] - start[0]))
    cosine = (upper * upper + there * there - lower * lower) / (2 * upper * there)
    joint = along(start, way + bend * math.degrees(math.acos(min(1.0, max(-1.0, cosine)))), upper)
    return joint, along(start, way, there)


def cloth(brush: Brush, path: Path, tone: Tone, weave: str, other: Tone, chance: Chance) -> None:
    """A garment in its weave, with its folds."""
    brush.solid(path, tone, chance.within(0.4, 1.6))
    x0, y0, x1, y1 = bounds([Shape(path)])
    with brush.group(clip=path):
        _woven(brush, weave, (x0, y0, x1, y1), other, chance)
        count = round(brush.style.figure_detail * chance.within(0, 9))
        for _ in range(count):
            x, y = chance.within(x0, x1), chance.within(y0, y1)
            long, drift = chance.within(0.2, 0.6) * (y1 - y0), chance.within(-3, 3)
            points = [(x, y), (x + drift * 0.3, y + long / 2), (x + drift, y + long)]
            brush.stroke(points, [0.05, chance.within(0.25, 1.1), 0.05], chance.pick([tone.shade, brush.ink]))
    brush.outline(path)


def _woven(brush: Brush, weave: str, box: tuple[float, float, float, float], tone: Tone, chance: Chance) -> None:
    x0, y0, x1, y1 = box
    step = chance.within(1.8, 5.0)
    middle = chance.within(x0 * 0.6 + x1 * 0.4, x0 * 0.4 + x1 * 0.6)
    if weave == "halves":
        brush.fill(rect(x0, y0, middle - x0, y1 - y0), tone.base)
        return
    if weave in ("strokes", "curls"):
        _scattered(brush, weave, box, tone, step, chance)
        return
    columns, rows = int((x1 - x0) / step) + 2, int((y1 - y0) / step) + 2
    lean = chance.within(-0.5, 0.5) * (y1 - y0)
    if weave in ("stripes", "checks"):
        for k in range(-2, columns + 2):
            brush.line(segment(x0 + k * step - lean, y0, x0 + k * step + lean, y1), tone.base, step * 0.4)
    if weave in ("bands", "checks"):
        for k in range(rows):
            brush.line(segment(x0, y0 + k * step, x1, y0 + k * step + lean * 0.2), tone.base, step * 0.35)
    if weave in ("dots", "lozenges"):
        for k in range(columns):
            for j in range(rows):
                x, y = x0 + (k + 0.5 * (j % 2)) * step, y0 + j * step
                r = step * 0.22
                lozenge = polygon([(x, y - 2 * r), (x + r, y), (x, y + 2 * r), (x - r, y)])
                brush.fill(ellipse(x, y, r) if weave == "dots" else lozenge, tone.base)
    if weave != "plain" and chance.happens(0.5):
        brush.line(segment(middle, y0, middle + chance.within(-2, 2), y1), tone.shade, chance.within(0.5, 3.0))


def _scattered(
    brush: Brush, weave: str, box: tuple[float, float, float, float], tone: Tone, step: float, chance: Chance
) -> None:
    x0, y0, x1, y1 = box
    if weave == "strokes":
        for _ in range(round(10 + 20 * brush.style.figure_detail)):
            at = chance.within(x0, x1), chance.within(y0, y1)
            to = along(at, chance.within(0, 360), chance.within(1, 4))
            brush.stroke([at, between(at, to), to], [0.1, chance.within(0.3, 0.8), 0.1], tone.base)
    else:
        for _ in range(round((x1 - x0) * (y1 - y0) / step**2 / 2)):
            at, r = (chance.within(x0, x1), chance.within(y0, y1)), step * chance.within(0.15, 0.35)
            brush.line(ellipse(*at, r, r * chance.within(0.5, 1.0)), tone.base, step * 0.12)
