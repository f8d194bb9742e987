"""Heads from in front, in profile and between, looking to the left, with hats and crowns."""

from __future__ import annotations

from models.deck.chance import Chance
from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import Tone
from models.deck.drawing.vector import Group, Point, Transform, curve, ellipse, form, polygon, rect, ribbon, segment
from models.deck.figures.jointed.joints import smooth
from models.deck.figures.jointed.maker import Maker


def head(brush: Brush, at: Point, size: float, king: bool, maker: Maker, chance: Chance) -> None:
    """A head with its middle at the point, `size` from the chin to the crown; drawn about the origin, one long."""
    view = chance.pick(maker.views)
    hair, cloth = chance.pick(brush.palette.hair), chance.pick(brush.palette.cloth)
    inner = Brush(brush.style, unit=size)
    bearded = chance.happens(maker.bearded if king else 0.2)
    _hair(inner, hair, chance)
    inner.solid(ribbon([(0.05, 0.3), (0.1, 0.75)], [0.4, 0.5], "flat"), inner.palette.flesh, 0.05)
    _face(inner, view, chance)
    if bearded:
        _beard(inner, view, hair, chance)
    if king:
        _crown(inner, maker, cloth, chance)
    else:
        _hat(inner, chance.pick(maker.hats), cloth, hair, chance)
    place = Transform.scale(size).then(Transform.turn(chance.within(-9, 9))).then(Transform.shift(*at))
    brush.add(Group(tuple(inner.nodes), place))


def _hair(brush: Brush, tone: Tone, chance: Chance) -> None:
    low, wide = chance.within(0.1, 0.85), chance.within(0.42, 0.62)
    shape = [(-wide * 0.9, 0.0), (-wide * 0.8, -0.4), (0.0, -0.58), (wide * 0.9, -0.4), (wide, 0.0), (wide * 1.1, low),
             (0.1, low * 0.8), (-wide * chance.within(0.5, 1.1), low * 0.9)]  # fmt: skip
    brush.solid(smooth(shape), tone, 0.08)


def _face(brush: Brush, view: str, chance: Chance) -> None:
    wide, jaw = chance.within(0.34, 0.44), chance.within(0.2, 0.3)
    nose = chance.within(0.06, 0.16) if view == "profile" else 0.0
    outline = [(-wide, -0.25), (-wide - nose * 0.2, 0.0), (-wide - nose, 0.14), (-wide, 0.2), (-wide * 0.95, 0.34),
               (-jaw, 0.5), (jaw * 0.6, 0.48), (wide, 0.15), (wide, -0.25), (0.0, -0.5)]  # fmt: skip
    brush.solid(smooth(outline, (2,) if nose else ()), brush.palette.flesh, 0.06)
    middle = {"front": 0.0, "between": -0.12, "profile": -0.22}[view]
    ink, fine = brush.ink, max(brush.weight, 0.018)
    for side in (-1, 1) if view != "profile" else (1,):
        x = middle + side * 0.16 * (view != "profile")
        brush.fill(ellipse(x, -0.04, 0.045), ink)
        brush.line(segment(x - 0.1, -0.15, x + 0.09, -0.14), ink, fine)
    if view != "profile":
        lean = -0.08 if view == "between" else chance.pick([-0.05, 0.05])
        brush.line(polygon([(middle, -0.02), (middle + lean, 0.15), (middle + 0.03, 0.17)], closed=False), ink, fine)
    mouth = middle if view != "profile" else -wide + 0.1
    brush.line(segment(mouth - 0.1, 0.31, mouth + 0.1, 0.3), "#a8453a" if chance.happens(0.7) else ink, fine * 1.5)


def _beard(brush: Brush, view: str, tone: Tone, chance: Chance) -> None:
    long, x = chance.within(0.55, 1.4), -0.12 if view == "profile" else -0.04
    wide = chance.within(0.3, 0.44)
    shape = [(x - wide, 0.2), (x - 0.12, 0.25), (x + 0.12, 0.25), (x + wide, 0.05), (x + wide * 0.9, 0.5),
             (x + chance.within(0.0, 0.25), long), (x - wide * 0.3, long * 0.9), (x - wide * 0.85, 0.5)]  # fmt: skip
    brush.solid(smooth(shape, (5,) if chance.happens(0.5) else ()), tone, 0.08)
    brush.line(segment(x - 0.12, 0.32, x + 0.1, 0.32), "#a8453a", 0.03)


