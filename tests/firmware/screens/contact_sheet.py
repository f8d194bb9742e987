"""All screens on one sheet: `python -m tests.firmware.screens.contact_sheet docs/screens.png`.

With `--golden FOLDER` each screen is also written there as its own picture, 128 x 64 pixels of one bit: the pictures
that the tests compare with.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from firmware.screens.pixels import HEIGHT, WIDTH
from tests.firmware.screens.gallery import screens
from words.text import LANGUAGE, LANGUAGES, speech

SCALE = 3
"""A screen's pixel on the sheet."""

_COLUMNS, _GAP, _CAPTION = 4, 18, 20
_BACK, _GLASS, _LIT, _WORDS = (24, 26, 30), (4, 6, 9), (214, 236, 255), (150, 158, 170)


def place(number: int) -> tuple[int, int]:
    """The top left corner of the screen of that number, from 0, on the sheet."""
    row, column = divmod(number, _COLUMNS)
    return _GAP + column * (WIDTH * SCALE + _GAP), _GAP + row * (HEIGHT * SCALE + _GAP + _CAPTION)


def sheet(drawn: Sequence[tuple[str, Image.Image]]) -> Image.Image:
    """The screens enlarged, with their names, in rows."""
    page = Image.new("RGB", (place(_COLUMNS - 1)[0] + WIDTH * SCALE + _GAP, place(len(drawn) + _COLUMNS - 1)[1]), _BACK)
    draw = ImageDraw.Draw(page)
    font = ImageFont.load_default(13)
    for number, (name, image) in enumerate(drawn):
        x, y = place(number)
        large = image.resize((WIDTH * SCALE, HEIGHT * SCALE), Image.Resampling.NEAREST)
        draw.rounded_rectangle((x - 6, y - 6, x + large.width + 5, y + large.height + 5), 5, _GLASS)
        page.paste(_LIT, (x, y), large)
        draw.text((x, y + large.height + 8), name, _WORDS, font)
    return page


def main(argv: Sequence[str] | None = None) -> int:
    """Write the sheet, and the single screens where asked."""
    parser = argparse.ArgumentParser(description="Draw every screen of the display on one sheet.")
    parser.add_argument("sheet", type=Path, help="where the sheet is written (PNG)")
    parser.add_argument("--golden", type=Path, metavar="FOLDER", help="also write every screen by itself")
    parser.add_argument("--language", choices=tuple(LANGUAGES), default=LANGUAGE, help="of the screens (en)")
    args = parser.parse_args(argv)
    say = speech(args.language)
    drawn = [(name, draw(say)) for name, draw in screens()]
    if args.golden:
        args.golden.mkdir(parents=True, exist_ok=True)
        for name, image in drawn:
            image.save(args.golden / f"{name}.png", optimize=True)
    args.sheet.parent.mkdir(parents=True, exist_ok=True)
    sheet(drawn).quantize(16).save(args.sheet, optimize=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
