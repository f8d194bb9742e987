"""Zaldun: the rider, eleven."""

from __future__ import annotations

from models.deck.brush import Brush
from models.deck.chance import Chance
from models.deck.figures import horse
from models.deck.figures.cast import Cast
from models.deck.figures.head import head
from models.deck.figures.parts import fist, grasp, held_sign, limb, palm, shoe
from models.deck.vector import Point, Transform, curve, form, ribbon, rounded


def _rider(brush: Brush, cast: Cast, chance: Chance) -> None:
    if cast.cape:
        cape = form("30,31! 40,31! 45.5,38 48.6,47 50.0,54.8! 46.6,53.2 43.6,55.4! 40.4,52.6 37.6,53.8!")
        brush.solid(cape, cast.mantle, 1.2)
        for line in ("42.6,37 45.4,45 46.4,52.4", "40.4,38 42.4,46 43.2,53.4"):
            brush.detail(curve(line), 0.9, cast.mantle.shade)
    skirt = form("29.6,47! 39.2,47! 41.6,52 42.2,57! 37.0,58.6 30.0,58.8! 25.6,57.4! 27.2,51")
    leg: list[Point] = [(35.0, 54.0), (29.6, 59.0), (26.4, 63.4), (28.0, 68.6), (28.4, 74.2)]
    limb(brush, leg, [8.6, 7.6, 5.8, 5.4, 3.6], cast.hose, "round flat", 1.0)
    boot = ribbon([(27.3, 66.6), (28.2, 70.6), (28.4, 75.2)], [6.0, 5.6, 3.9], "flat")
    shoe(brush, (28.0, 75.8), cast.boots, 6.6, -1.0, -6.0)
    brush.solid(boot, cast.boots, 0.7)
    brush.solid(ribbon([(25.0, 66.2), (30.0, 67.2)], [1.8, 1.8], "round"), cast.trim, 0.3)
    brush.solid(skirt, cast.coat, 1.0)
    for line in ("32.0,49 30.2,53 29.4,58", "35.2,49 35.2,54 34.4,58.4"):
        brush.detail(curve(line), 0.9)
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
    limb(brush, [(42.0, 41.0), (37.6, 45.4), (32.6, 46.4)], [4.8, 4.2, 3.3], cast.sleeve, "round flat", 0.8)
    grasp(brush, (31.2, 46.6), 0.86)
    limb(brush, [(39.6, 33.2), (42.6, 36.8), (42.4, 41.0)], [6.2, 7.2, 5.4], cast.sleeve, "round", 1.0)
    brush.stroke([(40.2, 35.0), (42.0, 37.6), (42.0, 40.6)], [0.1, 0.8, 0.1], cast.trim.base)


def _near_arm(brush: Brush, cast: Cast) -> None:
    carries = cast.suit in "oc"
    hand: Point = (15.4, 29.8) if carries else (19.4, 40.6)
    elbow: Point = (22.2, 36.2) if carries else (23.6, 40.2)
    if not cast.held:
        carries, hand, elbow = False, (22.0, 46.0), (24.6, 40.6)
    wrist: Point = (hand[0] + 1.6, hand[1] + 1.6) if carries else (hand[0] + 1.8, hand[1] - 0.2)
    if carries:
        held_sign(brush, cast.suit, (hand[0] - 1.0, hand[1] - 0.8), size=0.92)
    elif cast.held:
        held_sign(brush, cast.suit, hand, size=0.8, lean=-9.0 if cast.suit == "e" else -14.0)
    else:
        held_sign(brush, cast.suit, (13.0, 27.5) if cast.suit in "oc" else (12.5, 36.0), size=0.8)
    limb(brush, [elbow, ((elbow[0] + wrist[0]) / 2, (elbow[1] + wrist[1]) / 2 + 0.3), wrist], [4.8, 4.4, 3.4], cast.sleeve, "round flat", 0.7)
    if carries:
        palm(brush, hand, 0.95)
    else:
        fist(brush, hand, -10.0, 0.92)
    cuff = ribbon([wrist, (wrist[0] + (elbow[0] - wrist[0]) * 0.2, wrist[1] + (elbow[1] - wrist[1]) * 0.2)], [4.2, 4.5], "flat")
    brush.solid(cuff, brush.palette.white, 0.4)
    mid: Point = ((28.0 + elbow[0]) / 2 - 0.8, (33.6 + elbow[1]) / 2 - 0.8)
    limb(brush, [(28.2, 33.4), mid, elbow], [6.2, 7.4, 5.4], cast.sleeve, "round", 1.0)
    brush.stroke([(27.6, 34.0), (mid[0], mid[1] + 0.5), (elbow[0] + 0.4, elbow[1])], [0.1, 0.8, 0.1], cast.trim.base)


def draw(brush: Brush, cast: Cast, chance: Chance) -> None:
    tilt = 7.0 if cast.gait == "rear" else 0.0
    place = Transform.shift(-46, -80).then(Transform.turn(tilt)).then(Transform.shift(46, 80))
    with brush.group(place):
        horse.draw_behind(brush, cast)
        _rider(brush, cast, chance)
        _arms(brush, cast)
        brush.solid(form("28.0,32.0! 31,29.6 33.6,31.6! 36.8,29.6 39.6,31.6! 37,33.8 33.6,34.6 30.6,33.8"), brush.palette.white, 0.5)
        head(brush, cast, (32.2, 23.8), 0.95, chance.about(-2.0, -8.0, 6.0))
        _near_arm(brush, cast)
