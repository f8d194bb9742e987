"""Drawings that stand in TOML files: each is a list of shapes, back to front, with their colours by name.

A shape is a `form` (closed and smooth), a `curve` (open) or a `polygon`, each by its points; an `ellipse` (middle,
radii), a `rounded` rectangle (x, y, width, height, radius), or a `ribbon` along points, with its `widths` and `tips`;
with `at` it stands at other places too. It is `fill`ed in a colour; or it is solid, in a `tone` with so much `depth` of
shade; or a `detail` or a `line` of such a width in `ink`. Other shapes may stand `inside` it, cut off where it ends.
`folds` are lines of a cloth's tone.
"""

from __future__ import annotations

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
)

Shapes = Sequence[Mapping[str, Any]]

_KINDS: dict[str, Callable[[Any], Path]] = {
    "form": form,
    "curve": curve,
    "polygon": lambda text: polygon(read_points(text)[0]),
    "ellipse": lambda numbers: ellipse(*numbers),
    "rounded": lambda numbers: rounded(*numbers),
}


def paint(brush: Brush, shapes: Shapes, tones: object = None, place: Transform = IDENTITY, deeper: float = 1.0) -> Path:
    """Draw the shapes at that place, shades `deeper` by that; the first one's path. `tones` has those that the palette
    has not."""

    def tone(name: str) -> Tone:
        found: Tone = getattr(tones, name, None) or getattr(brush.palette, name)
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
            folds(brush, tone(shape["tone"]), *shape["folds"], width=shape.get("width", 1.0))
            continue
        for path in _paths(shape, place):
            first = first if first.steps else path
            if "fill" in shape:
                brush.fill(path, colour(shape["fill"]))
            elif "tone" in shape:
                brush.solid(path, tone(shape["tone"]), shape["depth"] * deeper, shape.get("outline", True))
            elif "line" in shape:
                brush.line(path, colour(shape["ink"]), shape["line"])
            else:
                brush.detail(path, shape["detail"], colour(shape["ink"]) if "ink" in shape else None)
            if "inside" in shape:
                with brush.group(clip=path):
                    paint(brush, shape["inside"], tones, place, deeper)
                brush.outline(path)
    return first


def _paths(shape: Mapping[str, Any], place: Transform) -> Iterator[Path]:
    if "ribbon" in shape:
        points = read_points(shape["ribbon"])[0]
        path = ribbon(points, shape["widths"], shape.get("tips", "round"), shape.get("span", 3))
    else:
        kind = next(kind for kind in _KINDS if kind in shape)
        path = _KINDS[kind](shape[kind])
    for x, y in read_points(shape.get("at", "0,0"))[0]:
        moved = path if (x, y) == (0.0, 0.0) else path.moved(Transform.shift(x, y))
        yield moved if place == IDENTITY else moved.moved(place)


def folds(brush: Brush, tone: Tone, *lines: str, width: float = 1.0) -> None:
    """Folds of cloth: each a swelling cut of shade, with a finer one of ink along it."""
    detail = brush.style.figure_detail
    lines = lines[: max(1, round(len(lines) * detail))] if detail > 0.15 else ()
    for text in lines:
        points = read_points(text)[0]
        middle = len(points) - 2
        if brush.style.shading != "flat":
            brush.stroke(points, [0.05] + [width] * middle + [0.05], tone.shade)
        fine = max(brush.weight, 0.16)
        brush.stroke(points, [0.05] + [fine * 1.1] * middle + [0.05], brush.ink)
