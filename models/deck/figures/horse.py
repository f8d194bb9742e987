"""The horse, looking to the left."""

from __future__ import annotations

from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import Tone
from models.deck.drawing.vector import Path, Point, Transform, curve, ellipse, form, ribbon
from models.deck.figures.cast import Cast
from models.deck.figures.parts import Band, limb, trimming

_BODY = (
    "19.0,58 22.0,53.5 27.5,51.5 34,53.6 40.5,52.6 46.5,51.4 51.0,54.4 52.8,60 51.0,66 46.0,67.0 "
    "40.5,69.8 33,71.0 25.5,70.6 20.4,67.0 18.4,62"
)
_NECK = (
    "29.5,53 26.8,45.5 23.6,39.0 20.2,35.0 17.4,34.2 14.9,36.2 12.4,40.4 9.6,45.0 8.6,47.4 9.0,49.4 "
    "10.8,50.0 12.4,48.8 14.4,47.6 16.6,47.4 17.8,48.4! 18.0,52.5 17.6,57.5 20,64 26,62"
)

_LEGS: dict[str, tuple[list[Point], list[Point], list[Point], list[Point]]] = {
    # near fore, far fore, near hind, far hind: from the body to the fetlock
    "trot": (
        [(22.5, 64), (18.0, 69.5), (13.4, 73.0), (15.6, 78.0), (17.4, 81.4)],
        [(25.5, 65), (25.2, 71.0), (25.4, 76.0), (25.2, 81.0), (25.4, 84.6)],
        [(46.5, 60), (43.0, 68.5), (41.8, 72.5), (45.6, 77.5), (43.4, 84.4)],
        [(49.0, 60), (47.8, 68.0), (47.6, 71.8), (51.0, 76.6), (49.2, 83.4)],
    ),
    "stand": (
        [(22.0, 64), (21.4, 71.0), (21.4, 75.5), (21.2, 80.5), (21.2, 84.6)],
        [(25.5, 65), (26.2, 71.0), (26.4, 75.5), (26.4, 80.5), (26.4, 84.2)],
        [(46.5, 60), (44.2, 68.5), (43.8, 72.0), (47.4, 77.0), (46.6, 84.6)],
        [(49.0, 60), (48.6, 68.0), (48.6, 71.5), (52.2, 76.5), (51.6, 84.0)],
    ),
    "walk": (
        [(22.0, 64), (19.0, 70.5), (17.4, 75.0), (16.2, 80.0), (15.4, 84.2)],
        [(25.5, 65), (26.8, 71.0), (27.8, 75.5), (29.4, 79.8), (31.4, 83.0)],
        [(46.5, 60), (44.0, 68.5), (42.6, 72.5), (44.4, 78.0), (41.8, 84.4)],
        [(49.0, 60), (49.2, 68.0), (49.8, 71.5), (53.8, 76.5), (54.4, 83.4)],
    ),
    "rear": (
        [(22.0, 64), (15.6, 66.0), (11.6, 68.0), (13.2, 73.0), (15.4, 76.0)],
        [(24.5, 65), (18.4, 69.5), (15.4, 73.0), (18.4, 77.2), (20.6, 79.6)],
        [(46.5, 60), (43.4, 68.5), (42.4, 72.5), (46.0, 77.0), (44.0, 84.4)],
        [(49.0, 60), (48.0, 68.0), (48.0, 71.5), (51.8, 76.5), (50.6, 83.8)],
    ),
}


