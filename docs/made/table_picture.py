"""The players' picture, once in each language: what lies where on the table, and the box with its buttons."""

from __future__ import annotations

import base64
import io
import math
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Final

from PIL import ImageOps

from docs.made import ROOT
from engine.seats import Seat, Team
from firmware.devices import pins
from firmware.session.buttons import Button
from hardware import measures
from hardware.drawings.sheets import FACE, PLAIN
from tests.firmware.screens.gallery import screens
from words.text import LANGUAGES, Speech

SCREEN: Final = "bid"
"""The screen that the box in the picture shows."""

_WIDTH, _HEIGHT, _TABLE = 940, 430, 300
_MIDDLE: Final = (215, 215)
_TEAM: Final = {Team.NS: FACE[Button.ENVIDO_NS], Team.EW: FACE[Button.ENVIDO_EW]}
_SUITS: Final = ("#d29a1e", "#b03a2e", "#2e5f9e", "#3f7d3a")
_FONT: Final = """font-family="'Source Sans 3','Noto Sans','Segoe UI','DejaVu Sans',sans-serif" """.strip()


def picture(language: str) -> str:
    """The picture as SVG, in that language."""
    say = Speech(language)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" {_FONT} text-anchor="middle">',
            f'<rect width="{_WIDTH}" height="{_HEIGHT}" rx="14" fill="#f4f1e6"/>',
            *_table(say),
            *_box(say),
            "</svg>",
            "",
        ]
    )


def made() -> Iterator[tuple[Path, str]]:
    """Every picture that is kept, with what it must be."""
    for language in LANGUAGES:
        yield ROOT / "docs" / "play" / f"table.{language}.svg", picture(language)


def _table(say: Speech) -> Iterator[str]:
    """The table from above: four hands before their seats, the camera over the middle, the pack and the box aside."""
    x, y = _MIDDLE
    half = _TABLE / 2
    yield f'<rect x="{x - half}" y="{y - half}" width="{_TABLE}" height="{_TABLE}" rx="16" fill="#2f7356"/>'
    wide, high = _TABLE + 56, (_TABLE + 56) * 9 / 16
    high = max(high, _TABLE + 22)
    yield (
        f'<rect x="{x - wide / 2}" y="{y - high / 2}" width="{wide}" height="{high}" rx="8" fill="none" '
        'stroke="#8a8f86" stroke-width="1.5" stroke-dasharray="7 6"/>'
    )
    for seat, turn in zip((Seat.N, Seat.E, Seat.S, Seat.W), (0, 90, 180, 270), strict=True):
        yield f'<g transform="rotate({turn} {x} {y})">'
        for place in range(4):
            cx, cy = x - 59 + place * 31, y - half + 24
            yield f'<rect x="{cx}" y="{cy}" width="25" height="39" rx="3" fill="#fbf8ef" stroke="#0003"/>'
            yield f'<circle cx="{cx + 12.5}" cy="{cy + 19.5}" r="6" fill="{_SUITS[(place + turn // 90) % 4]}"/>'
        yield "</g>"
        sx, sy = _around(turn, half + 34)
        yield f'<circle cx="{sx:.0f}" cy="{sy:.0f}" r="20" fill="{_TEAM[seat.team]}"/>'
        yield _text(sx, sy + 7.5, say.seat(seat), 21, "#fff", bold=True)
    start, end = _around(-22, half + 40), _around(-68, half + 40)
    yield '<g fill="none" stroke="#3d4a45" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">'
    yield f'<path d="M{start[0]:.0f} {start[1]:.0f}A{half + 40} {half + 40} 0 0 0 {end[0]:.0f} {end[1]:.0f}"/>'
    ex, ey = end
    yield f'<path d="M{ex - 8:.0f} {ey - 12:.0f}L{ex:.0f} {ey:.0f}L{ex + 13:.0f} {ey - 5:.0f}"/></g>'
    for place in range(3):
        yield (
            f'<rect x="{x + 88 + place * 2}" y="{y - 137 + place * 2}" width="25" height="39" rx="3" fill="#39507c" '
            'stroke="#f4f1e6"/>'
        )
    yield f'<rect x="{x + 84}" y="{y + 86}" width="58" height="54" rx="5" fill="#e3b04b"/>'
    yield f'<rect x="{x + 102}" y="{y + 92}" width="22" height="11" rx="1.5" fill="#111"/>'
    for place in range(12):
        bx, by = x + 94 + place % 4 * 12.5, y + 112 + place // 4 * 9.5
        yield f'<circle cx="{bx}" cy="{by}" r="3.4" fill="#33312b"/>'
    yield f'<rect x="{x - 21}" y="{y - 17}" width="42" height="34" rx="7" fill="#1d2421"/>'
    yield f'<circle cx="{x}" cy="{y}" r="11" fill="#39443f"/><circle cx="{x}" cy="{y}" r="5" fill="#8fc7d8"/>'
    marks = {"1": (x + 36, y - 8), "2": (x - 84, y - half + 44), "3": (x + 132, y - 122), "4": (x + 72, y + 113)}
    for number, (cx, cy) in marks.items():
        yield _mark(cx, cy, number)
    yield _mark(*_around(-45, half + 40), "5")


