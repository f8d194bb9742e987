"""Errege: the king in his robe, twelve."""

from __future__ import annotations

from models.deck.drawing.brush import Brush
from models.deck.drawing.drawn import paint
from models.deck.drawing.vector import Point, Transform
from models.deck.figures.cast import Cast
from models.deck.figures.head import head
from models.deck.figures.parts import fist, grasp, held_sign, limb, palm, shoe, trimming
from models.deck.tables import table

_DRAWN = table("figures/errege")


def _robe(brush: Brush, cast: Cast) -> None:
    paint(brush, _DRAWN["back"], cast)
    shoe(brush, (28.6, 85.0), cast.leather, 7.0, -1.0)
    shoe(brush, (36.4, 85.0), cast.leather, 7.0, 1.0)
    tunic = paint(brush, _DRAWN["tunic"], cast)
    with brush.group(clip=tunic):
        for row in range(9):
            for column in range(5):
                at = Transform.shift(21.0 + column * 5.9 + (2.95 if row % 2 else 0.0), 37.0 + row * 4.6)
                paint(brush, _DRAWN["woven"][cast.trim_kind], cast, at)
    paint(brush, _DRAWN["tunic_folds"], cast)
    trimming(brush, tunic, (77.4, 4.2, 20, 47, 1.0), cast, cast.mantle)
    trimming(brush, tunic, (74.6, 1.2, 20, 47, 1.0), cast, cast.mantle, plain=True)
    paint(brush, _DRAWN["belt_and_fronts"], cast)


def _near_arm(brush: Brush, cast: Cast) -> None:
    if cast.suit in "oc":
        paint(brush, _DRAWN["carrying_arm"], cast)
        held_sign(brush, cast.suit, (13.5, 31.8))
        palm(brush, (14.4, 32.6))
        paint(brush, _DRAWN["carrying_sleeve"], cast)
        return
    hand, lean = ((15.4, 46.6), 3.0) if cast.suit == "e" else ((15.4, 50.0), -5.0)
    held_sign(brush, cast.suit, hand, lean=lean)
    arm: list[Point] = [(23.0, 41.0), (20.0, 44.0), (17.0, hand[1] - 0.2)]
    limb(brush, arm, [5.0, 4.4, 3.5], cast.coat, "round flat", 0.8)
    fist(brush, hand, lean)
    paint(brush, _DRAWN["lowered_sleeve"], cast)


def draw(brush: Brush, cast: Cast) -> None:
    _robe(brush, cast)
    paint(brush, _DRAWN["far_arm"], cast)
    grasp(brush, (38.6, 51.4), 0.95)
    paint(brush, _DRAWN["far_cuff"], cast)
    _near_arm(brush, cast)
    paint(brush, _DRAWN["collar"], cast)
    head(brush, cast, (32.6, 21.4), 1.08)
