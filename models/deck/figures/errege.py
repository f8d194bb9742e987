"""Errege: the king in his robe, twelve."""

from __future__ import annotations

from models.deck.chance import Chance
from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import Tone
from models.deck.drawing.vector import Path, Point, ellipse, form, polygon, ribbon, star
from models.deck.figures.cast import Cast
from models.deck.figures.head import head
from models.deck.figures.parts import Band, fist, folds, grasp, held_sign, limb, palm, shoe, trimming


def _ermine(brush: Brush, spots: list[Point]) -> None:
    for x, y in spots:
        brush.fill(form(f"{x},{y - 0.7}! {x + 0.45},{y + 0.5} {x},{y + 1.0} {x - 0.45},{y + 0.5}"), brush.ink)


def _brocade(brush: Brush, inside: Path, tone: Tone, kind: str) -> None:
    """Small signs woven into the robe."""
    if brush.style.figure_detail < 0.5:
        return
    with brush.group(clip=inside):
        for row in range(9):
            for column in range(5):
                x = 21.0 + column * 5.9 + (2.95 if row % 2 else 0.0)
                y = 37.0 + row * 4.6
                if kind in ("dots", "plain"):
                    for dx, dy in ((0.7, 0), (-0.7, 0), (0, 0.7), (0, -0.7)):
                        brush.fill(ellipse(x + dx, y + dy, 0.38), tone.light)
                elif kind == "diamonds":
                    brush.fill(polygon([(x, y - 1.1), (x + 0.75, y), (x, y + 1.1), (x - 0.75, y)]), tone.light)
                elif kind == "zigzag":
                    brush.fill(star(x, y, 1.2, 0.4, 4), tone.light)
                else:
                    brush.line(polygon([(x - 0.8, y), (x, y - 1.0), (x + 0.8, y)], closed=False), tone.light, 0.4)


def _robe(brush: Brush, cast: Cast) -> None:
    back = form(
        "22.5,33 27,29 38,29 42.8,33! 47.6,44 49.8,58 49.6,72 47.0,83.6! 44.5,86.8 41.0,84.8! 37,88 32,86.6! "
        "26,88.6 20,86.8! 14,89.6 9.6,87.8! 12.6,78 13.8,64 15.6,50 18.8,41"
    )
    brush.solid(back, Tone(cast.mantle.shade, cast.mantle.shade, cast.mantle.base), 0)
    tunic = form(
        "26,32! 39.5,32! 40.4,46 42.0,62 43.2,83.6! 40.6,85.6 37.8,84.2! 35.6,86.0 32.8,84.6! 30.0,86.4 27.4,84.8! "
        "24.8,86.4 22.4,85.0! 23.2,64 25.2,46"
    )
    shoe(brush, (28.6, 85.0), cast.boots, 7.0, -1.0)
    shoe(brush, (36.4, 85.0), cast.boots, 7.0, 1.0)
    brush.solid(tunic, cast.coat, 1.4)
    _brocade(brush, tunic, cast.coat, cast.trim_kind)
    folds(
        brush, cast.coat, "29.2,53 27.4,66 27.0,84", "33.0,60 33.2,72 32.8,84", "37.2,53 38.4,68 37.9,83.6", width=1.1
    )
    trimming(brush, tunic, Band(77.4, 4.2, 20, 47, 1.0), cast.trim_kind, cast.trim, cast.mantle)
    trimming(brush, tunic, Band(74.6, 1.2, 20, 47, 1.0), "plain", cast.trim, cast.mantle)
    brush.solid(form("31.2,52! 34.4,52! 34.8,68 35.0,72.0! 33.0,74.4! 30.8,72.0! 31.0,68"), cast.trim, 0.6)
    for y in (57.0, 61.4, 65.8, 70.0):
        brush.fill(polygon([(33.0, y - 1.4), (33.9, y), (33.0, y + 1.4), (32.1, y)]), cast.mantle.base)
    brush.solid(form("25.2,48.2! 32.8,50.2 40.6,48.2! 40.9,51.4! 32.8,53.6 24.9,51.4!"), cast.trim, 0.6)
    for x, y in ((27.6, 50.6), (29.9, 51.3), (36.0, 51.3), (38.4, 50.6)):
        brush.fill(ellipse(x, y, 0.6), cast.mantle.base)
    brush.solid(ellipse(32.8, 51.9, 2.0, 1.9), cast.mantle, 0.5)


