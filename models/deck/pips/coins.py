"""Oros: a disc of gold with a sign inside."""

from __future__ import annotations

from models.deck.drawing.brush import Brush
from models.deck.drawing.drawn import on_a_pip, paint
from models.deck.drawing.vector import KAPPA, Path, Transform, ellipse
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


def draw(brush: Brush, design: str, size: float) -> None:
    coin, r = brush.palette.coin, size / 2
    brush.solid(ellipse(0, 0, r), coin, depth=r * 0.1)
    with brush.group(Transform.turn(brush.style.coin_turn if design != "portrait" else 0.0)):
        paint(brush, on_a_pip(table("pips/coins")[design], size), size=r)
        if design == "lauburu":
            for head in lauburu_heads(r * 0.74):
                brush.solid(head, coin, depth=r * 0.05)
