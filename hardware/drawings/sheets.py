"""What is printed on paper: the panel's labels in four languages, the perfboard, and a drawing of every part."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from reportlab.pdfbase.pdfmetrics import stringWidth

from firmware.devices.pins import Pins
from firmware.session.buttons import Button
from hardware.drawings.paper import A4, Paper
from hardware.measures import Measures
from hardware.printed.fit import face_screws
from hardware.printed.meshes import Hole, Solid
from hardware.wires.perfboard import Board, Spot
from words.text import Speech

FACE = {
    Button.ENVIDO_NS: "#1f6f6b", Button.ENVIDO_EW: "#9a5a1c", Button.HORDAGO: "#8c2f2f", Button.READ: "#2f4f7f",
    Button.OK: "#4f6a35",
}  # fmt: skip
"""Colours of the labels, as on the web panel."""

PLAIN = "#3a3f44"
"""Of the other labels."""

_NETS = ("#d62728", "#1f77b4", "#2ca02c", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf", "#ff7f0e")
_LARGEST = 5.0
_SCALES = (("2:1", 2.0), ("1:1", 1.0), ("1:2", 0.5), ("1:3", 1 / 3), ("1:5", 0.2))


def labels(pins: Pins, measures: Measures, language: str, display: str = "sh1106") -> Paper:
    """The sheet that is glued onto the panel's face, 1:1 on A4, in one language, for one of the displays."""
    panel, hole = measures["panel"], measures["button"]["hole"]
    page, say = Paper(*A4), Speech(language)
    left, low = (A4[0] - panel["width"]) / 2, 60.0
    page.box(left, low, panel["width"], panel["depth"], corner=6)
    page.text(left + 14, low + panel["depth"] - 20, "hamarreko", 7, "start", True)
    page.text(left + 14, low + panel["depth"] - 27, say.name, 3.5, "start")
    wide, high = panel["label"]
    for button, place in measures.buttons(pins).items():
        x, y = left + place.x, low + place.y
        page.circle(x, y, hole, width=0.1)
        page.box(x - wide / 2, y - panel["label_down"] - high / 2, wide, high, None, FACE.get(button, PLAIN), corner=2)
        text = say(button.label)
        size = min(_LARGEST, (wide - 3) / stringWidth(text, "Helvetica-Bold", 1.0))
        page.text(x, y - panel["label_down"] - size * 0.36, text, size, bold=True, colour="#ffffff")
    shown = measures["display"][display]
    window = shown["window"]
    x, y = left + panel["display"][0], low + panel["display"][1] - shown["window_up"]
    page.box(x - window[0] / 2, y - window[1] / 2, window[0], window[1])
    for x, y in face_screws(measures):
        page.circle(left + x, low + y, 3.4, width=0.1)
    page.across(55, 155, 35, "100 mm: print at 100 % and measure")
    return page


def perfboard(board: Board, measures: Measures) -> Paper:
    """The board twice its size, seen from the parts' side, with its wires and a list of them."""
    perf = measures["perfboard"]
    pitch, scale = perf["raster"], 2.0
    step, listed = pitch * scale, 3.6
    page = Paper(210, 60 + (board.rows + 1) * step + listed * (len(board.wires) / 2 + 2))
    top = page.height - 25

    def at(spot: Spot) -> tuple[float, float]:
        return 30 + spot.column * step, top - spot.row * step

    page.text(105, page.height - 12, "Perfboard from the parts' side; wires run below", 5, bold=True)
    page.box(30, top - (board.rows + 1) * step, (board.columns + 1) * step, (board.rows + 1) * step, fill="#f3ead2")
    for column in range(1, board.columns + 1):
        page.text(*_shift(at(Spot(column, board.rows + 1)), 0, -2.8), str(column), 2.2)
        for row in range(1, board.rows + 1):
            page.circle(*at(Spot(column, row)), 1.2, "#b9a36a", "#ffffff", 0.1)
    for row in range(1, board.rows + 1):
        page.text(*_shift(at(Spot(0, row)), -2, -0.8), str(row), 2.2)
    names = list(dict.fromkeys(wire.net for wire in board.wires))
    colours = {net: _NETS[i % len(_NETS)] for i, net in enumerate(names)}
    for wire in board.wires:
        page.line(at(wire.start), at(wire.end), colours[wire.net], 0.45)
    parts: dict[str, list[Spot]] = {}
    for pad in board.pads:
        parts.setdefault(pad.part, []).append(pad.spot)
        x, y = at(pad.spot)
        page.circle(x, y, 2.2, "#333333", "#d9b24a", 0.15)
    for part, spots in parts.items():
        (x1, y1), (x2, y2) = at(min(spots)), at(max(spots))
        page.box(min(x1, x2) - 2, min(y1, y2) - 2, abs(x2 - x1) + 4, abs(y2 - y1) + 4, "#333333", None, 0.8)
        over = part in ("header", "display", "lamp") or part.startswith("RN")
        if over:
            page.text(min(x1, x2) - 1, max(y1, y2) + 2.6, part, 2.6, "start", True)
        else:
            page.text(x1, max(y1, y2) + (2.8 if spots[0].column % 4 == 1 else 5.4), part, 2.2, bold=True)
    y = top - (board.rows + 3) * step
    half = (len(board.wires) + 1) // 2
    for i, wire in enumerate(board.wires):
        line = f"{wire.net}: {wire.start.column}/{wire.start.row} to {wire.end.column}/{wire.end.row}"
        x, down = (30, i) if i < half else (115, i - half)
        page.line((x, y - down * listed + 1), (x + 5, y - down * listed + 1), colours[wire.net], 0.8)
        page.text(x + 7, y - down * listed, line, 2.8, "start")
    return page


