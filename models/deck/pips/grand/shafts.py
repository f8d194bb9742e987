"""The grand aces of espadas and bastos: one long thing, and what is wound about it, hangs from it or holds it."""

from __future__ import annotations

from math import asin, degrees, pi, radians, sin

from models.deck.drawing.colour import Tone
from models.deck.drawing.vector import Point, Transform, curve, ellipse, polygon, rect, ribbon, sample, through
from models.deck.pips import ornament, put
from models.deck.pips.grand.parts import Ace, along, bands, cords
from models.deck.pips.upright import hilt
from models.deck.size import CENTRE, MIDDLE


def _wrapped(ace: Ace, wrap: list[str], axis: list[Point], reach: float, hold: tuple[float, float, float]) -> None:
    """What is about a shaft. `hold`: how far from its middle a hand is, how wide, and the side of its arm."""
    for part in wrap:
        if part == "bands":
            bands(ace, axis, reach, min(ace.chance.within(2.5, 7), reach * 0.85))
        elif part in ("garland", "chain"):
            along(ace, part, axis, reach * (1.3 if reach < 5 else 1.05))
        elif part == "hand":
            at, size, flip = hold
            for drawn in ("cloud", "hand"):
                ace.paint(drawn, 0, at, size, flip)


def _roomy(lean: float) -> float:
    """On which side of what leans so a hand's arm has room, its hold being below the middle."""
    return -1.0 if sin(radians(2 * lean)) < 0 else 1.0


def sword(ace: Ace) -> None:
    """Its point up or down, upright or slanting."""
    brush, chance = ace.brush, ace.chance
    lean = chance.pick([0.0, 0.0, 150.0, -30.0, 30.0, 180.0, 22.0, 158.0, 205.0])
    length, blade, wrap = chance.within(62, 76), chance.pick(ace.kind["blade"]), ace.of("wrap")
    bend = {"curved": chance.within(3, 8), "sheath": chance.within(2, 7)}.get(blade, 0.0) * chance.pick([-1.0, 1.0])
    if bend:
        lean += 12.0 if bend > 0 else -12.0
    half = min(length / 2 - 2 * ("hand" in wrap), 20 / max(abs(sin(radians(lean))), 0.1))
    guard = half - chance.within(14, 21)
    wave = chance.within(1.0, 2.0) if blade == "wavy" else 0.0
    axis = [(wave * sin(k * 2.2) - bend * sin(pi * k / 8), -half + (guard + half) * k / 8) for k in range(9)]
    thick = chance.within(3.2, 6.5) * {"broad": 1.5, "sheath": 1.2, "studded": 1.4}.get(blade, 1.0)
    place = Transform.turn(lean).then(Transform.shift(MIDDLE, CENTRE))
    with brush.group(place):
        if blade == "own":
            put(brush, "e", 2 * half, 0, 0)
        else:
            _blade(ace, blade, axis, thick)
            _hilt(ace, chance.pick(ace.kind["hilt"]), guard, half, thick)
        _wrapped(ace, wrap, axis, thick / 2 + 1.4, ((guard + half) / 2, 5.0, _roomy(lean)))
    if "cords" in wrap:
        cords(ace, [place(p) for p in axis], chance.within(20, 34), chance.within(36, 50))


def _blade(ace: Ace, blade: str, axis: list[Point], thick: float) -> None:
    brush, p = ace.brush, ace.brush.palette
    covered = blade in ("sheath", "studded")
    widths = [thick * (0.75 if covered or k else 0.35) + thick * 0.25 * k / 8 for k in range(9)]
    path = ribbon(axis, widths, "round flat" if covered else "sharp flat", 2)
    brush.solid(path, ace.tones.one if covered else p.blade, thick * 0.3)
    if not covered:
        brush.stroke(axis[1:], [0.2, *[thick * 0.2] * 6, 0.2], p.blade.shade)
        return
    with brush.group(clip=path):
        for k in (0, 4, 7):
            x, y = axis[k]
            brush.solid(rect(x - thick, y - 4, 2 * thick, 8 if k == 0 else 4.5), ace.tones.gold, 0.5)
        if blade == "studded":
            for x, y in axis:
                brush.solid(polygon([(x, y - 2), (x + 1.6, y), (x, y + 2), (x - 1.6, y)]), ace.tones.two, 0)
    brush.outline(path)


def _hilt(ace: Ace, kind: str, guard: float, half: float, thick: float) -> None:
    """Grip and guard, from the guard's middle to the end."""
    brush, chance, gold = ace.brush, ace.chance, ace.brush.palette.hilt
    if kind == "bow":
        side = chance.pick([-1.0, 1.0])
        knuckles = ((0, half - 2), (8, half - 4), (9.5, guard + (half - guard) * 0.4), (7, guard - 1), (0, guard))
        ring = [(side * x, y) for x, y in knuckles]
        brush.solid(ribbon(ring, [1.6, 2.2, 2.6, 2.4, 2.4], "round", 5), gold, 0.4)
    hilt(brush, guard, half, thick * chance.within(0.8, 1.1))
    w = chance.within(8, 15)
    if kind in ("wings", "shell"):
        ace.paint(kind, 0, guard, w)
    elif kind == "disc":
        brush.solid(ellipse(0, guard, w * 0.75, w * 0.3), gold, 0.8)
    else:
        tips = chance.pick([0.0, 3.0, -3.0])
        brush.solid(ribbon([(-w, guard + tips), (0, guard), (w, guard + tips)], [2.2, 3.6, 2.2], "round", 4), gold, 0.5)
        for side in (-1, 1):
            for x, dy in [(w + 1.6, 0.0), (w, 1.8), (w, -1.8)] if kind == "trefoil" else [(w, 0.0)]:
                brush.solid(ellipse(side * x, guard + tips + dy, 1.6), gold, 0.3)
        if chance.happens(0.6):
            brush.solid(ellipse(0, guard, 2.2), ace.tones.one, 0.3)


