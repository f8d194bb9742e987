"""The index: a card's number in two of its corners, or in four, in a typeface or drawn with a pen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.deck.drawing import typefaces
from models.deck.drawing.vector import (
    Colour,
    Drawing,
    Path,
    Point,
    Shape,
    Symbol,
    Transform,
    Use,
    ellipse,
    rect,
    rounded,
)
from models.deck.ends import digits
from models.deck.ends.frame import Frame
from models.deck.ends.marks import Box, opposite

PENS = ("serif", "sans", "condensed", "bold", "hairline")
RESERVED_PENS = ("script", "oldstyle", "slab", "fat", "wedge")
"""Drawn with a pen, so that no font file has them; the reserved ones are only in held-out decks."""
BOXES = ("plain", "round", "disc")
HALO = 0.3
"""Width of the paper-coloured line along a number's outline, in its heights; half of it lies outside."""


@dataclass(frozen=True)
class Index:
    """The number in the corners. Millimetres, from the card's edge to the digits' box."""

    font: str = "house"
    """A pen of `digits.FONTS`, a standard typeface or a font file."""
    height: float = 4.8
    x: float = 5.0
    y: float = 5.2
    corners: int = 2
    """Two, four, or none."""
    box: str = "none"
    suit_mark: bool = False
    wide: float = 1.0
    slant: float = 0.0
    weight: float = 0.0
    """By how much of its height each stroke is thicker than the typeface's."""
    outlined: bool = False
    filled: bool = False
    """The box is printed in the number's colour, and the number is paper."""
    clear: bool = False
    """A rectangle of paper behind the number interrupts the frame's line."""
    of_suit: bool = False
    """In a colour of its suit."""


def random_index(rng: np.random.Generator, frame: Frame, fonts: tuple[str, ...], held_out: bool) -> Index:
    """A maker's index beside, on or inside that frame. `fonts`: files to choose typefaces from."""
    height, x, y, clear = _place(rng, frame)
    font = _font(rng, fonts, held_out)
    boxed = rng.random() < 0.12
    outlined = bool(height > 4.5 and rng.random() < 0.06)
    return Index(
        font=font,
        height=height,
        x=x,
        y=y,
        corners=int(rng.choice([0, 2, 4], p=[0.05, 0.83, 0.12])),
        box=str(rng.choice(BOXES)) if boxed else "none",
        suit_mark=bool(rng.random() < 0.15),
        wide=float(rng.choice([1.0, rng.uniform(0.6, 1.0), rng.uniform(1.0, 1.25)], p=[0.6, 0.27, 0.13])),
        slant=float(rng.choice([0.0, rng.uniform(0.08, 0.3), rng.uniform(-0.15, 0.0)], p=[0.82, 0.14, 0.04])),
        weight=0.0 if outlined else float(rng.choice([0.0, rng.uniform(0.0, 0.07)])),
        outlined=outlined,
        filled=bool(boxed and rng.random() < 0.4),
        clear=clear,
        of_suit=bool(rng.random() < 0.15),
    )


def _place(rng: np.random.Generator, frame: Frame) -> tuple[float, float, float, bool]:
    """An index's height, x and y in that frame, and whether it interrupts the frame's line."""
    height = float(
        rng.choice([rng.uniform(2.2, 3.2), rng.uniform(3.2, 5.5), rng.uniform(5.5, 9.0)], p=[0.2, 0.55, 0.25])
    )
    place = rng.random()
    margin = float(rng.uniform(0.5, 2.4))
    line, deep = frame.inset, max(frame.inset + frame.short_inset, 0.8)
    if not frame.lines:
        x = float(rng.uniform(2.0, 6.5))
        return height, x, x + float(rng.uniform(-0.6, 1.5)), False
    if place < 0.3 and min(line, deep) > 2.9:
        # Outside of the frame there is room for small digits only.
        height = min(height, max(2.2, deep - 0.9))
        x = float(rng.uniform(0.9, max(1.0, line - 0.55 * height - 0.4))) if rng.random() < 0.5 else line
        return height, x, float(rng.uniform(0.6, max(0.7, deep - height - 0.3))), False
    if place < 0.5:
        # On the line: over its corner, its long or its short side.
        side = int(rng.integers(3))
        x = line - height * 0.3 if side < 2 else line + margin + 1.0
        y = deep - height * 0.5 if side != 1 else deep + margin + 1.0
        return height, max(x, 0.9), max(y, 0.9), True
    inner = (frame.spacing if frame.lines == 2 else 0.0) + margin
    return height, line + inner, deep + inner + float(rng.uniform(-0.4, 1.2)), False


