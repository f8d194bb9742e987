"""The players' picture, once in each language: what lies where on the table, and the box with its buttons."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import jinja2
from PIL import ImageOps

from docs.made import ROOT
from engine.seats import Seat
from firmware.devices import pins
from firmware.session.buttons import Button
from hardware import measures
from hardware.drawings.sheets import FACE, PLAIN
from tests.firmware.screens.gallery import screens
from words.text import LANGUAGES, Speech

SCREEN: Final = "bid"
"""The screen that the box in the picture shows."""

_DRAWN: Final = Path(__file__).parent / "table.svg.jinja"
_LEFT, _TOP, _SCALE = 490, 14, 2.13
"""Where the box stands, and how many of the picture's units a millimetre of it is."""


def picture(language: str) -> str:
    """The picture as SVG, in that language."""
    say, box = Speech(language), measures.shipped()
    panel = box["panel"]
    wide, high = panel["width"] * _SCALE, panel["depth"] * _SCALE

    def at(x: float, y: float) -> tuple[float, float]:
        return _LEFT + x * _SCALE, _TOP + high - y * _SCALE

    drawn = jinja2.Environment(autoescape=True, keep_trailing_newline=True).from_string(_DRAWN.read_text("utf-8"))
    return drawn.render(
        seats={seat.value: say.seat(seat) for seat in Seat},
        teams=(FACE[Button.ENVIDO_NS], FACE[Button.ENVIDO_EW]),
        left=_LEFT,
        top=_TOP,
        wide=wide,
        high=high,
        display=at(*panel["display"]),
        screen=_screen(say),
        label=[side * _SCALE for side in panel["label"]],
        drop=panel["label_down"] * _SCALE,
        buttons=[
            (*at(place.x, place.y), FACE.get(button, PLAIN), say(button.label))
            for button, place in box.buttons(pins.shipped()).items()
        ],
    )


def made() -> Iterator[tuple[Path, str]]:
    """Every picture that is kept, with what it must be."""
    for language in LANGUAGES:
        yield ROOT / "docs" / "play" / f"table.{language}.svg", picture(language)


def _screen(say: Speech) -> str:
    """The screen as a picture that stands in the file itself."""
    drawn = next(drawn for name, drawn in screens() if name == SCREEN)
    lit = ImageOps.colorize(drawn(say).convert("L"), "#05100d", "#c9ecff").quantize(2)
    kept = io.BytesIO()
    lit.save(kept, "PNG", optimize=True)
    return "data:image/png;base64," + base64.b64encode(kept.getvalue()).decode()
