"""The printable sheets: A4, cards at their real size, cutting marks, and backs that meet their faces."""

from __future__ import annotations

from dataclasses import replace

from models.deck import backs, faces
from models.deck.drawing.vector import Drawing, Group, Symbol, Transform, Use, rounded, segment
from models.deck.printing.pdf import Document
from models.deck.size import CORNER, HEIGHT, WIDTH
from models.deck.style import DeckStyle

PAGE_WIDTH, PAGE_HEIGHT = 210.0, 297.0
COLUMNS, ROWS = 3, 3
PER_PAGE = COLUMNS * ROWS
_MARK = 4.0
_OFF = 1.0


def slots() -> list[tuple[float, float]]:
    """The upper left corners of a page's cards. Cards touch: one cut serves two of them."""
    x0, y0 = (PAGE_WIDTH - COLUMNS * WIDTH) / 2, (PAGE_HEIGHT - ROWS * HEIGHT) / 2
    return [(x0 + c * WIDTH, y0 + r * HEIGHT) for r in range(ROWS) for c in range(COLUMNS)]


def mirrored_slots() -> list[tuple[float, float]]:
    """Where the backs go: turned over its long edge, the page brings each behind its face."""
    return [(PAGE_WIDTH - x - WIDTH, y) for x, y in slots()]


def _marks(page: Drawing) -> None:
    places = slots()
    xs = sorted({x for x, _ in places} | {x + WIDTH for x, _ in places})
    ys = sorted({y for _, y in places} | {y + HEIGHT for _, y in places})
    for x in xs:
        page.line(segment(x, ys[0] - _OFF - _MARK, x, ys[0] - _OFF), "#000000", 0.15)
        page.line(segment(x, ys[-1] + _OFF, x, ys[-1] + _OFF + _MARK), "#000000", 0.15)
    for y in ys:
        page.line(segment(xs[0] - _OFF - _MARK, y, xs[0] - _OFF, y), "#000000", 0.15)
        page.line(segment(xs[-1] + _OFF, y, xs[-1] + _OFF + _MARK, y), "#000000", 0.15)


def sheet(style: DeckStyle) -> bytes:
    """The forty faces and as many backs, as a PDF: every page of faces is followed by its backs. All cards are of
    61 x 95 mm, straight and whole, whatever the style's own are."""
    style = replace(style, width=WIDTH, height=HEIGHT, corner=CORNER, trim=(0.0, 0.0, 0.0, 0.0), crooked=0.0)
    file = Document(PAGE_WIDTH, PAGE_HEIGHT, "hamarreko: a Spanish deck of forty")
    artist = faces.Artist(style)
    shape = rounded(0, 0, WIDTH, HEIGHT, CORNER)
    reverse = Symbol((Group(tuple(backs.draw(style)), clip=shape),))
    for first in range(0, len(faces.CARDS), PER_PAGE):
        names = faces.CARDS[first : first + PER_PAGE]
        front, behind = Drawing(), Drawing()
        _marks(front)
        _marks(behind)
        for name, (x, y), (bx, by) in zip(names, slots(), mirrored_slots(), strict=False):
            with front.group(Transform.shift(x, y)):
                front.add(Group(tuple(artist.face(name)), clip=shape))
                front.line(shape, "#b0b0b0", 0.1)
            behind.add(Use(reverse, Transform.shift(bx, by)))
        file.page(front.nodes)
        file.page(behind.nodes)
    return file.close()