def _hoof(brush: Brush, above: Point, at: Point, tone: str) -> None:
    dx, dy = at[0] - above[0], at[1] - above[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    place = Transform(dy / length, -dx / length, dx / length, dy / length, *at)
    shape = form("-1.5,-0.2! 1.5,-0.2! 1.9,2.6! -2.7,2.6! -2.2,1.2").moved(place)
    brush.fill(shape, tone)
    brush.outline(shape)


def _leg(brush: Brush, cast: Cast, points: list[Point], hind: bool, near: bool) -> None:
    widths = [11.0, 7.6, 4.6, 3.5, 2.9] if hind else [8.0, 5.6, 3.8, 2.7, 2.7]
    tone = cast.horse
    if not near:
        tone = Tone(tone.shade, tone.shade, tone.base)
        widths = [w * 0.94 for w in widths]
    _hoof(brush, points[-2], points[-1], cast.mane.shade)
    limb(brush, points, widths, tone, "round flat", 0.8)


_CREST: list[Point] = [(18.4, 34.4), (20.6, 35.6), (22.6, 37.8), (24.4, 40.8), (26.0, 44.0), (27.6, 47.4), (29.0, 50.6)]


def _mane(brush: Brush, cast: Cast) -> None:
    """Locks along the neck's crest: each one lies over the next below."""
    for k in range(len(_CREST) - 1, -1, -1):
        x, y = _CREST[k]
        long = 1.0 if k else 0.8
        points = [(x, y - 0.6), (x + 1.9, y + 2.4), (x + 0.9, y + 5.6 * long), (x + 2.0, y + 8.2 * long)]
        brush.solid(ribbon(points, [2.4, 3.0, 2.4, 0.15], "round sharp", 4), cast.mane, 0.6)
        inner = [(x + 0.4, y + 0.8), (x + 1.6, y + 3.2), (x + 1.0, y + 5.8 * long)]
        brush.stroke(inner, [0.05, 0.3, 0.05], cast.mane.light)
    brush.solid(ribbon([(18.0, 33.4), (16.2, 34.6), (15.2, 37.6)], [1.6, 1.9, 0.15], "round sharp", 4), cast.mane, 0.3)


def _head(brush: Brush, cast: Cast) -> None:
    for text in (
        "17.6,35.0! 17.4,32.0 18.8,29.6! 20.4,32.0 20.2,35.2!",
        "15.6,36.0! 15.0,33.2 15.8,30.8! 17.6,32.8 18.0,35.2!",
    ):
        brush.solid(form(text), cast.horse, 0.4)
    brush.fill(form("14.4,39.6! 15.2,38.8 16.4,39.4! 15.4,40.4"), brush.ink)
    brush.detail(curve("13.9,39.2 15.2,38.2 16.9,39.0"), 1.0)
    brush.fill(ellipse(9.9, 46.9, 0.42, 0.62), brush.ink)
    brush.detail(curve("9.2,48.9 10.4,48.5 11.4,48.8"), 0.9)
    brush.detail(curve("17.8,48.0 18.8,45.2 17.9,42.4"), 0.8, cast.horse.shade)
    harness = cast.harness.shade
    for line in (
        "11.0,43.0 12.4,44.6 12.5,48.6",
        "12.4,44.6 15.8,42.8 17.8,36.2",
        "14.6,36.8 17.4,38.6 20.0,38.4",
        "17.4,38.4 18.4,42.6 17.8,47.6",
    ):
        brush.line(curve(line), harness, 0.8)
    for x, y in ((12.4, 44.6), (17.4, 38.5), (12.5, 48.2)):
        brush.solid(ellipse(x, y, 0.75), brush.palette.hilt, 0)


def _tail(brush: Brush, cast: Cast) -> None:
    for points, widths in (
        ([(50.4, 55.4), (54.8, 56.6), (55.2, 64.0), (53.4, 71.0), (55.8, 78.4)], [2.6, 4.2, 4.6, 4.0, 0.2]),
        ([(50.4, 55.6), (53.6, 57.6), (53.4, 65.0), (51.4, 71.6), (52.4, 76.6)], [2.4, 3.4, 3.4, 3.0, 0.2]),
    ):
        brush.solid(ribbon(points, widths, "round sharp", 4), cast.mane, 0.7)
        brush.stroke([(x - 0.3, y + 0.5) for x, y in points[1:]], [0.05, 0.35, 0.3, 0.05], cast.mane.light)


def draw_behind(brush: Brush, cast: Cast) -> None:
    """Everything of the horse that the rider's near leg is in front of."""
    near_fore, far_fore, near_hind, far_hind = _LEGS[cast.gait]
    _tail(brush, cast)
    _leg(brush, cast, far_fore, False, False)
    _leg(brush, cast, far_hind, True, False)
    body = form(_BODY)
    _leg(brush, cast, near_hind, True, True)
    _leg(brush, cast, near_fore, False, True)
    # The near legs grow out of the body: the body's fill hides their upper ends, its outline stops short of them.
    brush.solid(body, cast.horse, 1.8, outline=False)
    brush.detail(curve("46.4,51.4 51.0,54.4 52.8,60 51.2,65.4"), 1.4)
    brush.detail(curve("42.2,69.0 37,70.8 31,71.0 26.4,70.6"), 1.4)
    brush.detail(curve("43.6,59.6 41.4,64.0 41.8,67.4"), 1.0, cast.horse.shade)
    brush.detail(curve("26.2,60.6 25.8,65.0 23.6,68.0"), 1.0, cast.horse.shade)
    cloth = form("25.6,53.0! 33,55.0 42.0,53.2! 44.2,60 43.4,67.4! 34.0,69.6 25.4,67.6! 24.4,60")
    brush.solid(cloth, cast.harness, 1.2)
    trimming(brush, cloth, Band(63.8, 2.8, 22, 46, 1.6), cast.trim_kind, cast.trim, cast.harness)
    _fringe(brush, cast)
    neck = form(_NECK)
    brush.solid(neck, cast.horse, 1.2, outline=False)
    brush.detail(
        curve(
            "20.2,35.0 17.4,34.2 14.9,36.2 12.4,40.4 9.6,45.0 8.6,47.4 9.0,49.4 10.8,50.0 12.4,48.8 "
            "14.4,47.6 16.6,47.4 17.8,48.4"
        ),
        1.4,
    )
    brush.detail(curve("17.8,48.4 18.0,52.5 17.6,57.5 18.6,62.5 20.2,66.0"), 1.4)
    _mane(brush, cast)
    strap: Path = ribbon([(27.0, 56.0), (22.6, 58.8), (17.8, 57.6)], [1.6, 1.8, 1.6], "flat")
    brush.solid(strap, cast.harness, 0.3)
    brush.solid(ellipse(21.0, 58.8, 1.3), brush.palette.hilt, 0.3)
    brush.solid(ribbon([(43.4, 58.0), (47.6, 60.2), (52.4, 59.6)], [1.5, 1.7, 1.5], "flat"), cast.harness, 0.3)
    brush.solid(ellipse(48.0, 60.2, 1.2), brush.palette.hilt, 0.3)
    _head(brush, cast)


def _fringe(brush: Brush, cast: Cast) -> None:
    for k in range(10):
        x = 26.2 + k * 1.86
        y = 67.4 + 1.9 * (1 - ((x - 34.4) / 9.2) ** 2)
        brush.solid(form(f"{x - 0.5},{y}! {x + 0.5},{y}! {x + 0.75},{y + 2.0}! {x - 0.75},{y + 2.0}!"), cast.trim, 0)
