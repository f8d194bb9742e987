"""Zaldun: the rider, eleven."""

from __future__ import annotations

from models.deck.chance import Chance
from models.deck.drawing.brush import Brush
from models.deck.drawing.vector import Point, Transform, curve, form, ribbon, rounded
from models.deck.figures import horse
from models.deck.figures.cast import Cast
from models.deck.figures.head import head
from models.deck.figures.parts import fist, folds, grasp, held_sign, limb, palm, shoe
from models.deck.figures.sleeves import puff, sleeve


def _rider(brush: Brush, cast: Cast) -> None:
    if cast.cape:
        cape = form("30,31! 40,31! 45.5,38 48.6,47 50.0,54.8! 46.6,53.2 43.6,55.4! 40.4,52.6 37.6,53.8!")
        brush.solid(cape, cast.mantle, 1.2)
        folds(brush, cast.mantle, "42.6,37 45.4,45 46.6,52.4", "40.4,38 42.4,46 43.3,53.4")
    skirt = form("29.6,47! 39.2,47! 41.6,52 42.2,57! 37.0,58.6 30.0,58.8! 25.6,57.4! 27.2,51")
    leg: list[Point] = [(36.0, 54.0), (30.6, 57.6), (26.4, 61.8), (27.0, 66.6), (27.6, 71.0)]
    limb(brush, leg, [9.0, 8.2, 6.2, 5.4, 4.4], cast.hose, "round flat", 1.0)
    shoe(brush, (27.9, 76.0), cast.boots, 7.0, -1.0, -5.0)
    boot = ribbon([(26.9, 65.4), (27.8, 69.6), (27.9, 75.6)], [6.2, 5.8, 3.6], "flat")
    brush.solid(boot, cast.boots, 0.8)
    brush.solid(ribbon([(24.0, 65.2), (30.0, 65.6)], [1.9, 1.9]), cast.trim, 0.3)
    iron = brush.palette.hilt
    brush.solid(ribbon([(28.3, 74.6), (26.8, 77.0), (26.2, 79.6)], [0.9, 0.9, 0.9], "flat"), iron, 0.2)
    brush.solid(ribbon([(24.2, 79.9), (28.8, 79.9)], [1.3, 1.3]), iron, 0.3)
    brush.solid(skirt, cast.coat, 1.0)
    folds(brush, cast.coat, "32.0,49 30.2,53 29.2,57.6", "35.2,49 35.2,54 34.4,58.2", "38.0,49 39.0,53 39.2,57.4")
    body = form("27.2,31.6! 31,30 36.4,30 40.0,31.6! 41.0,36 39.8,42 39.4,48.4! 34.4,49.4 29.4,48.4! 28.2,42 26.2,36")
    brush.solid(body, cast.coat, 1.2)
    if cast.stripes:
        with brush.group(clip=body):
            brush.solid(ribbon([(27, 31), (33, 40), (40, 47)], [2.6, 2.6, 2.6], "flat"), cast.trim, 0.4)
        brush.outline(body)
    else:
        for y in (35.0, 38.4, 41.8, 45.2):
            brush.fill(rounded(32.4, y - 0.5, 1.0, 1.0, 0.5), cast.trim.base)
    brush.solid(rounded(28.8, 46.8, 11.2, 2.4, 0.8), cast.boots, 0.4)


def _arms(brush: Brush, cast: Cast) -> None:
    brush.line(curve("12.6,48.4 20,49.6 30.0,47.0"), cast.harness.shade, 0.7)
    sleeve(brush, cast, (41.8, 37.0), (42.8, 42.4), (33.4, 46.4))
    grasp(brush, (31.4, 46.8), 0.86)
    brush.solid(ribbon([(33.0, 44.6), (33.6, 48.0)], [1.6, 1.6]), brush.palette.white, 0.3)
    puff(brush, cast, (39.2, 33.2), (42.2, 38.8), 0.88)


def _near_arm(brush: Brush, cast: Cast) -> None:
    carries = cast.suit in "oc"
    hand: Point = (15.4, 30.6) if carries else (18.8, 38.4)
    elbow: Point = (21.6, 40.4) if carries else (20.9, 45.4)
    if not cast.held:
        carries, hand, elbow = False, (22.0, 46.0), (24.6, 40.6)
    wrist: Point = (hand[0] + 1.6, hand[1] + 1.6) if carries else (hand[0] + 1.8, hand[1] - 0.2)
    if carries:
        held_sign(brush, cast.suit, (hand[0] - 1.0, hand[1] - 0.8), size=0.92)
    elif cast.held:
        held_sign(brush, cast.suit, hand, size=0.8 if cast.suit == "e" else 0.74, lean=-3.0)
    else:
        held_sign(brush, cast.suit, (13.0, 27.5) if cast.suit in "oc" else (12.5, 36.0), size=0.8)
    sleeve(brush, cast, (25.0, 37.4), elbow, wrist)
    if carries:
        palm(brush, hand, 0.95)
    else:
        fist(brush, hand, -6.0, 0.92)
    cuff = ribbon(
        [wrist, (wrist[0] + (elbow[0] - wrist[0]) * 0.2, wrist[1] + (elbow[1] - wrist[1]) * 0.2)], [4.2, 4.5], "flat"
    )
    brush.solid(cuff, brush.palette.white, 0.4)
    puff(brush, cast, (28.4, 33.4), (24.8, 38.6), 0.88)


def draw(brush: Brush, cast: Cast, chance: Chance) -> None:
    tilt = 7.0 if cast.gait == "rear" else 0.0
    # The tail needs less room than the index in the corner behind it.
    place = Transform.shift(-46, -80).then(Transform.turn(tilt)).then(Transform.shift(43.5, 80))
    with brush.group(place):
        horse.draw_behind(brush, cast)
        _rider(brush, cast)
        _arms(brush, cast)
        head(brush, cast, (32.2, 23.8), 0.95, chance.about(-2.0, -8.0, 6.0))
        collar = form(
            "27.8,32.6! 30.2,30.0! 31.8,30.5 34.1,31.9 36.4,30.3 37.8,29.6! 40.2,32.2! 38.6,34.8 35.9,35.2! 34.1,33.4! "
            "32.2,35.4 29.2,34.9!"
        )
        brush.solid(collar, brush.palette.white, 0.5)
        _near_arm(brush, cast)