def drawing(
    solid: Solid, measures: Measures, what: str, sections: Sequence[tuple[str, float]], notes: Sequence[str]
) -> Paper:
    """A part in three views with its lengths and tolerances, notes, and a table of the holes in the sections given."""
    page = Paper(*A4)
    width, depth, high = solid.size
    shown = next(s for s in _SCALES if s[1] * (width + max(depth, high)) <= 150 and s[1] * (depth + high) <= 150)
    name, scale = shown
    tolerance = measures["print"]["tolerance"]
    page.text(15, 282, solid.name.replace("_", " "), 6, "start", True)
    page.text(15, 276, f"{what}; scale {name}, millimetres, printed lengths ± {tolerance:g} mm", 3, "start")
    x, y = 25.0, 262 - scale * depth
    low = y - 22 - scale * high
    side = x + scale * width + 28
    _view(page, solid, (0, 1), (x, y), scale, 2)
    _view(page, solid, (0, 2), (x, low), scale, 1)
    _view(page, solid, (1, 2), (side, low), scale, 0)
    page.text(x, y + scale * depth + 8, "from above", 2.6, "start")
    page.text(x, low + scale * high + 2, "from the front", 2.6, "start")
    page.text(side, low + scale * high + 2, "from the side", 2.6, "start")
    page.across(x, x + scale * width, y + scale * depth + 3, f"{width:.1f} ± {tolerance:g}")
    page.along(y, y + scale * depth, x + scale * width + 3, f"{depth:.1f} ± {tolerance:g}")
    page.along(low, low + scale * high, x + scale * width + 3, f"{high:.1f} ± {tolerance:g}")
    page.across(side, side + scale * depth, low - 5, f"{depth:.1f}")
    row = low - 14
    for note in notes:
        page.text(15, row, note, 2.8, "start")
        row -= 4
    row -= 2 if notes else 0
    for axis, height in sections:
        row = _table(page, row, solid, axis, height)
    return page


def _table(page: Paper, row: float, solid: Solid, axis: str, height: float) -> float:
    """The holes of one section, in two columns below `row`; the next free row."""
    low = solid.mesh.bounds[0]
    first, second = {"z": (0, 1), "y": (0, 2), "x": (1, 2)}[axis]
    where = f"{axis} = {height - low['xyz'.index(axis)]:.1f}"
    page.text(15, row, f"holes at {where}, from the part's lower left corner; +0.3 / -0.1", 2.8, "start", True)
    holes: list[Hole] = solid.holes(height, axis)
    rows = (len(holes) + 1) // 2
    for i, hole in enumerate(holes):
        x, down = (15, i) if i < rows else (110, i - rows)
        shape = (
            f"ø {hole.width:.1f}" if abs(hole.width - hole.diameter) < 0.6 else f"{hole.width:.1f} x {hole.height:.1f}"
        )
        text = f"{shape} at {hole.x - low[first]:.1f} ± 0.2, {hole.y - low[second]:.1f} ± 0.2"
        page.text(x, row - 4 - down * 3.6, text, 2.6, "start")
    return row - 8 - rows * 3.6


def _view(page: Paper, solid: Solid, axes: tuple[int, int], at: tuple[float, float], scale: float, away: int) -> None:
    """The part's edges that turn to the viewer, along the third axis."""
    mesh, low = solid.mesh, solid.mesh.bounds[0]
    towards = np.zeros(3)
    towards[away] = -1.0 if away == 1 else 1.0
    faces = np.asarray(mesh.face_adjacency)
    facing = np.asarray(mesh.face_normals) @ towards > 1e-6
    sharp = np.asarray(mesh.face_adjacency_angles) > np.radians(25)
    silhouette = facing[faces[:, 0]] != facing[faces[:, 1]]
    shown = facing[faces].any(axis=1) & (sharp | silhouette)
    for start, end in np.asarray(mesh.vertices)[np.asarray(mesh.face_adjacency_edges)[shown]]:
        a, b = ((point - low)[list(axes)] * scale + at for point in (start, end))
        page.line((float(a[0]), float(a[1])), (float(b[0]), float(b[1])), width=0.2)


def _shift(point: tuple[float, float], x: float, y: float) -> tuple[float, float]:
    return point[0] + x, point[1] + y
