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
from firmware.screens.gallery import screens
from firmware.text import LANGUAGE, LANGUAGES, speech

_SCALE, _COLUMNS, _GAP, _CAPTION = 3, 4, 18, 20
_BACK, _GLASS, _LIT, _WORDS = (24, 26, 30), (4, 6, 9), (214, 236, 255), (150, 158, 170)


def sheet(drawn: Sequence[tuple[str, Image.Image]]) -> Image.Image:
    """The screens enlarged, with their names, in rows."""
    wide, high = WIDTH * _SCALE + _GAP, HEIGHT * _SCALE + _GAP + _CAPTION
    rows = -(-len(drawn) // _COLUMNS)
    page = Image.new("RGB", (_COLUMNS * wide + _GAP, rows * high + _GAP), _BACK)
    draw = ImageDraw.Draw(page)
    font = ImageFont.load_default(13)
    for number, (name, image) in enumerate(drawn):
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
