"""Heads from in front, in profile and between, looking to the left, with hats and crowns."""

from __future__ import annotations

from models.deck.chance import Chance
from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import Tone
from models.deck.drawing.vector import Point, Transform, ellipse, polygon, ribbon, segment
from models.deck.figures.jointed.joints import smooth
from models.deck.figures.jointed.maker import Maker


def head(brush: Brush, at: Point, size: float, king: bool, maker: Maker, chance: Chance) -> None:
    """A head with its middle at the point, `size` from the chin to the crown; drawn about the origin, one long."""
    view = chance.pick(maker.views)
    hair, cloth = chance.pick(brush.palette.hair), chance.pick(brush.palette.cloth)
    tilt = Transform.turn(chance.within(-9, 9))
    inner = Brush(brush.style)
    # The pen is as broad on a head as elsewhere.
    inner.weight = brush.weight / size
    bearded = chance.happens(maker.bearded if king else 0.2)
    _hair(inner, hair, chance)
    inner.solid(ribbon([(0.05, 0.3), (0.1, 0.75)], [0.4, 0.5], "flat"), inner.palette.flesh, 0.05)
    _face(inner, view, maker, chance)
    if bearded:
        _beard(inner, view, hair, chance)
    if king:
        _crown(inner, maker, cloth, chance)
    else:
        _hat(inner, chance.pick(maker.hats), cloth, hair, chance)
    place = Transform.scale(size).then(tilt).then(Transform.shift(*at))
    with brush.group(place):
        brush.add(*inner.nodes)


def _hair(brush: Brush, tone: Tone, chance: Chance) -> None:
    low, wide = chance.within(0.1, 0.85), chance.within(0.42, 0.62)
    shape = [(-wide * 0.9, 0.0), (-wide * 0.8, -0.4), (0.0, -0.58), (wide * 0.9, -0.4), (wide, 0.0), (wide * 1.1, low),
             (0.1, low * 0.8), (-wide * chance.within(0.5, 1.1), low * 0.9)]  # fmt: skip
    brush.solid(smooth(shape), tone, 0.08)


def _face(brush: Brush, view: str, maker: Maker, chance: Chance) -> None:
    wide, jaw = chance.within(0.34, 0.44), chance.within(0.2, 0.3)
    nose = chance.within(0.06, 0.16) if view == "profile" else 0.0
    outline = [(-wide, -0.25), (-wide - nose * 0.2, 0.0), (-wide - nose, 0.14), (-wide, 0.2), (-wide * 0.95, 0.34),
               (-jaw, 0.5), (jaw * 0.6, 0.48), (wide, 0.15), (wide, -0.25), (0.0, -0.5)]  # fmt: skip
    brush.solid(smooth(outline, (2,) if nose else ()), brush.palette.flesh, 0.06)
    middle = {"front": 0.0, "between": -0.12, "profile": -0.22}[view]
    ink, fine = brush.ink, max(brush.weight, 0.018)
    for side in (-1, 1) if view != "profile" else (1,):
        x, y = middle + side * 0.16 * (view != "profile"), -0.04
        if maker.eyes == "dots":
            brush.fill(ellipse(x, y, 0.04), ink)
        else:
            if maker.eyes == "almonds":
                brush.fill(ellipse(x, y, 0.08, 0.045), "#ffffff")
                brush.fill(ellipse(x - 0.02, y, 0.035), ink)
            brush.line(segment(x - 0.09, y - 0.05, x + 0.08, y - 0.03), ink, fine)
        brush.line(segment(x - 0.1, y - 0.15, x + 0.09, y - 0.14), ink, fine)
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
    for k in range(round(4 * brush.style.figure_detail)):
        at = x - wide * 0.6 + k * wide * 0.4
        brush.stroke([(at, 0.35), (at * 0.8, 0.35 + (long - 0.35) * 0.8)], [0.01, 0.05], tone.shade)
    brush.line(segment(x - 0.12, 0.32, x + 0.1, 0.32), "#a8453a", 0.03)


