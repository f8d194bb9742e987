"""Drawings that stand in TOML files: each is a list of shapes, back to front, with their colours by name.

A shape is a `form` (closed and smooth), a `curve` (open) or a `polygon`, each by its points; an `ellipse` (middle,
radii), a `rounded` rectangle (x, y, width, height, radius), a `star` (radii) or a `regular` polygon (radius) with its
`count` of tips; or a `ribbon` along points, with its `widths` and `tips`. It may stand `at` other places too, in a
`ring` (radius, count) about the origin, or in so many `turns` about it.

It is `fill`ed in a colour; or it is solid, in a `tone` (several take turns; `mantle.unlit` is where no light reaches)
with so much `depth` of shade `toward` a side; or a `detail` or a `line` of such a width in `ink`; or an outline of such
a `weight` alone. What is `inside` it is cut off where it ends, before its outline is drawn. `folds` are lines of a
cloth's tone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import Tone
from models.deck.drawing.vector import (
    IDENTITY,
    Colour,
    Path,
    Transform,
    curve,
    ellipse,
    form,
    polygon,
    read_points,
    ribbon,
    rounded,
    star,
)
from models.deck.size import FINE

Shapes = Sequence[Mapping[str, Any]]

_WRITTEN: dict[str, Callable[[str], Path]] = {
    "form": form,
    "curve": curve,
    "polygon": lambda text: polygon(read_points(text)[0]),
}
_MEASURED: dict[str, Callable[..., Path]] = {
    "ellipse": ellipse,
    "rounded": rounded,
    "star": lambda outer, inner, *, count: star(0, 0, outer, inner, count),
    "regular": lambda radius, *, count: _regular(radius, count),
}


def paint(brush: Brush, shapes: Shapes, tones: object = None, place: Transform = IDENTITY, size: float = 1.0) -> Path:
    """Draw the shapes; the first one's path. `tones` has those that the palette has not.

    All are so many times as large as they are written; where a `place` says how large they are, their shades alone.
    ValueError where one is of no kind.
    """

    def tone(name: str) -> Tone:
        of, *parts = name.split(".")
        found: Tone = getattr(tones, of, None) or getattr(brush.palette, of)
        for part in parts:
            found = getattr(found, part)
        return found

    def colour(name: str) -> Colour:
        if name == "ink" or name.startswith("#"):
            return brush.ink if name == "ink" else name
        of, part = name.split(".")
        found: Colour = getattr(tone(of), part)
        return found

    first = Path(())
    for shape in shapes:
        if "folds" in shape:
            _folds(brush, shape["folds"], tone(shape["tone"]), shape.get("width", 1.0))
            continue
        for number, path in enumerate(_paths(shape, place, size)):
            first = first if first.steps else path
            if "tone" in shape:
                names = shape["tone"].split()
                depth, toward = shape["depth"] * size, tuple(shape.get("toward", (0.7, 0.55)))
                brush.solid(path, tone(names[number % len(names)]), depth, shape.get("outline", True), toward)
            else:
                _flat(brush, path, shape, colour)
            if "inside" in shape:
                with brush.group(clip=path):
                    paint(brush, shape["inside"], tones, place, size)
            if "inside" in shape or "weight" in shape:
                brush.outline(path, shape.get("weight", 1.0))
    return first


def on_a_pip(shapes: Shapes, size: float) -> Shapes:
    """Those that a pip of that size has: a `fine` one is left out of a small one; others say `from` or `below` what
    size they are there."""
    return [
        shape
        for shape in shapes
        if (size > FINE or "fine" not in shape) and shape.get("from", 0) <= size < shape.get("below", math.inf)
    ]


def _flat(brush: Brush, path: Path, shape: Mapping[str, Any], colour: Callable[[str], Colour]) -> None:
    if "fill" in shape:
        brush.fill(path, colour(shape["fill"]))
    elif "line" in shape:
        brush.line(path, colour(shape["ink"]), shape["line"])
    elif "detail" in shape:
        brush.detail(path, shape["detail"], colour(shape["ink"]) if "ink" in shape else None)


def _paths(shape: Mapping[str, Any], place: Transform, size: float) -> Iterator[Path]:
    grow = size if place == IDENTITY else 1.0
    path = _path(shape, grow)
    for where in _places(shape, grow):
        moved = path if where == IDENTITY else path.moved(where)
        yield moved if place == IDENTITY else moved.moved(place)


def _path(shape: Mapping[str, Any], grow: float) -> Path:
    for kind, measured in _MEASURED.items():
        if kind in shape:
            lengths = [length * grow for length in shape[kind]]
            return measured(*lengths, **({"count": shape["count"]} if "count" in shape else {}))
    if "ribbon" in shape:
        points = read_points(shape["ribbon"])[0]
        path = ribbon(points, shape["widths"], shape.get("tips", "round"), shape.get("span", 3))
    else:
        kinds = [kind for kind in _WRITTEN if kind in shape]
        if not kinds:
            raise ValueError(f"not a shape that can be drawn: {dict(shape)}")
        path = _WRITTEN[kinds[0]](shape[kinds[0]])
    return path if grow == 1.0 else path.moved(Transform.scale(grow))


def _places(shape: Mapping[str, Any], grow: float) -> Iterator[Transform]:
    if "ring" in shape:
        radius, count = shape["ring"]
        far, angles = radius * grow, (2 * math.pi * k / count for k in range(count))
        yield from (Transform.shift(far * math.cos(angle), far * math.sin(angle)) for angle in angles)
    elif "turns" in shape:
        yield from (Transform.turn(360 * k / shape["turns"]) for k in range(shape["turns"]))
    else:
        yield from (Transform.shift(x * grow, y * grow) for x, y in read_points(shape.get("at", "0,0"))[0])


def _regular(radius: float, corners: int) -> Path:
    angles = [k * math.pi / (corners / 2) for k in range(corners)]
    return polygon([(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles])


def _folds(brush: Brush, lines: Sequence[str], tone: Tone, width: float) -> None:
    """Each a swelling cut of shade, with a finer one of ink along it."""
    for points in (read_points(line)[0] for line in lines):
        for wide, colour in ((width, tone.shade), (brush.weight * 1.1, brush.ink)):
            brush.stroke(points, [0.05, *[wide] * (len(points) - 2), 0.05], colour)
