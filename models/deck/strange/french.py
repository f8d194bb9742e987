"""French cards, with indices in their corners, as bridge and poker are played with."""

from __future__ import annotations

from dataclasses import replace

from models.deck import figures
from models.deck.chance import Chance
from models.deck.drawing import typefaces
from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import hsv, mix
from models.deck.drawing.vector import Colour, Path, Transform, ellipse, form, rect, segment
from models.deck.ends.marks import Box, Marks, opposite
from models.deck.figures import modern
from models.deck.size import CENTRE, HEIGHT, MIDDLE, WIDTH
from models.deck.strange.words import typeface

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
NAMES = tuple(f"french-{rank}{suit}" for suit in "hdcs" for rank in RANKS)

_HEART = form("0,0.5! -0.5,-0.02 -0.44,-0.42 -0.18,-0.46 0,-0.2! 0.18,-0.46 0.44,-0.42 0.5,-0.02")
_DIAMOND = form("0,-0.56! 0.16,-0.24 0.4,0! 0.16,0.24 0,0.56! -0.16,0.24 -0.4,0! -0.16,-0.24")
_STEM = form("-0.2,0.52! -0.04,0.4 0,0.1! 0.04,0.4 0.2,0.52!")
_SIGNS: dict[str, Path] = {
    "h": _HEART,
    "d": _DIAMOND,
    "s": _HEART.moved(Transform.scale(1, -0.92)) + _STEM,
    "c": ellipse(0, -0.27, 0.24) + ellipse(-0.27, 0.1, 0.24) + ellipse(0.27, 0.1, 0.24) + ellipse(0, 0, 0.12) + _STEM,
}
_ROWS = {
    "2": ((1, 0.0), (1, 1.0)),
    "3": ((1, 0.0), (1, 0.5), (1, 1.0)),
    "4": ((2, 0.0), (2, 1.0)),
    "5": ((2, 0.0), (1, 0.5), (2, 1.0)),
    "6": ((2, 0.0), (2, 0.5), (2, 1.0)),
    "7": ((2, 0.0), (1, 0.25), (2, 0.5), (2, 1.0)),
    "8": ((2, 0.0), (1, 0.25), (2, 0.5), (1, 0.75), (2, 1.0)),
    "9": ((2, 0.0), (2, 0.333), (1, 0.5), (2, 0.667), (2, 1.0)),
    "10": ((2, 0.0), (1, 0.167), (2, 0.333), (2, 0.667), (1, 0.833), (2, 1.0)),
}


def draw(brush: Brush, rank: str, suit: str, chance: Chance) -> tuple[Colour, Marks]:
    """Paper and marks of the card of that rank and suit."""
    style = brush.style
    paper = mix("#ffffff", "#f4ecd8", chance.about(0.0, 0.0, 1.0))
    deck = Chance(style.seed, "french", False)
    red = hsv(deck.about(0, -8, 8), 0.85, deck.about(0.8, 0.65, 0.9))
    colour = red if suit in "hd" else hsv(230, 0.3, deck.about(0.1, 0.0, 0.15))
    font = typeface(style, deck)
    height = deck.about(7.0, 5.0, 13.0 if deck.happens(0.3) else 9.0)
    path, width = typefaces.text(rank, font, height)
    shrink = min(1.0, 9.5 / width)
    width *= shrink
    x, y = 7.2 - width / 2, deck.about(4.0, 2.8, 5.5)
    mark = _SIGNS[suit].moved(Transform.scale(height * 0.8).then(Transform.shift(7.2, y + height * 1.55)))
    corner = path.moved(Transform.scale(shrink, 1.0).then(Transform.shift(x, y))) + mark

    def print_sign(cx: float, cy: float, size: float, below: bool) -> None:
        place = Transform.scale(size, -size if below else size).then(Transform.shift(cx, cy))
        brush.fill(_SIGNS[suit].moved(place), colour)

    if rank in _ROWS:
        size = 12.5
        for count, share in _ROWS[rank]:
            for k in range(count):
                print_sign(MIDDLE + (k - (count - 1) / 2) * 22, 16 + share * 63, size, share > 0.5)
    elif rank == "A":
        print_sign(MIDDLE, CENTRE, deck.about(24, 14, 40), False)
    else:
        _court(brush, rank, suit, chance, colour)
    for place in (Transform(), modern.UPSIDE_DOWN):
        brush.fill(corner.moved(place), colour)
    number = int(rank) if rank.isdigit() else None
    box: Box = (x, y, x + width, y + height)
    boxes = () if number is None else (box, opposite(box, (WIDTH, HEIGHT)))
    return paper, Marks(number, None, boxes)


def _court(brush: Brush, rank: str, suit: str, chance: Chance, colour: Colour) -> None:
    panel = rect(12.5, 8.0, WIDTH - 25, HEIGHT - 16)
    inner = Brush(replace(brush.style, court="figure", pip_beside=True, figure_mirror=0.5, coin="disc", cup="half"))
    nodes = figures.somebody(inner, {"J": 10, "Q": 10, "K": 12}[rank], "o", chance)
    place = Transform.shift(-32, -25).then(Transform.scale(1.05)).then(Transform.shift(31, 27))
    with brush.group(clip=panel):
        modern.two_headed(brush, nodes, place, rect(0, 0, WIDTH, CENTRE))
        brush.line(segment(0, 50, WIDTH, 45), brush.ink, 0.5)
    brush.line(panel, colour, 0.35)
    for turned in (Transform(), modern.UPSIDE_DOWN):
        place = Transform.scale(8.0).then(Transform.shift(18.5, 15.0)).then(turned)
        brush.fill(_SIGNS[suit].moved(place), colour)
