"""Drawing in a deck's manner: its outlines and its shading."""

from __future__ import annotations

from collections.abc import Sequence

from models.deck.drawing.colour import Tone
from models.deck.drawing.vector import Colour, Drawing, Path, Point, Shape, Transform, bounds, ribbon, segment
from models.deck.style import DeckStyle


class Brush(Drawing):
    """A drawing whose shapes have the style's outlines and shading. Light falls from the upper left.

    `unit`: by how much the drawing will be enlarged; lines and misprints are as broad on the card as elsewhere.
    """

    def __init__(self, style: DeckStyle, unit: float = 1.0) -> None:
        super().__init__()
        self.style = style
        self.unit = unit
        self.palette = style.palette
        self.ink: Colour = style.palette.ink
        self.weight = style.line / unit

    def solid(
        self, path: Path, tone: Tone, depth: float = 1.0, outline: bool = True, toward: Point = (0.7, 0.55)
    ) -> None:
        """A shape with a crescent of shade along its far side, `depth` millimetres wide."""
        line, (right, down) = path, self.style.misprint
        if right or down:
            path = path.moved(Transform.shift(right / self.unit, down / self.unit))
        self.fill(path, tone.base)
        if depth > 0 and self.style.shading != "flat":
            lit = path.moved(Transform.shift(-toward[0] * depth, -toward[1] * depth))
            if self.style.shading == "hatch":
                self._hatch(path, lit, tone)
            else:
                with self.group(clip=path):
                    self.fill(path, tone.shade)
                    self.fill(lit, tone.base)
        if outline:
            self.outline(line)

    def _hatch(self, path: Path, lit: Path, tone: Tone) -> None:
        x0, y0, x1, y1 = bounds([Shape(path)])
        step = max(0.7 / self.unit, (x1 - x0 + y1 - y0) / 60)
        starts = [x0 - (y1 - y0) + k * step for k in range(int((x1 - x0 + y1 - y0) / step) + 1)]
        lines = [step_ for at in starts for step_ in segment(at, y1, at + (y1 - y0), y0).steps]
        with self.group(clip=path):
            self.line(Path(tuple(lines)), tone.shade, step * 0.45)
            self.fill(lit, tone.base)

    def outline(self, path: Path, heavier: float = 1.0) -> None:
        self.line(path, self.ink, self.weight * heavier)

    def detail(self, path: Path, share: float, colour: Colour | None = None) -> None:
        """A line inside a shape. It is there even where the deck has no outlines."""
        self.line(path, colour or self.ink, max(self.weight, 0.16 / self.unit) * share)

    def stroke(self, points: Sequence[Point], widths: Sequence[float], colour: Colour, tips: str = "sharp") -> None:
        """A cut of the knife: a line that swells and tapers."""
        self.fill(ribbon(points, widths, tips), colour)
