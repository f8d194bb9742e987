"""Pixel fonts, icons and the canvas that the display's screens are drawn on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import Final

from PIL import Image, ImageDraw

WIDTH, HEIGHT = 128, 64
"""The display's pixels."""


_SPACES: Final = (" ", "\N{NO-BREAK SPACE}")
_BREAKS: Final = re.compile(r"[ \n]+")
"""Where a text may be broken: at a no-break space, as French has it before a colon, it may not."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """One character's lit pixels, as (x, y) from the cell's top left corner, and its width."""

    width: int
    lit: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Font:
    """Glyphs by name (a character, or a word for an icon), the cell's height and the width of a space."""

    height: int
    space: int
    glyphs: dict[str, Glyph]

    def glyph(self, name: str) -> Glyph:
        """The glyph of a character; a box for one that the font lacks."""
        if name in _SPACES:
            return Glyph(self.space, ())
        return self.glyphs.get(name) or _BOX

    def width(self, text: str) -> int:
        """How many pixels wide a text is."""
        return sum(self.glyph(c).width + 1 for c in text) - 1 if text else 0

    def wrap(self, text: str, width: int) -> list[str]:
        """The text in lines of at most `width` pixels, broken between words (or within one that is too long)."""
        lines: list[str] = []
        for word in filter(None, _BREAKS.split(text)):
            if lines and self.width(f"{lines[-1]} {word}") <= width:
                lines[-1] = f"{lines[-1]} {word}"
                continue
            rest = word
            while self.width(rest) > width:
                cut = next(n for n in range(len(rest) - 1, 0, -1) if n == 1 or self.width(rest[:n]) <= width)
                lines.append(rest[:cut])
                rest = rest[cut:]
            lines.append(rest)
        return lines


_BOX = Glyph(4, tuple((x, y) for x in range(4) for y in range(3, 10) if x in (0, 3) or y in (3, 9)))


def parse_font(text: str) -> Font:
    """A font from its text form: sheets of glyphs side by side, accents, and composed characters."""
    height = space = 0
    glyphs: dict[str, Glyph] = {}
    accents: dict[str, tuple[Glyph, bool]] = {}
    for block in _blocks(text):
        head = block[0].split()
        if head[0] == "sheet":
            glyphs.update(_sheet(block[1].split(), block[2:], int(head[2])))
        elif head[0] == "accent":
            accents[head[1]] = (next(iter(_sheet(["x"], block[1:], 0).values())), head[-1] == "below")
        else:
            for line in block:
                words = line.split()
                match words:
                    case ["height", number]:
                        height = int(number)
                    case ["space", number]:
                        space = int(number)
                    case ["compose", name, base, accent]:
                        glyphs[name] = _composed(glyphs[base], *accents[accent])
                    case _:
                        raise ValueError(f"a font file says {line!r}, which is none of its words")
    return Font(height, space, glyphs)


def _blocks(text: str) -> Iterator[list[str]]:
    """The file's paragraphs, without the comments that stand before a paragraph's first word."""
    block: list[str] = []
    for line in [*text.splitlines(), ""]:
        if line.strip() and not (not block and line.startswith("# ")):
            block.append(line)
        elif not line.strip() and block:
            yield block
            block = []


def _sheet(names: Sequence[str], rows: Sequence[str], top: int) -> dict[str, Glyph]:
    """The glyphs of a sheet. ValueError where a row has more characters than another, or is wider."""
    glyphs = {}
    for name, *cells in zip(names, *(row.split() for row in rows), strict=True):
        columns = list(zip(*cells, strict=True))
        lit = tuple((x, top + y) for x, column in enumerate(columns) for y, mark in enumerate(column) if mark == "#")
        glyphs[name] = Glyph(len(columns), lit)
    return glyphs


def _composed(base: Glyph, accent: Glyph, below: bool) -> Glyph:
    highest = min(y for _, y in base.lit)
    top = 10 if below else max(highest - 3, 1)
    shift = (base.width - accent.width + 1) // 2
    marks = tuple((x + shift, y + top) for x, y in accent.lit)
    left = min([0, *(x for x, _ in marks)])
    both = sorted({(x - left, y) for x, y in (*base.lit, *marks)})
    return Glyph(max(base.width - left, *(x + 1 for x, _ in both)), tuple(both))


