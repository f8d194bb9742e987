"""Oros: a disc of gold with a sign inside."""

from __future__ import annotations

from models.deck.drawing.brush import Brush
from models.deck.drawing.drawn import on_a_pip, paint
from models.deck.drawing.vector import KAPPA, Path, Transform, ellipse, segment, star
from models.deck.size import FINE
from models.deck.tables import table

# One head of the lauburu: a comma of three half circles, from the centre to the right.
_Q = 0.5 * KAPPA
_COMMA = Path(
    (
        ("M", (0.0, 0.0)),
        ("C", (0.0, -_Q, 0.5 - _Q, -0.5, 0.5, -0.5)),
        ("C", (0.5 + _Q, -0.5, 1.0, -_Q, 1.0, 0.0)),
        ("C", (1.0, _Q / 2, 0.75 + _Q / 2, 0.25, 0.75, 0.25)),
        ("C", (0.75 - _Q / 2, 0.25, 0.5, _Q / 2, 0.5, 0.0)),
        ("C", (0.5, -_Q / 2, 0.25 + _Q / 2, -0.25, 0.25, -0.25)),
        ("C", (0.25 - _Q / 2, -0.25, 0.0, -_Q / 2, 0.0, 0.0)),
        ("Z", ()),
    )
)


def lauburu_heads(r: float) -> list[Path]:
    """The four heads of the Basque cross about the origin."""
    return [_COMMA.moved(Transform.scale(r)).moved(Transform.turn(25 + 90 * k)) for k in range(4)]


_UPRIGHT = ("portrait", "beast", "tower", "crowned")
"""Signs that are never turned."""


def draw(brush: Brush, design: str, size: float) -> None:
    coin, r = brush.palette.coin, size / 2
    if brush.style.coin_edge != "plain" and size > FINE:
        r *= _edge(brush, brush.style.coin_edge, r)
    brush.solid(ellipse(0, 0, r), coin, depth=r * 0.1)
    with brush.group(Transform.turn(0.0 if design in _UPRIGHT else brush.style.coin_turn)):
        paint(brush, on_a_pip(table("pips/coins")[design], 2 * r), size=r)
        if design == "lauburu":
            for head in lauburu_heads(r * 0.74):
                brush.solid(head, coin, depth=r * 0.05)


def _edge(brush: Brush, kind: str, r: float) -> float:
    """Draw an edge about a coin; how much of its radius is left for the rest."""
    coin, mark = brush.palette.coin, brush.palette.coin_mark
    if kind == "milled":
        brush.fill(star(0, 0, r, r * 0.93, 40), brush.ink)
        return 0.93
    brush.solid(ellipse(0, 0, r), mark if kind == "double" else coin, depth=r * 0.06)
    if kind == "double":
        return 0.86
    for number in range(24):
        with brush.group(Transform.turn(15.0 * number)):
            if kind == "beads":
                brush.fill(ellipse(0, -r * 0.89, r * 0.05), mark.base)
            elif number % 12 not in (5, 6, 7):
                # Letters that are too small to be read: a stem and a stroke.
                brush.line(segment(0, -r * 0.95, 0, -r * 0.83), brush.ink, r * 0.035)
                brush.line(segment(0, -r * (0.95, 0.83, 0.89)[number % 3], r * 0.07, -r * 0.88), brush.ink, r * 0.03)
    return 0.78
