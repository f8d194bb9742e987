"""Zaldun: the rider, eleven."""

from __future__ import annotations

from models.deck.chance import Chance
from models.deck.drawing.brush import Brush
from models.deck.drawing.drawn import paint
from models.deck.drawing.vector import Point, Transform, ribbon
from models.deck.figures import horse
from models.deck.figures.cast import Cast
from models.deck.figures.head import head
from models.deck.figures.parts import fist, grasp, held_sign, jacket, palm, puff, shoe, sleeve
from models.deck.tables import table

_DRAWN = table("figures/zaldun")


def _rider(brush: Brush, cast: Cast) -> None:
    if cast.cape:
        paint(brush, _DRAWN["cape"], cast)
    paint(brush, _DRAWN["leg"], cast)
    shoe(brush, (27.9, 76.0), cast.boots, 7.0, -1.0, -5.0)
    paint(brush, _DRAWN["boot"], cast)
    paint(brush, _DRAWN["coat"], cast)
    jacket(brush, _DRAWN, cast)


def _arms(brush: Brush, cast: Cast) -> None:
    paint(brush, _DRAWN["reins"], cast)
    sleeve(brush, cast, (41.8, 37.0), (42.8, 42.4), (33.4, 46.4))
    grasp(brush, (31.4, 46.8), 0.86)
    paint(brush, _DRAWN["far_cuff"])
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
        paint(brush, _DRAWN["collar"])
        _near_arm(brush, cast)
