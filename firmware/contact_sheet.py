"""All screens on one sheet: `python -m firmware.contact_sheet docs/screens.png`.

With `--golden FOLDER` each screen is also written there as its own picture, 128 x 64 pixels of one bit: the pictures
that the tests compare with.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from firmware.pixels import HEIGHT, WIDTH
from firmware.screens import render
from firmware.screens.gallery import gallery

_SCALE, _COLUMNS, _GAP, _CAPTION = 3, 4, 18, 20
_BACK, _GLASS, _LIT, _WORDS = (24, 26, 30), (4, 6, 9), (214, 236, 255), (150, 158, 170)


def sheet(screens: Sequence[tuple[str, Image.Image]]) -> Image.Image:
    """The screens enlarged, with their names, in rows."""
    wide, high = WIDTH * _SCALE + _GAP, HEIGHT * _SCALE + _GAP + _CAPTION
    rows = -(-len(screens) // _COLUMNS)
    page = Image.new("RGB", (_COLUMNS * wide + _GAP, rows * high + _GAP), _BACK)
    draw = ImageDraw.Draw(page)
    font = ImageFont.load_default(13)
    for number, (name, image) in enumerate(screens):
        x, y = _GAP + number % _COLUMNS * wide, _GAP + number // _COLUMNS * high
        large = image.resize((WIDTH * _SCALE, HEIGHT * _SCALE), Image.Resampling.NEAREST)
        draw.rounded_rectangle((x - 6, y - 6, x + large.width + 5, y + large.height + 5), 5, _GLASS)
        page.paste(_LIT, (x, y), large)
        draw.text((x, y + large.height + 8), name, _WORDS, font)
    return page


def main(argv: Sequence[str] | None = None) -> int:
    """Write the sheet, and the single screens where asked."""
    parser = argparse.ArgumentParser(description="Draw every screen of the display on one sheet.")
    parser.add_argument("sheet", type=Path, help="where the sheet is written (PNG)")
    parser.add_argument("--golden", type=Path, metavar="FOLDER", help="also write every screen by itself")
    args = parser.parse_args(argv)
    screens = [(name, render(state, view)) for name, state, view in gallery()]
    if args.golden:
        args.golden.mkdir(parents=True, exist_ok=True)
        for name, image in screens:
            image.save(args.golden / f"{name}.png", optimize=True)
    args.sheet.parent.mkdir(parents=True, exist_ok=True)
    sheet(screens).quantize(16).save(args.sheet, optimize=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