def _box(say: Speech) -> Iterator[str]:
    """The box: its display with a screen in that language, and its buttons where they lie, with their words."""
    box = measures.shipped()
    panel, scale, left, top = box["panel"], 2.13, 490, 14
    wide, high = panel["width"] * scale, panel["depth"] * scale

    def at(x: float, y: float) -> tuple[float, float]:
        return left + x * scale, top + high - y * scale

    yield f'<rect x="{left}" y="{top}" width="{wide:.0f}" height="{high:.0f}" rx="14" fill="#e3b04b"/>'
    yield f'<rect x="{left + 4}" y="{top + 4}" width="{wide - 8:.0f}" height="{high - 8:.0f}" rx="11" fill="#fbf7ea"/>'
    x, y = at(*panel["display"])
    across, down = 168, 84
    x, y = x - across / 2, y - down / 2
    yield f'<rect x="{x - 8:.1f}" y="{y - 8:.1f}" width="{across + 16}" height="{down + 16}" rx="6"/>'
    yield (
        f'<image x="{x:.1f}" y="{y:.1f}" width="{across}" height="{down}" '
        f'style="image-rendering:pixelated" href="{_screen(say)}"/>'
    )
    label, drop = panel["label"], panel["label_down"]
    for button, place in box.buttons(pins.shipped()).items():
        x, y = at(place.x, place.y)
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{12 * scale:.1f}" fill="#2b302d"/>'
        yield f'<circle cx="{x:.1f}" cy="{y - 2:.1f}" r="{9.5 * scale:.1f}" fill="#454d48"/>'
        lx, ly = at(place.x, place.y - drop)
        size = (label[0] * scale, label[1] * scale)
        yield (
            f'<rect x="{lx - size[0] / 2:.1f}" y="{ly - size[1] / 2:.1f}" width="{size[0]:.1f}" '
            f'height="{size[1]:.1f}" rx="5" fill="{FACE.get(button, PLAIN)}"/>'
        )
        word = say(button.label)
        yield _text(lx, ly + 4.6, word, min(13.5, 128 / len(word)), "#fff", bold=True)


def _screen(say: Speech) -> str:
    """The screen as a picture that stands in the file itself."""
    drawn = dict(screens())[SCREEN]
    lit = ImageOps.colorize(drawn(say).convert("L"), "#05100d", "#c9ecff").quantize(2)
    kept = io.BytesIO()
    lit.save(kept, "PNG", optimize=True)
    return "data:image/png;base64," + base64.b64encode(kept.getvalue()).decode()


def _around(degrees: float, far: float) -> tuple[float, float]:
    """A point around the table's middle; 0 degrees is north, and they go clockwise."""
    angle = math.radians(degrees)
    return _MIDDLE[0] + far * math.sin(angle), _MIDDLE[1] - far * math.cos(angle)


def _mark(x: float, y: float, number: str) -> str:
    return f'<circle cx="{x:.0f}" cy="{y:.0f}" r="11.500" fill="#fffdf6" stroke="#1d2421" stroke-width="2"/>' + _text(
        x, y + 5.5, number, 15.5, "#1d2421", bold=True
    )


def _text(x: float, y: float, text: str, size: float, colour: str, bold: bool = False) -> str:
    weight = ' font-weight="700"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" fill="{colour}"{weight}>{escape(text)}</text>'
