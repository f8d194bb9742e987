"""Heads: three quarters to the left, ten millimetres from the chin to the crown, about the origin."""

from __future__ import annotations

from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import Tone, mix
from models.deck.drawing.vector import Point, Transform, curve, ellipse, form, polygon, ribbon
from models.deck.figures.cast import Cast
from models.deck.pips.ornament import crown

_FACE = "-3.2,-3.0 -3.5,-1.0 -3.35,1.2 -2.85,3.2 -1.5,4.9 -0.2,4.95 1.9,3.6 3.2,1.2 3.5,-2.0 1.5,-4.4 -1.5,-4.5"


def _eye(brush: Brush, x: float, y: float, wide: float) -> None:
    white, ink = brush.palette.white, brush.ink
    brush.fill(form(f"{x - wide},{y + 0.1} {x},{y - 0.42} {x + wide},{y + 0.1} {x},{y + 0.42}"), white.light)
    brush.fill(ellipse(x - wide * 0.15, y, 0.4, 0.48), ink)
    brush.stroke([(x - wide * 1.15, y + 0.15), (x - 0.05, y - 0.5), (x + wide * 1.2, y + 0.05)], [0.1, 0.34, 0.08], ink)
    brush.stroke([(x - wide * 1.1, y - 1.2), (x - 0.1, y - 1.62), (x + wide * 1.25, y - 1.15)], [0.12, 0.4, 0.1], ink)


def _features(brush: Brush, aged: bool) -> None:
    flesh, ink = brush.palette.flesh, brush.ink
    blush = mix(flesh.base, "#d8593f", 0.32)
    brush.fill(ellipse(1.25, 1.35, 1.05, 0.75), blush)
    _eye(brush, 0.75, -0.45, 0.95)
    _eye(brush, -2.35, -0.45, 0.7)
    brush.fill(form("-1.1,-0.7! -0.7,0.6 -0.6,1.5 -1.1,1.95 -1.9,1.8! -1.4,1.5"), flesh.shade)
    brush.stroke(
        [(-1.45, -1.0), (-1.75, 0.4), (-2.15, 1.45), (-1.75, 1.95), (-0.95, 1.75)], [0.08, 0.18, 0.26, 0.26, 0.06], ink
    )
    brush.fill(form("-2.35,3.05! -1.75,2.8 -1.35,2.9 -0.9,2.8 -0.2,3.05! -1.2,3.6"), "#b5483c")
    brush.stroke([(-2.4, 3.05), (-1.3, 3.08), (-0.1, 3.0)], [0.06, 0.22, 0.06], ink)
    if aged:
        for y in (-2.6, -3.1):
            brush.stroke([(-2.2, y), (-0.6, y - 0.15), (1.4, y)], [0.03, 0.14, 0.03], flesh.shade)


def _locks(brush: Brush, lines: list[list[Point]], colour: str, width: float = 0.3) -> None:
    for line in lines:
        brush.stroke(line, [0.04] + [width] * (len(line) - 2) + [0.04], colour)


def _hair_behind(brush: Brush, cast: Cast) -> None:
    if cast.rank == 12:
        brush.solid(
            form(
                "-2.0,-4.0 1.0,-5.6 4.2,-3.8 5.0,0.4 5.2,4.2 6.2,6.8 4.0,7.8 1.0,6.6 -2.0,6.8 -4.2,7.2 -5.2,5.6 "
                "-4.4,3.2 -4.4,0.6"
            ),
            cast.hair,
            0.8,
        )
        _locks(brush, [[(4.0, -1.0), (4.3, 3.0), (5.2, 6.4)], [(-4.0, 1.0), (-4.1, 4.0), (-4.4, 6.2)]], cast.hair.light)
    elif cast.long_hair:
        brush.solid(
            form(
                "-3.0,-3.2 0.5,-5.6 4.4,-3.8 5.3,0.4 5.6,4.2 6.4,6.6 4.0,7.6 1.0,6.6 -1.0,3.0 -3.3,3.2 -4.2,1.4 "
                "-4.0,-1.0"
            ),
            cast.hair,
            0.8,
        )
        lines: list[list[Point]] = [[(4.0, -2.0), (4.4, 2.0), (5.2, 6.0)], [(3.4, 1.0), (3.4, 4.0), (4.0, 6.6)]]
        _locks(brush, lines, cast.hair.light)
    else:
        brush.solid(form("-3.2,-3.0 0.5,-5.6 4.3,-3.8 5.0,-0.2 4.6,3.0 3.0,4.2 0,3 -3.2,0.4"), cast.hair, 0.8)


