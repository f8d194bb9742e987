"""Sota: a page who stands, ten."""

from __future__ import annotations

from models.deck.chance import Chance
from models.deck.drawing.brush import Brush
from models.deck.drawing.drawn import paint
from models.deck.drawing.vector import Point, ribbon
from models.deck.figures.cast import Cast
from models.deck.figures.head import head
from models.deck.figures.parts import fist, grasp, held_sign, jacket, limb, palm, puff, shoe, sleeve, trimming
from models.deck.tables import table

_DRAWN = table("figures/sota")


def _legs(brush: Brush, cast: Cast, chance: Chance) -> None:
    step = chance.about(0.0, -3.0, 3.0)
    back: list[Point] = [(36.0, 54.0), (37.5, 62.0), (38.2, 69.0), (39.6, 76.0), (40.6 + step, 84.5)]
    limb(brush, back, [8.0, 7.2, 5.2, 6.0, 3.1], cast.other_hose, "flat")
    shoe(brush, (40.8 + step, 85.4), cast.boots, 7.5, 1.0)
    front: list[Point] = [(29.8, 54.0), (28.8, 62.0), (28.2, 69.0), (27.0, 76.0), (26.6 - step, 84.5)]
    limb(brush, front, [8.4, 7.4, 5.4, 6.2, 3.2], cast.hose, "flat")
    shoe(brush, (26.4 - step, 85.4), cast.boots, 8.0, -1.0)
    paint(brush, _DRAWN["garters"], cast)


def _coat(brush: Brush, cast: Cast) -> None:
    skirt = paint(brush, _DRAWN["skirt"], cast)
    trimming(brush, skirt, (53.4, 2.4, 21, 46, 1.0), cast, cast.coat)
    jacket(brush, _DRAWN, cast)


def _far_arm(brush: Brush, cast: Cast) -> None:
    sleeve(brush, cast, (44.4, 34.0), (48.2, 40.4), (41.8, 45.2))
    grasp(brush, (40.2, 45.7), 0.94)
    paint(brush, _DRAWN["far_cuff"])
    puff(brush, cast, (40.2, 28.8), (44.9, 35.6))


def _near_arm(brush: Brush, cast: Cast) -> None:
    carries = cast.suit in "oc"
    hand: Point = (14.4, 31.8) if carries else (15.4, 46.4 if cast.suit == "e" else 48.5)
    elbow: Point = (20.4, 40.6) if carries else (22.0, 41.2)
    if not cast.held:
        carries, hand, elbow = False, (18.0, 50.0), (20.4, 41.0)
    wrist: Point = (hand[0] + 1.4, hand[1] + 2.0) if carries else (hand[0] + 1.8, hand[1] - 0.8)
    if carries:
        held_sign(brush, cast.suit, (hand[0] - 0.8, hand[1] - 0.8))
        palm(brush, hand)
    elif cast.held:
        lean = 4.0 if cast.suit == "e" else -5.0
        held_sign(brush, cast.suit, hand, lean=lean)
        fist(brush, hand, lean)
    else:
        held_sign(brush, cast.suit, (13.5, 31.5) if cast.suit in "oc" else (13.5, 44.0), size=0.9)
        fist(brush, hand)
    sleeve(brush, cast, (24.2, 34.0), elbow, wrist)
    away = (wrist[0] + (elbow[0] - wrist[0]) * 0.12, wrist[1] + (elbow[1] - wrist[1]) * 0.12)
    brush.solid(ribbon([wrist, away], [4.4, 4.6], "flat"), brush.palette.white, 0.3)
    puff(brush, cast, (27.4, 28.8), (23.4, 35.4))


def draw(brush: Brush, cast: Cast, chance: Chance) -> None:
    if cast.cape:
        paint(brush, _DRAWN["cape"], cast)
    _legs(brush, cast, chance)
    _far_arm(brush, cast)
    _coat(brush, cast)
    head(brush, cast, (32.2, 18.4), 1.04, chance.about(-2.0, -8.0, 6.0))
    paint(brush, _DRAWN["collar"])
    _near_arm(brush, cast)
