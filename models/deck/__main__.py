"""`python -m models.deck`: the printable sheet, the faces as pictures, or all of them in one."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from models.deck import faces, strange
from models.deck.drawing import typefaces
from models.deck.printing import raster
from models.deck.printing.sheet import sheet
from models.deck.style import HOUSE, DeckStyle, random_style


def _write(path: Path, image: raster.Image, *settings: int) -> None:
    """OpenCV answers False where it could not write. `settings` are its own, each with its value."""
    if not cv2.imwrite(str(path), image, settings):
        raise SystemExit(f"{path}: could not be written")


def together(style: DeckStyle, height: int) -> raster.Image:
    """The forty faces in one picture, ten a row, edge to edge."""
    cards = [*raster.deck(style, height, faces.CARDS).values()]
    return np.vstack([np.hstack(cards[first : first + 10]) for first in range(0, len(cards), 10)])


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m models.deck", description=__doc__)
    parser.add_argument("--seed", type=int, help="another maker's deck, drawn by this seed, instead of the project's")
    parser.add_argument("--held-out", action="store_true", help="with --seed: a maker that training never draws")
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("sheet", help="A4 pages at real size, for printing on both sides")
    one.add_argument("out", type=Path)
    one = commands.add_parser("faces", help="a folder of pictures, <rank>_<suit>.png")
    one.add_argument("folder", type=Path)
    one.add_argument("--height", type=int, default=800)
    one.add_argument("--strange", action="store_true", help="cards that are none of the forty as well")
    one = commands.add_parser("together", help="one picture with the forty, ten a row: the overlay's deck.webp")
    one.add_argument("out", type=Path)
    one.add_argument("--height", type=int, default=228)
    options = parser.parse_args(arguments)
    style = HOUSE
    if options.seed is not None:
        style = random_style(np.random.default_rng(options.seed), typefaces.installed(), options.held_out)
    if options.command == "sheet":
        options.out.write_bytes(sheet(style))
    elif options.command == "together":
        _write(options.out, together(style, options.height), cv2.IMWRITE_WEBP_QUALITY, 75)
    else:
        options.folder.mkdir(parents=True, exist_ok=True)
        names = faces.CARDS + (faces.STRANGE + strange.chosen(style) if options.strange else ())
        for name, image in raster.deck(style, options.height, names).items():
            stem = f"{name[:-1]}_{faces.SUITS[name[-1]]}" if name[0].isdigit() else name
            _write(options.folder / f"{stem}.png", image)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