def _font(rng: np.random.Generator, fonts: tuple[str, ...], held_out: bool) -> str:
    kind = rng.random()
    share = float(rng.random())
    pen = PENS[int(rng.integers(len(PENS)))]
    if held_out:
        return RESERVED_PENS[int(rng.integers(len(RESERVED_PENS)))]
    if kind < 0.12:
        return pen
    if kind < 0.3 or not fonts:
        return typefaces.STANDARD[int(share * len(typefaces.STANDARD))]
    return typefaces.choose(fonts, share)


def number(text: str, index: Index) -> tuple[list[Path], float]:
    """The number's outlines from the origin downwards, and its width. NoTypefaceError where its font is not there."""
    if index.font in digits.FONTS:
        paths, width = digits.number(text, index.font, index.height)
    else:
        path, width = typefaces.text(text, index.font, index.height)
        paths = [path]
    if index.wide == 1.0 and index.slant == 0.0:
        return paths, width
    low = Transform.shift(0, -index.height)
    change = low.then(Transform.scale(index.wide, 1.0)).then(Transform.slant(index.slant))
    paths = [path.moved(change.then(Transform.shift(0, index.height))) for path in paths]
    xs = [x for path in paths for x, _ in path.points]
    return [path.moved(Transform.shift(-min(xs), 0)) for path in paths], max(xs) - min(xs)


def _frame_of(index: Index, width: float) -> Path:
    """The outline of the box that the number stands in."""
    height = index.height
    if index.box == "disc":
        return ellipse(width / 2, height / 2, max(width, height) * 0.5 + height * 0.22)
    pad = height * 0.18
    return rounded(-pad, -pad, width + 2 * pad, height + 2 * pad, pad if index.box == "round" else 0.0)


def draw(
    drawing: Drawing, index: Index, text: str, colours: tuple[Colour, Colour, Colour], pip: Symbol, size: Point
) -> list[Box]:
    """The number in its corners, `colours` the number's, the paper's and the line's. Gives the boxes of the numbers,
    the first in the upper left corner, the second in the lower right one."""
    if index.corners == 0:
        return []
    paths, width = number(text, index)
    symbol = _corner(index, paths, width, colours, pip)
    wide, high = size
    half_turn = Transform.turn(180).then(Transform.shift(wide, high))
    places = [Transform.shift(index.x, index.y)]
    if index.corners == 4:
        places.append(Transform.shift(wide - index.x - width, index.y))
    drawing.add(*(Use(symbol, place) for first in places for place in (first, first.then(half_turn))))
    heights = [y for path in paths for _, y in path.points]
    boxes = [(place.e, place.f + min(heights), place.e + width, place.f + max(heights)) for place in places]
    return [end for box in boxes for end in (box, opposite(box, size))]


def _corner(
    index: Index, paths: list[Path], width: float, colours: tuple[Colour, Colour, Colour], pip: Symbol
) -> Symbol:
    """What stands in each corner: the number, in a box or not, and perhaps the suit's sign below it."""
    ink, paper, line = colours
    height, boxed = index.height, index.box != "none"
    corner = Drawing()
    if index.clear and not boxed:
        corner.fill(rect(-0.7, -0.7, width + 1.4, height + 1.4), paper)
    if boxed:
        shape = _frame_of(index, width)
        corner.fill(shape, ink if index.filled else paper)
        corner.line(shape, line, max(0.15, height * 0.04))
    else:
        # Makers keep their art clear of the number.
        corner.add(*(Shape(path, paper, paper, height * HALO) for path in paths))
    body = paper if boxed and index.filled else ink
    for path in paths:
        if index.outlined:
            corner.add(Shape(path, paper, body, max(0.22, height * 0.05)))
        elif index.weight > 0:
            corner.add(Shape(path, body, body, height * index.weight))
        else:
            corner.fill(path, body)
    if index.suit_mark:
        mark = height * 0.95
        corner.add(Use(pip, Transform.shift(max(width, mark * 0.6) / 2, height * 1.2 + mark / 2)))
    return Symbol(tuple(corner.nodes))
