"""Drawings on paper, to scale: millimetres with the origin at the lower left, as PDF and as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from reportlab.graphics import renderPDF, renderSVG
from reportlab.graphics.shapes import Circle, Drawing, Group, Line, Rect, String
from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

MM = 72 / 25.4
A4 = (210.0, 297.0)
_ARROW = 1.6


class Paper:
    """One page. Lengths in millimetres; colours as #rrggbb."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self._group = Group(transform=(MM, 0, 0, MM, 0, 0))

    def line(self, a: tuple[float, float], b: tuple[float, float], colour: str = "#000000", width: float = 0.2) -> None:
        self._group.add(Line(*a, *b, strokeColor=HexColor(colour), strokeWidth=width))

    def circle(
        self, x: float, y: float, diameter: float, line: str | None = "#000000", fill: str | None = None,
        width: float = 0.2,
    ) -> None:  # fmt: skip
        self._group.add(Circle(x, y, diameter / 2, **_paint(line, fill, width)))

    def box(
        self, x: float, y: float, width: float, height: float, line: str | None = "#000000", fill: str | None = None,
        corner: float = 0.0,
    ) -> None:  # fmt: skip
        self._group.add(Rect(x, y, width, height, rx=corner, ry=corner, **_paint(line, fill, 0.2)))

    def text(
        self, x: float, y: float, text: str, size: float = 3.0, anchor: str = "middle", bold: bool = False,
        colour: str = "#000000",
    ) -> None:  # fmt: skip
        font = "Helvetica-Bold" if bold else "Helvetica"
        self._group.add(String(x, y, text, fontName=font, fontSize=size, textAnchor=anchor, fillColor=HexColor(colour)))

    def across(self, x1: float, x2: float, y: float, text: str) -> None:
        """A dimension line from x1 to x2."""
        self.line((x1, y), (x2, y), width=0.13)
        for x, way in ((x1, 1), (x2, -1)):
            self.line((x, y), (x + way * _ARROW, y + 0.5), width=0.13)
            self.line((x, y), (x + way * _ARROW, y - 0.5), width=0.13)
        self.text((x1 + x2) / 2, y + 0.8, text, 2.6)

    def along(self, y1: float, y2: float, x: float, text: str) -> None:
        """A dimension line from y1 to y2; the text stands beside it."""
        self.line((x, y1), (x, y2), width=0.13)
        for y, way in ((y1, 1), (y2, -1)):
            self.line((x, y), (x + 0.5, y + way * _ARROW), width=0.13)
            self.line((x, y), (x - 0.5, y + way * _ARROW), width=0.13)
        self.text(x + 1, (y1 + y2) / 2 - 1, text, 2.6, "start")

    def svg(self, to: Path) -> None:
        renderSVG.drawToFile(self._drawing(), str(to))

    def draw_on(self, canvas: Canvas) -> None:
        renderPDF.draw(self._drawing(), canvas, 0, 0)

    def _drawing(self) -> Drawing:
        drawing = Drawing(self.width * MM, self.height * MM)
        drawing.add(self._group)
        return drawing


def pdf(pages: Sequence[Paper], to: Path, title: str) -> None:
    """The pages as a PDF at their real size; the same pages give the same bytes."""
    canvas = Canvas(str(to), invariant=1)
    canvas.setTitle(title)
    for page in pages:
        canvas.setPageSize((page.width * MM, page.height * MM))
        page.draw_on(canvas)
        canvas.showPage()
    canvas.save()


def _paint(line: str | None, fill: str | None, width: float) -> dict[str, object]:
    return {
        "strokeColor": HexColor(line) if line else None,
        "fillColor": HexColor(fill) if fill else None,
        "strokeWidth": width,
    }
