"""The drawing's way to a PDF of vectors, through reportlab."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

from reportlab.pdfgen.canvas import Canvas

from models.deck.drawing.colour import channels
from models.deck.drawing.vector import Group, Node, Path, Shape, Symbol, Transform, Use

POINTS_PER_MM = 72 / 25.4
_FAR = 400.0


class _Operators:
    """What reportlab asks of a path: its operators."""

    def __init__(self, path: Path) -> None:
        self.text = path.operators

    def getCode(self) -> str:  # noqa: N802 (reportlab's name)
        return self.text


class Document:
    """A PDF being written, in millimetres with y downwards."""

    def __init__(self, width: float, height: float, title: str = "") -> None:
        self._stream = io.BytesIO()
        self.width, self.height = width, height
        self._canvas = Canvas(
            self._stream,
            (width * POINTS_PER_MM, height * POINTS_PER_MM),
            pageCompression=1 if title else 0,
            invariant=1,
        )
        self._canvas.setTitle(title or "deck")
        self._names: dict[Symbol, str] = {}

    def page(self, nodes: Iterable[Node]) -> None:
        """Add a page."""
        nodes = tuple(nodes)
        self._define(nodes)
        canvas = self._canvas
        canvas.saveState()
        canvas.transform(POINTS_PER_MM, 0, 0, -POINTS_PER_MM, 0, self.height * POINTS_PER_MM)
        self._draw(nodes)
        canvas.restoreState()
        canvas.showPage()

    def close(self) -> bytes:
        self._canvas.save()
        return self._stream.getvalue()

    def _define(self, nodes: Sequence[Node]) -> None:
        """Symbols have to be in the file before the page that uses them: reportlab writes one thing at a time."""
        for node in nodes:
            if isinstance(node, Group):
                self._define(node.nodes)
            elif isinstance(node, Use) and node.symbol not in self._names:
                self._define(node.symbol.nodes)
                name = f"s{len(self._names)}"
                self._canvas.beginForm(name, -_FAR, -_FAR, _FAR, _FAR)
                self._draw(node.symbol.nodes)
                self._canvas.endForm()
                self._names[node.symbol] = name

    def _draw(self, nodes: Sequence[Node]) -> None:
        canvas = self._canvas
        for node in nodes:
            if isinstance(node, Shape):
                self._shape(node)
                continue
            canvas.saveState()
            t: Transform = node.transform
            canvas.transform(t.a, t.b, t.c, t.d, t.e, t.f)
            if isinstance(node, Use):
                canvas.doForm(self._names[node.symbol])
            else:
                if node.clip is not None:
                    canvas.clipPath(_Operators(node.clip), stroke=0, fill=0)
                self._draw(node.nodes)
            canvas.restoreState()

    def _shape(self, shape: Shape) -> None:
        canvas = self._canvas
        if shape.fill is not None:
            canvas.setFillColorRGB(*channels(shape.fill))
        if shape.stroke is not None:
            canvas.setStrokeColorRGB(*channels(shape.stroke))
            canvas.setLineWidth(shape.width)
            canvas.setLineCap(1 if shape.round else 0)
            canvas.setLineJoin(1 if shape.round else 0)
        canvas.drawPath(
            _Operators(shape.path),
            stroke=int(shape.stroke is not None),
            fill=int(shape.fill is not None),
            fillMode=1,
        )
