"""Errege: the king in his robe, twelve."""

from __future__ import annotations

from models.deck.chance import Chance
from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import Tone
from models.deck.drawing.drawn import folds, paint
from models.deck.drawing.vector import Path, Point, ellipse, form, polygon, ribbon, star
from models.deck.figures.cast import Cast
from models.deck.figures.head import head
from models.deck.figures.parts import fist, grasp, held_sign, limb, palm, shoe, trimming
from models.deck.tables import table

_DRAWN = table("figures/errege")


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
    paint(brush, _DRAWN["back"], cast)
    shoe(brush, (28.6, 85.0), cast.boots, 7.0, -1.0)
    shoe(brush, (36.4, 85.0), cast.boots, 7.0, 1.0)
    tunic = paint(brush, _DRAWN["tunic"], cast)
    _brocade(brush, tunic, cast.coat, cast.trim_kind)
    paint(brush, _DRAWN["tunic_folds"], cast)
    trimming(brush, tunic, (77.4, 4.2, 20, 47, 1.0), cast, cast.mantle)
    trimming(brush, tunic, (74.6, 1.2, 20, 47, 1.0), cast, cast.mantle, plain=True)
    paint(brush, _DRAWN["belt"], cast)


def _arms(brush: Brush, cast: Cast) -> None:
    # The arm on the right lies across the body and holds the robe, a staff or the belt.
    if cast.other_hand == "staff":
        paint(brush, _DRAWN["staff"], cast)
        target: Point = (47.3, 48.0)
    else:
        target = (38.6, 51.4) if cast.other_hand != "down" else (46.0, 55.0)
    sleeve = form(
        f"40.6,33! 44.6,35 48.8,42 50.2,50 48.0,54! 44.0,53.6 {target[0] + 2.6},{target[1] + 2.0}! "
        f"{target[0] + 2.2},{target[1] - 2.2}! 43.0,45.0 40.6,40"
    )
    brush.solid(sleeve, cast.mantle, 1.2)
    folds(brush, cast.mantle, "44.0,38 46.6,44 47.4,50.0", "43.0,41 45.0,45.4 44.6,49.6")
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
    paint(brush, _DRAWN["carrying_sleeve" if carries else "lowered_sleeve"], cast)


def draw(brush: Brush, cast: Cast, chance: Chance) -> None:
    _robe(brush, cast)
    paint(brush, _DRAWN["fronts"], cast)
    _arms(brush, cast)
    paint(brush, _DRAWN["collar"], cast)
    head(brush, cast, (32.6, 21.4), 1.08, chance.about(0.0, -6.0, 6.0))
