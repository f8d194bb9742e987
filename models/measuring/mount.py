"""How well the camera's height and tilt are told from the cards on drawn tables, whose geometry is known.

``python -m models.measuring.mount [--tables N] [--seed S]``
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import numpy as np

from models.scenes.cards.library import own_deck
from models.scenes.chance import random_spec
from models.scenes.scene import render
from models.scenes.spec import SceneOptions
from vision.checks.mount import check_picture
from vision.checks.mounting import Mounting
from vision.picture import Picture
from vision.reader import Reader

TABLES = 14
SEED = 987_001
SIZE = (2304, 1296)
KINDS = ("clean", "tilted", "dim", "glare")


def rows(reader: Reader, tables: int = TABLES, seed: int = SEED) -> Iterator[str]:
    """The figures as rows of a table in Markdown; a table whose pose is not told counts apart."""
    deck, heights, tilts, untold, to_change = own_deck(480), [], [], 0, 0
    for number in range(tables):
        rng = np.random.default_rng((seed, number))
        spec = random_spec(rng, KINDS[number % len(KINDS)], [deck], SceneOptions(wide=0.0))
        pixels = render(spec, SIZE).image
        mounting = Mounting(field_of_view=spec.camera.hfov, card=spec.card_size)
        found = check_picture(reader, Picture(pixels), mounting)
        to_change += found.good is False
        if found.pose is None:
            untold += 1
            continue
        heights.append(abs(found.pose.height / spec.camera.height - 1))
        tilts.append(abs(found.pose.tilt - spec.camera.tilt))
    yield f"| drawn tables, card size and field of view known | {tables}, of {untold} the height was not told |"
    yield f"| height off, median and worst | {np.median(heights):.1%}, {max(heights):.1%} |"
    yield f"| tilt off, median and worst | {np.median(tilts):.1f}, {max(tilts):.1f} degrees |"
    yield f"| tables of which something was to be changed | {to_change} |"


def main() -> None:
    """Print the rows."""
    parser = argparse.ArgumentParser(prog="python -m models.measuring.mount")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seed", type=int, default=SEED)
    args = parser.parse_args()
    print("| what | figure |\n|---|---|")
    for row in rows(Reader.shipped(), args.tables, args.seed):
        print(row, flush=True)


if __name__ == "__main__":
    main()