@lru_cache(maxsize=8)
def font(name: str) -> Font:
    """A font of the project by its name: `text`, `numerals` or `icons`."""
    return parse_font(files("firmware.screens").joinpath(f"fonts/{name}.font").read_text("utf-8"))


class Canvas:
    """A 1-bit picture of the display under construction."""

    def __init__(self) -> None:
        """Begin with every pixel dark."""
        self.image = Image.new("1", (WIDTH, HEIGHT))
        self._draw = ImageDraw.Draw(self.image)

    def dot(self, x: int, y: int, lit: bool = True) -> None:
        """One pixel; outside the display nothing happens."""
        self._draw.point((x, y), 255 if lit else 0)

    def box(self, x: int, y: int, width: int, height: int, lit: bool = True) -> None:
        """A filled rectangle."""
        if width > 0 and height > 0:
            self.image.paste(255 if lit else 0, (x, y, x + width, y + height))

    def frame(self, x: int, y: int, width: int, height: int, lit: bool = True) -> None:
        """A rectangle's outline with rounded corners."""
        for row in (y, y + height - 1):
            self.box(x + 1, row, width - 2, 1, lit)
        for column in (x, x + width - 1):
            self.box(column, y + 1, 1, height - 2, lit)

    def pill(self, x: int, y: int, width: int, height: int, lit: bool = True) -> None:
        """A filled rectangle with its four corner pixels cut."""
        self.box(x, y, width, height, lit)
        for column in (x, x + width - 1):
            for row in (y, y + height - 1):
                self.dot(column, row, not lit)

    def dots(self, y: int, left: int = 0, right: int = WIDTH) -> None:
        """A dotted line."""
        for x in range(left, right, 3):
            self.dot(x, y)

    def glyph(self, x: int, y: int, glyph: Glyph, lit: bool = True, scale: int = 1) -> None:
        """One glyph; at scale 2 its steps are smoothed."""
        for gx, gy in _doubled(glyph).lit if scale == 2 else glyph.lit:
            self.dot(x + gx, y + gy, lit)

    def write(self, x: int, y: int, text: str, face: str = "text", lit: bool = True, scale: int = 1) -> int:
        """A line of text from x on; its cell's top at y. Returns the x behind it."""
        letters = font(face)
        for character in text:
            glyph = letters.glyph(character)
            self.glyph(x, y, glyph, lit, scale)
            x += (glyph.width + 1) * scale
        return x

    def centre(self, x: int, y: int, text: str, face: str = "text", lit: bool = True, scale: int = 1) -> None:
        """A line of text around x."""
        self.write(x - font(face).width(text) * scale // 2, y, text, face, lit, scale)

    def right(self, x: int, y: int, text: str, face: str = "text", lit: bool = True) -> None:
        """A line of text that ends at x (its last pixel is x - 1)."""
        self.write(x - font(face).width(text), y, text, face, lit)

    def icon(self, x: int, y: int, name: str, lit: bool = True, scale: int = 1) -> int:
        """An icon with its cell's top left corner at x, y. Returns the x behind it."""
        glyph = font("icons").glyph(name)
        self.glyph(x, y, glyph, lit, scale)
        return x + (glyph.width + 1) * scale


@lru_cache(maxsize=512)
def _doubled(glyph: Glyph) -> Glyph:
    """A glyph at twice its size, the inner corners of its steps filled so that slants and curves run smooth."""
    lit = set(glyph.lit)
    doubled = {(2 * x + dx, 2 * y + dy) for x, y in lit for dx in (0, 1) for dy in (0, 1)}
    for x in range(glyph.width):
        for y in range(1 + max((y for _, y in lit), default=0)):
            if (x, y) in lit:
                continue
            for side, dx in ((x - 1, 0), (x + 1, 1)):
                for level, dy in ((y - 1, 0), (y + 1, 1)):
                    across, along = (2 * x - side, y), (x, 2 * y - level)
                    if (side, y) in lit and (x, level) in lit and across not in lit and along not in lit:
                        doubled.add((2 * x + dx, 2 * y + dy))
    return replace(glyph, width=2 * glyph.width, lit=tuple(sorted(doubled)))
