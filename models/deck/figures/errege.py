"""Errege: the king in his robe, twelve."""

from __future__ import annotations

from models.deck.brush import Brush
from models.deck.chance import Chance
from models.deck.figures.cast import Cast
from models.deck.figures.head import head
from models.deck.figures.parts import fist, grasp, held_sign, limb, palm, shoe, trimming
from models.deck.vector import Point, curve, ellipse, form, polygon, ribbon


def _ermine(brush: Brush, spots: list[Point]) -> None:
    for x, y in spots:
        brush.fill(form(f"{x},{y - 0.7}! {x + 0.45},{y + 0.5} {x},{y + 1.0} {x - 0.45},{y + 0.5}"), brush.ink)


def _robe(brush: Brush, cast: Cast) -> None:
    back = form("22.5,32! 32,28 43.0,32! 48.6,44 51.0,60 52.0,76 50.6,88.6! 44,86.6 36,88.2 28,86.6 20,88.2 13.4,88.4! 13.6,74 16.0,58 18.8,44")
    brush.solid(back, cast.mantle, 1.6)
    tunic = form("26,32! 39.5,32! 40.6,46 42.4,62 44.0,84.6! 39.4,86.4 35.4,84.8 31.4,86.6 27.0,84.8 22.6,86! 23.2,64 25.2,46")
    shoe(brush, (28.4, 85.4), cast.boots, 7.0, -1.0)
    shoe(brush, (37.4, 85.4), cast.boots, 7.0, 1.0)
    brush.solid(tunic, cast.coat, 1.4)
    for line, w in (("29.4,52 27.6,66 26.6,78", 1.0), ("33.2,60 33.4,70 32.8,79", 1.2), ("37.0,53 38.8,66 39.8,78", 1.0)):
        a, b, c = (tuple(map(float, p.split(","))) for p in line.split())
        brush.stroke([(a[0], a[1]), (b[0], b[1]), (c[0], c[1])], [0.1, w, 0.1], cast.coat.shade)
    trimming(brush, tunic, 77.2, 4.4, cast.trim_kind, cast.trim, cast.mantle, 20, 47, 1.6)
    trimming(brush, tunic, 73.8, 1.3, "plain", cast.trim, cast.mantle, 20, 47, 1.6)
    belt = form("25.2,48.2! 32.8,50.2 40.6,48.2! 40.9,51.4! 32.8,53.6 24.9,51.4!")
    brush.solid(form("31.4,52! 34.2,52! 34.6,68 34.8,71.4! 30.8,71.4! 31.0,68"), cast.trim, 0.6)
    for y in (56.0, 60.0, 64.0, 68.0):
        brush.fill(polygon([(32.8, y - 1.3), (33.7, y), (32.8, y + 1.3), (31.9, y)]), cast.mantle.base)
    brush.solid(belt, cast.trim, 0.6)
    brush.solid(ellipse(32.8, 51.9, 1.9, 1.8), cast.mantle, 0.5)


def _fronts(brush: Brush, cast: Cast) -> None:
    """The mantle's two edges with their lining."""
    white = brush.palette.white
    right = form("37.6,33! 43.2,33 48.8,45 51.0,60 52.0,76 50.6,88.6! 46.4,87.2 42.4,88! 44.2,74 43.4,60 41.4,46")
    brush.solid(right, cast.mantle, 1.6)
    for line in ("46.0,48 48.2,62 48.4,80", "44.6,42 46.6,54 47.0,66", "49.6,66 50.0,76 49.4,84"):
        brush.detail(curve(line), 1.0, cast.mantle.shade)
    edge = ribbon([(38.8, 34), (41.8, 46), (43.6, 60), (44.4, 74), (43.0, 88)], [2.6, 2.8, 3.0, 3.2, 3.4], "flat")
    brush.solid(edge, white, 0.6)
    _ermine(brush, [(40.9, 42.0), (42.6, 50.0), (43.6, 58.0), (44.2, 66.0), (44.3, 74.0), (43.7, 82.0)])
    left = form("27.8,33! 22.2,33 18.0,45 15.2,60 13.4,74 13.4,88.4! 17.6,87.4 22.4,88! 22.2,74 23.4,60 25.0,46")
    brush.solid(left, cast.mantle, 1.6)
    for line in ("20.4,52 18.0,64 16.8,80", "22.2,46 20.4,58 19.6,70"):
        brush.detail(curve(line), 1.0, cast.mantle.shade)
    edge = ribbon([(27.0, 34), (24.8, 46), (23.0, 60), (21.8, 74), (22.2, 88)], [2.6, 2.8, 3.0, 3.2, 3.4], "flat")
    brush.solid(edge, white, 0.6)
    _ermine(brush, [(25.6, 42.0), (24.2, 50.0), (23.0, 58.0), (22.3, 66.0), (21.9, 74.0), (22.1, 82.0)])