def _hair_front(brush: Brush, cast: Cast) -> None:
    hair = cast.hair
    brush.solid(
        form(
            "-3.5,-1.3! -3.9,-3.2 -2.2,-5.2 1.0,-5.7 3.9,-4.4 4.5,-1.6 4.2,1.4 3.2,2.2! 3.0,0.2 2.7,-1.8 "
            "1.4,-2.9! -0.6,-2.4 -2.2,-2.7 -3.0,-2.4"
        ),
        hair,
        0.6,
    )
    lines: list[list[Point]] = [[(-2.8, -3.2), (-0.8, -4.6), (1.6, -4.0)], [(1.4, -4.6), (3.2, -3.2), (3.5, -0.6)]]
    _locks(brush, lines, hair.light)


def _beard(brush: Brush, cast: Cast) -> None:
    hair, kind = cast.hair, cast.beard
    if kind == "none":
        return
    if kind in ("short", "long", "forked"):
        if kind == "short":
            text = (
                "3.4,-0.6! 3.5,2.2 2.6,4.8 0.6,6.3 -1.6,6.6 -3.2,5.0 -3.5,2.6 -3.4,1.2! -2.9,2.3 -1.5,2.3 "
                "0.4,2.4 1.9,1.6"
            )
        elif kind == "long":
            text = (
                "3.4,-0.6! 3.9,2.8 3.6,6.6 2.2,10.2 -0.2,13.0! -2.4,10.4 -3.8,6.8 -3.8,3.2 -3.4,1.0! -2.9,2.2 "
                "-1.5,2.3 0.4,2.4 1.9,1.6"
            )
        else:
            text = (
                "3.4,-0.6! 3.9,2.6 3.8,6.0 3.0,8.6 1.6,11.0! 0.4,9.4 -0.4,7.6! -1.4,9.2 -3.2,10.6! -4.0,6.6 "
                "-3.8,3.2 -3.4,1.0! -2.9,2.2 -1.5,2.3 0.4,2.4 1.9,1.6"
            )
        shape = form(text)
        brush.solid(shape, hair, 0.8)
        low = {"short": 5.6, "long": 11.0, "forked": 9.0}[kind]
        with brush.group(clip=shape):
            for x in (-2.6, -1.2, 0.4, 1.8):
                line: list[Point] = [(x * 1.05, 3.0), (x * 1.2, 3 + (low - 3) * 0.5), (x * 0.6, low)]
                _locks(brush, [line], hair.light, 0.34)
                _locks(brush, [[(px + 0.6, py + 0.5) for px, py in line]], hair.shade, 0.26)
        brush.fill(form("-2.2,3.35! -1.3,3.25 -0.3,3.35! -1.2,3.85"), "#a8453a")
    brush.solid(form("-1.4,2.1! -2.4,2.0 -3.2,2.9! -2.2,3.2 -1.4,2.75! -0.4,3.25 1.0,3.1! 0.2,2.1"), hair, 0.2)


def _plume(brush: Brush, root: Point, tone: Tone, size: float = 1.0) -> None:
    place = Transform.scale(size).then(Transform.shift(*root))
    brush.solid(
        form("0,0! 0.4,-2.6 2.4,-4.6 5.2,-4.8 7.2,-3.0 6.6,-1.6 5.4,-2.2 5.0,-0.8 3.6,-1.6 3.0,-0.2 1.6,-0.6").moved(
            place
        ),
        tone,
        0.5,
    )
    brush.stroke(
        [place(p) for p in ((0.2, -0.2), (1.6, -2.6), (4.0, -3.6), (6.2, -3.0))], [0.1, 0.3, 0.2, 0.05], tone.shade
    )


