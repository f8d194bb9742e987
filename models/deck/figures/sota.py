"""Sota: a page who stands, ten."""

from __future__ import annotations

from models.deck.chance import Chance
from models.deck.drawing.brush import Brush
from models.deck.drawing.vector import Point, curve, form, ribbon, rounded
from models.deck.figures.cast import Cast
from models.deck.figures.head import head
from models.deck.figures.parts import Band, fist, folds, grasp, held_sign, limb, palm, shoe, trimming
from models.deck.figures.sleeves import puff, sleeve


def _legs(brush: Brush, cast: Cast, chance: Chance) -> None:
    step = chance.about(0.0, -3.0, 3.0)
    back: list[Point] = [(36.0, 54.0), (37.5, 62.0), (38.2, 69.0), (39.6, 76.0), (40.6 + step, 84.5)]
    limb(brush, back, [8.0, 7.2, 5.2, 6.0, 3.1], cast.other_hose, "flat")
    shoe(brush, (40.8 + step, 85.4), cast.boots, 7.5, 1.0)
    front: list[Point] = [(29.8, 54.0), (28.8, 62.0), (28.2, 69.0), (27.0, 76.0), (26.6 - step, 84.5)]
    limb(brush, front, [8.4, 7.4, 5.4, 6.2, 3.2], cast.hose, "flat")
    shoe(brush, (26.4 - step, 85.4), cast.boots, 8.0, -1.0)
    for x, tone in ((28.2, cast.trim), (38.3, cast.trim)):
        brush.solid(rounded(x - 3.1, 67.6, 6.2, 1.7, 0.8), tone, 0.3)


def _cape(brush: Brush, cast: Cast) -> None:
    shape = form("27,26.5! 41,26.5! 46.5,38 49.5,54 49.8,68! 46.5,65.5 43.0,69.5! 39.5,66 36.0,69! 32,52 28,40")
    brush.solid(shape, cast.mantle, 1.4)
    folds(brush, cast.mantle, "43.5,34 45.8,48 46.4,64", "40.5,36 42.6,52 43.0,67", "45,40 47.9,54 48.5,65", width=1.3)


def _coat(brush: Brush, cast: Cast) -> None:
    skirt = form(
        "28.2,43! 38.8,43! 42.2,49 44.0,57.5! 41.4,59.2 38.8,57.8! 36.2,59.6 33.6,58.2! 31,59.6 "
        "28.4,57.8! 25.8,59.2 23.2,57.5! 25.0,49"
    )
    brush.solid(skirt, cast.coat, 1.2)
    folds(brush, cast.coat, "30.4,45 29.2,51 28.5,57.2", "33.5,45 33.7,51 33.6,57.6", "36.6,45 38.2,51 38.7,57.2")
    trimming(brush, skirt, Band(53.4, 2.4, 21, 46, 1.0), cast.trim_kind, cast.trim, cast.coat)
    body = form("26.2,27! 30,25.4 37,25.4 41.0,27! 42.4,31 40.4,37.5 39.0,44.5! 33.5,45.4 28.0,44.5! 26.6,37.5 24.8,31")
    brush.solid(body, cast.coat, 1.3)
    if cast.stripes:
        with brush.group(clip=body):
            for x0, x1 in ((28.2, 30.6), (31.4, 32.2), (35.2, 34.9), (38.8, 36.6)):
                brush.fill(ribbon([(x0, 26), ((x0 + x1) / 2, 35), (x1, 46)], [1.3, 1.1, 0.9], "flat"), cast.trim.base)
        brush.outline(body)
    else:
        for y in (30.5, 34.0, 37.5, 41.0):
            brush.fill(rounded(32.6, y - 0.55, 1.1, 1.1, 0.5), cast.trim.base)
        brush.detail(curve("33.1,27 33.2,36 33.4,44"), 0.8)
    brush.solid(rounded(27.4, 42.6, 12.2, 2.7, 0.8), cast.boots, 0.5)
    brush.solid(rounded(31.6, 42.1, 3.8, 3.7, 0.6), cast.trim, 0.4)


def _collar(brush: Brush) -> None:
    shape = form(
        "27.0,27.8! 29.6,25.2! 31.4,25.7 34.2,27.3 36.9,25.5 38.2,24.8! 40.6,27.4! 38.8,30.5 36.0,30.9! 34.2,28.9! "
        "32.2,31.1 28.8,30.7!"
    )
    brush.solid(shape, brush.palette.white, 0.6)


def _far_arm(brush: Brush, cast: Cast) -> None:
    sleeve(brush, cast, (44.4, 34.0), (48.2, 40.4), (41.8, 45.2))
    grasp(brush, (40.2, 45.7), 0.94)
    brush.solid(ribbon([(41.4, 43.4), (42.6, 46.8)], [1.7, 1.7]), brush.palette.white, 0.3)
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
        _cape(brush, cast)
    _legs(brush, cast, chance)
    _far_arm(brush, cast)
    _coat(brush, cast)
    head(brush, cast, (32.2, 18.4), 1.04, chance.about(-2.0, -8.0, 6.0))
    _collar(brush)
    _near_arm(brush, cast)