def trunk(ace: Ace) -> None:
    """A heavy club, its thick end up or down."""
    brush, chance, p = ace.brush, ace.chance, ace.brush.palette
    growth, wrap = ace.of("growth"), ace.of("wrap")
    girth, wobble = chance.within(10, 19), chance.within(0.0, 3.0)
    half = chance.within(31, 37.5) - 5 * ("crown" in growth)
    room = 21.5 - girth * 0.45 - wobble - 3 * ("crown" in growth) - 4 * bool({"shoots", "stubs"} & set(growth))
    most = degrees(asin(room / half))
    lean = chance.pick([0.0, 180.0]) + chance.pick([-1.0, 1.0]) * min(chance.pick([0.0, 20.0, 24.0, 30.0]), most)
    length = 2 * half
    axis = [(wobble * sin(k * 1.7 + wobble), -half + length * k / 6) for k in range(7)]
    # Club-headed, even, or with a belly.
    heavy, even, bellied = (70, 100, 95, 80, 65, 50, 32), (80, 95, 80, 75, 62, 55, 50), (55, 90, 100, 85, 60, 42, 30)
    shares = chance.pick([heavy, even, bellied])
    widths = [girth * share / 100 * chance.within(0.93, 1.07) for share in shares]
    tone = chance.pick([*p.clubs[:2], p.clubs[0]])
    path = ribbon(axis, widths, chance.pick(["round flat", "round", "round sharp"]), 3)
    place = Transform.turn(lean).then(Transform.shift(MIDDLE, CENTRE))
    with brush.group(place):
        if "shoots" in growth:
            for number in range(chance.pick([3, 5, 7])):
                k, side = chance.pick(range(1, 7)), -1.0 if number % 2 else 1.0
                turn = 90 - side * 90 - side * chance.within(-20, 50)
                ornament.sprig(brush, axis[k][0] + side * widths[k] * 0.45, axis[k][1], chance.within(5, 8.5), turn)
        if "crown" in growth:
            for spread in (-60, -30, 0, 30, 60):
                ornament.sprig(brush, spread * 0.06, -half + 3, 7, spread - 90)
        if "stubs" in growth:
            for k in (1, 2, 4, 5):
                side = chance.pick([-1.0, 1.0])
                x, y = axis[k]
                end = (x + side * widths[k] * 0.8, y - 3.5)
                brush.solid(ribbon([(x, y), end], [girth * 0.34, girth * 0.26], "flat", 2), tone, 0.6)
                brush.solid(ellipse(*end, girth * 0.09, girth * 0.14), p.wood, 0)
        brush.solid(path, tone, girth * 0.22)
        with brush.group(clip=path):
            _bark(ace, axis, widths, tone)
        brush.outline(path, 1.2)
        if "knots" in growth:
            for number in range(chance.pick([4, 6, 8])):
                k = chance.pick(range(1, 6))
                x = axis[k][0] + chance.pick([-0.46, 0.46, 0.15]) * widths[k]
                y = axis[k][1] + chance.within(-5, 5)
                brush.solid(ellipse(x, y, girth * 0.13, girth * 0.18), p.wood if number % 2 else tone, 0.3)
        if chance.happens(0.6):
            brush.solid(ellipse(*axis[6], widths[6] * 0.42, widths[6] * 0.24), p.wood, 0.2)
        hold = half * 0.6, min(max(widths[5] * 0.72, 4.0), 6.5), _roomy(lean)
        _wrapped(ace, wrap, axis, girth * 0.46, hold)
    if "cords" in wrap:
        cords(ace, [place(p) for p in axis], chance.within(18, 30), chance.within(34, 52))


def _bark(ace: Ace, axis: list[Point], widths: list[float], tone: Tone) -> None:
    brush, chance, kind = ace.brush, ace.chance, ace.chance.pick(ace.kind["bark"])
    if kind == "stripe":
        light = chance.pick([tone.light, brush.palette.clubs[-1].light])
        points = [(x - w * 0.12, y) for (x, y), w in zip(axis, widths, strict=True)]
        brush.stroke(points[1:6], [0.5, *[w * chance.within(0.15, 0.4) for w in widths[2:5]], 0.3], light)
    elif kind == "lines":
        for share in (-0.3, -0.1, 0.12, 0.3):
            points = [(x + w * share, y) for (x, y), w in zip(axis, widths, strict=True)]
            brush.detail(through(points[1:6]), 0.9, chance.pick([tone.shade, brush.ink]))
    elif kind == "rings":
        for x, y in sample(axis, 2):
            brush.line(curve(f"{x - 12},{y} {x},{y + 3} {x + 12},{y}"), tone.shade, 1.0)
