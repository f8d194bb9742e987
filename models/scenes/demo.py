"""`python -m models.scenes.demo`: draw the tables that the demonstration brings, with the project's own deck."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from models.scenes.__main__ import photographed, truth_line
from models.scenes.cards.library import own_deck
from models.scenes.chance import random_spec
from models.scenes.spec import SceneOptions

FOLDER = Path("firmware/demo")
COUNT = 16
SIZE = (2304, 1296)
KINDS = ("clean", "clutter", "tilted", "clutter")
SURFACES = ("green", "wood", "blue", "red", "grey")
SEED = 20_261


def main(arguments: Sequence[str] | None = None) -> None:
    """Write hand-01.jpg … with truth.jsonl, which says what lies where."""
    parser = argparse.ArgumentParser(
        prog="python -m models.scenes.demo", description="Draw the demonstration's tables."
    )
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER, help=f"where they are written ({FOLDER})")
    folder = parser.parse_args(arguments).folder
    folder.mkdir(parents=True, exist_ok=True)
    deck = own_deck()
    with open(folder / "truth.jsonl", "w", encoding="utf-8") as truth:
        for number in range(COUNT):
            rng = np.random.default_rng((SEED, number))
            kind, surface = KINDS[number % len(KINDS)], SURFACES[number % len(SURFACES)]
            spec = random_spec(rng, kind, deck, SceneOptions(wide=0.0, surface=surface, occlude=0.0))
            name = f"hand-{number + 1:02}.jpg"
            scene = photographed(spec, SIZE, folder / name, 86)
            truth.write(json.dumps(truth_line(name, spec, scene)) + "\n")


if __name__ == "__main__":
    main()