def _fronts(brush: Brush, cast: Cast) -> None:
    """The mantle's two edges with their lining of ermine."""
    white = brush.palette.white
    right = form(
        "37.6,33! 43.0,33.4 47.6,45 49.8,58 49.6,72 47.2,84.6! 45.6,86.6 43.6,85.4! 42.4,87.2 41.2,87! "
        "43.0,74 42.6,60 41.2,46"
    )
    brush.solid(right, cast.mantle, 1.6)
    folds(
        brush, cast.mantle, "45.6,46 47.6,60 47.0,80", "44.6,44 45.9,56 45.9,70", "48.4,62 48.6,72 47.2,82", width=1.2
    )
    edge = ribbon([(38.8, 34), (41.4, 46), (42.9, 60), (43.2, 74), (41.8, 87)], [2.6, 2.8, 3.0, 3.0, 3.0], "flat")
    brush.solid(edge, white, 0.6)
    _ermine(brush, [(40.6, 42.0), (42.0, 50.0), (42.8, 58.0), (43.2, 66.0), (43.1, 74.0), (42.5, 81.0)])
    left = form(
        "27.8,33! 22.2,33.4 17.8,45 15.0,60 13.0,75 9.6,88! 13.2,89.8 16.6,87.6! 19.4,89.2 22.2,87.8! "
        "22.4,74 23.6,60 25.2,46"
    )
    brush.solid(left, cast.mantle, 1.6)
    folds(
        brush, cast.mantle, "21.0,52 18.0,66 16.4,86", "22.0,46 20.2,60 19.4,78", "17.6,58 15.4,72 12.8,86", width=1.2
    )
    edge = ribbon([(27.0, 34), (24.8, 46), (23.1, 60), (21.9, 74), (21.4, 88)], [2.6, 2.8, 3.0, 3.2, 3.4], "flat")
    brush.solid(edge, white, 0.6)
    _ermine(brush, [(25.6, 42.0), (24.2, 50.0), (23.0, 58.0), (22.3, 66.0), (21.8, 74.0), (21.4, 82.0)])


def _collar(brush: Brush, cast: Cast) -> None:
    shape = form(
        "20.6,36.4! 22.4,31.6 27.6,28.8! 33,28.4 38.4,28.6! 43.2,31.4 45.2,36.4! 42.6,39.2! 39.6,39.0 "
        "36.8,41.8! 34.6,42.0 "
        "33,45.0! 31.2,42.0 29.0,41.8! 26.2,39.0 23.2,39.2!"
    )
    brush.solid(shape, brush.palette.white, 1.0)
    _ermine(
        brush,
        [
            (23.6, 35.6),
            (26.8, 37.6),
            (29.8, 39.6),
            (36.2, 39.6),
            (39.2, 37.6),
            (42.4, 35.6),
            (25.2, 32.0),
            (41.0, 32.0),
        ],
    )
    for k in range(-6, 7):
        x, y = 33.0 + k * 1.12, 39.6 - 0.135 * k * k
        brush.solid(ellipse(x, y, 0.72), cast.trim, 0.1)
    brush.solid(ellipse(33.0, 40.6, 1.9), cast.trim, 0.5)
    brush.solid(ellipse(33.0, 40.6, 0.9), cast.mantle, 0.2)


def _arms(brush: Brush, cast: Cast) -> None:
    # The arm on the right lies across the body and holds the robe, a staff or the belt.
    if cast.other_hand == "staff":
        brush.solid(ribbon([(47.5, 26.0), (47.5, 86.0)], [1.3, 1.3], "flat"), cast.trim, 0.3)
        brush.solid(ellipse(47.5, 24.0, 2.6), cast.trim, 0.6)
        target: Point = (47.3, 48.0)
    else:
        target = (38.6, 51.4) if cast.other_hand != "down" else (46.0, 55.0)
    elbow: Point = (47.4, 46.5)
    sleeve = form(
        f"40.6,33! 44.6,35 48.8,42 50.2,50 48.0,54! 44.0,53.6 {target[0] + 2.6},{target[1] + 2.0}! "
        f"{target[0] + 2.2},{target[1] - 2.2}! 43.0,45.0 40.6,40"
    )
    brush.solid(sleeve, cast.mantle, 1.2)
    folds(brush, cast.mantle, f"44.0,38 46.6,44 {elbow[0]},50.0", "43.0,41 45.0,45.4 44.6,49.6")
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
        rim: list[Point] = [(16.0, 37.6), (16.4, 44.0), (18.4, 51.0)]
        wide = form("26.0,32! 22.0,33.4 18.2,36.2 15.6,37.2! 15.8,41 17.0,46 18.4,51.6! 22,49 25.0,45 27.4,40!")
    else:
        if cast.held:
            lean = 3.0 if cast.suit == "e" else -5.0
            held_sign(brush, cast.suit, hand, lean=lean)
            limb(
                brush,
                [(23.0, 41.0), (20.0, 44.0), (hand[0] + 1.6, hand[1] - 0.2)],
                [5.0, 4.4, 3.5],
                cast.coat,
                "round flat",
                0.8,
            )
            fist(brush, hand, lean)
        else:
            held_sign(brush, cast.suit, (13.0, 30.5) if cast.suit in "oc" else (12.5, 44.0), size=0.85)
            fist(brush, hand)
        rim = [(18.2, 42.4), (18.3, 48.5), (20.2, 55.0)]
        wide = form("26.0,32! 22.4,34 20.0,38.6 17.8,42.0! 17.6,46 18.6,51 20.2,55.6! 23.2,52 25.4,47 27.4,41!")
    brush.solid(wide, cast.mantle, 1.2)
    folds(brush, cast.mantle, "24.8,37 21.8,41 20.4,47", "26.0,37 23.6,42 22.0,48")
    brush.solid(ribbon(rim, [1.8, 2.1, 1.8]), brush.palette.white, 0.3)


def draw(brush: Brush, cast: Cast, chance: Chance) -> None:
    _robe(brush, cast)
    _fronts(brush, cast)
    _arms(brush, cast)
    _collar(brush, cast)
    head(brush, cast, (32.6, 21.4), 1.08, chance.about(0.0, -6.0, 6.0))