def _crown(brush: Brush, maker: Maker, cloth: Tone, chance: Chance) -> None:
    gold = brush.palette.hilt
    if not chance.happens(maker.golden):
        gold = chance.pick([*brush.palette.cloth, brush.palette.metal])
    wide, high, kind = 0.46 * maker.crown_size, chance.within(0.3, 0.6) * maker.crown_size, maker.crown
    count = chance.pick([8, 10, 12] if kind == "rays" else [3, 4, 5, 6])
    with brush.group(Transform.shift(chance.within(-0.05, 0.05), -0.3)):
        if kind == "turban":
            brush.solid(ellipse(0, -0.08, wide * 1.2, 0.24), cloth, 0.08)
            high += 0.1
        if kind == "arched":
            place = Transform.scale(wide, high)
            brush.solid(form("-1,0! -1.15,-0.7 0,-1.5 1.15,-0.7 1,0!").moved(place), cloth, 0.05)
            for arch in ("-0.8,0 -1.1,-0.8 0,-1.5", "0,0 0,-1.5", "0.8,0 1.1,-0.8 0,-1.5"):
                brush.line(curve(arch).moved(place), gold.base, 0.07)
            brush.solid(ellipse(0, -high * 1.55, 0.08), gold, 0)
        elif kind == "band":
            upper = -high * 0.6
            brush.solid(polygon([(-wide, 0), (-wide * 1.1, upper), (wide * 1.1, upper), (wide, 0)]), gold, 0.05)
        else:
            brush.solid(polygon(_zigzag(kind, count, wide, high)), gold, 0.05)
        for k in range(count + 1) if kind == "balls" else ():
            brush.solid(ellipse((-1 + 2 * k / count) * wide * 1.1, -high, 0.08), gold, 0)
        brush.solid(rect(-wide, -0.08, 2 * wide, 0.14), chance.pick([gold, cloth]), 0)


def _zigzag(kind: str, count: int, wide: float, high: float) -> list[Point]:
    points = [(-wide, 0.0)]
    for k in range(2 * count + 1):
        x = (-1 + k / count) * wide * (1.1 + 0.15 * (k % 2 == 0))
        y = -high if k % 2 == 0 else -high * (0.4 if kind != "rays" else 0.15)
        if kind == "steps" and k:
            points.append((x, points[-1][1]))
        points.append((x, y))
    return [*points, (wide, 0.0)]


_HATS = {
    "bare": "-0.42,-0.15 -0.38,-0.45 0.05,-0.58 0.45,-0.4 0.46,0 0.25,-0.25 0,-0.32",
    "fillet": "-0.42,-0.15 -0.38,-0.5 0.05,-0.58 0.45,-0.45 0.46,-0.1 0,-0.25",
    "hood": "-0.45,0.1 -0.45,-0.4 0,-0.65 0.5,-0.4 0.62,0.6 0.2,0.55 0.3,0 0.1,-0.3 -0.3,-0.28",
    "beret": "-0.44,-0.22! -0.75,-0.4 -0.4,-0.65 0.2,-0.7 0.75,-0.45 0.44,-0.22!",
    "pointed": "-0.44,-0.22! -0.2,-0.6 0.1,-1.05 0.3,-0.6 0.46,-0.22!",
    "cap": "-0.42,-0.22! -0.42,-0.5 0,-0.63 0.44,-0.5 0.44,-0.22!",
}
"""Outlines; a hat that is missing here has a cap's."""


def _hat(brush: Brush, kind: str, cloth: Tone, hair: Tone, chance: Chance) -> None:
    plume = chance.pick([brush.palette.white, *brush.palette.cloth])
    metal = brush.palette.metal
    tone = {"bare": hair, "fillet": hair, "helmet": metal, "crested": metal}.get(kind, cloth)
    shape = form(_HATS.get(kind, _HATS["cap"]))
    if kind not in ("bare", "fillet", "hood"):
        # Taller or lower, and drawn to one side, from the brim upwards.
        lean = Transform(1, 0, chance.within(-0.3, 0.3), chance.within(0.8, 1.25), 0, 0)
        shape = shape.moved(Transform.shift(0, 0.22).then(lean).then(Transform.shift(0, -0.22)))
        if chance.happens(0.5) and kind != "crested":
            x, y = chance.within(-0.9, 1.0), chance.within(-1.2, -0.6)
            brush.solid(ribbon([(0.15, -0.4), (x * 0.5, y), (x, y)], [0.1, 0.3, 0.2], "sharp round"), plume, 0.05)
    brush.solid(shape, tone, 0.08)
    if kind == "crested":
        brush.solid(form("-0.5,-0.45 -0.3,-0.95 0.3,-0.95 0.75,-0.4 0.6,0.1 0.45,-0.4 0,-0.68"), plume, 0.06)
    elif kind == "brim":
        brush.solid(ellipse(0, -0.24, chance.within(0.65, 0.95), chance.within(0.07, 0.16)), tone, 0.05)
    elif kind == "fillet" or (kind not in ("bare", "hood") and chance.happens(0.6)):
        brush.solid(rect(-0.45, -0.34, 0.9, 0.16), cloth if kind == "fillet" else plume, 0)
