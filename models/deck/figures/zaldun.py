"""Zaldun: the rider, eleven, on a horse that looks to the left."""

from __future__ import annotations

from models.deck.drawing.brush import Brush
from models.deck.drawing.drawn import paint
from models.deck.drawing.vector import Transform
from models.deck.figures.cast import Cast
from models.deck.figures.head import head
from models.deck.figures.parts import fist, grasp, held_sign, jacket, limb, palm, puff, shoe, sleeve, trimming
from models.deck.tables import table

_DRAWN, _HORSE = table("figures/zaldun"), table("figures/horse")


def _horse(brush: Brush, cast: Cast) -> None:
    paint(brush, _HORSE["behind"], cast)
    cloth = paint(brush, _HORSE["cloth"], cast)
    trimming(brush, cloth, (63.8, 2.8, 22, 46, 1.6), cast, cast.harness)
    paint(brush, _HORSE["before"], cast)


def _near_arm(brush: Brush, cast: Cast) -> None:
    carries = cast.suit in "oc"
    if carries:
        elbow, wrist = (21.6, 40.4), (17.0, 32.2)
        held_sign(brush, cast.suit, (14.4, 29.8), size=0.92)
    else:
        elbow, wrist = (20.9, 45.4), (20.6, 38.2)
        held_sign(brush, cast.suit, (18.8, 38.4), size=0.8 if cast.suit == "e" else 0.74, lean=-3.0)
    sleeve(brush, cast, (25.0, 37.4), elbow, wrist)
    if carries:
        palm(brush, (15.4, 30.6), 0.95)
    else:
        fist(brush, (18.8, 38.4), -6.0, 0.92)
    end = (wrist[0] + (elbow[0] - wrist[0]) * 0.2, wrist[1] + (elbow[1] - wrist[1]) * 0.2)
    limb(brush, [wrist, end], [4.2, 4.5], brush.palette.white, "flat", 0.4)
    puff(brush, cast, (28.4, 33.4), (24.8, 38.6), 0.88)


def draw(brush: Brush, cast: Cast) -> None:
    # The tail needs less room than the index in the corner behind it.
    with brush.group(Transform.shift(-2.5, 0)):
        _horse(brush, cast)
        if cast.cape:
            paint(brush, _DRAWN["cape"], cast)
        paint(brush, _DRAWN["leg"], cast)
        shoe(brush, (27.9, 76.0), cast.leather, 7.0, -1.0, -5.0)
        paint(brush, _DRAWN["boot_and_coat"], cast)
        jacket(brush, _DRAWN, cast)
        paint(brush, _DRAWN["reins"], cast)
        sleeve(brush, cast, (41.8, 37.0), (42.8, 42.4), (33.4, 46.4))
        grasp(brush, (31.4, 46.8), 0.86)
        paint(brush, _DRAWN["far_cuff"])
        puff(brush, cast, (39.2, 33.2), (42.2, 38.8), 0.88)
        head(brush, cast, (32.2, 23.8), 0.95, -2.0)
        paint(brush, _DRAWN["collar"])
        _near_arm(brush, cast)