def _collar(brush: Brush) -> None:
    shape = form("21.2,34.4 23.4,30.6 28.0,28.6! 33,31.4 38.0,28.4! 42.6,30.4 44.8,34.4 43.6,38.6 38.6,41.4 33,42.2 27.4,41.4 22.4,38.6")
    brush.solid(shape, brush.palette.white, 1.2)
    _ermine(brush, [(23.6, 34.8), (26.6, 38.4), (26.8, 32.6), (30.0, 40.0), (36.0, 40.0), (39.6, 38.2), (39.4, 32.6), (42.6, 34.8)])


def _arms(brush: Brush, cast: Cast, chance: Chance) -> None:
    # The arm on the right lies across the body and holds the robe, a staff or the belt.
    if cast.other_hand == "staff":
        brush.solid(ribbon([(47.5, 26.0), (47.5, 86.0)], [1.3, 1.3], "flat"), cast.trim, 0.3)
        brush.solid(ellipse(47.5, 24.0, 2.6), cast.trim, 0.6)
        target: Point = (47.3, 48.0)
    else:
        target = (38.6, 51.4) if cast.other_hand != "down" else (46.0, 55.0)
    elbow: Point = (47.4, 46.5)
    sleeve = form(f"40.6,33! 44.6,35 48.8,42 50.2,50 48.0,54! 44.0,53.6 {target[0] + 2.6},{target[1] + 2.0}! {target[0] + 2.2},{target[1] - 2.2}! 43.0,45.0 40.6,40")
    brush.solid(sleeve, cast.mantle, 1.2)
    brush.detail(curve(f"44.4,38 46.6,44 {elbow[0]},50.0"), 1.0, cast.mantle.shade)
    cuff = ribbon([(target[0] + 2.0, target[1] - 2.0), (target[0] + 2.4, target[1] + 2.2)], [2.0, 2.0], "flat")
    grasp(brush, target, 0.95)
    brush.solid(cuff, cast.trim, 0.3)
    # The arm on the left shows the sign.
    carries = cast.suit in "oc"
    hand: Point = (14.4, 32.6) if carries else (15.4, 46.6 if cast.suit == "e" else 50.0)
    if not cast.held:
        carries, hand = False, (26.5, 50.5)
    if carries:
        limb(brush, [(22.0, 41.0), (18.4, 38.2), (15.8, 34.6)], [5.0, 4.2, 3.4], cast.coat, "round flat", 0.8)
        held_sign(brush, cast.suit, (hand[0] - 0.9, hand[1] - 0.8))
        palm(brush, hand)
        wide = form("26.0,32! 22.0,33.4 18.2,36.2 15.6,37.2! 15.8,41 17.0,46 18.4,51.6! 22,49 25.0,45 27.4,40!")
    else:
        if cast.held:
            lean = 3.0 if cast.suit == "e" else -5.0
            held_sign(brush, cast.suit, hand, lean=lean)
            limb(brush, [(23.0, 41.0), (20.0, 44.0), (hand[0] + 1.6, hand[1] - 0.2)], [5.0, 4.4, 3.5], cast.coat, "round flat", 0.8)
            fist(brush, hand, lean)
        else:
            held_sign(brush, cast.suit, (13.0, 30.5) if cast.suit in "oc" else (12.5, 44.0), size=0.85)
            fist(brush, hand)
        wide = form("26.0,32! 22.4,34 20.0,38.6 17.8,42.0! 17.6,46 18.6,51 20.2,55.6! 23.2,52 25.4,47 27.4,41!")
    brush.solid(wide, cast.mantle, 1.2)
    brush.detail(curve("24.6,36 21.6,41 19.6,47"), 1.0, cast.mantle.shade)


def draw(brush: Brush, cast: Cast, chance: Chance) -> None:
    _robe(brush, cast)
    _fronts(brush, cast)
    _arms(brush, cast, chance)
    _collar(brush)
    head(brush, cast, (32.6, 21.4), 1.08, chance.about(0.0, -6.0, 6.0))


