"""Espadas and bastos: upright, `n` long and `g` thick, which are the units of their tables; what has none is in mm."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import Tone
from models.deck.drawing.drawn import on_a_pip, paint
from models.deck.drawing.vector import Transform, curve, ellipse, form, rounded, segment
from models.deck.size import FINE
from models.deck.tables import table

_TERM = re.compile(r"([-+]?[\d.]+)([ng]?)")
_POINTS, _LENGTHS = ("form", "curve", "polygon", "ribbon", "at"), ("ellipse", "rounded", "star", "widths")

Units = Mapping[str, float]
"""Millimetres of each unit."""


def draw(brush: Brush, suit: str, design: str, size: float, slim: float, variant: int) -> None:
    """An espada or a basto of that design, `size` long; the variant tells a club's colour."""
    drawn = table("pips/swords" if suit == "e" else "pips/clubs")[design]
    # Long ones are slenderer.
    share, base, more = drawn["girth"]
    girth = size * share if size < drawn.get("even_to", 0) else min(size * share, base + size * more)
    units = {"n": size, "g": girth * slim, "": 1.0}
    blade, clubs = brush.palette.blade, brush.palette.clubs[: 1 if brush.style.clubs_alike else None]
    tones = SimpleNamespace(
        club=clubs[variant % len(clubs)],
        next=clubs[(variant + 1) % len(clubs)],
        lit=blade if brush.style.shading == "flat" else Tone(blade.light, blade.shade, blade.light),
    )
    for shape in on_a_pip(drawn["shapes"], size):
        if "hilt" in shape:
            y, thick = (_mm(text, units) for text in shape["hilt"])
            hilt(brush, y, size / 2, thick)
        elif "guard" in shape:
            _guard(brush, *(_mm(text, units) for text in shape["guard"]))
        elif "leaf" in shape:
            x, y, length = (_mm(text, units) for text in shape["leaf"])
            leaf(brush, x, y, length, shape["turned"], brush.palette.leaf, size > FINE)
        elif "stretched" in shape:
            middle = Transform.shift(0, _mm(shape["middle"], units))
            with brush.group(Transform.scale(1, shape["stretched"]).then(middle)):
                paint(brush, [_measured(shape, units)], tones)
        else:
            paint(brush, [_measured(shape, units)], tones)


def _mm(text: str, units: Units) -> float:
    return sum(float(number) * units[unit] for number, unit in _TERM.findall(text))


def _measured(shape: Mapping[str, Any], units: Units) -> dict[str, Any]:
    """The shape in millimetres; its shade is told in girths."""

    def point(word: str) -> str:
        place = ",".join(str(_mm(part, units)) for part in word.split(","))
        return f"{place}!" if word.endswith("!") else place

    measured = dict(shape)
    measured |= {key: " ".join(map(point, shape[key].split())) for key in _POINTS if key in shape}
    measured |= {key: [_mm(text, units) for text in shape[key].split()] for key in _LENGTHS if key in shape}
    if "depth" in shape:
        measured["depth"] = shape["depth"] * units["g"]
    if "inside" in shape:
        measured["inside"] = [_measured(inner, units) for inner in shape["inside"]]
    return measured


def leaf(brush: Brush, x: float, y: float, length: float, degrees: float, tone: Tone, vein: bool = True) -> None:
    """A leaf whose stalk is at the point."""
    place = Transform.scale(length).then(Transform.turn(degrees)).then(Transform.shift(x, y))
    brush.solid(form("0,0! 0.3,-0.26 0.7,-0.2 1,0! 0.7,0.2 0.3,0.26").moved(place), tone, length * 0.12)
    if vein:
        brush.detail(curve("0.05,0 0.5,-0.03 0.85,0").moved(place), 0.5)


def hilt(brush: Brush, y: float, end: float, girth: float) -> None:
    """Grip and pommel, from the guard at y to the end."""
    p, height = brush.palette, end - y
    brush.solid(rounded(-girth * 0.42, y, girth * 0.84, height * 0.8, girth * 0.2), p.grip, girth * 0.2)
    for k in range(3):
        at = y + height * (0.22 + 0.2 * k)
        brush.detail(segment(-girth * 0.42, at + girth * 0.3, girth * 0.42, at), 0.7, p.hilt.base)
    brush.solid(ellipse(0, end - girth * 0.5, girth * 0.62, girth * 0.55), p.hilt, girth * 0.18)


def _guard(brush: Brush, y: float, half: float, thick: float) -> None:
    """A cross, its arms bent upwards."""
    upper = [(-1, -0.9), (-0.55, -0.1), (0, -0.55), (0.55, -0.1), (1, -0.9)]
    lower = [(1.06, -0.1), (0.6, 0.75), (0, 0.5), (-0.6, 0.75), (-1.06, -0.1)]
    outline = form(" ".join(f"{half * across},{y + thick * down}" for across, down in upper + lower))
    brush.solid(outline, brush.palette.hilt, thick * 0.3)