def _crown(brush: Brush, maker: Maker, cloth: Tone, chance: Chance) -> None:
    gold = (
        brush.palette.hilt if chance.happens(maker.golden) else chance.pick([*brush.palette.cloth, brush.palette.metal])
    )
    wide = 0.46 * maker.crown_size
    high = chance.within(0.3, 0.6) * maker.crown_size
    kind = maker.crown
    count = chance.pick([3, 4, 5, 6]) if kind != "rays" else chance.pick([8, 10, 12])
    with brush.group(Transform.shift(chance.within(-0.05, 0.05), -0.3)):
        if kind == "turban":
            brush.solid(ellipse(0, -0.08, wide * 1.2, 0.24), cloth, 0.08)
            high += 0.1
        if kind == "arched":
            dome = [
                (-wide, 0.0),
                (-wide * 1.15, -high * 0.7),
                (0.0, -high * 1.5),
                (wide * 1.15, -high * 0.7),
                (wide, 0.0),
            ]
            brush.solid(smooth(dome, (0, 4)), cloth, 0.05)
            for x in (-wide * 0.9, 0.0, wide * 0.9):
                brush.line(
                    polygon([(x * 0.8, 0.0), (x * 1.2, -high * 0.8), (0, -high * 1.5)], closed=False), gold.base, 0.07
                )
            brush.solid(ellipse(0, -high * 1.55, 0.08), gold, 0)
        elif kind == "band":
            brush.solid(
                polygon([(-wide, 0), (-wide * 1.1, -high * 0.6), (wide * 1.1, -high * 0.6), (wide, 0)]), gold, 0.05
            )
        else:
            brush.solid(polygon(_zigzag(kind, count, wide, high)), gold, 0.05)
        for k in range(count + 1):
            x = (-1 + 2 * k / count) * wide * 1.1
            if kind == "balls":
                brush.solid(ellipse(x, -high, 0.06), gold, 0)
            elif kind == "leaves":
                brush.solid(ellipse(x, -high, 0.1, 0.13), gold, 0)
        band = polygon([(-wide, 0.06), (-wide, -0.08), (wide, -0.08), (wide, 0.06)])
        brush.solid(band, chance.pick([gold, cloth]), 0)


def _zigzag(kind: str, count: int, wide: float, high: float) -> list[Point]:
    points = [(-wide, 0.0)]
    for k in range(2 * count + 1):
        x = (-1 + k / count) * wide * (1.1 + 0.15 * (k % 2 == 0))
        y = -high if k % 2 == 0 else -high * (0.4 if kind != "rays" else 0.15)
        if kind == "steps" and k:
            points.append((x, points[-1][1]))
        points.append((x, y))
    return [*points, (wide, 0.0)]


def _hat(brush: Brush, kind: str, cloth: Tone, hair: Tone, chance: Chance) -> None:
    plume = chance.pick([brush.palette.white, *brush.palette.cloth])
    high = chance.within(0.5, 0.75)
    dome: list[Point] = [(-0.42, -0.22), (-0.42, -high * 0.8), (0.0, -high), (0.44, -high * 0.8), (0.44, -0.22)]
    if kind == "bare":
        fringe: list[Point] = [
            (-0.42, -0.15),
            (-0.38, -0.45),
            (0.05, -0.58),
            (0.45, -0.4),
            (0.46, 0.0),
            (0.25, -0.25),
            (0.0, -0.32),
        ]
        brush.solid(smooth(fringe), hair, 0.05)
        return
    metal = kind in ("helmet", "crested")
    tone = brush.palette.metal if metal else cloth
    if kind == "hood":
        outer: list[Point] = [(-0.45, 0.1), (-0.45, -0.4), (0.0, -0.65), (0.5, -0.4), (0.62, 0.6), (0.2, 0.55)]
        brush.solid(smooth([*outer, (0.3, 0.0), (0.1, -0.3), (-0.3, -0.28)]), tone, 0.08)
        return
    if kind == "fillet":
        brush.solid(
            smooth([(-0.42, -0.15), (-0.38, -0.5), (0.05, -0.58), (0.45, -0.45), (0.46, -0.1), (0.0, -0.25)]),
            hair,
            0.05,
        )
        brush.solid(polygon([(-0.44, -0.2), (-0.42, -0.32), (0.45, -0.32), (0.46, -0.2)]), cloth, 0)
        return
    if kind == "beret":
        dome = [
            (-0.44, -0.25),
            (-0.75, -0.4),
            (-0.4, -0.65),
            (0.2, -0.7),
            (chance.within(0.6, 0.9), -0.45),
            (0.42, -0.22),
        ]
    elif kind == "pointed":
        dome = [(-0.44, -0.22), (-0.2, -0.6), (chance.within(-0.3, 0.5), -1.05), (0.3, -0.6), (0.46, -0.22)]
    if chance.happens(0.5) and kind != "crested":
        tip = (chance.within(-0.9, 1.0), chance.within(-1.2, -0.6))
        brush.solid(ribbon([(0.15, -0.4), (tip[0] * 0.5, tip[1]), tip], [0.1, 0.3, 0.2], "sharp round"), plume, 0.05)
    brush.solid(smooth(dome, (0, len(dome) - 1)), tone, 0.08)
    if kind == "crested":
        crest = [(-0.5, -0.45), (-0.3, -0.95), (0.3, -0.95), (0.75, -0.4), (0.6, 0.1), (0.45, -0.4), (0.0, -0.68)]
        brush.solid(smooth(crest), plume, 0.06)
    if kind == "brim":
        brush.solid(ellipse(0, -0.24, chance.within(0.65, 0.95), chance.within(0.07, 0.16)), tone, 0.05)
    elif chance.happens(0.6):
        brush.solid(polygon([(-0.45, -0.18), (-0.45, -0.34), (0.46, -0.34), (0.46, -0.18)]), plume, 0)
