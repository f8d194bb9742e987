"""Sota: a page who stands, ten."""

from __future__ import annotations

from models.deck.drawing.brush import Brush
from models.deck.drawing.drawn import paint
from models.deck.figures.cast import Cast
from models.deck.figures.head import head
from models.deck.figures.parts import fist, grasp, held_sign, jacket, limb, palm, puff, shoe, sleeve, trimming
from models.deck.tables import table

_DRAWN = table("figures/sota")


def _near_arm(brush: Brush, cast: Cast) -> None:
    if cast.suit in "oc":
        elbow, wrist = (20.4, 40.6), (15.8, 33.8)
        held_sign(brush, cast.suit, (13.6, 31.0))
        palm(brush, (14.4, 31.8))
    else:
        hand, lean = ((15.4, 46.4), 4.0) if cast.suit == "e" else ((15.4, 48.5), -5.0)
        elbow, wrist = (22.0, 41.2), (17.2, hand[1] - 0.8)
        held_sign(brush, cast.suit, hand, lean=lean)
        fist(brush, hand, lean)
    sleeve(brush, cast, (24.2, 34.0), elbow, wrist)
    end = (wrist[0] + (elbow[0] - wrist[0]) * 0.12, wrist[1] + (elbow[1] - wrist[1]) * 0.12)
    limb(brush, [wrist, end], [4.4, 4.6], brush.palette.white, "flat", 0.3)
    puff(brush, cast, (27.4, 28.8), (23.4, 35.4))


def draw(brush: Brush, cast: Cast) -> None:
    if cast.cape:
        paint(brush, _DRAWN["cape"], cast)
    paint(brush, _DRAWN["legs"], cast)
    shoe(brush, (40.8, 85.4), cast.leather, 7.5, 1.0)
    shoe(brush, (26.4, 85.4), cast.leather, 8.0, -1.0)
    sleeve(brush, cast, (44.4, 34.0), (48.2, 40.4), (41.8, 45.2))
    grasp(brush, (40.2, 45.7), 0.94)
    paint(brush, _DRAWN["far_cuff"])
    puff(brush, cast, (40.2, 28.8), (44.9, 35.6))
    skirt = paint(brush, _DRAWN["skirt"], cast)
    trimming(brush, skirt, (53.4, 2.4, 21, 46, 1.0), cast, cast.coat)
    jacket(brush, _DRAWN, cast)
    head(brush, cast, (32.2, 18.4), 1.04, -2.0)
    paint(brush, _DRAWN["collar"])
    _near_arm(brush, cast)
