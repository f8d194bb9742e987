"""Scrolls, ribbons and branches: what fills the empty middle of a card."""

from __future__ import annotations

import math

from models.deck.chance import Chance
from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import Tone
from models.deck.drawing.vector import Point, Transform, curve, ellipse, form, polygon, ribbon, segment, through
from models.deck.pips.upright import leaf
from models.deck.size import MIDDLE


def scroll(brush: Brush, x: float, y: float, size: float, colour: str, flip: float, turn: float = 0.0) -> None:
    """One curl of penmanship that grows from the point."""
    place = Transform.scale(size * flip, size).then(Transform.turn(turn)).then(Transform.shift(x, y))
    for line in ("0,0 0.3,-0.3 0.7,-0.3 0.9,0 0.7,0.22 0.48,0.1 0.55,-0.1", "0.2,-0.2 0.2,-0.5 0.42,-0.6 0.5,-0.46"):
        brush.line(curve(line).moved(place), colour, max(0.18, size * 0.045))
    brush.fill(ellipse(0.55, -0.1, 0.06).moved(place), colour)


def flourish(brush: Brush, x: float, y: float, size: float, colour: str) -> None:
    """Four curls about a small diamond."""
    for flip in (1.0, -1.0):
        scroll(brush, x, y, size, colour, flip)
        scroll(brush, x, y, size, colour, flip, 180.0)
    d = size * 0.12
    brush.fill(polygon([(x, y - d), (x + d, y), (x, y + d), (x - d, y)]), colour)


def scribble(brush: Brush, y: float, width: float, height: float, colour: str, chance: Chance) -> None:
    """What looks like a maker's name from afar, and says nothing."""
    at, upper, lower = MIDDLE - width / 2, y - height / 2, y + height / 2
    while at < MIDDLE + width / 2:
        w = height * chance.about(0.5, 0.3, 0.8)
        kind = chance.pick(["stem", "bowl", "cross", "wave"])
        if kind == "stem":
            path = segment(at, upper, at, lower)
        elif kind == "bowl":
            path = ellipse(at + w / 2, y, w / 2, height / 2)
        elif kind == "cross":
            path = polygon([(at, lower), (at + w / 2, upper), (at + w, lower)], closed=False)
        else:
            path = curve(f"{at},{upper} {at + w},{y - height / 3} {at},{y + height / 3} {at + w},{lower}")
        brush.line(path, colour, height * (0.16 if kind == "stem" else 0.14))
        at += w * (0.5 if kind == "stem" else 1.0) + height * 0.25


def wreath(brush: Brush, x: float, y: float, radius: float, tone: Tone, end: float = 150.0) -> None:
    """Two branches of leaves that meet below the point."""
    count = max(6, int(radius * 0.55))
    for side in (1, -1):
        points: list[Point] = []
        for k in range(count + 1):
            a = math.radians(90) - side * math.radians(4 + (end - 10) * k / count)
            points.append((x + radius * math.cos(a), y + radius * math.sin(a)))
        for k in range(1, count + 1):
            (ax, ay), (bx, by) = points[k - 1], points[k]
            way = math.degrees(math.atan2(by - ay, bx - ax))
            for lean in (-38, 38):
                leaf(brush, bx, by, radius * 0.24, way + lean, tone, radius > 14)
        brush.line(through(points), tone.shade, 0.5)


def sprig(brush: Brush, x: float, y: float, length: float, degrees: float) -> None:
    """A young shoot with three leaves."""
    tone = brush.palette.leaf
    with brush.group(Transform.turn(degrees).then(Transform.shift(x, y))):
        brush.line(curve(f"{-length * 0.7},1.4 {length * 0.3},0.3 {length * 0.9},-0.6"), tone.shade, 0.7)
        leaf(brush, length * 0.3, 0.3, length * 0.75, -58, tone)
        leaf(brush, length * 0.45, 0.1, length * 0.7, 48, tone)
        leaf(brush, length * 0.85, -0.5, length * 0.8, -8, tone)


def banner(brush: Brush, x: float, y: float, width: float, height: float, tone: Tone, bow: float = 0.0) -> None:
    """A scroll with two folded ends; a bow above 0 lifts its middle."""
    w, h = width / 2, height
    for s in (-1, 1):
        tail = form(
            f"{x + s * w * 0.78},{y + h * 0.2}! {x + s * w * 1.25},{y + h * 0.45}! {x + s * w * 1.1},{y + h * 0.9}! "
            f"{x + s * w * 1.25},{y + h * 1.3}! {x + s * w * 0.78},{y + h * 1.2}!"
        )
        brush.solid(tail, tone.unlit, 0)
    body = form(f"{x - w},{y}! {x},{y - bow} {x + w},{y}! {x + w},{y + h}! {x},{y + h - bow} {x - w},{y + h}!")
    brush.solid(body, tone, h * 0.16)


def streamer(brush: Brush, points: list[Point], width: float, tone: Tone) -> None:
    """A ribbon that flutters: its width swings as it turns."""
    n = len(points)
    widths = [width * (0.75 + 0.25 * math.cos(k * 2.1)) for k in range(n)]
    brush.solid(ribbon(points, widths, "flat", 4), tone, width * 0.25)


def crown(brush: Brush, x: float, y: float, width: float, tone: Tone, gem: Tone) -> None:
    """A crown whose lower rim's middle is the point."""
    place = Transform.scale(width / 2).then(Transform.shift(x, y))
    body = form(
        "-0.8,0! -1,-0.95! -0.62,-0.5! -0.45,-1.05! -0.2,-0.55! 0,-1.2! 0.2,-0.55! 0.45,-1.05! "
        "0.62,-0.5! 1,-0.95! 0.8,0!"
    )
    brush.solid(body.moved(place), tone, width * 0.05)
    for px, py in ((-1, -0.98), (-0.45, -1.08), (0, -1.25), (0.45, -1.08), (1, -0.98)):
        brush.solid(ellipse(px, py, 0.11).moved(place), tone, 0)
    brush.solid(form("-0.82,0.04! 0,0.16 0.82,0.04! 0.84,-0.2! 0,-0.08 -0.84,-0.2!").moved(place), gem, width * 0.02)