def _hat(brush: Brush, cast: Cast) -> None:
    hat, trim = cast.hat, cast.trim
    kind = cast.hat_kind
    if kind == "beret":
        _plume(brush, (2.8, -5.0), cast.plume)
        brush.solid(form("-3.9,-2.7! -5.4,-4.6 -4.2,-6.6 0,-7.6 4.6,-6.6 6.2,-4.2 4.4,-2.6! 0.4,-3.7"), hat, 1.0)
        brush.solid(form("-3.9,-2.5! 0.2,-3.5 4.4,-2.4! 4.5,-3.4! 0.3,-4.5 -4.1,-3.5!"), trim, 0.2)
        brush.stroke([(0.4, -7.6), (0.7, -8.2), (0.6, -8.7)], [0.4, 0.4, 0.3], brush.ink)
    elif kind == "brim":
        _plume(brush, (1.6, -5.2), cast.plume, 1.1)
        brush.solid(form("-2.9,-4.0! -2.9,-6.6 -0.6,-8.0 2.6,-7.4 3.7,-3.6!"), hat, 0.9)
        brush.solid(form("-3.0,-4.0! 0.4,-4.4 3.8,-3.5! 3.9,-4.5! 0.4,-5.5 -3.0,-5.0!"), trim, 0.2)
        brush.solid(form("-6.6,-3.8! -3.4,-4.5 0.6,-4.5 4.0,-3.9 7.2,-3.6! 4.2,-2.3 0.4,-2.7 -3.6,-2.7"), hat, 0.5)
    elif kind == "cap":
        brush.solid(
            form("-3.7,-2.6! -3.9,-5.2 -1.8,-7.2 2.2,-7.0 5.4,-8.2 7.0,-6.4! 5.2,-4.2 4.4,-2.4! 0.4,-3.4"), hat, 0.9
        )
        brush.solid(form("-4.3,-2.2! 0.2,-3.2 4.7,-2.0! 4.8,-3.6! 0.3,-4.8 -4.4,-3.8!"), trim, 0.3)
        _plume(brush, (-2.6, -4.6), cast.plume, 0.8)
    elif kind == "helmet":
        metal = brush.palette.metal
        _plume(brush, (0.2, -6.8), cast.plume, 1.1)
        brush.solid(
            form("-3.9,-2.2! -3.9,-4.8 -1.8,-7.2 0.8,-7.6 3.6,-6.2 4.6,-3.2 4.6,1.6! 2.9,1.4! 2.9,-1.6 0.2,-3.0"),
            metal,
            1.0,
        )
        brush.solid(form("-4.2,-1.9! 0.2,-3.0 3.2,-1.4! 3.3,-2.6! 0.3,-4.1 -4.3,-3.1!"), trim, 0.2)
        brush.stroke([(0.2, -4.2), (0.4, -6.0), (0.6, -7.5)], [0.2, 0.3, 0.2], metal.shade)
    elif kind == "circlet":
        brush.solid(form("-3.9,-2.7! 0.3,-3.5 4.4,-2.4! 4.5,-3.5! 0.3,-4.6 -4.0,-3.8!"), trim, 0.3)
        brush.fill(ellipse(-1.4, -3.9, 0.5), cast.hat.base)
    elif kind == "hood":
        brush.solid(
            form(
                "-4.0,-1.8! -4.4,-4.6 -2.0,-7.0 2.0,-7.2 5.2,-5.0 6.0,-0.6 6.6,4.4 3.0,6.4! 3.4,2.0 3.2,-2.0 0.2,-3.6"
            ),
            hat,
            1.0,
        )


def head(brush: Brush, cast: Cast, at: Point, size: float = 1.0, tilt: float = 0.0, mirrored: bool = False) -> None:
    """The head with its middle at the point."""
    big = size * brush.style.figure_head
    place = Transform.scale(-big if mirrored else big, big).then(Transform.turn(tilt)).then(Transform.shift(*at))
    flesh = brush.palette.flesh
    with brush.group(place):
        _hair_behind(brush, cast)
        # A king's neck ends in his collar, behind the beard; the others' collars are drawn over it.
        neck: Point = (1.7, 6.8) if cast.rank == 12 else (1.9, 8.4)
        brush.solid(ribbon([(1.0, 2.4), (1.5, 5.2), neck], [3.9, 3.7, 4.6], "flat"), flesh, 0.9)
        brush.fill(form("-1.0,4.6! 1.6,4.2 3.1,2.4! 3.4,5.0 0.6,6.0"), flesh.shade)
        brush.solid(form(_FACE), flesh, 0.5)
        _features(brush, cast.rank == 12)
        _beard(brush, cast)
        _hair_front(brush, cast)
        if cast.rank == 12:
            crown(brush, 0.3, -3.1, 9.6, brush.palette.hilt, cast.mantle)
        else:
            _hat(brush, cast)


def jester(brush: Brush, at: Point, size: float, one: Tone, two: Tone, bell: Tone, cast: Cast) -> None:
    """A head with a cap of three horns."""
    with brush.group(Transform.scale(size).then(Transform.shift(*at))):
        brush.solid(form(_FACE), brush.palette.flesh, 0.5)
        _features(brush, False)
        horns = (
            ("-4.0,-1.6! -3.6,-5.0 -7.4,-6.4 -9.4,-2.6! -10.0,-7.6 -6.0,-10.6 -0.6,-7.4!", one, (-9.5, -1.9)),
            ("4.4,-0.8! 4.6,-4.6 8.0,-5.6 9.8,-1.6! 10.6,-6.8 6.6,-10.4 0.6,-7.4!", two, (9.9, -0.9)),
            ("-3.0,-4.0! -2.8,-8.2 0.6,-13.6! 3.6,-8.6 4.0,-3.4!", cast.mantle, (0.6, -14.2)),
        )
        for text, tone, ball in horns:
            brush.solid(form(text), tone, 0.8)
            brush.solid(ellipse(*ball, 0.9), bell, 0.3)
        brush.solid(form("-4.2,-1.2! 0.2,-2.8 4.6,-0.6! 4.7,-2.2! 0.2,-4.4 -4.2,-2.8!"), bell, 0.3)
        for x in (-2.6, 0.2, 3.0):
            brush.detail(polygon([(x, -2.0), (x, -4.0)], closed=False), 0.6)
        brush.detail(curve("3.4,-0.6 3.5,1.6 2.4,3.2"), 0.8)
